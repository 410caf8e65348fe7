"""Statistics: counted once a game, for people alone, by name; forgiving of broken files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from rumms.ui import play as playing
from rumms.ui import statistics
from rumms.ui.figures import Figures
from rumms.ui.keeping import spoilt
from rumms.ui.play import Play
from rumms.ui.statistics import Player, Statistics
from rumms.ui.thinking import Inline
from tests.games.rumms.table import off
from tests.ui.screens.desk import Lies, flicked, record, start

DICE = ("red troll 20,8", "blue troll 45,24")
RED_WINS = flicked(2, Lies(2, 30.0, 8.0), off(1))
BLUE_WINS = flicked(2, off(0))


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


def test_at_first_there_is_nobody():
    assert statistics.load() == Statistics()
    assert not statistics.path().exists()


def test_a_game_counts_for_both_people():
    statistics.note(game())
    anna, ben = kept()["Anna"], kept()["Ben"]
    assert (anna.won, anna.lost, anna.games, anna.flicks, anna.knocked_off, anna.chain) == (1, 0, 1, 1, 1, 1)
    assert (ben.won, ben.lost, ben.games, ben.flicks, ben.knocked_off, ben.chain) == (0, 1, 1, 0, 0, 0)


def test_never_twice_for_one_record():
    play = game()
    for _ in range(3):
        statistics.note(play)
    assert play.session.writer
    statistics.note(play)
    assert (kept()["Anna"].games, kept()["Anna"].flicks) == (1, 1)
    statistics.note(game(*BLUE_WINS, name="two"))
    assert (kept()["Anna"].won, kept()["Anna"].lost) == (1, 1)


def test_a_game_that_goes_on_is_not_counted():
    statistics.note(game(*flicked(2, Lies(2, 30.0, 8.0))))
    assert not kept()


def test_bots_are_not_counted_nor_their_games():
    statistics.note(game(seats=("greedy", "random")))
    assert not statistics.path().exists()
    statistics.note(game(seats=("me:Anna", "greedy"), name="two"))
    assert set(kept()) == {"Anna"}


def test_the_best_shots_stay():
    player = Player(name="Anna", longest=40.0, chain=5).after(Figures(3, 1, longest=20.04, chain=6), has_won=True)
    assert (player.longest, player.chain, player.flicks) == (40.0, 6, 3)
    assert player.after(Figures(1, longest=55.55), has_won=False).longest == 55.55


def test_names_are_the_same_whatever_their_case_and_who_has_none_is_known_by_the_seat():
    statistics.note(game(seats=("me:Anna", "me")))
    statistics.note(game(seats=("me: anna ", "me"), name="two"))
    assert {name: player.games for name, player in kept().items()} == {"Anna": 2, "#2": 2}
    assert kept()["#2"].called == "Player 2"


def test_each_member_of_a_team_has_flicks_of_its_own():
    nothing = flicked(2, Lies(2, 21.0, 8.0)), flicked(3, Lies(3, 44.0, 24.0))
    moves = [*nothing[0], *nothing[1], *flicked(2, off(1))]
    statistics.note(game(*moves, seats=("me:Anna", "me:Ben", "me:Opa", "greedy")))
    assert {name: (one.won, one.lost, one.flicks, one.knocked_off) for name, one in kept().items()} == {
        "Anna": (1, 0, 1, 0),
        "Ben": (0, 1, 1, 0),
        "Opa": (1, 0, 1, 1),
    }


def test_every_game_of_a_tournament_counts_once():
    play = game(wins_needed=2)
    statistics.note(play)
    assert not play.is_over
    assert (kept()["Anna"].won, kept()["Ben"].lost) == (1, 1)
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
    players = [{"name": "Anna", "won": 2}, {"name": 7}, "Ben", {"name": "Eve", "won": -1}, {"name": "Opa", "x": 1}]
    statistics.path().parent.mkdir(parents=True, exist_ok=True)
    statistics.path().write_bytes(msgspec.json.encode({"players": players, "counted": ["a", 3], "more": {}}))
    assert {name: player.won for name, player in kept().items()} == {"Anna": 2, "Opa": 0}
    assert statistics.load().counted == ("a",)


def test_a_folder_that_cannot_be_written_to_is_no_reason_to_stop(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(statistics, "path", lambda: tmp_path / "file" / "statistics.json")
    statistics.note(game())
    assert not kept()
