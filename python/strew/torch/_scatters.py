"""The scatters of strew.torch: into a new tensor, in place, into zeros."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from torch import Tensor

from strew.torch import _calls as calls
from strew.torch import _in_place as in_place
from strew.torch._courtesy import operator
from strew.torch._options import ScatterOptions, of_zeros, scatter_options
from strew.torch._shapes import ALONG, ELEMENTS, ND

if TYPE_CHECKING:
    from typing_extensions import Unpack


@operator
def scatter(
    data: Tensor, indices: Tensor, updates: Tensor, *, axis: int = 0, batch_dims: int = 0,
    **options: Unpack[ScatterOptions],
) -> Tensor:  # fmt: skip
    """`data` with `updates` written or combined into slices along `axis`, in the order of the positions.

    out = data; out[B, p, indices[B, j], s] (reduction)= updates[B, p, j, s], with B the `batch_dims` leading
    dimensions, p those up to `axis` and s those after it. Shape of updates: data.shape[:axis] +
    indices.shape[batch_dims:] + data.shape[axis+1:].

    Rules AX1 to AX5 and OU1 in docs/contract.md. Derivatives with respect to data and updates, of any order and also in
    forward mode, for the reductions none, add, sub, mean, min and max; those of min and max go to all that attain the
    result, evenly.

    Args:
        data: tensor on the CPU; unchanged.
        indices: tensor of integers of 8 to 64 bits, signed or unsigned; not converted.
        updates: tensor of the element type of data.
        axis: dimension of data that the indices address, in [-rank, rank-1].
        batch_dims: leading dimensions that data and indices share.
        reduction: "none" (the last update wins), "add", "sub", "mul", "min", "max", "mean", "and", "or", "xor".
        out_of_bounds: "error", "clamp", "wrap", "skip", "assume".
        negative_indices: "from_end" (-1 is the last) or "invalid".
        include_self: False: the first update of a cell replaces its old value.
        duplicates: "allow", or "error": IndexError where two positions write one cell.
        ordered: False: float and complex sums and products may be combined in any order.
        accumulate: "wide": sums of float16 and bfloat16 are rounded once; "native": at each update.

    Returns:
        A new contiguous tensor of the shape of data.

    Raises:
        IndexError: reports the first bad position.
        RuntimeError: types or shapes that break a rule. strew.OptionError: a word that is none of an option.
        NotImplementedError: in a backward pass: a reduction without derivatives, by name.

    >>> import torch, strew.torch
    >>> strew.torch.scatter(torch.zeros(4), torch.tensor([1, 3, 1]), torch.tensor([1.0, 2.0, 4.0]), reduction="add")
    tensor([0., 5., 0., 2.])
    """
    return calls.scatter(data, indices, updates, ALONG, axis, batch_dims, scatter_options(options))


@operator
def scatter_(
    data: Tensor, indices: Tensor, updates: Tensor, *, axis: int = 0, batch_dims: int = 0,
    **options: Unpack[ScatterOptions],
) -> Tensor:  # fmt: skip
    """scatter in place: data are written and returned; after an error they are byte for byte unchanged.

    Memory that updates or indices share with data is an error (OV2), as are data that overlap themselves (SZ3).

    Args, Raises: as scatter. Returns: data.

    >>> import torch, strew.torch
    >>> data = torch.zeros(4)
    >>> strew.torch.scatter_(data, torch.tensor([1, 3, 1]), torch.tensor([1.0, 2.0, 4.0]), reduction="add") is data
    True
    """
    return in_place.scatter(data, indices, updates, ALONG, axis, batch_dims, scatter_options(options))


@operator
def scatter_zeros(
    size: Sequence[int], indices: Tensor, updates: Tensor, *, axis: int = 0, batch_dims: int = 0,
    **options: Unpack[ScatterOptions],
) -> Tensor:  # fmt: skip
    """scatter into zeros: the sum, the mean, the largest of the updates of each place; 0 where there is none.

    Args:
        size: the shape of the result.
        include_self: False unless given where zeros would change a result (mul, min, max, mean, and): there are no old
            values, so the first update of a place replaces its zero. Sums and differences begin with 0. True: the
            zero of a place counts like its updates.
        indices, updates and the other options: as scatter.

    Returns:
        A new contiguous tensor of this shape and of the type of updates.

    Raises: as scatter.

    >>> import torch, strew.torch
    >>> at, updates = torch.tensor([1, 3, 1]), torch.tensor([2.0, -3.0, 4.0])
    >>> strew.torch.scatter_zeros((4,), at, updates, reduction="add")
    tensor([ 0.,  6.,  0., -3.])
    >>> strew.torch.scatter_zeros((4,), at, updates, reduction="mean")
    tensor([ 0.,  3.,  0., -3.])
    >>> strew.torch.scatter_zeros((4,), at, updates, reduction="max", include_self=True)
    tensor([0., 4., 0., 0.])
    """
    return calls.zeros(size, indices, updates, ALONG, axis, batch_dims, scatter_options(of_zeros(options)))


@operator
def scatter_elements(
    data: Tensor, indices: Tensor, updates: Tensor, *, axis: int = 0,
    **options: Unpack[ScatterOptions],
) -> Tensor:  # fmt: skip
    """`data` with `updates` written or combined into elements along `axis`, in the order of the positions.

    out = data; out[c with c[axis] := indices[c]] (reduction)= updates[c], torch.scatter_reduce's definition. Shape
    of updates: indices.shape; off the axis it is at most data.shape.

    Rules EL1 to EL4 and OU1 in docs/contract.md. Derivatives with respect to data and updates, of any order and also in
    forward mode, for the reductions none, add, sub, mean, min and max; those of min and max go to all that attain the
    result, evenly.

    Args:
        data: tensor on the CPU; unchanged.
        indices: tensor of integers of 8 to 64 bits, of the rank of data.
        updates: tensor of the element type of data.
        axis: dimension of data that the indices address, in [-rank, rank-1].
        options: as scatter.

    Returns:
        A new contiguous tensor of the shape of data.

    Raises:
        IndexError: reports the first bad position.
        RuntimeError: types or shapes that break a rule. strew.OptionError: a word that is none of an option.
        NotImplementedError: in a backward pass: a reduction without derivatives, by name.

    >>> import torch, strew.torch
    >>> at, ones = torch.tensor([[1, 0], [1, 2]]), torch.ones(2, 2)
    >>> strew.torch.scatter_elements(torch.zeros(2, 3), at, ones, axis=1, reduction="add")
    tensor([[1., 1., 0.],
            [0., 1., 1.]])
    """
    return calls.scatter(data, indices, updates, ELEMENTS, axis, 0, scatter_options(options))


@operator
def scatter_elements_(
    data: Tensor, indices: Tensor, updates: Tensor, *, axis: int = 0,
    **options: Unpack[ScatterOptions],
) -> Tensor:  # fmt: skip
    """scatter_elements in place: data are written and returned; after an error they are byte for byte unchanged.

    Memory that updates or indices share with data is an error (OV2), as are data that overlap themselves (SZ3).

    Args, Raises: as scatter_elements. Returns: data.
    """
    return in_place.scatter(data, indices, updates, ELEMENTS, axis, 0, scatter_options(options))


@operator
def scatter_elements_zeros(
    size: Sequence[int], indices: Tensor, updates: Tensor, *, axis: int = 0,
    **options: Unpack[ScatterOptions],
) -> Tensor:  # fmt: skip
    """scatter_elements into zeros: the sum, the mean, the largest of the updates of each place; 0 where there is none.

    Args:
        size, include_self: as scatter_zeros.
        indices, updates and the other options: as scatter_elements.

    Returns:
        A new contiguous tensor of this shape and of the type of updates.

    Raises: as scatter_elements.
    """
    return calls.zeros(size, indices, updates, ELEMENTS, axis, 0, scatter_options(of_zeros(options)))


@operator
def scatter_nd(
    data: Tensor, indices: Tensor, updates: Tensor, *, batch_dims: int = 0,
    **options: Unpack[ScatterOptions],
) -> Tensor:  # fmt: skip
    """`data` with `updates` written or combined into slices at index tuples, in the order of the positions.

    out = data; out[B, indices[B, m, :], s] (reduction)= updates[B, m, s], with B the `batch_dims` leading dimensions.
    Shape of updates: indices.shape[:-1] + data.shape[batch_dims+k:], with k = indices.shape[-1].

    Rules ND1 to ND5 and OU1 in docs/contract.md. Derivatives with respect to data and updates, of any order and also in
    forward mode, for the reductions none, add, sub, mean, min and max; those of min and max go to all that attain the
    result, evenly.

    Args:
        data: tensor on the CPU; unchanged.
        indices: tensor of integers of 8 to 64 bits, with the tuples along the last dimension.
        updates: tensor of the element type of data.
        batch_dims: leading dimensions that data and indices share.
        options: as scatter.

    Returns:
        A new contiguous tensor of the shape of data.

    Raises:
        IndexError: reports the first bad position.
        RuntimeError: types or shapes that break a rule. strew.OptionError: a word that is none of an option.
        NotImplementedError: in a backward pass: a reduction without derivatives, by name.

    >>> import torch, strew.torch
    >>> strew.torch.scatter_nd(torch.zeros(2, 3), torch.tensor([[1, 2], [0, 0]]), torch.tensor([5.0, 6.0]))
    tensor([[6., 0., 0.],
            [0., 0., 5.]])
    """
    return calls.scatter(data, indices, updates, ND, 0, batch_dims, scatter_options(options))


@operator
def scatter_nd_(
    data: Tensor, indices: Tensor, updates: Tensor, *, batch_dims: int = 0,
    **options: Unpack[ScatterOptions],
) -> Tensor:  # fmt: skip
    """scatter_nd in place: data are written and returned; after an error they are byte for byte unchanged.

    Memory that updates or indices share with data is an error (OV2), as are data that overlap themselves (SZ3).

    Args, Raises: as scatter_nd. Returns: data.
    """
    return in_place.scatter(data, indices, updates, ND, 0, batch_dims, scatter_options(options))


@operator
def scatter_nd_zeros(
    size: Sequence[int], indices: Tensor, updates: Tensor, *, batch_dims: int = 0,
    **options: Unpack[ScatterOptions],
) -> Tensor:  # fmt: skip
    """scatter_nd into zeros: the sum, the mean, the largest of the updates of each place; 0 where there is none.

    Args:
        size, include_self: as scatter_zeros.
        indices, updates and the other options: as scatter_nd.

    Returns:
        A new contiguous tensor of this shape and of the type of updates.

    Raises: as scatter_nd.
    """
    return calls.zeros(size, indices, updates, ND, 0, batch_dims, scatter_options(of_zeros(options)))
