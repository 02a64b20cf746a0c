#!/usr/bin/env python3
"""strew.torch against PyTorch's own operators: how many results, and how long a call takes.

    tools/python build/runtimes/torch_2_15 test build torch_2_15
    PYTHONPATH=build/python build/runtimes/torch_2_15/bin/python bench/runtimes/torch.py

Both sides of a comparison run in turn, many times; their minima and medians are compared. Results are compared before,
bit by bit where PyTorch has one result.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

del sys.path[0]  # this folder, where the name of the runtime is that of this file

import torch

import strew.torch

WIDTH = 64
RUNS, THREADS = 6, (1, 2, 4, 8)

Call = Callable[[], torch.Tensor]


# ---- results -----------------------------------------------------------------------------------------------------


def operators(rows: int, positions: int) -> dict[str, Call]:
    """PyTorch's writes through indices, float32, with indices that repeat."""
    draw = torch.Generator().manual_seed(0)
    data = torch.randn(rows, WIDTH, generator=draw)
    at = torch.randint(0, rows, (positions,), generator=draw)
    updates = torch.randn(positions, WIDTH, generator=draw)
    weights = data.clone().requires_grad_()

    def gradient(function: Callable[[torch.Tensor], torch.Tensor]) -> Call:
        return lambda: torch.autograd.grad(function(weights), weights, updates)[0]

    return {
        "index_put accumulate": lambda: data.index_put((at,), updates, accumulate=True),
        "index_put": lambda: data.index_put((at,), updates),
        "index_copy": lambda: data.index_copy(0, at, updates),
        "put_": lambda: data.clone().put_(at * WIDTH, updates[:, 0].contiguous()),
        "index_add": lambda: data.index_add(0, at, updates),
        "scatter": lambda: data.scatter(0, at[:, None].expand(-1, WIDTH), updates),
        "scatter_add": lambda: data.scatter_add(0, at[:, None].expand(-1, WIDTH), updates),
        "gradient of x[i]": gradient(lambda table: table[at]),
        "gradient of an embedding": gradient(lambda table: torch.nn.functional.embedding(at, table)),
        "strew.torch.scatter": lambda: strew.torch.scatter(data, at, updates),
        "strew.torch.scatter add": lambda: strew.torch.scatter(data, at, updates, reduction="add"),
        "strew.torch, gradient of gather": gradient(lambda table: strew.torch.gather(table, at)),
    }


COMPILED = ("index_put accumulate", "index_put", "index_copy", "index_add", "scatter", "scatter_add",
            "strew.torch.scatter", "strew.torch.scatter add")  # fmt: skip


def count_results(call: Call, threads: tuple[int, ...], runs: int) -> int:
    results = set()
    for count in threads:
        torch.set_num_threads(count)
        results |= {call().numpy().tobytes() for _ in range(runs)}
    torch.set_num_threads(1)
    return len(results)


def in_deterministic_mode(call: Call) -> int | str:
    with deterministic_mode():
        try:
            return count_results(call, THREADS, RUNS)
        except RuntimeError:
            return "refused"


@contextmanager
def deterministic_mode() -> Iterator[None]:
    torch.use_deterministic_algorithms(True)
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(False)


def print_results() -> None:
    print(f"Results of {len(THREADS) * RUNS} runs, {RUNS} each with {THREADS} threads; 20,000 updates of 2,000 rows")
    print(f"{'':32} default  deterministic mode  strew.torch.deterministic()")
    for name, call in operators(2000, 20_000).items():
        default, mode = count_results(call, THREADS, RUNS), in_deterministic_mode(call)
        with strew.torch.deterministic():
            ours = count_results(call, THREADS, RUNS)
        print(f"{name:32} {default:7}  {mode:>18}  {ours:27}", flush=True)


def print_compiled_results() -> None:
    print("\nResults of 12 runs of code compiled by torch.compile, with 4 threads")
    calls = operators(2000, 20_000)
    for name in COMPILED:
        torch._dynamo.reset()
        torch.set_num_threads(4)  # as many as inductor makes code for
        compiled = torch.compile(calls[name])
        compiled()
        print(f"{name:32} {count_results(compiled, (4,), 12):7}", flush=True)


