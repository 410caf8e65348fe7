"""Files from strangers: wherever a record is opened, a bot in a Python file that it names is never run."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import msgspec
import pygame
import pytest
from msgspec.structs import replace

from rumms.catalogue import find, find_game
from rumms.games.rumms.goals import Verdict
from rumms.games.rumms.state import Side
from rumms.kernel.bots import RandomBot, ask
from rumms.kernel.refusal import BadBot
from rumms.kernel.session import begin, load
from rumms.lab import solutions, tally
from rumms.physics import engine
from rumms.places import own
from rumms.ui import lessons, play
from rumms.ui.kit.screen import Notice
from rumms.ui.lessons import Lesson
from rumms.ui.practising import Start
from rumms.ui.screens.card_end import CardEnd
from rumms.ui.screens.card_replay import CardReplay
from rumms.ui.screens.card_table import CardTable
from rumms.ui.screens.editor import Editor
from rumms.ui.screens.end import End
from rumms.ui.screens.lesson import LessonTable
from rumms.ui.screens.practice import Practice
from rumms.ui.screens.puzzle import PuzzleTable
from rumms.ui.screens.replay import Replay
from rumms.ui.screens.replays import Replays
from rumms.ui.screens.scenarios import Scenarios
from rumms.ui.screens.table import Table
from tests.conftest import Rumms
from tests.games.rumms.table import off

from .desk import Desk, Lies, flicked, record, start

PACKAGE = Path(__file__).parents[3] / "rumms"
OPENERS = {
    "rumms.kernel.session": {"load", "seal"},
    "rumms.kernel.record": {"Lines", "Source", "rows_of"},
}
"""Functions and classes that open a record, by their modules."""
TOOLS = {"lab/crashes.py", "lab/opening.py"}
"""Files of tools that open what they have made, by the same ways as the program."""
EVIL = """
import pathlib
pathlib.Path(__file__).with_name("ran").touch()

class Bot:
    def __init__(self, game, budget=None):
        pass

    def choose(self, view, seat, legal, rng):
        return legal.sample(rng)
