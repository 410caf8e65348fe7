"""Kept kernels are used only if they are whole and of this machine; with anything else the game goes on uncompiled."""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rumms.physics import store
from rumms.physics.engine import has_compiled, warm_up
from rumms.physics.store import MARK, Store
from rumms.places import cached

pytestmark = pytest.mark.skipif(not has_compiled(), reason="numba is not installed, or compiling is switched off")

HERE = """
import os, shutil, sys, tempfile
from pathlib import Path
from random import Random
from rumms import catalogue
from rumms.games.rumms.state import Ask
from rumms.kernel.session import Session
from rumms.physics import engine
from rumms.physics.model import Body, Flick, Layout, Pose
from rumms.ui.thinking import advise
engine.cached = lambda *_: Path({cache!r})
"""
"""With a cache of its own."""
HINT = """
game = catalogue.find("rumms").game
session = Session(game, game.new(2, game.options()), 5)
while session.state.task.ask is not Ask.MOVE:
    session.go_on()
    seat = session.actor
    session.play(session.game.legal(session.state).sample(Random(1)))
session.go_on()
seat = session.actor
assert advise("rumms", game.view(session.state, seat), seat, "hint").action in game.legal(session.state)
print("compiled" if engine.is_loaded() else "plain", "numba" in sys.modules)
"""
"""A hint in a game of Rumms, the first that this process gives."""
TRY = """
catalogue.find("rumms").game.fast(Layout((Body(0, Pose(10.0, 10.0)),)))(Flick(0, 0.0, 100.0))
print("compiled" if engine.is_loaded() else "plain", "numba" in sys.modules)
"""
"""The first flick that a bot tries out, for a hint or a move."""
SHOT = """
layout = Layout((Body(0, Pose(10.0, 10.0)), Body(1, Pose(13.0, 10.0))))
plain, best = (engine.simulate(layout, Flick(0, 0.0, 100.0), compiled=compiled) for compiled in (False, True))
assert plain == best
print("compiled" if engine.is_loaded() else "plain", engine.is_warm())
"""
"""A shot for which compiled kernels are wanted, whatever it takes."""
COMPILE = """
real = engine._tried
def compile(store):
    shutil.copytree({kept!r}, store.folder, dirs_exist_ok=True)
    return real(store)
engine._tried = compile
"""
"""Compiling by a copy of what was compiled before, as it takes minutes."""


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def random(path: Path) -> None:
    path.write_bytes(Random(1).randbytes(path.stat().st_size))


def one_bit(path: Path) -> None:
    there = bytearray(path.read_bytes())
    there[len(there) // 2] ^= 1
    path.write_bytes(there)


def missing(path: Path) -> None:
    path.unlink()


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


damages = pytest.mark.parametrize(
    "damage", [truncated, empty, random, one_bit, missing, folder, *([pipe] if hasattr(os, "mkfifo") else [])]
)


@pytest.fixture(scope="module")
def kept() -> Path:
    """Where the compiled kernels of this machine are kept."""
    warm_up()
    found = Store(cached("kernels"))
    assert found.is_whole()
    return found.folder


@pytest.fixture
def cache(kept: Path, tmp_path: Path) -> Store:
    """A copy of them in a cache of its own."""
    copy = Store(tmp_path / "kernels")
    shutil.copytree(kept, copy.folder)
    assert copy.is_whole()
    return copy


def run(code: str, cache: Store, **values: object) -> subprocess.CompletedProcess[str]:
    code = HERE.format(cache=str(cache.all)) + code
    for name, value in values.items():
        code = code.replace(f"{{{name}!r}}", repr(value))
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "LANGUAGE": "en"},
        capture_output=True,
        text=True,
        check=False,
    )


def entry(cache: Store) -> Path:
    """The index that is read first."""
    (found,) = cache.folder.rglob("step.advance-*.nbi")
    return found


def largest(cache: Store, ending: str) -> Path:
    return max(cache.folder.rglob(f"*{ending}"), key=lambda path: path.stat().st_size)


# What is whole.


@pytest.mark.parametrize("ending", [".nbi", ".nbc", MARK])
@damages
def test_every_damage_is_noticed(damage: Callable[[Path], None], ending: str, cache: Store):
    damage(largest(cache, ending))
    assert not cache.is_whole()
    assert cache.is_damaged() == (damage is not missing or ending != MARK), "without a mark it was never finished"
    cache.clear()
    assert not cache.folder.exists()
    assert not cache.is_damaged()


