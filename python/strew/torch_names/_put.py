"""PyTorch's index_put: an index expression of tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from strew import _strew
from strew._borrowed import borrowed
from strew._differentiable import core_of
from strew._errors import IndexOutOfBounds
from strew._index_expressions import Selection, selection, tell_as_stored, tuples
from strew._typing import Array, Destination, KindT, Operand, OutT, Reduction
from strew._views import data_of, expanded, updates_of

Indices = Sequence["Operand | None"]


@overload
def index_put(input: Operand, indices: Indices, values: Operand, accumulate: bool = False, *, out: OutT) -> OutT: ...
@overload
def index_put(  # type: ignore[overload-overlap]
    input: KindT, indices: Indices, values: Operand, accumulate: bool = False, *, out: None = None
) -> KindT: ...
@overload
def index_put(
    input: Operand, indices: Indices, values: Operand, accumulate: bool = False, *, out: None = None
) -> NDArray[Any]: ...
@borrowed(data="input", indices="indices", updates="values")
def index_put(
    input: Operand, indices: Indices, values: Operand, accumulate: bool = False, *, out: Destination | None = None
) -> Array:
    """`input` with `values` at `indices`: input[indices] = values, or += for every repetition of an index.

    Shape of values: that of input[indices], or one that broadcasts to it.

    Source: torch.index_put; out=input is Tensor.index_put_. The difference: where indices repeat the last value wins
    (PyTorch leaves that undefined), and with accumulate the result is bitwise identical for any number of threads;
    nothing is written when an index is out of bounds; indices have any integer types.

    Args:
        input: array of any library or list; unchanged unless it is out.
        indices: a tuple with one entry for each leading dimension of input: integers, which are broadcast together and
            count from the end where they are negative; a mask; None for a whole dimension.
        values: array of the type of input, list or scalar.
        accumulate: True: values are added to the old ones.
        out: destination; out=input works in place. None: a new array.

    Returns:
        out, or a new array of the kind of input.

    Raises:
        IndexOutOfBounds: .component is the number of the bad entry among the integers and masks.
        ShapeError: more entries than dimensions, entries or values that do not broadcast (PY14).
        DTypeError: types that differ (TY2). OverlapError, ArrayError: as strew.scatter_nd.

    >>> import numpy as np, strew
    >>> x = np.zeros((2, 3), int)
    >>> strew.index_put(x, ([0, 1, 0], [2, -1, 2]), [1, 2, 3], accumulate=True)
    array([[0, 0, 4],
           [0, 0, 2]])
    >>> strew.index_put(x, (None, [1]), 7)
    array([[0, 7, 0],
           [0, 7, 0]])
    """
    data = data_of(input)
    entries = indices if isinstance(indices, (tuple, list)) else (indices,)
    whole = [slice(None) if entry is None else entry for entry in entries]
    chosen = selection(tuple(data.shape), whole[0] if len(whole) == 1 else tuple(whole))
    reduction: Reduction = "add" if accumulate else "none"
    updates = updates_of(values, data)
    if len(chosen.arrays) == 1:
        return _along_one(data, chosen, updates, reduction, out)
    return _by_tuples(data, chosen, updates, reduction, out)


def _along_one(data: Any, chosen: Selection, updates: Any, reduction: Reduction, out: Any) -> Array:
    (positions,), (axis,) = chosen.arrays, chosen.dims
    shape = (*data.shape[:axis], *positions.shape, *data.shape[axis + 1 :])
    given = expanded(updates, shape, "updates")
    made: Array = core_of(data, given).scatter(data, positions, given, axis=axis, reduction=reduction, out=out)
    return made


def _by_tuples(data: Any, chosen: Selection, updates: Any, reduction: Reduction, out: Any) -> Array:
    """Several arrays. StableHLO's scatter addresses dimensions that are not the first where they are."""
    indices, dims = tuples(chosen.arrays), list(chosen.dims)
    positions = indices.shape[:-1]
    rest = [size for dim, size in enumerate(data.shape) if dim not in dims]
    first = dims[0] if dims and chosen.is_adjacent else 0
    given = expanded(updates, (*rest[:first], *positions, *rest[first:]), "updates")
    is_leading = dims == list(range(len(dims)))
    windows = [*range(first), *range(first + len(positions), len(positions) + len(rest))]
    core = core_of(data, given)
    made: Array
    try:
        if is_leading:
            made = core.scatter_nd(data, indices, given, reduction=reduction, out=out)
        elif core is _strew:
            made = _strew._stablehlo_scatter(
                data, indices, given, update_window_dims=windows, inserted_window_dims=dims,
                scatter_dims_to_operand_dims=dims, index_vector_dim=len(positions), reduction=reduction,
                out_of_bounds="error", negative_indices="from_end", accumulate="wide", out=out,
            )  # fmt: skip
        else:
            places = range(first, first + len(positions))
            made = _by_leading(core, data, indices, _turned(given, places), dims, reduction, out)
    except IndexOutOfBounds as error:
        tell_as_stored(error, indices, chosen.arrays)
        raise
    return made


def _by_leading(
    core: Any, data: Any, indices: Any, updates: Any, dims: list[int], reduction: Reduction, out: Any
) -> Array:  # fmt: skip
    """For tensors that require grad, whose operators have no windows: the addressed dimensions are turned to the front."""
    front = _turned(data, dims)
    made = core.scatter_nd(front, indices, updates, reduction=reduction, out=front if out is data else out)
    turned: Array = made.movedim(tuple(range(len(dims))), tuple(dims)) if out is None else out
    return turned


def _turned(array: Any, dims: Sequence[int]) -> Any:
    """With these dimensions first; a view."""
    first = tuple(range(len(dims)))
    if hasattr(array, "movedim"):
        return array.movedim(tuple(dims), first)
    return np.moveaxis(np.asarray(array), tuple(dims), first)
