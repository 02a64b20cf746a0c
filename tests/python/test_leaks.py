"""Nothing is kept: references after success and after each kind of failure, memory over many calls."""

from __future__ import annotations

import gc
import os
import sys
import weakref
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from dlpack_exporters import Exporter, OldExporter

import strew

ROUNDS = 200


class Table(np.ndarray):
    """An array that can be watched."""


def failing(*raised: type[Exception]) -> Callable[[Callable[[], Any]], Callable[[], None]]:
    def wrap(call: Callable[[], Any]) -> Callable[[], None]:
        def run() -> None:
            with pytest.raises(raised):
                call()

        return run

    return wrap


DATA = np.arange(6.0).reshape(3, 2)
ROWS = np.array([2, 0])
UPDATES = np.ones((2, 2))
OUT = np.zeros((2, 2))
WHOLE = np.zeros((3, 2))
SMALL = DATA.astype(ml_dtypes.bfloat16)
DATES = DATA.astype("M8[s]")
DTYPE = np.dtype([("a", "i4"), ("b", "M8[s]")])
RECORDS = np.zeros(3, DTYPE)
PLAN = strew.plan(strew.gather, DATA, ROWS)
READY = strew.prepare(PLAN, ROWS)
WORD = "".join(["cla", "mp"])
WATCHED = [DATA, ROWS, UPDATES, OUT, WHOLE, SMALL, DATES, DTYPE, RECORDS, PLAN, READY, WORD]
WATCHED += [None, True, "none", np.ndarray, np.dtype("f8")]
refuses = failing(strew.Error)

CALLS: dict[str, Callable[[], Any]] = {
    "gather": lambda: strew.gather(DATA, ROWS),
    "gather into": lambda: strew.gather(DATA, ROWS, out=OUT),
    "gather small floats": lambda: strew.gather(SMALL, ROWS),
    "gather dates": lambda: strew.gather(DATES, ROWS),
    "gather records": lambda: strew.gather(RECORDS, ROWS),
    "gather from a list": lambda: strew.gather([1, 2, 3], [0, 1]),
    "gather with a word": lambda: strew.gather(DATA, [9], out_of_bounds=WORD),
    "gather and fill": lambda: strew.gather(DATES, [9], out_of_bounds="fill", fill_value=DATES[0, 0]),
    "scatter": lambda: strew.scatter(DATA, ROWS, UPDATES),
    "scatter in place": lambda: strew.scatter(WHOLE, ROWS, UPDATES, reduction="add", out=WHOLE),
    "scatter into filled": lambda: strew.scatter(strew.filled((3, 2), "f8"), ROWS, UPDATES, reduction="mean"),
    "scatter lists": lambda: strew.scatter(DATA, [0], [[1, 2]]),
    "by DLPack": lambda: strew.gather(Exporter(DATA), OldExporter(ROWS), out=OUT),
    "plan": lambda: strew.plan(strew.scatter, DATA, ROWS, UPDATES, reduction="add"),
    "call a plan": lambda: PLAN(DATA, ROWS, out=OUT),
    "prepare": lambda: strew.prepare(PLAN, ROWS),
    "bind": lambda: PLAN.bind(READY)(DATA),
    "texts": lambda: (PLAN.explain(), PLAN.describe(), PLAN.problem(), repr(PLAN), READY.explain(), hash(PLAN)),
    "rules": strew.rules,
    "configuration": lambda: strew.show_config(mode="dicts"),
    "bad index": refuses(lambda: strew.gather(DATA, [7], out=OUT[:1])),
    "duplicates": refuses(lambda: strew.scatter(DATA, [0, 0], UPDATES, duplicates="error")),
    "bad shape": refuses(lambda: strew.scatter(DATA, ROWS, DATA)),
    "bad type": refuses(lambda: strew.scatter(DATA, ROWS, DATES[:2])),
    "bad dates": refuses(lambda: strew.scatter(DATES, ROWS, DATES[:2].astype("M8[ms]"))),
    "bad values": refuses(lambda: strew.scatter(DATES, ROWS, ["a", "b"])),
    "bad word": refuses(lambda: strew.gather(DATA, ROWS, out_of_bounds="clap")),
    "bad number": refuses(lambda: strew.gather(DATA, ROWS, axis=1.5)),
    "bad fill": refuses(lambda: strew.gather(DATA, ROWS, out_of_bounds="fill", fill_value=2j)),
    "overlap": refuses(lambda: strew.gather(DATA, ROWS, out=DATA[:2])),
    "objects": refuses(lambda: strew.gather(np.array([{}]), ROWS)),
    "swapped": refuses(lambda: strew.gather(DATA.astype(">f8"), ROWS)),
    "no destination": refuses(lambda: strew.gather(DATA, ROWS, out=[1])),
    "read-only": refuses(lambda: strew.gather(DATA, ROWS, out=b"abc")),
    "far away": refuses(lambda: strew.gather(Exporter(DATA, device=(2, 0)), ROWS)),
    "bad plan": refuses(lambda: strew.plan(strew.gather, DATA, ROWS, axis=5)),
    "other arrays": refuses(lambda: PLAN(DATA[:2], ROWS)),
    "other indices": refuses(lambda: strew.prepare(PLAN, [0])),
    "pickle": refuses(lambda: READY.__reduce_ex__(2)),
    "bad arguments": failing(TypeError)(lambda: strew.gather(DATA, ROWS, bogus=1)),
}


