"""strew's operators for PyTorch's tensors on the CPU: with gradients, torch.func, torch.compile and PyTorch's threads.

>>> import torch, strew.torch
>>> table = torch.arange(12.0).reshape(4, 3).requires_grad_()
>>> rows = strew.torch.gather(table, torch.tensor([3, 0, 3]))
>>> rows.sum().backward()
>>> table.grad[:, 0]
tensor([1., 0., 0., 2.])

Needs PyTorch 2.10 or later. The same operators without derivatives, with integers for options, are torch.ops.strew.*.
"""

from __future__ import annotations

import strew.torch._library  # first: it says in a sentence why there is no PyTorch to work with

# isort: split
import strew.torch._batching
import strew.torch._fakes
import strew.torch._functions  # noqa: F401
from strew.torch._codes import gather_block_quantized
from strew.torch._deterministic import deterministic
from strew.torch._gathers import gather, gather_elements, gather_nd
from strew.torch._scatters import (
    scatter,
    scatter_,
    scatter_elements,
    scatter_elements_,
    scatter_elements_zeros,
    scatter_nd,
    scatter_nd_,
    scatter_nd_zeros,
    scatter_zeros,
)
from strew.torch._segments import EmbeddingBag, sddmm, segment_reduce, segment_scan

__all__ = [
    "EmbeddingBag",
    "deterministic",
    "gather",
    "gather_block_quantized",
    "gather_elements",
    "gather_nd",
    "scatter",
    "scatter_",
    "scatter_elements",
    "scatter_elements_",
    "scatter_elements_zeros",
    "scatter_nd",
    "scatter_nd_",
    "scatter_nd_zeros",
    "scatter_zeros",
    "sddmm",
    "segment_reduce",
    "segment_scan",
]
