"""A scenario in the making: what the editor knows of it, and how it becomes a file that the rules can hold."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from rumms.catalogue import find_game
from rumms.games.rumms import practice
from rumms.games.rumms.goals import All, AnyGoal, Happens, Keeps, Lies, Verdict, Within, goal_in, judge
from rumms.games.rumms.state import Side, State
from rumms.kernel.record import FORMAT, Digest, Header, encode_closing, encode_move, read, this_version
from rumms.kernel.refusal import Refusal
from rumms.kernel.session import Transition, load
from rumms.kernel.writer import locked, replacing
from rumms.language import CODES, code
from rumms.ui import keeping
from rumms.ui.scenarios import ENDING, Scenario, Task, folder, seen

Wish: TypeAlias = Literal["won", "defeated", "castle", "home", "thawed", "vanished", "hid"]
WISHES: Final[tuple[Wish, ...]] = ("won", "defeated", "castle", "home", "thawed", "vanished", "hid")
"""What can be asked for by picking; a file can ask for more."""
SEATS: Final = ("me", "greedy")
LONGEST_NAME: Final = 40


class Draft(Struct, frozen=True, kw_only=True):
    """What is said about a scenario, apart from how its dice lie."""

    title: str = ""
    text: str = ""
    difficulty: int = 2
    wish: Wish = "won"
    kind: str = ""
    """The kind of die that the wish is about; empty for any."""
    times: int = 1
    keeps: bool = False
    """Nothing of one's own may be lost."""
    flicks: int = 1
    path: Path | None = None
    """The file that it came from, if it is one's own."""
    others: tuple[tuple[str, str, str], ...] = ()
    """Title and text in the other languages: code, title, text."""

    def goal(self, side: Side) -> AnyGoal:
        """What was picked, as a goal for the side that moves first."""
        wish: AnyGoal
        match self.wish:
            case "won":
                wish = Happens(event="won", side=side)
            case "defeated":
                wish = Happens(event="defeated", side=side.foe, kind=self.kind, times=self.times)
            case "castle":
                wish = Lies(where="enemy castle", side=side, kind=self.kind)
            case "home":
                wish = Lies(where="own castle", side=side, kind=self.kind)
            case "thawed":
                wish = Happens(event="thawed", times=self.times)
            case "vanished":
                wish = Happens(event="vanished", side=side.foe, kind=self.kind)
            case "hid":
                wish = Happens(event="hid", side=side)
        return Within(of=All(of=(wish, Keeps(side=side))) if self.keeps else wish, flicks=self.flicks)


def draft_of(scenario: Scenario, goal: AnyGoal) -> Draft:
    """A scenario to be changed; what cannot be picked is asked for anew."""
    header = scenario.header
    draft = Draft(
        title=scenario.title,
        text=scenario.text,
        difficulty=scenario.difficulty or 2,
        path=scenario.path if scenario.sort == "own" else None,
        others=_others(header),
    )
    flicks, keeps = 1, False
    if isinstance(goal, Within):
        flicks, goal = goal.flicks or 1, goal.of
    if isinstance(goal, All):
        keeps = any(isinstance(one, Keeps) for one in goal.of)
        goal = next((one for one in goal.of if not isinstance(one, Keeps)), goal.of[0])
    draft = replace(draft, flicks=min(flicks, 5), keeps=keeps)
    match goal:
        case Happens(event="won" | "thawed" | "vanished" | "hid" | "defeated"):
            return replace(draft, wish=goal.event, kind=goal.kind, times=min(goal.times, 3))
        case Lies(where="enemy castle"):
            return replace(draft, wish="castle", kind=goal.kind)
        case Lies(where="own castle"):
            return replace(draft, wish="home", kind=goal.kind)
    return draft


def _others(header: Header | None) -> tuple[tuple[str, str, str], ...]:
    title, text = (header.title or {}, header.text or {}) if header else ({}, {})
    return tuple((one, title.get(one, ""), text.get(one, "")) for one in CODES if one != code() and one in title)


def header_of(draft: Draft, start: State) -> Header:
    """The first line of its file."""
    game = find_game("rumms")
    options = replace(start.options, hands=(), finger=False, teams=())
    own = (code(), draft.title.strip(), draft.text.strip())
    texts = (own, *draft.others) if draft.others else tuple((one, *own[1:]) for one in CODES)
    return Header(
        format=FORMAT,
        version=this_version(),
        game="rumms",
        options=Raw(msgspec.json.encode(options)),
        seats=SEATS,
        seed=1,
        start=Raw(msgspec.json.encode(practice.position_of(start))),
        physics=game.physics,
        title={one: title for one, title, _ in texts},
        text={one: text for one, _, text in texts if text} or None,
        goal=Raw(msgspec.json.encode(draft.goal(start.turn.side))),
        difficulty=draft.difficulty,
    )


def is_solved(draft: Draft, past: Sequence[Transition[Any, Any]]) -> bool:
    """Do these moves reach what is asked for?"""
    return bool(past) and judge(draft.goal(past[0].before.turn.side), past[0].before, past) is Verdict.REACHED


def save(draft: Draft, start: State, past: Sequence[Transition[Any, Any]] = ()) -> Scenario:
    """Write the file, with these moves as the solution; a Refusal with the reason, and no file, if it cannot be.

    InUse: somebody is playing what it would replace.
    """
    if not draft.title.strip():
        raise Refusal("A scenario needs a title.")
    moves = past if is_solved(draft, past) else ()
    lines = [msgspec.json.encode(header_of(draft, start)), *(encode_move(one.seat, one.action) for one in moves)]
    game = find_game("rumms")
    if moves and game.actor(moves[-1].after) is None:
        digest = Digest()
        for line in lines:
            digest.add(line)
        lines.append(encode_closing(game.winners(moves[-1].after), str(digest)))
    path = draft.path or _free_path(draft.title)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with locked(path), replacing(path) as new:
            new.write_bytes(b"".join(line + b"\n" for line in lines))
            goal_in(load(new, find_game).lines, start)
    except OSError as error:
        raise Refusal("'{file}' cannot be written ({error}).", file=str(path), error=error.strerror) from None
    return seen(path)


def adopt(path: Path) -> Scenario:
    """Keep a copy of a scenario that somebody shared; a Refusal with the reason if it is none, or cannot be written."""
    shared = Task(seen(path)).scenario
    copy = _free_path(path.stem)
    try:
        keeping.put(copy, read(shared.path))
    except OSError as error:
        raise Refusal("'{file}' cannot be written ({error}).", file=str(copy), error=error.strerror) from None
    return seen(copy)


def _free_path(title: str) -> Path:
    """A file of one's own that is not there yet."""
    plain = unicodedata.normalize("NFKD", title.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST_NAME] or "scenario"
    names = (folder("own") / f"{name}{'' if number == 1 else f'-{number}'}{ENDING}" for number in count(1))
    return next(path for path in names if not path.exists())
