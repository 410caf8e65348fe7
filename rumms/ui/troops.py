"""Troops to choose from: the named ones of the game, and those that people keep in their own folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, cast

import msgspec
from msgspec import Meta, Struct

from rumms.games.rumms.actions import KindName
from rumms.games.rumms.kind import Kind
from rumms.games.rumms.presets import PRESETS, Preset, Spot, presets_for
from rumms.games.rumms.state import Die
from rumms.kernel.game import Game
from rumms.kernel.record import read
from rumms.kernel.refusal import Refusal, printable
from rumms.language import CODES, say
from rumms.places import own
from rumms.ui import keeping, trash

if TYPE_CHECKING:
    from rumms.games.rumms.game import Rumms

FOLDER: Final = "troops"
ENDING: Final = ".json"
OWN: Final = "own:"
"""How the name of somebody's own troop begins; its file's name follows."""
LONGEST: Final = 24
"""Letters of a troop's name."""
MOST: Final = 1 << 16
"""Bytes of a file that is read at all."""
FURTHEST: Final = 1000.0
"""Centimetres: no spot is further away."""

Length = Annotated[float, Meta(ge=-FURTHEST, le=FURTHEST)]


class Place(NamedTuple):
    """A spot of a troop in a file."""

    kind: KindName
    x: Length
    y: Length
    yaw: Length = 0.0


class File(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A troop as it is kept: its dice as a preset has them, and those that stand nowhere yet or wait beside the mat."""

    called: Annotated[str, Meta(min_length=1, max_length=LONGEST)]
    spots: Annotated[tuple[Place, ...], Meta(max_length=100)] = ()
    others: Annotated[tuple[KindName, ...], Meta(max_length=100)] = ()


class Kept(NamedTuple):
    """What lies in the folder: the troops, by name, and the files that cannot be read."""

    troops: tuple[Preset, ...]
    broken: tuple[str, ...]


def is_own(troop: Preset) -> bool:
    """Is it somebody's own?"""
    return troop.name.startswith(OWN)


def kept() -> Kept:
    """Everybody's own troops, in the order of their names."""
    found, broken = [], []
    try:
        files = sorted(file for file in own(FOLDER).iterdir() if file.suffix == ENDING)
    except OSError:
        return Kept((), ())
    for file in files:
        try:
            found.append(_read(file))
        except ValueError:
            broken.append(printable(file.name))
    return Kept(tuple(sorted(found, key=lambda troop: (troop.called["en"].casefold(), troop.name))), tuple(broken))


def _read(path: Path) -> Preset:
    file = msgspec.json.decode(read(path, MOST), type=File)
    if not file.called.isprintable() or not file.called.strip():
        raise ValueError(path)
    return Preset(
        name=OWN + path.name,
        called=dict.fromkeys(CODES, file.called),
        about=dict.fromkeys(CODES, ""),
        spots=tuple(Spot(*place) for place in file.spots),
        aside=file.others,
    )


def find(name: str) -> Preset | None:
    """The troop of that name, if there is one."""
    if not name.startswith(OWN):
        return next((preset for preset in PRESETS if preset.name == name), None)
    return next((troop for troop in kept().troops if troop.name == name), None)


def keep(called: str, spots: Iterable[Spot], others: Iterable[str]) -> Preset:
    """Keep a troop in a file of its own; Refusal if that cannot be done."""
    return _write(_free(), File(called.strip(), tuple(Place(*spot) for spot in spots), tuple(others)))


def rename(troop: Preset, called: str) -> Preset:
    """Call somebody's own troop by another name."""
    file = File(called.strip(), tuple(Place(*spot) for spot in troop.spots), troop.aside)
    return _write(_path(troop), file)


def erase(troop: Preset) -> None:
    """Put somebody's own troop into the trash; it does not matter if it is gone already."""
    trash.throw("troops", _path(troop))


def bring_back() -> str:
    """The name of the troop that was erased last, which is there again; "" if there is none."""
    erased = trash.last("troops")
    return OWN + trash.bring_back(erased, own(FOLDER)).name if erased else ""


def _write(path: Path, file: File) -> Preset:
    try:
        keeping.put(path, msgspec.json.format(msgspec.json.encode(file)) + b"\n")
    except OSError as error:
        raise Refusal("'{file}' cannot be written ({error}).", file=str(path), error=error.strerror) from None
    return _read(path)


def _path(troop: Preset) -> Path:
    return own(FOLDER, troop.name.removeprefix(OWN))


def _free() -> Path:
    names = (own(FOLDER, f"troop-{number}{ENDING}") for number in count(1))
    return next(name for name in names if not name.exists())


# Which may be chosen.


def box_of(game: Game[Any, Any]) -> Mapping[str, Kind]:
    """The kinds of dice in a side's box, by name."""
    return cast("Rumms", game).kinds


def worth(troop: Iterable[str], kinds: Mapping[str, Kind]) -> int:
    """The points that a troop costs; kinds that are not in the box cost nothing."""
    return sum(kinds[name].value for name in troop if name in kinds)


def spare(troop: Iterable[str], kinds: Mapping[str, Kind], points: int) -> int:
    """The points that a troop leaves, if they would still buy a die from the box; else 0."""
    numbers = Counter(troop)
    left = points - worth(numbers.elements(), kinds)
    costs = [kind.value for name, kind in kinds.items() if numbers[name] < kind.in_box]
    return left if any(cost <= left for cost in costs) else 0


def doubt(troop: Iterable[str], kinds: Mapping[str, Kind], points: int) -> str:
    """Why a troop was hardly meant: the king alone, or less than half of what could be paid for."""
    names = tuple(troop)
    paid = worth(names, kinds)
    if not spare(names, kinds, points) or 2 * paid >= points:
        return ""
    if len(names) == 1:
        return say("Your troop is only the king. You have {points} points for more dice.", points=points)
    return say("Your troop is worth only {worth} of {points} points.", worth=paid, points=points)


def is_payable(troop: Preset, kinds: Mapping[str, Kind], points: int) -> bool:
    """Can it be taken from the box for so many points?"""
    numbers = Counter(troop.troop)
    is_there = all(name in kinds and number <= kinds[name].in_box for name, number in numbers.items())
    return is_there and worth(troop.troop, kinds) <= points and any(kinds[name].is_king for name in numbers)


def offered(kinds: Mapping[str, Kind], points: int, *, powers: bool) -> tuple[Preset, ...]:
    """The named troops that may be chosen: people's own ones first, then those that are worth most."""
    if not powers:
        quick = presets_for(points, powers=False)
        numbers = Counter(quick[0].troop)
        mine = (troop for troop in kept().troops if Counter(troop.troop) == numbers)
        return (*mine, *quick)
    mine = (troop for troop in kept().troops if is_payable(troop, kinds, points))
    payable = (preset for preset in PRESETS if is_payable(preset, kinds, points))
    return (*mine, *sorted(payable, key=lambda preset: -worth(preset.troop, kinds)))


def standing(dice: Iterable[Die]) -> tuple[Preset, ...]:
    """All troops with a formation: those that fit these dice best first, people's own before the others."""
    there = Counter(die.kind.name for die in dice)

    def lacking(troop: Preset) -> int:
        spots = Counter(spot.kind for spot in troop.spots)
        return (there - spots).total() + (spots - there).total()

    mine = [troop for troop in kept().troops if troop.spots]
    return tuple(sorted((*mine, *PRESETS), key=lambda troop: (lacking(troop), not is_own(troop))))
