"""sddmm: the arguments of the operator in the words of Python."""

from __future__ import annotations

from typing import Any, SupportsIndex, overload

from numpy.typing import NDArray

from strew import _strew
from strew._errors import explained
from strew._segment_reduce import segments_of
from strew._typing import Accumulate, Array, KindT, NegativeIndices, OnError, Operand, OutT, ScatterBounds
from strew._views import data_of, indices_of, integer


@overload
def sddmm(
    data: Operand, right: Operand, indices: Operand | None = ..., *, segment_ids: Operand | None = ...,
    offsets: Operand | None = ..., batch_dims: SupportsIndex = ..., out_of_bounds: ScatterBounds = ...,
    negative_indices: NegativeIndices = ..., segment_out_of_bounds: ScatterBounds = ...,
    segment_negative_indices: NegativeIndices = ..., padding_index: SupportsIndex | None = ...,
    padding_segment: SupportsIndex | None = ..., accumulate: Accumulate = ..., out: OutT,
    threads: SupportsIndex | None = ..., on_error: OnError = ...,
) -> OutT: ...  # fmt: skip
@overload
def sddmm(  # type: ignore[overload-overlap]
    data: KindT, right: Operand, indices: Operand | None = ..., *, segment_ids: Operand | None = ...,
    offsets: Operand | None = ..., batch_dims: SupportsIndex = ..., out_of_bounds: ScatterBounds = ...,
    negative_indices: NegativeIndices = ..., segment_out_of_bounds: ScatterBounds = ...,
    segment_negative_indices: NegativeIndices = ..., padding_index: SupportsIndex | None = ...,
    padding_segment: SupportsIndex | None = ..., accumulate: Accumulate = ..., out: None = ...,
    threads: SupportsIndex | None = ..., on_error: OnError = ...,
) -> KindT: ...  # fmt: skip
@overload
def sddmm(
    data: Operand, right: Operand, indices: Operand | None = ..., *, segment_ids: Operand | None = ...,
    offsets: Operand | None = ..., batch_dims: SupportsIndex = ..., out_of_bounds: ScatterBounds = ...,
    negative_indices: NegativeIndices = ..., segment_out_of_bounds: ScatterBounds = ...,
    segment_negative_indices: NegativeIndices = ..., padding_index: SupportsIndex | None = ...,
    padding_segment: SupportsIndex | None = ..., accumulate: Accumulate = ..., out: None = ...,
    threads: SupportsIndex | None = ..., on_error: OnError = ...,
) -> NDArray[Any]: ...  # fmt: skip
@explained
def sddmm(
    data: Operand, right: Operand, indices: Operand | None = None, *, segment_ids: Operand | None = None,
    offsets: Operand | None = None, batch_dims: SupportsIndex = 0, out_of_bounds: ScatterBounds = "error",
    negative_indices: NegativeIndices = "from_end", segment_out_of_bounds: ScatterBounds = "error",
    segment_negative_indices: NegativeIndices = "invalid", padding_index: SupportsIndex | None = None,
    padding_segment: SupportsIndex | None = None, accumulate: Accumulate = "wide", out: Array | None = None,
    threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> Array:  # fmt: skip
    """Sums of products of rows of `data` and of `right` at chosen pairs: a sampled matrix product.

    out[B, p] = sum over k of data[B, indices[B, p], k] * right[B, s, k] for the segment s of position p, with B the
    `batch_dims` leading dimensions: the score of each edge of a graph, and the gradient of segment_reduce with respect to its
    weights, without the rows between. Segments are given as to segment_reduce, and right has the shape of its result.
    Each product is rounded, then added, in the order of k, for any number of threads.

    Source: torch.sparse.sampled_addmm, dgl.ops.gsddmm; rules SG1 to SG3 in docs/contract.md.

    Args:
        data: array of numbers; rows are its dimension batch_dims.
        right: array of data's type, or float32 for float16 and bfloat16, with a row for each segment; a list takes
            data's.
        indices: integers of 8 to 64 bits, the row of each position; None: the rows are the positions.
        segment_ids: integers, the segment of each position; of the shape of indices, or data.shape[:batch_dims + 1].
        offsets: integers, where segments begin among the positions: as many as right has rows, or one more.
        batch_dims: leading dimensions that all operands share.
        out_of_bounds: of indices: "error", "clamp", "wrap", "skip" (the position is 0), "assume".
        negative_indices: "from_end" (-1 is the last row) or "invalid".
        segment_out_of_bounds: of segment_ids, as out_of_bounds.
        segment_negative_indices: of segment_ids, as negative_indices.
        padding_index: a row of data whose positions are 0, after the policy; it may count from the end.
        padding_segment: a segment whose positions are 0.
        accumulate: "wide" (float16 and bfloat16 in float32, rounded once) or "native".
        out: destination that shares no memory with the inputs.
        threads: maximum number of threads; None: as many as the machine allows.
        on_error: "keep", or "discard": out may be half-written after an error.

    Returns:
        out, or a new array of the kind and type of data, of the shape of the positions.

    Raises:
        IndexOutOfBounds: an index, id or offset (OF1); reports the first bad position; out is unchanged.
        ShapeError, DTypeError, OptionError, OverlapError, ArrayError: with the broken rule in .rule.

    >>> import numpy as np, strew
    >>> left, right = np.arange(6.0).reshape(3, 2), np.array([[1.0, 10.0], [100.0, 1000.0]])
    >>> strew.sddmm(left, right, [2, 0, 1], segment_ids=[0, 1, 1])
    array([  54., 1000., 3200.])
    >>> strew.sddmm(left, right, [2, 0, 1], offsets=[0, 2])
    array([  54.,   10., 3200.])
    """
    made: Array = _strew._sddmm(*_arguments(
        data, right, indices, segment_ids, offsets, batch_dims, out, out_of_bounds=out_of_bounds,
        negative_indices=negative_indices, segment_out_of_bounds=segment_out_of_bounds,
        segment_negative_indices=segment_negative_indices, padding_index=padding_index,
        padding_segment=padding_segment, accumulate=accumulate, threads=threads, on_error=on_error,
    ))  # fmt: skip
    return made


def plan_sddmm(**given: Any) -> _strew.Plan:
    """A plan, by all the arguments of a call."""
    return _strew._plan_sddmm(*_arguments(**given))


def _arguments(
    data: Any, right: Any, indices: Any, segment_ids: Any, offsets: Any, batch_dims: Any, out: Any, **words: Any
) -> tuple[Any, ...]:  # fmt: skip
    """What the extension takes: arrays, form, batch dimensions, the shape of the result, words."""
    data = data_of(data)
    indices = None if indices is None else indices_of(indices)
    form, segments = segments_of(segment_ids, offsets)
    batch = integer(batch_dims, "batch_dims")
    shape = [] if out is not None else _positions(data, indices, batch)
    return data, right, indices, segments, out, form, batch, shape, words


def _positions(data: Any, indices: Any, batch: int) -> list[int]:
    """Their shape; a batch_dims that does not fit the library refuses."""
    return list(data.shape[: max(batch, 0) + 1] if indices is None else indices.shape)
