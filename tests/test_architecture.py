"""Which room may import what: the table of the design, read from every file's imports."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "rumms"
FILES = sorted(PACKAGE.rglob("*.py"))

MAY_IMPORT = {
    "kernel": {"rumms.kernel", "rumms.__version__", "msgspec"},
    "physics": {
        "rumms.physics",
        "rumms.kernel.refusal",
        "rumms.language",
        "rumms.places",
        "filelock",
        "llvmlite",
        "msgspec",
        "numba",
        "numpy",
        "pymunk",
    },
    "games": {
        "rumms.kernel",
        "rumms.physics.model",
        "rumms.physics.aftermath",
        "rumms.physics.checks",
        "rumms.physics.geometry",
        "msgspec",
        "numpy",
    },
    "text": {
        "rumms.kernel",
        "rumms.games",
        "rumms.text",
        "rumms.catalogue",
        "rumms.language",
        "rumms.seats",
        "rich",
    },
    "ui": {
        "rumms.kernel",
        "rumms.physics.model",
        "rumms.physics.geometry",
        "rumms.physics.film",
        "rumms.physics.footage",
        "rumms.games",
        "rumms.ui",
        "rumms.catalogue",
        "rumms.language",
        "rumms.places",
        "rumms.seats",
        "rumms.troubles",
        "rumms.workers",
        "imageio_ffmpeg",
        "msgspec",
        "numpy",
        "pygame",
        "PIL",
    },
}
"""What a room may import beside the standard library."""
ALSO = {"kernel/writer.py": {"filelock"}}
"""Further imports of single files: a file is locked differently on each system, so a library does it."""
ONLY_IN = {
    "pymunk": ("physics/flat.py", "lab/shots.py"),
    "numba": ("physics/kernels",),
    "llvmlite": ("physics/store.py",),
    "pygame": ("ui", "lab/frames.py", "lab/opening.py"),  # which measure and try the window
    "babel": ("lab",),
    "filelock": ("kernel/writer.py", "physics/store.py"),
    "PIL": ("ui/filming.py",),
    "imageio_ffmpeg": ("ui/filming.py",),
}
WORDS = {"words.py", "why.py"}
"""The files of a game that speak."""
RANDOM = {"Random"}
"""What a game may take from `random`: the type of the generator that is handed to it."""


def imports_of(path: Path, *, at_start: bool = False) -> Iterator[str]:
    """What a file imports; `at_start`, only what it imports as soon as it is imported itself."""
    for node in imports(path)[at_start]:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def imports(path: Path) -> tuple[list[ast.Import | ast.ImportFrom], list[ast.Import | ast.ImportFrom]]:
    """The statements of a file that import something: all, and those that run at its start."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = [
        [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
        for nodes in (ast.walk(tree), outside_functions(tree))
    ]
    return found[0], found[1]


def outside_functions(tree: ast.AST) -> Iterator[ast.AST]:
    """What runs at once: nothing inside a function, nothing that is for type checkers alone."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        yield node
        yield from outside_functions(node)


def place(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def is_within(name: str, allowed: set[str]) -> bool:
    return any(name == some or name.startswith(some + ".") for some in allowed)


@pytest.mark.parametrize("path", FILES, ids=place)
def test_a_room_imports_only_what_the_design_allows(path: Path):
    room = place(path).split("/")[0]
    if room not in MAY_IMPORT:
        return
    allowed = MAY_IMPORT[room] | ALSO.get(place(path), set())
    if room == "games":
        game = place(path).split("/")[1]
        allowed.add(f"rumms.games.{game}")
        if path.name in WORDS:
            allowed.add("rumms.language")
    for name in imports_of(path):
        if name.split(".")[0] not in sys.stdlib_module_names:
            assert is_within(name, allowed), f"{place(path)} imports {name}"


@pytest.mark.parametrize("path", [p for p in FILES if place(p).startswith(("ui/", "text/"))], ids=place)
def test_screens_know_no_kind_of_die_by_name(path: Path):
    assert not [name for name in imports_of(path) if is_within(name, {"rumms.games.rumms.kinds"})]


@pytest.mark.parametrize("path", FILES, ids=place)
def test_only_the_command_line_imports_the_laboratory_and_only_when_it_is_needed(path: Path):
    if not place(path).startswith("lab/"):
        names = imports_of(path, at_start=place(path).startswith(("cli.py", "commands/")))
        assert not [name for name in names if is_within(name, {"rumms.lab"})]


def test_an_import_at_the_start_is_told_from_one_that_is_made_when_needed(tmp_path: Path):
    path = tmp_path / "some.py"
    path.write_text(
        "import a\nif TYPE_CHECKING:\n    import b\ntry:\n    from c import d\nexcept ImportError:\n    import e\n"
        "class C:\n    import f\n    def g(self):\n        import h\ndef i():\n    from j import k\n"
    )
    assert set(imports_of(path, at_start=True)) == {"a", "c.d", "e", "f"}
    assert set(imports_of(path)) == {"a", "b", "c.d", "e", "f", "h", "j.k"}


@pytest.mark.parametrize("path", FILES, ids=place)
def test_each_heavy_library_has_one_room(path: Path):
    for name in imports_of(path):
        rooms = ONLY_IN.get(name.split(".")[0])
        assert rooms is None or place(path).startswith(rooms), f"{place(path)} imports {name}"


@pytest.mark.parametrize("path", [p for p in FILES if place(p).startswith("games/")], ids=place)
def test_rules_draw_no_lots_and_read_no_clock(path: Path):
    for name in imports_of(path):
        top, _, what = name.partition(".")
        assert top not in {"time", "datetime", "secrets"}
        assert top != "random" or what in RANDOM


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["play", "--help"],
        ["match", "--help"],
        ["bench", "--help"],
        ["soak", "--help"],
        ["film", "--help"],
        ["--version"],
    ],
    ids=" ".join,
)
def test_help_loads_nothing_heavy(words: list[str]):
    """It costs little more than argparse does."""
    heavy = ["msgspec", "numpy", "rich", "pygame", "pymunk", "platformdirs", "rumms.catalogue", "rumms.kernel.game"]
    heavy += ["rumms.lab", "multiprocessing", "concurrent.futures"]
    code = (
        "import sys\nfrom rumms.cli import main\n"
        f"try: main({words!r})\nexcept SystemExit: pass\n"
        f"print([name for name in {heavy!r} if name in sys.modules], file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stderr.strip() == "[]"


def test_no_command_of_the_terminal_loads_pygame(tmp_path: Path):
    record = tmp_path / "game.jsonl"
    code = (
        "import sys\nfrom rumms.cli import main\n"
        f"for words in (['games'], ['rules', 'kawumm'],"
        f" ['play', 'kawumm', '--text', '--seats', 'random,random', '--record', {str(record)!r}],"
        f" ['replay', {str(record)!r}, '--text'], ['verify', {str(record)!r}], ['seal', {str(record)!r}],"
        " ['match', 'kawumm', '--bots', 'random,random', '--games', '2', '--jobs', '1']):\n"
        "    assert main(words) == 0\n"
        "print([name for name in ('pygame', 'pymunk', 'numpy') if name in sys.modules], file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stderr.strip() == "[]"