def references() -> list[int]:
    gc.collect()
    return [sys.getrefcount(each) for each in WATCHED]


@pytest.mark.parametrize("name", CALLS)
def test_references(name: str) -> None:
    call = CALLS[name]
    for _ in range(3):
        call()
    before = references()
    for _ in range(ROUNDS):
        call()
    grown = [after - old for after, old in zip(references(), before, strict=True)]
    assert max(map(abs, grown)) < ROUNDS // 2, dict(zip(map(type, WATCHED), grown, strict=True))


def test_results_and_inputs_die() -> None:
    data = DATA.copy().view(Table)
    found = strew.gather(data, ROWS)
    watched = [weakref.ref(data), weakref.ref(found)]
    with pytest.raises(strew.IndexOutOfBounds) as caught:
        strew.scatter(data, [9], UPDATES[:1], out=data)
    error = caught.value.with_traceback(None)
    del data, found, caught
    gc.collect()
    assert [each() for each in watched] == [None, None]
    assert error.count == 1


def resident() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def growth_of(call: Callable[[], Any], rounds: int) -> int:
    for _ in range(rounds // 4):
        call()
    gc.collect()
    before = resident()
    for _ in range(rounds):
        call()
    gc.collect()
    return resident() - before


LARGE = np.zeros((1000, 100))
MANY = np.arange(1000)
MEMORY: dict[str, Callable[[], Any]] = {
    "gather": lambda: strew.gather(LARGE, MANY),
    "mean": lambda: strew.scatter(LARGE, MANY, LARGE, reduction="mean"),
    "plans": lambda: strew.prepare(strew.plan(strew.gather, LARGE, MANY), MANY),
    "bound": lambda: (lambda plan: plan.bind(strew.prepare(plan, MANY)))(strew.plan(strew.gather, LARGE, MANY)),
    "failures": refuses(lambda: strew.gather(LARGE, MANY + 1)),
    "filled": lambda: strew.gather(strew.filled((1000, 100), "f8"), MANY),
}


@pytest.mark.skipif(os.name == "nt" or not os.path.exists("/proc/self/statm"), reason="no /proc")
@pytest.mark.parametrize("name", MEMORY)
def test_memory(name: str) -> None:
    assert growth_of(MEMORY[name], 800) < 4 << 20  # one leaked operand a call would be 800 kB * 800


@pytest.mark.skipif(os.name == "nt" or not os.path.exists("/proc/self/statm"), reason="no /proc")
@pytest.mark.parametrize("name", CALLS)
def test_memory_of_small_calls(name: str) -> None:
    growth = min(growth_of(CALLS[name], 2000) for _ in range(3))  # what others of the process leave comes once
    assert growth < 256 << 10  # 128 bytes a call would be as much
