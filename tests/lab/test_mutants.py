"""Files that somebody spoilt: a refusal in one sentence, or they are opened; and the tool that tries them says so."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from rumms.kernel.refusal import BadRecord, Refusal
from rumms.lab import mutants, opening
from rumms.lab.mutants import SHARES, Finding, Mutant, kept, main, mutant, tried, valid
from rumms.lab.mutations import mutated
from rumms.lab.tool import run

LOADED = 400
OPENED = 20
LARGE = 20_000
"""Bytes of a record that takes a while to be played through."""


def wrong(found: list[Finding]) -> list[Finding]:
    """The findings without those of time, which depend on the machine."""
    return [one for one in found if one.sort != "slow"]


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> list[Refusal]:
    """The refusals that were told."""
    found: list[Refusal] = []
    badly_told = mutants._badly_told  # noqa: SLF001  it is given every refusal

    def noted(refusal: Refusal) -> Iterator[tuple[str, str, str]]:
        found.append(refusal)
        return badly_told(refusal)

    monkeypatch.setattr(mutants, "_badly_told", noted)
    return found


def test_hundreds_of_spoilt_files_are_read_or_refused_in_a_sentence(refused: list[Refusal]):
    small = [one for one in (mutant(11, number) for number in range(LOADED)) if len(one.raw) < LARGE]
    loaded = [one for one in small if "load" in opening.KINDS[one.kind].steps]
    assert not [one for one in loaded if wrong(tried(one, ["load"]))]
    assert len(loaded) // 3 < len(refused) < len(loaded) * 9 // 10


@pytest.mark.parametrize("number", range(OPENED))
def test_some_spoilt_files_are_opened_in_every_way(number: int):
    assert not wrong(tried(mutant(13, number)))


@pytest.mark.parametrize("kind", SHARES)
def test_a_file_as_it_should_be_is_opened_in_every_way_and_nothing_is_refused(kind: str, refused: list[Refusal]):
    raw = next(raw for raw in valid(kind) if b'"goal"' in raw or kind != "record")
    assert not wrong(tried(Mutant(0, kind, raw)))
    assert not refused


# The mutations.


def test_a_number_is_always_the_same_file_and_another_one_another():
    assert mutant(1, 7) == mutant(1, 7)
    assert len({mutant(1, number).raw for number in range(200)}) > 180
    assert mutant(1, 7).raw != mutant(2, 7).raw


def test_every_kind_is_tried():
    assert {mutant(0, number).kind for number in range(300)} == set(SHARES)


def test_half_of_the_mutations_keep_valid_json():
    raw, other = valid("record")[:2]
    rng = Random(3)
    kept_json = sum(is_json(mutated(raw, other, rng)) for _ in range(400))
    assert 170 <= kept_json <= 280


def is_json(raw: bytes) -> bool:
    try:
        for row in raw.splitlines():
            json.loads(row)
    except (ValueError, RecursionError):
        return False
    return True


# The tool.


def of(step: Callable[[Path], object], monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    monkeypatch.setattr(opening, "KINDS", {"mat": opening.Kind("mats/mat.json", {"load": step})})
    return [(one.sort, one.place) for one in tried(Mutant(0, "mat", b"{}"))]


def test_an_error_is_found_with_the_line_that_it_passed(monkeypatch: pytest.MonkeyPatch):
    ((sort, place),) = of(lambda path: json.loads(path.read_bytes() + b"["), monkeypatch)
    assert (sort, place.split(" ")[0]) == ("traceback", "JSONDecodeError")


def test_a_refusal_is_right_and_one_that_is_no_sentence_is_found(monkeypatch: pytest.MonkeyPatch):
    def refuse(text: str) -> Callable[[Path], object]:
        def step(path: Path) -> None:
            raise BadRecord(path.name, 1, "", Refusal(text))

        return step

    assert of(refuse("no."), monkeypatch) == []
    assert [sort for sort, _ in of(refuse("no\nyes."), monkeypatch)] == ["sentence", "sentence"]
    assert [sort for sort, _ in of(refuse("no. " * 200), monkeypatch)] == ["sentence", "sentence"]


def test_a_step_that_takes_much_memory_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(mutants, "LARGEST", 100.0)
    assert of(lambda _: bytearray(10 * mutants.MB).replace(b"\0", b"xx"), monkeypatch) == []
    assert of(lambda _: b"x" * (150 * mutants.MB), monkeypatch) == [("memory", "")]


def test_a_step_that_takes_long_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(mutants, "SLOWEST", 0.0)
    assert of(lambda _: sum(range(10_000)), monkeypatch) == [("slow", "")]


def test_files_are_tried_in_processes_and_what_goes_wrong_is_kept_for_another_try(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    assert main(["--count", "3", "--seed", "5", "--jobs", "1", "--keep", str(tmp_path)]) == 0
    assert "3 of 3 files, 0 faults" in capfd.readouterr().err
    found = [Finding(1, "mat", "load", "lost", "", "its process ended with code 7")]
    monkeypatch.setattr(mutants, "try_out", lambda these, _: [(one, found if one.number == 1 else []) for one in these])
    assert main(["--count", "3", "--seed", "5", "--keep", str(tmp_path)]) == 1
    (path,) = tmp_path.iterdir()
    assert kept(path) == mutant(5, 1)
    assert str(path) in capfd.readouterr().out
    assert main(["--again", str(path)]) == 1


def test_a_file_whose_name_says_nothing_is_not_tried(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "what").write_bytes(b"")
    assert run(main, ["--again", str(tmp_path / "what")]) == 1
    assert "should begin with one of" in capsys.readouterr().err
