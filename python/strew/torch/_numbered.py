"""Positions by their numbers in an entry of the batch: what derivatives put in the place of indices, whose policies and
padding are decided then."""

from __future__ import annotations

import torch
from torch import Tensor

from strew.torch import _kernels as kernels
from strew.torch._kernels import Segments
from strew.torch._options import as_gather
from strew.torch._segment_extremes import product
from strew.torch._shapes import ALONG, Sizes


def numbered(indices: Tensor | None, extents: Sizes, how: Segments, device: torch.device) -> Tensor:
    """The number of each position, in one dimension behind the batch; -1 where the row is skipped or padding.

    extents: those of data.
    """
    *batch, rows = extents[: how.batch_dims + 1]
    row = torch.arange(rows, device=device)
    if indices is None:
        row = row.expand(*batch, rows)
    else:
        flat = indices.reshape(*batch, product(indices.shape[how.batch_dims :]))
        # One more than the row, so that 0, which fills, is none.
        row = kernels.gather(row + 1, flat, None, ALONG, 0, 0, as_gather(how.options)) - 1
    is_kept = row >= 0
    if how.padding_index is not None:
        is_kept = is_kept & (row != (how.padding_index + rows if how.padding_index < 0 else how.padding_index))
    return torch.where(is_kept, torch.arange(row.shape[-1], device=device), -1)
