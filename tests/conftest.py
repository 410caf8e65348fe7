"""What all tests share: a folder of their own for the user's data, English, and the command in this process."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from rumms import cli, language


class Ran(NamedTuple):
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str


Rumms = Callable[..., Ran]


@pytest.fixture(autouse=True)
def at_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No test touches the user's own folder or depends on the system's language."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.setenv("LANGUAGE", "en")
    language.use("en")
    yield
    language.use("en")


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C ends the programs that a test starts, even if the run ignores it, as with nohup, `&` or cron.

    A program that is started ignores a signal that its parent ignores.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def rumms(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Rumms:
    """Run a command as from a shell; `answers` is what the person types, line by line."""

    def run(*words: str | Path, answers: str = "") -> Ran:
        lines = iter(answers.split())

        def typed(prompt: str = "") -> str:
            print(prompt, end="")
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", typed)
        try:
            code = cli.main([str(word) for word in words])
        except SystemExit as left:
            code = int(left.code or 0)
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    return run
