"""Scatters that write into data themselves."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor
from torch._C._autograd import CreationMeta, _get_creation_meta

from strew.torch import _calls as calls
from strew.torch import _kernels as kernels
from strew.torch._functions import scatter_in_place
from strew.torch._options import reduction_of

_LINEAR = ("none", "add", "sub", "mean")


def _check_inference(data: Tensor) -> None:
    """As PyTorch says it, but before anything is written."""
    if not torch.compiler.is_compiling() and data.is_inference() and not torch.is_inference_mode_enabled():
        raise RuntimeError(
            "Inplace update to inference tensor outside InferenceMode is not allowed. You can make a clone to get a "
            "normal tensor before doing inplace update."
        )


def _is_refused_view(data: Tensor) -> bool:
    """Whether PyTorch's own writes in place refuse the view: an output of split, a view of a leaf or of no_grad."""
    if not data._is_view():
        return False
    base: Any = data._base
    return bool(_get_creation_meta(data) != CreationMeta.DEFAULT or (base.is_leaf and base.requires_grad))


def scatter(
    data: Tensor, indices: Tensor, updates: Tensor, kind: int, axis: int, batch_dims: int, options: int
) -> Tensor:
    """Any call; data are returned."""
    numbers = kind, axis, batch_dims, options
    _check_inference(data)
    requires_grad = torch.is_grad_enabled() and (data.requires_grad or updates.requires_grad)
    if requires_grad and data.is_leaf and data.requires_grad:  # as PyTorch says it, but before anything is written
        raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")
    if not (requires_grad or calls.is_transformed()) or calls.is_recorded():
        kernels.scatter_in_place(data, indices, updates, *numbers)
        if not torch.compiler.is_compiling():
            torch.autograd.graph.increment_version(data)
        return data
    is_linear = reduction_of(options) in _LINEAR
    is_plain = not (torch.compiler.is_compiling() or calls.is_transformed())
    if is_linear and is_plain and not _is_refused_view(data):
        scatter_in_place.apply(data, indices, updates, *numbers)
        return data
    old = data if is_linear else data.clone()  # the derivatives of the others need it
    # copy_ refuses what may not be written in place before it writes.
    data.copy_(calls.scatter(old, indices, updates, *numbers))
    return data
