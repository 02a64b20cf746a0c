"""Gather and scatter of Dask arrays, by graphs of blocks: any chunks of table, indices and updates give the bits of one
call of `strew.scatter`, on any of Dask's schedulers. `import strew` does not import Dask.

    sums = strew.dask.scatter(dask.array.zeros((n, 8), chunks=(1000, 8)), cells, rows, reduction="add")

A graph has a task for each block of indices with each block of the table, and one for each block of the table. Indices
are validated, all of them, before a task looks at the table; a bad one raises what strew would raise.
"""

from __future__ import annotations

import itertools
from typing import Any

import dask
import dask.array as da
import numpy as np
from numpy.typing import NDArray

import strew
from strew import _strew
from strew._errors import ShapeError, from_rule

__all__ = ["gather", "scatter"]

_Policy = tuple[str, str]


def gather(
    table: Any, indices: Any, *, axis: int = 0, out_of_bounds: str = "error", negative_indices: str = "from_end"
) -> da.Array:
    """Slices of a table along an axis: a Dask array [*table.shape[:axis], *indices.shape, *table.shape[axis + 1:]].

    Source: strew; docs/distributed.md. Lazy. Options are those of `strew.gather`, without fill.

    Args:
        table, indices: Dask arrays, or what `dask.array.asarray` takes, of known chunks.

    Raises, when it is computed:
        IndexOutOfBounds: with the position among all indices, as strew.gather.
    """
    table, indices = _known(table, "data"), _known(indices, "indices")
    axis = _axis_of(axis, table.ndim)
    rows = da.moveaxis(table, axis, 0)
    found = _gather_rows(rows, indices.ravel(), (out_of_bounds, negative_indices))
    shaped = found.reshape((*indices.shape, *rows.shape[1:]))
    first = tuple(range(indices.ndim))
    return da.moveaxis(shaped, first, tuple(axis + n for n in first))


def scatter(
    table: Any,
    indices: Any,
    updates: Any,
    *,
    axis: int = 0,
    reduction: str = "none",
    include_self: bool = True,
    out_of_bounds: str = "error",
    negative_indices: str = "from_end",
    accumulate: str = "wide",
) -> da.Array:
    """A table whose slices along an axis are combined with updates, in the order of the indices: a new Dask array.

    Source: strew; docs/distributed.md. Lazy. Options are those of `strew.scatter`.

    Args:
        table, indices, updates: Dask arrays, or what `dask.array.asarray` takes, of known chunks; updates
            [*table.shape[:axis], *indices.shape, *table.shape[axis + 1:]].

    Raises, when it is computed:
        IndexOutOfBounds: with the position among all indices, as strew.scatter.
    """
    table, indices, updates = _known(table, "data"), _known(indices, "indices"), _known(updates, "updates")
    axis = _axis_of(axis, table.ndim)
    rows = da.moveaxis(table, axis, 0)
    expected = (*table.shape[:axis], *indices.shape, *table.shape[axis + 1 :])
    if updates.shape != expected:
        raise from_rule("XC1", "updates", f"has shape {updates.shape}, not {expected}", ShapeError)
    last = tuple(axis + n for n in range(indices.ndim))
    new = da.moveaxis(updates, last, tuple(range(indices.ndim))).reshape((indices.size, *rows.shape[1:]))
    options = {"reduction": reduction, "include_self": include_self, "accumulate": accumulate}
    made = _scatter_rows(rows, indices.ravel(), new, (out_of_bounds, negative_indices), options)
    return da.moveaxis(made, 0, axis)


def _known(given: Any, name: str) -> da.Array:
    array = da.asarray(given)
    if any(np.isnan(size) for size in itertools.chain.from_iterable(array.chunks)):
        raise from_rule("XC1", name, "has chunks of unknown size: call compute_chunk_sizes() on it", ShapeError)
    return array


def _axis_of(axis: int, ndim: int) -> int:
    if not -ndim <= axis < ndim:
        raise from_rule("XC1", "data", f"axis is {axis}, but there are {ndim} dimensions", ShapeError)
    return axis % ndim


def _divided(rows: da.Array, indices: da.Array, policy: _Policy) -> list[Any]:
    """For each block of indices, which of them go to which block of rows; after all of them have been validated."""
    count = rows.shape[0]
    blocks = list(indices.to_delayed())
    tell = dask.delayed(_told)
    told = [tell(count, len(blocks), n, block, policy) for n, block in enumerate(blocks)]
    checked = dask.delayed(_check)(count, indices.dtype, told, policy)
    resolve = dask.delayed(_resolve)
    return [resolve(rows.chunks[0], block, policy, checked) for block in blocks]


def _assembled(blocks: Any, chunks: Any, dtype: Any) -> da.Array:
    """An array of delayed blocks, which `blocks` has by their numbers."""
    shape = tuple(len(sizes) for sizes in chunks)
    nested = np.empty(shape, object)
    for number in np.ndindex(*shape):
        size = tuple(sizes[n] for sizes, n in zip(chunks, number))
        nested[number] = da.from_delayed(blocks[number], size, dtype)
    return da.block(nested.tolist())


