"""A card game at the table from the first click to the last: people, bots, curtain, hints, taking back, the end."""

from __future__ import annotations

import shutil
from pathlib import Path

import pygame
import pytest

from rumms import language
from rumms.catalogue import find, find_game
from rumms.games.kawumm.state import Experiment, Secure, Step
from rumms.kernel.game import NATURE
from rumms.kernel.refusal import BadBot
from rumms.kernel.session import load
from rumms.places import own
from rumms.ui import statistics
from rumms.ui.kit.screen import Notice
from rumms.ui.levels import LEVELS
from rumms.ui.names import called
from rumms.ui.screens import card_hint
from rumms.ui.screens.card_end import CardEnd
from rumms.ui.screens.card_replay import CardReplay
from rumms.ui.screens.card_table import CardTable
from rumms.ui.screens.launcher import Launcher
from rumms.ui.screens.new_card_game import NewCardGame
from rumms.ui.screens.pause import Pause
from rumms.ui.screens.replays import Replays
from rumms.ui.screens.rules import Rules

from .card_desk import CARD_GAMES, answer, come_to_rest, sit_down
from .conftest import Opened
from .desk import Desk, Slow, texts_of

RECORDS = Path(__file__).parents[2] / "records" / "0.8.2"

each_game = pytest.mark.parametrize("game", CARD_GAMES)
IN_A_LANGUAGE = 8
"""Answers, and curtains that are opened, before the language changes."""


def words_seen(desk: Desk) -> set[str]:
    """All words of the screen; a picture that was kept is painted anew."""
    desk.screen.rebuild()
    return texts_of(desk.run)


def to_the_choice(desk: Desk, table: CardTable) -> None:
    """Kawumm!: answer until it is time to experiment or to secure."""
    while table.asking and table.asking.view.step is not Step.CHOICE:
        answer(desk, table, table.asking.legal.sample(table.play.session.rng(9)))
        come_to_rest(desk, table)


def play_to_the_end(desk: Desk, table: CardTable) -> None:
    """Whatever is asked is answered as somebody sensible would."""
    for _ in range(6000):
        answer_sensibly(desk, table)
        if table.play.is_over:
            come_to_rest(desk, table)
            return
    raise AssertionError(table.play.session.state)


def answer_sensibly(desk: Desk, table: CardTable) -> None:
    """Come to the next question, and answer it as the greedy bot would; or say that one is there."""
    come_to_rest(desk, table)
    if table.play.is_over:
        return
    if table.mode == "curtain":
        desk.click("here")
        return
    assert table.asking
    entry, seat = table.play.entry, table.eyes
    bot = entry.bots["greedy"](entry.game, None)
    answer(desk, table, bot.choose(table.asking.view, seat, table.asking.legal, table.play.session.rng(seat)))


@each_game
def test_two_clicks_lead_from_the_tile_to_the_table(desk: Desk, game: str):
    desk.click(game)
    desk.wait()
    assert desk.on(NewCardGame).game == game
    desk.click("go")
    assert desk.on(CardTable).game == game
    assert desk.on(CardTable).play.people == {0}


@each_game
def test_two_people_and_a_bot_play_a_whole_game_in_both_languages_and_watch_it(opened: Opened, game: str):
    desk = opened((640, 360))
    table = sit_down(desk, game, "me:Anna", "me:Ben", "greedy")
    for code in ("de", "en"):
        desk.app.change(language=code)
        for _ in range(IN_A_LANGUAGE):
            answer_sensibly(desk, table)
    play_to_the_end(desk, table)
    desk.until(lambda: isinstance(desk.screen, CardEnd))
    desk.see_the_question()
    desk.wait()
    winners = table.play.session.game.winners(table.play.session.state)
    assert winners
    for code in ("de", "en"):
        desk.app.change(language=code)
        shown = " ".join(texts_of(desk.run))
        assert all(table.play.names[seat] in shown for seat in winners)
        assert {"de": "gewinn", "en": "win"}[code] in shown
    counted = {one.name: one.tally(game) for one in statistics.load().players}
    assert {name: (tally.won, tally.lost) for name, tally in counted.items()} == {
        name: (int(seat in winners), int(seat not in winners)) for seat, name in enumerate(("Anna", "Ben"))
    }
    desk.click("replay")
    desk.wait()
    replay = desk.on(CardReplay)
    assert replay.marks
    desk.click("back")
    assert load(next(own("games").glob(f"{game}-*.jsonl")), find_game).winners == tuple(s + 1 for s in sorted(winners))


