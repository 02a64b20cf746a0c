"""The operators as PyTorch has them, by kind of addressing."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor

from strew.torch._library import ops
from strew.torch._shapes import ALONG, ELEMENTS, ND, Sizes

Read = tuple[int, int, int, "Tensor | None"]


def _read_along(axis: int = 0, batch_dims: int = 0, options: int = 0, fill: Tensor | None = None) -> Read:
    return axis, batch_dims, options, fill


def _read_elements(axis: int = 0, options: int = 0, fill: Tensor | None = None) -> Read:
    return axis, 0, options, fill


def _read_nd(batch_dims: int = 0, options: int = 0, fill: Tensor | None = None) -> Read:
    return 0, batch_dims, options, fill


# axis, batch_dims, options, fill of the arguments after the tensors, with the defaults of the schemas.
READ = (_read_along, _read_elements, _read_nd)


def _numbers(kind: int, axis: int, batch_dims: int) -> tuple[int, ...]:
    return (axis,) if kind == ELEMENTS else (batch_dims,) if kind == ND else (axis, batch_dims)


def _raw(kind: int, name: str) -> Any:
    return getattr(ops, (f"{name}", f"{name}_elements", f"{name}_nd")[kind]).default


KINDS = (ALONG, ELEMENTS, ND)
GATHERS = [_raw(kind, "gather") for kind in KINDS]
SCATTERS = [_raw(kind, "scatter") for kind in KINDS]
IN_PLACE = [ops.scatter_.default, ops.scatter_elements_.default, ops.scatter_nd_.default]
ZEROS = [ops.scatter_zeros.default, ops.scatter_elements_zeros.default, ops.scatter_nd_zeros.default]


def gather(
    data: Tensor, indices: Tensor, fill: Tensor | None, kind: int, axis: int, batch_dims: int, options: int
) -> Tensor:
    return GATHERS[kind](data, indices, *_numbers(kind, axis, batch_dims), options, fill)


def scatter(
    data: Tensor, indices: Tensor, updates: Tensor, kind: int, axis: int, batch_dims: int, options: int
) -> Tensor:
    return SCATTERS[kind](data, indices, updates, *_numbers(kind, axis, batch_dims), options)


def scatter_in_place(
    data: Tensor, indices: Tensor, updates: Tensor, kind: int, axis: int, batch_dims: int, options: int
) -> None:
    IN_PLACE[kind](data, indices, updates, *_numbers(kind, axis, batch_dims), options)


def zeros(
    size: Sizes, indices: Tensor, updates: Tensor, kind: int, axis: int, batch_dims: int, options: int
) -> Tensor:
    return ZEROS[kind](size, indices, updates, *_numbers(kind, axis, batch_dims), options)


SEGMENT_REDUCE, SEGMENT_ARG, SDDMM = ops.segment_reduce.default, ops.segment_arg.default, ops.sddmm.default
SEGMENT_SCAN, SEGMENT_REDUCE_CODES = ops.segment_scan.default, ops.segment_reduce_codes.default
GATHER_BLOCK_QUANTIZED = ops.gather_block_quantized.default


class Segments(NamedTuple):
    """How positions get their segments, as the operators take it after the size: numbers alone."""

    form: int  # IDS, OFFSETS or GROUPS
    batch_dims: int
    options: int
    segment_options: int
    padding_index: int | None
    padding_segment: int | None


IDS, OFFSETS, GROUPS = 0, 1, 2


class Codes(NamedTuple):
    """How codes are decoded, as the operators take it."""

    bits: int
    packing: int
    block_size: int
    value_type: int  # its number in VALUE_TYPES

    @property
    def dtype(self) -> torch.dtype:
        return VALUE_TYPES[self.value_type]

    def of(self, dtype: torch.dtype) -> Codes:
        """The same codes as values of this type."""
        return self._replace(value_type=VALUE_TYPES.index(dtype))


VALUE_TYPES = (torch.float32, torch.float16, torch.bfloat16)


NUMBERS = len(Segments._fields)
CODE_NUMBERS = len(Codes._fields)


def segment_reduce(
    data: Tensor, indices: Tensor | None, segments: Tensor | None, weights: Tensor | None, base: Tensor | None,
    form: int, batch_dims: int, options: int, segment_options: int, padding_index: int | None,
    padding_segment: int | None, *size: Any,
) -> Tensor:  # fmt: skip
    numbers = form, batch_dims, options, segment_options, padding_index, padding_segment
    return SEGMENT_REDUCE(data, indices, segments, weights, base, size, *numbers)


def segment_arg(
    data: Tensor, indices: Tensor | None, segments: Tensor | None, weights: Tensor | None, base: Tensor | None,
    form: int, batch_dims: int, options: int, segment_options: int, padding_index: int | None,
    padding_segment: int | None, *size: Any,
) -> Tensor:  # fmt: skip
    """The positions that the elements of a segment_reduce with min or max are of."""
    numbers = form, batch_dims, options, segment_options, padding_index, padding_segment
    return SEGMENT_ARG(data, indices, segments, weights, base, size, *numbers)


def sddmm(
    data: Tensor, right: Tensor, indices: Tensor | None, segments: Tensor | None,
    form: int, batch_dims: int, options: int, segment_options: int, padding_index: int | None,
    padding_segment: int | None, *size: Any,
) -> Tensor:  # fmt: skip
    numbers = form, batch_dims, options, segment_options, padding_index, padding_segment
    return SDDMM(data, right, indices, segments, size, *numbers)


def segment_scan(data: Tensor, indices: Tensor | None, segments: Tensor | None, *rest: Any) -> Tensor:
    """rest: those of Segments, the number of segments, whether it is exclusive, the size of the result."""
    numbers, size = rest[: NUMBERS + 2], rest[NUMBERS + 2 :]
    return SEGMENT_SCAN(data, indices, segments, size, *numbers)


def segment_reduce_codes(
    data: Tensor, indices: Tensor | None, segments: Tensor | None, weights: Tensor | None, base: Tensor | None,
    scales: Tensor, zero_points: Tensor | None, codebook: Tensor | None, *rest: Any,
) -> Tensor:  # fmt: skip
    """rest: those of Segments, those of Codes, the size of the result."""
    operands = data, indices, segments, weights, base, scales, zero_points, codebook
    numbers, size = rest[: NUMBERS + CODE_NUMBERS], rest[NUMBERS + CODE_NUMBERS :]
    return SEGMENT_REDUCE_CODES(*operands, size, *numbers)


def gather_block_quantized(
    data: Tensor, indices: Tensor, scales: Tensor, zero_points: Tensor | None, codebook: Tensor | None,
    fill: Tensor | None, axis: int, batch_dims: int, options: int, *rest: Any,
) -> Tensor:  # fmt: skip
    """rest: those of Codes, the size of the result."""
    codes, size = rest[:CODE_NUMBERS], rest[CODE_NUMBERS:]
    operands = data, indices, scales, zero_points, codebook
    return GATHER_BLOCK_QUANTIZED(*operands, size, axis, batch_dims, options, *codes, fill)
