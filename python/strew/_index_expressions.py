"""NumPy's index expressions, a[i, mask, 1:3, ...], as index arrays and the dimensions that they address."""

from __future__ import annotations

from types import EllipsisType
from typing import Any, NamedTuple

import numpy as np

from strew._errors import IndexOutOfBounds, name_as_stored
from strew._views import indices_of, shape_error

Array = np.ndarray[Any, Any]


class Selection(NamedTuple):
    """The selection of an index expression from an array of known shape."""

    slices: tuple[slice, ...]  #: one for each dimension; full slices for those with an index array
    arrays: tuple[Array, ...]  #: of integers, not yet broadcast together
    dims: tuple[int, ...]  #: the dimension that each of them addresses
    is_adjacent: bool  #: the arrays are adjacent; otherwise their positions come first in the selected shape


def selection(shape: tuple[int, ...], expression: Any) -> Selection:
    """`expression` interpreted by NumPy's rules, without new axes, scalar booleans and fields."""
    if isinstance(expression, np.ndarray) and expression.dtype.kind in "iu" and shape:
        return Selection((slice(None),) * len(shape), (expression,), (0,), True)
    arrays = expression if isinstance(expression, tuple) else (expression,)
    if 0 < len(arrays) <= len(shape) and all(type(one) is np.ndarray and one.dtype.kind in "iu" for one in arrays):
        return Selection((slice(None),) * len(shape), arrays, tuple(range(len(arrays))), True)
    entries = [_entry(item) for item in (expression if isinstance(expression, tuple) else (expression,))]
    named = sum(_width(entry) for entry in entries)
    if named > len(shape):
        raise shape_error("indices", f"{named} dimensions are indexed, but the array has {len(shape)}")
    if sum(entry is ... for entry in entries) > 1:
        raise shape_error("indices", "an index expression has one Ellipsis")
    rest = len(shape) - named
    slices: list[slice] = []
    found: list[Array] = []
    dims: list[int] = []
    for entry in entries:
        if isinstance(entry, np.ndarray):
            parts = _parts(entry, shape, len(slices))
            dims += range(len(slices), len(slices) + len(parts))
            found += parts
            slices += [slice(None)] * len(parts)
        else:
            slices += [slice(None)] * rest if entry is ... else [entry]
    slices += [slice(None)] * (len(shape) - len(slices))
    return Selection(tuple(slices), tuple(found), tuple(dims), _is_together(entries))


def _entry(item: Any) -> Array | slice | EllipsisType:
    if isinstance(item, slice) or item is ...:
        return item
    if item is None:
        raise shape_error("indices", "None (numpy.newaxis) is no index here: reshape the values instead")
    array = np.asarray(indices_of(item))
    if array.dtype.kind == "b" and array.ndim == 0:
        raise shape_error("indices", f"{item!r} alone is no mask: a mask has the shape of what it selects from")
    return array


def _width(entry: Array | slice | EllipsisType) -> int:
    if isinstance(entry, np.ndarray):
        return entry.ndim if entry.dtype.kind == "b" else 1
    return 0 if entry is ... else 1


def _parts(array: Array, shape: tuple[int, ...], dim: int) -> tuple[Array, ...]:
    """Integers unchanged; a mask as the positions where it is true."""
    if array.dtype.kind != "b":
        return (array,)
    masked = shape[dim : dim + array.ndim]
    if array.shape != masked:
        raise shape_error("indices", f"a mask of shape {array.shape} selects from dimensions of shape {masked}")
    return array.nonzero()


def _is_together(entries: list[Array | slice | EllipsisType]) -> bool:
    at = [number for number, entry in enumerate(entries) if isinstance(entry, np.ndarray)]
    return not at or at[-1] - at[0] == len(at) - 1


def tuples(arrays: tuple[Array, ...]) -> Array:
    """The arrays broadcast together into one index tensor whose last dimension is the tuple."""
    if not arrays:
        return np.empty(0, np.int64)
    shape, dtype = arrays[0].shape, arrays[0].dtype
    if all(array.shape == shape and array.dtype == dtype for array in arrays):
        made: Array = np.empty((*shape, len(arrays)), dtype)
        for member, array in enumerate(arrays):
            made[..., member] = array
        return made
    try:
        return np.stack(np.broadcast_arrays(*_of_one_kind(arrays)), axis=-1)
    except ValueError:
        shapes = ", ".join(str(array.shape) for array in arrays)
        raise shape_error("indices", f"index arrays of shapes {shapes} do not broadcast together") from None


def _of_one_kind(arrays: tuple[Array, ...]) -> tuple[Array, ...]:
    """Converted to int64 where NumPy's common type is a float: uint64 with signed integers.

    Values beyond int64 become its maximum, which is outside of every extent; `stored_at` returns the original value.
    """
    types = {array.dtype for array in arrays}
    if any(dtype.kind not in "iu" for dtype in types) or np.result_type(*types).kind != "f":
        return arrays
    highest = np.uint64(np.iinfo(np.int64).max)
    return tuple(np.minimum(array, highest).astype(np.int64) if array.dtype.kind == "u" else array for array in arrays)


def stored_at(arrays: tuple[Array, ...], position: int) -> tuple[int, ...]:
    """The index tuple at a row-major position of the arrays broadcast together."""
    return tuple(int(array.flat[position]) for array in np.broadcast_arrays(*arrays))


def tell_as_stored(error: IndexOutOfBounds, indices: Array, arrays: tuple[Array, ...]) -> None:
    """Makes an error about `indices`, the tuples of `arrays`, tell the values of the arrays."""
    validated = indices.reshape(-1, len(arrays))[error.position].tolist()
    name_as_stored(error, tuple(validated), stored_at(arrays, error.position))