def test_a_rematch_has_the_same_players_and_options(opened: Opened):
    desk = opened((640, 360))
    table = sit_down(desk, "kawumm", "me:Anna", "greedy", options=("chain_reaction=yes",))
    play_to_the_end(desk, table)
    desk.until(lambda: isinstance(desk.screen, CardEnd))
    desk.see_the_question()
    desk.wait()
    desk.click("rematch")
    again = desk.on(CardTable)
    assert again is not table
    assert again.play.seats == table.play.seats
    assert again.play.session.state.options == table.play.session.state.options


def test_where_nobody_has_a_secret_nobody_has_to_look_away(desk: Desk):
    table = sit_down(desk, "kawumm", "me:Anna", "me:Ben")
    for _ in range(12):
        assert table.mode == "asking"
        assert table.eyes == table.play.waits_for
        answer(desk, table, table.asking.legal.sample(table.play.session.rng(0)))  # type: ignore[union-attr]
        come_to_rest(desk, table)


def test_a_curtain_hides_a_hand_until_its_owner_is_there(desk: Desk):
    table = sit_down(desk, "cabanga", "me:Anna", "me:Ben", "greedy")
    assert table.mode == "curtain"
    words = words_seen(desk)
    assert any("Anna" in text for text in words)
    assert not any("8" in text for text in words)
    desk.key(pygame.K_l, pygame.K_h, pygame.K_BACKSPACE)
    assert table.mode == "curtain"
    desk.click("here")
    desk.wait(0.2)
    assert (table.mode, table.eyes) == ("asking", 0)
    answer(desk, table, table.asking.legal[0])  # type: ignore[union-attr,index]
    come_to_rest(desk, table)
    assert table.mode == "curtain"
    assert table.eyes == 1


def test_what_others_did_since_is_told_to_each_as_they_heard_it(desk: Desk):
    table = sit_down(desk, "cabanga", "me:Anna", "greedy", "greedy")
    come_to_rest(desk, table)
    answer(desk, table, table.asking.legal[0])  # type: ignore[union-attr,index]
    come_to_rest(desk, table)
    assert table.log.since[0].startswith("Anna")
    desk.click("log")
    assert table.log.is_open
    assert any(text.startswith("Anna") for text in texts_of(desk.run))
    desk.key(pygame.K_ESCAPE)
    assert not table.log.is_open


@each_game
def test_what_others_did_since_stands_on_the_table(opened: Opened, game: str):
    """Not in the log alone: lines of it are seen while somebody thinks about an answer."""
    desk = opened()
    table = sit_down(desk, game, "me:Anna", "greedy", "greedy")
    for _ in range(30):
        others = " ".join(line for line in table.log.since if not line.startswith("Anna"))
        if any(len(text) > 12 and text in others for text in words_seen(desk)):
            return
        answer(desk, table, table.asking.legal.sample(table.play.session.rng(0)))  # type: ignore[union-attr]
        come_to_rest(desk, table)
    raise AssertionError(table.log.since)


def test_a_decision_is_taken_back_only_if_nothing_was_revealed(desk: Desk):
    table = sit_down(desk, "kawumm", "me:Anna", "me:Ben", options=("may_give_up_kinds=yes",))
    assert not desk.widget("undo").is_enabled
    to_the_choice(desk, table)
    moves = len(table.play.session.past)
    answer(desk, table, Secure())
    come_to_rest(desk, table)
    desk.click("undo")
    desk.wait(0.2)
    assert len(table.play.session.past) == moves
    answer(desk, table, Experiment())
    come_to_rest(desk, table)
    assert not desk.widget("undo").is_enabled


def test_before_the_next_one_is_there_a_decision_is_taken_back_behind_the_curtain(desk: Desk):
    table = sit_down(desk, "cabanga", "me:Anna", "me:Ben", "me:Cleo")
    desk.click("here")
    desk.wait(0.2)
    moves = len(table.play.session.past)
    answer(desk, table, table.asking.legal[0])  # type: ignore[union-attr,index]
    come_to_rest(desk, table)
    assert (table.mode, table.eyes) == ("curtain", 1)
    desk.click("undo")
    desk.wait(0.2)
    assert (table.mode, table.eyes) == ("curtain", 0)
    assert len(table.play.session.past) == moves


def test_a_hint_lights_up_the_way_to_an_answer(desk: Desk):
    table = sit_down(desk, "kawumm", "me:Anna", "me:Ben")
    desk.key(pygame.K_h)
    desk.wait(0.3)
    assert table.hint.given in table.asking.legal  # type: ignore[union-attr]
    assert any(text.startswith("Hint:") for text in texts_of(desk.run))
    answer(desk, table, table.hint.given)
    assert table.hint.given is None


