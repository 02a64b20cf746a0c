"""numpy.ufunc.at with the core: index expressions of NumPy, with every repetition of an index applied, in place."""

from __future__ import annotations

from types import EllipsisType
from typing import Any, Callable

import numpy as np

from strew import _strew
from strew._arrays import dtype_of
from strew._borrowed import borrowed
from strew._errors import DTypeError, IndexOutOfBounds, from_rule, unknown_name
from strew._filled import Filled
from strew._index_expressions import Selection, selection, tell_as_stored, tuples
from strew._typing import Operand, Reduction
from strew._views import expanded, updates_of
from strew._words import UFUNCS

_REDUCTIONS: dict[str, Reduction] = {**UFUNCS, "logical_and": "and", "logical_or": "or", "logical_xor": "xor"}
_OTHER_NAN_RULE = {"fmin": "minimum", "fmax": "maximum"}


def add_at(a: np.ndarray[Any, Any], indices: Any, b: Operand) -> None:
    """a[indices] += b in place, applied for every repetition of an index: `at(numpy.add, a, indices, b)`.

    Source: numpy.add.at; shapes, differences and errors are those of strew.at.

    >>> import numpy as np, strew
    >>> a = np.array([1, 2, 3, 4])
    >>> strew.add_at(a, [0, 1, 2, 2], 1)
    >>> a
    array([2, 3, 5, 4])
    """
    at("add", a, indices, b)


@borrowed(data="a", indices="indices", updates="b", output="a")
def at(op: Callable[..., Any] | str, a: np.ndarray[Any, Any], indices: Any, b: Operand) -> None:
    """a[indices] = op(a[indices], b) in place, once for every repetition of an index, in their order.

    b is broadcast to the shape of a[indices].

    Source: numpy.ufunc.at, as at(numpy.add, a, ...) for numpy.add.at(a, ...). The difference: a is not written at all
    when an index is out of bounds, which includes every uint64 from 2**63 on (NumPy counts those from the end); b has
    the type of a and shares no memory with it; sums of float16 are rounded once; minimum and maximum take -0 below +0;
    None (numpy.newaxis) and scalar booleans are refused as indices.

    Args:
        op: numpy.add, subtract, multiply, minimum, maximum, bitwise_and, _or, _xor; of bool logical_and, _or, _xor;
            or its name.
        a: numpy array that can be written.
        indices: as between brackets: integers, integer arrays of any types (broadcast together), masks, slices,
            Ellipsis, or a tuple of these.
        b: array, list or scalar.

    Raises:
        IndexOutOfBounds: negative indices count from the end; .component is the number of the bad index array.
        OptionError: another op (PY7). DTypeError: an op that the type does not have (TY4).
        ShapeError: indices that do not match a, b that does not broadcast (PY14). Others: as strew.scatter_nd.

    >>> import numpy as np, strew
    >>> a = np.zeros((2, 3), dtype=np.int64)
    >>> strew.at(np.maximum, a, ([0, 1, 0], [2, 0, 2]), [5, 6, 7])
    >>> strew.at(np.subtract, a, (slice(None), [1, 1]), 1)
    >>> a
    array([[ 0, -2,  7],
           [ 6, -2,  0]])
    """
    if type(a) is np.ndarray and type(indices) is np.ndarray and a.ndim and indices.dtype.kind in "iu":
        _along_the_first(_reduction(op, a), a, indices, updates_of(b, a))
        return
    reduction = _reduction(op, a)
    if not isinstance(a, np.ndarray):
        raise from_rule("PY6", "output", f"is of type {type(a).__name__}, which has no index expressions of NumPy")
    chosen = selection(a.shape, indices)
    where: tuple[slice | EllipsisType, ...] = (*chosen.slices, ...)
    view = a[where]
    updates = updates_of(b, a)
    if len(chosen.arrays) == 1:
        _along_one(reduction, view, chosen, updates)
    else:
        _by_tuples(reduction, view, chosen, updates)


def _reduction(op: Callable[..., Any] | str, a: Any) -> Reduction:
    if type(op) is str and op in UFUNCS:
        return UFUNCS[op]
    name = op if isinstance(op, str) else getattr(op, "__name__", repr(op))
    if name in _OTHER_NAN_RULE:
        near = _OTHER_NAN_RULE[name]
        raise from_rule("PY7", None, f"op {name} passes over NaN, which no reduction here does: take {near}")
    if name not in _REDUCTIONS:
        raise unknown_name("op", name, tuple(_REDUCTIONS))
    if name.startswith("logical") and dtype_of(a) != bool:
        raise from_rule("TY4", "data", f"their type {dtype_of(a)} has no {name}, which is defined for bool", DTypeError)
    return _REDUCTIONS[name]


def _along_the_first(reduction: Reduction, a: np.ndarray[Any, Any], positions: Any, updates: Any) -> None:
    """One array of integers, the usual expression."""
    given = expanded(updates, positions.shape + a.shape[1:], "updates")
    _strew.scatter(a, positions, given, reduction=reduction, out=a)


def _along_one(reduction: Reduction, view: np.ndarray[Any, Any], chosen: Selection, updates: Any) -> None:
    (positions,), (axis,) = chosen.arrays, chosen.dims
    shape = (*view.shape[:axis], *positions.shape, *view.shape[axis + 1 :])
    _strew.scatter(view, positions, expanded(updates, shape, "updates"), axis=axis, reduction=reduction, out=view)


def _by_tuples(reduction: Reduction, view: np.ndarray[Any, Any], chosen: Selection, updates: Any) -> None:
    """Several index arrays, or none: the addressed dimensions come first, as in the nd forms."""
    indices = tuples(chosen.arrays)
    depth = len(chosen.dims)
    turned = np.moveaxis(view, chosen.dims, range(depth))
    positions, rest = indices.shape[:-1], turned.shape[depth:]
    first = chosen.dims[0] if depth and chosen.is_adjacent else 0
    repeated = expanded(updates, (*rest[:first], *positions, *rest[first:]), "updates")
    if isinstance(repeated, Filled):
        front: Any = Filled.of((*positions, *rest), repeated.element)
    else:
        front = np.moveaxis(np.asarray(repeated), range(first, first + len(positions)), range(len(positions)))
    try:
        _strew.scatter_nd(turned, indices, front, reduction=reduction, out=turned)
    except IndexOutOfBounds as error:
        tell_as_stored(error, indices, chosen.arrays)
        raise