"""
REFUSED = "could do anything on this computer"
DICE = ("red troll 30,8", "blue troll 40,8")
GOAL = {"goal": "within", "turns": 3, "of": {"goal": "lies", "where": "out", "side": "blue", "kind": "king"}}


class Stranger(NamedTuple):
    """A person who opens what somebody else has written, and the Python file that is named in it."""

    desk: Desk
    rumms: Rumms
    folder: Path

    @property
    def bot(self) -> str:
        """The bot, as a record names it."""
        return f"{self.folder / 'evil.py'}:Bot"

    @property
    def seats(self) -> tuple[str, str]:
        """The seats of every record here."""
        return "me", self.bot

    @property
    def names(self) -> tuple[str, str]:
        """The names of the players where the record is watched."""
        return "Player 1", self.bot

    @property
    def has_run(self) -> bool:
        """Was the Python file run?"""
        return (self.folder / "ran").exists()

    def cards(self) -> Path:
        """A game of cards, left where the bot is to move."""
        path = own("games", "kawumm-made.jsonl")
        game = find("kawumm").game
        session = begin(game, self.seats, game.options(), 1, path)
        session.go_on()
        while session.actor != 1:
            session.play(ask(RandomBot(game), "random", session))
        session.close()
        return path

    def dice(self) -> Path:
        """A game of dice with one flick, left where the bot is to move."""
        return record(start(*DICE)[0], flicked(2, Lies(2, 30.0, 12.0)), self.seats)

    def puzzle(self, path: Path | None = None, seats: tuple[str, ...] | None = None) -> Path:
        """A scenario in which the bot is to move first."""
        position, _ = start(*DICE)
        made = record(replace(position, to_move=Side.BLUE), (), seats or self.seats)
        header = {**msgspec.json.decode(made.read_bytes()), "title": {"en": "Evil", "de": "Evil"}, "goal": GOAL}
        path = path or own("scenarios", "evil.jsonl")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.encode(header) + b"\n")
        made.unlink()
        return path

    def scenarios(self, button: str) -> None:
        """Choose the scenario in the list, and press a button below it."""
        self.desk.app.open(Scenarios())
        self.desk.choose("sort", "own")
        self.desk.click(button)
        self.desk.wait(2.0)

    def is_refused(self) -> bool:
        """Was it said why the bot does not play?"""
        return REFUSED in self.desk.on(Notice).message


@pytest.fixture
def stranger(desk: Desk, rumms: Rumms, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stranger:
    monkeypatch.setattr("rumms.lab.trials.simulate", lambda layout, stroke, **_: engine.simulate(layout, stroke))
    (tmp_path / "evil.py").write_text(EVIL)
    return Stranger(desk, rumms, tmp_path)


class Walk(NamedTuple):
    """A way to open a record, and the places in the source that it leads through."""

    do: Callable[[Stranger], None]
    places: tuple[str, ...]


WALKS: list[Walk] = []


def through(*places: str) -> Callable[[Callable[[Stranger], None]], Callable[[Stranger], None]]:
    """List a walk."""

    def listed(do: Callable[[Stranger], None]) -> Callable[[Stranger], None]:
        WALKS.append(Walk(do, places))
        return do

    return listed


# The command line.


@through("cli.py:_load", "seats.py:players_of")
def go_on_in_the_terminal(one: Stranger) -> None:
    ran = one.rumms("resume", one.cards(), "--text")
    assert (ran.code, REFUSED in ran.err) == (1, True)


@through("cli.py:_load", "text/replay.py:replay")
def tell_in_the_terminal(one: Stranger) -> None:
    ran = one.rumms("replay", one.cards(), "--text")
    assert (ran.code, "evil.Bot" in ran.out) == (0, True)


@through("cli.py:_seal")
def seal(one: Stranger) -> None:
    assert one.rumms("seal", one.cards()).code == 0


@through("commands/verify.py:run")
def verify(one: Stranger) -> None:
    assert "1 move, all by the rules" not in one.rumms("verify", "--physics", one.dice()).out
    assert one.rumms("verify", one.cards()).code == 0


@through("commands/film.py:run", "ui/studio.py:studio_for", "ui/card_tape.py:CardTape.__init__")
def film_cards(one: Stranger) -> None:
    ran = one.rumms("film", one.cards(), "--out", one.folder / "sheet.png", "--size", "640x360")
    assert (ran.code, (one.folder / "sheet.png").exists()) == (0, True)


@through("commands/film.py:run", "ui/studio.py:studio_for", "ui/tape.py:Tape.__init__")
def film_dice(one: Stranger) -> None:
    assert one.rumms("film", one.dice(), "--out", one.folder / "sheet.png", "--size", "640x360").code == 0


@through("commands/simulate.py:run")
def simulate(one: Stranger) -> None:
    assert one.rumms("simulate", one.puzzle(), "--flick", "die=3,direction=0,speed=20").code == 0


@through("ui/scenarios.py:seen")
def list_in_the_terminal(one: Stranger) -> None:
    one.puzzle()
    assert "Evil" in one.rumms("scenarios", "--sort", "own").out


@through("lab/tally.py:main", "lab/tally.py:tally")
def count(one: Stranger) -> None:
    assert tally.main([str(one.cards()), str(one.dice())]) == 0


@through("lab/solutions.py:puzzle")
def solve(one: Stranger) -> None:
    solutions.attempt(solutions.puzzle(one.puzzle()), solver="random")


# Games that were left, and replays.


@through("ui/play.py:resume", "seats.py:players_of", "ui/shelf.py:_seen")
def go_on_with_cards(one: Stranger) -> None:
    one.cards()
    one.desk.app.open(Replays())
    one.desk.click("go on")
    one.desk.wait(1.0)
    assert one.is_refused()


@through("ui/play.py:resume", "seats.py:players_of", "ui/shelf.py:_seen", "ui/shelf.py:_teams")
def go_on_with_dice(one: Stranger) -> None:
    one.dice()
    one.desk.app.home()
    one.desk.click("continue")
    one.desk.wait(1.0)
    assert one.is_refused()


@through("ui/screens/replays.py:watched_from", "ui/card_tape.py:CardTape.__init__", "ui/card_tape.py:first_eyes")
def watch_cards(one: Stranger) -> None:
    one.cards()
    one.desk.app.open(Replays())
    one.desk.click("watch")
    one.desk.wait(1.5)
    assert one.desk.on(CardReplay).tape.names == one.names


@through("ui/screens/replays.py:watched_from", "ui/tape.py:Tape.__init__")
def watch_dice(one: Stranger) -> None:
    one.dice()
    one.desk.app.open(Replays())
    one.desk.click("watch")
    one.desk.wait(1.5)
    assert one.desk.on(Replay).tape.names == one.names


@through("ui/screens/card_end.py:CardEnd._watch")
def watch_cards_that_were_just_played(one: Stranger) -> None:
    path = one.cards()
    game = load(path, find_game).resume()
    one.desk.app.open(table := CardTable(play.Play(find("kawumm"), game, ("random", "random"), one.desk.app.mind)))
    while not isinstance(one.desk.screen, CardEnd):
        table.show.skip()
        one.desk.frame(seconds=1.0)
    one.desk.see_the_question()
    one.desk.click("replay")
    one.desk.wait(1.5)
    assert one.desk.on(CardReplay).tape.names == one.names


@through("ui/screens/end.py:End._watch")
def watch_dice_that_were_just_played(one: Stranger) -> None:
    game = load(record(start(*DICE)[0], (), one.seats), find_game).resume()
    one.desk.app.open(table := Table(play.Play(find("rumms"), game, ("me", "me"), one.desk.app.mind)))
    for action in flicked(2, Lies(2, 30.0, 12.0), off(1)):
        table._show(game.commit(action(game.state) if callable(action) else action, forced=False))  # noqa: SLF001
    one.desk.until(lambda: isinstance(one.desk.screen, End))
    one.desk.see_the_question()
    one.desk.click("replay")
    one.desk.wait(1.5)
    assert one.desk.on(Replay).tape.names == one.names


@through("ui/practising.py:Start._left")
def practise_with_the_game_that_was_left(one: Stranger) -> None:
    one.dice()
    one.desk.app.open(Practice.laid(Start("left"), one.desk.app))
    one.desk.wait(1.0)
    assert one.desk.on(Practice).play.seats == ("me", "me")


# Scenarios and lessons.


@through("ui/scenarios.py:Task.__init__", "seats.py:players_of")
def play_a_puzzle(one: Stranger) -> None:
    one.puzzle()
    one.scenarios("play")
    assert one.is_refused()


@through("ui/scenarios.py:Task.__init__", "ui/scenarios.py:seen")
def play_a_puzzle_that_was_dropped(one: Stranger) -> None:
    shared = one.puzzle(one.folder / "shared.jsonl")
    one.desk.app.open(Scenarios())
    one.desk.frame(pygame.event.Event(pygame.DROPFILE, file=str(shared)))
    one.desk.click("play")
    one.desk.wait(1.0)
    assert one.is_refused()


@through("ui/screens/scenarios.py:Scenarios.watch")
def watch_the_solution_in_the_list(one: Stranger) -> None:
    one.puzzle()
    one.desk.app.open(Scenarios())
    one.desk.choose("sort", "own")
    one.desk.on(Scenarios).watch()
    one.desk.wait(1.0)
    assert one.desk.on(Replay).tape.names == one.names


@through("ui/screens/puzzle.py:PuzzleTable.watch")
def watch_the_solution_of_a_puzzle(one: Stranger) -> None:
    one.puzzle(seats=("me", "greedy"))
    one.scenarios("play")
    table = one.desk.on(PuzzleTable)
    one.puzzle()
    table.watch()
    one.desk.wait(1.0)
    assert one.desk.on(Replay).tape.names == one.names


@through("ui/scenarios.py:Task.__init__", "ui/drafts.py:save")
def edit_a_scenario_and_try_it(one: Stranger) -> None:
    path = one.puzzle()
    one.scenarios("edit")
    editor = one.desk.on(Editor)
    editor.edit()
    one.desk.wait(0.4)
    one.desk.flick(3, 0.0, 0.4)
    one.desk.wait(1.5)
    assert editor.play.session.past
    editor.save()
    one.desk.wait(0.4)
    assert load(path, find_game).header.seats == ("me", "greedy")
    one.desk.click("offer 0")
    one.desk.wait(0.4)
    assert one.desk.on(PuzzleTable).verdict is Verdict.OPEN


@through("ui/lessons.py:Step.__init__", "seats.py:players_of")
def take_a_lesson(one: Stranger) -> None:
    one.puzzle(one.folder / "scenarios" / "rumms" / "lessons" / "evil.jsonl")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(lessons, "shipped", one.folder.joinpath)
        with pytest.raises(BadBot, match=REFUSED):
            LessonTable.of(Lesson("evil", "dice", {}, {}, ("evil.jsonl",)), one.desk.app)


# All of them.


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.do.__name__)
def test_a_file_runs_no_python_wherever_it_is_opened(stranger: Stranger, walk: Walk):
    visited: set[str] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(str(PACKAGE)):
            visited.add(f"{Path(frame.f_code.co_filename).relative_to(PACKAGE).as_posix()}:{frame.f_code.co_qualname}")

    sys.setprofile(note)
    try:
        walk.do(stranger)
    finally:
        sys.setprofile(None)
        assert not stranger.has_run, "whatever else has failed"
    assert set(walk.places) <= visited


def test_the_same_file_runs_where_the_person_at_the_keyboard_names_it(stranger: Stranger):
    ran = stranger.rumms("resume", stranger.cards(), "--text", "--seats", f"random,{stranger.bot}")
    assert (ran.code, stranger.has_run) == (0, True)


def test_every_place_that_opens_a_record_or_reads_its_seats_is_walked():
    opening = {place for path in PACKAGE.rglob("*.py") for place in places_in(path)}
    assert opening == {place for walk in WALKS for place in walk.places}


def places_in(path: Path) -> Iterator[str]:
    """Functions of a file that open a record, or ask a header for its seats; the kernel itself is not looked at."""
    tree, file = ast.parse(path.read_text(encoding="utf-8")), path.relative_to(PACKAGE).as_posix()
    if file in {"kernel/session.py", "kernel/record.py"} | TOOLS:
        return
    names = openers_in(tree)
    for function, node in within(tree):
        match node:
            case ast.Call(func=ast.Name() | ast.Attribute() as called) if ast.unparse(called) in names:
                yield f"{file}:{function}"
            case ast.Attribute(value=ast.Name(id="header") | ast.Attribute(attr="header"), attr="seats"):
                yield f"{file}:{function}"


def openers_in(tree: ast.AST) -> set[str]:
    """The names that a file gives to the openers when it imports them."""
    names = set()
    for node in ast.walk(tree):
        for alias in node.names if isinstance(node, ast.ImportFrom) else ():
            called = alias.asname or alias.name
            if alias.name in OPENERS.get(node.module or "", ()):  # type: ignore[attr-defined]
                names.add(called)
            names |= {f"{called}.{name}" for name in OPENERS.get(f"{node.module}.{alias.name}", ())}  # type: ignore[attr-defined]
    return names


def within(node: ast.AST, function: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Everything in a tree, with the function that it stands in."""
    for child in ast.iter_child_nodes(node):
        where = function
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            where = f"{function}.{child.name}".removeprefix(".")
        yield where, child
        yield from within(child, where)
