"""The derivatives of operators of quantised codes: with respect to scales and to a codebook, in each of which values are
linear, and to what segment_reduce takes beside data.

Those of segment_reduce are those of the same call on the decoded rows of its positions, which has its bits: in float32,
or, where each value rounds (native), in the type of the result.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor

from strew.torch import _batching as batching
from strew.torch import _calls as calls
from strew.torch import _kernels as kernels
from strew.torch._kernels import CODE_NUMBERS, NUMBERS, Codes, Segments
from strew.torch._numbered import numbered
from strew.torch._options import as_gather, as_scatter, places_of, skipping, skips_invalid, sums_natively
from strew.torch._segment_rules import Reduced, check_derivative, gradients, keep_tensors, tangent
from strew.torch._shapes import ALONG, Sizes


class Decoded(NamedTuple):
    """A call of gather_block_quantized: what is out of bounds is 0."""

    data: Tensor
    indices: Tensor
    scales: Tensor
    zero_points: Tensor | None
    codebook: Tensor | None
    axis: int
    batch_dims: int
    options: int
    codes: Codes
    size: Sizes

    def values(self, scales: Tensor, codebook: Tensor | None) -> Tensor:
        operands = self.data, self.indices, scales, self.zero_points, codebook, None
        return calls.gather_block_quantized(
            *operands, self.axis, self.batch_dims, as_gather(self.options), self.codes, self.size
        )

    def tangent(self, of_scales: Tensor | None, of_codebook: Tensor | None) -> Tensor | None:
        by_scales = None if of_scales is None else self.values(of_scales, self.codebook)
        if of_codebook is None:
            return by_scales
        by_codebook = self.values(self.scales, of_codebook)
        return by_codebook if by_scales is None else by_scales + by_codebook

    def gradients(self, grad: Tensor, for_scales: bool, for_codebook: bool) -> tuple[Tensor | None, Tensor | None]:
        """Those of scales and codebook, whose sums are of float32."""
        wide = self._replace(codes=self.codes.of(torch.float32))
        grad = grad.to(torch.float32)
        return wide._to_scales(grad) if for_scales else None, wide._to_codebook(grad) if for_codebook else None

    def _ones(self) -> Tensor:
        return self.scales.new_ones((), dtype=torch.float32).expand(self.scales.shape)

    def _to_scales(self, grad: Tensor) -> Tensor:
        """Sums over the values of a block, then over the places that a row is at."""
        products = grad * self.values(self._ones(), self.codebook)
        columns = self.size[-1]
        block = torch.arange(columns, device=grad.device) // (self.codes.block_size or max(columns, 1))
        size = *self.size[:-1], self.scales.shape[-1]
        blocks = calls.zeros(size, block, products, ALONG, len(size) - 1, 0, as_scatter(0, "add"))
        options = as_scatter(self.options, "add")
        made = calls.zeros(self.scales.shape, self.indices, blocks, ALONG, self.axis, self.batch_dims, options)
        return made.to(self.scales.dtype)

    def _to_codebook(self, grad: Tensor) -> Tensor:
        """Sums over the values of each code."""
        assert self.codebook is not None
        count = self.codebook.shape[0]
        products = grad * self.values(self.scales, self.codebook.detach().new_ones(()).expand(count))
        # One more than each code, so that 0, which is out of bounds, is none.
        numbers = torch.arange(1, count + 1, dtype=torch.float32, device=grad.device)
        code = self.values(self._ones(), numbers).to(torch.int64) - 1
        return calls.zeros((count,), code, products, ALONG, 0, 0, as_scatter(skips_invalid, "add"))


class GatherBlockQuantized:
    """gather_block_quantized(data, indices, scales, zero_points, codebook, fill, axis, batch_dims, options, bits, packing,
    block_size, value_type, *size)"""

    run = staticmethod(kernels.gather_block_quantized)

    @staticmethod
    def keep(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
        ctx.save_for_backward(*inputs[:5])
        ctx.save_for_forward(*inputs[:5])
        numbers, size = inputs[6 : 9 + CODE_NUMBERS], inputs[9 + CODE_NUMBERS :]
        ctx.numbers, ctx.codes, ctx.size = numbers[:3], Codes(*numbers[3:]), size

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Any, ...]:
        _, _, of_scales, _, of_codebook, *_ = ctx.needs_input_grad
        to_scales, to_codebook = _decoded(ctx).gradients(grad, of_scales, of_codebook)
        return None, None, to_scales, None, to_codebook, *[None] * (4 + CODE_NUMBERS + len(ctx.size))

    @staticmethod
    def jvp(
        ctx: Any, _: Any, __: Any, of_scales: Tensor | None, ___: Any, of_codebook: Tensor | None, *rest: Any
    ) -> Tensor | None:
        return _decoded(ctx).tangent(of_scales, of_codebook)

    @staticmethod
    def vmap(info: Any, in_dims: tuple[Any, ...], *inputs: Any) -> tuple[Tensor, int]:
        axis, batch_dims, options, *rest = inputs[6:]
        codes, size = rest[:CODE_NUMBERS], rest[CODE_NUMBERS:]
        whole, numbers, sizes, at = batching.gather_codes(
            info.batch_size, in_dims[:6], inputs[:6], axis, batch_dims, size
        )
        return calls.gather_block_quantized(*(*whole, *numbers, options, codes, sizes)), at


def _decoded(ctx: Any) -> Decoded:
    return Decoded(*(*ctx.saved_tensors, *ctx.numbers, ctx.codes, ctx.size))


class SegmentReduceCodes:
    """segment_reduce_codes(data, indices, segments, weights, base, scales, zero_points, codebook, form, ...,
    padding_segment, bits, packing, block_size, value_type, *size)"""

    run = staticmethod(kernels.segment_reduce_codes)

    @staticmethod
    def keep(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
        how, codes, ctx.size = _numbers(inputs)
        ctx.how, ctx.codes = Segments(*how), Codes(*codes)
        ctx.wide = ctx.codes.dtype if sums_natively(ctx.how.options) else torch.float32
        keep_tensors(ctx, inputs[:8])

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Any, ...]:
        _, _, _, of_weights, of_base, of_scales, _, of_codebook, *_ = ctx.needs_input_grad
        check_derivative(ctx.how)
        decoded, call = _as_reduced(ctx)
        needed = of_scales or of_codebook, of_weights, of_base
        to_values, to_weights, to_base = gradients(call, grad.to(ctx.wide), needed)
        to_scales = to_codebook = None
        if to_values is not None:
            to_scales, to_codebook = decoded.gradients(to_values, of_scales, of_codebook)
        if to_weights is not None:
            to_weights = to_weights.to(ctx.saved_tensors[3].dtype)
        to_base = None if to_base is None else to_base.to(grad.dtype)
        none = [None] * (NUMBERS + CODE_NUMBERS + len(ctx.size))
        return None, None, None, to_weights, to_base, to_scales, None, to_codebook, *none

    @staticmethod
    def jvp(
        ctx: Any, _: Any, __: Any, ___: Any, of_weights: Tensor | None, of_base: Tensor | None,
        of_scales: Tensor | None, ____: Any, of_codebook: Tensor | None, *rest: Any,
    ) -> Tensor | None:  # fmt: skip
        check_derivative(ctx.how)
        decoded, call = _as_reduced(ctx)
        of_values = decoded.tangent(of_scales, of_codebook)
        made = tangent(call, of_values, _widened(of_weights, ctx), _widened(of_base, ctx))
        return None if made is None else made.to(ctx.codes.dtype)

    @staticmethod
    def vmap(info: Any, in_dims: tuple[Any, ...], *inputs: Any) -> tuple[Tensor, int]:
        how, codes, size = _numbers(inputs)
        operands, numbers, sizes = batching.segments(info.batch_size, in_dims[:8], inputs[:8], how, size, shared=1)
        return calls.segment_reduce_codes(*(operands, numbers, codes, sizes)), 0


def _numbers(inputs: tuple[Any, ...]) -> tuple[Any, Any, Any]:
    """Those of Segments, of Codes, and the size."""
    rest = inputs[8:]
    return rest[:NUMBERS], rest[NUMBERS : NUMBERS + CODE_NUMBERS], rest[NUMBERS + CODE_NUMBERS :]


def _widened(tensor: Tensor | None, ctx: Any) -> Tensor | None:
    """Weights or base in a type that goes with values of the type wide; weights of float32 go with all."""
    return None if tensor is None else tensor.to(torch.promote_types(tensor.dtype, ctx.wide))


def _as_reduced(ctx: Any) -> tuple[Decoded, Reduced]:
    """The rows of the positions, decoded, and the same reduction of them: which rows count is decided by then."""
    data, indices, segments, weights, base, scales, zero_points, codebook = ctx.saved_tensors
    how: Segments = ctx.how
    batch = how.batch_dims
    rows = data.shape[: batch + 1]
    at = numbered(indices, data.shape, how, data.device)
    if indices is None:
        picked, bounds = torch.arange(rows[batch], device=data.device).expand(rows), 0
    else:
        picked, bounds = indices.reshape(at.shape), places_of(how.options)
    size = *at.shape, *data.shape[batch + 1 : -1], ctx.size[-1]
    decoded = Decoded(
        data, picked, scales, zero_points, codebook, batch, batch, bounds, ctx.codes.of(ctx.wide), size
    )
    where = None if indices is None else at.reshape(indices.shape)
    plain = how if indices is None else how._replace(options=skipping(how.options), padding_index=None)
    operands = decoded.values(scales, codebook), where, segments, _widened(weights, ctx), _widened(base, ctx)
    return decoded, Reduced(*operands, plain, ctx.size, ctx.has_base)
