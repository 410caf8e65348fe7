"""Every tool of the workshop: help does no work, a wrong word is told in a sentence, and what is shipped stays."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from rumms import lab, places
from rumms.kernel.refusal import Refusal
from rumms.lab import golden, languages
from rumms.lab.tool import deliver, run

ROOT = Path(__file__).parents[2]
TOOLS = sorted(path.stem for path in Path(lab.__path__[0]).glob("*.py") if '__name__ == "__main__"' in path.read_text())

each_tool = pytest.mark.parametrize("tool", TOOLS)


def shipped_files() -> dict[Path, str]:
    """Everything that a tool could write over, and what is in it."""
    folders = (ROOT / name for name in ("rumms", "assets", "scenarios", "tests/golden"))
    files = (path for folder in folders for path in folder.rglob("*") if path.is_file())
    return {path: sha256(path.read_bytes()).hexdigest() for path in files if path.suffix != ".pyc"}


def started(tool: str, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """A tool as a person starts it, which must be done soon: none does its work."""
    return subprocess.run(
        [sys.executable, "-m", f"rumms.lab.{tool}", *words], cwd=cwd, capture_output=True, text=True, check=False
    )


def test_there_are_tools():
    assert {"fit", "openings", "danger", "puzzles", "golden", "languages", "tally"} <= set(TOOLS)


@each_tool
def test_help_is_printed_and_no_work_is_done(tool: str, tmp_path: Path):
    before = shipped_files()
    ran = started(tool, "--help", cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith(f"usage: python -m rumms.lab.{tool} ")
    assert len(ran.stdout.splitlines()) > 4
    assert shipped_files() == before
    assert list(tmp_path.iterdir()) == []


@each_tool
def test_a_word_that_it_does_not_know_is_told_in_a_sentence(tool: str, tmp_path: Path):
    before = shipped_files()
    ran = started(tool, "--nonsense", cwd=tmp_path)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert len(ran.stderr.splitlines()) == 1
    assert ran.stderr.endswith(f"(see python -m rumms.lab.{tool} --help)\n")
    assert shipped_files() == before


@pytest.mark.parametrize("tool", [golden, languages], ids=["golden", "languages"])
def test_what_works_on_the_source_refuses_an_installed_program(
    tool: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    before = shipped_files()
    monkeypatch.setattr("rumms.lab.tool.is_installed", lambda: True)
    assert run(tool.main, []) == 1  # type: ignore[attr-defined]
    assert capsys.readouterr() == ("", "This tool works on the source of the program; run it in a checkout.\n")
    assert shipped_files() == before


def test_a_package_with_its_data_inside_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert not places.is_installed()
    (tmp_path / "_data").mkdir()
    with monkeypatch.context() as there:
        there.setattr(places, "__file__", str(tmp_path / "places.py"))
        assert places.is_installed()
        assert places.shipped("scenarios") == tmp_path / "_data" / "scenarios"


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (Refusal("No."), 1, "No.\n"),
        (KeyboardInterrupt(), 130, ""),
        (FileNotFoundError(2, "No such file", "there"), 1, "there: No such file\n"),
    ],
)
def test_a_tool_ends_with_one_sentence(error: BaseException, code: int, says: str, capsys: pytest.CaptureFixture[str]):
    def broken(_: object) -> int:
        raise error

    assert run(broken) == code
    assert capsys.readouterr() == ("", says)


def test_a_result_that_cannot_be_written_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """It may have taken hours to find."""
    with pytest.raises(OSError, match=r"gone"):
        deliver({"found": 1}, tmp_path / "gone" / "result.json")
    assert capsys.readouterr().out == '{\n  "found": 1\n}\n'
