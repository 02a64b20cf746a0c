"""Derivatives of segment_reduce and sddmm. Both are linear in each operand, and closed: the gradient of rows is a
segment_reduce with the two index operands exchanged, that of weights an sddmm, and those of sddmm are segment_reduces.
Rows of codes have no gradient, nor has what decodes them."""

from __future__ import annotations

import functools
import math
import operator
from typing import Any

import jax.numpy as jnp
from jax.interpreters import ad

from strew.jax import _segment_extremes as extremes
from strew.jax._by_position import into_rows
from strew.jax._code_gradients import check_decoders, to_weights_of_codes
from strew.jax._segment_primitives import (
    GROUPS, OF_REDUCE, OF_SDDMM, OFFSETS, SDDMM, SEGMENT_REDUCE, Form, given_of, is_of_codes, positions, sddmm,
    segment_reduce, spread, without_codes,
)  # fmt: skip

LINEAR = ("add", "mean")  # min and max: _segment_extremes


def _is_zero(tangent: Any) -> bool:
    return tangent is None or type(tangent) is ad.Zero


def _total(parts: list[Any]) -> Any:
    return functools.reduce(operator.add, parts)


# ---- segment_reduce; JAX asks for a tangent where one of those of the operands is not zero


def _reduce_jvp(primals: Any, tangents: Any, **form: Any) -> Any:
    _check_derivative(tangents, form)
    if form["reduction"] in extremes.EXTREMES:
        return extremes.jvp(primals, tangents, form)
    made = SEGMENT_REDUCE.bind(*primals, **form)
    data, indices, segments, weights, *codes, _ = spread(primals, OF_REDUCE, form)
    of_data, _, _, of_weights, *_, of_base = spread(tangents, OF_REDUCE, form)
    parts = []
    if not _is_zero(of_data):
        parts.append(segment_reduce(of_data, indices, segments, weights, None, _summed(form)))
    if not _is_zero(of_weights):
        parts.append(segment_reduce(data, indices, segments, of_weights, None, _summed(form), codes))
    if not _is_zero(of_base):
        parts.append(_kept(of_base, data, indices, segments, form))
    whole = _total(parts)
    return made, _divided(whole, data, indices, segments, form) if form["reduction"] == "mean" else whole


def _reduce_transpose(given: Any, *operands: Any, **form: Any) -> Any:
    if form["reduction"] not in LINEAR:  # of a transpose that no derivative asks for
        raise NotImplementedError(f"{SEGMENT_REDUCE.name} with reduction={form['reduction']!r} has no transpose")
    of_call = spread(operands, OF_REDUCE, form)
    is_asked = [ad.is_undefined_primal(one) for one in of_call]
    if _is_zero(given):
        return given_of([ad.Zero(one.aval) if asked else None for one, asked in zip(of_call, is_asked)], form)
    data, indices, segments, weights, *codes, _ = of_call
    like = data.aval if is_asked[0] else data
    if form["reduction"] == "mean":
        given = _divided(given, like, indices, segments, form)
    made = dict.fromkeys(OF_REDUCE)
    if is_asked[0]:
        made["data"] = _to_rows(given, like, indices, segments, weights, form)
    if is_asked[3] and is_of_codes(form):
        of_weights = to_weights_of_codes(given, data, indices, segments, codes, form)
        made["weights"] = of_weights.astype(weights.aval.dtype)
    elif is_asked[3]:
        made["weights"] = _to_weights(given, data, indices, segments, weights.aval.dtype, form)
    if is_asked[-1]:
        made["base"] = _kept(given, like, indices, segments, form)
    return given_of(made.values(), form)


def _check_derivative(tangents: Any, form: Form) -> None:
    """Extremes of codes have none: their elements are positions of numbers that no operand has."""
    has = LINEAR if is_of_codes(form) else (*LINEAR, *extremes.EXTREMES)
    if form["reduction"] not in has:
        what = f"{SEGMENT_REDUCE.name}{' of codes' if is_of_codes(form) else ''}"
        raise NotImplementedError(
            f"{what} with reduction={form['reduction']!r} has no gradient; those with "
            f"{', '.join(has[:-1])} and {has[-1]} have one"
        )
    check_decoders(SEGMENT_REDUCE.name, dict(zip(OF_REDUCE, spread(tangents, OF_REDUCE, form))))


def _summed(form: Form) -> Form:
    """That of a sum of contributions alone by the same segments."""
    return {**form, "reduction": "add", "include_self": True}


def _over_slices(each: Any, rank: int) -> Any:
    """A number for each segment, as it broadcasts with an array of this rank."""
    return each.reshape(*each.shape, *[1] * (rank - each.ndim))


def _counts(like: Any, indices: Any, segments: Any, form: Form) -> Any:
    """How many contributions each segment has."""
    ones = jnp.ones(like.shape[: form["batch_dims"] + 1], "int32")
    return segment_reduce(ones, indices, segments, None, None, without_codes(_summed(form)))


