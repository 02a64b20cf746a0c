"""What the operators are for tensors without data, those of the device meta and of tracers: their types and shapes."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from strew.torch._kernels import (
    GATHER_BLOCK_QUANTIZED,
    GATHERS,
    IN_PLACE,
    KINDS,
    READ,
    SCATTERS,
    SDDMM,
    SEGMENT_ARG,
    SEGMENT_REDUCE,
    SEGMENT_REDUCE_CODES,
    SEGMENT_SCAN,
    VALUE_TYPES,
    ZEROS,
)
from strew.torch._shapes import Sizes, check, direct

_INTEGERS = frozenset(
    (torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8, torch.uint16, torch.uint32, torch.uint64)
)


def _type(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")


def _check_devices(**operands: Any) -> None:
    """A tensor without data among others with data is no call: what is read or written would be anything."""
    given = {name: one.device for name, one in operands.items() if isinstance(one, Tensor)}
    if len(set(given.values())) > 1:
        devices = ", ".join(f"({name}) {device}" for name, device in given.items())
        raise RuntimeError(f"strew: the tensors of a call are expected to be on one device, but got {devices}")


def _check_indices(indices: Tensor) -> None:
    check("TY3", indices.dtype in _INTEGERS, f"indices: their type is {_type(indices.dtype)}, not an integer type")


def _check_scatter(kind: int, size: Sizes, dtype: torch.dtype, indices: Tensor, updates: Tensor, given: Any) -> None:
    axis, batch_dims, *_ = given
    what = f"updates: its type {_type(updates.dtype)} differs from the {_type(dtype)} of data"
    check("TY2", updates.dtype == dtype, what)
    _check_indices(indices)
    wanted = direct(kind, size, indices.shape, axis, batch_dims)
    operands = f"data {list(size)} and indices {list(indices.shape)}"
    what = f"updates: its shape is {list(updates.shape)}, but {operands} require {wanted}"
    rule = ("AX5", "EL3", "ND5")[kind]
    check(rule, len(wanted) == updates.dim(), what)
    for extent, right in zip(updates.shape, wanted):
        check(rule, extent == right, what)


def _register(kind: int) -> None:
    read = READ[kind]

    def gather(data: Tensor, indices: Tensor, *rest: Any, **named: Any) -> Tensor:
        axis, batch_dims, _, fill = read(*rest, **named)
        _check_devices(data=data, indices=indices, fill=fill)
        _check_indices(indices)
        return data.new_empty(direct(kind, data.shape, indices.shape, axis, batch_dims))

    def scatter(data: Tensor, indices: Tensor, updates: Tensor, *rest: Any, **named: Any) -> Tensor:
        _check_devices(data=data, indices=indices, updates=updates)
        _check_scatter(kind, data.shape, data.dtype, indices, updates, read(*rest, **named))
        return data.new_empty(data.shape)

    def in_place(data: Tensor, indices: Tensor, updates: Tensor, *rest: Any, **named: Any) -> None:
        _check_devices(data=data, indices=indices, updates=updates)
        _check_scatter(kind, data.shape, data.dtype, indices, updates, read(*rest, **named))

    def zeros(size: Sizes, indices: Tensor, updates: Tensor, *rest: Any, **named: Any) -> Tensor:
        _check_devices(indices=indices, updates=updates)
        _check_scatter(kind, size, updates.dtype, indices, updates, read(*rest, **named))
        return updates.new_empty(size)

    for operators, fake in ((GATHERS, gather), (SCATTERS, scatter), (IN_PLACE, in_place), (ZEROS, zeros)):
        torch.library.register_fake(operators[kind], fake)


for _kind in KINDS:
    _register(_kind)


def _segment_reduce(
    data: Tensor, indices: Any, segments: Any, weights: Any, base: Any, size: Sizes, *numbers: Any
) -> Tensor:
    _check_devices(data=data, indices=indices, segments=segments, weights=weights, base=base)
    _check_all_indices(indices, segments)
    return data.new_empty(size)


def _segment_arg(
    data: Tensor, indices: Any, segments: Any, weights: Any, base: Any, size: Sizes, *numbers: Any
) -> Tensor:
    return _segment_reduce(data, indices, segments, weights, base, size, *numbers).new_empty(size, dtype=torch.int64)


def _sddmm(data: Tensor, right: Tensor, indices: Any, segments: Any, size: Sizes, *numbers: Any) -> Tensor:
    _check_devices(data=data, right=right, indices=indices, segments=segments)
    _check_all_indices(indices, segments)
    return data.new_empty(size)


def _segment_scan(data: Tensor, indices: Any, segments: Any, size: Sizes, *numbers: Any) -> Tensor:
    _check_devices(data=data, indices=indices, segments=segments)
    _check_all_indices(indices, segments)
    return data.new_empty(size)


def _segment_reduce_codes(
    data: Tensor, indices: Any, segments: Any, weights: Any, base: Any, scales: Tensor, zero_points: Any, codebook: Any,
    size: Sizes, *numbers: Any,
) -> Tensor:  # fmt: skip
    _check_devices(
        data=data, indices=indices, segments=segments, weights=weights, base=base, scales=scales,
        zero_points=zero_points, codebook=codebook,
    )  # fmt: skip
    _check_all_indices(indices, segments)
    return data.new_empty(size, dtype=VALUE_TYPES[numbers[-1]])


def _gather_block_quantized(
    data: Tensor, indices: Tensor, scales: Tensor, zero_points: Any, codebook: Any, size: Sizes, axis: int,
    batch_dims: int, options: int, bits: int, packing: int, block_size: int, value_type: int,
    fill: Tensor | None = None,
) -> Tensor:  # fmt: skip
    _check_devices(
        data=data, indices=indices, scales=scales, zero_points=zero_points, codebook=codebook, fill=fill
    )  # fmt: skip
    _check_indices(indices)
    return data.new_empty(size, dtype=VALUE_TYPES[value_type])


def _check_all_indices(*given: Tensor | None) -> None:
    for one in given:
        if one is not None:
            _check_indices(one)


torch.library.register_fake(SEGMENT_REDUCE, _segment_reduce)
torch.library.register_fake(SEGMENT_ARG, _segment_arg)
torch.library.register_fake(SDDMM, _sddmm)
torch.library.register_fake(SEGMENT_SCAN, _segment_scan)
torch.library.register_fake(SEGMENT_REDUCE_CODES, _segment_reduce_codes)
torch.library.register_fake(GATHER_BLOCK_QUANTIZED, _gather_block_quantized)