def test_the_danger_is_shown_at_the_easy_level_or_as_it_is_set(opened: Opened):
    desk = opened()
    for seats, wish, is_shown in (
        (("me", LEVELS["easy"]), "easy", True),
        (("me", LEVELS["hard"]), "easy", False),
        (("me", LEVELS["hard"]), "on", True),
        (("me", LEVELS["easy"]), "off", False),
    ):
        desk.app.change(card_help=wish)
        table = sit_down(desk, "kawumm", *seats)
        to_the_choice(desk, table)
        assert ("Danger of explosion" in words_seen(desk)) == is_shown
        desk.key(pygame.K_e)
        assert ("Danger of explosion" in words_seen(desk)) != is_shown
        desk.app.back()


def test_a_bot_takes_its_time_and_can_be_hurried(opened: Opened):
    desk = opened((640, 360))
    table = sit_down(desk, "kawumm", "me:Anna", "greedy")
    for _ in range(20):
        if table.mode == "asking":
            answer(desk, table, table.asking.legal[-1])  # type: ignore[union-attr,index]
            desk.until(
                lambda: bool(table.show.reel and table.show.reel.made.seat == 1) or table.mode == "asking", step=1 / 60
            )
    assert table.show.time < 0.0, "it seems to think"
    reel = table.show.reel
    desk.key(pygame.K_SPACE)
    assert table.show.reel is not reel
    desk.until(lambda: table.mode == "asking")


