"""Records that version 0.8.2 wrote, with moves that corrected rules refuse: one of each correction, in `records/0.8.2`.

In `torch-thrower` a Torch thrower repeats the card before a substitute trade. In `lost-hand` Anna's hand is fulfilled,
but Cleo is asked first whether she draws, and the blue card that she draws carries that hand away.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

from rumms.catalogue import GAMES, find_game
from rumms.kernel.refusal import BadRecord, OldRecord
from rumms.kernel.session import load
from rumms.lab.golden import record_path
from rumms.places import own

from .conftest import Rumms

FOLDER = Path(__file__).parent / "records" / "0.8.2"
REFUSED = {
    "torch-thrower": (
        "line 7, $.move: Torch thrower cannot be played: a substitute trade cannot be repeated. (WAK-68)",
        "WAK-63, WAK-68",
    ),
    "lost-hand": ("line 8, $.move: the game is over before this move.", "DUM-44, DUM-65, DUM-67"),
}

LAST = {"torch-thrower": "Anna buys the boat for 2 gold: tea, salt.", "lost-hand": "Anna lays blue 9 on the left pile."}
"""The last thing that a person does before."""


def sentence(path: Path) -> str:
    """Why a record goes no further."""
    reason, rules = REFUSED[path.stem]
    return (
        f"{path}, {reason} This record was written by Rumms 0.8.2 or older. By its rules that may have been right;"
        f" version 0.9.0 has corrected them ({rules}). The record can be watched up to here."
    )


@pytest.fixture(params=REFUSED)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return Path(shutil.copy(FOLDER / f"{request.param}.jsonl", tmp_path))


def test_every_correction_has_a_record():
    corrected = {rule for entry in GAMES.values() for one in entry.game.corrections for rule in one.rules}
    assert corrected == {rule for _, rules in REFUSED.values() for rule in rules.split(", ")}
    assert {file.stem for file in FOLDER.iterdir()} == set(REFUSED)


@pytest.mark.rule("WAK-63", "WAK-68", "DUM-44", "DUM-65", "DUM-67")
def test_an_old_record_is_verified_with_the_reason(rumms: Rumms, path: Path):
    ran = rumms("verify", path)
    assert (ran.code, ran.out) == (1, f"{sentence(path)}\n0 passed, 1 failed\n")


def test_an_old_record_is_told_up_to_the_move_that_is_refused(rumms: Rumms, path: Path):
    ran = rumms("replay", path, "--text")
    told = "".join(ran.out.split())
    assert ran.code == 0
    assert "".join(LAST[path.stem].split()) in told
    assert told.endswith("".join(sentence(path).split()))


def test_an_old_record_is_filmed_up_to_the_move_that_is_refused(rumms: Rumms, path: Path, tmp_path: Path):
    ran = rumms("film", path, "--out", tmp_path / "sheet.png", "--size", "640x360")
    assert (ran.code, (tmp_path / "sheet.png").exists()) == (0, True)
    assert sentence(path) in ran.err


def test_an_old_record_is_not_resumed_but_can_be_watched(rumms: Rumms, path: Path):
    before = path.read_bytes()
    ran = rumms("resume", path, "--text", "--seats", "random,random,random")
    assert ran.code == 1
    assert ran.err == f"rumms: {sentence(path)} Watch it with: rumms replay {path} --text\n"
    assert path.read_bytes() == before


def test_the_game_left_last_is_named_if_it_is_an_old_one(rumms: Rumms, path: Path):
    kept = own("games", path.name)
    kept.parent.mkdir(parents=True)
    path.rename(kept)
    ran = rumms("resume", "--text")
    assert (ran.code, ran.err) == (1, f"rumms: {sentence(kept)} Watch it with: rumms replay {kept} --text\n")


def test_an_old_record_is_not_sealed(rumms: Rumms, path: Path):
    before = path.read_bytes()
    ran = rumms("seal", path)
    assert (ran.code, ran.err) == (1, f"rumms: {sentence(path)}\n")
    assert path.read_bytes() == before


def test_the_same_record_by_the_corrected_version_is_just_wrong(path: Path):
    header, *rows = path.read_bytes().splitlines(keepends=True)
    for version, refusal in (("0.8.2", OldRecord), ("0.9.0", BadRecord)):
        named = {**msgspec.json.decode(header), "version": version}
        path.write_bytes(b"".join((msgspec.json.encode(named), b"\n", *rows)))
        with pytest.raises(BadRecord) as refused:
            load(path, find_game)
        assert type(refused.value) is refusal


def test_shipped_records_are_not_written_anew_for_each_version():
    """They are compared to the byte, so they name no version, which changes with every release."""
    for entry in GAMES.values():
        assert load(record_path(entry), find_game).header.version is None
