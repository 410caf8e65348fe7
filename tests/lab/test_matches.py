"""Matches: fair seats, exact counts, the same result on every executor, and no record that does not count."""

from __future__ import annotations

import json
import multiprocessing
import shutil
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest

from rumms.catalogue import find_game
from rumms.kernel.refusal import BadBot, Refusal
from rumms.kernel.session import load
from rumms.lab import matches
from rumms.lab.matches import FEWEST, Here, Match, Plan, Z, play, wilson, workers

PLAN = Plan("kawumm", ("greedy", "random"), games=8, seed=3)


class Never(Executor):
    """Must not be asked."""

    def submit(self, *_args: Any, **_kwargs: Any) -> Future[Any]:
        raise AssertionError


class Careless(Executor):
    """Plays the first games at once and the others much later, though they were cancelled."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.later: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.first:
            self.first -= 1
            return Here().submit(fn, *args, **kwargs)
        self.later.append((Future(), lambda: fn(*args, **kwargs)))
        return self.later[-1][0]


def result(plan: Plan, executor: Executor | None = None, at_once: int = 1) -> Match:
    *_, match = play(plan, executor or Here(), at_once)
    return match


def winning(monkeypatch: pytest.MonkeyPatch, winners: Iterable[tuple[int, ...]]) -> None:
    """Let games end with these winners, by entry."""
    coming = enumerate(winners)

    def game(_game: str, seats: tuple[str, ...], *_: object) -> tuple[int, ...]:
        number, entries = next(coming)
        return tuple((entry + number) % len(seats) for entry in entries)

    monkeypatch.setattr(matches, "play_game", game)


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# Counting.


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962)],
)
def test_the_interval_is_wilsons(wins: int, games: int, low: float, high: float):
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("wins", [0.5, 2.5, 19 / 3, 9.75])
def test_the_interval_of_parts_of_wins_is_wilsons_too(wins: float):
    """Its ends are the shares from which the one found lies Z standard deviations away."""
    for end in wilson(wins, 10):
        assert (wins / 10 - end) ** 2 == pytest.approx(Z**2 * end * (1 - end) / 10)


def test_a_shared_win_counts_in_parts_and_one_of_nobody_for_nobody(monkeypatch: pytest.MonkeyPatch):
    winning(monkeypatch, [(0, 1), (), (1,), (0, 1, 2), (0, 1, 2)])
    match = result(PLAN._replace(bots=("greedy", "random", "random"), games=5))
    assert match.games == 5
    assert [row.wins for row in match.bots] == pytest.approx([0.5 + 2 / 3, 1.5 + 2 / 3, 2 / 3])
    assert [row.share for row in match.bots] == pytest.approx([row.wins / 5 for row in match.bots])
    assert all((row.low, row.high) == pytest.approx(wilson(row.wins, 5)) for row in match.bots)
    assert match.chance == pytest.approx(1 / 3)


def test_three_thirds_are_one_win(monkeypatch: pytest.MonkeyPatch):
    winning(monkeypatch, [(0, 1, 2)] * 6)
    assert [row.wins for row in result(PLAN._replace(bots=("random",) * 3, games=6)).bots] == [2, 2, 2]


def test_the_result_so_far_is_told_after_every_game():
    games = list(play(PLAN, Here(), 1))
    assert [match.games for match in games] == list(range(1, 9))
    assert [sum(row.wins for row in match.bots) for match in games] == list(range(1, 9))


# Seats and seeds.


def test_seats_rotate_and_wins_go_to_the_entry_that_sat_there(tmp_path: Path):
    plan = PLAN._replace(bots=("greedy", "random", "random"), games=7, folder=tmp_path)
    match = result(plan)
    wins = [0.0, 0.0, 0.0]
    for number, path in enumerate(sorted(tmp_path.iterdir())):
        lines = path.read_text().splitlines()
        header, closing = json.loads(lines[0]), json.loads(lines[-1])
        assert header["seats"].index("greedy") == number % 3
        for seat in closing["winners"]:
            wins[(seat - 1 - number) % 3] += 1 / len(closing["winners"])
    assert [row.wins for row in match.bots] == pytest.approx(wins)
    assert [row.name for row in match.bots] == ["greedy", "random", "random"]
    assert wins[0] > 1, "a match that shows whose wins are whose"


def test_every_game_has_a_seed_of_its_own(tmp_path: Path):
    result(PLAN._replace(folder=tmp_path))
    seeds = [json.loads(path.read_text().splitlines()[0])["seed"] for path in sorted(tmp_path.iterdir())]
    assert seeds == [PLAN.seed_of(number) for number in range(8)]
    many = {PLAN._replace(seed=seed).seed_of(number) for seed in range(20) for number in range(50)}
    assert len(many) == 1000
    assert max(many) < 2**48


def test_the_seed_of_a_game_is_the_same_everywhere():
    """A literal that was computed in another process."""
    assert Plan("kawumm", ("random", "random")).seed_of(0) == 272913229543288


# Executors.


def test_every_executor_gives_the_same_match(tmp_path: Path):
    right = list(play(PLAN._replace(folder=tmp_path / "here"), Here(), 1))
    with ThreadPoolExecutor(3) as threads:
        assert list(play(PLAN._replace(folder=tmp_path / "threads"), threads, 5)) == right
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as processes:
        assert list(play(PLAN._replace(folder=tmp_path / "processes"), processes, 3)) == right
    for path in (tmp_path / "here").iterdir():
        assert (tmp_path / "threads" / path.name).read_bytes() == path.read_bytes()
        assert (tmp_path / "processes" / path.name).read_bytes() == path.read_bytes()


def test_results_are_taken_in_the_order_of_the_games():
    """Whichever game is over first."""

    class Backwards(Careless):
        def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
            future = super().submit(*args, **kwargs)
            if len(self.later) == PLAN.games:
                for waiting, run in reversed(self.later):
                    waiting.set_result(run())
            return future

    assert list(play(PLAN, Backwards(0), PLAN.games)) == list(play(PLAN, Here(), 1))


def test_no_more_games_are_handed_out_than_asked_for():
    executor = Careless(100)
    for match in play(PLAN._replace(games=20), executor, 3):
        assert 100 - executor.first == min(20, match.games + 2)


def test_one_job_needs_no_process():
    with workers(1) as executor:
        assert isinstance(executor, Here)


# Until it is sure.


def test_a_match_stops_once_the_first_entry_is_sure_to_win(monkeypatch: pytest.MonkeyPatch):
    winning(monkeypatch, [(0,)] * 100)
    match = result(PLAN._replace(games=100, until_sure=True))
    assert (match.games, match.verdict) == (FEWEST, 1)


def test_a_match_stops_once_the_first_entry_is_sure_to_lose(monkeypatch: pytest.MonkeyPatch):
    winning(monkeypatch, [(1,)] * 100)
    match = result(PLAN._replace(games=100, until_sure=True))
    assert (match.games, match.verdict) == (FEWEST, -1)


def test_a_match_stops_at_the_first_game_that_makes_it_sure(monkeypatch: pytest.MonkeyPatch):
    order = [(0,), (1,)] * 10 + [(0,)] * 80
    sure = next(n for n in range(20, 101) if wilson(sum(e == (0,) for e in order[:n]), n)[0] > 0.5)
    assert 20 < sure < 100
    winning(monkeypatch, order)
    assert result(PLAN._replace(games=100, until_sure=True)).games == sure


def test_a_match_that_is_never_sure_goes_to_its_end(monkeypatch: pytest.MonkeyPatch):
    winning(monkeypatch, [(0,), (1,)] * 50)
    match = result(PLAN._replace(games=60, until_sure=True))
    assert (match.games, match.verdict) == (60, 0)


def test_without_being_asked_a_match_does_not_stop(monkeypatch: pytest.MonkeyPatch):
    winning(monkeypatch, [(0,)] * 100)
    assert result(PLAN._replace(games=60)).games == 60


def test_a_match_stops_at_the_same_game_on_every_executor_and_leaves_no_other_record(tmp_path: Path):
    plan = PLAN._replace(games=60, until_sure=True)
    right = result(plan._replace(folder=tmp_path / "here"))
    assert right.games < 60
    with ThreadPoolExecutor(3) as threads:
        assert result(plan._replace(folder=tmp_path / "threads"), threads, 9) == right
    assert names_in(tmp_path / "here") == names_in(tmp_path / "threads")
    assert names_in(tmp_path / "here") == [f"kawumm-{number:04}.jsonl" for number in range(1, right.games + 1)]


def test_what_an_executor_plays_after_the_end_leaves_no_record(tmp_path: Path):
    """Dask reports a game as cancelled, though it goes on."""
    executor = Careless(FEWEST + 3)
    match = result(PLAN._replace(games=60, until_sure=True, folder=tmp_path), executor, 9)
    assert match.games == FEWEST
    assert len(executor.later) == 5
    for future, run in executor.later:
        assert future.cancelled()
        with pytest.raises(Refusal):
            run()
    assert len(names_in(tmp_path)) == FEWEST


def test_a_game_that_writes_its_record_while_the_match_ends_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    """Its folder cannot be removed before its process has ended."""
    before = set(multiprocessing.active_children())

    class Busy(TemporaryDirectory[str]):
        def cleanup(self) -> None:
            super().cleanup()
            if set(multiprocessing.active_children()) - before:
                Path(self.name).mkdir()

    monkeypatch.setattr(matches, "TemporaryDirectory", Busy)
    with workers(2) as executor:
        match = result(PLAN._replace(games=60, until_sure=True, folder=tmp_path), executor, 9)
    assert len(names_in(tmp_path)) == match.games < 60


# Records.


def test_records_are_in_order(tmp_path: Path):
    result(PLAN._replace(folder=tmp_path / "a" / "b"))
    assert names_in(tmp_path / "a" / "b") == [f"kawumm-{number:04}.jsonl" for number in range(1, 9)]
    for path in (tmp_path / "a" / "b").iterdir():
        assert load(path, find_game).winners


def test_names_of_records_have_digits_enough():
    plan = PLAN._replace(folder=Path("all"), games=9999)
    assert plan.record_of(0) == Path("all/kawumm-0001.jsonl")
    assert plan._replace(games=10_000).record_of(0) == Path("all/kawumm-00001.jsonl")


def test_a_record_is_never_overwritten(tmp_path: Path):
    there = tmp_path / "kawumm-0008.jsonl"
    there.write_text("mine")
    with pytest.raises(Refusal) as refused:
        play(PLAN._replace(folder=tmp_path), Never(), 1)
    assert str(refused.value) == f"There is a file '{there}' already; choose another folder."
    assert names_in(tmp_path) == ["kawumm-0008.jsonl"]
    assert list(play(PLAN._replace(folder=tmp_path, games=7), Here(), 1))
    assert there.read_text() == "mine"


def test_a_record_that_somebody_else_writes_meanwhile_is_not_overwritten(tmp_path: Path):
    games = play(PLAN._replace(folder=tmp_path), Here(), 1)
    next(games)
    there = tmp_path / "kawumm-0002.jsonl"
    there.write_text("mine")
    with pytest.raises(FileExistsError):
        next(games)
    assert there.read_text() == "mine"


# What goes wrong.


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"bots": ("greedy", "clever")}, "There is no bot 'clever'"),
        ({"bots": ("greedy:7", "random")}, "The bot 'greedy' takes no budget"),
        ({"bots": ("greedy", "me")}, "A match is between bots, and 'me' is a person."),
        ({"bots": ("me:Anna", "random")}, "A match is between bots, and 'me:Anna' is a person."),
        ({"bots": ("greedy",)}, "Kawumm! is for 2 to 4 players, not for 1."),
        ({"bots": ("greedy",) * 5}, "Kawumm! is for 2 to 4 players, not for 5."),
        ({"settings": ("first_player=3",)}, "first_player is 3, but there are only 2 seats."),
        ({"settings": ("speed=3",)}, "Kawumm! has no option 'speed'"),
        ({"folder": Path(__file__)}, f"'{__file__}' is not a folder."),
    ],
    ids=str,
)
def test_a_match_that_cannot_be_played_is_refused_before_it_starts(change: dict[str, Any], says: str, tmp_path: Path):
    folder = tmp_path / "all"
    with pytest.raises(Refusal) as refused:
        play(PLAN._replace(**{"folder": folder, **change}), Never(), 1)
    assert says in str(refused.value)
    assert not folder.exists()


def test_settings_reach_the_games(tmp_path: Path):
    result(PLAN._replace(settings=("chain_reaction=yes",), games=1, folder=tmp_path))
    (path,) = tmp_path.iterdir()
    assert json.loads(path.read_text().splitlines()[0])["options"]["chain_reaction"] is True


@pytest.fixture
def breaking(tmp_path: Path) -> str:
    """A bot that breaks on the second seat."""
    path = tmp_path / "breaking.py"
    path.write_text(
        "class Breaking:\n"
        "    def __init__(self, game, budget=None): pass\n"
        "    def choose(self, view, seat, legal, rng):\n"
        "        if seat == 1: raise ValueError('no')\n"
        "        return legal[0]\n"
    )
    return f"{path}:Breaking"


def test_a_bot_that_breaks_ends_the_match_and_the_record_of_that_game_is_kept(breaking: str, tmp_path: Path):
    plan = PLAN._replace(bots=(breaking, "random"))
    for executor in (Here(), ThreadPoolExecutor(2), ProcessPoolExecutor(2, multiprocessing.get_context("spawn"))):
        folder = tmp_path / type(executor).__name__
        with executor:
            games = play(plan._replace(folder=folder), executor, 4)
            assert next(games).games == 1
            with pytest.raises(BadBot) as refused:
                next(games)
        assert str(refused.value) == f"The bot '{breaking}' stopped with an error (ValueError: no)."
        assert names_in(folder) == ["kawumm-0001.jsonl", "kawumm-0002.jsonl"]
        assert load(folder / "kawumm-0001.jsonl", find_game).winners
        assert load(folder / "kawumm-0002.jsonl", find_game).winners is None


def test_when_a_match_ends_early_the_games_ahead_are_cancelled(breaking: str):
    executor = Careless(2)
    with pytest.raises(BadBot):
        result(PLAN._replace(bots=(breaking, "random")), executor, 6)
    assert len(executor.later) == 5
    assert all(future.cancelled() for future, _ in executor.later)


def test_a_worker_that_ended_is_told_in_a_sentence():
    executor = Careless(2)
    games = play(PLAN, executor, 4)
    next(games)
    next(games)
    executor.later[0][0].set_exception(BrokenExecutor("gone"))
    with pytest.raises(Refusal, match="Game 3 ended its worker in the middle"):
        next(games)


class Elsewhere(Executor):
    """Plays on a machine that does not see the folder for records, or sees another one of the same name."""

    def __init__(self, folder: Path, *, is_there: bool) -> None:
        self.folder, self.is_there = folder, is_there

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        hidden = self.folder.with_name("hidden")
        self.folder.rename(hidden)
        if self.is_there:
            Path(args[-1]).parent.mkdir(parents=True)
        try:
            return Here().submit(fn, *args, **kwargs)
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)
            hidden.rename(self.folder)


@pytest.mark.parametrize(("is_there", "says"), [(False, "cannot be recorded in"), (True, "was not recorded in")])
def test_a_worker_that_does_not_see_the_folder_for_records_ends_the_match(is_there: bool, says: str, tmp_path: Path):
    """Its games would count as games without winners."""
    folder = tmp_path / "all"
    games = play(PLAN._replace(folder=folder), Elsewhere(folder, is_there=is_there), 1)
    with pytest.raises(Refusal, match=says) as refused:
        next(games)
    assert "every worker must see that folder by the same path" in str(refused.value)
    assert names_in(folder) == []


def dying(tmp_path: Path, *, always: bool) -> str:
    """A bot that plays like `random`, and in the middle of the third game of a match ends its process."""
    path, sign = tmp_path / "dying.py", tmp_path / "died"
    path.write_text(
        "import os, pathlib, random\n"
        "from rumms.kernel.bots import RandomBot\n"
        f"sign, seed = pathlib.Path({str(sign)!r}), {PLAN.seed_of(2)}\n"
        "class Dying(RandomBot):\n"
        "    moves = 0\n"
        "    def choose(self, view, seat, legal, rng):\n"
        "        self.moves += 1\n"
        "        states = (random.Random(f'{seed}/{seat + 1}/{line}').getstate() for line in range(400))\n"
        f"        if self.moves == 6 and rng.getstate() in states and ({always} or not sign.exists()):\n"
        "            sign.touch()\n"
        "            os._exit(3)\n"
        "        return super().choose(view, seat, legal, rng)\n"
    )
    return f"{path}:Dying"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_worker_that_dies_changes_nothing(jobs: int, tmp_path: Path):
    """Its half-written record is replaced."""
    plan = PLAN._replace(bots=("random", "random"))
    right = result(plan._replace(folder=tmp_path / "right"))
    plan = plan._replace(bots=(dying(tmp_path, always=False), "random"), folder=tmp_path / "all")
    with workers(jobs, apart=True) as executor:
        match = result(plan, executor, 2 * jobs)
    assert (tmp_path / "died").exists()
    assert [row.wins for row in match.bots] == [row.wins for row in right.bots]
    assert names_in(tmp_path / "all") == names_in(tmp_path / "right")
    for path in (tmp_path / "all").iterdir():
        loaded, other = load(path, find_game), load(tmp_path / "right" / path.name, find_game)
        assert loaded.winners == other.winners
        assert path.read_bytes().splitlines()[1:-1] == (tmp_path / "right" / path.name).read_bytes().splitlines()[1:-1]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_ends_every_worker_ends_the_match_after_the_games_before(jobs: int, tmp_path: Path):
    plan = PLAN._replace(bots=(dying(tmp_path, always=True), "random"), folder=tmp_path / "all")
    with workers(jobs, apart=True) as executor:
        games = play(plan, executor, 2 * jobs)
        assert [next(games).games, next(games).games] == [1, 2]
        with pytest.raises(Refusal, match="Game 3 ended its worker in the middle"):
            next(games)
    assert names_in(tmp_path / "all") == [f"kawumm-{number:04}.jsonl" for number in (1, 2, 3)]
    assert load(tmp_path / "all" / "kawumm-0003.jsonl", find_game).winners is None


def test_an_interrupted_game_leaves_no_record(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    games = play(PLAN._replace(folder=tmp_path), Here(), 1)
    next(games)

    def interrupt(*_: object) -> None:
        assert len(names_in(tmp_path)) == 2, "the first record, and where the second is written"
        raise KeyboardInterrupt

    monkeypatch.setattr(matches, "play_out", interrupt)
    with pytest.raises(KeyboardInterrupt):
        next(games)
    assert names_in(tmp_path) == ["kawumm-0001.jsonl"]


def test_a_match_that_nobody_goes_on_with_leaves_only_what_counted(tmp_path: Path):
    games = play(PLAN._replace(folder=tmp_path), Here(), 4)
    next(games)
    games.close()  # type: ignore[attr-defined]
    assert names_in(tmp_path) == ["kawumm-0001.jsonl"]


def test_a_match_is_plain_json():
    match = result(PLAN)
    assert msgspec.json.decode(msgspec.json.encode(match), type=Match) == match
