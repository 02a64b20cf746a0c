"""Those of segments as primitives of JAX: operands that may be missing, shapes, the call in the program, vmap.
Derivatives are in _segment_gradients.py, _segment_extremes.py and _scan_gradients.py."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
from jax.extend.mlir import ir
from jax.extend.mlir.dialects import stablehlo

from strew.jax._library import target
from strew.jax._primitives import attributes_of, looped, placed, primitive_of
from strew.jax._varying import result

IDS, OFFSETS, GROUPS = 0, 1, 2  # how segments are given: STREW_SEGMENTS_IDS and so on, the option `segmentation`
OF_REDUCE = ("data", "indices", "segments", "weights", "scales", "zero_points", "codebook", "base")
OF_SCAN = ("data", "indices", "segments")
OF_SDDMM = ("data", "right", "indices", "segments")
OF_PLACES = (
    "segmentation", "batch_dims", "out_of_bounds", "negative_indices", "segment_out_of_bounds",
    "segment_negative_indices", "padding_index", "padding_segment", "accumulate",
)  # fmt: skip

OF_CODES = ("bits", "block_size", "packing", "columns", "dtype")  # options, None where data are no codes
NO_CODES = (None, None, None)

Form = dict[str, Any]


def segment_reduce(
    data: Any, indices: Any, segments: Any, weights: Any, base: Any, form: Form, codes: Any = NO_CODES
) -> Any:  # fmt: skip
    """The call with these operands, None for one that it has not; `codes` are scales, zero points and codebook."""
    return bind(SEGMENT_REDUCE, (data, indices, segments, weights, *codes, base), form)


def segment_scan(data: Any, indices: Any, segments: Any, form: Form) -> Any:
    return bind(SEGMENT_SCAN, (data, indices, segments), form)


def sddmm(data: Any, right: Any, indices: Any, segments: Any, form: Form) -> Any:
    """The call, with what the form of a segment_reduce says of rows and segments."""
    return bind(SDDMM, (data, right, indices, segments), {name: form[name] for name in OF_PLACES})


def bind(primitive: Any, operands: tuple[Any, ...], form: Form) -> Any:
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


def is_of_codes(form: Form) -> bool:
    return form["bits"] is not None


def without_codes(form: Form) -> Form:
    """That of a call by the same segments whose rows are numbers."""
    return {**form, **dict.fromkeys(OF_CODES)}


def _result_of_reduce(*given: Any, **form: Any) -> Any:
    data, indices, *_ = spread(given, OF_REDUCE, form)
    rows, dtype = data.shape[form["batch_dims"] + 1 :], data.dtype
    if is_of_codes(form):
        rows, dtype = (*rows[:-1], form["columns"]), np.dtype(form["dtype"])
    return result(given, (*segments_of(data, indices, form), *rows), dtype)


def _result_with_arg(*given: Any, **form: Any) -> Any:
    made = _result_of_reduce(*given, **form)
    return made, made.update(dtype=jax.dtypes.canonicalize_dtype("int64"), weak_type=False)


def _result_of_scan(*given: Any, **form: Any) -> Any:
    data, indices, _ = spread(given, OF_SCAN, form)
    batch = form["batch_dims"]
    return result(given, (*positions(data, indices, batch), *data.shape[batch + 1 :]), data.dtype)


def _result_of_sddmm(*given: Any, **form: Any) -> Any:
    data, _, indices, _ = spread(given, OF_SDDMM, form)
    return result(given, positions(data, indices, form["batch_dims"]), data.dtype)


def _attributes(form: Form) -> Form:
    """Not what the extents and the type of the result tell."""
    told = "num_segments", "columns", "dtype"
    return attributes_of({name: value for name, value in form.items() if name not in told})


def _aliases(given: Any, form: Form) -> dict[str, Any]:
    """A base is the last operand; the result is its buffer."""
    has_base = not form["absent"] >> OF_REDUCE.index("base") & 1
    return {"operand_output_aliases": {len(given) - 1: 0}} if has_base else {}


def lower(operator: str, ctx: Any, *given: Any, **form: Any) -> Any:
    return jax.ffi.ffi_lowering(target(operator))(ctx, *given, **_attributes(form))


def _lower_reduce(operator: str, ctx: Any, *given: Any, **form: Any) -> Any:
    return jax.ffi.ffi_lowering(target(operator), **_aliases(given, form))(ctx, *given, **_attributes(form))


def _lower_with_arg(operator: str, ctx: Any, *given: Any, **form: Any) -> Any:
    """The library's positions have 64 bits, also where JAX has 32 since jax_enable_x64 is not set."""
    made, arg = ctx.avals_out
    call = jax.ffi.ffi_lowering(target("segment_reduce"), **_aliases(given, form))
    wide = ctx.replace(avals_out=[made, arg.update(dtype=np.dtype("int64"))])
    reduced, found = call(wide, *given, **_attributes(form))
    integer = ir.IntegerType.get_signless(8 * arg.dtype.itemsize)
    return [reduced, stablehlo.convert(ir.RankedTensorType.get(arg.shape, integer), found)]


