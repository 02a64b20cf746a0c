"""The derivatives of segment_reduce with min and max: each element of the result is that of one position, which
segment_arg tells, or the old value. All of a gradient goes to the one that it is of."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor

from strew.torch import _calls as calls
from strew.torch import _kernels as kernels
from strew.torch._kernels import Segments
from strew.torch._options import as_gather, as_scatter, places_of, skips_invalid
from strew.torch._shapes import ALONG, ELEMENTS, Sizes


class Extreme(NamedTuple):
    """What the result of a call is made of, with all segments of an entry of the batch in one dimension."""

    data: Tensor
    weights: Tensor | None  # one for each position of an entry of the batch
    how: Segments
    arg: Tensor  # the position that each element is of
    rows: Tensor  # its row; 0 where there is none
    is_taken: Tensor  # whether there is one

    def of_rows(self, rows: Tensor) -> Tensor:
        """The elements at the positions, of rows like data."""
        numbers = ELEMENTS, self.how.batch_dims, 0, as_gather(places_of(self.how.options))
        return calls.gather(rows, self.rows, None, *numbers)

    def of_positions(self, each: Tensor) -> Tensor:
        """The number of the position, for each element; 0 where there is none."""
        batch = self.how.batch_dims
        return calls.gather(each.reshape(self.positions()), self.arg, None, ALONG, batch, batch, as_gather(skips_invalid))

    def positions(self) -> list[Any]:
        assert self.weights is not None
        batch = self.weights.shape[: self.how.batch_dims]
        return [*batch, product(self.weights.shape[len(batch) :])]

    def alone(self, of_elements: Tensor) -> Tensor:
        """Those that are of a position, zero elsewhere."""
        return torch.where(self.is_taken, of_elements, of_elements.new_zeros(()))


def product(extents: Any) -> Any:
    count = 1
    for extent in extents:
        count = count * extent
    return count


def extreme_of(saved: tuple[Any, ...], how: Segments, size: Sizes) -> Extreme:
    """Of a call with data, indices, segments, weights and base, whose data have rows."""
    data, indices, _, weights, _ = saved
    batch = how.batch_dims
    with torch.no_grad():
        plain: list[Any] = [None if one is None else one.detach() for one in saved]
        arg = kernels.segment_arg(*(*plain, *how, *size))
        arg = arg.reshape(*size[:batch], product(size[batch : len(size) - data.dim() + batch + 1]), *data.shape[batch + 1 :])
        count = data.shape[batch] if indices is None else product(indices.shape[batch:])
        is_taken = arg < count
        if indices is None:
            rows = torch.where(is_taken, arg, 0)
        else:
            flat = indices.reshape(*indices.shape[:batch], count)
            rows = kernels.gather(flat, arg, None, ALONG, batch, batch, as_gather(skips_invalid))
    return Extreme(data, weights, how, arg, rows, is_taken)


def backward(
    saved: tuple[Any, ...], how: Segments, size: Sizes, grad: Tensor, needed: tuple[bool, bool, bool]
) -> tuple[Tensor | None, Tensor | None, Tensor | None]:
    """The gradients of data, weights and base, as far as they are needed."""
    data, _, _, weights, _ = saved
    of_data, of_weights, of_base = needed
    if data.shape[how.batch_dims] == 0:
        to_weights = weights.new_zeros(weights.shape) if of_weights else None
        return grad.new_zeros(data.shape) if of_data else None, to_weights, grad if of_base else None
    to = extreme_of(saved, how, size)
    whole = grad.reshape(to.arg.shape)
    to_base = torch.where(to.is_taken, whole.new_zeros(()), whole).reshape(grad.shape) if of_base else None
    return _to_data(to, whole) if of_data else None, _to_weights(to, whole) if of_weights else None, to_base


def _to_data(to: Extreme, grad: Tensor) -> Tensor:
    """In the type of the weights, which is wider than that of 16-bit floats now and then, until the end."""
    if to.weights is not None:
        grad = grad.to(to.weights.dtype) * to.of_positions(to.weights)
    numbers = ELEMENTS, to.how.batch_dims, 0, as_scatter(places_of(to.how.options), "add")
    return calls.zeros(to.data.shape, to.rows, to.alone(grad), *numbers).to(to.data.dtype)


def _to_weights(to: Extreme, grad: Tensor) -> Tensor:
    assert to.weights is not None
    wide, batch = to.weights.dtype, to.how.batch_dims
    products = grad.to(wide) * to.of_rows(to.data).to(wide)
    numbers = ALONG, batch, batch, as_scatter(skips_invalid, "add")
    return calls.zeros(to.positions(), to.arg, products, *numbers).reshape(to.weights.shape)


def jvp(
    saved: tuple[Any, ...], how: Segments, size: Sizes, of_data: Tensor | None, of_weights: Tensor | None,
    of_base: Tensor | None,
) -> Tensor:  # fmt: skip
    data = saved[0]
    if data.shape[how.batch_dims] == 0:
        return data.new_zeros(size) if of_base is None else of_base
    to = extreme_of(saved, how, size)
    parts = []
    if of_data is not None:
        rows = to.of_rows(of_data)
        parts.append(rows if to.weights is None else rows.to(to.weights.dtype) * to.of_positions(to.weights))
    if of_weights is not None:
        parts.append(to.of_rows(data).to(of_weights.dtype) * to.of_positions(of_weights))
    whole = to.alone(sum(parts[1:], start=parts[0])) if parts else None
    if of_base is not None:
        kept = torch.where(to.is_taken, of_base.new_zeros(()), of_base.reshape(to.arg.shape))
        whole = kept if whole is None else whole + kept
    assert whole is not None
    return whole.to(data.dtype).reshape(size)
