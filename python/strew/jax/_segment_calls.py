"""What calls of segment_reduce, segment_scan and sddmm have in common: how segments are given, and the checks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import numpy as np

import strew
from strew._errors import from_rule
from strew._groups import groups_of, size
from strew._views import integer
from strew.jax._calls import Operator
from strew.jax._segment_primitives import GROUPS, IDS, OFFSETS, bind
from strew.jax._varying import alike

_SEGMENTS = {IDS: "segment_ids", OFFSETS: "offsets"}


class OfSegments(Operator):
    """Segments are an operand and the option `segmentation`, which says what it is."""

    optional: tuple[str, ...] = ("indices", "segments", "weights", "scales", "zero_points", "codebook", "base")

    def __init__(
        self, checks: Callable[..., Any], primitive: Any, operands: tuple[str, ...], names: tuple[str, ...]
    ) -> None:
        super().__init__(checks, primitive, names)
        self.operands = operands

    def bind(self, arrays: tuple[Any, ...], form: dict[str, Any]) -> Any:
        return bind_alike(self.primitive, arrays, form)

    def check(self, arrays: tuple[Any, ...], form: dict[str, Any]) -> None:
        given = dict(zip(self.operands, self.described(arrays)))
        words = dict(form)
        by = _SEGMENTS.get(words.pop("segmentation"))
        segments = given.pop("segments")
        if by is not None:
            given[by] = segments
        strew.plan(self.checks, **given, **words)


def bind_alike(primitive: Any, arrays: tuple[Any, ...], form: dict[str, Any]) -> Any:
    """The call in the program, with None for an operand that it has not got."""
    given = iter(alike(tuple(array for array in arrays if array is not None)))
    return bind(primitive, tuple(None if array is None else next(given) for array in arrays), form)


def segments_of(segment_ids: Any, offsets: Any) -> tuple[int, Any]:
    if segment_ids is not None and offsets is not None:
        raise from_rule("PY9", None, "segment_ids and offsets are given together")
    if offsets is not None:
        return OFFSETS, offsets
    return (GROUPS, None) if segment_ids is None else (IDS, segment_ids)


def places_of(segmentation: int, batch: int, padding_index: Any, padding_segment: Any) -> dict[str, Any]:
    return {
        "segmentation": segmentation, "batch_dims": batch,
        "padding_index": None if padding_index is None else integer(padding_index, "padding_index"),
        "padding_segment": None if padding_segment is None else integer(padding_segment, "padding_segment"),
    }  # fmt: skip


def count_of(segments: Any, base: Any, segmentation: int, given: Any, batch: int) -> int | None:
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
