"""segment_scan: the arguments of the operator in the words of Python."""

from __future__ import annotations

from typing import Any, Literal, SupportsIndex, overload

from numpy.typing import NDArray

from strew import _strew
from strew._errors import ShapeError, explained, from_rule
from strew._filled import Filled
from strew._groups import groups_of, size
from strew._segment_reduce import _GROUPS, _IDS, _OFFSETS, segments_of
from strew._typing import Accumulate, Array, KindT, NegativeIndices, OnError, Operand, OutT, ScatterBounds
from strew._views import data_of, indices_of, integer

Scan = Literal["add", "mul", "min", "max"]


@overload
def segment_scan(
    data: Operand | None = ..., indices: Operand | None = ..., *, segment_ids: Operand | None = ...,
    offsets: Operand | None = ..., num_segments: SupportsIndex | None = ..., batch_dims: SupportsIndex = ...,
    reduction: Scan = ..., exclusive: bool = ..., out_of_bounds: ScatterBounds = ...,
    negative_indices: NegativeIndices = ..., segment_out_of_bounds: ScatterBounds = ...,
    segment_negative_indices: NegativeIndices = ..., padding_index: SupportsIndex | None = ...,
    padding_segment: SupportsIndex | None = ..., accumulate: Accumulate = ..., out: OutT,
    threads: SupportsIndex | None = ..., on_error: OnError = ...,
) -> OutT: ...  # fmt: skip
@overload
def segment_scan(  # type: ignore[overload-overlap]
    data: KindT, indices: Operand | None = ..., *, segment_ids: Operand | None = ...,
    offsets: Operand | None = ..., num_segments: SupportsIndex | None = ..., batch_dims: SupportsIndex = ...,
    reduction: Scan = ..., exclusive: bool = ..., out_of_bounds: ScatterBounds = ...,
    negative_indices: NegativeIndices = ..., segment_out_of_bounds: ScatterBounds = ...,
    segment_negative_indices: NegativeIndices = ..., padding_index: SupportsIndex | None = ...,
    padding_segment: SupportsIndex | None = ..., accumulate: Accumulate = ..., out: None = ...,
    threads: SupportsIndex | None = ..., on_error: OnError = ...,
) -> KindT: ...  # fmt: skip
@overload
def segment_scan(  # type: ignore[overload-overlap]
    data: None = ..., indices: None = ..., *, segment_ids: KindT, offsets: None = ...,
    num_segments: SupportsIndex | None = ..., batch_dims: SupportsIndex = ..., reduction: Scan = ...,
    exclusive: bool = ..., out_of_bounds: ScatterBounds = ..., negative_indices: NegativeIndices = ...,
    segment_out_of_bounds: ScatterBounds = ..., segment_negative_indices: NegativeIndices = ...,
    padding_index: SupportsIndex | None = ..., padding_segment: SupportsIndex | None = ...,
    accumulate: Accumulate = ..., out: None = ..., threads: SupportsIndex | None = ..., on_error: OnError = ...,
) -> KindT: ...  # fmt: skip
@overload
def segment_scan(
    data: Operand | None = ..., indices: Operand | None = ..., *, segment_ids: Operand | None = ...,
    offsets: Operand | None = ..., num_segments: SupportsIndex | None = ..., batch_dims: SupportsIndex = ...,
    reduction: Scan = ..., exclusive: bool = ..., out_of_bounds: ScatterBounds = ...,
    negative_indices: NegativeIndices = ..., segment_out_of_bounds: ScatterBounds = ...,
    segment_negative_indices: NegativeIndices = ..., padding_index: SupportsIndex | None = ...,
    padding_segment: SupportsIndex | None = ..., accumulate: Accumulate = ..., out: None = ...,
    threads: SupportsIndex | None = ..., on_error: OnError = ...,
) -> NDArray[Any]: ...  # fmt: skip
@explained
def segment_scan(
    data: Operand | None = None, indices: Operand | None = None, *, segment_ids: Operand | None = None,
    offsets: Operand | None = None, num_segments: SupportsIndex | None = None, batch_dims: SupportsIndex = 0,
    reduction: Scan = "add", exclusive: bool = False, out_of_bounds: ScatterBounds = "error",
    negative_indices: NegativeIndices = "from_end", segment_out_of_bounds: ScatterBounds = "error",
    segment_negative_indices: NegativeIndices = "invalid", padding_index: SupportsIndex | None = None,
    padding_segment: SupportsIndex | None = None, accumulate: Accumulate = "wide", out: Array | None = None,
    threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> Array:  # fmt: skip
    """What the reduction of each segment is on its way: running sums of groups, and ranks in them.

    out[B, p] is the reduction of the rows data[B, indices[B, q]] of the positions q <= p of p's segment, in their order,
    with B the `batch_dims` leading dimensions; of q < p if `exclusive`, where the first position of a segment has 0.
    Segments are given as to segment_reduce. The bits are those of the loop for any number of threads.

    Source: pandas groupby().cumsum() and cumcount(), jax.lax.associative_scan; rules SG1 to SG3 in docs/contract.md.

    Args:
        data: array of numbers; rows are its dimension batch_dims. None, with segment_ids alone: a one for each of these, of
            int64, so that the exclusive sum is the rank of each among the equal ones.
        indices: integers of 8 to 64 bits, the row of each position; None: the rows are the positions.
        segment_ids: integers, the segment of each position; of the shape of indices, or data.shape[:batch_dims + 1].
        offsets: integers, where segments begin among the positions: num_segments of them, or one more.
        num_segments: None: the largest id + 1, one less than there are offsets.
        batch_dims: leading dimensions that all operands share.
        reduction: "add", "mul", "min", "max".
        exclusive: whether the value of a position is without its own row.
        out_of_bounds: of indices: "error", "clamp", "wrap", "skip" (the position is 0), "assume".
        negative_indices: "from_end" (-1 is the last row) or "invalid".
        segment_out_of_bounds: of segment_ids, as out_of_bounds.
        segment_negative_indices: of segment_ids, as negative_indices.
        padding_index: a row whose positions are 0 and contribute nothing, after the policy; it may count from the end.
        padding_segment: a segment whose positions are 0.
        accumulate: "wide" (float16 and bfloat16 in float32, each value rounded once) or "native".
        out: destination that shares no memory with the inputs.
        threads: maximum number of threads; None: as many as the machine allows.
        on_error: "keep", or "discard": out may be half-written after an error.

    Returns:
        out, or a new array of the kind and type of data, of the shape of the positions and the rows.

    Raises:
        IndexOutOfBounds: an index, id or offset (OF1); reports the first bad position; out is unchanged.
        ShapeError, DTypeError, OptionError, OverlapError, ArrayError: with the broken rule in .rule.

    >>> import numpy as np, strew
    >>> strew.segment_scan(np.array([1.0, 2.0, 3.0, 4.0]), segment_ids=[0, 1, 0, 0])
    array([1., 2., 4., 8.])
    >>> experts = [2, 0, 2, 2, 0]
    >>> strew.segment_scan(segment_ids=experts, exclusive=True)
    array([0, 0, 1, 2, 1])
    """
    made: Array = _strew._segment_scan(*_arguments(
        data, indices, segment_ids, offsets, num_segments, batch_dims, out, reduction=reduction, exclusive=exclusive,
        out_of_bounds=out_of_bounds, negative_indices=negative_indices, segment_out_of_bounds=segment_out_of_bounds,
        segment_negative_indices=segment_negative_indices, padding_index=padding_index,
        padding_segment=padding_segment, accumulate=accumulate, threads=threads, on_error=on_error,
    ))  # fmt: skip
    return made


def plan_segment_scan(**given: Any) -> _strew.Plan:
    """A plan, by all the arguments of a call."""
    return _strew._plan_segment_scan(*_arguments(**given))


def _arguments(
    data: Any, indices: Any, segment_ids: Any, offsets: Any, num_segments: Any, batch_dims: Any, out: Any, **words: Any
) -> tuple[Any, ...]:  # fmt: skip
    """What the extension takes: arrays, form, batch dimensions, the shape of the result, words."""
    form, segments = segments_of(segment_ids, offsets)
    rows = _ones(segments, form, indices) if data is None else data_of(data)
    indices = None if indices is None else indices_of(indices)
    batch = integer(batch_dims, "batch_dims")
    words |= {"num_segments": _count(num_segments, segments, form), "counts": data is None}
    return rows, indices, segments, out, form, batch, [] if out is not None else _shape(rows, indices, batch), words


def check_ones(form: int, indices: Any) -> None:
    """Whether a call may have no data (PY9)."""
    if form != _IDS or indices is not None:
        raise from_rule("PY9", "data", "there are none, which is for segment_ids alone: a one for each of these")


def _ones(segments: Any, form: int, indices: Any) -> Any:
    check_ones(form, indices)
    return data_of(Filled(tuple(segments.shape), "int64", 1))


def _count(given: Any, segments: Any, form: int) -> int:
    """The number of segments; 0: as the offsets have it, or the groups."""
    if form == _GROUPS:
        if given is not None:
            raise from_rule("PY9", None, "num_segments is given, but the segments are those of indices")
        return 0
    if given is not None:
        number = size(given, "num_segments")
        if number == 0 and form == _OFFSETS and segments.shape and segments.shape[-1] > 1:  # 0 would be none to the library
            raise from_rule("SG3", "segments", f"they are {segments.shape[-1]} offsets, but num_segments=0", ShapeError)
        return number
    return groups_of(segments, "segments") if form == _IDS else 0


def _shape(rows: Any, indices: Any, batch: int) -> list[int]:
    """That of the result; what does not fit the library refuses."""
    first = max(batch, 0) + 1
    return [*(rows.shape[:first] if indices is None else indices.shape), *rows.shape[first:]]
