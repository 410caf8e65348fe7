"""Twins of the kernels: the same functions made otherwise, and among themselves; those for plain Python are here."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable
from functools import cache
from types import CodeType, FunctionType
from typing import Any, TypeAlias

from rumms.physics.kernels import step  # noqa: F401  brings all kernels into the list
from rumms.physics.kernels.rows import KERNELS

Kernel: TypeAlias = Callable[..., Any]


def twins(make: Callable[[Kernel, dict[str, Any]], Kernel]) -> dict[str, Kernel]:
    """A twin of every kernel by its name, made from the kernel and the names that the twin is to know."""
    made: dict[Kernel, Kernel] = {}
    spaces: dict[str, dict[str, Any]] = {}
    for function in KERNELS:
        names = spaces.setdefault(function.__module__, dict(function.__globals__))
        made[function] = make(function, names)
    for names in spaces.values():
        # a kernel that calls another finds its twin under the same name
        names.update({name: made[value] for name, value in names.items() if value in KERNELS})
    return {function.__name__: twin for function, twin in made.items()}


@cache
def plain() -> dict[str, Kernel]:
    """Every kernel for plain Python, with its constants put in as numbers: it need not look them up each time."""
    return twins(lambda kernel, names: FunctionType(_codes(kernel.__module__)[kernel.__name__], names))


@cache
def _codes(module: str) -> dict[str, CodeType]:
    """What is run of each function of a module, its constants put in."""
    found = sys.modules[module]
    tree = _Numbers(vars(found)).visit(ast.parse(inspect.getsource(found)))
    code = compile(tree, inspect.getfile(found), "exec")
    return {one.co_name: one for one in code.co_consts if isinstance(one, CodeType)}


class _Numbers(ast.NodeTransformer):
    """Puts the values of constants where their names stand."""

    def __init__(self, names: dict[str, Any]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        value = self.names.get(node.id)
        is_constant = isinstance(node.ctx, ast.Load) and node.id.isupper() and isinstance(value, int | float | tuple)
        return ast.copy_location(ast.Constant(value), node) if is_constant else node
