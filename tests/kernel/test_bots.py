"""How bots are named and made."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from rumms.catalogue import find
from rumms.kernel.bots import RandomBot, ask, is_of_a_file, make
from rumms.kernel.game import Listed
from rumms.kernel.refusal import BadBot
from rumms.kernel.session import begin

OWN = """
class First:
    def __init__(self, game, budget=None):
        self.budget = budget

    def choose(self, view, seat, legal, rng):
        return legal[0]

class Nothing:
    def __init__(self, game, budget=None):
        pass

class Broken:
    def __init__(self, game, budget=None):
        raise RuntimeError("broken")

class Leaving:
    def __init__(self, game, budget=None):
        import sys
        if budget == "now":
            sys.exit()
        self.leave = sys.exit

    def choose(self, view, seat, legal, rng):
        self.leave("enough")
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "own.py"
    path.write_text(OWN)
    return path


def made(name: str) -> Any:
    entry = find("kawumm")
    return make(name, entry.game, entry.bots, trusted=True)


def test_bots_have_names():
    assert isinstance(made("random"), RandomBot)
    assert type(made("greedy")).__name__ == "Greedy"


def test_a_bot_of_ones_own_comes_from_a_file(file: Path):
    bot = made(f"{file}:First")
    assert bot.choose(None, 0, Listed("abc"), Random(1)) == "a"
    assert bot.budget is None
    assert made(f"{file}:First:20").budget == "20"


def test_names_of_files_are_told_from_names_with_a_budget():
    assert is_of_a_file("own.py:First")
    assert is_of_a_file("C:\\bots\\own.py:First:3")
    assert not is_of_a_file("search:200")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("clever", "There is no bot 'clever'; there are random, greedy, search."),
        ("", "There is no bot ''; there are random, greedy, search."),
        ("greedy:7", "The bot 'greedy' takes no budget, so ':7' is one word too many."),
        ("random:", "The bot 'random' takes no budget, so ':' is one word too many."),
        ("none.py:First", "There is no file 'none.py' to take a bot from."),
        ("{file}:Second", "'{file}' has no class 'Second'."),
        ("{file}:Nothing", "'Nothing' in '{file}' is no bot: it has no method 'choose'."),
        ("{file}:Broken", "The bot '{file}:Broken' stopped with an error (RuntimeError: broken)."),
        ("{file}:Leaving:now", "The bot '{file}:Leaving' stopped with an error (SystemExit)."),
        ("{file}:OWN", "'{file}' has no class 'OWN'."),
    ],
)
def test_a_bot_that_cannot_be_had_is_refused_in_a_sentence(file: Path, name: str, says: str):
    with pytest.raises(BadBot) as refused:
        made(name.format(file=file))
    assert str(refused.value) == says.format(file=file)


def test_a_name_that_nobody_vouches_for_runs_no_file(file: Path):
    ran = file.with_name("ran")
    file.write_text(f"import pathlib\npathlib.Path({str(ran)!r}).touch()\n{OWN}")
    entry = find("kawumm")
    for name in (f"{file}:First", f"{file}:First:20", f"me:{file}:First", f"search:{file}:First"):
        with pytest.raises(BadBot, match="could do anything on this computer"):
            make(name, entry.game, entry.bots)
    for name in (str(file), f"{file}:", f"{file}:First.choose", f"{file}c:First", f"{file}:First\n", f" {file}"):
        with pytest.raises(BadBot, match="There is no bot"):
            make(name, entry.game, entry.bots)
    assert not ran.exists()
    made(f"{file}:First")
    assert ran.exists()


@pytest.mark.parametrize(
    ("game", "name", "is_fine"),
    [
        ("kawumm", "search:10000", True),
        ("kawumm", "search:10001", False),
        ("kawumm", "search:9999999", False),
        ("kawumm", "search:60s", True),
        ("kawumm", "search:60.5s", False),
        ("kawumm", "search:9999s", False),
        ("rumms", "hard:10000", True),
        ("rumms", "hard:999999", False),
        ("rumms", "hard:999999/exact", False),
    ],
)
def test_a_name_that_nobody_vouches_for_asks_for_no_hours(game: str, name: str, is_fine: bool):
    entry = find(game)
    make(name, entry.game, entry.bots, trusted=True)
    if is_fine:
        make(name, entry.game, entry.bots)
    else:
        with pytest.raises(BadBot, match=r"'.*' would think too long: 10000 steps or 60 seconds a move are the most"):
            make(name, entry.game, entry.bots)


def test_a_file_that_is_no_python_is_refused(tmp_path: Path):
    path = tmp_path / "own.py"
    path.write_text("this is no Python")
    with pytest.raises(BadBot, match="SyntaxError"):
        made(f"{path}:First")


def test_a_file_that_leaves_the_program_is_refused(tmp_path: Path):
    path = tmp_path / "own.py"
    path.write_text("import sys; sys.exit(3)")
    with pytest.raises(BadBot) as refused:
        made(f"{path}:First")
    assert str(refused.value) == f"The bot '{path}:First' stopped with an error (SystemExit: 3)."


def test_a_bot_that_leaves_the_program_is_told_in_a_sentence(file: Path):
    game = find("kawumm").game
    session = begin(game, ("me", "me"), game.options(), 1)
    session.go_on()
    with pytest.raises(BadBot) as refused:
        ask(made(f"{file}:Leaving"), "own", session)
    assert str(refused.value) == "The bot 'own' stopped with an error (SystemExit: enough)."
    assert len(session.past) == 1
