from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

OF_A_DISPLAY = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "XDG_RUNTIME_DIR")


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The program where there is no display."""
    there = {name: value for name, value in os.environ.items() if name not in OF_A_DISPLAY}
    return subprocess.run(
        [sys.executable, "-m", "rumms", *words, "--lang", "en"],
        env={**there, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("folder", ["", "/tmp"], ids=["of nobody", "of a login"])  # noqa: S108  nothing is put there
def test_without_a_display_one_line_names_what_works_and_the_program_ends(folder: str):
    ran = run(XDG_RUNTIME_DIR=folder)
    assert ran.returncode == 2
    assert not ran.stdout
    assert ran.stderr.count("\n") == 1
    assert "no display" in ran.stderr
    assert "rumms play GAME --text" in ran.stderr


def test_a_game_for_the_window_is_refused_like_that_too():
    ran = run("play", "rumms")
    assert ran.returncode == 2
    assert "no display" in ran.stderr


@pytest.mark.parametrize("leftover", ["pygame/__init__.py", "pygame-2.6.1.dist-info/METADATA"])
def test_a_mix_of_pygame_packages_is_told_with_what_repairs_it(tmp_path: Path, leftover: str):
    """The classic package may lie in the way of the maintained one, or be said to be installed beside it."""
    file = tmp_path / leftover
    file.parent.mkdir()
    file.write_text("Metadata-Version: 2.1\nName: pygame\nVersion: 2.6.1\n" if "METADATA" in leftover else "")
    ran = run(PYTHONPATH=str(tmp_path))
    assert ran.returncode == 2
    assert not ran.stdout
    assert ran.stderr.count("\n") == 1
    assert "pip install --force-reinstall pygame-ce" in ran.stderr
