"""Functions with the names and signatures of PyTorch, for arrays of any library, with the rules of strew.

`from strew import torch_names as torch` gives code that calls torch.gather(input, dim, index) strew's functions. Those
whose names strew's operators do not have are also in `strew` itself, but for embedding_bag.
"""

from __future__ import annotations

from functools import partial
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from strew import _strew
from strew._arrays import dtype_of
from strew._borrowed import borrowed
from strew._differentiable import core_of
from strew._errors import chosen, from_rule
from strew._filled import Filled
from strew._typing import Array, Destination, IndexReduce, KindT, Operand, OutT, Reduction
from strew._values import one_element
from strew._views import data_of, expanded, indices_of, integer, updates_of
from strew._words import TORCH
from strew.torch_names._bag import embedding_bag
from strew.torch_names._elements import gather, scatter, scatter_add, scatter_reduce
from strew.torch_names._put import index_put
from strew.torch_names._segments import segment_reduce
from strew.torch_names._scalars import check_one_index, of_rank_one, on_one_dimension

__all__ = [
    "embedding_bag",
    "gather",
    "index_add",
    "index_copy",
    "index_put",
    "index_reduce",
    "index_select",
    "scatter",
    "scatter_add",
    "scatter_reduce",
    "segment_reduce",
]

_borrowed = borrowed(data="input", indices="index", updates="source", axis="dim")
_REDUCTIONS = {name: word for name, word in TORCH.items() if name != "sum"}


@overload
def index_select(input: Operand, dim: int, index: Operand, *, out: OutT) -> OutT: ...
@overload
def index_select(  # type: ignore[overload-overlap]
    input: KindT, dim: int, index: Operand, *, out: None = None
) -> KindT: ...
@overload
def index_select(input: Operand, dim: int, index: Operand, *, out: None = None) -> NDArray[Any]: ...
@borrowed(data="input", indices="index", axis="dim")
def index_select(input: Operand, dim: int, index: Operand, *, out: Destination | None = None) -> Array:
    """The slices of `input` along `dim` addressed by `index`.

    Shape of the result: that of input with index.shape in place of dim.

    Source: torch.index_select. The difference: index has any shape and integer type.

    Args:
        input: array of any library or list.
        dim: dimension of input, in [-rank, rank-1].
        index: non-negative integers, as in PyTorch. A scalar is treated as a list of one.
        out: destination that shares no memory with the inputs; None: a new array.

    Returns:
        out, or a new array of the kind of input.

    Raises:
        IndexOutOfBounds: an index out of bounds or negative.
        ShapeError: dim is out of range (AX2). DTypeError: indices that are no integers (TY3).

    >>> import numpy as np, strew
    >>> strew.index_select(np.arange(12).reshape(3, 4), 1, [0, 2])
    array([[ 0,  2],
           [ 4,  6],
           [ 8, 10]])
    """
    data, indices, along = data_of(input), of_rank_one(indices_of(index)), integer(dim, "dim")
    if len(data.shape) == 0:
        check_one_index(indices)
        return on_one_dimension(partial(_select, indices, along), data, out, ())
    return _select(indices, along, data, out)


def _select(indices: Any, axis: int, data: Any, out: Any) -> Array:
    taken: Array = core_of(data).gather(data, indices, axis=axis, negative_indices="invalid", out=out)
    return taken


@overload
def index_add(
    input: Operand, dim: int, index: Operand, source: Operand, *, alpha: Any = 1, out: OutT
) -> OutT: ...
@overload
def index_add(  # type: ignore[overload-overlap]
    input: KindT, dim: int, index: Operand, source: Operand, *, alpha: Any = 1, out: None = None
) -> KindT: ...
@overload
def index_add(
    input: Operand, dim: int, index: Operand, source: Operand, *, alpha: Any = 1, out: None = None
) -> NDArray[Any]: ...
@_borrowed
def index_add(
    input: Operand, dim: int, index: Operand, source: Operand, *, alpha: Any = 1, out: Destination | None = None
) -> Array:
    """`input` with alpha * source[i] added to the slice index[i] along `dim`, for each i in order.

    Shape of source: that of input with index.shape in place of dim; it is broadcast to that.

    Source: torch.index_add; out=input is Tensor.index_add_. The difference: repeated indices are added in their order,
    so that the result is bitwise identical for any number of threads; source is broadcast; bfloat16 and float16 sums
    are rounded once, after alpha * source was rounded to the type of input.

    Args:
        input: array of any library or list; unchanged unless it is out.
        dim: dimension of input, in [-rank, rank-1].
        index: non-negative integers, as in PyTorch. A scalar is treated as a list of one.
        source: array of the type of input, list or scalar.
        alpha: factor for source, exact in the type of input where that is an integer type.
        out: destination; out=input works in place. None: a new array.

    Returns:
        out, or a new array of the kind of input.

    Raises:
        IndexOutOfBounds: an index out of bounds or negative.
        ShapeError: source does not broadcast (PY14), or dim is out of range (AX2).
        DTypeError: types that differ (TY2), alpha that is not representable (PY11). OverlapError, ArrayError: as
            strew.scatter.

    >>> import numpy as np, strew
    >>> x = np.ones((5, 3), dtype=np.float32)
    >>> t = np.array([[1, 2, 3], [4, 5, 6], [7, 8, 9]], dtype=np.float32)
    >>> strew.index_add(x, 0, [0, 4, 2], t, alpha=-1)
    array([[ 0., -1., -2.],
           [ 1.,  1.,  1.],
           [-6., -7., -8.],
           [ 1.,  1.,  1.],
           [-3., -4., -5.]], dtype=float32)
    """
    data = data_of(input)
    updates = updates_of(source, data)
    is_one = isinstance(alpha, (int, float)) and alpha == 1
    return _scatter(data, dim, index, updates if is_one else _times(updates, alpha), "add", True, out)


