"""What every game's records promise: they say what happened, all of it, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rumms.catalogue import Entry
from rumms.kernel.bots import make, play_out
from rumms.kernel.record import MOST_BYTES
from rumms.kernel.refusal import BadRecord, NotWritten
from rumms.kernel.session import Loaded, begin, load, seal
from tests.full_disk import file_size

from .conftest import Played, bots_for, people_for

MUTATIONS = 500
LEFT = 40
"""Moves at which a game is left."""
CUTS = 250
"""Places at which a record is cut."""
FULL = 20
"""How often the disk is full in a game."""


def read(path: Path, entry: Entry) -> Loaded:
    return load(path, lambda _: entry.game)


def moves_of(loaded: Loaded) -> list[tuple[int, Any]]:
    return [(made.seat, made.action) for made in loaded.session.past]


def test_a_record_replays_to_equal_states(entry: Entry, played: Played, tmp_path: Path):
    for seed, seats in enumerate(entry.game.seats):
        path = tmp_path / f"{seats}.jsonl"
        session = played(entry, path, seed, seats)
        loaded = read(path, entry)
        assert loaded.session.past == session.past
        assert loaded.session.state == session.state
        assert loaded.winners == tuple(seat + 1 for seat in sorted(entry.game.winners(session.state)))


def test_the_same_seed_gives_the_same_bytes_in_any_process(entry: Entry, played: Played, tmp_path: Path):
    played(entry, tmp_path / "here.jsonl", seed=77)
    names = ",".join(bots_for(entry))
    for hash_seed in ("1", "2"):
        there = tmp_path / f"there-{hash_seed}.jsonl"
        words = ["play", entry.id, "--text", "--seats", names, "--seed", "77", "--record", str(there)]
        subprocess.run(
            [sys.executable, "-m", "rumms", *words],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"},
            check=True,
            capture_output=True,
        )
        assert there.read_bytes() == (tmp_path / "here.jsonl").read_bytes()


def test_another_seed_gives_another_game(entry: Entry, played: Played, tmp_path: Path):
    one, two = played(entry, tmp_path / "1.jsonl", seed=1), played(entry, tmp_path / "2.jsonl", seed=2)
    assert one.past[0].action != two.past[0].action


def test_a_game_left_at_any_move_goes_on_as_if_nothing_had_happened(entry: Entry, played: Played, tmp_path: Path):
    played(entry, whole := tmp_path / "whole.jsonl", seed=3)
    lines = whole.read_bytes().splitlines(keepends=True)
    for kept in {1, len(lines) - 1, *Random(3).sample(range(1, len(lines)), min(LEFT, len(lines) - 1))}:
        path = tmp_path / f"{kept}.jsonl"
        path.write_bytes(b"".join(lines[:kept]))
        loaded = read(path, entry)
        assert loaded.winners is None
        session, names = loaded.resume(), loaded.header.seats
        play_out(session, names, {seat: make(name, entry.game, entry.bots) for seat, name in enumerate(names)})
        assert path.read_bytes() == whole.read_bytes()


def test_moves_taken_back_are_in_the_record_and_out_of_the_game(entry: Entry, tmp_path: Path):
    rng = Random(4)
    session = begin(entry.game, people_for(entry), entry.game.options(), 4, path := tmp_path / "back.jsonl")
    session.go_on()
    for _ in range(300):
        if session.actor is None:
            break
        if session.past and rng.random() < 0.4:
            moves = rng.randint(1, len(session.past))
            before = session.past[-moves].before
            session.back(moves)
            assert session.state == before
            session.go_on()
        else:
            session.play(entry.game.legal(session.state).sample(rng))
    session.close()
    assert b'{"back":' in path.read_bytes()
    assert read(path, entry).session.past == session.past


def test_a_record_cut_anywhere_is_a_shorter_game_or_no_record(entry: Entry, tmp_path: Path):
    """A short game, sealed, and cut around every end of a line and anywhere else."""
    path = short_record(entry, tmp_path)
    whole = path.read_bytes()
    moves = moves_of(read(path, entry))
    header = len(whole.splitlines(keepends=True)[0])
    cut = tmp_path / "cut.jsonl"
    for size in cuts(whole):
        cut.write_bytes(whole[:size])
        if size < header - 1:
            with pytest.raises(BadRecord):
                read(cut, entry)
            continue
        loaded = read(cut, entry)
        found = moves_of(loaded)
        assert found == moves[: len(found)]
        assert loaded.lines.torn == (whole[size - 1 : size] != b"\n" and whole[size : size + 1] not in {b"\n", b""})
        assert (loaded.winners is not None) == (size >= len(whole) - 1)


def cuts(whole: bytes) -> list[int]:
    """How much is left of a record: what a line needs, a byte less or more, and other sizes."""
    sizes = range(len(whole) + 1)
    ends = (size + more for size in sizes if whole[size - 1 : size] == b"\n" for more in (-2, -1, 0, 1))
    return sorted({*Random(7).sample(sizes, min(CUTS, len(sizes))), *ends} & {*sizes})


def short_record(entry: Entry, folder: Path) -> Path:
    """The first decisions of a game, sealed."""
    path = folder / "short.jsonl"
    rng = Random(8)
    session = begin(entry.game, people_for(entry), entry.game.options(), 8, path)
    session.go_on()
    for _ in range(6):
        session.play(entry.game.legal(session.state).sample(rng))
    session.close()
    seal(path, lambda _: entry.game)
    return path


def test_a_torn_line_is_cut_away_before_the_game_goes_on(entry: Entry, tmp_path: Path):
    path = short_record(entry, tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-2]) + lines[-2][:-9])
    session = read(path, entry).resume()
    session.play(entry.game.legal(session.state).sample(Random(1)))
    session.close()
    again = read(path, entry)
    assert not again.lines.torn
    assert again.session.past == session.past


def test_a_last_line_without_its_end_of_line_is_whole(entry: Entry, tmp_path: Path):
    path = short_record(entry, tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]).rstrip(b"\n"))
    loaded = read(path, entry)
    assert not loaded.lines.torn
    session = loaded.resume()
    session.play(entry.game.legal(session.state).sample(Random(1)))
    session.close()
    assert read(path, entry).session.past == session.past


def test_mutated_records_are_refused_in_one_sentence_or_say_the_same(entry: Entry, played: Played, tmp_path: Path):
    played(entry, path := tmp_path / "game.jsonl", seed=11)
    whole, original = path.read_bytes(), read(path, entry)
    rng, same, unfinished = Random(11), 0, 0
    refused: list[str] = []
    for _ in range(MUTATIONS):
        path.write_bytes(mutated(whole, rng))
        try:
            loaded = read(path, entry)
        except BadRecord as refusal:
            refused.append(str(refusal))
            continue
        found = moves_of(loaded)
        if loaded.winners is None:
            assert found == moves_of(original)[: len(found)]
            unfinished += 1
        else:
            assert (found, loaded.header, loaded.winners) == (moves_of(original), original.header, original.winners)
            same += 1
    assert len(refused) + same + unfinished == MUTATIONS
    assert min(len(refused) - MUTATIONS // 2, same, unfinished) > 0
    assert all(len(sentence.splitlines()) == 1 and str(path) in sentence for sentence in refused)


VALUES: tuple[bytes, ...] = (
    b"NaN", b"Infinity", b"-1", b"0", b"1e999", b"9" * 400, b"1.5", b"null", b"true", b'""', b'"x"', b"[]", b"{}",
    b"[[]]", b"[" * 60 + b"]" * 60, b'"\\ud800"', b'"\xff"', b'"' + b"x" * 5000 + b'"',
)  # fmt: skip


def mutated(whole: bytes, rng: Random) -> bytes:
    """A record with one thing wrong with it, at the least."""
    lines = whole.splitlines(keepends=True)
    at = rng.randrange(len(lines))
    place = rng.randrange(len(whole))
    match rng.randrange(10):
        case 0:  # another byte
            return whole[:place] + bytes([rng.randrange(256)]) + whole[place + 1 :]
        case 1:  # a block is gone
            return whole[:place] + whole[place + rng.randint(1, 40) :]
        case 2:  # a block stands twice
            return whole[: place + rng.randint(1, 40)] + whole[place:]
        case 3:  # cut off
            return whole[:place]
        case 4:  # a line is gone
            return b"".join(lines[:at] + lines[at + 1 :])
        case 5:  # a line stands twice
            return b"".join(lines[: at + 1] + lines[at:])
        case 6:  # two lines have changed places
            lines[at], lines[-1 - at] = lines[-1 - at], lines[at]
            return b"".join(lines)
        case 7:  # other ends of lines
            return whole.replace(b"\n", rng.choice((b"\r\n", b"\n\n", b" \n")))
        case 8:  # another line in between
            extra = rng.choice((b'{"back":1}', b'{"back":0}', b'{"seat":0}', b"{}", b'{"back":1,"seat":1}', b"[]"))
            return b"".join([*lines[:at], extra + b"\n", *lines[at:]])
        case _:  # another value
            return with_another_value(lines, at, rng)


def with_another_value(lines: list[bytes], at: int, rng: Random) -> bytes:
    colons = [i for i, byte in enumerate(lines[at]) if byte == ord(":")]
    start = rng.choice(colons) + 1
    end = next(i for i in range(start, len(lines[at])) if lines[at][i] in b",}]")
    lines[at] = lines[at][:start] + rng.choice(VALUES) + lines[at][end:]
    return b"".join(lines)


def edit(path: Path, line: int, **fields: Any) -> None:
    """Change fields of one line, as a person would with an editor."""
    lines = path.read_bytes().splitlines()
    lines[line] = msgspec.json.encode({**msgspec.json.decode(lines[line]), **fields})
    path.write_bytes(b"\n".join(lines) + b"\n")


WRONG: tuple[tuple[int, dict[str, Any], str], ...] = (
    (0, {"format": 2}, "line 1, $.format: the record has format 2, from a newer Rumms"),
    (0, {"format": 0}, "line 1, $.format: there is no format 0"),
    (0, {"game": 5}, "line 1, $.game: expected str, found int"),
    (0, {"seats": []}, "line 1, $.seats: expected"),
    (0, {"seats": ["me", "\x1b[31mred"]}, "line 1, $.seats: the text has characters that cannot be printed"),
    (0, {"options": {"no_such": 1}}, "line 1, $.options: there is no field 'no_such' here"),
    (0, {"seed": -1}, "line 1, $.seed: expected"),
    (0, {"colour": "red"}, "line 1: there is no field 'colour' here"),
    (1, {"seat": 9}, " is to move, not seat 9."),
    (1, {"move": {"do": "cheat"}}, "line 2, $.move.do: 'cheat' is not known here"),
    (1, {"back": 1}, 'line 2: a line is {"winners", "digest"}, {"seat", "move"}, {"back"}'),
    (-1, {"winners": [2, 1]}, "$.winners: by the rules the winners are"),
    (-1, {"digest": "sha256:0"}, "$.digest: the digest does not fit header and moves"),
)
"""A line, what is changed in it, and what is said about that."""


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: f"line {wrong[0]} {wrong[1]}")
def test_what_is_wrong_is_named_with_file_line_and_path(
    entry: Entry, played: Played, tmp_path: Path, wrong: tuple[int, dict[str, Any], str]
):
    line, fields, says = wrong
    played(entry, path := tmp_path / "game.jsonl")
    edit(path, line, **fields)
    with pytest.raises(BadRecord) as refused:
        read(path, entry)
    assert str(refused.value).startswith(str(path))
    assert says in str(refused.value)


def test_a_move_against_the_rules_is_named_with_its_rule(entry: Entry, played: Played, tmp_path: Path):
    played(entry, path := tmp_path / "game.jsonl")
    first = msgspec.json.decode(path.read_bytes().splitlines()[1])
    edit(path, 4, move=first["move"])
    with pytest.raises(BadRecord) as refused:
        read(path, entry)
    assert refused.value.line == 5
    assert refused.value.path == "$.move"
    assert "-" in str(refused.value.reason).rsplit("(", 1)[1]


def test_sealing_an_edited_record_closes_it_anew(entry: Entry, played: Played, tmp_path: Path):
    played(entry, path := tmp_path / "game.jsonl")
    edit(path, 0, title={"en": "A good game", "de": "Ein gutes Spiel"}, difficulty=2)
    with pytest.raises(BadRecord, match="rumms seal"):
        read(path, entry)
    seal(path, lambda _: entry.game)
    loaded = read(path, entry)
    assert loaded.header.difficulty == 2
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_sealing_refuses_what_the_rules_refuse_and_leaves_the_file_alone(entry: Entry, played: Played, tmp_path: Path):
    played(entry, path := tmp_path / "game.jsonl")
    lines = path.read_bytes().splitlines()
    path.write_bytes(b"\n".join([*lines[:2], *lines[3:]]) + b"\n")
    before = path.read_bytes()
    with pytest.raises(BadRecord):
        seal(path, lambda _: entry.game)
    assert path.read_bytes() == before


def test_nothing_can_follow_the_closing_line(entry: Entry, tmp_path: Path):
    path = short_record(entry, tmp_path)
    whole = path.read_bytes()
    for more in (b'{"back":1}', whole.splitlines()[-2], whole.splitlines()[-1]):
        path.write_bytes(whole + more + b"\n")
        with pytest.raises(BadRecord, match="nothing can follow the closing line"):
            read(path, entry)


def test_other_ends_of_lines_and_blank_lines_change_nothing(entry: Entry, tmp_path: Path):
    path = short_record(entry, tmp_path)
    whole, moves = path.read_bytes(), moves_of(read(path, entry))
    for end in (b"\r\n", b"\n\n", b"  \n"):
        path.write_bytes(whole.replace(b"\n", end))
        assert moves_of(read(path, entry)) == moves


def test_every_move_is_in_the_file_as_soon_as_it_is_made(entry: Entry, tmp_path: Path):
    session = begin(entry.game, people_for(entry), entry.game.options(), 8, path := tmp_path / "game.jsonl")
    assert read(path, entry).session.past == []
    session.go_on()
    for _ in range(5):
        session.play(entry.game.legal(session.state).sample(Random(8)))
        assert read(path, entry).session.past == session.past
    session.close()


def test_a_record_that_exists_is_never_overwritten(entry: Entry, played: Played, tmp_path: Path):
    played(entry, path := tmp_path / "game.jsonl")
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        begin(entry.game, people_for(entry), entry.game.options(), 1, path)
    assert path.read_bytes() == before


def test_a_finished_record_is_not_resumed(entry: Entry, played: Played, tmp_path: Path):
    played(entry, path := tmp_path / "game.jsonl")
    with pytest.raises(BadRecord, match="closed"):
        read(path, entry).resume()


def test_a_disk_that_is_full_for_a_moment_costs_no_move_and_no_byte(entry: Entry, tmp_path: Path):
    """Anywhere in a line the disk is full: game and file stand as they stood, and the same move can be made later."""
    session = begin(entry.game, people_for(entry), entry.game.options(), 8, path := tmp_path / "game.jsonl")
    rng, refused = Random(1), 0
    while session.actor is not None and refused < FULL:
        before, past, whole = session.state, list(session.past), path.read_bytes()
        with file_size(len(whole) + rng.randrange(60)), suppress(NotWritten):
            session.go_on()
            session.play(entry.game.legal(session.state).sample(rng))
        if session.past == past:
            refused += 1
            assert session.state == before
            assert path.read_bytes() == whole
        session.go_on()
    session.close()
    loaded = read(path, entry)
    assert not loaded.lines.torn
    assert loaded.session.past == session.past


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "line 1: a record begins with a header"),
        (b"\n\n\n", "a record begins with a header"),
        (b"{", "a record begins with a header"),
        (b"hello\n", "line 1: no JSON from byte 0 on"),
        (b"\xff\xfe\n", "line 1: the line is not text in UTF-8"),
        (b"[" * 100_000 + b"\n", "line 1: brackets are nested more than 24 deep"),
        (b'{"format":1,"a":' + b"[" * 100_000, "a record begins with a header"),
        (b'"' + b"x" * 2**20 + b'"\n', "line 1: the line is longer than 1048576 bytes"),
        (b"{}\n" * 100_003, "it has more than 100000 lines"),
        (b"\x00" * 100, "a record begins with a header"),
        (b"null\n", "line 1: expected object, found null"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_a_file_that_is_no_record_is_refused(entry: Entry, tmp_path: Path, content: bytes, says: str):
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(BadRecord) as refused:
        read(path, entry)
    assert says in str(refused.value)


def test_a_huge_file_is_not_even_read(entry: Entry, tmp_path: Path):
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(BadRecord, match="larger than"):
        read(path, entry)
