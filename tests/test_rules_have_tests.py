"""Every numbered rule of every game has a test that carries its number."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from rumms.catalogue import find_game
from rumms.kernel.options import options_of

TESTS = Path(__file__).parent
RULES = sorted((TESTS.parent / "rumms" / "games").glob("*/rules.md"))
NUMBER = re.compile(r"^- \*\*([A-Z]{3}-\d+)\*\*", re.MULTILINE)


def numbers_in(path: Path) -> list[str]:
    return NUMBER.findall(path.read_text(encoding="utf-8"))


@cache
def marked() -> set[str]:
    """The numbers in all `@pytest.mark.rule(...)` that stand on a test."""
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                        found.update(str(arg.value) for arg in mark.args if isinstance(arg, ast.Constant))
    return found


def test_there_are_rules():
    assert RULES


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.parent.name)
def test_every_rule_has_a_marked_test(path: Path):
    numbers = numbers_in(path)
    assert numbers
    assert len(numbers) == len(set(numbers))
    assert set(numbers) - marked() == set()


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.parent.name)
def test_what_the_rules_name_is_there(path: Path):
    """Data files lie beside the rules, and every option is named."""
    text = path.read_text(encoding="utf-8")
    for name in re.findall(r"`([\w/]+\.json)`", text):
        assert (path.parent / name).is_file(), name
    if path.parent.name != "rumms":  # its options are named where people read of them
        assert {option.name for option in options_of(find_game(path.parent.name).options)} <= set(
            re.findall(r"`(\w+)`", text)
        )


def test_every_marked_number_is_a_rule():
    assert marked() - {number for path in RULES for number in numbers_in(path)} == set()
