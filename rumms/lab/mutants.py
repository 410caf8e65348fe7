"""Mutated files: `python -m rumms.lab.mutants --count 10000 --seed 0` tries what files from strangers could do.

Each file is a record, scenario, mat, troop or file of the user's folder in which something was changed. It is opened
wherever the program opens such files (`rumms.lab.opening`). Nothing may come of it but what the file says, or a refusal
in a sentence, within 2 seconds of computing and 300 MB. What goes wrong is listed, and the file kept, so that
`python -m rumms.lab.mutants --again FILE...` tries it once more.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from random import Random
from time import process_time
from typing import Final, NamedTuple

import msgspec

from rumms import language
from rumms.games.rumms.mats import MATS
from rumms.games.rumms.presets import PRESETS
from rumms.kernel.refusal import Refusal
from rumms.lab.mutations import mutated
from rumms.lab.tool import add_jobs, add_number, parser_of, run
from rumms.places import own, shipped
from rumms.text.figures import table
from rumms.workers import Crew, Lost

SLOWEST: Final = 2.0
"""Seconds of computing for one step with one file."""
LARGEST: Final = 300.0
"""Megabytes by which the process may grow in one step."""
PATIENCE: Final = 120.0
"""Seconds after which a file is given up."""
LONGEST_SENTENCE: Final = 700
MOST_MEMORY: Final = 6 * 2**30
"""Bytes of addresses that a worker may have, so that no file can stop the machine."""
MB: Final = 2**20
MOST: Final = 10**6
"""Files, and seeds."""
SHARES: Final = {"record": 80, "mat": 6, "troop": 4, "settings": 4, "statistics": 2, "progress": 2, "lessons": 2}
"""How many of a hundred files are of each kind."""


class Mutant(NamedTuple):
    """A file to be tried: its kind, and its content."""

    number: int
    kind: str
    raw: bytes


class Finding(NamedTuple):
    """A fault and the step that showed it; `sort` and `place` are the same for the same fault."""

    number: int
    kind: str
    step: str
    sort: str
    place: str
    details: str


# The files.


@cache
def valid(kind: str) -> tuple[bytes, ...]:
    """Valid files of a kind."""
    match kind:
        case "record":
            return tuple(path.read_bytes() for path in sorted(shipped("scenarios").rglob("*.jsonl")))
        case "mat":
            return tuple(msgspec.json.encode(one.mat) for one in MATS)
        case "troop":
            return tuple(
                msgspec.json.encode({"called": one.name, "spots": one.spots, "others": one.aside}) for one in PRESETS
            )
    return tuple(msgspec.json.encode(one) for one in KEPT[kind])


KEPT: Final[dict[str, tuple[object, ...]]] = {
    "settings": (
        {
            "language": "de", "volume": 0.25, "speed": "0.5", "text": "130", "palette": "colour-blind",
            "is_calm": True, "aim": "arrow", "card_help": "on", "card_names": ["Anna", "Ben"],
            "card_seats": {"kawumm": ["me", "easy"], "cabanga": ["me", "me", "hard"]},
            "card_options": {"kawumm": {"chain_reaction": True}, "waka_waka": {"first_player": 2}},
            "agreed": {
                "red": [{"name": "Anna"}, {"player": "easy"}], "blue": [{"player": "greedy"}], "troops": "ready",
                "formations": ["own:troop.json", "by hand"], "hands": "shaky",
                "options": ["points=40", "wins_needed=3", "finger=yes", "first_team=blue"],
            },
        },
    ),
    "statistics": (
        {
            "players": [
                {"name": "Anna", "won": 3, "lost": 1, "flicks": 80, "knocked_off": 12, "longest": 61.5, "chain": 4},
                {"seat": 2, "won": 1, "lost": 3, "flicks": 70},
            ],
            "counted": ["rumms-20260101-120000-1.jsonl", "rumms-20260102-120000-1.jsonl"],
        },
    ),
    "progress": ({"Anna": {"puzzles/no-loss": 3, "tricks/fireworks": 1}, "Ben": {"own/mine": 2}},),
    "lessons": (["first-flick", "towers"],),
}  # fmt: skip


def mutant(seed: int, number: int) -> Mutant:
    """The file of a number: always the same for the same seed."""
    rng = Random(f"{seed}/{number}")
    (kind,) = rng.choices(list(SHARES), list(SHARES.values()))
    raw, other = rng.choice(valid(kind)), rng.choice(valid(kind))
    return Mutant(number, kind, mutated(raw, other, rng))


# What comes of one.


def tried(one: Mutant, steps: Iterable[str] | None = None) -> list[Finding]:
    """Open a file in every way that its kind is opened, or only in these, and tell what went wrong."""
    from rumms.lab.opening import KINDS  # noqa: PLC0415  pygame looks at its environment when it is imported

    kind = KINDS[one.kind]
    path = own(kind.place)
    path.parent.mkdir(parents=True, exist_ok=True)
    found: list[Finding] = []
    for name in steps or kind.steps:
        path.write_bytes(one.raw)
        found += (Finding(one.number, one.kind, name, *wrong) for wrong in _wrong(partial(kind.steps[name], path)))
    path.unlink(missing_ok=True)
    return found


def _wrong(step: Callable[[], object]) -> Iterator[tuple[str, str, str]]:
    """Do something, and tell what may not be: sort, place, details."""
    before = _restart_peak()
    since = process_time()
    try:
        step()
    except Refusal as refusal:
        yield from _badly_told(refusal)
    except Exception as error:  # noqa: BLE001  any other error is a finding
        yield "traceback", _place(error), "".join(traceback.format_exception(error))
    if (took := process_time() - since) > SLOWEST:
        yield "slow", "", f"{took:.1f} s"
    if (grown := _peak() - before) > LARGEST:
        yield "memory", "", f"{grown:.0f} MB"


def _badly_told(refusal: Refusal) -> Iterator[tuple[str, str, str]]:
    for code in language.CODES:
        language.use(code)
        try:
            sentence = language.tell(refusal)
        finally:
            language.use("en")
        if not sentence.strip() or not sentence.isprintable() or len(sentence) > LONGEST_SENTENCE:
            yield "sentence", refusal.text, sentence[:LONGEST_SENTENCE]


def _place(error: BaseException) -> str:
    """The type of an error, and the last line of the program that it passed."""
    frames = [one for one in traceback.extract_tb(error.__traceback__) if "rumms" in Path(one.filename).parts]
    where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"
    return f"{type(error).__name__} at {where}"


def _restart_peak() -> float:
    """Megabytes that the process has now; the highest number is counted anew from here where the system can do that."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return _status("VmRSS")


