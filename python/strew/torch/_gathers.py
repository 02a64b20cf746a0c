"""The gathers of strew.torch."""

from __future__ import annotations

from typing import Any, Literal

from torch import Tensor

from strew._typing import NegativeIndices
from strew.torch import _calls as calls
from strew.torch._courtesy import operator
from strew.torch._library import ops
from strew.torch._options import fill_of, gather_options
from strew.torch._shapes import ALONG, ELEMENTS, ND

GatherBounds = Literal["error", "clamp", "wrap", "fill", "assume"]  # strew's without "skip", which needs a destination

# The operators without their Python class, which only forwards.
_gather, _gather_elements, _gather_nd = (
    getattr(ops, name).default._op for name in ("gather", "gather_elements", "gather_nd")
)


@operator
def gather(
    data: Tensor, indices: Tensor, *, axis: int = 0, batch_dims: int = 0,
    out_of_bounds: GatherBounds = "error", negative_indices: NegativeIndices = "from_end", fill_value: Any = None,
) -> Tensor:  # fmt: skip
    """Slices of `data` along `axis`, one for each index.

    out[B, p, j, s] = data[B, p, indices[B, j], s], with B the `batch_dims` leading dimensions, p those up to `axis`
    and s those after it. Shape of the result: data.shape[:axis] + indices.shape[batch_dims:] + data.shape[axis+1:].

    Rules AX1 to AX5 in docs/contract.md. Derivatives: of any order with respect to data, also in forward mode.

    Args:
        data: tensor on the CPU of any element type and rank at least 1.
        indices: tensor of integers of 8 to 64 bits, signed or unsigned; not converted.
        axis: dimension of data that the indices address, in [-rank, rank-1].
        batch_dims: leading dimensions that data and indices share.
        out_of_bounds: "error", "clamp", "wrap", "fill", "assume".
        negative_indices: "from_end" (-1 is the last) or "invalid".
        fill_value: with "fill": a number that the element type holds; zero unless given.

    Returns:
        A new contiguous tensor.

    Raises:
        IndexError: reports the first bad position.
        RuntimeError: types or shapes that break a rule. strew.OptionError: a word that is none of an option.

    >>> import torch, strew.torch
    >>> table = torch.arange(12).reshape(4, 3)
    >>> strew.torch.gather(table, torch.tensor([3, 0, -1]))
    tensor([[ 9, 10, 11],
            [ 0,  1,  2],
            [ 9, 10, 11]])
    """
    if out_of_bounds == "error" and negative_indices == "from_end" and fill_value is None:
        if axis == 0 == batch_dims and calls.is_plain(data):
            return _gather(data, indices)
        return calls.gather(data, indices, None, ALONG, axis, batch_dims, 0)
    options = gather_options(out_of_bounds, negative_indices)
    fill = fill_of(fill_value, options, data)
    return calls.gather(data, indices, fill, ALONG, axis, batch_dims, options)


@operator
def gather_elements(
    data: Tensor, indices: Tensor, *, axis: int = 0,
    out_of_bounds: GatherBounds = "error", negative_indices: NegativeIndices = "from_end", fill_value: Any = None,
) -> Tensor:  # fmt: skip
    """The element of `data` along `axis` that each element of `indices` addresses.

    out[c] = data[c with c[axis] := indices[c]], torch.gather's definition. Shape of the result: indices.shape; off the
    axis it is at most data.shape.

    Rules EL1 to EL4 in docs/contract.md. Derivatives: of any order with respect to data, also in forward mode.

    Args:
        data: tensor on the CPU of any element type and rank at least 1.
        indices: tensor of integers of 8 to 64 bits, of the rank of data.
        axis: dimension of data that the indices address, in [-rank, rank-1].
        out_of_bounds, negative_indices, fill_value: as gather.

    Returns:
        A new contiguous tensor.

    Raises:
        IndexError: reports the first bad position.
        RuntimeError: types or shapes that break a rule. strew.OptionError: a word that is none of an option.

    >>> import torch, strew.torch
    >>> table = torch.arange(12).reshape(4, 3)
    >>> strew.torch.gather_elements(table, torch.tensor([[1], [-1], [0]]), axis=1)
    tensor([[1],
            [5],
            [6]])
    """
    if out_of_bounds == "error" and negative_indices == "from_end" and fill_value is None:
        if axis == 0 and calls.is_plain(data):
            return _gather_elements(data, indices)
        return calls.gather(data, indices, None, ELEMENTS, axis, 0, 0)
    options = gather_options(out_of_bounds, negative_indices)
    fill = fill_of(fill_value, options, data)
    return calls.gather(data, indices, fill, ELEMENTS, axis, 0, options)


@operator
def gather_nd(
    data: Tensor, indices: Tensor, *, batch_dims: int = 0,
    out_of_bounds: GatherBounds = "error", negative_indices: NegativeIndices = "from_end", fill_value: Any = None,
) -> Tensor:  # fmt: skip
    """The slice of `data` that each index tuple, along the last dimension of `indices`, addresses.

    out[B, m, s] = data[B, indices[B, m, :], s], with B the `batch_dims` leading dimensions. Shape of the result:
    indices.shape[:-1] + data.shape[batch_dims+k:], with k = indices.shape[-1].

    Rules ND1 to ND5 in docs/contract.md. Derivatives: of any order with respect to data, also in forward mode.

    Args:
        data: tensor on the CPU of any element type.
        indices: tensor of integers of 8 to 64 bits, with the tuples along the last dimension.
        batch_dims: leading dimensions that data and indices share.
        out_of_bounds, negative_indices, fill_value: as gather.

    Returns:
        A new contiguous tensor.

    Raises:
        IndexError: reports the first bad position.
        RuntimeError: types or shapes that break a rule. strew.OptionError: a word that is none of an option.

    >>> import torch, strew.torch
    >>> table = torch.arange(12).reshape(4, 3)
    >>> strew.torch.gather_nd(table, torch.tensor([[1, 1], [3, -1]]))
    tensor([ 4, 11])
    """
    if out_of_bounds == "error" and negative_indices == "from_end" and fill_value is None:
        if batch_dims == 0 and calls.is_plain(data):
            return _gather_nd(data, indices)
        return calls.gather(data, indices, None, ND, 0, batch_dims, 0)
    options = gather_options(out_of_bounds, negative_indices)
    fill = fill_of(fill_value, options, data)
    return calls.gather(data, indices, fill, ND, 0, batch_dims, options)
