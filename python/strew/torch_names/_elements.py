"""PyTorch's gather and scatters: an index for each element."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal, overload

from numpy.typing import NDArray

from strew._borrowed import borrowed
from strew._differentiable import core_of
from strew._errors import chosen
from strew._typing import Array, Destination, KindT, Operand, OutT, Reduction, ScatterReduce
from strew._views import data_of, expanded, indices_of, integer, shape_error, updates_of
from strew._words import TORCH
from strew.torch_names._scalars import has_scalars, of_rank_one, on_one_dimension

_borrowed = borrowed(data="input", indices="index", updates="src", axis="dim")
_COMBINATIONS: dict[Any, Reduction] = {None: "none", "add": "add", "multiply": "mul"}


@overload
def gather(input: Operand, dim: int, index: Operand, *, out: OutT) -> OutT: ...
@overload
def gather(input: KindT, dim: int, index: Operand, *, out: None = None) -> KindT: ...  # type: ignore[overload-overlap]
@overload
def gather(input: Operand, dim: int, index: Operand, *, out: None = None) -> NDArray[Any]: ...
@borrowed(data="input", indices="index", axis="dim")
def gather(input: Operand, dim: int, index: Operand, *, out: Destination | None = None) -> Array:
    """The element of `input` along `dim` that each element of `index` addresses.

    out[i][j][k] = input[index[i][j][k]][j][k] for dim 0. Shape of the result: index.shape, which off dim is at most
    that of input.

    Source: torch.gather. The difference: index has any integer type. With negative indices allowed this is strew.gather_elements.

    Args:
        input: array of any library or list.
        dim: dimension of input, in [-rank, rank-1].
        index: non-negative integers, of the rank of input.
        out: destination that shares no memory with the inputs; None: a new array.

    Returns:
        out, or a new array of the kind of input.

    Raises:
        IndexOutOfBounds: an index out of bounds or negative.
        ShapeError: ranks that differ (EL1), dim out of range (EL2), an index that is too large (EL4).
        DTypeError: indices that are no integers (TY3).

    >>> import numpy as np
    >>> from strew import torch_names as torch
    >>> torch.gather(np.array([[1, 2], [3, 4]]), 1, np.array([[0, 0], [1, 0]]))
    array([[1, 1],
           [4, 3]])
    """
    data, places, along = data_of(input), indices_of(index), integer(dim, "dim")
    if has_scalars(data, places):
        return on_one_dimension(partial(_gather, of_rank_one(places), along), data, out, places.shape)
    return _gather(places, along, data, out)


def _gather(places: Any, axis: int, data: Any, out: Any) -> Array:
    found: Array = core_of(data).gather_elements(data, places, axis=axis, negative_indices="invalid", out=out)
    return found


@overload
def scatter(
    input: Operand, dim: int, index: Operand, src: Operand, *, reduce: Literal["add", "multiply"] | None = None,
    out: OutT,
) -> OutT: ...  # fmt: skip
@overload
def scatter(  # type: ignore[overload-overlap]
    input: KindT, dim: int, index: Operand, src: Operand, *, reduce: Literal["add", "multiply"] | None = None,
    out: None = None,
) -> KindT: ...  # fmt: skip
@overload
def scatter(
    input: Operand, dim: int, index: Operand, src: Operand, *, reduce: Literal["add", "multiply"] | None = None,
    out: None = None,
) -> NDArray[Any]: ...  # fmt: skip
@_borrowed
def scatter(
    input: Operand, dim: int, index: Operand, src: Operand, *, reduce: Literal["add", "multiply"] | None = None,
    out: Destination | None = None,
) -> Array:  # fmt: skip
    """`input` with each element of `src` written into the element that its index addresses along `dim`.

    out[index[i][j][k]][j][k] = src[i][j][k] for dim 0, in row-major order. Shape of index: at most that of src, and off
    dim at most that of input; only the part of src with the shape of index is used.

    Source: torch.scatter; out=input is Tensor.scatter_. The difference: where indices repeat the last element wins;
    index has any integer type.

    Args:
        input: array of any library or list; unchanged unless it is out.
        dim: dimension of input, in [-rank, rank-1].
        index: non-negative integers, of the rank of input.
        src: array of the type of input, or one value for all elements.
        reduce: None, or "add" or "multiply" to combine with the old value.
        out: destination; out=input works in place. None: a new array.

    Returns:
        out, or a new array of the kind of input.

    Raises:
        IndexOutOfBounds: an index out of bounds or negative.
        ShapeError: src is smaller than index (PY14), ranks that differ (EL1), dim out of range (EL2), an index that is
            too large (EL4).
        DTypeError: types that differ (TY2). OptionError: another reduce (PY7). OverlapError, ArrayError: as
            strew.scatter_elements.

    >>> import numpy as np
    >>> from strew import torch_names as torch
    >>> src = np.arange(1, 11).reshape(2, 5)
    >>> torch.scatter(np.zeros((3, 5), src.dtype), 0, np.array([[0, 1, 2, 0]]), src)
    array([[1, 0, 0, 4, 0],
           [0, 2, 0, 0, 0],
           [0, 0, 3, 0, 0]])
    """
    return _scatter(input, dim, index, src, chosen("reduce", reduce, _COMBINATIONS), True, out)


@overload
def scatter_add(input: Operand, dim: int, index: Operand, src: Operand, *, out: OutT) -> OutT: ...
@overload
def scatter_add(  # type: ignore[overload-overlap]
    input: KindT, dim: int, index: Operand, src: Operand, *, out: None = None
) -> KindT: ...
@overload
def scatter_add(input: Operand, dim: int, index: Operand, src: Operand, *, out: None = None) -> NDArray[Any]: ...
@_borrowed
def scatter_add(
    input: Operand, dim: int, index: Operand, src: Operand, *, out: Destination | None = None
) -> Array:  # fmt: skip
    """`input` with each element of `src` added to the element that its index addresses along `dim`.

    out[index[i][j][k]][j][k] += src[i][j][k] for dim 0, in row-major order. Shapes: as torch_names.scatter.

    Source: torch.scatter_add; out=input is Tensor.scatter_add_. The difference: the result is bitwise identical for any
    number of threads; bfloat16 and float16 sums are rounded once; index has any integer type.

    Args, Returns, Raises: as torch_names.scatter.

    >>> import numpy as np, strew
    >>> strew.scatter_add(np.zeros((3, 5), int), 0, np.array([[0, 1, 2, 0, 0], [0, 1, 2, 2, 2]]), np.ones((2, 5), int))
    array([[2, 0, 0, 1, 1],
           [0, 2, 0, 0, 0],
           [0, 0, 2, 1, 1]])
    """
    return _scatter(input, dim, index, src, "add", True, out)


@overload
def scatter_reduce(
    input: Operand, dim: int, index: Operand, src: Operand, reduce: ScatterReduce, *, include_self: bool = True,
    out: OutT,
) -> OutT: ...  # fmt: skip
@overload
def scatter_reduce(  # type: ignore[overload-overlap]
    input: KindT, dim: int, index: Operand, src: Operand, reduce: ScatterReduce, *, include_self: bool = True,
    out: None = None,
) -> KindT: ...  # fmt: skip
@overload
def scatter_reduce(
    input: Operand, dim: int, index: Operand, src: Operand, reduce: ScatterReduce, *, include_self: bool = True,
    out: None = None,
) -> NDArray[Any]: ...  # fmt: skip
@_borrowed
def scatter_reduce(
    input: Operand, dim: int, index: Operand, src: Operand, reduce: ScatterReduce, *, include_self: bool = True,
    out: Destination | None = None,
) -> Array:  # fmt: skip
    """`input` with each element of `src` combined into the element that its index addresses along `dim`.

    Shapes and order: as torch_names.scatter.

    Source: torch.scatter_reduce; out=input is Tensor.scatter_reduce_. The difference: repeated indices are combined in
    their order; amax and amin take -0 below +0; sums and means of float16 and bfloat16 are rounded once.
    Means of integers are floors, as in PyTorch.

    Args:
        reduce: "sum", "prod", "mean", "amax" or "amin".
        include_self: False: the old value of an element that is reduced into is excluded. Others are unchanged.
        input, dim, index, src, out: as torch_names.scatter.

    Returns, Raises: as torch_names.scatter.

    >>> import numpy as np, strew
    >>> src, index = np.array([1.0, 2, 3, 4, 5, 6]), np.array([0, 1, 0, 1, 2, 1])
    >>> strew.scatter_reduce(np.array([1.0, 2, 3, 4]), 0, index, src, "sum")
    array([ 5., 14.,  8.,  4.])
    >>> strew.scatter_reduce(np.array([5.0, 4, 3, 2]), 0, index, src, "amax", include_self=False)
    array([3., 6., 5., 2.])
    """
    return _scatter(input, dim, index, src, chosen("reduce", reduce, TORCH), include_self, out)


def _scatter(input: Any, dim: int, index: Any, src: Any, reduction: Reduction, include_self: bool, out: Any) -> Array:
    data, places, along = data_of(input), indices_of(index), integer(dim, "dim")
    updates = updates_of(src, data)
    if has_scalars(data, places):
        call = partial(_combine, of_rank_one(places), updates, along, reduction, include_self)
        return on_one_dimension(call, data, out, data.shape)
    return _combine(places, updates, along, reduction, include_self, data, out)


def _combine(
    places: Any, src: Any, axis: int, reduction: Reduction, include_self: bool, data: Any, out: Any
) -> Array:  # fmt: skip
    updates = _part(src, places.shape)
    made: Array = core_of(data, updates).scatter_elements(
        data, places, updates, axis=axis, reduction=reduction, include_self=include_self,
        negative_indices="invalid", out=out,
    )  # fmt: skip
    return made


def _part(src: Any, shape: tuple[int, ...]) -> Any:
    """The leading part of src with the shape of index; one value is repeated."""
    given = src.shape
    if given == shape:
        return src
    if len(given) == 0:
        return expanded(src, tuple(shape), "updates")
    if len(given) != len(shape) or any(have < need for have, need in zip(given, shape)):
        raise shape_error("updates", f"shape {tuple(given)} is smaller than shape {tuple(shape)} of indices")
    return src[tuple(slice(need) for need in shape)]
