"""segment_reduce: the arguments of the operator in the words of Python, and the shape of its result."""

from __future__ import annotations

from typing import Any, Literal, SupportsIndex, overload

import numpy as np
from numpy.typing import NDArray

from strew import _strew
from strew._codes import Packing, check_own_result, code_words, columns_of, in_type, or_none, refuse_without_scales, value_type
from strew._errors import explained, from_rule
from strew._groups import groups_of, size
from strew._typing import Accumulate, Array, KindT, NegativeIndices, OnError, Operand, OutT, Reduction, ScatterBounds
from strew._views import as_kind_of, data_of, destination_of, indices_of, integer, new_array

_IDS, _OFFSETS, _GROUPS = 0, 1, 2  # STREW_SEGMENTS_IDS and so on


@overload
def segment_reduce(
    data: Operand, indices: Operand | None = ..., *, segment_ids: Operand | None = ..., offsets: Operand | None = ...,
    num_segments: SupportsIndex | None = ..., weights: Operand | None = ..., base: Operand | None = ...,
    scales: Operand | None = ..., zero_points: Operand | None = ..., codebook: Operand | None = ...,
    bits: SupportsIndex = ..., block_size: SupportsIndex = ..., packing: Packing = ...,
    columns: SupportsIndex | None = ..., dtype: Any = ..., batch_dims: SupportsIndex = ...,
    reduction: Reduction = ..., include_self: bool = ...,
    out_of_bounds: ScatterBounds = ..., negative_indices: NegativeIndices = ...,
    segment_out_of_bounds: ScatterBounds = ..., segment_negative_indices: NegativeIndices = ...,
    padding_index: SupportsIndex | None = ..., padding_segment: SupportsIndex | None = ..., ordered: bool = ...,
    accumulate: Accumulate = ..., arg: Literal[False] = ..., count: Literal[False] = ..., out: OutT, threads: SupportsIndex | None = ..., on_error: OnError = ...,
) -> OutT: ...  # fmt: skip
@overload
def segment_reduce(  # type: ignore[overload-overlap]
    data: KindT, indices: Operand | None = ..., *, segment_ids: Operand | None = ..., offsets: Operand | None = ...,
    num_segments: SupportsIndex | None = ..., weights: Operand | None = ..., base: Operand | None = ...,
    scales: Operand | None = ..., zero_points: Operand | None = ..., codebook: Operand | None = ...,
    bits: SupportsIndex = ..., block_size: SupportsIndex = ..., packing: Packing = ...,
    columns: SupportsIndex | None = ..., dtype: Any = ..., batch_dims: SupportsIndex = ...,
    reduction: Reduction = ..., include_self: bool = ...,
    out_of_bounds: ScatterBounds = ..., negative_indices: NegativeIndices = ...,
    segment_out_of_bounds: ScatterBounds = ..., segment_negative_indices: NegativeIndices = ...,
    padding_index: SupportsIndex | None = ..., padding_segment: SupportsIndex | None = ..., ordered: bool = ...,
    accumulate: Accumulate = ..., arg: Literal[False] = ..., count: Literal[False] = ..., out: None = ..., threads: SupportsIndex | None = ..., on_error: OnError = ...,
) -> KindT: ...  # fmt: skip
@overload
def segment_reduce(
    data: Operand, indices: Operand | None = ..., *, segment_ids: Operand | None = ..., offsets: Operand | None = ...,
    num_segments: SupportsIndex | None = ..., weights: Operand | None = ..., base: Operand | None = ...,
    scales: Operand | None = ..., zero_points: Operand | None = ..., codebook: Operand | None = ...,
    bits: SupportsIndex = ..., block_size: SupportsIndex = ..., packing: Packing = ...,
    columns: SupportsIndex | None = ..., dtype: Any = ..., batch_dims: SupportsIndex = ...,
    reduction: Reduction = ..., include_self: bool = ...,
    out_of_bounds: ScatterBounds = ..., negative_indices: NegativeIndices = ...,
    segment_out_of_bounds: ScatterBounds = ..., segment_negative_indices: NegativeIndices = ...,
    padding_index: SupportsIndex | None = ..., padding_segment: SupportsIndex | None = ..., ordered: bool = ...,
    accumulate: Accumulate = ..., arg: Literal[False] = ..., count: Literal[False] = ..., out: None = ..., threads: SupportsIndex | None = ..., on_error: OnError = ...,
) -> NDArray[Any]: ...  # fmt: skip
@overload
def segment_reduce(
    data: Operand, indices: Operand | None = ..., *, segment_ids: Operand | None = ..., offsets: Operand | None = ...,
    num_segments: SupportsIndex | None = ..., weights: Operand | None = ..., base: Operand | None = ...,
    scales: Operand | None = ..., zero_points: Operand | None = ..., codebook: Operand | None = ...,
    bits: SupportsIndex = ..., block_size: SupportsIndex = ..., packing: Packing = ...,
    columns: SupportsIndex | None = ..., dtype: Any = ..., batch_dims: SupportsIndex = ...,
    reduction: Reduction = ..., include_self: bool = ...,
    out_of_bounds: ScatterBounds = ..., negative_indices: NegativeIndices = ...,
    segment_out_of_bounds: ScatterBounds = ..., segment_negative_indices: NegativeIndices = ...,
    padding_index: SupportsIndex | None = ..., padding_segment: SupportsIndex | None = ..., ordered: bool = ...,
    accumulate: Accumulate = ..., arg: Literal[True] | Array, count: bool | Array = ..., out: Array | None = ...,
    threads: SupportsIndex | None = ..., on_error: OnError = ...,
) -> tuple[Any, ...]: ...  # fmt: skip
@overload
def segment_reduce(
    data: Operand, indices: Operand | None = ..., *, segment_ids: Operand | None = ..., offsets: Operand | None = ...,
    num_segments: SupportsIndex | None = ..., weights: Operand | None = ..., base: Operand | None = ...,
    scales: Operand | None = ..., zero_points: Operand | None = ..., codebook: Operand | None = ...,
    bits: SupportsIndex = ..., block_size: SupportsIndex = ..., packing: Packing = ...,
    columns: SupportsIndex | None = ..., dtype: Any = ..., batch_dims: SupportsIndex = ...,
    reduction: Reduction = ..., include_self: bool = ...,
    out_of_bounds: ScatterBounds = ..., negative_indices: NegativeIndices = ...,
    segment_out_of_bounds: ScatterBounds = ..., segment_negative_indices: NegativeIndices = ...,
    padding_index: SupportsIndex | None = ..., padding_segment: SupportsIndex | None = ..., ordered: bool = ...,
    accumulate: Accumulate = ..., arg: Literal[False] = ..., count: Literal[True] | Array, out: Array | None = ...,
    threads: SupportsIndex | None = ..., on_error: OnError = ...,
) -> tuple[Any, ...]: ...  # fmt: skip
@explained
def segment_reduce(
    data: Operand, indices: Operand | None = None, *, segment_ids: Operand | None = None,
    offsets: Operand | None = None, num_segments: SupportsIndex | None = None, weights: Operand | None = None,
    base: Operand | None = None, scales: Operand | None = None, zero_points: Operand | None = None,
    codebook: Operand | None = None, bits: SupportsIndex = 4, block_size: SupportsIndex = 0,
    packing: Packing = "low_first", columns: SupportsIndex | None = None, dtype: Any = None,
    batch_dims: SupportsIndex = 0, reduction: Reduction = "add", include_self: bool = True,
    out_of_bounds: ScatterBounds = "error", negative_indices: NegativeIndices = "from_end",
    segment_out_of_bounds: ScatterBounds = "error", segment_negative_indices: NegativeIndices = "invalid",
    padding_index: SupportsIndex | None = None, padding_segment: SupportsIndex | None = None, ordered: bool = True,
    accumulate: Accumulate = "wide", arg: bool | Array = False, count: bool | Array = False, out: Array | None = None,
    threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> Array | tuple[Any, ...]:  # fmt: skip
    """Rows of `data`, picked by indices and multiplied by weights, reduced segment by segment.

    out[B, s] (reduction)= weights[B, p] * data[B, indices[B, p]] for the positions p of segment s in their order, with B the
    `batch_dims` leading dimensions: sums of bags of embeddings, of the neighbours of a node, of a token's experts,
    without the rows between. A segment has its positions by `segment_ids`, in any order; by `offsets`, ascending; or,
    with neither, as a row of the last dimension of indices. The bits are those of the loop for any number of threads.
    With scales data are rows of quantised codes, as those of gather_block_quantized: each is decoded to float32 on the
    way, weighted and reduced so, and the result is rounded once.

    Source: torch.nn.functional.embedding_bag, jax.ops.segment_sum; rules SG1 to SG3 (codes: TY5, QB) in docs/contract.md.

    Args:
        data: array of any element type; rows are its dimension batch_dims.
        indices: integers of 8 to 64 bits, the row of each position; None: the rows are the positions.
        segment_ids: integers, the segment of each position; of the shape of indices, or data.shape[:batch_dims + 1].
        offsets: integers, where segments begin among the positions: num_segments of them, or one more.
        num_segments: None: the largest id + 1; one less than there are offsets; with base or out theirs.
        weights: array of the shape of the positions and data's type, a list in it, or float32 for float16 and bfloat16.
        base: what segments begin with, of the shape of the result (a list takes its type); it may be `out`. None: with their first
            contribution, and an empty segment is 0.
        scales, zero_points, codebook, bits, block_size, packing: as of gather_block_quantized; scales is None: no codes.
        columns, dtype: of a new result of codes: values of a row, None: as many as its bytes hold; float32, float16,
            bfloat16, None: that of scales, or float32. With base None is what that has.
        batch_dims: leading dimensions that all operands share.
        reduction: "none" (the last row wins), "add", "sub", "mul", "min", "max", "mean", "and", "or", "xor".
        include_self: False: the first contribution of a segment replaces what base has.
        out_of_bounds: of indices: "error", "clamp", "wrap", "skip" (the position contributes nothing), "assume".
        negative_indices: "from_end" (-1 is the last row) or "invalid".
        segment_out_of_bounds, segment_negative_indices: the same of segment_ids.
        padding_index, padding_segment: one whose positions contribute nothing, after the policy, or counted from the end.
        ordered: False: floats and complex numbers may be combined in any order.
        accumulate: "wide" (float16, bfloat16 and integer means in more bits) or "native".
        arg: True, or a destination of int64: for "min" and "max" also return, for each element, the number of the
            position that it is of, in row-major order of an entry of the batch; of equals the first. As many as there
            are positions: there was none, or base stayed.
        count: True, or a destination of int64: also return how many positions contributed to each segment.
        out: destination that shares no memory with the inputs but base.
        threads: maximum number of threads; None: as many as the machine allows.
        on_error: "keep", or "discard": out may be half-written after an error.

    Returns:
        out, or a new array of the kind of data, of codes of dtype; with arg or count a tuple of it and of those that are asked for.

    Raises:
        IndexOutOfBounds: an index, id or offset (OF1); reports the first bad position; out is unchanged.
        ShapeError, DTypeError, OptionError, OverlapError, ArrayError: with the broken rule in .rule.

    >>> import numpy as np, strew
    >>> table = np.arange(8.0).reshape(4, 2)
    >>> strew.segment_reduce(table, [3, 0, 0, 1, 2], offsets=[0, 2, 2, 5])
    array([[6., 8.],
           [0., 0.],
           [6., 9.]])
    >>> strew.segment_reduce(table, [3, 0, 1], segment_ids=[1, 0, 1], weights=[1.0, 2.0, 10.0])
    array([[ 0.,  2.],
           [26., 37.]])
    >>> strew.segment_reduce(table, [3, 0, 1], segment_ids=[1, 0, 1], reduction="max", arg=True, count=True)[1:]
    (array([[1, 1],
           [0, 0]]), array([1, 2]))
    """
    codes = _codes(base, scales, zero_points, codebook, bits, block_size, packing, columns, dtype, out)
    given = _arguments(
        data, indices, segment_ids, offsets, num_segments, weights, base, batch_dims, out, codes,
        reduction=reduction, include_self=include_self, out_of_bounds=out_of_bounds, negative_indices=negative_indices,
        segment_out_of_bounds=segment_out_of_bounds, segment_negative_indices=segment_negative_indices,
        padding_index=padding_index, padding_segment=padding_segment, ordered=ordered, accumulate=accumulate,
        threads=threads, on_error=on_error, arg=arg, count=count,
    )  # fmt: skip
    return with_further(_strew._segment_reduce(*given), (arg, count), (given[-1]["arg"], given[-1]["count"]))


def plan_segment_reduce(
    *, scales: Any, zero_points: Any, codebook: Any, bits: Any, block_size: Any, packing: Any, columns: Any, dtype: Any,
    **given: Any,
) -> _strew.Plan:  # fmt: skip
    """A plan, by all the arguments of a call."""
    codes = _codes(
        given["base"], scales, zero_points, codebook, bits, block_size, packing, columns, dtype, given["out"]
    )  # fmt: skip
    return _strew._plan_segment_reduce(*_arguments(codes=codes, **given))


def _arguments(
    data: Any, indices: Any, segment_ids: Any, offsets: Any, num_segments: Any, weights: Any, base: Any,
    batch_dims: Any, out: Any, codes: dict[str, Any] | None, **words: Any,
) -> tuple[Any, ...]:  # fmt: skip
    """What the extension takes: arrays, form, numbers, the shape of the result, words."""
    data = data_of(data)
    indices = None if indices is None else indices_of(indices)
    form, segments = segments_of(segment_ids, offsets)
    batch = integer(batch_dims, "batch_dims")
    rows = list(data.shape)
    if codes is not None and rows:
        rows[-1] = columns_of(rows[-1], codes["bits"], codes["columns"])
    shape = _shape(rows, indices, segments, form, num_segments, batch, base, out)
    further = _further(data, out, shape, batch, words["arg"], words["count"])
    if codes is not None:
        weights = None if weights is None else in_type(weights, "float32")
        base = None if base is None else in_type(base, codes["dtype"])
        further["codes"] = codes
    return data, indices, segments, weights, base, out, form, batch, shape, {**words, **further}


def _codes(
    base: Any, scales: Any, zero_points: Any, codebook: Any, bits: Any, block_size: Any, packing: Any, columns: Any,
    dtype: Any, out: Any,
) -> dict[str, Any] | None:  # fmt: skip
    """What decodes the rows of data, in the words of the extension; None: they are no codes."""
    if scales is None:
        refuse_without_scales(
            zero_points=zero_points, codebook=codebook, columns=columns, dtype=dtype, bits=or_none(bits, 4),
            block_size=or_none(block_size, 0), packing=or_none(packing, "low_first"),
        )  # fmt: skip
        return None
    if out is not None:
        check_own_result(columns, dtype)
    factors, like = data_of(scales), None if base is None else data_of(base)
    if columns is None and like is not None and like.shape:
        columns = like.shape[-1]
    return {
        **code_words(bits, block_size, packing), "scales": factors, "zero_points": zero_points, "codebook": codebook,
        "columns": columns, "dtype": value_type(dtype, factors if like is None else like),
    }  # fmt: skip


def _further(data: Any, out: Any, shape: list[int], batch: int, arg: Any, count: Any) -> dict[str, Any]:
    """The results beside the output, as arrays to be written; None: not asked for."""
    if arg is count is False:
        return {"arg": None, "count": None}
    like = data if out is None else data_of(out)
    shape = shape if out is None else list(like.shape)
    segments = shape[: len(shape) - max(len(data.shape) - batch - 1, 0)]
    asked = {"arg": (arg, shape), "count": (count, segments)}
    return {
        name: None if given is False else new_array(like, extents, "int64") if given is True else destination_of(given, name)
        for name, (given, extents) in asked.items()
    }


def new_further(like: Any, shape: list[int]) -> Any:
    """An array for a result beside the output, of a call whose output is of the kind of `like`."""
    return new_array(data_of(like), shape, "int64")


def with_further(made: Any, asked: tuple[Any, Any], written: tuple[Any, Any]) -> Array | tuple[Any, ...]:
    """What a call returns that was asked for arg and count: True, False or an array each, and the arrays that have them."""
    further = [
        as_kind_of(made, array) if wanted is True else wanted
        for wanted, array in zip(asked, written, strict=True)
        if wanted is not False
    ]
    return (made, *further) if further else made


def segments_of(segment_ids: Operand | None, offsets: Operand | None) -> tuple[int, Any]:
    """The form of segments, and the array that tells them, if there is one."""
    if segment_ids is not None and offsets is not None:
        raise from_rule("PY9", None, "segment_ids and offsets are given together")
    if segment_ids is None and offsets is None:
        return _GROUPS, None
    if offsets is not None:
        return _OFFSETS, indices_of(offsets, "segments")
    return _IDS, indices_of(segment_ids, "segments")


def _shape(
    rows: list[int], indices: Any, segments: Any, form: int, num_segments: Any, batch: int, base: Any, out: Any
) -> list[int]:
    """The shape of the result, as far as the operands tell; what does not fit the library refuses."""
    if out is not None:
        return []
    if not 0 <= batch < len(rows):
        return rows
    if form == _GROUPS:
        if num_segments is not None:
            raise from_rule("PY9", None, "num_segments is given, but the segments are those of indices")
        return [*([] if indices is None else list(indices.shape)[:-1]), *rows[batch + 1 :]]
    if num_segments is not None:
        count = size(num_segments, "num_segments")
    elif base is not None and len(np.shape(base)) > batch:  # which may be a list
        count = np.shape(base)[batch]
    elif form == _OFFSETS:
        count = max(segments.shape[-1] - 1, 0) if segments.shape else 0
    else:
        count = groups_of(segments, "segments")
    return [*rows[:batch], count, *rows[batch + 1 :]]
