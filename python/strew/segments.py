"""Segment reductions named as in JAX and TensorFlow, for arrays of any library, with the rules of strew."""

from __future__ import annotations

from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from strew._arrays import dtype_of
from strew._borrowed import borrowed
from strew._differentiable import core_of
from strew._groups import empty_groups, groups_of, neutral, size
from strew._typing import Array, KindT, Operand, Reduction
from strew._views import data_of, indices_of

_borrowed = borrowed(updates="data", indices="segment_ids")


@overload
def segment_sum(  # type: ignore[overload-overlap]
    data: KindT, segment_ids: Operand, num_segments: int | None = None
) -> KindT: ...
@overload
def segment_sum(data: Operand, segment_ids: Operand, num_segments: int | None = None) -> NDArray[Any]: ...
@_borrowed
def segment_sum(data: Operand, segment_ids: Operand, num_segments: int | None = None) -> Array:
    """For each segment the sum of the slices of `data` with its id; 0 for an empty segment.

    Shape of the result: (num_segments,) + data.shape[segment_ids.ndim:].

    Source: jax.ops.segment_sum, tf.math.unsorted_segment_sum. The difference: an id out of range is an error that
    reports its position (they drop its slice); slices are added in their order, so that the result is bitwise identical
    for any number of threads; bfloat16 and float16 sums are rounded once. Ids need not be sorted. It is
    differentiable with respect to data that require grad (strew.torch).

    Args:
        data: array of any library or list.
        segment_ids: non-negative integers; their shape is a prefix of the shape of data.
        num_segments: number of segments; None: the largest id + 1.

    Returns:
        a new array of the kind of data.

    Raises:
        IndexOutOfBounds: an id that is negative, or num_segments or more.
        ShapeError: segment_ids whose shape is not a prefix of that of data (AX5).
        OptionError: num_segments is negative or no integer (PY8).
        DTypeError: ids that are not integers (TY3), a type that has no such reduction (TY4).

    >>> import numpy as np, strew
    >>> strew.segment_sum(np.arange(5), np.array([0, 0, 1, 1, 2]))
    array([1, 5, 4])
    >>> strew.segment_sum(np.ones((3, 2)), [2, 0, 2], num_segments=4)
    array([[1., 1.],
           [0., 0.],
           [2., 2.],
           [0., 0.]])
    """
    return _segments("add", data, segment_ids, num_segments)


@overload
def segment_max(  # type: ignore[overload-overlap]
    data: KindT, segment_ids: Operand, num_segments: int | None = None
) -> KindT: ...
@overload
def segment_max(data: Operand, segment_ids: Operand, num_segments: int | None = None) -> NDArray[Any]: ...
@_borrowed
def segment_max(data: Operand, segment_ids: Operand, num_segments: int | None = None) -> Array:
    """For each segment the maximum of the slices of `data` with its id.

    Empty segments: -inf, the lowest value of an integer type, False. Shape of the result: (num_segments,) +
    data.shape[segment_ids.ndim:].

    Source: jax.ops.segment_max, tf.math.unsorted_segment_max. The difference: as strew.segment_sum; TensorFlow returns
    the lowest finite number for an empty segment. NaN propagates, and -0 is below +0.

    Args, Returns, Raises: as strew.segment_sum.

    >>> import numpy as np, strew
    >>> strew.segment_max(np.array([3.0, 1.0, 2.0]), [0, 0, 2])
    array([  3., -inf,   2.])
    """
    return _segments("max", data, segment_ids, num_segments)


@overload
def segment_min(  # type: ignore[overload-overlap]
    data: KindT, segment_ids: Operand, num_segments: int | None = None
) -> KindT: ...
@overload
def segment_min(data: Operand, segment_ids: Operand, num_segments: int | None = None) -> NDArray[Any]: ...
@_borrowed
def segment_min(data: Operand, segment_ids: Operand, num_segments: int | None = None) -> Array:
    """For each segment the minimum of the slices of `data` with its id.

    Empty segments: inf, the highest value of an integer type, True. Shape of the result: (num_segments,) +
    data.shape[segment_ids.ndim:].

    Source: jax.ops.segment_min, tf.math.unsorted_segment_min. The difference: as strew.segment_max.

    Args, Returns, Raises: as strew.segment_sum.

    >>> import numpy as np, strew
    >>> strew.segment_min(np.array([3, 1, 2], dtype=np.uint8), [0, 0, 2])
    array([  1, 255,   2], dtype=uint8)
    """
    return _segments("min", data, segment_ids, num_segments)


@overload
def segment_mean(  # type: ignore[overload-overlap]
    data: KindT, segment_ids: Operand, num_segments: int | None = None
) -> KindT: ...
@overload
def segment_mean(data: Operand, segment_ids: Operand, num_segments: int | None = None) -> NDArray[Any]: ...
@_borrowed
def segment_mean(data: Operand, segment_ids: Operand, num_segments: int | None = None) -> Array:
    """For each segment the mean of the slices of `data` with its id; 0 for an empty segment.

    Shape of the result: (num_segments,) + data.shape[segment_ids.ndim:], in the type of data. The mean of integers is
    an integer, rounded down (floor): that of 1 and 2 is 1, that of -1 and -2 is -2; data.astype(float) has fractions.

    Source: tf.math.unsorted_segment_mean, which also returns 0 for an empty segment; JAX has no such function. The
    difference: as strew.segment_sum.

    Args, Returns, Raises: as strew.segment_sum.

    >>> import numpy as np, strew
    >>> strew.segment_mean(np.array([3.0, 1.0, 2.0]), [0, 0, 2])
    array([2., 0., 2.])
    >>> strew.segment_mean(np.array([1, 2, -1, -2]), [0, 0, 1, 1])
    array([ 1, -2])
    """
    return _segments("mean", data, segment_ids, num_segments)


def _segments(reduction: Reduction, data: Operand, segment_ids: Operand, num_segments: int | None) -> Array:
    updates, numbers = data_of(data), indices_of(segment_ids)
    length = groups_of(numbers) if num_segments is None else size(num_segments, "num_segments")
    is_numpy = type(updates) is np.ndarray
    dtype = updates.dtype if is_numpy else dtype_of(updates)
    shape = (length, *updates.shape[len(numbers.shape) :])
    start, made = empty_groups(shape, neutral(reduction, dtype), dtype, is_numpy)
    reduced: Array = core_of(updates).scatter(
        start, numbers, updates, reduction=reduction, include_self=reduction != "mean", negative_indices="invalid",
        out=made,
    )  # fmt: skip
    return reduced
