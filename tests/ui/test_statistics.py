"""Statistics: counted once a game, for people alone, by name; forgiving of broken files."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rumms.catalogue import GAMES, find
from rumms.kernel.refusal import Refusal
from rumms.ui import play as playing
from rumms.ui import statistics
from rumms.ui.keeping import spoilt
from rumms.ui.play import Play
from rumms.ui.statistics import Player, Statistics, Tally
from rumms.ui.tallies import tallied_cards
from rumms.ui.thinking import Inline
from tests.games.rumms.table import off
from tests.ui.screens.desk import Lies, flicked, record, start

DICE = ("red troll 20,8", "blue troll 45,24")
RED_WINS = flicked(2, Lies(2, 30.0, 8.0), off(1))
BLUE_WINS = flicked(2, off(0))
CARD_GAMES = [entry.id for entry in GAMES.values() if not entry.has_engine]


def game(*actions: Any, seats: tuple[str, ...] = ("me:Anna", "me:Ben"), name: str = "one", **options: Any) -> Play:
    """A game that has come to its end, with a record of its own."""
    path = record(start(*DICE)[0], seats=seats, **options)
    path = path.replace(path.with_name(f"rumms-{name}.jsonl"))
    play = playing.resume(path, Inline())
    for action in actions or RED_WINS:
        play.session.commit(action(play.session.state) if callable(action) else action, forced=False)
    play.close()
    return play


def kept() -> dict[str, Player]:
    return {player.name or f"#{player.seat}": player for player in statistics.load().players}


def dice(name: str) -> tuple[float, ...]:
    """Somebody's games of Rumms: won, lost, flicks, dice knocked off, the best chain."""
    tally = kept()[name].tally("rumms")
    figures = tally.figures
    return tally.won, tally.lost, figures["flicks"], figures["knocked_off"], figures["chain"]


def card_game(game: str, *seats: str) -> Play:
    """A card game that was played at random to its end, with a record of its own."""
    play = playing.begin(find(game), seats, (), Inline(), seed=3)
    rng = Random(3)
    while not play.is_over:
        play.session.commit(play.session.game.legal(play.session.state).sample(rng), forced=False)
    return play


def test_at_first_there_is_nobody():
    assert statistics.load() == Statistics()
    assert not statistics.path().exists()


def test_a_game_counts_for_both_people():
    statistics.note(game())
    assert dice("Anna") == (1, 0, 1, 1, 1)
    assert dice("Ben") == (0, 1, 0, 0, 0)
    assert [player.games for player in kept().values()] == [1, 1]


@pytest.mark.parametrize("game", CARD_GAMES)
def test_a_card_game_counts_for_everybody_but_bots(game: str):
    play = card_game(game, "me:Anna", "me", "random")
    for _ in range(2):
        statistics.note(play)
    winners = play.session.game.winners(play.session.state)
    assert set(kept()) == {"Anna", "#2"}
    for seat, player in enumerate(kept().values()):
        assert set(player.tallies) == {game}
        tally = player.tally(game)
        assert (tally.won, tally.lost) == ((1, 0) if seat in winners else (0, 1))
        assert tally.figures == tallied_cards(game, play.session.past, seat, play.session.state)


@pytest.mark.parametrize("game", CARD_GAMES)
def test_a_card_game_that_goes_on_is_not_counted(game: str):
    play = playing.begin(find(game), ("me:Anna", "random", "random"), (), Inline(), seed=3)
    statistics.note(play)
    play.close()
    assert not kept()


def test_all_five_games_of_a_person_stand_side_by_side():
    statistics.note(game())
    for one in CARD_GAMES:
        statistics.note(card_game(one, "me:Anna", "random", "random"))
    assert kept()["Anna"].games == 5
    assert set(kept()["Anna"].tallies) == set(GAMES)


def test_the_figures_of_an_older_version_become_those_of_rumms():
    old = {"name": "Anna", "won": 3, "lost": 2, "flicks": 40, "knocked_off": 9, "longest": 51.5, "chain": 4}
    statistics.path().parent.mkdir(parents=True, exist_ok=True)
    statistics.path().write_bytes(msgspec.json.encode({"players": [old], "counted": []}))
    statistics.note(game())
    assert dice("Anna") == (4, 2, 41, 10, 4)
    assert kept()["Anna"].tally("rumms").figures["longest"] == 51.5


def test_never_twice_for_one_record():
    play = game()
    for _ in range(3):
        statistics.note(play)
    assert play.session.writer
    statistics.note(play)
    assert dice("Anna")[:3] == (1, 0, 1)
    statistics.note(game(*BLUE_WINS, name="two"))
    assert dice("Anna")[:2] == (1, 1)


def test_a_game_that_goes_on_is_not_counted():
    statistics.note(game(*flicked(2, Lies(2, 30.0, 8.0))))
    assert not kept()


