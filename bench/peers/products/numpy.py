"""NumPy: one thread; `take` with a mode other than "raise" writes to `out` without an intermediate buffer."""

from __future__ import annotations

from functools import partial

import numpy as np

import reference
from calls import Call
from operands import Operands

TITLE, PACKAGE, OPEN = "NumPy", "numpy", ""


def gather(o: Operands) -> list[Call]:
    axis = o.case.axis
    key = (slice(None),) * axis + (o.indices,)
    return [
        Call("take(out=)", partial(o.data.take, o.indices, axis, o.output)),
        Call('take(out=, mode="clip")', partial(o.data.take, o.indices, axis, o.output, "clip")),
        Call("data[indices]", partial(o.data.__getitem__, key), returns=True),
    ]


def gather_elements(o: Operands) -> list[Call]:
    def flat() -> None:
        o.data.reshape(-1).take(np.ravel_multi_index(key, o.data.shape), None, o.output, "clip")

    key = reference.places(o)
    return [
        Call("take_along_axis", partial(np.take_along_axis, o.data, o.indices, o.case.axis), returns=True),
        Call("ravel_multi_index, take(out=)", flat),
    ]


def gather_nd(o: Operands) -> list[Call]:
    def flat() -> None:
        rows.take(np.ravel_multi_index(key, o.data.shape[: len(key)]), 0, o.output, "clip")

    key = reference.batches(o) + o.tuple()
    rows = o.data.reshape(-1, *o.data.shape[len(key) :])
    return [
        Call("data[tuple]", partial(o.data.__getitem__, key), returns=True),
        Call("ravel_multi_index, take(out=)", flat),
    ]


def scatter(o: Operands) -> list[Call]:
    if o.case.reduction == "mean":
        return [Call("add.at, unique, divide", partial(averaged, o))] if o.case.axis == 0 else []
    calls = by_key(o)
    if o.case.reduction == "add" and o.data.ndim == 1 and o.case.include_self:
        calls.append(Call("bincount", partial(counted, o)))
    return calls


def scatter_elements(o: Operands) -> list[Call]:
    if o.case.reduction == "mean":
        return []
    calls = by_key(o)
    if o.case.reduction == "none":
        calls.append(Call("put_along_axis", partial(np.put_along_axis, o.output, o.indices, o.updates, o.case.axis)))
    if o.case.reduction == "none" and o.data.ndim == 1:
        calls.append(Call('put(mode="clip")', partial(np.put, o.output, o.indices, o.updates, "clip")))
    return calls + flattened(o)


def scatter_nd(o: Operands) -> list[Call]:
    return [] if o.case.reduction == "mean" else by_key(o) + flattened(o)


def by_key(o: Operands) -> list[Call]:
    key = reference.places(o)
    if o.case.reduction == "none":
        return [Call("data[indices] = updates", partial(o.output.__setitem__, key, o.updates))]
    combine = reference.COMBINE[o.case.reduction]
    if o.case.include_self:
        return [Call(f"{combine.__name__}.at", partial(combine.at, o.output, key, o.updates))]

    def run() -> None:
        o.output[key] = reference.identity(o.case.reduction, o.data.dtype)
        combine.at(o.output, key, o.updates)

    return [Call(f"data[indices] = identity, {combine.__name__}.at", run)]


def flattened(o: Operands) -> list[Call]:
    """The index tuples made numbers first: the ufuncs' `at` has a fast path for one dimension only."""
    key = reference.places(o)
    if len(key) == 1 or not o.case.include_self:
        return []
    cells = o.output.reshape(-1, *o.data.shape[len(key) :])
    updates = o.updates.reshape(-1, *cells.shape[1:])

    def run() -> None:
        numbers = np.ravel_multi_index(key, o.data.shape[: len(key)]).reshape(-1)
        if o.case.reduction == "none":
            cells[numbers] = updates
        else:
            reference.COMBINE[o.case.reduction].at(cells, numbers, updates)

    return [Call("ravel_multi_index, then as 1-D", run)]


def averaged(o: Operands) -> None:
    rows, counts = np.unique(o.indices, return_counts=True)
    if not o.case.include_self:
        o.output[rows] = 0
    np.add.at(o.output, o.indices, o.updates)
    counts = (counts + o.case.include_self).astype(o.output.dtype)
    o.output[rows] /= counts.reshape(-1, *(1,) * (o.output.ndim - 1))


def counted(o: Operands) -> None:
    counts = np.bincount(o.indices.reshape(-1), o.updates.reshape(-1), len(o.output))
    np.add(o.output, counts, out=o.output, casting="unsafe")
