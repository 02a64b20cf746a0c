"""A kernel for PyTorch's gradient of the table of an embedding_bag, which adds at the rows in the order of the indices.

PyTorch's own adds those of one row in the order in which a sort leaves them, multiplied and added in one rounding.
"""

from __future__ import annotations

import torch
from torch import Tensor

from strew.torch import _kernels as kernels
from strew.torch._kernels import IDS, Segments
from strew.torch._options import REDUCTIONS, as_scatter, scatter_options, skips_invalid
from strew.torch._overrides import Kernel, Keys, own
from strew.torch._segment_rules import divided
from strew.torch._shapes import ELEMENTS

_MEAN, _MAX = 1, 2  # modes; 0: sum
_TAKEN = (torch.float32, torch.float64)
_TABLE_ROWS = scatter_options({"negative_indices": "invalid"})
_own_gradient = own("_embedding_bag_dense_backward")


def _gradient(
    keys: Keys, grad: Tensor, indices: Tensor, offset2bag: Tensor, bag_size: Tensor, maximum_indices: Tensor,
    num_weights: int, scale_grad_by_freq: bool, mode: int, per_sample_weights: Tensor | None, padding_idx: int = -1,
) -> Tensor:  # fmt: skip
    is_other = per_sample_weights is not None and per_sample_weights.dtype != grad.dtype
    if grad.dtype not in _TAKEN or scale_grad_by_freq or is_other:
        result: Tensor = _own_gradient(
            keys, grad, indices, offset2bag, bag_size, maximum_indices, num_weights, scale_grad_by_freq, mode,
            per_sample_weights, padding_idx,
        )  # fmt: skip
        return result
    size = num_weights, *grad.shape[1:]
    if mode == _MAX:  # an empty bag has a maximum of no row
        rows = torch.where(bag_size.unsqueeze(1) > 0, maximum_indices, -1)
        return kernels.zeros(size, rows, grad, ELEMENTS, 0, 0, as_scatter(skips_invalid, "add"))
    if mode == _MEAN:
        grad = divided(grad, bag_size.clamp(min=1))
    padding = padding_idx if padding_idx >= 0 else None
    # Positions of no bag are numbered beyond the last one.
    turned = Segments(IDS, 0, REDUCTIONS["add"] | skips_invalid, _TABLE_ROWS, None, padding)
    return kernels.segment_reduce(grad, offset2bag, indices, per_sample_weights, None, *turned, *size)


BAGS: dict[str, Kernel] = {"_embedding_bag_dense_backward": _gradient}
