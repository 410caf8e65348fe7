"""A game of Cabanga! at the keyboard: what is shown to whom, and what can be typed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rumms.catalogue import find_game
from rumms.games.cabanga.state import Play, Throw
from rumms.kernel.session import load
from rumms.places import own

Rumms = Callable[..., Any]
Scenario = Callable[..., Path]
PLAY = ("play", "cabanga", "--text", "--seed", "5")
PEOPLE = ("me:Anna", "me:Ben", "me:Cleo")
HANDS = ("red_05 blue_01", "red_07 red_08 red_09 red_10 blue_02", "red_11 blue_03")
ONLY_NOTHING = "  1  Throw nothing\n1 to 1,"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


@pytest.fixture
def scenario(path: Path) -> Scenario:
    """A record that begins in the middle of a round: red goes from 1 to 12, Anna holds red 5."""

    def write(*seats: str, hands: tuple[str, ...] = HANDS, last: str = "", **options: str) -> Path:
        start = {
            "hands": [hand.split() for hand in hands],
            "rows": [
                [["start_01"], ["start_18", "red_12"]],
                [["start_03"], ["start_16"]],
                [["start_05"], ["start_14"]],
                [["start_07"], ["start_12"]],
            ],
            "pile": [f"yellow_{value:02}" for value in (1, 2, 3, 4, 5, 6, 8)],
            "last": last,
        }
        header = {"format": 1, "game": "cabanga", "options": options, "seats": seats, "seed": 1, "start": start}
        path.write_text(json.dumps(header) + "\n")
        return path

    return write


def moves(path: Path) -> list[Any]:
    return [made.action for made in load(path, find_game).session.past]


def header(path: Path) -> Any:
    return json.loads(path.read_text().splitlines()[0])


def turns(out: str) -> list[str]:
    """What was shown from each handing over of the keyboard to the next."""
    return out.split(", it is your turn. Come to the keyboard and press Enter. ")[1:]


# How a game begins.


def test_without_seats_one_plays_against_two_greedy_bots(rumms: Rumms, path: Path):
    ran = rumms(*PLAY, "--record", path, answers="q")
    assert ran.code == 0
    assert header(path)["seats"] == ["me", "greedy", "greedy"]
    assert "Round 1: everybody is dealt 8 cards, Player 1 begins." in ran.out
    assert "Cabanga! · Player 1" in ran.out


@pytest.mark.parametrize(
    ("seats", "settings", "auto_ok"),
    [
        (None, [], "always"),
        ("me,greedy,random", [], "always"),
        ("greedy,me:Anna,greedy,random", [], "always"),
        ("me,greedy,greedy", ["auto_ok=never"], "never"),
        ("me,greedy,greedy", [" auto_ok = never"], "never"),
        ("me,greedy,greedy", ["auto_ok=always"], "always"),
        ("me,greedy,greedy", ["end_at=30"], "always"),
        ("me:Anna,me:Ben,greedy", [], "never"),
        ("me:Anna,me:Ben,greedy", ["auto_ok=always"], "always"),
        ("me,me,me", [], "never"),
    ],
)
def test_one_person_alone_is_not_asked_in_vain(
    rumms: Rumms, path: Path, seats: str | None, settings: list[str], auto_ok: str
):
    """People at one table are asked whether they can throw or not: else everybody would know who can."""
    words = [*(["--seats", seats] if seats else []), *(word for setting in settings for word in ("--set", setting))]
    assert rumms(*PLAY, *words, "--record", path, answers="q").code == 0
    assert header(path)["options"]["auto_ok"] == auto_ok


def test_bots_alone_play_with_the_usual_options(rumms: Rumms, path: Path):
    ran = rumms(*PLAY, "--seats", "greedy,greedy,random", "--record", path)
    assert header(path)["options"]["auto_ok"] == "never"
    assert "Round 1: everybody is dealt 8 cards, greedy 1 begins." in ran.out
    assert " draws: " in ran.out, "nobody is at the table from whom it would have to be kept"
    assert "has won." in ran.out or "The winners are: " in ran.out


@pytest.mark.parametrize("seats", ["me,greedy", "me,greedy,greedy,greedy,greedy,greedy,greedy"])
def test_too_few_and_too_many_players_are_refused(rumms: Rumms, path: Path, seats: str):
    ran = rumms(*PLAY, "--seats", seats, "--record", path)
    assert ran.code == 1
    assert ran.err == f"rumms: Cabanga! is for 3 to 6 players, not for {len(seats.split(','))}.\n"
    assert not path.exists()


# What one sees and types.


def test_the_table_is_shown_with_numbered_choices(rumms: Rumms, scenario: Scenario):
    ran = rumms("resume", scenario("me:Anna", "greedy", "greedy", last="blue"), "--text", answers="q")
    assert ran.code == 0
    for line in (
        "Cabanga! · Anna ──",
        "  red      [1] | 12    gap 2–11\n",
        "▸ Anna     * 0 minus points, 2 cards: red 5, blue 1 (worth 3)\n",
        "  greedy 2   0 minus points, 5 cards\n",
        "Penalty pile: 7\n",
        "Which card do you play, and on which side?\n",
        "  1  red 5 on the left (5 | 12, gap 6–11)\n",
        "  4  blue 1 on the right ([3] | 1, gap 2) – a penalty card, the colour is the\n     same\n",
        "1 to 4, ? rules, u take back, q leave: ",
    ):
        assert line in ran.out


def test_the_game_is_told_in_german(rumms: Rumms, scenario: Scenario):
    path = scenario("me:Anna", "greedy", "greedy", auto_ok="always")
    out = rumms("resume", path, "--text", "--lang", "de", answers="x ? 1 q").out
    for text in (
        "7 Karten werden zum Strafstapel gemischt.",
        "  Rot    [1] | 12    Lücke 2–11",
        "Welche Karte spielst du, und auf welche Seite?",
        "  2  Rot 5 nach rechts ([1] | 5, Lücke 2–4)",
        "»x« steht nicht zur Wahl.",
        "Anna legt Rot 5 links an. Lücke: 6–11.",
        "Cabanga! greedy 2 wirft Anna zu: Rot 7 8 9 10.",
        "Anna zieht: Gelb ",
    ):
        assert text in out


def test_a_card_is_played_by_its_number(rumms: Rumms, scenario: Scenario):
    path = scenario("me:Anna", "greedy", "greedy")
    rumms("resume", path, "--text", answers="4 q")
    assert moves(path)[1] == Play("blue_01", "right")


@pytest.mark.parametrize(
    ("typed", "thrown"),
    [
        ("1", "red_07"),
        ("1,3", "red_07 red_09"),
        ("4,2,1", "red_07 red_08 red_10"),
        ("4,3,2,1", "red_07 red_08 red_09 red_10"),
        ("0", ""),
    ],
)
def test_four_fitting_cards_are_chosen_by_their_numbers(rumms: Rumms, scenario: Scenario, typed: str, thrown: str):
    path = scenario("me:Anna", "me:Ben", "greedy")
    out = rumms("resume", path, "--text", answers=f"x 1 x {typed} q").out
    assert "Gap in red: 6–11. What do you throw?\n  1  Throw: red 7\n  2  Throw: red 8\n" in out
    assert "  4  Throw: red 10\nOne or more of 1 to 4 with commas between, 0 for nothing, ? rules" in out
    assert moves(path)[2] == Throw(tuple(thrown.split()))


def test_what_chooses_nothing_in_order_is_explained_and_asked_again(rumms: Rumms, scenario: Scenario):
    path = scenario(*PEOPLE)
    out = rumms("resume", path, "--text", answers="x 1 x 1,1 5 0,1 1,9 red q").out
    for answer in ("1,1", "5", "0,1", "1,9", "red"):
        assert f"'{answer}' is none of the choices." in out
    assert len(moves(path)) == 2


def test_the_next_player_may_type_a_play_or_a_throw(rumms: Rumms, scenario: Scenario):
    path = scenario(*PEOPLE, throw_window="until_next_play")
    out = rumms("resume", path, "--text", answers="x 1 x 14 x q").out
    assert "What do you throw, or do you play already?" in out
    assert "One or more of 1 to 14 with commas between" in out
    assert moves(path)[2] == Play("blue_02", "right")
    path = scenario(*PEOPLE, throw_window="until_next_play")
    out = rumms("resume", path, "--text", answers="x 1 x 1,14 1,2 q").out
    assert "'1,14' is none of the choices." in out
    assert moves(path)[2] == Throw(("red_07", "red_08"))


def test_a_question_mark_shows_the_rules(rumms: Rumms):
    assert "## " in rumms(*PLAY, answers="? q").out


# Secrets.


def test_people_are_told_neither_what_others_hold_nor_what_they_answered_nor_what_they_drew(
    rumms: Rumms, scenario: Scenario
):
    path = scenario(*PEOPLE)
    out = rumms("resume", path, "--text", answers="x 1 x 1,3 x 2 x 6 x 1 x q").out
    anna, ben, cleo, ben_again, *_ = turns(out)
    assert "red 7" not in anna
    assert "red 11" not in anna
    assert "blue 1" in anna
    assert "blue 1 " not in ben
    assert "red 11" not in ben
    assert "Ben has answered." in cleo
    assert "red 7" not in cleo
    assert "Throw: red 11" in cleo
    assert "Cabanga! Ben throws at Anna: red 7 9.\nCabanga! Cleo throws at Anna: red 11.\n" in ben_again
    assert "Anna draws 3 cards." in ben_again
    assert "Anna draws:" not in ben_again
    assert "Anna   0 minus points, 4 cards\n" in ben_again


def test_who_drew_is_told_what_and_the_others_how_many(rumms: Rumms, scenario: Scenario):
    """After Ben, without a gap, it is Cleo's turn, and then Anna's again."""
    path = scenario("me:Anna", "me:Ben", "greedy")
    out = rumms("resume", path, "--text", answers="x 1 x 1,3 6 x q").out
    drawn = [made.after.hands[0] for made in load(path, find_game).session.past][-1]
    assert sum(card.startswith("yellow") for card in drawn) == 3
    by_name = {turn.split("Cabanga! · ")[1].split(" ")[0]: turn for turn in turns(out)}
    assert "Anna draws: yellow " in by_name["Anna"]
    assert "Anna draws 3 cards." in by_name["Ben"]
    assert out.count("Anna draws:") == 1


def test_the_screen_is_empty_until_the_next_person_has_come(rumms: Rumms, scenario: Scenario):
    out = rumms("resume", scenario(*PEOPLE), "--text", answers="x 1 x q").out
    before, after = out.split("Ben, it is your turn.")
    assert "Cabanga! · Ben" not in before
    assert "red 7 8 9 10" not in before
    assert "red 7 8 9 10" in after


def test_replay_tells_everything(rumms: Rumms, scenario: Scenario):
    path = scenario(*PEOPLE)
    rumms("resume", path, "--text", answers="x 1 x 1,3 x 2 x q")
    out = rumms("replay", path, "--text").out
    assert "Ben has answered.\n" in out
    assert "Cabanga! Ben throws at Anna: red 7 9.\n" in out
    assert "Anna draws: yellow " in out
    assert "Anna draws 3 cards." not in out
    assert "Cleo   0 minus points, 1 card: blue 3 (worth 1)\n" in out
    assert "The record ends here; the game is not over." in out


# Taking back.


def test_a_pass_is_taken_back_when_nobody_has_moved_since(rumms: Rumms, scenario: Scenario):
    """Ben throws, Cleo passes, Ben passes: that ends the window, and it is Ben's turn."""
    path = scenario(*PEOPLE, throw_window="until_next_play")
    out = rumms("resume", path, "--text", answers="x 1 x 1 x 1 x 1 u 2 q").out
    assert "Taken back." in out
    assert '{"back":1}' in path.read_text()
    ben = [made.action for made in load(path, find_game).session.past if made.seat == 1]
    assert ben == [Throw(("red_07",)), Throw(("red_08",))]


