"""What is installed: a wheel with everything in it, and the commands that the README promises."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from rumms.ui.scenarios import find_one

ROOT = Path(__file__).parents[1]
LARGEST = 400_000
"""Bytes of a picture."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    code = f"from hatchling.build import build_wheel; build_wheel({str(folder)!r})"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def test_assets_and_scenarios_are_inside_the_wheel(wheel: Path):
    inside = {name.removeprefix("rumms/_data/") for name in zipfile.ZipFile(wheel).namelist()}
    for folder in ("assets", "scenarios"):
        files = {p.relative_to(ROOT).as_posix() for p in (ROOT / folder).rglob("*") if p.is_file()}
        pictures = {file for file in files if file.startswith("assets/pictures/")}
        assert files - pictures
        assert files - pictures <= inside
        assert not pictures & inside


def test_the_readme_shows_all_pictures_and_the_commands_that_made_them():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    pictures = {path.relative_to(ROOT).as_posix() for path in (ROOT / "assets" / "pictures").iterdir()}
    assert set(re.findall(r"!\[[^]]+\]\(([^)]+)\)", readme)) == pictures
    made = re.findall(r"^rumms film (\S+) --out (assets/pictures/\S+)", readme, re.MULTILINE)
    assert {out for _, out in made} == pictures
    assert all(find_one(name).exists() for name, _ in made)
    assert all((ROOT / picture).stat().st_size < LARGEST for picture in pictures)


def test_the_data_of_a_game_is_inside_the_wheel(wheel: Path):
    inside = set(zipfile.ZipFile(wheel).namelist())
    for path in (ROOT / "rumms").rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            assert path.relative_to(ROOT).as_posix() in inside


def test_the_installed_program_runs_from_another_folder(wheel: Path, tmp_path: Path):
    """Without the checkout: texts, rules and card data all come out of the wheel."""
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path / 'site')!r})\n"
        "import rumms; from rumms.cli import main\n"
        f"assert rumms.__file__.startswith({str(tmp_path)!r})\n"
        "sys.exit(main(['play', 'kawumm', '--text', '--seats', 'greedy,greedy', '--record', 'x.jsonl', '--lang', 'de'])"
        " or main(['rules', 'kawumm', '--lang', 'de']))"
    )
    (tmp_path / "elsewhere").mkdir()
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path / "elsewhere",
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "hat gewonnen." in ran.stdout
    assert "## Dein Zug" in ran.stdout


def test_the_readme_and_the_checks_run_the_same_command():
    """The command under "Test it" is what `.ci/run` runs, to the letter."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = readme.split("## Test it")[1]
    command = re.search(r"```sh\n(.+?)\n```", section, re.DOTALL)
    assert command
    assert command[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_runtime_needs_what_it_says():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = {re.split(r"[<>=]", need)[0] for need in project["dependencies"]}
    assert names == {"filelock", "msgspec", "numpy", "platformdirs", "pygame-ce", "pymunk", "rich"}
