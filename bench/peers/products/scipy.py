"""SciPy: sums as the product of a sparse matrix with the updates, for each index a row with a one."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from calls import Call
from operands import Operands

TITLE, PACKAGE, OPEN = "SciPy", "scipy", ""


def scatter(o: Operands) -> list[Call]:
    if o.case.reduction != "add" or o.case.axis != 0 or not o.case.include_self or o.output.dtype == np.float16:
        return []
    return [product(o, o.indices.reshape(-1), o.output, o.updates)]


def scatter_elements(o: Operands) -> list[Call]:
    return scatter(o) if o.output.ndim == 1 else []


def scatter_nd(o: Operands) -> list[Call]:
    return scatter(o) if o.case.indices[-1] == 1 else []


def product(o: Operands, rows: np.ndarray, output: np.ndarray, updates: np.ndarray) -> Call:
    """The matrix has a column for each update, so it is made in the order of columns without sorting."""
    ones = np.ones(len(rows), output.dtype)
    ends = np.arange(len(rows) + 1, dtype=rows.dtype)
    flat = updates.reshape(len(rows), -1)
    sums = output.reshape(len(output), -1)

    def run() -> None:
        chosen = sparse.csc_array((ones, rows, ends), shape=(len(output), len(rows)))
        np.add(sums, chosen @ flat, out=sums, casting="unsafe")

    return Call("csc_array @ updates", run)
