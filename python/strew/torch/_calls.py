"""The operators with derivatives: which way a call goes.

Most calls need no derivative and are the operator itself. The others go through torch.autograd.Function, outside of the
operators: those with derivatives registered inside fail under torch.func, and a kernel in Python for the dispatch key
Autograd would cost calls without derivatives twice their time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.autograd import forward_ad

from strew.torch._shapes import Sizes


class Route(NamedTuple):
    """The ways of an operator; _functions makes those with derivatives."""

    rule: Any
    eager: Any  # forward(ctx, ...): setup_context costs each call tens of microseconds
    transformed: Any  # for torch.func and torch.compile: with setup_context and a batching rule


_is_traced = torch.compiler.is_dynamo_compiling
_is_grad_enabled = torch.is_grad_enabled
_tracing_state = torch._C._get_tracing_state
_is_functorch_active = torch._C._are_functorch_transforms_active

routes: dict[str, Route] = {}


def is_transformed() -> bool:
    """Whether torch.func or forward-mode differentiation is at work, which a tensor alone does not tell."""
    return bool(_is_functorch_active()) or forward_ad._current_level >= 0


def is_recorded() -> bool:
    """Whether torch.jit.trace is at work, which records operators: it has no place for an autograd.Function."""
    return not _is_traced() and _tracing_state() is not None


def is_plain(tensor: Tensor) -> bool:
    """Whether a call is the operator itself, as far as this tensor is concerned. Nearly free: all calls ask."""
    return not (
        _is_traced()
        or (_is_grad_enabled() and getattr(tensor, "requires_grad", False) and _tracing_state() is None)
        or _is_functorch_active()
        or forward_ad._current_level >= 0
    )


def _call(name: str, requires_grad: bool, inputs: tuple[Any, ...]) -> Tensor:
    route = routes[name]
    if not (requires_grad or is_transformed()) or is_recorded():
        plain: Tensor = route.rule.run(*inputs)
        return plain
    if _is_traced():
        _allow_in_graph()
    is_eager = not (_is_functorch_active() or torch.compiler.is_compiling())
    result: Tensor = (route.eager if is_eager else route.transformed).apply(*inputs)
    return result


def _allow_in_graph() -> bool:
    """Lets Dynamo put the Functions into its graphs as they are; AOTAutograd runs them, with all that they define."""
    for route in routes.values():
        torch.compiler.allow_in_graph(route.transformed)
    return True


# Dynamo calls it while it traces, and not before: to import torch._dynamo takes a second.
_allow_in_graph._dynamo_marked_constant = True  # type: ignore[attr-defined]


def gather(
    data: Tensor, indices: Tensor, fill: Tensor | None, kind: int, axis: int, batch_dims: int, options: int
) -> Tensor:
    requires_grad = torch.is_grad_enabled() and data.requires_grad
    return _call("gather", requires_grad, (data, indices, fill, kind, axis, batch_dims, options))


def scatter(
    data: Tensor, indices: Tensor, updates: Tensor, kind: int, axis: int, batch_dims: int, options: int
) -> Tensor:
    requires_grad = torch.is_grad_enabled() and (data.requires_grad or updates.requires_grad)
    return _call("scatter", requires_grad, (data, indices, updates, kind, axis, batch_dims, options))


def zeros(
    size: Sizes, indices: Tensor, updates: Tensor, kind: int, axis: int, batch_dims: int, options: int
) -> Tensor:
    requires_grad = torch.is_grad_enabled() and updates.requires_grad
    return _call("zeros", requires_grad, (indices, updates, kind, axis, batch_dims, options, *size))


def segment_reduce(
    data: Tensor, indices: Tensor | None, segments: Tensor | None, weights: Tensor | None, base: Tensor | None,
    how: tuple[Any, ...], size: Sizes,
) -> Tensor:  # fmt: skip
    requires_grad = torch.is_grad_enabled() and any(
        one is not None and one.requires_grad for one in (data, weights, base)
    )
    return _call("segment_reduce", requires_grad, (data, indices, segments, weights, base, *how, *size))


def sddmm(
    data: Tensor, right: Tensor, indices: Tensor | None, segments: Tensor | None, how: tuple[Any, ...], size: Sizes
) -> Tensor:
    requires_grad = torch.is_grad_enabled() and (data.requires_grad or right.requires_grad)
    return _call("sddmm", requires_grad, (data, right, indices, segments, *how, *size))


def segment_scan(
    data: Tensor, indices: Tensor | None, segments: Tensor | None, how: tuple[Any, ...], count: Any, is_exclusive: bool,
    size: Sizes,
) -> Tensor:  # fmt: skip
    requires_grad = torch.is_grad_enabled() and data.requires_grad
    return _call("segment_scan", requires_grad, (data, indices, segments, *how, count, is_exclusive, *size))


def segment_reduce_codes(operands: tuple[Any, ...], how: tuple[Any, ...], codes: tuple[Any, ...], size: Sizes) -> Tensor:
    """The operands of segment_reduce, then scales, zero points and codebook."""
    requires_grad = torch.is_grad_enabled() and any(one is not None and one.requires_grad for one in operands)
    return _call("segment_reduce_codes", requires_grad, (*operands, *how, *codes, *size))


def gather_block_quantized(
    data: Tensor, indices: Tensor, scales: Tensor, zero_points: Tensor | None, codebook: Tensor | None,
    fill: Tensor | None, axis: int, batch_dims: int, options: int, codes: tuple[Any, ...], size: Sizes,
) -> Tensor:  # fmt: skip
    requires_grad = torch.is_grad_enabled() and any(
        one is not None and one.requires_grad for one in (scales, codebook)
    )
    operands = data, indices, scales, zero_points, codebook, fill
    return _call("gather_block_quantized", requires_grad, (*operands, axis, batch_dims, options, *codes, *size))
