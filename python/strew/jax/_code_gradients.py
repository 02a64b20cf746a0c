"""Derivatives where rows are codes: of weights alone. What decodes codes has none, which is an error and not a zero."""

from __future__ import annotations

import math
from typing import Any

import jax.numpy as jnp
from jax.interpreters import ad

from strew.jax._by_position import flat, kept, numbered, policy_of_gathers
from strew.jax._code_primitives import GATHER_CODES, OF_GATHER, decoded
from strew.jax._segment_primitives import OF_CODES, Form, sddmm, spread

_DECODERS = ("scales", "codebook")


def check_decoders(name: str, tangents: dict[str, Any]) -> None:
    """Refuses the derivative with respect to what decodes codes, by the tangents of a call's operands."""
    for operand in _DECODERS:
        if tangents[operand] is not None and type(tangents[operand]) is not ad.Zero:
            raise NotImplementedError(
                f"{name} has no gradient of {operand}; jax.lax.stop_gradient({operand}) leaves them out"
            )


def to_weights_of_codes(given: Any, data: Any, indices: Any, segments: Any, codes: Any, form: Form) -> Any:
    """The gradient of weights, of float32: products of decoded rows and of what is `given` for the segments. Decoded are
    the rows of data, or those of the positions where these are fewer."""
    batch, rows = form["batch_dims"], data.shape[form["batch_dims"]]
    gather = {
        **{name: form[name] for name in OF_CODES}, "dtype": "float32", "axis": batch, "batch_dims": batch,
        **policy_of_gathers(form),
    }  # fmt: skip
    if indices is not None and math.prod(indices.shape[batch:]) < rows:
        shape = indices.shape
        at = flat(indices, shape, batch)
        indices, form = numbered(shape, kept(rows, indices, form), form)
    else:
        at = jnp.broadcast_to(jnp.arange(rows, dtype="int32"), data.shape[: batch + 1])
    table = decoded(data, at, codes, gather)
    return sddmm(table, given.astype("float32"), indices, segments, form)


def _gather_jvp(primals: Any, tangents: Any, **form: Any) -> Any:
    """Asked for only where one of the tangents is not zero, and indices and codes are integers, which have none."""
    check_decoders(GATHER_CODES.name, dict(zip(OF_GATHER, spread(tangents, OF_GATHER, form))))


ad.primitive_jvps[GATHER_CODES] = _gather_jvp
