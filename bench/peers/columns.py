"""Reductions of numbers by an integer key, which databases and data frames have: a column of keys, one of values."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from calls import Call
from operands import Operands

REDUCTIONS = {"add": "sum", "min": "min", "max": "max"}
Groups = Callable[[], tuple[np.ndarray, np.ndarray]]  # the distinct keys and the reduced values of each
COMBINE = {"add": np.add, "min": np.minimum, "max": np.maximum}


def grouped(o: Operands) -> str | None:
    """The name of the aggregate, if each index names one cell and its updates are reduced; None: it is no such case."""
    if o.output.ndim != 1 or not o.case.include_self or o.output.dtype.kind not in "if" or o.output.dtype == np.float16:
        return None
    return REDUCTIONS.get(o.case.reduction)


def keys(o: Operands) -> np.ndarray:
    return o.indices.reshape(-1)


def values(o: Operands) -> np.ndarray:
    return o.updates.reshape(-1)


def call(name: str, o: Operands, groups: Groups) -> Call:
    """What `groups` returns is then combined with the output."""
    combine = COMBINE[o.case.reduction]

    def run() -> None:
        cells, reduced = groups()
        o.output[cells] = combine(o.output[cells], reduced, dtype=o.output.dtype, casting="unsafe")

    return Call(name, run)