def _times(source: Any, alpha: Any) -> Any:
    """alpha * source computed by the core as a product into the whole array: its rules for types and NaN apply."""
    factor = one_element(alpha, dtype_of(source), f"alpha={alpha!r}")
    if core_of(source) is not _strew:
        return source * factor.item()  # rounded as there, and with a derivative
    whole = np.empty(0, np.int64)
    return _strew.scatter_nd(Filled.of(tuple(source.shape), factor), whole, source, reduction="mul")


@overload
def index_copy(input: Operand, dim: int, index: Operand, source: Operand, *, out: OutT) -> OutT: ...
@overload
def index_copy(  # type: ignore[overload-overlap]
    input: KindT, dim: int, index: Operand, source: Operand, *, out: None = None
) -> KindT: ...
@overload
def index_copy(input: Operand, dim: int, index: Operand, source: Operand, *, out: None = None) -> NDArray[Any]: ...
@_borrowed
def index_copy(input: Operand, dim: int, index: Operand, source: Operand, *, out: Destination | None = None) -> Array:
    """`input` with source[i] copied into the slice index[i] along `dim`, for each i in order.

    Shape of source: that of input with index.shape in place of dim; it is broadcast to that.

    Source: torch.index_copy; out=input is Tensor.index_copy_. The difference: where indices repeat the last slice wins;
    source is broadcast; index has any integer type.

    Args, Returns, Raises: as strew.index_add.

    >>> import numpy as np, strew
    >>> x = np.zeros((5, 3))
    >>> strew.index_copy(x, 0, [0, 4, 2], [[1, 2, 3], [4, 5, 6], [7, 8, 9]])
    array([[1., 2., 3.],
           [0., 0., 0.],
           [7., 8., 9.],
           [0., 0., 0.],
           [4., 5., 6.]])
    """
    data = data_of(input)
    return _scatter(data, dim, index, updates_of(source, data), "none", True, out)


@overload
def index_reduce(
    input: Operand, dim: int, index: Operand, source: Operand, reduce: IndexReduce, *, include_self: bool = True,
    out: OutT,
) -> OutT: ...  # fmt: skip
@overload
def index_reduce(  # type: ignore[overload-overlap]
    input: KindT, dim: int, index: Operand, source: Operand, reduce: IndexReduce, *, include_self: bool = True,
    out: None = None,
) -> KindT: ...  # fmt: skip
@overload
def index_reduce(
    input: Operand, dim: int, index: Operand, source: Operand, reduce: IndexReduce, *, include_self: bool = True,
    out: None = None,
) -> NDArray[Any]: ...  # fmt: skip
@_borrowed
def index_reduce(
    input: Operand, dim: int, index: Operand, source: Operand, reduce: IndexReduce, *, include_self: bool = True,
    out: Destination | None = None,
) -> Array:  # fmt: skip
    """`input` with source[i] combined into the slice index[i] along `dim`, for each i in order.

    Shape of source: that of input with index.shape in place of dim; it is broadcast to that.

    Source: torch.index_reduce; out=input is Tensor.index_reduce_. The difference: repeated indices are combined in
    their order; amax and amin take -0 below +0; the mean of float16 and bfloat16 is rounded once; source is broadcast.
    Means of integers are floors, as in PyTorch.

    Args:
        reduce: "prod", "mean", "amax" or "amin"; sums are strew.index_add.
        include_self: False: the old value of a slice that is reduced into is excluded. Others are unchanged.
        input, dim, index, source, out: as strew.index_add.

    Returns, Raises: as strew.index_add, and OptionError: another reduce (PY7).

    >>> import numpy as np, strew
    >>> x = np.full((5, 3), 2.0)
    >>> t = np.array([[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]], dtype=float)
    >>> strew.index_reduce(x, 0, [0, 4, 2, 0], t, "prod", include_self=False)
    array([[10., 22., 36.],
           [ 2.,  2.,  2.],
           [ 7.,  8.,  9.],
           [ 2.,  2.,  2.],
           [ 4.,  5.,  6.]])
    """
    if isinstance(reduce, str) and reduce in ("sum", "add"):
        raise from_rule("PY7", None, f"reduce={reduce!r} is strew.index_add")
    reduction = chosen("reduce", reduce, _REDUCTIONS)
    data = data_of(input)
    return _scatter(data, dim, index, updates_of(source, data), reduction, include_self, out)


def _scatter(
    data: Any, dim: int, index: Any, updates: Any, reduction: Reduction, include_self: bool, out: Any
) -> Array:
    """One slice along `dim` for each index, none of which is negative. A dim out of range is refused by the core."""
    call = partial(_along, integer(dim, "dim"), of_rank_one(indices_of(index)), updates, reduction, include_self)
    if len(data.shape) == 0:
        return on_one_dimension(call, data, out, ())
    return call(data, out)


def _along(
    axis: int, indices: Any, updates: Any, reduction: Reduction, include_self: bool, data: Any, out: Any
) -> Array:
    shape = data.shape
    rank = len(shape)
    if -rank <= axis < rank:
        axis %= rank
        updates = expanded(updates, shape[:axis] + indices.shape + shape[axis + 1 :], "updates")
    scattered: Array = core_of(data, updates).scatter(
        data, indices, updates, axis=axis, reduction=reduction, include_self=include_self,
        negative_indices="invalid", out=out,
    )  # fmt: skip
    return scattered
