"""segment_scan of strew.jax."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

import strew
from strew._errors import explained
from strew._segment_scan import Scan, check_ones
from strew._typing import Accumulate, NegativeIndices, ScatterBounds
from strew._views import integer
from strew.jax._segment_calls import OfSegments, count_of, places_of, segments_of
from strew.jax._segment_primitives import OF_PLACES, OF_SCAN, SEGMENT_SCAN


class _Scan(OfSegments):
    """Without data there is a one for each of the ids."""

    optional = ("data", "indices", "segments")

    def bind(self, arrays: tuple[Any, ...], form: dict[str, Any]) -> Any:
        return super().bind(_with_data(arrays), form)

    def check(self, arrays: tuple[Any, ...], form: dict[str, Any]) -> None:
        super().check(_with_data(arrays), form)


def _with_data(arrays: tuple[Any, ...]) -> tuple[Any, ...]:
    data, indices, segments = arrays
    if data is None:
        data = jnp.ones(segments.shape, jax.dtypes.canonicalize_dtype("int64"))
    return data, indices, segments


_SCAN = _Scan(strew.segment_scan, SEGMENT_SCAN, OF_SCAN, (*OF_PLACES, "num_segments", "reduction", "exclusive"))


@explained
def segment_scan(
    data: Any = None, indices: Any = None, *, segment_ids: Any = None, offsets: Any = None,
    num_segments: int | None = None, batch_dims: int = 0, reduction: Scan = "add", exclusive: bool = False,
    out_of_bounds: ScatterBounds = "error", negative_indices: NegativeIndices = "from_end",
    segment_out_of_bounds: ScatterBounds = "error", segment_negative_indices: NegativeIndices = "invalid",
    padding_index: int | None = None, padding_segment: int | None = None, accumulate: Accumulate = "wide",
) -> Any:  # fmt: skip
    """What the reduction of each segment is on its way, running sums and ranks: `strew.segment_scan` for JAX.

    Differentiable with respect to data where reduction is add.

    Source: strew; docs/operators/segment_scan.md, docs/runtimes/jax.md.

    Args:
        data: array of numbers; rows are its dimension batch_dims. None, with segment_ids alone: a one for each of these,
            of int64 with `jax_enable_x64` and of int32 without.
        indices: array of integers, the row of each position; None: the rows are the positions.
        segment_ids: array of integers, the segment of each position.
        offsets: array of integers, where segments begin among the positions: num_segments of them, or one more.
        num_segments: None: one less than there are offsets; the largest id + 1, of ids whose values are known, which they
            are not under jit.
        batch_dims, reduction, exclusive, out_of_bounds, negative_indices, segment_out_of_bounds,
            segment_negative_indices, padding_index, padding_segment, accumulate: as in `strew.segment_scan`. They are
            static, as is num_segments: a new combination is compiled anew.

    Returns:
        array of data's type and of the shape of the positions and the rows.

    Raises:
        strew.Error, jax.errors.JaxRuntimeError: as `segment_reduce`.

    >>> import jax.numpy as jnp, strew.jax
    >>> strew.jax.segment_scan(jnp.array([1.0, 2.0, 3.0, 4.0]), segment_ids=jnp.array([0, 1, 0, 0]))
    Array([1., 2., 4., 8.], dtype=float32)
    >>> strew.jax.segment_scan(segment_ids=jnp.array([2, 0, 2, 2, 0]), exclusive=True)
    Array([0, 0, 1, 2, 1], dtype=int32)
    """
    segmentation, segments = segments_of(segment_ids, offsets)
    if data is None:
        check_ones(segmentation, indices)
    batch = integer(batch_dims, "batch_dims")
    form = {
        **places_of(segmentation, batch, padding_index, padding_segment), "out_of_bounds": out_of_bounds,
        "negative_indices": negative_indices, "segment_out_of_bounds": segment_out_of_bounds,
        "segment_negative_indices": segment_negative_indices, "accumulate": accumulate,
        "num_segments": count_of(segments, None, segmentation, num_segments, batch), "reduction": reduction,
        "exclusive": exclusive,
    }  # fmt: skip
    return _SCAN.run((data, indices, segments), *(form[name] for name in _SCAN.names))