def _peak() -> float:
    return _status("VmHWM")


def _status(name: str) -> float:
    """Megabytes, from what Linux tells of a process; elsewhere nothing is known of memory, and 0 it is."""
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith(name):
                return int(line.split()[1]) / 1024
    return 0.0


# Many.


def at_home(folder: Path) -> None:
    """Make a folder the user's own, so that nobody's files are touched; Refusal if the system has its own way."""
    for variable in ("XDG_DATA_HOME", "HOME", "LOCALAPPDATA", "APPDATA"):
        os.environ[variable] = str(folder)
    if not own().is_relative_to(folder):
        raise Refusal("'{folder}' cannot take the place of the user's own folder on this system.", folder=str(folder))


def _task(order: tuple[str, Mutant]) -> list[Finding]:
    """In a worker, which has a folder and a limit of its own."""
    home, one = order
    folder = Path(home, str(os.getpid()))
    folder.mkdir(exist_ok=True)
    at_home(folder)
    _limit_memory()
    return tried(one)


@cache
def _limit_memory() -> None:
    with suppress(ImportError):  # Windows
        import resource  # noqa: PLC0415

        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def try_out(mutants: Iterable[Mutant], jobs: int) -> Iterator[tuple[Mutant, list[Finding]]]:
    """Try files in processes of their own."""
    with tempfile.TemporaryDirectory() as home, Crew(jobs, PATIENCE, "spawn") as crew:
        waiting: list[Mutant] = []

        def orders() -> Iterator[tuple[str, Mutant]]:
            for one in mutants:
                waiting.append(one)
                yield home, one

        for found in crew.map(_task, orders()):
            one = waiting.pop(0)
            if isinstance(found, Lost):
                how = "took too long" if found.code is None else f"ended with code {found.code}"
                found = [Finding(one.number, one.kind, "any", "lost", "", f"its process {how}")]  # noqa: PLW2901
            yield one, found


def keep(one: Mutant, folder: Path, seed: int) -> Path:
    """Keep a file for another try; its name says what it is."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{one.kind}-{seed}-{one.number}"
    path.write_bytes(one.raw)
    return path


def kept(path: Path) -> Mutant:
    """A file that was kept; Refusal if its name does not say what it is."""
    kind, _, rest = path.name.partition("-")
    if kind not in SHARES:
        raise Refusal("'{file}' should begin with one of: {kinds}.", file=path.name, kinds=", ".join(SHARES))
    number = rest.rpartition("-")[2]
    return Mutant(int(number) if number.isdecimal() else 0, kind, path.read_bytes())


def main(words: Sequence[str] | None = None) -> int:
    """Try files, and tell what went wrong; 1 if anything did."""
    parser = parser_of("mutants", __doc__)
    add_number(parser, "--count", (1, MOST), 1000, "how many files")
    add_number(parser, "--seed", (0, MOST), 0, "another number gives other files")
    add_number(parser, "--first", (0, MOST), 0, "the number of the first file")
    add_jobs(parser)
    parser.add_argument("--keep", type=Path, default=Path("mutants"), help="the folder for files that went wrong")
    parser.add_argument("--again", type=Path, nargs="+", metavar="FILE", help="try files that were kept")
    asked = parser.parse_args(words)
    if asked.again:
        mutants: Iterable[Mutant] = [kept(path) for path in asked.again]
    else:
        mutants = (mutant(asked.seed, number) for number in range(asked.first, asked.first + asked.count))
    return _report(try_out(mutants, asked.jobs), asked)


def _report(results: Iterable[tuple[Mutant, list[Finding]]], asked: argparse.Namespace) -> int:
    faults: Counter[tuple[str, str, str, str]] = Counter()
    examples: dict[tuple[str, str, str, str], str] = {}
    total = len(asked.again) if asked.again else asked.count
    for done, (one, found) in enumerate(results, start=1):
        if found and not asked.again:
            path = keep(one, asked.keep, asked.seed)
        for finding in found:
            key = finding.sort, finding.kind, finding.step, finding.place
            faults[key] += 1
            if key not in examples:
                examples[key] = str(one.number)
                where = "" if asked.again else f" ({path})"
                print(f"\n{one.kind} {one.number}, {finding.step}: {finding.sort} {finding.place}{where}")
                print(finding.details.rstrip())
        if done % 20 == 0 or done == total:
            print(f"{done} of {total} files, {len(faults)} faults", file=sys.stderr, flush=True)
    if faults:
        print()
        rows = [(*key, str(number), examples[key]) for key, number in faults.most_common()]
        print(table("<<<<><", ("fault", "file", "step", "place", "files", "first"), rows))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(run(main))
