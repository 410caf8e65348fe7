"""Shots in several threads at once are the shots of one thread."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice
from time import sleep

import pytest

from rumms.lab.cases import Case, case
from rumms.physics import engine
from rumms.physics.engine import Fast, Stepwise, has_compiled, simulate
from rumms.physics.flat import Contact, Solids
from rumms.physics.foresight import foresee
from rumms.physics.kernels import rows
from rumms.physics.model import Body, Disc, Flick, Layout, Mat, Pose, Solid

THREADS = 5
SHOTS = 200

both_ways = pytest.mark.parametrize(
    "compiled",
    [
        False,
        pytest.param(
            True,
            marks=pytest.mark.skipif(not has_compiled(), reason="numba is not installed, or compiling is switched off"),
        ),
    ],
    ids=["plain", "compiled"],
)


@pytest.fixture(autouse=True)
def _quick_turns() -> Iterator[None]:
    """Threads take turns as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def small_cases(wanted: int) -> list[Case]:
    """Cases of the soak with few dice, so that many threads work with equally many dice."""
    cases = (case(22, number) for number in count())
    return list(islice((one for one in cases if len(one.layout.bodies) <= 8), wanted))


def in_threads(do: Callable[[Case], object], cases: list[Case]) -> list[object]:
    with ThreadPoolExecutor(THREADS) as threads:
        return list(threads.map(do, cases))


@both_ways
def test_shots_in_threads_are_the_shots_of_one_thread(compiled: bool):
    cases = small_cases(SHOTS)

    def shoot(one: Case) -> object:
        return simulate(one.layout, one.stroke, compiled=compiled)

    assert in_threads(shoot, cases) == [shoot(one) for one in cases]


@both_ways
def test_fast_shots_in_threads_are_the_shots_of_one_thread(compiled: bool):
    cases = small_cases(SHOTS)

    def shoot(one: Case) -> object:
        return Fast(one.layout, compiled=compiled)(one.stroke)

    assert in_threads(shoot, cases) == [shoot(one) for one in cases]


@both_ways
def test_threads_may_share_a_fast_path_on_a_mat_with_solid_parts(compiled: bool):
    mat = Mat(solids=(Solid(Disc(30.0, 15.0, 3.0)), Solid(Disc(45.0, 10.0, 2.0))))
    layout = Layout(tuple(Body(k, Pose(8.0 + 3.0 * (k % 3), 8.0 + 3.0 * (k // 3))) for k in range(9)), mat)
    flicks = [Flick(8, -20.0 + 0.2 * k, 300.0, 0.9, 0.1) for k in range(SHOTS)]
    alone = Fast(layout, compiled=compiled)
    right = [alone(flick) for flick in flicks]
    shared = Fast(layout, compiled=compiled)
    with ThreadPoolExecutor(THREADS) as threads:
        assert list(threads.map(shared, flicks)) == right


def test_no_two_threads_ask_the_same_solid_parts_at_once(monkeypatch: pytest.MonkeyPatch):
    """Pymunk lets other threads run while it looks into its space, which only one thread may do."""

    class Watched(Solids):
        is_asked = False

        def contacts(self, middle: Sequence[float], matrix: Sequence[float]) -> list[Contact]:
            assert not self.is_asked
            self.is_asked = True
            sleep(1e-4)
            found = super().contacts(middle, matrix)
            self.is_asked = False
            return found

    monkeypatch.setattr(engine, "Solids", Watched)
    layout = Layout((Body(0, Pose(10.0, 10.0)),), Mat(solids=(Solid(Disc(16.0, 10.0, 3.0)),)))
    shared, flicks = Fast(layout, compiled=False), [Flick(0, 0.0, 100.0 + k) for k in range(4 * THREADS)]
    with ThreadPoolExecutor(THREADS) as threads:
        assert len(list(threads.map(shared, flicks))) == len(flicks)


def test_foresight_in_threads_is_that_of_one_thread():
    layout = Layout(tuple(Body(k, Pose(8.0 + 3.0 * (k % 3), 8.0 + 3.0 * (k // 3))) for k in range(9)))
    flicks = [Flick(k % 9, 7.3 * k, 60.0 + k) for k in range(SHOTS)]
    right = [foresee(layout, flick) for flick in flicks]
    with ThreadPoolExecutor(THREADS) as threads:
        assert list(threads.map(lambda flick: foresee(layout, flick), flicks)) == right


def test_two_shots_that_are_stepped_by_turns_do_not_mix():
    layout = Layout(tuple(Body(k, Pose(8.0 + 2.0 * k, 8.0 + 0.5 * k), 0) for k in range(6)))
    flicks = Flick(0, 10.0, 200.0), Flick(5, 190.0, 180.0, 0.9)

    def ends(stepped: Iterator[rows.World]) -> list[list[float]]:
        *_, world = stepped
        return [list(die) for die in world.dice]

    right = [ends(Stepwise(layout)(flick)) for flick in flicks]
    stepwise = Stepwise(layout)
    first, second = (stepwise(flick) for flick in flicks)
    for _ in zip(first, second, strict=False):
        """One step of each."""
    worlds = [next(iter([*shot][-1:]), None) for shot in (first, second)]
    assert [world is None or [list(die) for die in world.dice] in right for world in worlds] == [True, True]


@pytest.mark.skipif(not has_compiled(), reason="numba is not installed, or compiling is switched off")
def test_threads_that_compile_at_once_load_the_compiler_once():
    code = (
        "import sys\n"
        "from threading import Barrier, Thread\n"
        "from rumms.physics.engine import Fast\n"
        "from rumms.physics.model import Body, Flick, Layout, Pose\n"
        "sys.setswitchinterval(1e-6)\n"
        "layout, start, shots = Layout((Body(1, Pose(10.0, 15.0)), Body(2, Pose(14.0, 15.0)))), Barrier(4), []\n"
        "def shoot():\n"
        "    start.wait()\n"
        "    fast = Fast(layout, compiled=True)\n"
        "    assert fast.table.kernels.compiled\n"
        "    shots.append(fast(Flick(1, 0.0, 100.0)))\n"
        "threads = [Thread(target=shoot) for _ in range(4)]\n"
        "[thread.start() for thread in threads]\n"
        "[thread.join() for thread in threads]\n"
        "assert len(shots) == 4 and len(set(map(repr, shots))) == 1, shots\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
