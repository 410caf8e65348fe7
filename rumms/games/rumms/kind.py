"""What a kind of die is: facts, and the questions that it may answer in its own way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, ClassVar, Final, Literal, NamedTuple

from rumms.games.rumms.actions import Action
from rumms.games.rumms.spots import Place
from rumms.games.rumms.state import KNOWN, Die, State, Task
from rumms.kernel.game import Change
from rumms.physics.model import FACES

SHADOW_FIRST: Final = (5, 3, 1, 0, 2, 4)
"""In this order faces become shadow faces: opposite ones differ as long as that can be (RUM-44)."""


def faces(shadows: int) -> tuple[bool, ...]:
    """Which faces of a die are active, if so many are not, in the order of FACES (RUM-44)."""
    return tuple(face not in SHADOW_FIRST[:shadows] for face in range(len(FACES)))


class Power(NamedTuple):
    """What a power is called, and what it does, each in German and English."""

    called: Mapping[str, str]
    does: Mapping[str, str]


class Kind:
    """A plain die. Kinds override what they do differently; they hold no state.

    Two of the same kind are equal in whatever process they are, so a state can be sent to another one.
    """

    name: ClassVar[str]
    called: ClassVar[Mapping[str, str]]
    """Its name in German and English."""
    about: ClassVar[Mapping[str, str]] = {"de": "", "en": ""}
    """What it can do, in a few words."""
    powers: ClassVar[Mapping[str, Power]] = {}
    """By the names that its questions have; one that is not here is called by that name."""
    places: ClassVar[Mapping[str, Place]] = {}
    """By the names of powers: where a die is set by them; in its own castle, if the power is not here."""
    is_neuter: ClassVar[bool] = False
    """In German: das Herz."""
    value: ClassVar[int]
    shadow_faces: ClassVar[int]
    in_box: ClassVar[int]
    """How many a team has of it (RUM-02)."""

    is_king: ClassVar[bool] = False
    is_flickable: ClassVar[bool] = True
    has_move: ClassVar[bool] = False
    """It answers `move` in its own way; found out by itself, as are the next two."""
    has_due: ClassVar[bool] = False
    has_blocks: ClassVar[bool] = False
    can_hide: ClassVar[bool] = False
    """It may lie aside in the middle of a game."""
    starts_aside: ClassVar[bool] = False
    """It waits beside the mat."""
    carries_dice: ClassVar[bool] = True
    """Dice can be set on it (RUM-47)."""
    can_be_taken: ClassVar[bool] = True
    """Mages and berserkers can take it out of play (RUM-33, RUM-35)."""
    can_be_revived: ClassVar[bool] = True
    """Hearts can bring it back (RUM-41)."""
    can_rescue: ClassVar[bool] = False
    """It can bring a defeated king back, by a power that is due in a phase of throws."""
    material: ClassVar[Literal["plastic", "ice"]] = "plastic"

    def __init_subclass__(cls) -> None:
        cls.has_move = cls.move is not Kind.move
        cls.has_due = cls.due is not Kind.due
        cls.has_blocks = cls.blocks is not Kind.blocks
        KNOWN[cls.name] = cls()

    @cached_property
    def faces(self) -> tuple[bool, ...]:
        """Which of its faces are active, in the order of FACES."""
        return faces(self.shadow_faces)

    @cached_property
    def first_active(self) -> int:
        """The face that is up when the die is set (RUM-08, RUM-47)."""
        return self.faces.index(True)

    def blocks(self, _state: State, _me: Die) -> Iterable[int]:
        """The dice that `me`, lying on the mat, keeps from being flicked or used."""
        return ()

    def move(self, _state: State, _me: Die) -> str:
        """The power that `me` offers instead of a flick now; empty if none."""
        return ""

    def due(self, _state: State, _me: Die) -> Iterable[Task]:
        """What `me` may or must do, now that a move has been made."""
        return ()

    def answer(self, _state: State, me: Die, task: Task, action: Action) -> Change[State]:
        """Carry out an answer to a question that `me` asked; the question itself is closed."""
        raise AssertionError(me, task, action)

    def holds_after_flick(self, _me: Die, _was_on: tuple[int, ...]) -> bool:
        """Does `me` stay in play where a flick has left it? It lay on the dice `was_on` before."""
        return True

    def holds_after_taking(self, _state: State, _me: Die) -> bool:
        """Does `me` stay in play after a rule has taken away what it lay on?"""
        return True

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), ()
