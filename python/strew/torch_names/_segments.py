"""PyTorch's segment_reduce: slices of one array, reduced segment by segment."""

from __future__ import annotations

import math
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from strew import _segment_reduce
from strew._arrays import dtype_of
from strew._borrowed import borrowed
from strew._errors import ShapeError, chosen, from_rule
from strew._filled import Filled
from strew._groups import neutral
from strew._typing import Array, KindT, Operand, Reduction
from strew._values import one_element
from strew._views import data_of, indices_of, integer, numpy_view, shape_error

Reduce = Literal["sum", "mean", "max", "min", "prod", "amax", "amin"]
_REDUCTIONS: dict[Any, Reduction] = {
    "sum": "add", "mean": "mean", "max": "max", "min": "min", "prod": "mul", "amax": "max", "amin": "min",
}  # fmt: skip


@overload
def segment_reduce(  # type: ignore[overload-overlap]
    data: KindT, reduce: Reduce, *, lengths: Operand | None = None, indices: None = None,
    offsets: Operand | None = None, axis: int = 0, unsafe: bool = False, initial: Any = None,
) -> KindT: ...  # fmt: skip
@overload
def segment_reduce(
    data: Operand, reduce: Reduce, *, lengths: Operand | None = None, indices: None = None,
    offsets: Operand | None = None, axis: int = 0, unsafe: bool = False, initial: Any = None,
) -> NDArray[Any]: ...  # fmt: skip
@borrowed(data="data", indices="indices", segments=("offsets", "lengths"))
def segment_reduce(
    data: Operand, reduce: Reduce, *, lengths: Operand | None = None, indices: None = None,
    offsets: Operand | None = None, axis: int = 0, unsafe: bool = False, initial: Any = None,
) -> Array:  # fmt: skip
    """For each segment of `data` along `axis` the sum, mean, maximum, minimum or product of its slices.

    Shape of the result: that of data with the number of segments in place of axis.

    Source: torch.segment_reduce. The difference: the mean of -0 is -0; float16 and bfloat16 are rounded once; -0 is below
    +0; data have any element type: the maximum of no integers is their lowest value, and their mean, a floor, is 0; offsets that
    do not ascend are an error (OF1) with unsafe too; a mean has no other initial than 0, which is what an empty segment
    becomes. It has no gradients.

    Args:
        data: array of any library or list.
        reduce: "sum", "mean", "max" or "amax", "min" or "amin", "prod".
        lengths: non-negative integers, how many slices each segment has; those of a row sum to data.shape[axis].
        indices: None, as in PyTorch, which does not support them either; strew.segment_reduce takes segment_ids.
        offsets: ascending integers, where each segment begins, and where the last one ends.
        axis: dimension of data, and the last one of lengths or offsets: those before it are the same in both.
        unsafe: True: lengths may sum to less; the slices behind them are of no segment.
        initial: what each segment begins with; None: 0, NaN for the mean, -inf, inf, 1.

    Returns:
        a new array of the kind of data.

    Raises:
        IndexOutOfBounds: offsets that do not ascend, or go beyond data (OF1).
        ShapeError: axis is not the last dimension of lengths or offsets (AX2), shapes that do not match (SG3), lengths
            that are negative or do not sum to the size of data (PY14).
        OptionError: another reduce (PY7), not one of lengths and offsets (PY9).
        DTypeError: lengths or offsets that are no integers (TY3), an initial that does not fit (PY11).

    >>> import numpy as np, strew
    >>> data = np.array([[1.0, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]])
    >>> strew.torch_names.segment_reduce(data, "max", lengths=[2, 1])
    array([[ 5.,  6.,  7.,  8.],
           [ 9., 10., 11., 12.]])
    >>> strew.torch_names.segment_reduce(data, "sum", offsets=[0, 2, 2, 3], initial=100)
    array([[106., 108., 110., 112.],
           [100., 100., 100., 100.],
           [109., 110., 111., 112.]])
    """
    table = data_of(data)
    reduction = chosen("reduce", reduce, _REDUCTIONS)
    if indices is not None:
        raise from_rule("PY9", None, "indices are not supported, as in PyTorch: strew.segment_reduce takes segment_ids")
    if (lengths is None) == (offsets is None):
        raise from_rule("PY9", None, "one of lengths and offsets is given")
    given = indices_of(lengths if offsets is None else offsets, "segments")
    batch = _batch_of(axis, table, given)
    begins = given if lengths is None else _begins(given, table.shape[batch], bool(unsafe))
    count = max(begins.shape[-1] - 1, 0)
    shape = (*table.shape[:batch], count, *table.shape[batch + 1 :])
    base = _start(reduction, initial, shape, dtype_of(table))
    made: Array = _segment_reduce.segment_reduce(
        table, offsets=begins, num_segments=count, base=base, batch_dims=batch, reduction=reduction,
        include_self=reduction != "mean",
    )  # fmt: skip
    return made


def _batch_of(axis: Any, table: Any, given: Any) -> int:
    """The dimensions before axis, which lengths or offsets have too."""
    rank, along = len(table.shape), integer(axis, "axis")
    if not -rank <= along < rank:
        raise from_rule("AX2", None, f"axis is {along}, outside [{-rank}, {rank - 1}]", ShapeError)
    if along % rank != len(given.shape) - 1:
        raise from_rule(
            "AX2", None, f"axis is {along}, and not the last of the {len(given.shape)} dimensions of the segments", ShapeError
        )
    return along % rank


def _begins(lengths: Any, size: int, is_unsafe: bool) -> Any:
    """Offsets: lengths that are no integers are left to the core."""
    numbers = numpy_view(lengths)
    if numbers.dtype.kind not in "iu":
        return lengths
    if numbers.size and numbers.min() < 0:
        raise shape_error("segments", f"one is {int(numbers.min())}: a segment has no negative length")
    ends = np.cumsum(numbers, axis=-1, dtype=np.int64)
    totals = ends[..., -1:] if numbers.shape[-1] else np.zeros((1,), np.int64)
    for total in totals[(totals > size) | ((totals < size) & (not is_unsafe))].tolist():
        raise shape_error("segments", f"they sum to {total}, not to the size {size} of data")
    return np.concatenate([np.zeros((*numbers.shape[:-1], 1), np.int64), ends], axis=-1)


def _start(reduction: str, initial: Any, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Filled | None:
    """PyTorch begins with a value; its mean divides by the number of slices alone."""
    if reduction == "mean":
        if initial is not None and not _is_zero(initial):
            raise from_rule("PY9", None, f"initial={initial!r}: that of a mean is 0 or None")
        if initial is not None or dtype.kind in "iub":
            return None
        initial = math.nan
    value = neutral(reduction, dtype) if initial is None else initial
    try:
        return Filled.of(shape, one_element(value, dtype, f"initial={value!r}"))
    except Exception:
        if initial is not None:
            raise
        return Filled.of(shape, np.zeros((), dtype))  # the core refuses the reduction of such a type (TY4)


def _is_zero(value: Any) -> bool:
    return isinstance(value, (int, float)) and value == 0