@pytest.mark.parametrize("there", ["", "[]", "{}", '{"a": 1}', '{"../../x": "0"}', "\\u0000"])
def test_a_mark_that_says_nothing_is_no_mark(there: str, cache: Store):
    (cache.folder / MARK).write_text(there)
    assert not cache.is_whole()
    assert cache.is_damaged()


def test_a_mark_of_a_device_is_no_mark(cache: Store):
    (cache.folder / MARK).write_text(f'{{"{os.devnull}": "{sha256().hexdigest()}"}}')
    assert not cache.is_whole()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders")
def test_a_pipe_in_place_of_the_folder_is_thrown_away(tmp_path: Path):
    cache = Store(tmp_path)
    os.mkfifo(cache.folder)
    assert cache.is_damaged()
    cache.clear()
    assert not cache.folder.exists()


def test_a_folder_that_cannot_be_looked_into_is_not_used(cache: Store, monkeypatch: pytest.MonkeyPatch):
    usual = os.stat

    def refuse(path: Any, **more: Any) -> os.stat_result:
        if str(path).startswith(str(cache.folder)):
            raise PermissionError(13, "Permission denied", str(path))
        return usual(path, **more)

    with monkeypatch.context() as unreadable:
        unreadable.setattr(os, "stat", refuse)
        unreadable.setattr(os, "lstat", refuse)
        assert not cache.is_whole()
        assert not cache.is_damaged()


def test_a_compiler_that_does_not_know_the_processor_is_no_reason_to_stop(monkeypatch: pytest.MonkeyPatch):
    def fail() -> None:
        raise RuntimeError("failed to get host cpu features")

    monkeypatch.setattr("llvmlite.binding.get_host_cpu_features", fail)
    assert store.name.__wrapped__()


def test_what_belongs_to_somebody_else_is_not_used(cache: Store, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(os, "geteuid", lambda: 4711, raising=False)
    assert not cache.is_whole()


# Hints and moves of bots, which never wait for the compiler.


def test_a_hint_uses_what_is_whole(cache: Store):
    ran = run(HINT, cache)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "compiled True\n", "")
    assert cache.is_whole(), "and nothing more was compiled"


def test_a_hint_is_given_without_the_compiler_if_a_file_is_damaged(cache: Store):
    truncated(entry(cache))
    ran = run(HINT, cache)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "plain False\n", "")


def test_a_game_of_bots_in_a_terminal_tells_in_one_line_that_a_file_is_damaged(cache: Store, tmp_path: Path):
    truncated(entry(cache))
    words = ["play", "rumms", "--text", "--seats", "greedy,greedy", "--record", str(tmp_path / "game.jsonl")]
    play = f"from rumms import cli\nsys.exit(cli.main({words!r}))"
    ran = run(play, cache)
    says = f"rumms: The compiled physics in '{cache.all}' cannot be used (it is damaged); all goes on without it, only"
    assert (ran.returncode, ran.stderr) == (0, f"{says} slower.\n")
    cache.clear()
    (tmp_path / "game.jsonl").unlink()
    assert run(play, cache).stderr == "", "where nothing is kept, nothing is damaged"


def test_a_bot_does_not_use_what_belongs_to_somebody_else(cache: Store):
    ran = run("os.geteuid = lambda: 4711\n" + TRY, cache)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "plain False\n", "")


def test_a_bot_goes_on_if_what_is_marked_as_whole_cannot_be_read(cache: Store):
    """The compiler is asked, and fails; what it cannot read is thrown away, and made anew another time."""
    truncated(entry(cache))
    cache.mark()
    ran = run(TRY, cache)
    assert (ran.returncode, ran.stdout) == (0, "plain True\n")
    assert ran.stderr.startswith(f"rumms: The compiled physics in '{cache.all}' cannot be used (")
    assert ran.stderr.endswith("); all goes on without it, only slower.\n")
    assert ran.stderr.count("\n") == 1
    assert not cache.folder.exists()


def test_a_bot_goes_on_if_the_compiler_may_not_write_where_it_reads(cache: Store):
    """It would look and write elsewhere: in the installed package."""
    package = Path(store.__file__).parent
    before = set(package.rglob("*.nb?"))
    readonly = (
        "usual = tempfile.TemporaryFile\n"
        "def refuse(*given, dir=None, **more):\n"
        "    if dir and str(dir).startswith(str(engine.cached())):\n"
        "        raise PermissionError(13, 'Permission denied', dir)\n"
        "    return usual(*given, dir=dir, **more)\n"
        "tempfile.TemporaryFile = refuse\n"
    )
    ran = run(readonly + TRY, cache)
    assert (ran.returncode, ran.stdout) == (0, "plain True\n")
    assert ran.stderr.count("\n") == 1
    assert "Permission denied" in ran.stderr
    assert cache.is_whole()
    assert set(package.rglob("*.nb?")) == before