# ---- times -------------------------------------------------------------------------------------------------------


class Comparison(NamedTuple):
    name: str
    theirs: Call
    ours: Call
    limit: float | None = None  # what the ratio should not exceed


def compare(rows: int, positions: int, is_small: bool) -> Iterator[Comparison]:
    """Gathers, sums in place and gradients."""
    draw = torch.Generator().manual_seed(1)
    data = torch.randn(rows, WIDTH, generator=draw)
    at = torch.randint(0, rows, (positions,), generator=draw)
    each = torch.randint(0, rows, (positions, WIDTH), generator=draw)
    updates = torch.randn(positions, WIDTH, generator=draw)
    weights = data.clone().requires_grad_()
    raw = torch.ops.strew
    sums, other = torch.zeros_like(data), torch.zeros_like(data)

    def gradient(function: Callable[[], torch.Tensor]) -> Call:
        return lambda: torch.autograd.grad(function(), weights, updates)[0]

    yield Comparison("gather / index_select, operators", lambda: torch.index_select(data, 0, at),
                     lambda: raw.gather.default(data, at), 1.2 if is_small else 1.0)  # fmt: skip
    yield Comparison("gather / index_select, Python functions", lambda: torch.index_select(data, 0, at),
                     lambda: strew.torch.gather(data, at), None if is_small else 1.0)  # fmt: skip
    yield Comparison("gather_elements / gather", lambda: torch.gather(data, 0, each),
                     lambda: strew.torch.gather_elements(data, each))  # fmt: skip
    yield Comparison("scatter_ add / index_add_, operators", lambda: sums.index_add_(0, at, updates),
                     lambda: _returning(other, raw.scatter_.default(other, at, updates, 0, 0, 1)),
                     1.2 if is_small else None)  # fmt: skip
    yield Comparison("scatter_ add / index_add_, Python functions", lambda: sums.index_add_(0, at, updates),
                     lambda: strew.torch.scatter_(other, at, updates, reduction="add"))  # fmt: skip
    yield Comparison("scatter add / index_add", lambda: data.index_add(0, at, updates),
                     lambda: strew.torch.scatter(data, at, updates, reduction="add"))  # fmt: skip
    yield Comparison("gather / index_select, forward and backward",
                     gradient(lambda: torch.index_select(weights, 0, at)),
                     gradient(lambda: strew.torch.gather(weights, at)), 1.6 if is_small else None)  # fmt: skip
    yield Comparison("gather / x[i], forward and backward", gradient(lambda: weights[at]),
                     gradient(lambda: strew.torch.gather(weights, at)))  # fmt: skip


def _returning(tensor: torch.Tensor, _: None) -> torch.Tensor:
    return tensor


def timed(call: Call, calls: int) -> float:
    start = time.perf_counter()
    for _ in range(calls):
        call()
    return (time.perf_counter() - start) / calls * 1e6


def check(one: Comparison) -> None:
    """One thread: PyTorch has one result then. Sums in place have begun with zeros on both sides."""
    ours, theirs = one.ours(), one.theirs()
    if not torch.equal(ours, theirs):
        sys.exit(f"{one.name}: the results differ")


def print_times(comparisons: Iterator[Comparison], calls: int, rounds: int) -> None:
    print(f"{'':46} {'PyTorch':>9} {'strew':>9}  ratio of minima, of medians, limit")
    for one in comparisons:
        check(one)
        theirs, ours = [], []
        for _ in range(rounds):
            theirs.append(timed(one.theirs, calls))
            ours.append(timed(one.ours, calls))
        best = min(ours) / min(theirs), statistics.median(ours) / statistics.median(theirs)
        limit = "" if one.limit is None else f"{one.limit:.1f}"
        times = f"{min(theirs):6.1f} us {min(ours):6.1f} us  {best[0]:.2f}  {best[1]:.2f}  {limit}"
        print(f"{one.name:46} {times}", flush=True)