def _gather_rows(rows: da.Array, indices: da.Array, policy: _Policy) -> da.Array:
    at = _divided(rows, indices, policy)
    table = rows.to_delayed()
    take, join = dask.delayed(_take), dask.delayed(_join)
    made = {}
    for n, place in enumerate(at):
        for rest in np.ndindex(*table.shape[1:]):
            parts = [take(place, b, table[(b,) + rest]) for b in range(len(rows.chunks[0]))]
            size = tuple(sizes[k] for sizes, k in zip(rows.chunks[1:], rest))
            made[(n,) + rest] = join((indices.chunks[0][n], *size), rows.dtype, parts)
    return _assembled(made, (indices.chunks[0], *rows.chunks[1:]), rows.dtype)


def _scatter_rows(
    rows: da.Array, indices: da.Array, updates: da.Array, policy: _Policy, options: dict[str, Any]
) -> da.Array:
    at = _divided(rows, indices, policy)
    new = updates.rechunk((indices.chunks[0], *rows.chunks[1:])).to_delayed()
    table = rows.to_delayed()
    select, apply = dask.delayed(_select), dask.delayed(_apply)
    made = {}
    for b in range(len(rows.chunks[0])):
        for rest in np.ndindex(*table.shape[1:]):
            parts = [select(place, b, new[(n,) + rest]) for n, place in enumerate(at)]
            made[(b,) + rest] = apply(table[(b,) + rest], parts, options)
    return _assembled(made, rows.chunks, rows.dtype)


def _exchange(rows: int, blocks: int, number: int, indices: Any, policy: _Policy) -> tuple[Any, bytes]:
    """What a block says of its indices: a rank's hello (strew.distributed), the same for all."""
    flat = np.ascontiguousarray(indices)
    layout = (rows, blocks, None, 0, None, None, None)
    no_columns = np.empty((0, 0), np.uint8)
    # Products are not combined, so nothing is sorted for them.
    made = _strew._exchange(layout, number, no_columns, flat, False, ("mul", True, *policy, "wide"), False, 0, None)
    return made, made.open(flat)[:64]


def _rows_of(rows: int, indices: Any, policy: _Policy) -> NDArray[np.int64]:
    places: NDArray[np.int64] = np.empty(len(indices), np.int64)
    _strew._rows_of_indices(np.ascontiguousarray(indices), rows, *policy, places)
    return places


def _told(rows: int, blocks: int, number: int, indices: Any, policy: _Policy) -> tuple[int, bytes]:
    """How many indices a block has, and its hello if some are bad."""
    places = _rows_of(rows, indices, policy)
    is_bad = policy[0] != "skip" and places.min(initial=0) < 0
    return len(indices), _exchange(rows, blocks, number, indices, policy)[1] if is_bad else b""


def _check(rows: int, dtype: Any, told: list[tuple[int, bytes]], policy: _Policy) -> bool:
    """Raises the error of all blocks together, in which good ones only have their numbers."""
    if all(not hello for _, hello in told):
        return True
    good = [
        _exchange(rows, len(told), n, np.zeros(0 if bad else size, dtype), policy)
        for n, (size, bad) in enumerate(told)
    ]
    good[0][0].settle(b"".join(bad or hello for (_, bad), (_, hello) in zip(told, good)))
    return True


def _resolve(sizes: tuple[int, ...], indices: Any, policy: _Policy, _: bool) -> list[tuple[Any, Any]]:
    return _divide(_rows_of(sum(sizes), indices, policy), sizes)


def _divide(places: NDArray[np.int64], sizes: tuple[int, ...]) -> list[tuple[Any, Any]]:
    """For each block of a table the positions that address it, in order, and their rows in it."""
    if all(size == sizes[0] for size in sizes[1:-1]) and sizes[-1] <= sizes[0]:
        number = places // max(sizes[0], 1)
    else:
        number = np.searchsorted(np.cumsum(sizes), places, side="right")
        number[places < 0] = -1
    short = number.astype(np.int16) if len(sizes) < 2**15 else number  # which NumPy sorts by digits
    order = np.argsort(short, kind="stable")
    ends = np.cumsum(np.bincount(short + 1, minlength=len(sizes) + 1))
    firsts = np.cumsum(sizes) - sizes
    parts = [order[ends[n] : ends[n + 1]] for n in range(len(sizes))]
    return [(chosen, places[chosen] - first) for chosen, first in zip(parts, firsts)]


def _take(divided: list[tuple[Any, Any]], number: int, block: Any) -> tuple[Any, Any]:
    chosen, places = divided[number]
    return chosen, strew.gather(np.asarray(block), places)


def _join(shape: tuple[int, ...], dtype: Any, parts: list[tuple[Any, Any]]) -> Any:
    made = np.zeros(shape, dtype)
    for chosen, rows in parts:
        strew.scatter(made, chosen, rows, out=made)
    return made


def _select(divided: list[tuple[Any, Any]], number: int, updates: Any) -> tuple[Any, Any]:
    chosen, places = divided[number]
    return places, strew.gather(np.asarray(updates), chosen)


def _keeps_state(dtype: Any, options: dict[str, Any]) -> bool:
    """Whether a sum is more than its cells: then all its pieces go into one call."""
    is_narrow = dtype.itemsize == 2 and dtype.kind not in "iu"
    return options["reduction"] == "mean" or not options["include_self"] or is_narrow


def _apply(block: Any, parts: list[tuple[Any, Any]], options: dict[str, Any]) -> Any:
    table = np.asarray(block)
    if _keeps_state(table.dtype, options):
        places = np.concatenate([part[0] for part in parts])
        updates = np.concatenate([part[1] for part in parts])
        return strew.scatter(table, places, updates, **options)
    made = table.copy()
    for places, updates in parts:
        strew.scatter(made, places, updates, out=made, **options)
    return made