# Compiling.


def test_what_is_damaged_is_thrown_away_with_a_notice_and_made_anew(cache: Store, kept: Path):
    random(largest(cache, ".nbc"))
    notice = f"rumms: The compiled physics in '{cache.folder}' is damaged; it is made anew.\n"
    ran = run(COMPILE + SHOT, cache, kept=str(kept))
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "compiled True\n", notice)
    assert cache.is_whole()
    assert run(TRY, cache).stdout == "compiled True\n"


def test_a_file_in_place_of_the_folder_is_thrown_away(cache: Store, kept: Path):
    shutil.rmtree(cache.folder)
    cache.folder.write_text("something else")
    ran = run(COMPILE + SHOT, cache, kept=str(kept))
    assert (ran.returncode, ran.stdout) == (0, "compiled True\n")
    assert cache.is_whole()


@pytest.mark.parametrize("deep", [0, 1])
def test_where_no_folder_can_be_made_nothing_is_compiled(deep: int, tmp_path: Path):
    blocked = tmp_path / "file"
    blocked.write_text("something else")
    ran = run(SHOT, Store(blocked.joinpath(*["cache"] * deep)))
    assert (ran.returncode, ran.stdout) == (0, "plain True\n")
    assert ran.stderr.startswith(f"rumms: The compiled physics in '{blocked}")
    assert ran.stderr.count("\n") == 1
    assert blocked.read_text() == "something else"


def test_what_belongs_to_somebody_else_is_left_alone(cache: Store):
    ran = run("os.geteuid = lambda: 4711\n" + SHOT, cache)
    assert (ran.returncode, ran.stdout) == (0, "plain True\n")
    assert ran.stderr.count("\n") == 1
    assert cache.is_whole()


def test_where_the_compiler_cannot_be_loaded_the_game_goes_on(cache: Store):
    ran = run("sys.modules['numba'] = sys.modules['llvmlite'] = None\n" + SHOT, Store(cache.all / "other"))
    assert (ran.returncode, ran.stdout) == (0, "plain True\n")
    assert ran.stderr.count("\n") == 1


def test_functions_of_a_bot_are_kept_where_its_author_wants_them(cache: Store):
    """The program does not leave its own folder behind as the compiler's."""
    code = "import numba\nos.environ['NUMBA_CACHE_DIR'] = 'mine'\n"
    ran = run(f"{code}{SHOT}print(os.environ['NUMBA_CACHE_DIR'], numba.config.CACHE_DIR)\n", cache)
    assert (ran.returncode, ran.stdout) == (0, "compiled True\nmine mine\n")


# On what it depends.


@pytest.mark.parametrize(
    ("where", "what", "value"),
    [
        (store, "AS_LOADED", "other sources"),
        (store, "SOURCES", Path("/another/installation")),
        (sys, "version", "3.99.0 (another Python)"),
        (sys.implementation, "name", "pypy"),
        (store, "version", lambda package: {"numba": "0.99"}.get(package, "1")),
        (store, "_processor", lambda: ("another", "")),
        (store, "_processor", lambda: ("cascadelake", "-avx512f")),
    ],
    ids=["sources", "installation", "version", "python", "packages", "processor", "features"],
)
def test_the_name_of_the_folder_changes_with_everything_on_which_it_depends(
    where: Any, what: str, value: object, monkeypatch: pytest.MonkeyPatch
):
    right = store.name.__wrapped__()
    assert store.name.__wrapped__() == right
    monkeypatch.setattr(where, what, value)
    assert store.name.__wrapped__() != right


@pytest.mark.parametrize("package", ["numba", "llvmlite"])
def test_the_name_of_the_folder_changes_with_each_version(package: str, monkeypatch: pytest.MonkeyPatch):
    right, usual = store.name.__wrapped__(), importlib.metadata.version
    monkeypatch.setattr(store, "version", lambda one: "0.99" if one == package else usual(one))
    assert store.name.__wrapped__() != right


def test_another_python_is_not_told_that_all_is_ready(cache: Store):
    ran = run("sys.version = 'another'\n" + TRY, cache)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "plain False\n", "")
