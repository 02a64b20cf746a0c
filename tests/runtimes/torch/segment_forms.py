"""The forms of segments as calls: indices, what tells the segments, and the number of positions."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import Tensor

ROWS, WIDTH, SEGMENTS, POSITIONS = 4, 3, 3, 6
INDICES = torch.tensor([3, 0, -1, 1, 0, 2])
IDS = torch.tensor([2, 0, 2, 0, 0, 2])  # segment 1 is empty
OFFSETS = torch.tensor([1, 3, 3])  # the first position is of none
GROUPS = INDICES.reshape(3, 2)

FORMS: dict[str, tuple[Tensor | None, dict[str, Any], int]] = {
    "ids": (INDICES, {"segment_ids": IDS, "num_segments": SEGMENTS}, POSITIONS),
    "offsets": (INDICES, {"offsets": OFFSETS, "num_segments": SEGMENTS}, POSITIONS),
    "groups": (GROUPS, {}, POSITIONS),
    "rows": (None, {"segment_ids": IDS[:ROWS], "num_segments": SEGMENTS}, ROWS),
    "padded": (INDICES, {"segment_ids": IDS, "num_segments": SEGMENTS, "padding_index": 0, "padding_segment": 2}, POSITIONS),
    "skipped": (INDICES + 2, {"segment_ids": IDS - 1, "num_segments": 2, "out_of_bounds": "skip",
                              "segment_out_of_bounds": "skip"}, POSITIONS),
}  # fmt: skip
EVERY_FORM = pytest.mark.parametrize("form", FORMS)


def reals(*shape: int) -> Tensor:
    return torch.randn(*shape, dtype=torch.float64, generator=torch.Generator().manual_seed(len(shape) + sum(shape)))


def as_arrays(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value.numpy() if isinstance(value, Tensor) else value for name, value in options.items()}


def weights_for(indices: Tensor | None, positions: int) -> Tensor:
    return reals(positions) if indices is None or indices.dim() == 1 else reals(*indices.shape)
