"""A game in the window: step by step, never waiting, written down as in a terminal, whatever bots do."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rumms.catalogue import find, find_game
from rumms.kernel.game import NATURE, Seat
from rumms.kernel.refusal import BadBot, BadOption, IllegalMove, Refusal
from rumms.kernel.session import load
from rumms.language import use
from rumms.physics.model import Flick
from rumms.places import own
from rumms.ui.play import Play, begin, resume
from rumms.ui.thinking import Inline, Job, Mind, Thinker

Rumms = Callable[..., Any]
QUICK = ("powers=no",)
SEED = 5
MANY = 200
SOON = 3000
"""Looks, far more than a process needs to start."""

BOTS = """
import os, pathlib, time

class Bot:
    def __init__(self, game, budget=None):
        pass

class Raising(Bot):
    def choose(self, view, seat, legal, rng):
        raise RuntimeError("no idea")

class Cheating(Bot):
    def choose(self, view, seat, legal, rng):
        return "I win"

class Sleeping(Bot):
    def choose(self, view, seat, legal, rng):
        time.sleep(600)

class Dying(Bot):
    def choose(self, view, seat, legal, rng):
        os._exit(3)

class DyingOnce(Bot):
    def choose(self, view, seat, legal, rng):
        mark = pathlib.Path(__file__).with_name("died")
        if not mark.exists():
            mark.touch()
            os._exit(3)
        return legal.sample(rng)

class Fickle(Bot):
    def choose(self, view, seat, legal, rng):
        mark = pathlib.Path(__file__).with_name("raised")
        if not mark.exists():
            mark.touch()
            raise RuntimeError("not yet")
        return legal.sample(rng)
"""

CHILD = """
import sys, time
from pathlib import Path
from rumms.catalogue import find
from rumms.ui.play import begin
from rumms.ui.thinking import Thinker

play = begin(find("rumms"), ("greedy", "greedy"), ["powers=no"], Thinker(), seed=5, path=Path(sys.argv[1]))
while True:
    if play.update() and len(play.session.past) >= 6:
        time.sleep(600)
    time.sleep(0.001)
