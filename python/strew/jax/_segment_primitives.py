"""segment_reduce and sddmm as primitives of JAX: operands that may be missing, shapes, the call in the program, vmap.
Derivatives are in _segment_gradients.py."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
from jax.extend.mlir import ir
from jax.extend.mlir.dialects import stablehlo

from strew.jax._library import target
from strew.jax._primitives import attributes_of, placed, primitive_of
from strew.jax._varying import result

IDS, OFFSETS, GROUPS = 0, 1, 2  # how segments are given: STREW_SEGMENTS_IDS and so on, the option `segmentation`
OF_REDUCE = ("data", "indices", "segments", "weights", "base")
OF_SDDMM = ("data", "right", "indices", "segments")
OF_PLACES = (
    "segmentation", "batch_dims", "out_of_bounds", "negative_indices", "segment_out_of_bounds",
    "segment_negative_indices", "padding_index", "padding_segment", "accumulate",
)  # fmt: skip

Form = dict[str, Any]


def segment_reduce(data: Any, indices: Any, segments: Any, weights: Any, base: Any, form: Form) -> Any:
    """The call with these operands, None for one that it has not."""
    return _bind(SEGMENT_REDUCE, (data, indices, segments, weights, base), form)


def segment_arg(data: Any, indices: Any, segments: Any, weights: Any, base: Any, form: Form) -> Any:
    """The position that each element of a segment_reduce with min or max is of; as many as there are: of none."""
    return _bind(SEGMENT_ARG, (data, indices, segments, weights, base), form)


def sddmm(data: Any, right: Any, indices: Any, segments: Any, form: Form) -> Any:
    """The call, with what the form of a segment_reduce says of rows and segments."""
    return _bind(SDDMM, (data, right, indices, segments), {name: form[name] for name in OF_PLACES})


def _bind(primitive: Any, operands: tuple[Any, ...], form: Form) -> Any:
    absent = sum(1 << number for number, one in enumerate(operands) if one is None)
    return primitive.bind(*(one for one in operands if one is not None), **{**form, "absent": absent})


def spread(given: Any, names: tuple[str, ...], form: Form) -> list[Any]:
    """What is given for each operand of a call, None for one that it has not."""
    rest = iter(given)
    return [None if form["absent"] >> number & 1 else next(rest) for number in range(len(names))]


def given_of(values: Any, form: Form) -> list[Any]:
    """Those of the operands that a call has."""
    return [value for number, value in enumerate(values) if not form["absent"] >> number & 1]


def positions(data: Any, indices: Any, batch: int) -> tuple[int, ...]:
    """Their shape."""
    return tuple(data.shape[: batch + 1] if indices is None else indices.shape)


def segments_of(data: Any, indices: Any, form: Form) -> tuple[int, ...]:
    """The shape of one number for each segment."""
    if form["segmentation"] == GROUPS:
        return tuple(indices.shape[:-1])
    return (*data.shape[: form["batch_dims"]], form["num_segments"])


def _result_of_reduce(*given: Any, **form: Any) -> Any:
    data, indices, *_ = spread(given, OF_REDUCE, form)
    return result(given, (*segments_of(data, indices, form), *data.shape[form["batch_dims"] + 1 :]), data.dtype)


def _result_of_arg(*given: Any, **form: Any) -> Any:
    return _result_of_reduce(*given, **form).update(dtype=jax.dtypes.canonicalize_dtype("int64"), weak_type=False)


def _result_of_sddmm(*given: Any, **form: Any) -> Any:
    data, _, indices, _ = spread(given, OF_SDDMM, form)
    return result(given, positions(data, indices, form["batch_dims"]), data.dtype)


def _attributes(form: Form) -> Form:
    return attributes_of({name: value for name, value in form.items() if name != "num_segments"})


def _lower(operator: str, ctx: Any, *given: Any, **form: Any) -> Any:
    # A base is the last operand; the result is its buffer.
    has_base = operator == "segment_reduce" and not form["absent"] >> OF_REDUCE.index("base") & 1
    aliases = {"operand_output_aliases": {len(given) - 1: 0}} if has_base else {}
    return jax.ffi.ffi_lowering(target(operator), **aliases)(ctx, *given, **_attributes(form))


def _lower_arg(operator: str, ctx: Any, *given: Any, **form: Any) -> Any:
    """The library's positions have 64 bits, also where JAX has 32 since jax_enable_x64 is not set. The minima or maxima
    themselves go."""
    (made,) = ctx.avals_out
    both = [made.update(dtype=ctx.avals_in[0].dtype), made.update(dtype=np.dtype("int64"))]
    lower = jax.ffi.ffi_lowering(target("segment_reduce"))
    _, found = lower(ctx.replace(avals_out=both), *given, **_attributes(form))
    integer = ir.IntegerType.get_signless(8 * made.dtype.itemsize)
    return [stablehlo.convert(ir.RankedTensorType.get(made.shape, integer), found)]


def _batch_of_reduce(primitive: Any, operands: Any, dims: Any, **form: Any) -> Any:
    _, indices, *_ = spread(operands, OF_REDUCE, form)
    _, *of_positions, _ = spread(dims, OF_REDUCE, form)
    if any(dim is not None for dim in of_positions):
        return _batch(primitive, operands, dims, **form)
    # Of data and base alone: one more dimension of the slices.
    batch = form["batch_dims"]
    at = indices.ndim - 1 if form["segmentation"] == GROUPS else batch + 1
    places = given_of((batch + 1, None, None, None, at), form)
    return primitive.bind(*_moved(operands, dims, places), **form), at


def _batch(primitive: Any, operands: Any, dims: Any, **form: Any) -> Any:
    moved = _moved(operands, dims, [0] * len(dims))
    return primitive.bind(*moved, **{**form, "batch_dims": form["batch_dims"] + 1}), 0


def _moved(operands: Any, dims: Any, places: list[int | None]) -> list[Any]:
    size = next(operand.shape[dim] for operand, dim in zip(operands, dims) if dim is not None)
    return [placed(*one, size) for one in zip(operands, dims, places)]


SEGMENT_REDUCE = primitive_of("segment_reduce", _result_of_reduce, _lower, _batch_of_reduce)
SEGMENT_ARG = primitive_of("segment_arg", _result_of_arg, _lower_arg, _batch_of_reduce)
SDDMM = primitive_of("sddmm", _result_of_sddmm, _lower, _batch)
