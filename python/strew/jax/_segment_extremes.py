"""The derivatives of segment_reduce with min and max: each element of the result is that of one position, which
SEGMENT_WITH_ARG tells, or the old value. All of a tangent is that of the one that it is of."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp
from jax.interpreters import ad

from strew.jax._primitives import ALONG_AXIS, ELEMENTS
from strew.jax._segment_primitives import OF_REDUCE, SEGMENT_REDUCE, SEGMENT_WITH_ARG, Form, segments_of, spread

EXTREMES = ("min", "max")


class _Extreme:
    """What the result of a call is made of, with all segments of an entry of the batch in one dimension."""

    def __init__(self, operands: tuple[Any, ...], arg: Any, form: Form) -> None:
        data, indices, *_ = operands
        self.batch, self.form = form["batch_dims"], form
        rest = data.shape[self.batch + 1 :]
        segments = segments_of(data, indices, form)
        self.arg = arg.reshape(*segments[: self.batch], math.prod(segments[self.batch :]), *rest)
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


def jvp(primals: Any, tangents: Any, form: Form) -> Any:
    """Of a call that has only the minima or maxima: they are found together with their positions."""
    data, *_ = primals
    if data.shape[form["batch_dims"]] == 0:  # no position has a row
        made = SEGMENT_REDUCE.bind(*primals, **form)
        return made, _tangent(primals, tangents, None, made, form)
    made, arg = SEGMENT_WITH_ARG.bind(*primals, **form)
    return made, _tangent(primals, tangents, arg, made, form)


def _jvp_with_arg(primals: Any, tangents: Any, **form: Any) -> Any:
    made, arg = SEGMENT_WITH_ARG.bind(*primals, **form)
    return [made, arg], [_tangent(primals, tangents, arg, made, form), ad.Zero(jax.typeof(arg).to_tangent_aval())]


def _tangent(primals: Any, tangents: Any, arg: Any, made: Any, form: Form) -> Any:
    """That of the result. Those of 16-bit floats are in the type of the weights until the end."""
    given = [None if type(one) is ad.Zero else one for one in tangents]
    of_data, _, _, of_weights, *_, of_base = spread(given, OF_REDUCE, form)
    whole = jnp.zeros_like(made) if of_base is None else of_base
    if arg is None:
        return whole
    operands = tuple(spread(primals, OF_REDUCE, form))
    data, _, _, weights, *_ = operands
    to = _Extreme(operands, arg, form)
    wide = data.dtype if weights is None else weights.dtype
    parts = []
    if of_data is not None:
        rows = to.of_rows(of_data.astype(wide))
        parts.append(rows if weights is None else rows * to.of_positions(weights))
    if of_weights is not None:
        parts.append(to.of_rows(data.astype(wide)) * to.of_positions(of_weights))
    taken = sum(parts, start=jnp.zeros((), wide)).astype(made.dtype)
    shape = made.shape
    return jnp.where(to.is_taken.reshape(shape), jnp.broadcast_to(taken, to.arg.shape).reshape(shape), whole)


ad.primitive_jvps[SEGMENT_WITH_ARG] = _jvp_with_arg
