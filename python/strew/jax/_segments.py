"""segment_reduce and sddmm of strew.jax."""

from __future__ import annotations

from typing import Any

import strew
from strew._codes import Packing, columns_of, value_type
from strew._errors import explained
from strew._typing import Accumulate, NegativeIndices, Reduction, ScatterBounds
from strew._views import integer
from strew.jax._codes import code_options
from strew.jax._segment_calls import OfSegments, count_of, places_of, segments_of
from strew.jax._segment_primitives import OF_CODES, OF_PLACES, OF_REDUCE, OF_SDDMM, SDDMM, SEGMENT_REDUCE


class _Reduce(OfSegments):
    def bind(self, arrays: tuple[Any, ...], form: dict[str, Any]) -> Any:
        return super().bind(arrays, {**form, **_decoding(dict(zip(self.operands, arrays)), form)})


def _decoding(arrays: dict[str, Any], form: dict[str, Any]) -> dict[str, Any]:
    """The options of codes, where data are some: the values of a row, and their type, are known then."""
    scales, base = arrays["scales"], arrays["base"]
    if scales is None:
        return dict.fromkeys(OF_CODES)
    columns = base.shape[-1] if form["columns"] is None and base is not None else form["columns"]
    return {
        "columns": columns_of(arrays["data"].shape[-1], form["bits"], columns),
        "dtype": value_type(form["dtype"], scales if base is None else base),
    }


_REDUCE = _Reduce(
    strew.segment_reduce, SEGMENT_REDUCE, OF_REDUCE,
    (*OF_PLACES, "num_segments", "reduction", "include_self", "ordered", *OF_CODES),
)  # fmt: skip
_SDDMM = OfSegments(strew.sddmm, SDDMM, OF_SDDMM, OF_PLACES)


@explained
def segment_reduce(
    data: Any, indices: Any = None, *, segment_ids: Any = None, offsets: Any = None, num_segments: int | None = None,
    weights: Any = None, base: Any = None, scales: Any = None, zero_points: Any = None, codebook: Any = None,
    bits: int = 4, block_size: int = 0, packing: Packing = "low_first", columns: int | None = None, dtype: Any = None,
    batch_dims: int = 0, reduction: Reduction = "add", include_self: bool = True,
    out_of_bounds: ScatterBounds = "error", negative_indices: NegativeIndices = "from_end",
    segment_out_of_bounds: ScatterBounds = "error", segment_negative_indices: NegativeIndices = "invalid",
    padding_index: int | None = None, padding_segment: int | None = None, ordered: bool = True,
    accumulate: Accumulate = "wide",
) -> Any:  # fmt: skip
    """Rows of data, picked by indices and multiplied by weights, reduced by segments: `strew.segment_reduce` for JAX.

    Differentiable with respect to data, weights and base where reduction is add, mean, min or max; of codes with respect
    to weights and base where it is add or mean, and an error with respect to what decodes them. In a jitted function that
    donates base the result takes its buffer.

    Source: strew; docs/operators/segment_reduce.md, docs/runtimes/jax.md.

    Args:
        data: array of any type of whole bytes, numbers where there is a reduction; rows are its dimension batch_dims.
        indices: array of integers, the row of each position; None: the rows are the positions.
        segment_ids: array of integers, the segment of each position.
        offsets: array of integers, where segments begin among the positions: num_segments of them, or one more.
        num_segments: None: one less than there are offsets; with base its own; the largest id + 1, of ids whose values
            are known, which they are not under jit.
        weights: array of the shape of the positions and data's type, or float32 for float16 and bfloat16.
        base: what segments begin with, of the shape of the result. None: with their first contribution, and an empty
            segment is 0.
        scales, zero_points, codebook, bits, block_size, packing, columns, dtype: as in `strew.segment_reduce`: with
            scales data are rows of quantised codes, decoded on the way.
        batch_dims, reduction, include_self, out_of_bounds, negative_indices, segment_out_of_bounds,
            segment_negative_indices, padding_index, padding_segment, ordered, accumulate: as in `strew.segment_reduce`.
            They are static, as is num_segments: a new combination is compiled anew.

    Returns:
        array of data's type, of codes of dtype.

    Raises:
        strew.Error: types, options or shapes, when the call is traced.
        jax.errors.JaxRuntimeError: OUT_OF_RANGE, with rule and position: an index, an id (IX1) or an offset (OF1).

    >>> import jax, jax.numpy as jnp, strew.jax
    >>> table, rows = jnp.arange(8.0).reshape(4, 2), jnp.array([3, 0, 0])
    >>> strew.jax.segment_reduce(table, rows, offsets=jnp.array([0, 2, 3]))
    Array([[6., 8.],
           [0., 1.]], dtype=float32)
    """
    segmentation, segments = segments_of(segment_ids, offsets)
    batch = integer(batch_dims, "batch_dims")
    form = {
        **places_of(segmentation, batch, padding_index, padding_segment), "out_of_bounds": out_of_bounds,
        "negative_indices": negative_indices, "segment_out_of_bounds": segment_out_of_bounds,
        "segment_negative_indices": segment_negative_indices, "accumulate": accumulate,
        "num_segments": count_of(segments, base, segmentation, num_segments, batch), "reduction": reduction,
        "include_self": include_self, "ordered": ordered, **code_options(bits, block_size, packing, columns, dtype),
    }  # fmt: skip
    arrays = data, indices, segments, weights, scales, zero_points, codebook, base
    return _REDUCE.run(arrays, *(form[name] for name in _REDUCE.names))


