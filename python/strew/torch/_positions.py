"""What a gradient has to know of positions and cells: which position wrote a cell first or last, how many did.

A table has one element for each cell that index tuples can address, without the slices, so it is small where rows are
long; in the elements forms it has the shape of data.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from strew.torch import _kernels as kernels
from strew.torch._options import as_gather, as_scatter
from strew.torch._shapes import ALONG, ELEMENTS, Sizes


class Places(NamedTuple):
    """The places that a scatter addresses; the options are those of the scatter."""

    size: Sizes  # of data
    indices: Tensor
    kind: int
    axis: int
    batch_dims: int
    options: int

    def table(self) -> list[int]:
        if self.kind == ELEMENTS:
            return list(self.size)
        leading = list(self.size[: self.batch_dims])
        if self.kind == ALONG:
            return [*leading, self.size[self.axis]]
        return list(self.size[: self.batch_dims + self.indices.shape[-1]])

    def positions(self) -> list[int]:
        return list(self.indices.shape if self.kind <= ELEMENTS else self.indices.shape[:-1])

    def scattered(self, updates: Tensor, reduction: str) -> Tensor:
        """A table with `updates`, one for each position, combined into zeros."""
        numbers = self.kind, self._table_axis(), self.batch_dims, as_scatter(self.options, reduction)
        return kernels.zeros(self.table(), self.indices, updates, *numbers)

    def gathered(self, table: Tensor) -> Tensor:
        """The element of the table for each position; 0 where a position is skipped."""
        numbers = self.kind, self._table_axis(), self.batch_dims, as_gather(self.options)
        return kernels.gather(table, self.indices, None, *numbers)

    def _table_axis(self) -> int:
        return self.batch_dims if self.kind == ALONG else self.axis

    def over_cells(self, table: Tensor) -> Tensor:
        """A table as it broadcasts to data."""
        rank = len(self.size)
        if self.kind == ELEMENTS:
            return table
        if self.kind == ALONG:
            axis = self.axis % rank
            before, after = axis - self.batch_dims, rank - axis - 1
            return table.reshape(*table.shape[:-1], *[1] * before, table.shape[-1], *[1] * after)
        return table.reshape(*table.shape, *[1] * (rank - table.dim()))

    def over_updates(self, each: Tensor) -> Tensor:
        """Something for each position as it broadcasts to updates."""
        rank = len(self.size)
        if self.kind == ELEMENTS:
            return each
        if self.kind == ALONG:
            axis, b = self.axis % rank, self.batch_dims
            return each.reshape(*each.shape[:b], *[1] * (axis - b), *each.shape[b:], *[1] * (rank - axis - 1))
        return each.reshape(*each.shape, *[1] * (rank - len(self.table())))

    def touched(self) -> Tensor:
        """Whether any update is applied, for each cell; broadcasts to data."""
        ones = torch.ones((), dtype=torch.bool, device=self.indices.device).expand(self.positions())
        return self.over_cells(self.scattered(ones, "or"))

    def counts(self) -> Tensor:
        """How many updates are applied, for each cell; broadcasts to data."""
        ones = torch.ones((), dtype=torch.int64, device=self.indices.device).expand(self.positions())
        return self.over_cells(self.scattered(ones, "add"))

    def is_last(self) -> Tensor:
        """Whether a position is the last that addresses its cell; broadcasts to updates."""
        return self._is_highest(self._numbers())

    def is_first(self) -> Tensor:
        numbers = self._numbers()
        return self._is_highest(numbers.numel() + 1 - numbers)

    def _numbers(self) -> Tensor:
        shape = self.positions()
        count = 1
        for extent in shape:
            count = count * extent
        return torch.arange(1, count + 1, device=self.indices.device).reshape(shape)

    def _is_highest(self, numbers: Tensor) -> Tensor:
        return self.over_updates(self.gathered(self.scattered(numbers, "max")) == numbers)
