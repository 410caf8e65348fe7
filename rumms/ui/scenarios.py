"""Scenarios: what there is to be solved, how hard it is, and how far each player has come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from rumms.catalogue import find, find_game
from rumms.games.rumms.goals import AnyGoal, goal_in
from rumms.games.rumms.state import Side, State
from rumms.kernel.record import Header, Source, rows_of
from rumms.kernel.refusal import Refusal, printable
from rumms.kernel.session import Loaded, load
from rumms.kernel.writer import locked
from rumms.language import word
from rumms.places import own, shipped
from rumms.seats import PERSON
from rumms.ui import keeping, trash
from rumms.ui.seating import LONGEST_NAME
from rumms.ui.settings import Settings

Sort: TypeAlias = Literal["puzzles", "tricks", "own"]
SORTS: Final[tuple[Sort, ...]] = ("puzzles", "tricks", "own")
ENDING: Final = ".jsonl"
SETTLED: Final = b'"do":"settled"'
"""What stands in the line of a flick."""
HARDEST: Final = 5
MOST_STARS: Final = 3
EASY_GOING: Final = 3
"""So many times the flicks of the recorded solution still earn two stars."""
MOST_FILES: Final = 2000


@dataclass(frozen=True)
class Scenario:
    """A scenario, as far as its first line and the number of its lines tell."""

    path: Path
    sort: Sort
    header: Header | None = None
    flicks: int = 0
    """Of the recorded solution, which may need none."""
    has_solution: bool = False
    problem: Refusal | None = None
    """Why it cannot be read; nothing else is known then."""

    @property
    def name(self) -> str:
        """The name of its file, without the ending, fit to be shown and kept."""
        return printable(self.path.stem)

    @property
    def id(self) -> str:
        """How it is called in files and on the command line."""
        return f"{self.sort}/{self.name}"

    @property
    def title(self) -> str:
        """What it is called, in the language of now."""
        return _told(self.header.title if self.header else None) or self.name

    @property
    def text(self) -> str:
        """What it is about."""
        return _told(self.header.text if self.header else None)

    @property
    def difficulty(self) -> int:
        """1 to 5; 0 if nobody has said."""
        return (self.header.difficulty if self.header else None) or 0

    @property
    def has_goal(self) -> bool:
        """Is there something to be solved?"""
        return self.header is not None and bool(bytes(self.header.goal))


def _told(texts: dict[str, str] | None) -> str:
    """A text in the language of now, else in any."""
    if not texts:
        return ""
    try:
        return str(word(texts))
    except KeyError:
        return next(iter(texts.values()))


def folder(sort: Sort) -> Path:
    """Where scenarios of a sort are kept."""
    return own("scenarios") if sort == "own" else shipped("scenarios", "rumms", sort)


def scenarios(*sorts: Sort) -> list[Scenario]:
    """All scenarios of these sorts, or of all, the easiest first; broken files at the end."""
    found = [one for sort in sorts or SORTS for one in _in_folder(sort)]
    places = {sort: place for place, sort in enumerate(SORTS)}
    return sorted(found, key=lambda one: (one.problem is not None, places[one.sort], one.difficulty or HARDEST, one.id))


def _in_folder(sort: Sort) -> Iterator[Scenario]:
    try:
        paths = sorted(path for path in folder(sort).iterdir() if path.suffix == ENDING)[:MOST_FILES]
    except OSError:
        return
    yield from (seen(path, sort) for path in paths)


def seen(path: Path, sort: Sort = "own") -> Scenario:
    """A scenario by the lines of its file, not played through."""
    try:
        rows = rows_of(path)
        header = Source(path).header_in(rows)
        find(header.game)
    except Refusal as problem:
        return Scenario(path, sort, problem=problem)
    return Scenario(path, sort, header, sum(SETTLED in row[:200] for _, row in rows[1:]), has_solution=bool(rows[1:]))


class Task:
    """A scenario to be played: where it begins, its goal, and the recorded solution."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.loaded: Loaded = load(scenario.path, find_game)
        self.goal: AnyGoal = goal_in(self.loaded.lines, self.start)

    @cached_property
    def start(self) -> State:
        """How the dice lie at first."""
        past = self.loaded.session.past
        state: State = past[0].before if past else self.loaded.session.state
        return state

    @property
    def hint(self) -> str:
        """What may help."""
        return _told(self.loaded.header.hint)

    @property
    def par(self) -> int:
        """Flicks that are enough."""
        return max(1, self.scenario.flicks)


# Progress.


def stars(flicks: int, par: int) -> int:
    """What it earns to have solved something with so many flicks, those of tries that failed among them."""
    if flicks <= par:
        return MOST_STARS
    return 2 if flicks <= EASY_GOING * par else 1


def progress(player: str) -> dict[str, int]:
    """The stars that a player has for each scenario; nothing where the file is broken."""
    return _stars(_kept().get(player))


def _stars(kept: object) -> dict[str, int]:
    found = kept if isinstance(kept, dict) else {}
    return {
        name: number
        for name, number in found.items()
        if isinstance(name, str) and isinstance(number, int) and 1 <= number <= MOST_STARS
    }


def remember(player: str, scenario: Scenario, earned: int) -> None:
    """A player has solved a scenario; only the best counts."""
    mine = progress(player)
    mine[scenario.id] = max(earned, mine.get(scenario.id, 0))
    keeping.write(_file(), {**_kept(), player: mine})


def _file() -> Path:
    return own("scenarios.json")


def _kept() -> dict[str, Any]:
    kept = keeping.read(_file())
    return kept if isinstance(kept, dict) else {}


def find_one(name: str) -> Path:
    """A file, or a scenario by its id or its name alone; Refusal if there is neither."""
    path = Path(name)
    if path.suffix == ENDING or path.exists():
        return path
    for one in scenarios():
        if name in {one.id, one.path.stem}:
            return one.path
    raise Refusal("There is no file and no scenario '{name}'; 'rumms scenarios' lists them.", name=name)


def as_json(found: list[Scenario], earned: dict[str, int]) -> bytes:
    """A list of scenarios for other programs."""
    rows = [
        {
            "id": one.id,
            "file": str(one.path).encode(errors="replace").decode(),
            "title": one.title,
            "text": one.text,
            "difficulty": one.difficulty,
            "flicks": one.flicks,
            "stars": earned.get(one.id, 0),
        }
        for one in found
        if not one.problem
    ]
    return msgspec.json.encode(rows)


def player(settings: Settings) -> str:
    """Whose stars are counted: whoever sat on the first seat last."""
    person, _ = settings.agreed.quick_seats()
    return person.partition(":")[2]


def players(settings: Settings) -> list[str]:
    """Everybody who has stars, and whoever solves now."""
    names = {name for name, kept in _kept().items() if len(name) <= LONGEST_NAME and _stars(kept)}
    return sorted({*names, player(settings)})


def with_player(settings: Settings, name: str) -> Settings:
    """The same settings with somebody else on the seat of the first person."""
    agreed = settings.agreed
    side = next((side for side in Side if agreed.team(side)[0].is_person), Side.RED)
    return replace(settings, agreed=agreed.changed(side, 0, player=PERSON, name=name))


def erase(scenario: Scenario) -> None:
    """Put one of the player's own scenarios into the trash; it does not matter if it is gone already.

    InUse: somebody is playing it.
    """
    with locked(scenario.path):
        trash.throw("scenarios", scenario.path)


def bring_back() -> Scenario | None:
    """The scenario that was erased last, which is there again; None if there is none."""
    erased = trash.last("scenarios")
    return seen(trash.bring_back(erased, folder("own"))) if erased else None
