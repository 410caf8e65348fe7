"""The editor: any dice on any mat, tried and taken back, with a goal and a recorded solution, saved as a file."""

from __future__ import annotations

import secrets
from typing import Any, Self

import pygame
from msgspec.structs import replace

from rumms import catalogue
from rumms.games.rumms import practice as rules
from rumms.games.rumms.mats import MATS
from rumms.games.rumms.state import Options, Piece, Position, Side, State
from rumms.kernel.refusal import Refusal, printable
from rumms.kernel.session import Session, Transition
from rumms.language import say, tell
from rumms.physics.model import Mat
from rumms.ui import drafts, goals
from rumms.ui.drafts import Draft
from rumms.ui.kit.buttons import Tool
from rumms.ui.kit.screen import Notice, Offer, Stage
from rumms.ui.play import Play
from rumms.ui.practising import Start
from rumms.ui.scenarios import Scenario, Task
from rumms.ui.screens.editor_sheets import GoalSheet, MatSheet, SaveSheet
from rumms.ui.screens.mat_table import MatTable
from rumms.ui.screens.pause import Pause
from rumms.ui.screens.practice import SEATS, Both, Practice
from rumms.ui.screens.practice_picture import PracticePicture
from rumms.ui.screens.puzzle import PuzzleTable


def bare(mat: Mat) -> Position:
    """Nothing but the kings, each in his castle."""
    kings = []
    for side, castle in zip(Side, mat.castles or (), strict=True):
        x, y = (castle.left + castle.right) / 2, (castle.bottom + castle.top) / 2
        kings.append(Piece(kind="king", side=side, x=x, y=y))
    return Position(dice=tuple(kings))


