"""Records of older versions: what a corrected rule refuses is told as such, and can be watched up to there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from rumms.kernel import record
from rumms.kernel.game import Correction, Seat
from rumms.kernel.refusal import BadRecord, OldRecord
from rumms.kernel.session import Loaded, begin, load

from .test_session import Chat, Options, Say, State

OLD = (
    "This record was written by Rumms {}. By its rules that may have been right; version 0.9.0 has corrected them ({})."
    " The record can be watched up to here."
)


class Corrected(Chat):
    """The same game; some rules of it are said to be corrected."""

    def __init__(self, *corrections: Correction) -> None:
        self.corrections = corrections


def written(tmp_path: Path, *lines: Any, version: str | None = None) -> Path:
    path = tmp_path / "chat.jsonl"
    named = {"version": version} if version else {}
    header = {"format": 1, **named, "game": "chat", "seats": ["me", "me"], "seed": 1}
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in (header, *lines)))
    return path


def said(seat: int, move: Any) -> dict[str, Any]:
    return {"seat": seat, "move": msgspec.to_builtins(move)}


YES, NO, NOD = Say(True), Say(False), {"do": "nod"}
BY_RULE = Correction("0.9.0", ("CHA-01", "CHA-02"))
OF_ANOTHER_RULE = Correction("0.9.0", ("CHA-03",))
OF_TURNS = Correction("0.9.0", ("CHA-03",), moves_turns=True)
ILLEGAL = (said(1, NO), said(1, YES))
"""One has to nod after a no: refused by CHA-01."""
OTHER_SEAT = (said(1, NO), {"seat": 2, "move": NOD})


def opened(path: Path, *corrections: Correction, to_watch: bool = False) -> Loaded:
    return load(path, lambda _: Corrected(*corrections), to_watch=to_watch)


@pytest.mark.parametrize(
    ("lines", "correction", "reason", "rules"),
    [
        (ILLEGAL, BY_RULE, "No. (CHA-01)", "CHA-01, CHA-02"),
        (ILLEGAL, OF_TURNS, "No. (CHA-01)", "CHA-03"),
        (OTHER_SEAT, OF_TURNS, "seat 1 is to move, not seat 2.", "CHA-03"),
    ],
)
def test_an_older_record_that_a_corrected_rule_refuses_is_told_and_watched_up_to_there(
    tmp_path: Path, lines: tuple[Any, ...], correction: Correction, reason: str, rules: str
):
    for version, named in ((None, "0.8.2 or older"), ("0.8.3", "0.8.3"), ("0.8.10", "0.8.10"), ("0.8", "0.8")):
        path = written(tmp_path, *lines, version=version)
        with pytest.raises(OldRecord) as refused:
            opened(path, correction)
        assert str(refused.value).endswith(f": {reason} {OLD.format(named, rules)}")
        assert refused.value.line == 3
        loaded = opened(path, correction, to_watch=True)
        assert (loaded.stopped and str(loaded.stopped), loaded.winners) == (str(refused.value), None)
        assert [made.action for made in loaded.session.past] == [NO]
        with pytest.raises(OldRecord):
            loaded.resume()


@pytest.mark.parametrize(
    ("lines", "correction", "version"),
    [
        (ILLEGAL, BY_RULE, "0.9.0"),
        (ILLEGAL, BY_RULE, "0.10.0"),
        (ILLEGAL, BY_RULE, "1.0"),
        (ILLEGAL, OF_ANOTHER_RULE, None),
        (OTHER_SEAT, BY_RULE, None),
        (OTHER_SEAT, OF_TURNS, "0.9.1"),
        (({"seat": 1, "move": {"do": "cheat"}},), OF_TURNS, None),
        (({"winners": [2], "digest": "sha256:0"},), OF_TURNS, None),
        (({"back": 1},), OF_TURNS, None),
    ],
)
def test_what_no_correction_explains_is_refused_as_ever(
    tmp_path: Path, lines: tuple[Any, ...], correction: Correction, version: str | None
):
    with pytest.raises(BadRecord) as refused:
        opened(written(tmp_path, *lines, version=version), correction, to_watch=True)
    assert type(refused.value) is BadRecord
    assert "Rumms" not in str(refused.value)


def test_a_game_that_is_over_earlier_now_is_watched_up_to_its_end(tmp_path: Path):
    class Shorter(Corrected):
        """It is over after two signs; it used to go on."""

        def actor(self, state: State) -> Seat | None:
            return None if len(state.said) >= 2 else super().actor(state)

    path = written(tmp_path, said(1, NO), {"seat": 1, "move": NOD}, said(2, NO))
    with pytest.raises(OldRecord, match=r"line 4, \$\.move: the game is over before this move\. This record was"):
        load(path, lambda _: Shorter(OF_TURNS))
    loaded = load(path, lambda _: Shorter(OF_TURNS), to_watch=True)
    assert (len(loaded.session.past), loaded.session.actor) == (2, None)


def test_a_game_that_another_has_won_now_is_watched_without_a_winner(tmp_path: Path):
    class Other(Corrected):
        """The first seat wins; it used to be the second."""

        def winners(self, _state: State) -> frozenset[Seat]:
            return frozenset({0})

    path = tmp_path / "chat.jsonl"
    session = begin(Chat(), ("me", "me"), Options(), 1, path, names_version=False)
    while session.actor is not None:
        session.play(NO)
    assert load(path, lambda _: Other(), closing=False).winners == (2,)
    with pytest.raises(OldRecord, match="by the rules the winners are"):
        load(path, lambda _: Other(OF_TURNS))
    loaded = load(path, lambda _: Other(OF_TURNS), to_watch=True)
    assert (loaded.winners, loaded.session.past) == (None, session.past)


def test_several_corrections_are_told_together(tmp_path: Path):
    corrections = BY_RULE, Correction("0.9.2", ("CHA-01", "CHA-07")), Correction("0.9.3", ("CHA-08",))
    path = written(tmp_path, *ILLEGAL, version="0.9.0")
    with pytest.raises(OldRecord, match=r"version 0\.9\.2 has corrected them \(CHA-01, CHA-07\)"):
        opened(path, *corrections)
    path = written(tmp_path, *ILLEGAL)
    with pytest.raises(OldRecord, match=r"version 0\.9\.2 has corrected them \(CHA-01, CHA-02, CHA-01, CHA-07\)"):
        opened(path, *corrections)


def test_a_new_record_names_the_version_that_writes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(record, "__version__", "3.14.0")
    begin(Chat(), ("me", "me"), Options(), 1, tmp_path / "new.jsonl").close()
    begin(Chat(), ("me", "me"), Options(), 1, tmp_path / "plain.jsonl", names_version=False).close()
    versions = [load(tmp_path / f"{name}.jsonl", lambda _: Chat()).header.version for name in ("new", "plain")]
    assert versions == ["3.14.0", None]


@pytest.mark.parametrize("version", ["0.9.0", "1.2", "0.9.0rc1", "0.9.0.dev3", "12.34.56.78"])
def test_a_version_is_read(tmp_path: Path, version: str):
    assert load(written(tmp_path, version=version), lambda _: Chat()).header.version == version


@pytest.mark.parametrize("version", ["1", "new", "-1.2", "1.", "1.2\n", "1.2\x1b", "9" * 9 + ".1", "\u0663.\u0661"])
def test_what_is_no_version_is_refused(tmp_path: Path, version: str):
    with pytest.raises(BadRecord, match=r"line 1, \$\.version: '.*' is no version of Rumms\."):
        load(written(tmp_path, version=version), lambda _: Chat())
