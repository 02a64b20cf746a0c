"""One result for any number of threads, and sessions that several threads run at once."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from runtime import Node, chain, is_same, model_of, node, require_provider, session

import strew
import strew.onnxruntime

require_provider()

THREADS = (1, 2, 4, 8)
RUNS = 6


def scatter(operator: str, reduction: str) -> Node:
    """Many updates of each row of the data, whose result depends on their order."""
    rng = np.random.default_rng(9)
    data = rng.standard_normal((500, 64)).astype(np.float32)
    updates = (1 + rng.standard_normal((20_000, 64)) / 8).astype(np.float32)
    rows = rng.integers(0, 500, (20_000, 1))
    indices = rows if operator == "ScatterND" else np.repeat(rows, 64, axis=1)
    return node(operator, data, indices, updates, reduction=reduction)


ROWS = [("ScatterND", "add"), ("ScatterND", "mul"), ("ScatterND", "none"), ("ScatterND", "max"),
        ("ScatterElements", "add"), ("ScatterElements", "none")]  # fmt: skip


def results(of: Node, strew_provider: bool) -> set[str]:
    """Their digests."""
    found = set()
    for threads in THREADS:
        made = session(model_of(of), strew_provider, threads)
        for _ in range(RUNS):
            found.add(hashlib.sha256(made.run(None, of.feeds)[0].tobytes()).hexdigest())
    return found


@pytest.mark.parametrize(("operator", "reduction"), ROWS)
def test_one_result(operator: str, reduction: str, capsys: pytest.CaptureFixture[str]) -> None:
    one = scatter(operator, reduction)
    assert len(results(one, strew_provider=True)) == 1
    others = len(results(one, strew_provider=False))
    with capsys.disabled():
        print(f"\n{operator} {reduction}: {others} results with the runtime's own kernel, 1 with strew's", end="")


@pytest.mark.parametrize(("operator", "reduction"), ROWS)
def test_the_result_is_that_of_the_loop(operator: str, reduction: str) -> None:
    one = scatter(operator, reduction)
    function = strew.scatter_nd if operator == "ScatterND" else strew.scatter_elements
    expected = function(*one.inputs, reduction=reduction, threads=1)
    assert is_same(session(model_of(one), threads=4).run(None, one.feeds)[0], expected)


def divided_calls(of: Node, threads: int, runs: int) -> int:
    """Calls until one is divided among the threads of the session, `runs` at most."""
    made = session(model_of(of), threads=threads)
    before = strew.onnxruntime.counts().divided
    for _ in range(runs):
        made.run(None, of.feeds)
        if strew.onnxruntime.counts().divided > before:
            break
    return strew.onnxruntime.counts().divided - before


def test_threads_of_the_session_are_used() -> None:
    large = node("Gather", np.zeros((1000, 64), np.float32), np.zeros(100_000, np.int64))
    small = node("Gather", np.zeros((1000, 64), np.float32), np.zeros(100, np.int64))
    assert divided_calls(large, threads=2, runs=300) == 1
    assert divided_calls(large, threads=1, runs=20) == 0
    assert divided_calls(small, threads=2, runs=20) == 0


def test_concurrent_runs() -> None:
    rng = np.random.default_rng(10)
    data, updates = rng.random((64, 8), np.float32), rng.random((32, 8), np.float32)
    indices = [rng.integers(-64, 64, (32, 1)) for _ in range(8)]
    of = node("ScatterND", data, indices[0], updates, reduction="add")
    made = session(chain(of, 5), threads=2)
    alone = [made.run(None, {**of.feeds, "indices": one})[0] for one in indices]

    def run(number: int) -> bool:
        expected = alone[number % 8]
        feeds = {**of.feeds, "indices": indices[number % 8]}
        return all(is_same(made.run(None, feeds)[0], expected) for _ in range(100))

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(run, range(24)))


def test_concurrent_runs_of_many_shapes() -> None:
    """More threads and shapes than plans are kept."""
    of = node("Gather", np.arange(8, dtype=np.float32), [0])
    made = session(model_of(of, is_dynamic=True))

    def run(number: int) -> bool:
        rng = np.random.default_rng(number)
        for _ in range(200):
            data, indices = rng.random(rng.integers(1, 9), np.float32), np.zeros(rng.integers(0, 5), np.int64)
            if not is_same(made.run(None, {"data": data, "indices": indices})[0], data[indices]):
                return False
        return True

    with ThreadPoolExecutor(12) as pool:
        assert all(pool.map(run, range(24)))


def test_concurrent_large_runs() -> None:
    """Each divided among the same threads."""
    one = scatter("ScatterND", "add")
    made = session(model_of(one), threads=4)
    expected = made.run(None, one.feeds)[0]
    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(lambda _: is_same(made.run(None, one.feeds)[0], expected), range(24)))
