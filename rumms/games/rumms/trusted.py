"""Flicks as a search makes them: an engine that is trusted, and what lies there once its dice rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from rumms.games.rumms.actions import Settled
from rumms.games.rumms.state import State, Task
from rumms.games.rumms.turn import go_on, settle
from rumms.physics.model import Flick, Layout, Shot

Shooter: TypeAlias = Callable[[Flick], Shot]
"""What turns a flick from one layout into a shot."""
Fast: TypeAlias = Callable[[Layout], Shooter]
"""Makes a shooter for a layout: many flicks from it, without film and hits."""


def layout(state: State) -> Layout:
    """What lies on the mat."""
    return Layout(tuple(state.bodies()), state.options.mat)


def after(state: State, stroke: Flick, shot: Shot) -> State:
    """The state once a flick has come to rest, before anything is done about it.

    A shot of the fast path names no hits, so it cannot be checked as a foreign record is; here it need not be.
    """
    question: Task = state.task
    return settle(replace(state, tasks=state.tasks[1:]), question, Settled(stroke, shot)).state


def resolved(state: State) -> State:
    """The same with the first question that is due."""
    return go_on(state).state if not state.tasks else state
