"""What cannot be done, and why: sentences that are translated where they are shown."""

from __future__ import annotations

import copyreg
from typing import Any, NamedTuple


def later(text: str) -> str:
    """Mark a text that is translated where it is shown, not where it is written."""
    return text


def printable(text: str) -> str:
    """A text made fit for a terminal: what a file or a person brought in moves no cursor and ends no line."""
    return "".join(c if c.isprintable() else "?" for c in text)


class Counted(NamedTuple):
    """So many of something, in words that agree with the number: `one` if it is one thing, else `many`."""

    one: str
    many: str
    number: int

    def __str__(self) -> str:
        return (self.one if self.number == 1 else self.many).format(number=self.number)


class Refusal(ValueError):
    """Something that cannot be done. `text` is the English sentence with gaps, `values` what fills them.

    A value may be a Refusal itself, a mapping from language to word, or Counted; each is told in the person's language.
    """

    def __init__(self, text: str, /, **values: object) -> None:
        self.text = text
        self.values = {name: printable(value) if isinstance(value, str) else value for name, value in values.items()}
        super().__init__(text, self.values)

    def __str__(self) -> str:
        return self.text.format(**self.values)

    def __reduce__(self) -> tuple[Any, ...]:
        # An exception is pickled as a call of its class with `args`, and each of these classes is called differently.
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


class BadOption(Refusal):
    """A game cannot be played with these options, seats or this start position."""


class BadBot(Refusal):
    """A bot that cannot be had, or that failed; `trace` is where in its own code, if it was there."""

    trace = ""


class BadRecord(Refusal):
    """A record that cannot be read: which file, which line, where in the line, and what is wrong there."""

    def __init__(self, file: str, line: int, path: str, reason: Refusal) -> None:
        self.file, self.line, self.path, self.reason = file, line, path, reason
        if line and path:
            super().__init__(
                later("{file}, line {line}, {path}: {reason}"), file=file, line=line, path=path, reason=reason
            )
        elif line:
            super().__init__(later("{file}, line {line}: {reason}"), file=file, line=line, reason=reason)
        else:
            super().__init__(later("{file}: {reason}"), file=file, reason=reason)


class OldRecord(BadRecord):
    """A record of an older version holds a move that a corrected rule refuses; it can be watched up to there."""


class InUse(Refusal):
    """A record cannot be written, as another program, or this one, has it open."""


class NotWritten(Refusal):
    """A line could not be added to a record. Nothing has changed, neither the game nor the file."""

    def __init__(self, file: str, error: str | Refusal) -> None:
        super().__init__(
            later("'{file}' cannot be written ({error}), so nothing was done. Try again once that is put right."),
            file=file,
            error=error,
        )


class IllegalMove(Refusal):
    """The action is not among the legal choices; nothing has changed. `rule` is the number of the rule it breaks."""

    def __init__(self, rule: str, text: str, /, **values: object) -> None:
        self.rule = rule
        super().__init__(text, **values)

    def __str__(self) -> str:
        return f"{super().__str__()} ({self.rule})" if self.rule else super().__str__()