@explained
def sddmm(
    data: Any, right: Any, indices: Any = None, *, segment_ids: Any = None, offsets: Any = None, batch_dims: int = 0,
    out_of_bounds: ScatterBounds = "error", negative_indices: NegativeIndices = "from_end",
    segment_out_of_bounds: ScatterBounds = "error", segment_negative_indices: NegativeIndices = "invalid",
    padding_index: int | None = None, padding_segment: int | None = None, accumulate: Accumulate = "wide",
) -> Any:  # fmt: skip
    """Sums of products of rows of data and of right at chosen pairs, a sampled matrix product: `strew.sddmm` for JAX.

    Differentiable with respect to data and right.

    Source: strew; docs/operators/sddmm.md, docs/runtimes/jax.md.

    Args:
        data: array of numbers; rows are its dimension batch_dims.
        right: array of data's type, or float32 for float16 and bfloat16, with a row for each segment.
        indices, segment_ids, offsets, batch_dims, out_of_bounds, negative_indices, segment_out_of_bounds,
            segment_negative_indices, padding_index, padding_segment, accumulate: as in `strew.sddmm`. Options are
            static.

    Returns:
        array of data's type and of the shape of the positions.

    Raises:
        strew.Error, jax.errors.JaxRuntimeError: as `segment_reduce`.

    >>> import jax.numpy as jnp, strew.jax
    >>> left, right = jnp.arange(6.0).reshape(3, 2), jnp.array([[1.0, 10.0], [100.0, 1000.0]])
    >>> strew.jax.sddmm(left, right, jnp.array([2, 0, 1]), segment_ids=jnp.array([0, 1, 1]))
    Array([  54., 1000., 3200.], dtype=float32)
    """
    segmentation, segments = segments_of(segment_ids, offsets)
    form = {
        **places_of(segmentation, integer(batch_dims, "batch_dims"), padding_index, padding_segment),
        "out_of_bounds": out_of_bounds, "negative_indices": negative_indices,
        "segment_out_of_bounds": segment_out_of_bounds, "segment_negative_indices": segment_negative_indices,
        "accumulate": accumulate,
    }  # fmt: skip
    return _SDDMM.run((data, right, indices, segments), *(form[name] for name in _SDDMM.names))
