"""The derivatives of segment_reduce and sddmm.

Sums are linear in each operand, and closed: the gradient of rows is a segment_reduce with the two index operands
exchanged, that of weights an sddmm, and those of sddmm are segment_reduces. So there are derivatives of any order. Those of
minima and maxima are in _segment_extremes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor

from strew.torch import _batching as batching
from strew.torch import _calls as calls
from strew.torch import _kernels as kernels
from strew.torch import _segment_extremes as extremes
from strew.torch._kernels import GROUPS, IDS, OFFSETS, Segments
from strew.torch._options import REDUCTIONS, excludes_self, places_of, reduction_of, skips_invalid
from strew.torch._shapes import Sizes

_NUMBERS = kernels.NUMBERS
_LINEAR, _EXTREMES = ("add", "mean"), ("min", "max")


class Reduced(NamedTuple):
    """A call of segment_reduce, as derivatives need it: base is kept of extremes alone."""

    data: Tensor
    indices: Tensor | None
    segments: Tensor | None
    weights: Tensor | None
    base: Tensor | None
    how: Segments
    size: Sizes
    has_base: bool

    def saved(self) -> tuple[Any, ...]:
        return self[:5]


class SegmentReduce:
    """segment_reduce(data, indices, segments, weights, base, form, ..., padding_segment, *size)"""

    run = staticmethod(kernels.segment_reduce)

    @staticmethod
    def keep(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
        ctx.how, ctx.size = Segments(*inputs[5 : 5 + _NUMBERS]), inputs[5 + _NUMBERS :]
        keep_tensors(ctx, inputs[:5])

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Any, ...]:
        of_data, _, _, of_weights, of_base, *_ = ctx.needs_input_grad
        to_data, to_weights, to_base = gradients(_call_of(ctx), grad, (of_data, of_weights, of_base))
        return to_data, None, None, to_weights, to_base, *[None] * (_NUMBERS + len(ctx.size))

    @staticmethod
    def jvp(
        ctx: Any, of_data: Tensor | None, _: Any, __: Any, of_weights: Tensor | None, of_base: Tensor | None, *rest: Any
    ) -> Tensor | None:
        return tangent(_call_of(ctx), of_data, of_weights, of_base)

    @staticmethod
    def vmap(info: Any, in_dims: tuple[Any, ...], *inputs: Any) -> tuple[Tensor, int]:
        how, size = inputs[5 : 5 + _NUMBERS], inputs[5 + _NUMBERS :]
        operands, numbers, sizes = batching.segments(info.batch_size, in_dims[:5], inputs[:5], how, size)
        return calls.segment_reduce(*(*operands, numbers, sizes)), 0


def _call_of(ctx: Any) -> Reduced:
    return Reduced(*(*ctx.saved_tensors, ctx.how, ctx.size, ctx.has_base))


def keep_tensors(ctx: Any, operands: tuple[Any, ...]) -> None:
    """Of a segment_reduce whose first five operands are data, indices, segments, weights and base."""
    is_extreme = reduction_of(ctx.how.options) in _EXTREMES
    saved = operands if is_extreme else (*operands[:4], None, *operands[5:])
    ctx.save_for_backward(*saved)
    ctx.save_for_forward(*saved)
    ctx.has_base = operands[4] is not None


def gradients(
    call: Reduced, grad: Tensor, needed: tuple[bool, bool, bool]
) -> tuple[Tensor | None, Tensor | None, Tensor | None]:
    """Those of data, weights and base, as far as they are needed."""
    data, indices, segments, weights, _ = call.saved()
    how = call.how
    check_derivative(how)
    if reduction_of(how.options) in _EXTREMES:
        return extremes.backward(call.saved(), how, call.size, grad, needed)
    if reduction_of(how.options) == "mean":
        grad = divided(grad, _divisor(call))
    of_data, of_weights, of_base = needed
    to_base = _kept_of_base(call, grad) if of_base else None
    to_data = to_rows(grad, data, indices, segments, _conjugate(weights), how) if of_data else None
    to_weights = _to_weights(grad, data, indices, segments, weights, how) if weights is not None and of_weights else None
    return to_data, to_weights, to_base


def tangent(
    call: Reduced, of_data: Tensor | None, of_weights: Tensor | None, of_base: Tensor | None
) -> Tensor | None:
    data, indices, segments, weights, _ = call.saved()
    how, size = call.how, call.size
    check_derivative(how)
    if of_data is of_weights is of_base is None:
        return None
    if reduction_of(how.options) in _EXTREMES:
        return extremes.jvp(call.saved(), how, size, of_data, of_weights, of_base)
    parts = []
    if of_data is not None:
        parts.append(calls.segment_reduce(of_data, indices, segments, weights, None, summed(how), size))
    if of_weights is not None:
        parts.append(calls.segment_reduce(data, indices, segments, of_weights, None, summed(how), size))
    if of_base is not None:
        parts.append(_kept_of_base(call, of_base))
    whole = parts[0]
    for part in parts[1:]:
        whole = whole + part
    return divided(whole, _divisor(call)) if reduction_of(how.options) == "mean" else whole


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
        raise no_derivative("segment_reduce", reduction_of(how.options), "add, mean, min and max have")


def no_derivative(operator: str, reduction: str, others: str) -> NotImplementedError:
    return NotImplementedError(f"strew.torch: {operator} with reduction={reduction!r} has no derivative; {others}")


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


def _counts(call: Reduced) -> Tensor:
    """How many contributions each segment has."""
    data, how = call.data, call.how
    ones = data.new_ones((), dtype=torch.int64).expand(data.shape[: how.batch_dims + 1])
    size = call.size[: len(call.size) - (data.dim() - how.batch_dims - 1)]
    with torch.no_grad():
        return calls.segment_reduce(ones, call.indices, call.segments, None, None, summed(how), size)


def _divisor(call: Reduced) -> Tensor:
    counts = _counts(call)
    is_counted = call.has_base and not excludes_self(call.how.options)
    return counts + 1 if is_counted else counts.clamp(min=1)


def _kept_of_base(call: Reduced, grad: Tensor) -> Tensor:
    if not excludes_self(call.how.options):
        return grad
    counts = _counts(call)
    is_kept = (counts == 0).reshape(*counts.shape, *[1] * (grad.dim() - counts.dim()))
    return torch.where(is_kept, grad, grad.new_zeros(()))


def to_rows(
    grad: Tensor, data: Tensor, indices: Tensor | None, segments: Tensor | None, weights: Tensor | None, how: Segments
) -> Tensor:
    """The gradient of the rows of data: the segments select rows of grad, and the indices where these are added, each
    multiplied by its weight."""
    batch = _batch(data, how)
    groups = 0
    if how.form == GROUPS:
        assert indices is not None
        groups = extremes.product(indices.shape[len(batch) : -1])
        grad = grad.reshape(*batch, groups, *grad.shape[indices.dim() - 1 :])
    elif how.form == OFFSETS:
        groups = grad.shape[how.batch_dims]
    positions = data.shape[: how.batch_dims + 1] if indices is None else indices.shape
    ids, rules, padding = ids_of(segments, positions, groups, how)
    if indices is None:  # each row is a position
        indices = torch.arange(data.shape[how.batch_dims], device=data.device).expand(ids.shape)
    turned = Segments(
        IDS, how.batch_dims, REDUCTIONS["add"] | places_of(rules), places_of(how.options), padding, how.padding_index
    )
    weights = None if weights is None else weights.reshape(ids.shape)
    return calls.segment_reduce(grad, ids, indices.reshape(ids.shape), weights, None, turned, data.shape)


def ids_of(
    segments: Tensor | None, positions: Any, groups: Any, how: Segments
) -> tuple[Tensor, int, int | None]:
    """The segment of each position, of which there are `groups` where they are known by offsets or as groups, in one
    dimension behind the batch; the options of these ids; and the one that is padding."""
    batch = positions[: how.batch_dims]
    count = extremes.product(positions[how.batch_dims :])
    if how.form == IDS:
        assert segments is not None
        return segments.reshape(*batch, count), how.segment_options, how.padding_segment
    if how.form == GROUPS:
        numbers = torch.arange(groups).unsqueeze(-1).expand(groups, positions[-1])
        return numbers.reshape(count).expand(*batch, count), 0, None
    assert segments is not None
    return _ids_of_offsets(segments, groups, count), skips_invalid, None


def _ids_of_offsets(offsets: Tensor, segments: Any, count: Any) -> Tensor:
    """The segment of each position; -1 for those of none."""
    batch = offsets.shape[:-1]
    numbers = torch.arange(count, device=offsets.device).expand(*batch, count).contiguous()
    begun = torch.searchsorted(offsets.long().contiguous(), numbers, right=True) - 1
    return torch.where(begun < segments, begun, -1)


def _to_weights(
    grad: Tensor, data: Tensor, indices: Tensor | None, segments: Tensor | None, weights: Tensor, how: Segments
) -> Tensor:
    """In the type of the weights, which is wider than that of 16-bit floats now and then."""
    wide = weights.dtype
    plain = how._replace(options=places_of(how.options))
    rows = _conjugate(data).to(wide)
    return calls.sddmm(rows, grad.to(wide), indices, segments, plain, weights.shape)
