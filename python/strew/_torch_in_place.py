"""Scatters that write into data themselves."""

from __future__ import annotations

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
    numbers = kind, axis, batch_dims, options
    requires_grad = torch.is_grad_enabled() and (data.requires_grad or updates.requires_grad)
    if requires_grad and data.is_leaf and data.requires_grad:  # as PyTorch says it, but before anything is written
        raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")
    if not (requires_grad or calls.is_transformed()) or calls.is_recorded():
        kernels.scatter_in_place(data, indices, updates, *numbers)
        if not torch.compiler.is_compiling():
            torch.autograd.graph.increment_version(data)
        return data
    is_linear = reduction_of(options) in _LINEAR
    if is_linear and not (torch.compiler.is_compiling() or calls.is_transformed()):
        scatter_in_place.apply(data, indices, updates, *numbers)
        return data
    old = data if is_linear else data.clone()  # the derivatives of the others need it
    data.copy_(calls.scatter(old, indices, updates, *numbers))
    return data
