"""Bots that break in every way a person can think of: the game ends with one sentence."""

from __future__ import annotations

import os
import pickle
import re
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from io import StringIO
from multiprocessing import get_context
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from rumms.catalogue import find
from rumms.games.kawumm.state import Lay
from rumms.kernel import bots
from rumms.kernel.bots import MOST_SHOWN, MOST_TRACED, advice, ask, make
from rumms.kernel.refusal import BadBot
from rumms.kernel.session import Session, begin
from rumms.places import own
from rumms.ui.thinking import decide_trusted
from tests.conftest import Rumms

SOURCE = '''
import signal, sys, time
from rumms.kernel.refusal import BadBot, IllegalMove

class Own(BaseException):
    pass

class Mute(Exception):
    def __str__(self):
        raise RuntimeError("no words")
    __repr__ = __str__

class Worse(BaseException):
    def __str__(self):
        raise Own
    def __repr__(self):
        raise SystemExit
    def __eq__(self, other):
        raise Own
    def __hash__(self):
        raise Own
    def __bool__(self):
        raise Own

class Text(str):
    def __str__(self):
        raise Own
    def __format__(self, how):
        raise Own
    def isprintable(self):
        raise Own

class Strange(Exception):
    def __str__(self):
        return Text("strange")

class Kind(type):
    __name__ = property(lambda self: 1 / 0)

class Nameless(Exception, metaclass=Kind):
    pass

class Untraced(BaseException):
    __traceback__ = property(lambda self: 1 / 0)

class Locked(Exception):
    def __getattribute__(self, name):
        raise Untraced

class LockedKind(type):
    def __getattribute__(cls, name):
        raise Untraced

class OfLockedKind(Exception, metaclass=LockedKind):
    pass

class Elsewhere(Exception):
    __class__ = property(lambda self: 1 / 0)

class Answer:
    """Equal to everything."""
    def __eq__(self, other):
        return True
    def __hash__(self):
        return 0
    def __getattr__(self, name):
        raise Own

class Silent:
    def __eq__(self, other):
        raise Own
    __hash__ = None
    def __repr__(self):
        raise KeyboardInterrupt

def deep():
    deep()

def chain():
    try:
        raise ValueError("first")
    except ValueError:
        raise Worse

class Bot:
    def __init__(self, game, budget=None):
        self.game, self.budget = game, budget or ""
        if self.budget.startswith("made "):
            self.budget = self.budget[5:]
            self.choose(None, 0, None, None)

    def choose(self, view, seat, legal, rng):
        match self.budget:
            case "look ahead":
                self.game.apply(view, "nothing that can be done")
            case "illegal":
                raise IllegalMove("KAW-1", "No.")
            case "refusal":
                raise BadBot("{gap}")
            case "own":
                raise Own("mine")
            case "mute":
                raise Mute
            case "worse":
                raise Worse
            case "strange":
                raise Strange
            case "nameless":
                raise Nameless
            case "untraced":
                raise Untraced
            case "locked":
                raise Locked
            case "locked kind":
                raise OfLockedKind
            case "elsewhere":
                raise Elsewhere
            case "group":
                raise BaseExceptionGroup("many", [Untraced(), Locked(), KeyboardInterrupt(), SystemExit(3)])
            case "exit":
                sys.exit("enough")
            case "generator":
                raise GeneratorExit
            case "stop":
                raise StopIteration
            case "ctrl-c":
                raise KeyboardInterrupt
            case "end":
                raise EOFError
            case "deep":
                deep()
            case "chain":
                chain()
            case "long":
                raise ValueError("x" * 10_000_000)
            case "escape":
                raise ValueError("\\x1b[2J\\tone\\r\\ntwo")
            case "close":
                for stream in sys.stdout, sys.stderr:
                    with stream:
                        print("said", file=stream)
                    stream.close()
                raise Own("mine")
            case "replace":
                sys.stdout = sys.stderr = None
                raise Own("mine")
            case "lines":
                raise ValueError("one\\ntwo")
            case "equal":
                return Answer()
            case "silent":
                return Silent()
            case "none":
                return None
            case "huge":
                return 10 ** 10_000
            case "list":
                made = []
                made.append(made)
                return made
            case "wait":
                time.sleep(60)
'''
ERRORS = {
    "look ahead": None,
    "illegal": "IllegalMove: No. (KAW-1)",
    "refusal": "BadBot: <BadBot>",
    "own": "Own: mine",
    "mute": "Mute: <Mute>",
    "worse": "Worse: <Worse>",
    "strange": "Strange: strange",
    "nameless": "<Kind>: ",
    "untraced": "Untraced",
    "locked": "Locked",
    "locked kind": "<LockedKind>",
    "elsewhere": "Elsewhere",
    "group": "BaseExceptionGroup: many (4 sub-exceptions)",
    "exit": "SystemExit: enough",
    "generator": "GeneratorExit",
    "stop": "StopIteration",
    "ctrl-c": "KeyboardInterrupt",
    "end": "EOFError",
    "deep": "RecursionError: maximum recursion depth exceeded",
    "chain": "Worse: <Worse>",
    "long": "ValueError: " + "x" * MOST_SHOWN + " ...",
    "escape": "ValueError: ?[2J?one??two",
    "lines": "ValueError: one?two",
}
"""How a bot can break, and what is said of it."""
MOVES = {"equal": "Answer", "silent": "<Silent>", "none": "None", "huge": "<int>", "list": "[[...]]"}
"""Values a bot can choose that are no moves."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "broken.py"
    path.write_text(SOURCE)
    return path


def made(file: Path, how: str) -> Any:
    entry = find("kawumm")
    return make(f"{file}:Bot:{how}", entry.game, entry.bots, trusted=True)


def a_game() -> Session[Any, Any]:
    game = find("kawumm").game
    session = begin(game, ("me", "me"), game.options(), 1)
    session.go_on()
    return session


def refused(file: Path, how: str) -> BadBot:
    session = a_game()
    bot, before = made(file, how), len(session.past)
    refusal = None
    try:
        ask(bot, "own", session)
    except BadBot as caught:
        refusal = caught
    except BaseException:  # noqa: BLE001  pytest could not report it
        refusal = None
    assert refusal, "something else came through"
    assert len(session.past) == before
    return refusal


# What is said.


@pytest.mark.parametrize("how", ERRORS)
def test_whatever_a_bot_raises_is_told_in_a_sentence(file: Path, how: str):
    said = str(refused(file, how))
    assert "\n" not in said
    if ERRORS[how]:
        assert said.startswith(f"The bot 'own' stopped with an error ({ERRORS[how]}".rstrip(": "))
    else:
        assert re.fullmatch(r"The bot 'own' stopped with an error \(\w+: .+\)\.", said)


@pytest.mark.parametrize("how", MOVES)
def test_whatever_a_bot_chooses_that_is_no_move_is_told_in_a_sentence(file: Path, how: str):
    said = str(refused(file, how))
    assert said.startswith("The bot 'own' chose ")
    assert MOVES[how] in said
    assert said.endswith(", which is not allowed: it is no move of this game.")


def test_a_move_that_is_not_legal_is_told_with_the_reason():
    class Wrong:
        def choose(self, *_: object) -> Lay:
            return Lay(("gold",))

    with pytest.raises(BadBot) as caught:
        ask(Wrong(), "own", a_game())
    assert str(caught.value).startswith("The bot 'own' chose Lay(kinds=('gold',)), which is not allowed: ")


@pytest.mark.parametrize("how", ["own", "worse", "ctrl-c", "exit", "deep"])
def test_a_bot_that_breaks_as_it_is_made_is_told_in_a_sentence(file: Path, how: str):
    with pytest.raises(BadBot) as caught:
        made(file, f"made {how}")
    assert str(caught.value).startswith(f"The bot '{file}:Bot' stopped with an error (")


@pytest.mark.parametrize(
    "what", ["raise KeyboardInterrupt", "raise BaseException('no')", "def __getattr__(name): 1 / 0"]
)
def test_a_file_that_breaks_as_it_is_loaded_is_told_in_a_sentence(tmp_path: Path, what: str):
    path = tmp_path / "broken.py"
    path.write_text(what)
    with pytest.raises(BadBot) as caught:
        made(path, "")
    assert str(caught.value).startswith(f"The bot '{path}:Bot' stopped with an error (")
    assert caught.value.trace


def test_a_bot_whose_attributes_break_is_told_in_a_sentence(tmp_path: Path):
    path = tmp_path / "broken.py"
    path.write_text("class Bot:\n    def __init__(self, *_): pass\n    choose = property(lambda self: 1 / 0)\n")
    with pytest.raises(BadBot, match="ZeroDivisionError"):
        made(path, "")


def test_a_hint_that_breaks_is_told_in_a_sentence():
    class Broken:
        def __init__(self, *_: object) -> None: ...

        def choose(self, *_: object) -> None: ...

        def advise(self, *_: object) -> None:
            raise EOFError

    session = a_game()
    view = session.game.view(session.state, 0)
    with pytest.raises(BadBot, match="EOFError"):
        advice(session.game, {"broken": Broken}, view=view, seat=0, rng=session.rng(0))


# Where it happened.


@pytest.mark.parametrize("how", [how for how in ERRORS if how != "long"])
def test_the_traceback_goes_with_it_and_is_not_endless(file: Path, how: str):
    refusal = refused(file, how)
    assert str(file) in refusal.trace
    assert len(refusal.trace) <= MOST_TRACED


@pytest.mark.parametrize("how", [*ERRORS, *MOVES])
def test_all_of_it_can_be_sent_to_another_process(file: Path, how: str):
    refusal = refused(file, how)
    there = pickle.loads(pickle.dumps(refusal))  # noqa: S301  from here
    assert (str(there), there.trace) == (str(refusal), refusal.trace)


def test_a_worker_sends_it_home(file: Path):
    session = a_game()
    view = session.game.view(session.state, 0)
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        for how in ("worse", "ctrl-c", "exit", "chain"):
            with pytest.raises(BadBot) as caught:
                pool.submit(decide_trusted, "table", "kawumm", f"{file}:Bot:{how}", view, 0, "1").result()
            assert str(file) in caught.value.trace


def log() -> Path:
    return own("log", "bots.log")


@pytest.mark.parametrize("how", ["worse", "look ahead", "ctrl-c"])
def test_the_command_names_the_file_in_which_it_is_written(rumms: Rumms, file: Path, how: str):
    ran = rumms("play", "kawumm", "--text", "--seats", f"{file}:Bot:{how},greedy")
    assert (ran.code, len(ran.err.splitlines())) == (1, 1)
    assert ran.err.endswith(f"Where it happened is written in '{log()}'.\n")
    assert f'File "{file}"' in log().read_text()


def test_with_traceback_it_is_shown_at_once_and_written_nowhere(file: Path):
    for words in (["--traceback", "play", "kawumm"], ["play", "kawumm", "--traceback"]):
        ran = subprocess.run(
            [sys.executable, "-m", "rumms", *words, "--text", "--seats", f"{file}:Bot:own,greedy", "--lang", "en"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 1
        assert ran.stderr.startswith("Traceback (most recent call last):\n")
        assert ran.stderr.splitlines()[-1].endswith("stopped with an error (Own: mine).")
        assert not log().exists()


def test_a_match_in_other_processes_names_the_file_too(rumms: Rumms, file: Path):
    ran = rumms("match", "kawumm", "--bots", f"{file}:Bot:worse,random", "--jobs", "2", "--games", "4")
    assert ran.code == 1
    assert ran.err.splitlines()[-1].endswith(f"Where it happened is written in '{log()}'.")


def test_the_file_does_not_grow_for_ever(file: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("rumms.troubles.MOST", 4000)
    from rumms.troubles import noted  # noqa: PLC0415

    refusal = refused(file, "own")
    for _ in range(40):
        noted(refusal)
    sizes = [path.stat().st_size for path in log().parent.iterdir()]
    assert len(sizes) == 2
    assert max(sizes) <= 4000


@pytest.mark.parametrize("in_place", ["file", "folder"])
def test_where_it_cannot_be_written_the_sentence_alone_is_said(rumms: Rumms, file: Path, in_place: str):
    if in_place == "file":
        log().parent.parent.mkdir(parents=True, exist_ok=True)
        log().parent.write_text("something else")
    else:
        log().mkdir(parents=True)
    ran = rumms("play", "kawumm", "--text", "--seats", f"{file}:Bot:own,greedy")
    assert ran.err == f"rumms: The bot '{file}:Bot:own' stopped with an error (Own: mine).\n"


# What it prints.


@pytest.mark.parametrize("how", ["close", "replace"])
@pytest.mark.parametrize("words", [["play", "kawumm", "--text", "--seats"], ["match", "kawumm", "--bots"]])
def test_a_bot_cannot_close_the_output_of_the_program(file: Path, how: str, words: list[str]):
    ran = subprocess.run(
        [sys.executable, "-m", "rumms", *words, f"{file}:Bot:{how},greedy", "--lang", "en"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1
    if how == "close":
        assert "said" in ran.stdout
        assert ran.stderr.startswith("said\n")
    assert ran.stderr.splitlines()[-1].endswith(
        f":{how}' stopped with an error (Own: mine). Where it happened is written in '{log()}'."
    )


@pytest.mark.parametrize("first_ends", [0, 1])
def test_bots_that_are_asked_at_once_cannot_close_it_either(first_ends: int, monkeypatch: pytest.MonkeyPatch):
    """As they are in threads."""
    output = StringIO(), StringIO()
    monkeypatch.setattr(sys, "stdout", output[0])
    monkeypatch.setattr(sys, "stderr", output[1])
    guards = [bots.Guarded("first"), bots.Guarded("second")]
    guards[0].__enter__()
    monkeypatch.setattr(sys, "stderr", None)
    guards[1].__enter__()
    guards.pop(first_ends).__exit__(None, None, None)
    sys.stdout.close()
    guards.pop().__exit__(None, None, None)
    assert (sys.stdout, sys.stderr) == output
    assert not output[0].closed


def test_no_code_of_a_terminal_stands_in_a_traceback(file: Path):
    trace = refused(file, "escape").trace
    assert "ValueError: ?[2J" in trace
    assert all(line.isprintable() for line in trace.split("\n"))


# Ctrl-C.


def test_ctrl_c_goes_through_whatever_the_bot_does(file: Path):
    bot, session = made(file, "wait"), a_game()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = Timer(0.5, os.kill, [os.getpid(), signal.SIGINT])
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            ask(bot, "own", session)
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("what", ["sum(range(10 ** 6))", "pass", "sorted(range(10 ** 4), key=lambda x: -x)"])
def test_ctrl_c_is_told_from_an_error_of_the_same_name(what: str):
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = Timer(0.2, os.kill, [os.getpid(), signal.SIGINT])
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt) as pressed:
            exec(f"while True:\n    {what}", {})  # noqa: S102
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)
    with pytest.raises(KeyboardInterrupt) as raised:
        exec("raise KeyboardInterrupt", {})  # noqa: S102
    assert [bots._is_pressed(one.value) for one in (pressed, raised)] == [True, False]  # noqa: SLF001
