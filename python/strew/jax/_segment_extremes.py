"""The derivatives of segment_reduce with min and max: each element of the result is that of one position, which
SEGMENT_ARG tells, or the old value. All of a tangent is that of the one that it is of."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp

from strew.jax._primitives import ALONG_AXIS, ELEMENTS
from strew.jax._segment_primitives import OF_REDUCE, Form, segment_arg, segments_of, spread

EXTREMES = ("min", "max")


class _Extreme:
    """What the result of a call is made of, with all segments of an entry of the batch in one dimension."""

    def __init__(self, operands: tuple[Any, ...], form: Form) -> None:
        data, indices, *_ = operands
        self.batch, self.form = form["batch_dims"], form
        rest = data.shape[self.batch + 1 :]
        segments = segments_of(data, indices, form)
        plain: list[Any] = [None if one is None else jax.lax.stop_gradient(one) for one in operands]
        found = segment_arg(*(*plain, form))
        self.arg = found.reshape(*segments[: self.batch], math.prod(segments[self.batch :]), *rest)
        count = data.shape[self.batch] if indices is None else math.prod(indices.shape[self.batch :])
        self.is_taken = self.arg < count
        self.rows = jnp.where(self.is_taken, self.arg, 0) if indices is None else self.of_positions(indices)

    def of_positions(self, each: Any) -> Any:
        """What is given for each position, for each element; 0 where there is none."""
        flat = each.reshape(*each.shape[: self.batch], math.prod(each.shape[self.batch :]))
        form = {"axis": self.batch, "batch_dims": self.batch, "out_of_bounds": "fill", "negative_indices": "invalid"}
        return ALONG_AXIS.gather.bind(flat, self.arg, **form, fill_value=None)

    def of_rows(self, rows: Any) -> Any:
        """The elements at the positions, of rows like data."""
        bounds = "fill" if self.form["out_of_bounds"] == "skip" else self.form["out_of_bounds"]
        form = {"axis": self.batch, "out_of_bounds": bounds, "negative_indices": self.form["negative_indices"]}
        return ELEMENTS.gather.bind(rows, self.rows, **form, fill_value=None)


def tangent(primals: Any, of_data: Any, of_weights: Any, of_base: Any, form: Form) -> Any:
    """That of the result; None for a tangent that is zero. Those of 16-bit floats are in the type of the weights until
    the end."""
    operands = tuple(spread(primals, OF_REDUCE, form))
    data, indices, _, weights, _ = operands
    shape = *segments_of(data, indices, form), *data.shape[form["batch_dims"] + 1 :]
    whole = jnp.zeros(shape, data.dtype) if of_base is None else of_base
    if data.shape[form["batch_dims"]] == 0:
        return whole
    to = _Extreme(operands, form)
    wide = data.dtype if weights is None else weights.dtype
    parts = []
    if of_data is not None:
        rows = to.of_rows(of_data.astype(wide))
        parts.append(rows if weights is None else rows * to.of_positions(weights))
    if of_weights is not None:
        parts.append(to.of_rows(data.astype(wide)) * to.of_positions(of_weights))
    taken = sum(parts, start=jnp.zeros((), wide)).astype(data.dtype)
    return jnp.where(to.is_taken.reshape(shape), jnp.broadcast_to(taken, to.arg.shape).reshape(shape), whole)