def test_what_others_know_of_is_not_taken_back(rumms: Rumms, scenario: Scenario):
    path = scenario(*PEOPLE)
    out = rumms("resume", path, "--text", answers="u x 1 x u 1 x u 1 x u q").out
    assert "Taken back." not in out
    assert out.count("Nothing to take back") == 3
    assert "back" not in path.read_text()


# To the end.


def test_a_whole_game_is_played_to_its_end(rumms: Rumms, path: Path):
    ran = rumms(*PLAY, "--seats", "me:Anna,greedy,random", "--record", path, answers="1 " * 3000)
    assert ran.code == 0
    assert "Round 1 is over: Anna " in ran.out
    assert "The fewest minus points: " in ran.out
    assert " has won." in ran.out or "The winners are: " in ran.out
    assert ONLY_NOTHING not in ran.out
    assert rumms("verify", path).out.endswith("1 passed, 0 failed\n")


def test_with_auto_ok_never_one_is_asked_though_there_is_nothing_to_throw(rumms: Rumms, path: Path):
    words = ("--seats", "me:Anna,greedy,random", "--set", "auto_ok=never", "--set", "rounds=1", "--record", path)
    assert ONLY_NOTHING in rumms(*PLAY, *words, answers="1 " * 3000).out


def test_a_game_that_was_left_is_resumed_where_it_was(rumms: Rumms):
    rumms(*PLAY, "--seats", "me:Anna,greedy,greedy", answers="1 q")
    (kept,) = own("games").glob("cabanga-*.jsonl")
    before = moves(kept)
    out = rumms("resume", "--text", answers="q").out
    assert "Anna lays " in out
    assert moves(kept) == before
