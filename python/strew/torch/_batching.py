"""Batching rules: a call on tensors of which some have one more dimension, as a call of the same operator.

A batch becomes the first batch dimension of strew, so that nothing is copied: what has no batch is broadcast by a
stride of 0. Where it need not be, it is not, since the gradient of a broadcast tensor is a sum over the batch.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor

from strew.torch import _kernels as kernels
from strew.torch._shapes import ALONG, ELEMENTS, ND, Sizes, wrapped

InDims = tuple[Any, ...]


class _Call(NamedTuple):
    """One of the calls of _kernels: its operands, and its numbers for them."""

    operands: tuple[Any, Any, Any]
    numbers: tuple[int, int, int, int]  # kind, axis, batch_dims, options


def _to_front(tensor: Tensor, dim: int | None, batch: int) -> Tensor:
    return tensor.expand(batch, *tensor.shape) if dim is None else tensor.movedim(dim, 0)


def _rank_without_batch(tensor: Tensor, dim: int | None) -> int:
    return int(tensor.dim()) - (dim is not None)


def _moved_axis(kind: int, rank: int, axis: int) -> int:
    """The axis for data with a batch in front; rank: theirs without it."""
    return axis if kind == ND else wrapped(axis, rank, "EL2" if kind == ELEMENTS else "AX2") + 1


def gather(
    batch: int, in_dims: InDims, data: Tensor, indices: Tensor, fill: Tensor | None, kind: int, axis: int,
    batch_dims: int, options: int,
) -> tuple[_Call, int]:  # fmt: skip
    """The call that gathers for the whole batch, and the dimension of the batch in its result."""
    of_data, of_indices, of_fill, *_ = in_dims
    if of_fill is not None:
        raise RuntimeError("AT4: fill: a batch of fill values is not supported")
    rank = _rank_without_batch(data, of_data)
    if of_data is None and kind != ELEMENTS and batch_dims == 0:
        at = wrapped(axis, rank, "AX2") if kind == ALONG else 0
        return _Call((data, indices.movedim(of_indices, 0), fill), (kind, axis, 0, options)), at
    if of_indices is None and kind == ALONG and batch_dims == 0:
        numbers = kind, _moved_axis(kind, rank, axis), 0, options
        return _Call((data.movedim(of_data, 0), indices, fill), numbers), 0
    operands = _to_front(data, of_data, batch), _to_front(indices, of_indices, batch), fill
    return _Call(operands, (kind, _moved_axis(kind, rank, axis), _with_batch(kind, batch_dims), options)), 0


def scatter(
    batch: int, in_dims: InDims, data: Tensor | Sizes, indices: Tensor, updates: Tensor, kind: int, axis: int,
    batch_dims: int, options: int,
) -> _Call:  # fmt: skip
    """The call that scatters for the whole batch, the first dimension of its result. Data may be a size."""
    of_data, of_indices, of_updates, *_ = in_dims
    if isinstance(data, Tensor):
        rank, whole = _rank_without_batch(data, of_data), _to_front(data, of_data, batch)
    else:
        rank, whole = len(data), [batch, *data]
    numbers = kind, _moved_axis(kind, rank, axis), _with_batch(kind, batch_dims), options
    if of_indices is None and kind == ALONG and batch_dims == 0:
        numbers = kind, numbers[1], 0, options
    else:
        indices = _to_front(indices, of_indices, batch)
    return _Call((whole, indices, _to_front(updates, of_updates, batch)), numbers)


def _with_batch(kind: int, batch_dims: int) -> int:
    return 0 if kind == ELEMENTS else batch_dims + 1


def _register(kind: int) -> None:
    read = kernels.READ[kind]

    def numbers(rest: Any, named: Any) -> tuple[int, int, int, int]:
        axis, batch_dims, options, _ = read(*rest, **named)
        return kind, axis, batch_dims, options

    def of_gather(info: Any, in_dims: InDims, data: Tensor, indices: Tensor, *rest: Any, **named: Any) -> Any:
        fill = read(*rest, **named)[3]
        dims = (*in_dims[:2], None)
        call, at = gather(info.batch_size, dims, data, indices, fill, *numbers(rest, named))
        return kernels.gather(*call.operands, *call.numbers), at

    def of_scatter(
        info: Any, in_dims: InDims, data: Tensor, indices: Tensor, updates: Tensor, *rest: Any, **named: Any
    ) -> Any:
        call = scatter(info.batch_size, in_dims, data, indices, updates, *numbers(rest, named))
        return kernels.scatter(*call.operands, *call.numbers), 0

    def in_place(
        info: Any, in_dims: InDims, data: Tensor, indices: Tensor, updates: Tensor, *rest: Any, **named: Any
    ) -> Any:
        if in_dims[0] is None:
            raise RuntimeError("strew: a tensor without a batch cannot be written in place for each of a batch by vmap")
        call = scatter(info.batch_size, in_dims, data, indices, updates, *numbers(rest, named))
        kernels.scatter_in_place(*call.operands, *call.numbers)
        return None, None

    def zeros(
        info: Any, in_dims: InDims, size: Sizes, indices: Tensor, updates: Tensor, *rest: Any, **named: Any
    ) -> Any:
        dims = (None, *in_dims[1:])
        call = scatter(info.batch_size, dims, size, indices, updates, *numbers(rest, named))
        return kernels.zeros(*call.operands, *call.numbers), 0

    torch.library.register_vmap(kernels.GATHERS[kind], of_gather)
    torch.library.register_vmap(kernels.SCATTERS[kind], of_scatter)
    torch.library.register_vmap(kernels.IN_PLACE[kind], in_place)
    torch.library.register_vmap(kernels.ZEROS[kind], zeros)


for _kind in kernels.KINDS:
    _register(_kind)


def segments(
    batch: int, in_dims: InDims, operands: tuple[Any, ...], how: Any, size: Sizes, shared: int = 0
) -> tuple[Any, ...]:  # fmt: skip
    """The operands, numbers and size of a call by segments for the whole batch, its first dimension. The last `shared`
    operands have no batch."""
    count = len(operands) - shared
    _refuse_batches(in_dims[count:])
    whole = [None if one is None else _to_front(one, dim, batch) for one, dim in zip(operands[:count], in_dims)]
    form, batch_dims, *rest = how
    return (*whole, *operands[count:]), (form, batch_dims + 1, *rest), (batch, *size)


def _refuse_batches(dims: InDims) -> None:
    if any(dim is not None for dim in dims):
        raise RuntimeError("strew: a batch of codebooks, or of fill values, is not supported")


def _register_segments(kernel: Any, operator: Any, count: int, shared: int = 0) -> None:
    def rule(info: Any, in_dims: InDims, *given: Any) -> Any:
        operands, size, how = given[:count], given[count], given[count + 1 :]
        whole, numbers, sizes = segments(info.batch_size, in_dims[:count], operands, how, size, shared)
        return kernel(*whole, *numbers, *sizes), 0

    torch.library.register_vmap(operator, rule)


_register_segments(kernels.segment_reduce, kernels.SEGMENT_REDUCE, 5)
_register_segments(kernels.segment_reduce_codes, kernels.SEGMENT_REDUCE_CODES, 8, shared=1)
_register_segments(kernels.segment_arg, kernels.SEGMENT_ARG, 5)
_register_segments(kernels.segment_scan, kernels.SEGMENT_SCAN, 3)
_register_segments(kernels.sddmm, kernels.SDDMM, 4)


def gather_codes(
    batch: int, in_dims: InDims, operands: tuple[Any, ...], axis: int, batch_dims: int, size: Sizes
) -> tuple[tuple[Any, ...], tuple[int, int], Sizes, int]:
    """The operands (fill last), axis and batch_dims, and size of gather_block_quantized for the whole batch, and the
    dimension of the batch in its result."""
    data, indices, scales, zero_points, *shared = operands
    of_data, of_indices, of_scales, of_zero_points, *of_shared = in_dims
    _refuse_batches(tuple(of_shared))
    axis = wrapped(axis, _rank_without_batch(data, of_data), "AX2")
    if of_data is of_scales is of_zero_points is None and batch_dims == 0:
        picked = data, indices.movedim(of_indices, 0), scales, zero_points
        return (*picked, *shared), (axis, 0), (*size[:axis], batch, *size[axis:]), axis
    whole = [None if one is None else _to_front(one, dim, batch) for one, dim in zip(operands[:4], in_dims)]
    return (*whole, *shared), (axis + 1, batch_dims + 1), (batch, *size), 0


def _of_gather_codes(
    info: Any, in_dims: InDims, data: Tensor, indices: Tensor, scales: Tensor, zero_points: Any, codebook: Any,
    size: Sizes, axis: int, batch_dims: int, options: int, bits: int, packing: int, block_size: int, value_type: int,
    fill: Tensor | None = None,
) -> Any:  # fmt: skip
    operands = data, indices, scales, zero_points, codebook, fill
    dims = (*in_dims[:5], in_dims[13] if len(in_dims) > 13 else None)
    whole, numbers, sizes, at = gather_codes(info.batch_size, dims, operands, axis, batch_dims, size)
    codes = bits, packing, block_size, value_type
    return kernels.gather_block_quantized(*whole, *numbers, options, *codes, *sizes), at


torch.library.register_vmap(kernels.GATHER_BLOCK_QUANTIZED, _of_gather_codes)
