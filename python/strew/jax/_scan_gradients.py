"""Derivatives of segment_scan with add, which is linear: the transpose of a running sum is the running sum of the
positions in reverse order. So the gradient is that of the positions, added to the rows that they are of."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp
from jax.interpreters import ad

from strew.jax._by_position import flat, into_rows, kept, numbered
from strew.jax._segment_primitives import (
    GROUPS, IDS, OF_SCAN, OFFSETS, SEGMENT_SCAN, Form, given_of, positions, segment_reduce, segment_scan, spread,
)  # fmt: skip


def _jvp(primals: Any, tangents: Any, **form: Any) -> Any:
    if form["reduction"] != "add":
        raise NotImplementedError(
            f"{SEGMENT_SCAN.name} with reduction={form['reduction']!r} has no gradient; that with add has one"
        )
    made = SEGMENT_SCAN.bind(*primals, **form)
    _, indices, segments = spread(primals, OF_SCAN, form)
    return made, segment_scan(tangents[0], indices, segments, form)


def _transpose(given: Any, *operands: Any, **form: Any) -> Any:
    if form["reduction"] != "add":  # of a transpose that no derivative asks for
        raise NotImplementedError(f"{SEGMENT_SCAN.name} with reduction={form['reduction']!r} has no transpose")
    data, indices, segments = spread(operands, OF_SCAN, form)
    if type(given) is ad.Zero:
        return given_of((ad.Zero(data.aval), None, None), form)
    batch = form["batch_dims"]
    shape = positions(data.aval, indices, batch)
    wide = data.aval.dtype if indices is None else jnp.promote_types(data.aval.dtype, "float32")
    of_positions = _reversed_scan(given.astype(wide), shape, data.aval.shape[batch], indices, segments, form)
    made = of_positions if indices is None else _added(of_positions, shape, data.aval.shape[batch], indices, form)
    return given_of((made.astype(data.aval.dtype), None, None), form)


def _reversed_scan(given: Any, shape: tuple[int, ...], rows: int, indices: Any, segments: Any, form: Form) -> Any:
    """For each position the sum over those of its segment from it on, or after it if the scan is exclusive."""
    batch = form["batch_dims"]
    axes = tuple(range(batch, len(shape)))
    is_kept = kept(rows, indices, form)
    is_kept = None if is_kept is None else jnp.flip(is_kept, axes)
    at, turned = numbered(shape, is_kept, form)
    if is_kept is None and len(shape) == batch + 1 and form["segmentation"] != GROUPS:  # each row is a position
        at, turned = None, {**turned, "out_of_bounds": "error", "negative_indices": "from_end"}
    if form["segmentation"] == IDS:
        segments = jnp.flip(segments, axes)
    elif form["segmentation"] == OFFSETS:
        segments = _reversed_offsets(segments, math.prod(shape[batch:]), form["num_segments"])
    made = segment_scan(flat(jnp.flip(given, axes), shape, batch), at, segments, turned)
    return jnp.flip(made, axes)


def _reversed_offsets(offsets: Any, count: int, segments: int) -> Any:
    """Where segments begin, and the last one ends, if positions and segments are counted from the end."""
    ends = offsets.astype(jax.dtypes.canonicalize_dtype("int64"))
    if ends.shape[-1] == segments:
        last = jnp.full((*ends.shape[:-1], 1), count, ends.dtype)
        ends = jnp.concatenate([ends, last], axis=-1)
    return count - jnp.flip(ends, -1)


def _added(of_positions: Any, shape: tuple[int, ...], rows: int, indices: Any, form: Form) -> Any:
    """What positions have, in the rows that they are of: these are the segments of a sum."""
    batch = form["batch_dims"]
    summed = into_rows(rows, {**form, "ordered": True})
    return segment_reduce(flat(of_positions, shape, batch), None, flat(indices, shape, batch), None, None, summed)


ad.primitive_jvps[SEGMENT_SCAN] = _jvp
ad.primitive_transposes[SEGMENT_SCAN] = _transpose
