"""The scatter, segment and spmm of PyTorch Geometric, for arrays of any library, with the rules of strew."""

from __future__ import annotations

from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from strew._arrays import dtype_of
from strew._borrowed import borrowed
from strew._csr import segment, spmm
from strew._differentiable import core_of
from strew._errors import ShapeError, chosen, from_rule
from strew._groups import empty_groups, groups_of, size
from strew._typing import Array, KindT, Operand, Reduction, SegmentReduce
from strew._views import data_of, expanded, indices_of, integer

__all__ = ["scatter", "segment", "spmm"]

_REDUCTIONS: dict[str, Reduction] = {
    "sum": "add", "add": "add", "mul": "mul", "mean": "mean", "min": "min", "max": "max", "any": "none",
}  # fmt: skip


@overload
def scatter(  # type: ignore[overload-overlap]
    src: KindT, index: Operand, dim: int = 0, dim_size: int | None = None, reduce: SegmentReduce = "sum"
) -> KindT: ...
@overload
def scatter(
    src: Operand, index: Operand, dim: int = 0, dim_size: int | None = None, reduce: SegmentReduce = "sum"
) -> NDArray[Any]: ...
@borrowed(updates="src", indices="index", axis="dim")
def scatter(
    src: Operand, index: Operand, dim: int = 0, dim_size: int | None = None, reduce: SegmentReduce = "sum"
) -> Array:
    """The elements of `src` with the same index along `dim`, combined.

    Shape of the result: that of src with dim_size at dim. An index of rank 1 holds for whole slices of src, and one index
    for all of them; an index of a higher rank is broadcast to src from its first dimension on.

    Source: torch_geometric.utils.scatter, and torch_scatter.scatter (where dim is -1 unless given). The difference:
    elements are combined in their order, so that the result is bitwise identical for any number of threads; bfloat16 and
    float16 sums are rounded once; "any" is the last element; index has any integer type and rank; there is no out
    (strew.scatter has one). It is differentiable with respect to a src that requires grad, except for "mul"
    (strew.torch). Means of integers are floors; groups without an element are 0, or 1 for "mul", as there.

    Args:
        src: array of any library or list.
        index: non-negative integers, one for each slice or element of src along dim.
        dim: dimension of src, in [-rank, rank-1].
        dim_size: number of groups; None: the largest index + 1.
        reduce: "sum" or "add", "mul", "mean", "min", "max", "any".

    Returns:
        a new array of the kind of src.

    Raises:
        IndexOutOfBounds: an index that is negative, or dim_size or more.
        ShapeError: index that does not broadcast to src (PY14, AX5), dim out of range (AX2).
        OptionError: another reduce (PY7), dim_size that is negative or no integer (PY8).
        DTypeError: indices that are no integers (TY3), a type that has no such reduction (TY4).

    >>> import numpy as np
    >>> from strew import pyg
    >>> src = np.array([[2, 0, 1, 4, 3], [0, 2, 1, 3, 4]])
    >>> pyg.scatter(src, np.array([[4, 5, 4, 2, 3], [0, 0, 2, 2, 1]]), dim=1, reduce="max")
    array([[0, 0, 4, 3, 2, 0],
           [2, 4, 3, 0, 0, 0]])
    >>> pyg.scatter(src, np.array([1, 1]))
    array([[0, 0, 0, 0, 0],
           [2, 2, 2, 7, 7]])
    """
    reduction = chosen("reduce", reduce, _REDUCTIONS)
    updates, places = data_of(src), indices_of(index)
    axis, rank = integer(dim, "dim"), len(updates.shape)
    if not -rank <= axis < rank:
        raise from_rule("AX2", None, f"dim is {axis}, outside [{-rank}, {rank - 1}]", ShapeError)
    axis %= rank
    if places.shape == (1,):
        places = expanded(places, (updates.shape[axis],), "indices")
    length = groups_of(places) if dim_size is None else size(dim_size, "dim_size")
    start, made = _start(updates, (*updates.shape[:axis], length, *updates.shape[axis + 1 :]), reduce)
    options: dict[str, Any] = {
        "axis": axis, "reduction": reduction, "negative_indices": "invalid", "out": made,
        "include_self": reduce not in ("mean", "min", "max"),
    }  # fmt: skip
    combined: Array
    core = core_of(updates)
    if len(places.shape) == 1:
        combined = core.scatter(start, places, updates, **options)
    else:
        combined = core.scatter_elements(start, _broadcast(places, tuple(updates.shape)), updates, **options)
    return combined


def _start(updates: Any, shape: tuple[int, ...], reduce: str) -> tuple[Any, Any]:
    is_numpy = type(updates) is np.ndarray
    dtype = updates.dtype if is_numpy else dtype_of(updates)
    return empty_groups(shape, 1 if reduce == "mul" else 0, dtype, is_numpy)


def _broadcast(places: Any, shape: tuple[int, ...]) -> Any:
    """Dimensions that the index lacks are its last ones."""
    lacking = len(shape) - len(places.shape)
    if lacking > 0:
        places = places.reshape((*places.shape, *(1,) * lacking))
    return expanded(places, shape, "indices")