def test_a_hint_that_breaks_does_not_end_the_game(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    def broken(*_: object) -> None:
        raise BadBot("No bot of this game can say why.")

    table = sit_down(desk, "kawumm", "me:Anna", "greedy")
    monkeypatch.setattr(card_hint, "decide", broken)
    desk.key(pygame.K_h)
    desk.run()
    assert isinstance(desk.screen, Notice)
    assert desk.screen.message == "No bot of this game can say why."
    desk.key(pygame.K_RETURN)
    assert not isinstance(desk.screen, Notice)
    assert table.mode == "asking"
    assert table.hint.given is None


def test_thinking_can_be_stopped_and_goes_on(opened: Opened):
    mind = Slow()
    desk = opened((640, 360), mind)
    table = CardTable.begun("kawumm", ("greedy", "me"), desk.app)
    desk.app.open(table)
    for _ in range(50):
        if table.play.thinks == NATURE:
            mind.answer()
        table.show.skip()
        desk.frame()
    assert table.mode == "thinking"
    desk.click("thinking")
    assert table.play.is_paused
    desk.wait(0.2)
    desk.click("thinking")
    assert not table.play.is_paused


def test_escape_leaves_out_what_was_chosen_then_offers_to_leave(desk: Desk):
    table = sit_down(desk, "kawumm", "me:Anna", "me:Ben")
    action = table.asking.legal[0]  # type: ignore[union-attr,index]
    desk.click(table.asking.way(action)[0].name)  # type: ignore[union-attr]
    assert table.asking.chosen  # type: ignore[union-attr]
    desk.key(pygame.K_ESCAPE)
    assert not table.asking.chosen  # type: ignore[union-attr]
    desk.key(pygame.K_ESCAPE)
    assert isinstance(desk.screen, Pause)
    desk.wait()
    desk.click("rules")
    assert desk.on(Rules).game == "kawumm"


@each_game
def test_a_game_that_was_left_goes_on_where_it_was(opened: Opened, game: str):
    desk = opened((640, 360))
    table = sit_down(desk, game, "me:Anna", "greedy", "greedy")
    action = table.asking.legal.sample(table.play.session.rng(0))  # type: ignore[union-attr]
    answer(desk, table, action)
    state = table.play.session.state
    desk.app.home()
    desk.wait()
    desk.click("continue")
    again = desk.on(CardTable)
    assert again.play.session.state == state


def test_the_launcher_names_everybody_who_played_the_game_that_was_left(opened: Opened):
    desk = opened()
    sit_down(desk, "cabanga", "me:Anna", "me:Ben", "me:Cleo", "greedy")
    desk.app.home()
    desk.wait()
    assert {"Anna", "Ben", "Cleo", called(("greedy",))[0]} <= texts_of(desk.run)


def test_the_sheet_remembers_who_played_and_what_was_agreed_on(opened: Opened):
    desk = opened()
    desk.click("cabanga")
    desk.wait()
    desk.choose("number", 4)
    desk.choose("player 2", "hard")
    desk.choose("player 3", "me")
    desk.click("options 1")
    desk.choose("option minus_points", "edge")
    desk.click("go")
    play = desk.on(CardTable).play
    assert play.seats == ("me", LEVELS["hard"], "me", LEVELS["easy"])
    assert play.session.state.options.minus_points == "edge"
    desk.app.home()
    desk.wait()
    desk.click("cabanga")
    desk.wait()
    assert desk.on(NewCardGame).players == ["me", "hard", "me", "easy"]
    assert desk.on(NewCardGame).options == {"minus_points": "edge"}


def test_any_cards_can_be_agreed_on_where_an_option_is_a_list(opened: Opened):
    desk = opened()
    desk.click("waka_waka")
    desk.wait()
    desk.click("options 2")
    for card in ("sammlerin", "traeger", "schamane"):
        desk.click(f"option gold_symbol_cards {card}")
    desk.click("go")
    options = desk.on(CardTable).play.session.state.options
    assert set(options.gold_symbol_cards) == {"schamane", "trommler", "wahrsagerin"}
    desk.app.home()
    desk.wait()
    desk.click("waka_waka")
    desk.wait()
    desk.click("options 2")
    assert desk.widget("option gold_symbol_cards schamane").icon == "check"  # type: ignore[attr-defined]
    assert desk.widget("option gold_symbol_cards traeger").icon == ""  # type: ignore[attr-defined]


@each_game
def test_every_option_has_its_description_in_both_languages(opened: Opened, game: str):
    desk = opened()
    sheet = NewCardGame(game)
    desk.app.open(sheet)
    for page in range(1, sheet.pages):
        sheet._turn_to(page)  # noqa: SLF001  as a click does
        texts = {}
        for code in ("de", "en"):
            desk.app.change(language=code)
            desk.wait(0.2)
            texts[code] = {one.text for one in sheet.agreements}
        assert not texts["de"] & texts["en"]
    assert language.code() == "en"
    names = set(find(game).game.options.__struct_fields__)
    assert {one.name for one in sheet.agreements} == names


@each_game
def test_a_replay_plays_steps_scrubs_and_looks_through_other_eyes(opened: Opened, game: str):
    desk = opened((640, 360))
    table = sit_down(desk, game, "me:Anna", "greedy", "greedy")
    for _ in range(3):
        if table.mode == "asking":
            answer(desk, table, table.asking.legal.sample(table.play.session.rng(0)))  # type: ignore[union-attr]
            come_to_rest(desk, table)
    desk.app.home()
    path = next(own("games").glob(f"{game}-*.jsonl"))
    replay = CardReplay(load(path, find_game))
    desk.app.open(replay)
    desk.wait(0.6)
    assert replay.time > 0.2
    desk.click("play")
    assert not replay.is_running
    desk.click("after")
    assert replay.current >= 0
    here = replay.current
    desk.key(pygame.K_PAGEDOWN)
    assert replay.current >= here
    line = desk.widget("time").rect
    desk.click((line.left + line.width * 0.5, line.centery))
    assert replay.time == pytest.approx(replay.duration / 2, rel=0.05)
    desk.click("eyes")
    assert replay.eyes == 1
    desk.choose("speed", "4")
    desk.click("play")
    desk.until(lambda: not replay.is_running)
    assert replay.time == replay.duration
    desk.key(pygame.K_ESCAPE)
    assert isinstance(desk.screen, Launcher)


def test_a_game_whose_last_line_was_cut_off_says_so(opened: Opened):
    desk = opened((640, 360))
    table = sit_down(desk, "kawumm", "me:Anna", "me:Ben")
    answer(desk, table, table.asking.legal[0])  # type: ignore[union-attr,index]
    desk.app.home()
    path = next(own("games").glob("kawumm-*.jsonl"))
    path.write_bytes(path.read_bytes()[:-5])
    desk.app.open(CardTable.resumed(path, desk.app))
    desk.frame()
    assert isinstance(desk.screen, Notice)


def test_people_who_like_it_calm_see_cards_fade(opened: Opened):
    desk = opened((640, 360), is_calm=True)
    table = sit_down(desk, "kawumm", "me:Anna", "me:Ben")
    answer(desk, table, table.asking.legal[0])  # type: ignore[union-attr,index]
    desk.frame()
    assert table.show.motion
    flying = table.show.motion.flying(0.1)
    assert flying
    assert all(moving.opacity < 1.0 for moving in flying)


@pytest.mark.parametrize(("name", "moves"), [("torch-thrower", 5), ("lost-hand", 6)])
def test_an_old_game_that_cannot_go_on_is_watched_up_to_there(desk: Desk, name: str, moves: int):
    kept = own("games", f"{name}.jsonl")
    kept.parent.mkdir(parents=True)
    shutil.copy(RECORDS / f"{name}.jsonl", kept)
    desk.app.open(Replays())
    desk.click("go on")
    desk.wait(0.4)
    assert "has corrected them" in desk.on(Notice).message
    assert desk.screen.focus == "offer 0"
    desk.click("offer 0")
    desk.wait(0.4)
    replay = desk.on(CardReplay)
    assert len(replay.loaded.session.past) == moves
    replay.seek(replay.duration - 0.1)
    assert replay.is_running
    desk.until(lambda: desk.screen is not replay)
    assert "has corrected them" in desk.on(Notice).message
    desk.click("offer 0")
    desk.wait(1.0)
    assert desk.screen is replay, "it is said once"