def test_bots_are_not_counted_nor_their_games():
    statistics.note(game(seats=("greedy", "random")))
    assert not statistics.path().exists()
    statistics.note(game(seats=("me:Anna", "greedy"), name="two"))
    assert set(kept()) == {"Anna"}


def test_the_best_shots_stay():
    player = Player(name="Anna").after("rumms", Tally(1, 0, {"longest": 40.0, "chain": 5.0, "flicks": 2.0}))
    player = player.after("rumms", Tally(0, 1, {"longest": 20.04, "chain": 6.0, "flicks": 1.0}))
    assert player.tally("rumms") == Tally(1, 1, {"longest": 40.0, "chain": 6.0, "flicks": 3.0})


def test_names_are_the_same_whatever_their_case_and_who_has_none_is_known_by_the_seat():
    statistics.note(game(seats=("me:Anna", "me")))
    statistics.note(game(seats=("me: anna ", "me"), name="two"))
    assert {name: player.games for name, player in kept().items()} == {"Anna": 2, "#2": 2}
    assert kept()["#2"].called == "Player 2"


def test_each_member_of_a_team_has_flicks_of_its_own():
    nothing = flicked(2, Lies(2, 21.0, 8.0)), flicked(3, Lies(3, 44.0, 24.0))
    moves = [*nothing[0], *nothing[1], *flicked(2, off(1))]
    statistics.note(game(*moves, seats=("me:Anna", "me:Ben", "me:Opa", "greedy")))
    assert {name: dice(name)[:4] for name in kept()} == {
        "Anna": (1, 0, 1, 0),
        "Ben": (0, 1, 1, 0),
        "Opa": (1, 0, 1, 1),
    }


def test_every_game_of_a_tournament_counts_once():
    play = game(wins_needed=2)
    statistics.note(play)
    assert not play.is_over
    assert (dice("Anna")[0], dice("Ben")[1]) == (1, 1)
    statistics.note(play)
    assert kept()["Anna"].games == 1


def test_one_person_is_erased_or_everybody_and_old_games_do_not_come_back():
    play = game(seats=("me:Anna", "me"))
    statistics.note(play)
    statistics.erase(kept()["Anna"])
    assert set(kept()) == {"#2"}
    statistics.note(play)
    assert set(kept()) == {"#2"}
    statistics.erase()
    statistics.note(play)
    assert not kept()


def test_what_was_erased_is_brought_back_and_added_to_what_came_since():
    statistics.note(game())
    before = kept()
    statistics.erase(before["Anna"])
    statistics.note(game(*BLUE_WINS, name="two"))
    assert dice("Anna")[:2] == (0, 1)
    assert statistics.bring_back() == before["Anna"]
    assert dice("Anna")[:2] == (1, 1)
    assert statistics.bring_back() is None
    everybody = kept()
    statistics.erase()
    assert not kept()
    statistics.bring_back()
    assert kept() == everybody


def test_where_nothing_can_be_written_nothing_is_erased(monkeypatch: pytest.MonkeyPatch):
    statistics.note(game())
    monkeypatch.setattr(statistics, "save", lambda _: None)
    with pytest.raises(Refusal, match="cannot be written"):
        statistics.erase()
    assert set(kept()) == {"Anna", "Ben"}
    assert statistics.bring_back() is None


@pytest.mark.parametrize("content", [b"", b"nothing", b"[]", b"\xff", b"[" * 5000])
def test_a_file_that_cannot_be_read_is_laid_aside_and_nothing_is_lost(content: bytes):
    statistics.path().parent.mkdir(parents=True, exist_ok=True)
    statistics.path().write_bytes(content)
    assert statistics.load() == Statistics()
    assert statistics.is_spoilt()
    statistics.note(game())
    assert set(kept()) == {"Anna", "Ben"}
    assert spoilt(statistics.path()).read_bytes() == content
    assert not statistics.is_spoilt()


def test_entries_that_make_no_sense_are_left_out():
    players = [
        {"name": "Anna", "won": 2},
        {"name": 7},
        "Ben",
        {"name": "Eve", "won": -1},
        {"name": "Opa", "x": 1, "tallies": {"chess": {"won": 1}}},
        {"name": "Uwe", "tallies": {"cabanga": {"lost": "many"}}},
    ]
    statistics.path().parent.mkdir(parents=True, exist_ok=True)
    statistics.path().write_bytes(msgspec.json.encode({"players": players, "counted": ["a", 3], "more": {}}))
    assert {name: player.tally("rumms").won for name, player in kept().items()} == {"Anna": 2, "Opa": 0}
    assert statistics.load().counted == ("a",)


def test_a_folder_that_cannot_be_written_to_is_no_reason_to_stop(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(statistics, "path", lambda: tmp_path / "file" / "statistics.json")
    statistics.note(game())
    assert not kept()
