"""An embedding of torch.nn.Module whose rows several ranks hold, with reproducible gradients."""

from __future__ import annotations

from typing import Any

import torch

from strew.distributed import Table
from strew.distributed._groups import group_of
from strew.distributed._layouts import Layout, native, rows_of


class Embedding(torch.nn.Module):  # type: ignore[misc, unused-ignore]
    """Rows of a table by their numbers, as `torch.nn.Embedding`, of which each rank of a group holds some.

    The gradient of a row has the bits that one process would give it which has the samples of all ranks, in the order
    of the ranks: they do not depend on the number of ranks or threads. forward and backward are collective.

    In DistributedDataParallel the shards are no replicas: `Embedding.ignore_in(model)` before the model is wrapped.

    Source: strew; docs/distributed.md.

    Args:
        num_embeddings, embedding_dim: of the whole table.
        group: see `strew.distributed.Table`.
        layout: see `strew.distributed.Layout`.
        padding_idx: a row whose gradient is zero.
        budget: bytes of rows on the way to this rank at a time; 0: any number.
        device, dtype: of this rank's rows.

    Attributes:
        weight: the rows of this rank, [rows, embedding_dim]; drawn by the generator of this rank: `reset` sets rows that
            do not depend on the number of ranks.
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        *,
        group: Any = None,
        layout: Layout = "blocks",
        padding_idx: int | None = None,
        budget: int = 0,
        device: Any = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        self.num_embeddings, self.embedding_dim, self.padding_idx = num_embeddings, embedding_dim, padding_idx
        self._group, self._layout = group_of(group), layout
        mine = rows_of(native(layout, num_embeddings, self._group.size), self._group.rank)
        self.weight = torch.nn.Parameter(torch.empty((mine, embedding_dim), device=device, dtype=dtype))
        torch.nn.init.normal_(self.weight)
        self._zero_padding()
        self._table = Table(self.weight.detach(), num_embeddings, self._group, layout, budget)

    def reset(self, whole: torch.Tensor) -> None:
        """Takes this rank's rows of a whole table, [num_embeddings, embedding_dim]: the same at all ranks."""
        with torch.no_grad():
            rows = torch.arange(self.num_embeddings)
            held = self._rows_here(rows)
            self.weight.copy_(whole[held])

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        """Rows for indices of any shape: [*input.shape, embedding_dim]."""
        result: torch.Tensor = _Lookup.apply(self.weight, input, self)
        return result

    @staticmethod
    def ignore_in(model: torch.nn.Module) -> None:
        """Tells DistributedDataParallel to leave the shards of all embeddings of a model alone."""
        names = [
            f"{name}.weight" if name else "weight"
            for name, module in model.named_modules()
            if isinstance(module, Embedding)
        ]
        ignored = [*getattr(model, "_ddp_params_and_buffers_to_ignore", []), *names]
        torch.nn.parallel.DistributedDataParallel._set_params_and_buffers_to_ignore_for_model(model, ignored)

    def extra_repr(self) -> str:
        where = f"rank {self._group.rank} of {self._group.size}"
        return f"{self.num_embeddings}, {self.embedding_dim}, {self.weight.shape[0]} rows at {where}"

    def _rows_here(self, rows: torch.Tensor) -> torch.Tensor:
        """The numbers of this rank's rows, in their order."""
        _, ranks, starts, width, owners, _, _ = native(self._layout, self.num_embeddings, self._group.size)
        if owners is not None:
            return rows[torch.from_numpy(owners) == self._group.rank]
        if starts is not None:
            return rows[starts[self._group.rank] : starts[self._group.rank + 1]]
        if width:
            return rows[rows // width % ranks == self._group.rank]
        first = self.num_embeddings * self._group.rank // ranks
        return rows[first : first + self.weight.shape[0]]

    def _zero_padding(self) -> None:
        if self.padding_idx is None:
            return
        held = self._rows_here(torch.arange(self.num_embeddings))
        with torch.no_grad():
            self.weight[held == self.padding_idx % self.num_embeddings] = 0


class _Lookup(torch.autograd.Function):  # type: ignore[misc, unused-ignore]
    @staticmethod
    def forward(ctx: Any, weight: torch.Tensor, indices: torch.Tensor, of: Embedding) -> torch.Tensor:
        ctx.save_for_backward(indices)
        ctx.of, ctx.like = of, weight
        found: torch.Tensor = of._table.like(weight.detach()).gather(indices)
        return found

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[torch.Tensor, None, None]:  # type: ignore[override, unused-ignore]
        (indices,) = ctx.saved_tensors
        of: Embedding = ctx.of
        made = torch.zeros_like(ctx.like)
        rows = indices
        if of.padding_idx is not None:  # a row beyond all others is skipped
            padding = of.padding_idx % of.num_embeddings
            is_padding = (indices == padding) | (indices == padding - of.num_embeddings)
            rows = torch.where(is_padding, of.num_embeddings, indices)
        of._table.like(made).scatter(rows, gradient, reduction="add", out_of_bounds="skip")
        return made, None, None