def print_context(rows: int, positions: int, rounds: int) -> None:
    """The gradient of x[i]: as it is, in PyTorch's deterministic mode, and within strew.torch.deterministic()."""
    draw = torch.Generator().manual_seed(2)
    weights = torch.randn(rows, WIDTH, generator=draw).requires_grad_()
    at = torch.randint(0, rows, (positions,), generator=draw)
    updates = torch.randn(positions, WIDTH, generator=draw)

    def step() -> torch.Tensor:
        return torch.autograd.grad(weights[at], weights, updates)[0]

    times: list[list[float]] = [[], [], []]
    for _ in range(rounds):
        times[0].append(timed(step, 1))
        with deterministic_mode():
            wanted = step()
            times[1].append(timed(step, 1))
        with strew.torch.deterministic():
            if not torch.equal(step(), wanted):
                sys.exit("the gradients of x[i] differ from those of the deterministic mode")
            times[2].append(timed(step, 1))
    default, mode, ours = (min(each) / 1000 for each in times)
    print(f"x[i] forward and backward: default {default:.1f} ms, deterministic mode {mode:.1f} ms, within "
          f"strew.torch.deterministic() {ours:.1f} ms: ratios {ours / default:.2f} and {ours / mode:.2f}, "
          "limit 0.5")  # fmt: skip


def small_calls() -> dict[str, Callable[[], object]]:
    """What the context costs a call on 16 rows."""
    draw = torch.Generator().manual_seed(3)
    data = torch.randn(1000, WIDTH, generator=draw)
    weights = data.clone().requires_grad_()
    rows, columns = (torch.randint(0, extent, (16,), generator=draw) for extent in data.shape)
    updates, elements = torch.randn(16, WIDTH, generator=draw), torch.randn(16, generator=draw)

    def write() -> None:
        data[rows] = updates

    def write_elements() -> None:
        data[rows, columns] = elements

    return {
        "x[i] = v": write,
        "x[i, j] = v": write_elements,
        "x[i]": lambda: data[rows],
        "x[i] forward and backward": lambda: torch.autograd.grad(weights[rows], weights, updates),
        "x.index_add_(0, i, v)": lambda: data.index_add_(0, rows, updates),
    }


def enter() -> None:
    with strew.torch.deterministic():
        pass


def resident_bytes() -> int:
    with open("/proc/self/statm") as pages:
        return int(pages.read().split()[1]) * resource.getpagesize()


def print_small_context(calls: int, rounds: int) -> None:
    """Small calls as they are and within strew.torch.deterministic(); what entering takes, and leaves behind."""
    print(f"{'':28} PyTorch   within deterministic()   more")
    for name, call in small_calls().items():
        alone, within = [], []
        for _ in range(rounds):
            alone.append(timed(call, calls))
            with strew.torch.deterministic():
                within.append(timed(call, calls))
        more = min(within) - min(alone)
        print(f"{name:28} {min(alone):5.1f} us {min(within):14.1f} us {more:14.1f} us, limit 5", flush=True)
    print(f"entering and leaving: {min(timed(enter, calls) for _ in range(rounds)):.2f} us", end="")
    before = resident_bytes()
    timed(enter, 10_000)
    print(f"; 10,000 times leave {(resident_bytes() - before) / 1024:.0f} KB behind")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=("results", "compiled", "small", "context", "large"), help="one part")
    only = parser.parse_args().only
    print(f"PyTorch {torch.__version__}, {torch.backends.cpu.get_cpu_capability()}")
    torch.set_num_threads(1)
    if only in (None, "results"):
        print_results()
    if only in (None, "compiled"):
        print_compiled_results()
    torch.set_num_threads(1)
    if only in (None, "small"):
        print("\n16 rows of 64 float32 from 1,000, one thread")
        print_times(compare(1000, 16, True), 500, 41)
    if only in (None, "context"):
        print("\n16 rows of 64 float32 from 1,000, one thread")
        print_small_context(20, 1001)
    if only in (None, "large"):
        print("\n100,000 rows of 64 float32 from 50,000, one thread")
        print_times(compare(50_000, 100_000, False), 1, 15)
        for threads in (1, 2):
            torch.set_num_threads(threads)
            print(f"{threads} threads: ", end="")
            print_context(50_000, 100_000, 11)


if __name__ == "__main__":
    main()
