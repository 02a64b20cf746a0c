"""segment_reduce and sddmm of strew.jax."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import numpy as np

import strew
from strew._errors import explained, from_rule
from strew._groups import groups_of, size
from strew._sddmm import check_sddmm
from strew._typing import Accumulate, NegativeIndices, Reduction, ScatterBounds
from strew._views import integer
from strew.jax import _segment_primitives as primitives
from strew.jax._calls import Operator
from strew.jax._segment_primitives import GROUPS, IDS, OF_PLACES, OF_REDUCE, OF_SDDMM, OFFSETS
from strew.jax._varying import alike

_SEGMENTS = {IDS: "segment_ids", OFFSETS: "offsets"}

class _OfSegments(Operator):
    """Segments are an operand and the option `segmentation`, which says what it is."""

    optional = ("indices", "segments", "weights", "base")

    def __init__(
        self, checks: Callable[..., Any], bind: Callable[..., Any], operands: tuple[str, ...], names: tuple[str, ...]
    ) -> None:
        super().__init__(checks, None, names)
        self.operands, self._bind = operands, bind

    def bind(self, arrays: tuple[Any, ...], form: dict[str, Any]) -> Any:
        given = iter(alike(tuple(array for array in arrays if array is not None)))
        return self._bind(*(None if array is None else next(given) for array in arrays), form)

    def check(self, arrays: tuple[Any, ...], form: dict[str, Any]) -> None:
        given = dict(zip(self.operands, self.described(arrays)))
        words = dict(form)
        by = _SEGMENTS.get(words.pop("segmentation"))
        segments = given.pop("segments")
        if by is not None:
            given[by] = segments
        if self.checks is strew.segment_reduce:
            strew.plan(self.checks, **given, **words)
        else:
            check_sddmm(**given, **words)


_REDUCE = _OfSegments(
    strew.segment_reduce, primitives.segment_reduce, OF_REDUCE,
    (*OF_PLACES, "num_segments", "reduction", "include_self", "ordered"),
)  # fmt: skip
_SDDMM = _OfSegments(strew.sddmm, primitives.sddmm, OF_SDDMM, OF_PLACES)


@explained
def segment_reduce(
    data: Any, indices: Any = None, *, segment_ids: Any = None, offsets: Any = None, num_segments: int | None = None,
    weights: Any = None, base: Any = None, batch_dims: int = 0, reduction: Reduction = "add",
    include_self: bool = True, out_of_bounds: ScatterBounds = "error", negative_indices: NegativeIndices = "from_end",
    segment_out_of_bounds: ScatterBounds = "error", segment_negative_indices: NegativeIndices = "invalid",
    padding_index: int | None = None, padding_segment: int | None = None, ordered: bool = True,
    accumulate: Accumulate = "wide",
) -> Any:  # fmt: skip
    """Rows of data, picked by indices and multiplied by weights, reduced by segments: `strew.segment_reduce` for JAX.

    Differentiable with respect to data, weights and base where reduction is add, mean, min or max. In a jitted function
    that donates base the result takes its buffer.

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
        batch_dims, reduction, include_self, out_of_bounds, negative_indices, segment_out_of_bounds,
            segment_negative_indices, padding_index, padding_segment, ordered, accumulate: as in `strew.segment_reduce`.
            They are static, as is num_segments: a new combination is compiled anew.

    Returns:
        array of data's type.

    Raises:
        strew.Error: types, options or shapes, when the call is traced.
        jax.errors.JaxRuntimeError: OUT_OF_RANGE, with rule and position: an index, an id (IX1) or an offset (OF1).

    >>> import jax, jax.numpy as jnp, strew.jax
    >>> table, rows = jnp.arange(8.0).reshape(4, 2), jnp.array([3, 0, 0])
    >>> strew.jax.segment_reduce(table, rows, offsets=jnp.array([0, 2, 3]))
    Array([[6., 8.],
           [0., 1.]], dtype=float32)
    """
    segmentation, segments = _segments_of(segment_ids, offsets)
    batch = integer(batch_dims, "batch_dims")
    form = {
        **_places(segmentation, batch, padding_index, padding_segment), "out_of_bounds": out_of_bounds,
        "negative_indices": negative_indices, "segment_out_of_bounds": segment_out_of_bounds,
        "segment_negative_indices": segment_negative_indices, "accumulate": accumulate,
        "num_segments": _count(segments, base, segmentation, num_segments, batch), "reduction": reduction,
        "include_self": include_self, "ordered": ordered,
    }  # fmt: skip
    return _REDUCE.run((data, indices, segments, weights, base), *(form[name] for name in _REDUCE.names))


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
    segmentation, segments = _segments_of(segment_ids, offsets)
    form = {
        **_places(segmentation, integer(batch_dims, "batch_dims"), padding_index, padding_segment),
        "out_of_bounds": out_of_bounds, "negative_indices": negative_indices,
        "segment_out_of_bounds": segment_out_of_bounds, "segment_negative_indices": segment_negative_indices,
        "accumulate": accumulate,
    }  # fmt: skip
    return _SDDMM.run((data, right, indices, segments), *(form[name] for name in _SDDMM.names))


def _segments_of(segment_ids: Any, offsets: Any) -> tuple[int, Any]:
    if segment_ids is not None and offsets is not None:
        raise from_rule("PY9", None, "segment_ids and offsets are given together")
    if offsets is not None:
        return OFFSETS, offsets
    return (GROUPS, None) if segment_ids is None else (IDS, segment_ids)


def _places(segmentation: int, batch: int, padding_index: Any, padding_segment: Any) -> dict[str, Any]:
    return {
        "segmentation": segmentation, "batch_dims": batch,
        "padding_index": None if padding_index is None else integer(padding_index, "padding_index"),
        "padding_segment": None if padding_segment is None else integer(padding_segment, "padding_segment"),
    }  # fmt: skip


def _count(segments: Any, base: Any, segmentation: int, given: Any, batch: int) -> int | None:
    """How many segments there are; None where each row of indices is one."""
    if segmentation == GROUPS or given is not None:
        return None if given is None else size(given, "num_segments")
    if base is not None and np.ndim(base) > batch >= 0:
        return int(np.shape(base)[batch])
    shape = np.shape(segments)
    if segmentation == OFFSETS:
        return max(shape[-1] - 1, 0) if shape else 0
    if isinstance(segments, jax.core.Tracer):
        what = "num_segments=None, and segment_ids are traced, whose largest is not known: give num_segments"
        raise from_rule("PY8", None, what)
    return groups_of(np.asarray(segments), "segments")
