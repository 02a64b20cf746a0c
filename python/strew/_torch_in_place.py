"""Scatters that write into data themselves."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from strew import _torch_calls as calls
from strew import _torch_kernels as kernels
from strew._torch_functions import scatter_in_place
from strew._torch_options import reduction_of

_LINEAR = ("none", "add", "sub", "mean")


def scatter(
    data: Tensor, indices: Tensor, updates: Tensor, kind: int, axis: int, batch_dims: int, options: int
) -> Tensor:
    """Any call; data are returned."""
    inputs: tuple[Any, ...] = data, indices, updates, kind, axis, batch_dims, options
    requires_grad = torch.is_grad_enabled() and (data.requires_grad or updates.requires_grad)
    if requires_grad and data.is_leaf and data.requires_grad:
        raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")
    is_plain = not (requires_grad or calls.is_transformed())
    if is_plain:
        kernels.scatter_in_place(*inputs)
        if not torch.compiler.is_compiling():
            torch.autograd.graph.increment_version(data)
    elif torch.compiler.is_compiling() or calls.is_transformed() or reduction_of(options) not in _LINEAR:
        data.copy_(calls.scatter(*inputs))
    else:
        scatter_in_place.apply(*inputs)
    return data
