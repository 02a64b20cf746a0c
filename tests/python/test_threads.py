"""Many threads at once: shared plans, one-shot calls, and the GIL given up during a long call."""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from processes import has_gil

import strew

THREADS = 8
RNG = np.random.default_rng(2)
TABLE = RNG.integers(0, 1000, (500, 40)).astype("f4")
ROWS = RNG.integers(0, 500, 700)
UPDATES = RNG.integers(0, 9, (700, 40)).astype("f4")


def in_threads(work: Callable[[int], Any], rounds: int = THREADS) -> list[Any]:
    """work(0) ... in THREADS threads that begin together."""
    start = threading.Barrier(THREADS)

    def begin(number: int) -> Any:
        start.wait(timeout=30)
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(begin, range(rounds), timeout=120))


def test_one_shot_calls() -> None:
    wanted = strew.scatter(TABLE, ROWS, UPDATES, reduction="add").tobytes()

    def work(number: int) -> bool:
        same = True
        for _ in range(20):
            rows = ROWS[: 600 + number]  # each thread plans problems of its own too
            same &= np.array_equal(strew.gather(TABLE, rows), TABLE[rows])
            same &= strew.scatter(TABLE, ROWS, UPDATES, reduction="add").tobytes() == wanted
        return same

    assert all(in_threads(work))


def test_a_shared_plan() -> None:
    plan = strew.plan(strew.scatter, TABLE, ROWS, UPDATES, reduction="add")
    bound = plan.bind(strew.prepare(plan, ROWS))
    wanted = plan(TABLE, ROWS, UPDATES).tobytes()

    def work(number: int) -> bool:
        out = np.empty_like(TABLE)
        found = [plan(TABLE, ROWS, UPDATES, out=out, threads=1 + number % 3).tobytes() for _ in range(20)]
        found += [bound(TABLE, UPDATES, out=out).tobytes() for _ in range(20)]
        return set(found) == {wanted}

    assert all(in_threads(work))


def test_failures_in_threads() -> None:
    def work(number: int) -> tuple[int, ...]:
        seen = set()
        for _ in range(50):
            rows = ROWS.copy()
            rows[number] = 10_000 + number
            with pytest.raises(strew.IndexOutOfBounds) as caught:
                strew.gather(TABLE, rows)
            seen.add((caught.value.position, *caught.value.index))
        assert len(seen) == 1
        return seen.pop()

    assert in_threads(work) == [(number, 10_000 + number) for number in range(THREADS)]


def test_plans_made_in_threads() -> None:
    def work(number: int) -> list[strew.Plan]:
        return [strew.plan(strew.gather, TABLE[: 100 + n], ROWS) for n in range(50)]

    made = in_threads(work)
    assert all(plans == made[0] for plans in made)


def longest_pause_during(call: Callable[[], Any]) -> tuple[float, float]:
    """Seconds that `call` took, and the longest that another thread waited meanwhile for the interpreter."""
    is_over, pauses = threading.Event(), [0.0]

    def count() -> None:
        last = time.perf_counter()
        while not is_over.is_set():
            time.sleep(0.001)
            now = time.perf_counter()
            pauses.append(now - last)
            last = now

    other = threading.Thread(target=count)
    other.start()
    time.sleep(0.02)
    pauses[:] = [0.0]
    start = time.perf_counter()
    try:
        call()
    finally:
        seconds = time.perf_counter() - start
        is_over.set()
        other.join()
    return seconds, max(pauses)


def let_others_run(call: Callable[[], Any]) -> bool:
    """Whether another thread ran during the call. It may have to wait for a processor too, so the call gets five tries:
    one that keeps the interpreter keeps it each time."""
    for _ in range(5):
        seconds, pause = longest_pause_during(call)
        assert seconds > 0.03, "the call is too short to show anything"
        if pause < 0.6 * seconds:
            return True
    return False


def adding(positions: int, extent: int) -> Callable[[], Any]:
    """A call that takes long however small its operands are: updates of one element, broadcast."""
    data, rows = np.zeros((2, extent), "f4"), np.zeros(positions, "i1")
    updates = strew.filled((positions, extent), "f4", 1)
    return lambda: strew.scatter(data, rows, updates, reduction="add", out=data, threads=1)


SIZES = {"many positions": (30_000_000, 4), "a small table and small indices": (15_000, 6000)}


@pytest.mark.parametrize("name", SIZES)
def test_other_threads_run_during_a_long_call(name: str) -> None:
    assert let_others_run(adding(*SIZES[name]))


def keep_the_interpreter() -> None:
    if sys.platform == "win32":
        ctypes.PyDLL("kernel32").Sleep(100)
    else:
        ctypes.PyDLL(None).usleep(100_000)


@pytest.mark.skipif(not has_gil, reason="no call keeps an interpreter that has no GIL")
def test_a_call_that_keeps_the_interpreter_is_seen() -> None:
    assert not let_others_run(keep_the_interpreter)


def test_a_long_bound_plan_lets_others_run() -> None:
    data, rows = np.zeros((2, 6000), "f4"), np.zeros(60_000, "i1")
    updates = strew.filled((60_000, 6000), "f4", 1)
    plan = strew.plan(strew.scatter, data, rows, updates, reduction="add", out=data)
    bound = plan.bind(strew.prepare(plan, rows))
    assert let_others_run(lambda: bound(data, updates, out=data, threads=1))