"""
"""A program that plays six moves and then does not go on, as if the seventh took very long."""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    file = tmp_path / "own.py"
    file.write_text(BOTS)
    return file


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


@pytest.fixture
def by_terminal(rumms: Rumms, tmp_path: Path) -> bytes:
    """What the terminal writes down of the game that these tests play."""
    path = tmp_path / "terminal.jsonl"
    words = ("--seats", "greedy,greedy", "--set", *QUICK, "--seed", str(SEED), "--record", path)
    assert rumms("play", "rumms", "--text", *words).code == 0
    return path.read_bytes()


def quick_start(mind: Mind, path: Path, *seats: str) -> Play:
    return begin(find("rumms"), seats, QUICK, mind, seed=SEED, path=path)


def cards(mind: Mind, path: Path, *seats: str) -> Play:
    return begin(find("kawumm"), seats, (), mind, trusted=True, seed=SEED, path=path)


def run(play: Play) -> list[Any]:
    """Go on until somebody has to decide, or nothing goes on; what happened."""
    made: list[Any] = []
    while not (play.is_over or play.trouble or play.is_paused or play.waits_for is not None):
        made += play.update()
        time.sleep(0.001)
    return made


def is_free(thinker: Thinker) -> bool:
    """Is something else done soon?"""
    job = thinker.ask(abs, -1)
    for _ in range(SOON):
        if job.is_done:
            return True
        time.sleep(0.01)
    return False


def due(play: Play) -> tuple[Seat | None, Seat | None]:
    """Who has to decide, and who thinks."""
    return play.waits_for, play.thinks


def some(play: Play) -> Any:
    """A decision that is allowed."""
    session = play.session
    seat = play.waits_for
    assert seat is not None
    return session.game.legal(session.state).sample(session.rng(seat))


def test_a_game_is_written_down_byte_for_byte_as_in_the_terminal(mind: Mind, path: Path, by_terminal: bytes):
    play = quick_start(mind, path, "greedy", "greedy")
    made = run(play)
    assert play.is_over
    assert made == play.session.past
    assert path.read_bytes() == by_terminal


def test_one_step_is_taken_at_a_time(path: Path):
    play = quick_start(Inline(), path, "greedy", "greedy")
    while not play.is_over:
        assert len(play.update()) <= 1
    play.close()


def test_where_there_is_no_choice_nobody_is_asked(path: Path):
    play = quick_start(Inline(), path, "me:Anna", "me:Ben")
    mustered = run(play)
    assert [(made.seat, made.forced) for made in mustered] == [(0, True), (1, True)]
    assert play.waits_for == 0
    play.close()


def test_people_decide_and_the_others_answer(mind: Mind, path: Path):
    play = quick_start(mind, path, "me:Anna", "greedy")
    assert play.people == {0}
    assert play.names == ("Anna", "Grabby")
    run(play)
    (placed,) = play.decide(some(play))
    assert (placed.seat, placed.forced) == (0, False)
    assert play.thinks == 1
    assert [made.seat for made in run(play)] == [1]
    assert due(play) == (0, None)
    play.decide(some(play))
    assert due(play) == (None, NATURE)
    assert [made.seat for made in run(play)][:2] == [NATURE, 1]
    play.close()


def test_what_is_not_allowed_changes_nothing(path: Path):
    play = quick_start(Inline(), path, "me", "me")
    run(play)
    before = path.read_bytes(), play.session.state
    with pytest.raises(IllegalMove):
        play.decide(Flick(0, 0.0, 100.0))
    assert (path.read_bytes(), play.session.state, play.waits_for) == (*before, 0)
    play.close()


def test_nobody_decides_for_another(path: Path, shared: Thinker):
    play = quick_start(shared, path, "greedy", "me")
    run(play)
    play.decide(some(play))
    with pytest.raises(IllegalMove, match="nobody's turn"):
        play.decide(Flick(0, 0.0, 100.0))
    play.close()


def test_a_bot_gets_to_see_what_its_seat_may_see(path: Path):
    asked: list[tuple[Any, ...]] = []

    class Listening(Inline):
        def ask(self, do: Callable[..., Any], /, *arguments: Any) -> Job[Any]:
            asked.append(arguments)
            return super().ask(do, *arguments)

    play = quick_start(Listening(), path, "me", "greedy")
    run(play)
    play.decide(some(play))
    session = play.session
    *_, view, seat, stream = asked[-1]
    assert view == session.game.view(session.state, 1) != session.state
    assert (seat, stream) == (1, f"{SEED}/2/{session.lines}")
    play.close()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Raising", "The bot '{file}:Raising' stopped with an error (RuntimeError: no idea)."),
        ("Cheating", "The bot '{file}:Cheating' chose 'I win', which is not allowed"),
        ("Missing", "'{file}' has no class 'Missing'."),
    ],
)
def test_a_bot_that_fails_is_told_and_can_be_asked_again(mind: Mind, path: Path, bots: Path, name: str, says: str):
    play = cards(mind, path, f"{bots}:{name}", "me")
    for _ in range(2):
        run(play)
        assert isinstance(play.trouble, BadBot)
        assert str(play.trouble).startswith(says.format(file=bots))
        assert (due(play), play.update()) == ((None, None), [])
        play.retry()
        assert due(play) == (None, 0)
    play.close()


@pytest.mark.parametrize(("seats", "is_kept"), [(("random", "me"), True), (("random", "random"), False)])
def test_moves_of_games_with_people_survive_a_power_cut(
    path: Path, monkeypatch: pytest.MonkeyPatch, seats: tuple[str, ...], is_kept: bool
):
    on_disk: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: on_disk.append(os.fstat(file).st_size))

    def played(play: Play) -> Play:
        before = path.stat().st_size
        for _ in range(4):
            play.update()
        if play.waits_for is not None:
            play.decide(some(play))
        assert path.stat().st_size > before
        assert (path.stat().st_size in on_disk) is is_kept
        play.close()
        return play

    assert not played(cards(Inline(), path, *seats)).is_over
    played(resume(path, Inline()))


def test_where_a_bot_broke_stands_in_a_file_that_the_trouble_names(mind: Mind, path: Path, bots: Path):
    play = cards(mind, path, f"{bots}:Raising", "me")
    run(play)
    log = own("log", "bots.log")
    assert str(play.trouble).endswith(f" Where it happened is written in '{log}'.")
    assert f'File "{bots}"' in log.read_text()
    play.close()


def test_a_bot_that_failed_once_plays_on_when_it_is_asked_again(path: Path, bots: Path):
    play = cards(Inline(), path, f"{bots}:Fickle", "me")
    run(play)
    assert play.trouble
    play.retry()
    run(play)
    assert play.waits_for == 1
    play.close()


def test_a_bot_that_thinks_is_not_waited_for_and_can_be_cancelled(thinker: Thinker, path: Path, bots: Path):
    play = cards(thinker, path, f"{bots}:Sleeping", "me")
    while play.thinks != 0:
        play.update()
        time.sleep(0.001)
    assert [play.update() for _ in range(MANY)] == [[]] * MANY
    play.cancel()
    for _ in range(2):
        assert (play.is_paused, due(play), play.update()) == (True, (None, None), [])
    assert is_free(thinker)
    play.go_on()
    assert (play.is_paused, due(play), play.update()) == (False, (None, 0), [])
    play.close()
    assert len(load(path, find_game).session.past) == 1


def test_after_a_cancelled_thought_the_game_goes_on_as_if_nothing_had_been(
    thinker: Thinker, path: Path, by_terminal: bytes
):
    play = quick_start(thinker, path, "greedy", "greedy")
    while play.thinks is None:
        play.update()
    play.cancel()
    play.cancel()
    play.go_on()
    run(play)
    assert path.read_bytes() == by_terminal


def test_a_bot_that_ends_its_process_every_time_is_trouble(thinker: Thinker, path: Path, bots: Path):
    play = cards(thinker, path, f"{bots}:Dying", "me")
    run(play)
    assert "ended unexpectedly" in str(play.trouble)
    play.close()


def test_a_bot_that_ends_its_process_once_is_asked_in_another(thinker: Thinker, path: Path, bots: Path):
    play = cards(thinker, path, f"{bots}:DyingOnce", "me")
    run(play)
    assert (play.trouble, play.waits_for) == (None, 1)
    play.close()


def test_what_showed_nothing_can_be_taken_back(path: Path):
    play = cards(Inline(), path, "me", "me")
    run(play)
    assert not play.can_take_back
    play.decide(some(play))
    run(play)
    before, past = play.session.state, len(play.session.past)
    (laid,) = play.decide(play.session.game.legal(play.session.state)[0])  # type: ignore[index]
    assert not laid.reveals
    assert play.can_take_back
    assert play.take_back()
    assert (play.session.state, len(play.session.past), play.waits_for) == (before, past, 0)
    assert path.read_text().endswith('{"back":1}\n')
    assert not play.take_back()
    play.close()


def test_a_flick_is_taken_back_until_the_dice_have_settled(path: Path):
    play = quick_start(Inline(), path, "me", "me")
    for _ in range(2):
        run(play)
        play.decide(some(play))
    run(play)
    before = play.session.state
    play.decide(some(play))
    assert play.thinks == NATURE
    assert play.take_back()
    assert (play.session.state, due(play)) == (before, (0, None))
    play.decide(some(play))
    assert play.update()
    assert not play.can_take_back
    assert not play.take_back()
    play.close()


def test_the_end_cannot_be_taken_back(path: Path):
    play = cards(Inline(), path, "me", "me")
    while not play.is_over:
        run(play)
        if play.waits_for is not None:
            play.decide(some(play))
    assert not play.take_back()
    assert load(path, find_game).winners is not None


def test_a_game_that_was_killed_is_resumed_as_if_nothing_had_been(
    shared: Thinker, path: Path, by_terminal: bytes, tmp_path: Path
):
    program = tmp_path / "program.py"
    program.write_text(f"if __name__ == '__main__':\n    exec({CHILD!r})\n")
    with subprocess.Popen([sys.executable, str(program), str(path)]) as child:
        while not path.exists() or path.read_bytes().count(b"\n") < 7:
            assert child.poll() is None
            time.sleep(0.01)
        child.kill()
    play = resume(path, shared)
    assert len(play.session.past) == 6
    assert not play.is_torn
    run(play)
    assert path.read_bytes() == by_terminal


def test_a_line_that_was_cut_off_is_played_again(path: Path, by_terminal: bytes):
    path.write_bytes(b"\n".join(by_terminal.split(b"\n")[:7])[:-20])
    play = resume(path, Inline())
    assert play.is_torn
    assert len(play.session.past) == 5
    run(play)
    assert path.read_bytes() == by_terminal


def test_a_game_that_lacks_only_its_closing_line_is_over(path: Path, by_terminal: bytes):
    path.write_bytes(b"".join(by_terminal.splitlines(keepends=True)[:-1]))
    play = resume(path, Inline())
    assert (play.is_over, due(play), play.update()) == (True, (None, None), [])
    assert path.read_bytes() == by_terminal


def test_a_record_is_not_trusted_to_name_a_file(path: Path, bots: Path):
    seats = (f"{bots}:Fickle", "me")
    cards(Inline(), path, *seats).close()
    with pytest.raises(BadBot, match="Fickle' is a bot in a Python file"):
        resume(path, Inline())
    with pytest.raises(Refusal, match="has 2 seats, not 3"):
        resume(path, Inline(), (*seats, "me"))
    play = resume(path, Inline(), seats)
    assert play.seats == seats
    play.close()


@pytest.mark.parametrize(
    ("seats", "settings", "refusal"),
    [
        (("me", "clever"), (), BadBot),
        (("me", "greedy:7"), (), BadBot),
        (("me", ""), (), BadBot),
        (("me", "me:\x1b[2J"), (), BadBot),
        (("me", "me:" + 300 * "x"), (), BadBot),
        (("me",), (), BadOption),
        (("me", "me"), ("powers=perhaps",), BadOption),
    ],
)
def test_what_cannot_be_played_leaves_no_file(
    path: Path, seats: tuple[str, ...], settings: tuple[str, ...], refusal: type[Refusal]
):
    with pytest.raises(refusal):
        begin(find("rumms"), seats, settings, Inline(), path=path)
    assert not path.exists()


def test_a_file_that_is_there_is_not_written_to(path: Path):
    path.write_text("mine")
    with pytest.raises(Refusal, match="already"):
        cards(Inline(), path, "me", "me")
    assert path.read_text() == "mine"


def test_a_game_is_kept_where_the_terminal_keeps_its_games(rumms: Rumms):
    begin(find("kawumm"), ("me:Anna", "greedy"), (), Inline()).close()
    (kept,) = own("games").glob("kawumm-*.jsonl")
    ran = rumms("resume", "--text", answers="q")
    assert ran.code == 0
    assert str(kept) in ran.out


def test_two_games_draw_different_seeds(tmp_path: Path):
    plays = [begin(find("kawumm"), ("me", "me"), (), Inline(), path=tmp_path / name) for name in "ab"]
    assert plays[0].session.seed != plays[1].session.seed
    for play in plays:
        play.close()


def test_names_are_told_in_the_language_of_now(path: Path):
    play = cards(Inline(), path, "me", "me:Ben")
    assert play.names == ("Player 1", "Ben")
    use("de")
    assert play.names == ("Spieler 1", "Ben")
    play.close()