class Editor(Practice):
    """A practice table whose dice become a scenario. What was flicked since they were set is its solution."""

    def __init__(self, play: Play, start: Start, draft: Draft) -> None:
        self.draft = draft
        super().__init__(play, start)
        self.picture = EditorPicture(self)
        self.is_editing = True

    @classmethod
    def fresh(cls, stage: Stage) -> Self:
        """An empty mat, but for the kings."""
        return cls._on(bare(MATS[0].mat), Options(), Draft(), stage)

    @classmethod
    def of(cls, scenario: Scenario, stage: Stage) -> Self:
        """A scenario to be changed; BadRecord if it cannot be read."""
        task = Task(scenario)
        draft = drafts.draft_of(scenario, task.goal)
        return cls._on(rules.position_of(task.start), task.start.options, draft, stage)

    @classmethod
    def _on(cls, position: Position, options: Options, draft: Draft, stage: Stage) -> Self:
        entry = catalogue.find("rumms")
        hands = Options(powers=options.powers, mat=options.mat)
        session = Session(entry.game, rules.laid(entry.game, hands, position), secrets.randbits(32))
        return cls(Both(entry, session, SEATS, stage.mind), Start("troops"), draft)

    # What is being made.

    @property
    def origin(self) -> State:
        """How the dice lie before anything is flicked."""
        past = self.play.session.past
        state: State = past[0].before if past else self.state
        return state

    @property
    def is_solved(self) -> bool:
        """Do the moves so far reach the goal?"""
        return not self.reel and drafts.is_solved(self.draft, self.play.session.past)

    def describe(self, **values: Any) -> None:
        """Say something else about it; what is laid out for it follows once a sheet above is gone."""
        self.draft = replace(self.draft, **values)

    def restart(self) -> None:
        """The dice as they lay before anything was flicked."""
        self.lay(rules.position_of(self.origin))

    def to_move(self, side: Side) -> None:
        """Another side begins."""
        position = rules.position_of(self.origin)
        self.lay(Position(dice=position.dice, to_move=side))

    def set_mat(self, mat: Mat) -> None:
        """Another mat under the same dice; only the kings stay if they cannot lie on it."""
        position = rules.position_of(self.origin)
        try:
            self.lay(position, {"mat": mat})
        except Refusal as refusal:
            self.lay(Position(dice=bare(mat).dice, to_move=position.to_move), {"mat": mat})
            self._refuse(refusal)

    def reshape(self, mat: Mat, position: Position | None = None, *, is_same: bool = False) -> None:
        """Another mat under the same dice, or under dice elsewhere; Refusal if they cannot lie so.

        If it goes on with the last change, both are taken back together.
        """
        older = list(self._older)
        self.lay(position or rules.position_of(self.origin), {"mat": mat})
        if is_same:
            self._older = older

    def set_powers(self, powers: bool) -> None:
        """Whether dice have powers."""
        self.lay(rules.position_of(self.origin), {"powers": powers})

    # Saving.

    def save(self) -> None:
        """Write the file; what the rules or the physics cannot hold is refused with the reason."""
        try:
            saved = drafts.save(self.draft, self.origin, self.play.session.past)
        except Refusal as refusal:
            self.stage.sound.play("refused")
            self.stage.open(Notice(say("This cannot be saved"), tell(refusal)))
            return
        self.describe(path=saved.path)
        text = say("It is kept in this file, which you can share: {file}", file=printable(str(saved.path)))
        if not saved.has_solution:
            text += " " + say("It has no solution yet: flick until the goal is reached, and save once more.")
        offers = [
            Offer(
                say("Solve it"), lambda: self.stage.open(PuzzleTable.of_scenario(saved, self.stage)), "primary", "play"
            ),
            Offer(say("Show the file"), lambda: reveal(saved), icon="eye"),
            Offer(say("Go on editing")),
        ]
        self.stage.open(Notice(say("Saved: {title}", title=saved.title), text, offers))

    # Tools.

    def tools(self) -> list[Tool]:
        """Those of an editor; a game that is won by a flick is still a scenario."""
        can_set, is_still = self.play.waits_for is not None and not self.reel, not self.reel
        edit, save = self._style("edit"), self._style("save")
        return [
            Tool("menu", "back", say("Menu\nEsc"), lambda: self.stage.open(Pause(self))),
            Tool("undo", "undo", say("Take back\nBackspace"), self.take_back, pygame.K_BACKSPACE, self.can_take_back),
            Tool("restart", "turn", say("The dice as they were set\nN"), self.restart, pygame.K_n),
            Tool("edit", "dice", say("Set dice, or try flicks\nE"), self.edit, pygame.K_e, can_set, edit),
            Tool("ground", "settings", say("Mat, who begins, powers\nM"), self._open(MatSheet), pygame.K_m, is_still),
            Tool("draw", "pen", say("Draw the mat: size, walls, holes\nD"), self._open(MatTable), pygame.K_d, is_still),
            Tool("goal", "trophy", say("The goal\nG"), self._open(GoalSheet), pygame.K_g, is_still),
            Tool("save", "save", say("Name and save\nS"), self._open(SaveSheet), pygame.K_s, is_still, save),
        ]

    def _style(self, name: str) -> Any:
        is_on = self.is_editing if name == "edit" else self.is_solved
        return "primary" if is_on else "dark"

    def _open(self, sheet: Any) -> Any:
        return lambda: self.stage.open(sheet(self))

    @property
    def leaving(self) -> str:
        """What it means to leave."""
        return say("Leave; what is not saved is lost")

    def end(self) -> None:
        """A king is lost; that may be the solution."""
        self.rebuild()

    def _show(self, made: Transition[Any, Any]) -> None:
        super()._show(made)
        self.rebuild()


class EditorPicture(PracticePicture):
    """Paints the editor: the goal stands where hints would stand."""

    def _title(self) -> str:
        editor = self.practice
        return (editor.draft.title if isinstance(editor, Editor) else "") or say("New scenario")

    def _prompt(self) -> tuple[str, str]:
        editor = self.practice
        if not isinstance(editor, Editor) or editor.reel or editor.is_arranging or editor.finger.said:
            return super()._prompt()
        if editor.is_solved:
            return say("The goal is reached. »Save« keeps these flicks as the solution."), "check"
        if editor.is_editing:
            return super()._prompt()
        lines = goals.told(editor.draft.goal(editor.origin.turn.side), editor.origin)
        return say("Goal: {goal}", goal=" · ".join(lines)), "trophy"


def reveal(saved: Scenario) -> None:
    """Show the folder of a file in the system's own way."""
    import webbrowser  # noqa: PLC0415  for this alone

    webbrowser.open(saved.path.parent.as_uri())
