"""A hint at a card table: what a bot would do, thought of elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rumms.kernel.refusal import Refusal
from rumms.language import say, tell
from rumms.troubles import noted
from rumms.ui.kit.screen import Notice
from rumms.ui.levels import HINT
from rumms.ui.tables.answering import Token
from rumms.ui.thinking import Job, decide

if TYPE_CHECKING:
    from rumms.ui.screens.card_table import CardTable


class CardHint:
    """Asks a bot beside the person who has to decide."""

    def __init__(self, table: CardTable) -> None:
        self.table = table
        self.given: Any | None = None
        """What it would do."""
        self._job: Job[Any] | None = None

    @property
    def is_thinking(self) -> bool:
        """Is an answer on its way?"""
        return self._job is not None

    @property
    def lit(self) -> frozenset[Token]:
        """The things to press next for it."""
        asking = self.table.asking
        return frozenset() if asking is None or self.given is None else asking.next_towards(self.given)

    def ask(self) -> None:
        """Have somebody think about what could be done."""
        table, asking = self.table, self.table.asking
        if asking and not self._job and self.given is None:
            stream = f"hint/{table.play.session.stream(table.eyes)}"
            self._job = table.stage.mind.ask(decide, "hint", table.game, HINT, asking.view, table.eyes, stream)
            table.rebuild()

    def update(self) -> None:
        """Take the answer, once it is there."""
        if self._job and self._job.is_done:
            job, self._job = self._job, None
            try:
                self.given = job.result()
            except Refusal as refusal:
                self.table.stage.open(Notice(say("The bot is at a loss"), tell(noted(refusal))))
            self.table.rebuild()

    def forget(self) -> None:
        """What was asked is not asked any more."""
        self.given = None
        if self._job:
            self._job.cancel()
            self._job = None

    def prompt(self) -> tuple[str, str] | None:
        """What is said of it, and an icon."""
        asking = self.table.asking
        if self.is_thinking:
            return say("Let me think ..."), "hint"
        if asking is None or self.given is None:
            return None
        return say("Hint: {choice}", choice=self.table.play.entry.words.choice(asking.view, self.given)), "hint"
