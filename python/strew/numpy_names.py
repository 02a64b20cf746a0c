"""Names of NumPy over the core: its signatures, broadcasting and habit of writing in place, with the rules of strew.

An index outside is an error that names it, repeated indices are applied one after the other, and element types are
never converted, but for lists and scalars, which take the type of the array. add_at and at: ufunc_at.py.
"""

from __future__ import annotations

from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from strew import _strew
from strew._arrays import as_array
from strew._borrowed import borrowed
from strew._errors import chosen, from_rule
from strew._filled import Filled
from strew._groups import empty_groups, groups_of, size
from strew._typing import Array, Destination, DLPack, GatherBounds, KindT, NegativeIndices, Operand, OutT, TakeMode
from strew._views import (
    data_of,
    destination_of,
    expanded,
    flat_view,
    indices_of,
    integer,
    shape_error,
    updates_of,
)

_MODES: dict[str, tuple[GatherBounds, NegativeIndices]] = {
    "raise": ("error", "from_end"),
    "wrap": ("wrap", "from_end"),
    "clip": ("clamp", "invalid"),
}


@overload
def take(a: Operand, indices: Operand, axis: int | None, out: OutT, mode: TakeMode = "raise") -> OutT: ...
@overload
def take(a: Operand, indices: Operand, axis: int | None = None, *, out: OutT, mode: TakeMode = "raise") -> OutT: ...
@overload
def take(  # type: ignore[overload-overlap]
    a: KindT, indices: Operand, axis: int | None = None, out: None = None, mode: TakeMode = "raise"
) -> KindT: ...
@overload
def take(
    a: Operand, indices: Operand, axis: int | None = None, out: None = None, mode: TakeMode = "raise"
) -> NDArray[Any]: ...
@borrowed(data="a", indices="indices")
def take(
    a: Operand, indices: Operand, axis: int | None = None, out: Destination | None = None, mode: TakeMode = "raise"
) -> Array:
    """The slices of `a` along `axis` addressed by `indices`, or its elements in row-major order.

    Shape of the result: a.shape[:axis] + indices.shape + a.shape[axis+1:]; without axis: indices.shape.

    Source: numpy.take. The difference: a scalar index returns an array of rank 0, not a scalar; `out` has the type of
    `a`, shares no memory with it and is untouched after an error in every mode; booleans are no indices. Mode "clip"
    takes negative indices to 0, as NumPy does.

    Args:
        a: array of any library or list; without axis it is flattened, which copies it where it is not contiguous.
        indices: integers of any shape.
        axis: dimension of a, in [-rank, rank-1]; None: a is flattened.
        out: destination of the shape of the result; None: a new array.
        mode: "raise" (negative indices count from the end), "wrap" (modulo the size), "clip" (nearest index).

    Raises:
        IndexOutOfBounds: mode "raise", or an axis of size 0.
        OptionError: another mode (PY7). ShapeError, DTypeError, OverlapError, ArrayError: as strew.gather.

    >>> import strew
    >>> strew.take([4, 3, 5, 7, 6, 8], [[0, 1], [-1, 4]])
    array([[4, 3],
           [8, 6]])
    >>> strew.take([4, 3, 5], [5, -9], mode="clip")
    array([5, 4])
    """
    out_of_bounds, negatives = chosen("mode", mode, _MODES)
    into: Any = out
    data = data_of(a)
    data, along = (_flat(data), 0) if axis is None else (data, integer(axis, "axis"))
    taken: Array = _strew.gather(
        data, indices, axis=along, out_of_bounds=out_of_bounds, negative_indices=negatives, out=into
    )
    return taken


def _flat(data: Any) -> Any:
    return data if len(data.shape) == 1 else data.reshape(-1)


@overload
def take_along_axis(arr: KindT, indices: Operand, axis: int | None = -1) -> KindT: ...  # type: ignore[overload-overlap]
@overload
def take_along_axis(arr: Operand, indices: Operand, axis: int | None = -1) -> NDArray[Any]: ...
@borrowed(data="arr", indices="indices")
def take_along_axis(arr: Operand, indices: Operand, axis: int | None = -1) -> Array:
    """The elements of `arr` along `axis` addressed by `indices`, as returned by numpy.argsort and numpy.argmax.

    Shape of the result: that of indices; arr and indices are broadcast together off the axis.

    Source: numpy.take_along_axis. The difference: an index error reports the index. Without broadcasting this is
    strew.gather_elements.

    Args:
        arr: array of any library or list.
        indices: integers, of the rank of arr.
        axis: dimension of arr; None: arr is taken as flat, and indices have rank 1.

    Raises:
        IndexOutOfBounds: an index outside; negative ones count from the end.
        ShapeError: ranks that differ (EL1), shapes that do not broadcast (PY14).
        DTypeError: indices that are no integers (TY3).

    >>> import numpy as np, strew
    >>> a = np.array([[10, 30, 20], [60, 40, 50]])
    >>> strew.take_along_axis(a, np.argsort(a, axis=1), axis=1)
    array([[10, 20, 30],
           [40, 50, 60]])
    >>> strew.take_along_axis(a, [[2]], axis=1)
    array([[20],
           [50]])
    """
    data, places = data_of(arr), indices_of(indices)
    data, along = (data.reshape(-1), 0) if axis is None else (data, integer(axis, "axis"))
    rows, wanted = _broadcast_off_axis(tuple(data.shape), tuple(places.shape), along)
    taken: Array = _strew.gather_elements(
        expanded(data, rows, "data"), expanded(places, wanted, "indices"), axis=along
    )
    return taken