def _divided(sums: Any, like: Any, indices: Any, segments: Any, form: Form) -> Any:
    """By what a mean divides, which is not rounded to a type of 16 bits."""
    counts = _counts(like, indices, segments, form)
    has_base = not form["absent"] >> OF_REDUCE.index("base") & 1
    counts = counts + 1 if has_base and form["include_self"] else jnp.maximum(counts, 1)
    wide = jnp.promote_types(sums.dtype, "float32")
    return (sums.astype(wide) / _over_slices(counts, sums.ndim).astype(wide)).astype(sums.dtype)


def _kept(of_base: Any, like: Any, indices: Any, segments: Any, form: Form) -> Any:
    """What of a base's tangent reaches the result."""
    if form["include_self"]:
        return of_base
    is_empty = _over_slices(_counts(like, indices, segments, form) == 0, of_base.ndim)
    return jnp.where(is_empty, of_base, jnp.zeros((), of_base.dtype))


# ---- the operator with its index operands exchanged


def _to_rows(given: Any, like: Any, indices: Any, segments: Any, weights: Any, form: Form) -> Any:
    """The gradient of data like these: the segments select rows of `given`, and the indices where these are added, each
    multiplied by its weight."""
    batch = form["batch_dims"]
    turned = into_rows(like.shape[batch], form)
    if form["segmentation"] == GROUPS:
        shape = *indices.shape[:batch], math.prod(indices.shape[batch:-1]), indices.shape[-1]
        given = given.reshape(*shape[:-1], *like.shape[batch + 1 :])
        ids = jnp.broadcast_to(jnp.arange(shape[-2], dtype="int32")[:, None], shape)
        indices = indices.reshape(shape)
        weights = None if weights is None else weights.reshape(shape)
    elif form["segmentation"] == OFFSETS:
        ids = _ids_of(segments, given.shape[batch], positions(like, indices, batch), batch)
        turned |= {"out_of_bounds": "skip", "negative_indices": "invalid"}
    else:
        ids = segments
        turned |= {
            "out_of_bounds": form["segment_out_of_bounds"], "negative_indices": form["segment_negative_indices"],
            "padding_index": form["padding_segment"],
        }  # fmt: skip
    if indices is None:  # each row is a position
        indices = jnp.broadcast_to(jnp.arange(like.shape[batch], dtype="int32"), ids.shape)
    return segment_reduce(given, ids, indices, weights, None, turned)


def _ids_of(offsets: Any, count: int, shape: tuple[int, ...], batch: int) -> Any:
    """The segment of each position, -1 for those of none: the product of 1 and its number, which checks the offsets."""
    numbers = jnp.broadcast_to(jnp.arange(1, count + 1, dtype="int32")[:, None], (*shape[:batch], count, 1))
    ones = jnp.ones((*shape[:batch], math.prod(shape[batch:]), 1), "int32")
    form = {
        "segmentation": OFFSETS, "batch_dims": batch, "out_of_bounds": "error", "negative_indices": "from_end",
        "segment_out_of_bounds": "error", "segment_negative_indices": "invalid", "padding_index": None,
        "padding_segment": None, "accumulate": "wide",
    }  # fmt: skip
    return (sddmm(ones, numbers, None, offsets, form) - 1).reshape(shape)


def _to_weights(given: Any, data: Any, indices: Any, segments: Any, dtype: Any, form: Form) -> Any:
    """In the type of the weights, which is wider than that of 16-bit floats now and then."""
    return sddmm(data.astype(dtype), given.astype(dtype), indices, segments, form)


# ---- sddmm


def _sddmm_jvp(primals: Any, tangents: Any, **form: Any) -> Any:
    made = SDDMM.bind(*primals, **form)
    data, right, indices, segments = spread(primals, OF_SDDMM, form)
    of_data, of_right, *_ = tangents
    parts = []
    if not _is_zero(of_data):
        parts.append(sddmm(of_data, right, indices, segments, form))
    if not _is_zero(of_right):
        parts.append(sddmm(data, of_right, indices, segments, form))
    return made, _total(parts)


def _sddmm_transpose(given: Any, *operands: Any, **form: Any) -> Any:
    data, right, indices, segments = spread(operands, OF_SDDMM, form)
    is_of_data = ad.is_undefined_primal(data)
    wanted = data.aval if is_of_data else right.aval
    if _is_zero(given):
        made = ad.Zero(wanted)
    else:
        other = right if is_of_data else data
        wide = jnp.promote_types(wanted.dtype, other.dtype)
        rows, factors = other.astype(wide), given.astype(wide)
        whole = {**without_codes(form), "reduction": "add", "include_self": True, "ordered": True}
        if is_of_data:
            made = _to_rows(rows, wanted, indices, segments, factors, whole)
        else:
            whole["num_segments"] = None if form["segmentation"] == GROUPS else wanted.shape[form["batch_dims"]]
            made = segment_reduce(rows, indices, segments, factors, None, whole)
        made = made.astype(wanted.dtype)
    return given_of((made, None, None, None) if is_of_data else (None, made, None, None), form)


ad.primitive_jvps[SEGMENT_REDUCE] = _reduce_jvp
ad.primitive_transposes[SEGMENT_REDUCE] = _reduce_transpose
ad.primitive_jvps[SDDMM] = _sddmm_jvp
ad.primitive_transposes[SDDMM] = _sddmm_transpose