def _lower_scan(operator: str, ctx: Any, *given: Any, **form: Any) -> Any:
    return lower(operator, ctx, *given, **{**form, "segment_count": form["num_segments"]})


def _batch_of_reduce(primitive: Any, operands: Any, dims: Any, **form: Any) -> Any:
    _, indices, *_ = spread(operands, OF_REDUCE, form)
    _, *of_positions, _, _, of_codebook, _ = spread(dims, OF_REDUCE, form)
    if of_codebook is not None:
        return looped(primitive, operands, dims, form)
    batch = form["batch_dims"]
    if any(dim is not None for dim in of_positions):
        places = given_of((0, 0, 0, 0, 0, 0, None, 0), form)
        return _bound(primitive, operands, dims, places, 0, {**form, "batch_dims": batch + 1})
    # Of data, what decodes them, and base alone: one more dimension of the slices.
    at = indices.ndim - 1 if form["segmentation"] == GROUPS else batch + 1
    places = given_of((batch + 1, None, None, None, batch + 1, batch + 1, None, at), form)
    return _bound(primitive, operands, dims, places, at, form)


def _batch_of_scan(primitive: Any, operands: Any, dims: Any, **form: Any) -> Any:
    _, indices, _ = spread(operands, OF_SCAN, form)
    of_data, *of_positions = spread(dims, OF_SCAN, form)
    if of_data is None or any(dim is not None for dim in of_positions):
        return _batch(primitive, operands, dims, **form)
    batch = form["batch_dims"]
    at = batch + 1 if indices is None else indices.ndim
    return _bound(primitive, operands, dims, given_of((batch + 1, None, None), form), at, form)


def _batch(primitive: Any, operands: Any, dims: Any, **form: Any) -> Any:
    return _bound(primitive, operands, dims, [0] * len(dims), 0, {**form, "batch_dims": form["batch_dims"] + 1})


def _bound(primitive: Any, operands: Any, dims: Any, places: list[int | None], at: int, form: Form) -> Any:
    """The call with the batch dimensions of operands at these places, and of results at one."""
    size = next(operand.shape[dim] for operand, dim in zip(operands, dims) if dim is not None)
    made = primitive.bind(*(placed(*one, size) for one in zip(operands, dims, places)), **form)
    return made, [at] * len(made) if primitive.multiple_results else at


SEGMENT_REDUCE = primitive_of("segment_reduce", _result_of_reduce, _lower_reduce, _batch_of_reduce)
SEGMENT_WITH_ARG = primitive_of("segment_with_arg", _result_with_arg, _lower_with_arg, _batch_of_reduce, several=True)
SEGMENT_SCAN = primitive_of("segment_scan", _result_of_scan, _lower_scan, _batch_of_scan)
SDDMM = primitive_of("sddmm", _result_of_sddmm, lower, _batch)