@borrowed(data="arr", indices="indices", updates="values", output="arr")
def put_along_axis(arr: np.ndarray[Any, Any] | DLPack, indices: Operand, values: Operand, axis: int | None) -> None:
    """Writes `values` into the elements of `arr` along `axis` addressed by `indices`, in place.

    Shape of indices: that of arr except for the axis, or 1 to broadcast; values are broadcast to the resulting shape.

    Source: numpy.put_along_axis. The difference: where indices repeat the last value wins; arr is not written at all
    when an index is out of bounds; arr itself is not broadcast; axis None requires an arr that has a flat view.

    Args:
        arr: numpy array or CPU tensor that can be written.
        indices: integers, of the rank of arr.
        values: array of the type of arr that shares no memory with it, list or scalar.
        axis: dimension of arr; None: arr is taken as flat, and indices have rank 1.

    Raises:
        IndexOutOfBounds: an index outside; negative ones count from the end.
        ShapeError: EL1, EL4, or values that do not broadcast (PY14). DTypeError, OverlapError, ArrayError: as
        strew.scatter_elements.

    >>> import numpy as np, strew
    >>> a = np.array([[10, 30, 20], [60, 40, 50]])
    >>> strew.put_along_axis(a, np.expand_dims(np.argmax(a, axis=1), axis=1), 99, axis=1)
    >>> a
    array([[10, 99, 20],
           [99, 40, 50]])
    """
    data, places = destination_of(arr), indices_of(indices)
    data, along = (flat_view(data), 0) if axis is None else (data, integer(axis, "axis"))
    wanted = _broadcast_off_axis(tuple(data.shape), tuple(places.shape), along)[1]
    updates = expanded(updates_of(values, data), wanted, "updates")
    _strew.scatter_elements(data, expanded(places, wanted, "indices"), updates, axis=along, out=data)


def _broadcast_off_axis(
    data: tuple[int, ...], indices: tuple[int, ...], axis: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Both shapes after broadcasting off the axis. Those that violate EL1 or EL2 are refused by the core."""
    rank = len(data)
    if len(indices) != rank or not -rank <= axis < rank:
        return data, indices
    axis %= rank
    if data[:axis] == indices[:axis] and data[axis + 1 :] == indices[axis + 1 :]:
        return data, indices
    try:
        common = np.broadcast_shapes((*data[:axis], 1, *data[axis + 1 :]), (*indices[:axis], 1, *indices[axis + 1 :]))
    except ValueError:
        raise shape_error("indices", f"off axis {axis}, shape {indices} does not broadcast with {data}") from None
    before, after = common[:axis], common[axis + 1 :]
    return (*before, data[axis], *after), (*before, indices[axis], *after)


@borrowed(updates="weights", indices="x")
def bincount(x: Operand, weights: Operand | None = None, minlength: int = 0) -> NDArray[Any]:
    """How often each integer occurs in `x`, or the sum of its weights.

    Shape of the result: (max(x) + 1,), or (minlength,) where that is longer.

    Source: numpy.bincount. The difference: x has any shape; booleans are not counted as integers; a negative value is
    an error that reports its position.

    Args:
        x: non-negative integers.
        weights: one for each element of x, converted to float64 if that is exact for the type. None: 1 each.
        minlength: minimum length of the result.

    Returns:
        a numpy array, int64 without weights and float64 with them.

    Raises:
        IndexOutOfBounds: a negative value. ShapeError: weights of another shape than x (AX5).
        DTypeError: x are no integers (TY3), weights that float64 does not hold (PY11).
        OptionError: minlength is negative or no integer (PY8).

    >>> import strew
    >>> strew.bincount([0, 1, 1, 3, 2, 1, 7])
    array([1, 3, 1, 1, 0, 0, 0, 1])
    >>> strew.bincount([0, 1, 1, 2, 2, 2], weights=[0.3, 0.5, 0.2, 0.7, 1.0, -0.6])
    array([0.3, 0.7, 1.1])
    """
    bins = x if type(x) is np.ndarray and x.dtype.kind in "iu" else as_array(indices_of(x), "indices", None)
    length = max(size(minlength, "minlength"), groups_of(bins))
    each = _ones(bins.shape) if weights is None else _as_float64(weights)
    start, made = empty_groups((length,), 0, each.dtype, True)
    counted: NDArray[Any] = _strew.scatter(
        start, bins, each, reduction="add", negative_indices="invalid", out=made
    )
    return counted


_ONE = np.ones((), np.int64)
_ONE.setflags(write=False)
_ONES = np.broadcast_to(_ONE, (1 << 48,))


def _ones(shape: tuple[int, ...]) -> Any:
    """Of one dimension a view, since a call of NumPy arrays of the same form as an earlier one begins sooner."""
    return _ONES[: shape[0]] if len(shape) == 1 else Filled.of(shape, _ONE)


def _as_float64(weights: Any) -> NDArray[Any]:
    given = as_array(weights, "updates", None)
    if given.dtype == np.float64:
        return given
    try:
        return given.astype(np.float64, casting="safe", copy=False)
    except TypeError:
        raise from_rule("PY11", "updates", f"are of type {given.dtype}, which float64 does not hold") from None
