"""The derivatives of gather, scatter and scatter into zeros: one class an operator, for all kinds of addressing.

`run` is the operator itself, on tensors without gradients. `keep` saves for `backward` and `jvp` what they need. These
call the differentiable forms again (_calls), so there are derivatives of any order.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from strew.torch import _batching as batching
from strew.torch import _calls as calls
from strew.torch import _kernels as kernels
from strew.torch._options import as_gather, as_scatter, excludes_self, reduction_of
from strew.torch._positions import Places
from strew.torch._shapes import direct

_LINEAR = ("none", "add", "sub", "mean")  # in data and updates together, for given indices
_EXTREMES = ("min", "max")


class Gather:
    """gather(data, indices, fill, kind, axis, batch_dims, options)"""

    run = staticmethod(kernels.gather)

    @staticmethod
    def keep(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
        ctx.save_for_backward(inputs[1])
        ctx.save_for_forward(inputs[1])
        ctx.size, ctx.numbers = inputs[0].shape, inputs[3:]

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Any, ...]:
        kind, axis, batch_dims, options = ctx.numbers
        add = as_scatter(options, "add")
        back = calls.zeros(ctx.size, ctx.saved_tensors[0], grad, kind, axis, batch_dims, add)
        return back, None, None, None, None, None, None

    @staticmethod
    def jvp(ctx: Any, data: Tensor | None, *_: Any) -> Tensor | None:
        if data is None:
            return None
        kind, axis, batch_dims, options = ctx.numbers
        return calls.gather(data, ctx.saved_tensors[0], None, kind, axis, batch_dims, options)

    @staticmethod
    def vmap(info: Any, in_dims: tuple[Any, ...], *inputs: Any) -> tuple[Tensor, int]:
        call, at = batching.gather(info.batch_size, in_dims, *inputs)
        return calls.gather(*call.operands, *call.numbers), at


class Scatter:
    """scatter(data, indices, updates, kind, axis, batch_dims, options)"""

    run = staticmethod(kernels.scatter)

    @staticmethod
    def keep(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
        data, indices, updates, *numbers = inputs
        ctx.numbers, ctx.size = numbers, data.shape
        is_extreme = reduction_of(numbers[3]) in _EXTREMES
        saved = (indices, data, updates, output) if is_extreme else (indices,)
        ctx.save_for_backward(*saved)
        ctx.save_for_forward(*saved)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Any, ...]:
        to_data, to_updates = _backward(ctx, grad, ctx.needs_input_grad[0], ctx.needs_input_grad[2])
        return to_data, None, to_updates, None, None, None, None

    @staticmethod
    def jvp(ctx: Any, data: Tensor | None, _: Any, updates: Tensor | None, *rest: Any) -> Tensor | None:
        return _jvp(ctx, data, updates)

    @staticmethod
    def vmap(info: Any, in_dims: tuple[Any, ...], *inputs: Any) -> tuple[Tensor, int]:
        call = batching.scatter(info.batch_size, in_dims, *inputs)
        return calls.scatter(*call.operands, *call.numbers), 0


class Zeros:
    """zeros(indices, updates, kind, axis, batch_dims, options, *size)"""

    @staticmethod
    def run(
        indices: Tensor, updates: Tensor, kind: int, axis: int, batch_dims: int, options: int, *size: Any
    ) -> Tensor:
        return kernels.zeros(size, indices, updates, kind, axis, batch_dims, options)

    @staticmethod
    def keep(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
        indices, updates, *numbers = inputs
        ctx.numbers, ctx.size = numbers[:4], numbers[4:]
        is_extreme = reduction_of(numbers[3]) in _EXTREMES
        saved = (indices, None, updates, output) if is_extreme else (indices,)
        ctx.save_for_backward(*saved)
        ctx.save_for_forward(*saved)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Any, ...]:
        _, to_updates = _backward(ctx, grad, False, True)
        return None, to_updates, None, None, None, None, *[None] * len(ctx.size)

    @staticmethod
    def jvp(ctx: Any, _: Any, updates: Tensor | None, *rest: Any) -> Tensor | None:
        return _jvp(ctx, None, updates)

    @staticmethod
    def vmap(info: Any, in_dims: tuple[Any, ...], *inputs: Any) -> tuple[Tensor, int]:
        indices, updates, kind, axis, batch_dims, options, *size = inputs
        dims = None, *in_dims[:2]
        call = batching.scatter(info.batch_size, dims, size, indices, updates, kind, axis, batch_dims, options)
        return calls.zeros(*call.operands, *call.numbers), 0


def _places(ctx: Any) -> Places:
    return Places(ctx.size, ctx.saved_tensors[0], *ctx.numbers)


def _not_differentiable(reduction: str) -> NotImplementedError:
    return NotImplementedError(
        f"strew.torch: reduction={reduction!r} has no derivative; none, add, sub, mean, min and max have"
    )


def _backward(ctx: Any, grad: Tensor, for_data: bool, for_updates: bool) -> tuple[Tensor | None, Tensor | None]:
    reduction = reduction_of(ctx.numbers[3])
    places = _places(ctx)
    if reduction in _EXTREMES:
        return _backward_of_extreme(places, grad, *_attained(ctx, places), for_updates)
    if reduction not in _LINEAR:
        raise _not_differentiable(reduction)
    if reduction == "mean":
        grad = _divided(grad, _divisor(places))
    to_data = _kept_of_data(places, reduction, grad) if for_data else None
    return to_data, _to_updates(places, reduction, grad) if for_updates else None


def _kept_of_data(places: Places, reduction: str, grad: Tensor) -> Tensor:
    """The gradient of the old values: none where they are replaced."""
    if reduction == "none" or excludes_self(places.options):
        return torch.where(places.touched(), _nothing(grad), grad)
    return grad


def _to_updates(places: Places, reduction: str, grad: Tensor) -> Tensor:
    back = _gathered(places, grad)
    if reduction == "none":
        return torch.where(places.is_last(), back, _nothing(back))
    if reduction == "sub":
        return torch.where(places.is_first(), back, -back) if excludes_self(places.options) else -back
    return back


def _gathered(places: Places, grad: Tensor) -> Tensor:
    return calls.gather(grad, places.indices, None, *places[2:5], as_gather(places.options))


def _added(places: Places, updates: Tensor) -> Tensor:
    return calls.zeros(places.size, places.indices, updates, *places[2:5], as_scatter(places.options, "add"))


def _nothing(like: Tensor) -> Tensor:
    return like.new_zeros(())


def _divisor(places: Places) -> Tensor:
    """By how much a mean divides."""
    counts = places.counts()
    return counts.clamp(min=1) if excludes_self(places.options) else counts + 1


def _divided(grad: Tensor, by: Tensor) -> Tensor:
    """Counts are not rounded to a type of 16 bits."""
    wide = torch.float32 if grad.dtype in (torch.float16, torch.bfloat16) else grad.dtype
    return (grad.to(wide) / by.to(wide)).to(grad.dtype)


def _equal(left: Tensor | None, right: Tensor) -> Tensor:
    """Elementwise; NaN is equal to NaN, since it is attained like any other extreme. No tensor: zeros."""
    if left is None:
        return right == 0
    return (left == right) | ((left != left) & (right != right))


def _attained(ctx: Any, places: Places) -> tuple[Tensor, Tensor, Tensor]:
    """Which data and which updates attain the result, and how many do, for each element."""
    _, data, updates, output = ctx.saved_tensors
    with torch.no_grad():
        by_data = ~places.touched().expand(output.shape) if excludes_self(places.options) else _equal(data, output)
        by_updates = _equal(updates, _gathered(places, output.detach()))
        number = by_data.to(torch.int64) + _added(places, by_updates.to(torch.int64))
    return by_data, by_updates, number


def _backward_of_extreme(
    places: Places, grad: Tensor, by_data: Tensor, by_updates: Tensor, number: Tensor, for_updates: bool
) -> tuple[Tensor | None, Tensor | None]:
    share = _divided(grad, number)
    to_data = torch.where(by_data, share, _nothing(share))
    if not for_updates:
        return to_data, None
    back = _gathered(places, share)
    return to_data, torch.where(by_updates, back, _nothing(back))


def _jvp(ctx: Any, data: Tensor | None, updates: Tensor | None) -> Tensor | None:
    reduction = reduction_of(ctx.numbers[3])
    if reduction not in (*_LINEAR, *_EXTREMES):
        raise _not_differentiable(reduction)
    given = data if data is not None else updates
    if given is None:
        return None
    places = _places(ctx)
    if updates is None:
        updates = given.new_zeros(()).expand(_shape_of_updates(places))
    if reduction in _LINEAR:
        if data is None:
            return calls.zeros(places.size, places.indices, updates, *places[2:])
        return calls.scatter(data, places.indices, updates, *places[2:])
    by_data, by_updates, number = _attained(ctx, places)
    whole = _added(places, torch.where(by_updates, updates, _nothing(updates)))
    if data is not None:
        whole = whole + torch.where(by_data, data, _nothing(data))
    return _divided(whole, number)


def _shape_of_updates(places: Places) -> list[int]:
    return direct(places.kind, places.size, places.indices.shape, places.axis, places.batch_dims)
