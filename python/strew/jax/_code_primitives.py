"""gather_block_quantized as a primitive of JAX: shapes, the call in the program, vmap. It has no derivative."""

from __future__ import annotations

from typing import Any

import numpy as np

from strew.jax._families import AlongAxis
from strew.jax._primitives import looped, placed, primitive_of
from strew.jax._segment_primitives import Form, bind, given_of, lower, spread
from strew.jax._varying import result

OF_GATHER = ("data", "indices", "scales", "zero_points", "codebook")


def decoded(data: Any, indices: Any, codes: Any, form: Form) -> Any:
    """Rows of codes that indices pick; `codes` are scales, zero points and codebook, None for one that a call has not."""
    return bind(GATHER_CODES, (data, indices, *codes), form)


def _result(*given: Any, **form: Any) -> Any:
    data, indices, *_ = spread(given, OF_GATHER, form)
    shape = AlongAxis().direct(data.shape, indices.shape, form)
    return result(given, (*shape[:-1], form["columns"]), np.dtype(form["dtype"]))


def _batch(primitive: Any, operands: Any, dims: Any, **form: Any) -> Any:
    """As of a gather, where what decodes data has the batch dimension that these have."""
    of_data, of_indices, *of_decoders, of_codebook = spread(dims, OF_GATHER, form)
    if of_codebook is not None:
        return looped(primitive, operands, dims, form)
    is_of_data = any(dim is not None for dim in (of_data, *of_decoders))
    has = (True, False) if of_indices is None else (is_of_data, True)
    call = AlongAxis().batched((), has, form)
    of_data, of_indices = call.places
    places = given_of((of_data, of_indices, of_data, of_data, None), form)
    size = next(one.shape[dim] for one, dim in zip(operands, dims) if dim is not None)
    return primitive.bind(*(placed(*one, size) for one in zip(operands, dims, places)), **call.form), call.result


GATHER_CODES = primitive_of("gather_block_quantized", _result, lower, _batch)
