"""What is wrong with a call is said before its result is made, and a result that cannot be made is an error of strew."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import tracemalloc
from typing import Any, Callable

import numpy as np
import pytest
from dlpack_exporters import Exporter
from refusals import refused

import strew

MANY = 2**59
HUGE = np.broadcast_to(np.zeros((), np.int64), (MANY,))
CALLS: list[tuple[str, str | None, type[strew.Error], Callable[[], Any]]] = [
    ("SZ2", "output", strew.ShapeError, lambda: strew.gather(np.zeros((1, 8)), HUGE)),
    ("SZ2", "output", strew.ShapeError, lambda: strew.gather(np.zeros((1, 8)), strew.filled(MANY, "int64"))),
    ("SZ1", "output", strew.ShapeError, lambda: strew.gather(np.zeros((1, 128)), HUGE)),
    ("TY3", "indices", strew.DTypeError,
     lambda: strew.gather(np.zeros((1, 8), np.int8), np.broadcast_to(0.0, (MANY,)))),
    ("AT3", None, strew.OptionError, lambda: strew.gather(np.zeros((1, 8)), HUGE, fill_value=1)),
    ("TY2", "updates", strew.DTypeError,
     lambda: strew.scatter(strew.filled((2**47,), "int64"), [0], np.ones(1, np.int32))),
    ("SZ2", "output", strew.ShapeError, lambda: strew.gather_nd(np.zeros((1, 8)), HUGE.reshape(-1, 1))),
    ("SZ1", "output", strew.ShapeError, lambda: strew.gather(np.zeros((2**40, 0)), HUGE[: 2**40, None], axis=1)),
    ("PY8", None, strew.OptionError, lambda: strew.gather(np.zeros((1, 8)), HUGE, threads=0)),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "operand", "kind", "call"), CALLS)
def test_the_engine_checks_first(
    rule: str, operand: str | None, kind: type[strew.Error], call: Callable[[], Any]
) -> None:
    with refused(rule, operand, kind):
        call()


def test_nothing_is_made_for_a_call_that_is_refused() -> None:
    """2^20 rows of 8 numbers are 64 MiB, which NumPy reports to tracemalloc."""
    rows = np.broadcast_to(0.0, (2**20,))
    data = np.zeros((1, 8))
    tracemalloc.start()
    with refused("TY3", "indices", strew.DTypeError):
        strew.gather(data, rows)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2**20


def test_no_memory_for_the_result() -> None:
    with refused("MM1", "output", strew.AllocationError) as caught:
        strew.gather(np.zeros((1, 8)), np.broadcast_to(np.zeros((), np.int64), (2**45,)))
    assert isinstance(caught.value, MemoryError)
    assert isinstance(caught.value.__cause__, MemoryError)
    assert str(caught.value).startswith("MM1: output: no memory for an array of shape (35184372088832, 8) and type float64")


def test_no_memory_for_the_result_of_a_plan() -> None:
    indices = np.broadcast_to(np.zeros((), np.int64), (2**45,))
    plan = strew.plan(strew.gather, np.zeros((1, 8)), indices)
    with refused("MM1", "output", strew.AllocationError):
        plan(np.zeros((1, 8)), indices)


def test_a_shape_that_numpy_does_not_make() -> None:
    """The engine has results of rank 65 and of no element; NumPy stops at 64."""
    deep = (1,) * 40
    with refused("PY16", "output", strew.ShapeError) as caught:
        strew.gather(np.zeros(deep), np.zeros(deep, np.int64))
    assert isinstance(caught.value.__cause__, ValueError)


@pytest.mark.parametrize(("failure", "rule", "kind"), [
    (RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to allocate 32 bytes"), "MM1",
     strew.AllocationError),
    (RuntimeError("Dimension size must be non-negative"), "PY16", strew.ShapeError),
    (MemoryError(), "MM1", strew.AllocationError),
])  # fmt: skip
def test_other_libraries_fail_as_numpy_does(failure: Exception, rule: str, kind: type[strew.Error]) -> None:
    def new_empty(self: Any, *size: int) -> Any:
        raise failure

    tensor = type("Tensor", (Exporter,), {"__module__": "torch", "new_empty": new_empty})(np.zeros((3, 2)))
    with refused(rule, "output", kind) as caught:
        strew.gather(tensor, [0])
    assert caught.value.__cause__ is failure


@pytest.mark.skipif(os.name == "nt", reason="Windows has no limit for the memory of a process")
def test_no_memory_for_what_a_call_needs() -> None:
    """The search for duplicates, where the process may have little more memory than it has."""
    script = """
        import resource
        import numpy as np, strew
        data, rows, ones = np.zeros(2**28, np.int8), np.arange(2**21)[::-1].copy(), np.ones(2**21, np.int8)
        pages = int(open("/proc/self/statm").read().split()[0])
        limit = pages * resource.getpagesize() + 2**24
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        try:
            strew.scatter(data, rows, ones, duplicates="error", out=data)
        except strew.AllocationError as error:
            print(error.rule, isinstance(error, MemoryError), data.any())
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, text=True, check=True, timeout=60
    )
    assert done.stdout == "MM1 True False\n"
