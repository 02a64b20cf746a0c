"""The derivatives of segment_reduce and sddmm.

Sums are linear in each operand, and closed: the gradient of rows is a segment_reduce with the two index operands
exchanged, that of weights an sddmm, and those of sddmm are segment_reduces. So there are derivatives of any order. Those of
minima and maxima are in _segment_extremes.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from strew.torch import _batching as batching
from strew.torch import _calls as calls
from strew.torch import _kernels as kernels
from strew.torch import _segment_extremes as extremes
from strew.torch._kernels import GROUPS, IDS, OFFSETS, Segments
from strew.torch._options import REDUCTIONS, excludes_self, places_of, reduction_of, skips_invalid

_NUMBERS = len(Segments._fields)
_LINEAR, _EXTREMES = ("add", "mean"), ("min", "max")


class SegmentReduce:
    """segment_reduce(data, indices, segments, weights, base, form, ..., padding_segment, *size)"""

    run = staticmethod(kernels.segment_reduce)

    @staticmethod
    def keep(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
        ctx.how, ctx.size = Segments(*inputs[5 : 5 + _NUMBERS]), inputs[5 + _NUMBERS :]
        saved = inputs[:5] if reduction_of(ctx.how.options) in _EXTREMES else (*inputs[:4], None)
        ctx.save_for_backward(*saved)
        ctx.save_for_forward(*saved)
        ctx.has_base = inputs[4] is not None

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Any, ...]:
        data, indices, segments, weights, _ = ctx.saved_tensors
        how = ctx.how
        of_data, _, _, of_weights, of_base, *_ = ctx.needs_input_grad
        check_derivative(how)
        none = [None] * (_NUMBERS + len(ctx.size))
        if reduction_of(how.options) in _EXTREMES:
            needed = of_data, of_weights, of_base
            to_data, to_weights, to_base = extremes.backward(ctx.saved_tensors, how, ctx.size, grad, needed)
            return to_data, None, None, to_weights, to_base, *none
        if reduction_of(how.options) == "mean":
            grad = divided(grad, _divisor(ctx, data, indices, segments))
        to_base = _kept_of_base(ctx, data, indices, segments, grad) if of_base else None
        to_data = to_rows(grad, data, indices, segments, _conjugate(weights), how) if of_data else None
        to_weights = _to_weights(grad, data, indices, segments, weights, how) if of_weights else None
        return to_data, None, None, to_weights, to_base, *none

    @staticmethod
    def jvp(
        ctx: Any, of_data: Tensor | None, _: Any, __: Any, of_weights: Tensor | None, of_base: Tensor | None, *rest: Any
    ) -> Tensor | None:
        data, indices, segments, weights, _ = ctx.saved_tensors
        how = ctx.how
        check_derivative(how)
        if of_data is of_weights is of_base is None:
            return None
        if reduction_of(how.options) in _EXTREMES:
            return extremes.jvp(ctx.saved_tensors, how, ctx.size, of_data, of_weights, of_base)
        parts = []
        if of_data is not None:
            parts.append(calls.segment_reduce(of_data, indices, segments, weights, None, summed(how), ctx.size))
        if of_weights is not None:
            parts.append(calls.segment_reduce(data, indices, segments, of_weights, None, summed(how), ctx.size))
        if of_base is not None:
            parts.append(_kept_of_base(ctx, data, indices, segments, of_base))
        whole = parts[0]
        for part in parts[1:]:
            whole = whole + part
        return divided(whole, _divisor(ctx, data, indices, segments)) if reduction_of(how.options) == "mean" else whole

    @staticmethod
    def vmap(info: Any, in_dims: tuple[Any, ...], *inputs: Any) -> tuple[Tensor, int]:
        how, size = inputs[5 : 5 + _NUMBERS], inputs[5 + _NUMBERS :]
        operands, numbers, sizes = batching.segments(info.batch_size, in_dims[:5], inputs[:5], how, size)
        return calls.segment_reduce(*(*operands, numbers, sizes)), 0


class Sddmm:
    """sddmm(data, right, indices, segments, form, ..., padding_segment, *size)"""

    run = staticmethod(kernels.sddmm)

    @staticmethod
    def keep(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
        ctx.save_for_backward(*inputs[:4])
        ctx.save_for_forward(*inputs[:4])
        ctx.how, ctx.size = Segments(*inputs[4 : 4 + _NUMBERS]), inputs[4 + _NUMBERS :]

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Any, ...]:
        data, right, indices, segments = ctx.saved_tensors
        wide = torch.promote_types(data.dtype, right.dtype)
        to_data = to_right = None
        if ctx.needs_input_grad[0]:
            made = to_rows(_conjugate(right).to(wide), data, indices, segments, grad.to(wide), ctx.how)
            to_data = made.to(data.dtype)
        if ctx.needs_input_grad[1]:
            rows, factors = _conjugate(data).to(wide), grad.to(wide)
            made = calls.segment_reduce(rows, indices, segments, factors, None, summed(ctx.how), right.shape)
            to_right = made.to(right.dtype)
        return to_data, to_right, None, None, *[None] * (_NUMBERS + len(ctx.size))

    @staticmethod
    def jvp(ctx: Any, of_data: Tensor | None, of_right: Tensor | None, *rest: Any) -> Tensor | None:
        data, right, indices, segments = ctx.saved_tensors
        parts = []
        if of_data is not None:
            parts.append(calls.sddmm(of_data, right, indices, segments, ctx.how, ctx.size))
        if of_right is not None:
            parts.append(calls.sddmm(data, of_right, indices, segments, ctx.how, ctx.size))
        return None if not parts else parts[0] if len(parts) == 1 else parts[0] + parts[1]

    @staticmethod
    def vmap(info: Any, in_dims: tuple[Any, ...], *inputs: Any) -> tuple[Tensor, int]:
        how, size = inputs[4 : 4 + _NUMBERS], inputs[4 + _NUMBERS :]
        operands, numbers, sizes = batching.segments(info.batch_size, in_dims[:4], inputs[:4], how, size)
        return calls.sddmm(*(*operands, numbers, sizes)), 0


def check_derivative(how: Segments) -> None:
    if reduction_of(how.options) not in (*_LINEAR, *_EXTREMES):
        raise NotImplementedError(
            f"strew.torch: segment_reduce with reduction={reduction_of(how.options)!r} has no derivative; add, mean, min "
            "and max have"
        )


def summed(how: Segments) -> Segments:
    """A sum of contributions alone by the same segments."""
    return how._replace(options=REDUCTIONS["add"] | places_of(how.options))


def divided(grad: Tensor, by: Tensor) -> Tensor:
    """By a number for each segment, which is not rounded to a type of 16 bits."""
    wide = torch.float32 if grad.dtype in (torch.float16, torch.bfloat16) else grad.dtype
    by = by.reshape(*by.shape, *[1] * (grad.dim() - by.dim()))
    return (grad.to(wide) / by.to(wide)).to(grad.dtype)


def _conjugate(tensor: Any) -> Any:
    return tensor.conj().resolve_conj() if tensor is not None and tensor.is_complex() else tensor


def _batch(data: Tensor, how: Segments) -> Any:
    return data.shape[: how.batch_dims]


def _counts(ctx: Any, data: Tensor, indices: Tensor | None, segments: Tensor | None) -> Tensor:
    """How many contributions each segment has."""
    how = ctx.how
    ones = data.new_ones((), dtype=torch.int64).expand(data.shape[: how.batch_dims + 1])
    size = ctx.size[: len(ctx.size) - (data.dim() - how.batch_dims - 1)]
    with torch.no_grad():
        return calls.segment_reduce(ones, indices, segments, None, None, summed(how), size)


def _divisor(ctx: Any, data: Tensor, indices: Tensor | None, segments: Tensor | None) -> Tensor:
    counts = _counts(ctx, data, indices, segments)
    is_counted = ctx.has_base and not excludes_self(ctx.how.options)
    return counts + 1 if is_counted else counts.clamp(min=1)


def _kept_of_base(
    ctx: Any, data: Tensor, indices: Tensor | None, segments: Tensor | None, grad: Tensor
) -> Tensor:
    if not excludes_self(ctx.how.options):
        return grad
    counts = _counts(ctx, data, indices, segments)
    is_kept = (counts == 0).reshape(*counts.shape, *[1] * (grad.dim() - counts.dim()))
    return torch.where(is_kept, grad, grad.new_zeros(()))


def to_rows(
    grad: Tensor, data: Tensor, indices: Tensor | None, segments: Tensor | None, weights: Tensor | None, how: Segments
) -> Tensor:
    """The gradient of the rows of data: the segments select rows of grad, and the indices where these are added, each
    multiplied by its weight."""
    batch = _batch(data, how)
    if how.form == GROUPS:
        assert indices is not None
        groups = extremes.product(indices.shape[len(batch) : -1])
        grad = grad.reshape(*batch, groups, *grad.shape[indices.dim() - 1 :])
        ids = torch.arange(groups, device=grad.device).unsqueeze(-1).expand(*batch, groups, indices.shape[-1])
        indices = indices.reshape(ids.shape)
        weights = None if weights is None else weights.reshape(ids.shape)
        rules, padding = 0, None
    elif how.form == OFFSETS:
        assert segments is not None
        positions = data.shape[how.batch_dims : how.batch_dims + 1] if indices is None else indices.shape[len(batch) :]
        ids = _ids_of(segments, grad.shape[how.batch_dims], positions)
        rules, padding = skips_invalid, None
    else:
        assert segments is not None
        ids, rules, padding = segments, how.segment_options, how.padding_segment
    if indices is None:  # each row is a position
        indices = torch.arange(data.shape[how.batch_dims], device=data.device).expand(ids.shape)
    turned = Segments(
        IDS, how.batch_dims, REDUCTIONS["add"] | places_of(rules), places_of(how.options), padding, how.padding_index
    )
    return calls.segment_reduce(grad, ids, indices, weights, None, turned, data.shape)


def _ids_of(offsets: Tensor, segments: Any, positions: Any) -> Tensor:
    """The segment of each position; -1 for those of none."""
    batch = offsets.shape[:-1]
    count = extremes.product(positions)
    numbers = torch.arange(count, device=offsets.device).expand(*batch, count).contiguous()
    begun = torch.searchsorted(offsets.long().contiguous(), numbers, right=True) - 1
    ids = torch.where(begun < segments, begun, -1)
    return ids.reshape(*batch, *positions)


def _to_weights(
    grad: Tensor, data: Tensor, indices: Tensor | None, segments: Tensor | None, weights: Tensor, how: Segments
) -> Tensor:
    """In the type of the weights, which is wider than that of 16-bit floats now and then."""
    wide = weights.dtype
    plain = how._replace(options=places_of(how.options))
    rows = _conjugate(data).to(wide)
    return calls.sddmm(rows, grad.to(wide), indices, segments, plain, weights.shape)
