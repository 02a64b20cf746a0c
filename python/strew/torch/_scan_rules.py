"""The derivative of segment_scan with add: the gradient of a position is a sum of those of the positions that follow it
in its segment, which is a scan in descending order. So it is closed, and there are derivatives of any order."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from strew.torch import _batching as batching
from strew.torch import _calls as calls
from strew.torch import _kernels as kernels
from strew.torch._kernels import GROUPS, IDS, Segments
from strew.torch._numbered import numbered
from strew.torch._options import REDUCTIONS, places_of, reduction_of, skips_invalid, sums_natively
from strew.torch._segment_extremes import product
from strew.torch._segment_rules import ids_of, no_derivative

_NUMBERS = kernels.NUMBERS + 2


class SegmentScan:
    """segment_scan(data, indices, segments, form, ..., padding_segment, segment_count, is_exclusive, *size)"""

    run = staticmethod(kernels.segment_scan)

    @staticmethod
    def keep(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
        data, indices, segments, *rest = inputs
        ctx.save_for_backward(indices, segments)
        ctx.save_for_forward(indices, segments)
        ctx.how, ctx.rows = Segments(*rest[: kernels.NUMBERS]), data.shape
        ctx.count, ctx.is_exclusive, *ctx.size = rest[kernels.NUMBERS :]

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Any, ...]:
        _check_derivative(ctx.how)
        indices = ctx.saved_tensors[0]
        how, batch = ctx.how, ctx.how.batch_dims
        to_data = _descending(ctx, grad)
        if indices is not None:
            ids = indices.reshape(to_data.shape[: batch + 1])
            options = REDUCTIONS["add"] | sums_natively(how.options)
            to_row = Segments(IDS, batch, options, places_of(how.options), None, how.padding_index)
            to_data = calls.segment_reduce(to_data, None, ids, None, None, to_row, ctx.rows)
        return to_data, None, None, *[None] * (_NUMBERS + len(ctx.size))

    @staticmethod
    def jvp(ctx: Any, of_data: Tensor | None, *rest: Any) -> Tensor | None:
        _check_derivative(ctx.how)
        if of_data is None:
            return None
        numbers = ctx.how, ctx.count, ctx.is_exclusive, ctx.size
        return calls.segment_scan(*(of_data, *ctx.saved_tensors, *numbers))

    @staticmethod
    def vmap(info: Any, in_dims: tuple[Any, ...], *inputs: Any) -> tuple[Tensor, int]:
        how, size = inputs[3 : 3 + _NUMBERS], inputs[3 + _NUMBERS :]
        operands, numbers, sizes = batching.segments(info.batch_size, in_dims[:3], inputs[:3], how, size)
        return calls.segment_scan(*(*operands, numbers[:-2], *numbers[-2:], sizes)), 0


def _check_derivative(how: Segments) -> None:
    if reduction_of(how.options) != "add":
        raise no_derivative("segment_scan", reduction_of(how.options), "add has")


def _descending(ctx: Any, grad: Tensor) -> Tensor:
    """The gradient of each position, in one dimension behind the batch."""
    indices, segments = ctx.saved_tensors
    how, batch = ctx.how, ctx.how.batch_dims
    positions = ctx.size[: len(ctx.size) - (len(ctx.rows) - batch - 1)]
    groups = product(positions[batch:-1]) if how.form == GROUPS else ctx.count
    ids, rules, padding = ids_of(segments, positions, groups, how)
    at = numbered(indices, ctx.rows, how, grad.device)
    size = *at.shape, *ctx.rows[batch + 1 :]
    options = REDUCTIONS["add"] | skips_invalid | sums_natively(how.options)
    turned = Segments(IDS, batch, options, places_of(rules), None, padding)
    operands = grad.reshape(size), at.flip(-1), ids.flip(-1)
    return calls.segment_scan(*operands, turned, groups, ctx.is_exclusive, size).flip(batch)
