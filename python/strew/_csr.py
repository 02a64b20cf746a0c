"""PyTorch Geometric's functions of compressed rows: segment and spmm."""

from __future__ import annotations

from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from strew._arrays import dtype_of
from strew._borrowed import borrowed
from strew._errors import chosen, from_rule
from strew._filled import Filled
from strew._segment_reduce import segment_reduce
from strew._typing import Array, KindT, Operand, Reduction
from strew._views import data_of, expanded, indices_of, shape_error

Reduce = Literal["sum", "add", "mean", "min", "max"]
_REDUCTIONS: dict[Any, Reduction] = {"sum": "add", "add": "add", "mean": "mean", "min": "min", "max": "max"}


@overload
def segment(src: KindT, ptr: Operand, reduce: Reduce = "sum") -> KindT: ...  # type: ignore[overload-overlap]
@overload
def segment(src: Operand, ptr: Operand, reduce: Reduce = "sum") -> NDArray[Any]: ...
@borrowed(data="src", indices="indices", segments="ptr")
def segment(src: Operand, ptr: Operand, reduce: Reduce = "sum") -> Array:
    """The slices ptr[i] to ptr[i + 1] - 1 of `src`, combined for each i.

    Shape of the result: that of src with len(ptr) - 1 in place of its first dimension. A ptr of more dimensions reduces
    along its last one; those before it are broadcast to src.

    Source: torch_geometric.utils.segment, and torch_scatter.segment_csr. The difference: slices are combined in their
    order, so that the result is bitwise identical for any number of threads; float16 and bfloat16 are rounded once; means
    of integers are floors, and the mean of -0 is -0; a ptr that does not ascend is an error (OF1). It has no gradients.

    Args:
        src: array of any library or list.
        ptr: ascending integers, where each group begins, and where the last one ends.
        reduce: "sum" or "add", "mean", "min", "max"; a group without slices is 0.

    Returns:
        a new array of the kind of src.

    Raises:
        IndexOutOfBounds: a ptr that does not ascend, or goes beyond src (OF1).
        ShapeError: a ptr that does not broadcast to src (PY14).
        OptionError: another reduce (PY7). DTypeError: a ptr that is no integer (TY3), a type that has no such reduction
            (TY4).

    >>> import numpy as np
    >>> from strew import pyg
    >>> pyg.segment(np.array([[1.0, 2], [3, 4], [5, 6]]), [0, 2, 2, 3])
    array([[4., 6.],
           [0., 0.],
           [5., 6.]])
    """
    reduction = chosen("reduce", reduce, _REDUCTIONS)
    table, begins = data_of(src), indices_of(ptr, "segments")
    batch = len(begins.shape) - 1
    if not 0 <= batch < len(table.shape):
        raise shape_error("segments", f"{batch + 1} dimensions are given for the {len(table.shape)} of src")
    begins = expanded(begins, (*table.shape[:batch], begins.shape[-1]), "segments")
    count = max(begins.shape[-1] - 1, 0)
    shape = (*table.shape[:batch], count, *table.shape[batch + 1 :])
    made: Array = segment_reduce(
        table, offsets=begins, num_segments=count, batch_dims=batch, reduction=reduction,
        base=_start(reduction, shape, table),
    )  # fmt: skip
    return made


@overload
def spmm(src: Any, other: KindT, reduce: Reduce = "sum") -> KindT: ...
@overload
def spmm(src: Any, other: Operand, reduce: Reduce = "sum") -> NDArray[Any]: ...
@borrowed(data="other", indices="src", segments="src", weights="src")
def spmm(src: Any, other: Operand, reduce: Reduce = "sum") -> Array:
    """The product of the sparse matrix `src`, in compressed rows, with `other`: each row of src picks and weighs rows of it.

    Shape of the result: (rows of src,) + other.shape[1:].

    Source: torch_geometric.utils.spmm, and torch.sparse.mm with reduce. The difference: products are rounded before they
    are added, in the order of the columns as they are stored, so that the result is bitwise identical for any number of
    threads; float16 and bfloat16 are rounded once; columns may repeat and need not be sorted; other has any number of
    dimensions. It has no gradients.

    Args:
        src: a CSR matrix: of scipy.sparse, a torch.sparse_csr tensor, or (indptr, indices, values), where values may be
            None: all are 1.
        other: array of any library or list, of the type of the values.
        reduce: "sum" or "add", "mean" (the sum divided by the number of values of the row), "min", "max"; an empty row
            is 0.

    Returns:
        a new array of the kind of other.

    Raises:
        IndexOutOfBounds: a column that is negative or beyond other (IX1), an indptr that does not ascend (OF1).
        ShapeError: src has another number of columns than other has rows, or of values than of columns (PY14).
        ArrayError: src is no CSR matrix (PY1). OptionError: another reduce (PY7). DTypeError: types that differ (PB4).

    >>> import numpy as np
    >>> from strew import pyg
    >>> matrix = (np.array([0, 2, 2, 3]), np.array([0, 2, 1]), np.array([1.0, 10.0, 2.0]))
    >>> pyg.spmm(matrix, np.array([[1.0, 2], [3, 4], [5, 6]]))
    array([[51., 62.],
           [ 0.,  0.],
           [ 6.,  8.]])
    >>> pyg.spmm(matrix, np.array([1.0, 3, 5]), "max")
    array([50.,  0.,  6.])
    """
    reduction = chosen("reduce", reduce, _REDUCTIONS)
    begins, columns, values, width = _parts_of(src)
    table = data_of(other)
    if width is not None and table.shape and table.shape[0] != width:
        raise shape_error("data", f"it has {table.shape[0]} rows, and src {width} columns")
    count = max(begins.shape[-1] - 1, 0) if begins.shape else 0
    made: Array = segment_reduce(
        table, columns, offsets=begins, num_segments=count, weights=values, reduction=reduction,
        negative_indices="invalid", base=_start(reduction, (count, *table.shape[1:]), table),
    )  # fmt: skip
    return made


def _start(reduction: str, shape: tuple[int, ...], table: Any) -> Filled | None:
    """Sums begin with +0 there."""
    return Filled(shape, dtype_of(table)) if reduction == "add" else None


def _parts_of(src: Any) -> tuple[Any, Any, Any, int | None]:
    """indptr, indices, values, and the number of columns where the matrix knows it."""
    if isinstance(src, (tuple, list)) and len(src) == 3:
        begins, columns, values = indices_of(src[0]), indices_of(src[1]), src[2]
        if values is not None and tuple(data_of(values).shape) != tuple(columns.shape):
            raise shape_error("indices", f"it has {tuple(columns.shape)} columns and {tuple(data_of(values).shape)} values")
        return begins, columns, values, None
    is_of_scipy = getattr(src, "format", None) == "csr"
    if is_of_scipy or str(getattr(src, "layout", "")) == "torch.sparse_csr":
        if len(src.shape) != 2:
            raise from_rule("PY1", "indices", f"has the shape {tuple(src.shape)}, which is that of no matrix: give rows and columns")
        if is_of_scipy:
            return np.asarray(src.indptr), np.asarray(src.indices), np.asarray(src.data), int(src.shape[1])
        return src.crow_indices(), src.col_indices(), src.values(), int(src.shape[1])
    raise from_rule("PY1", "indices", f"is no CSR matrix, but of type {type(src).__name__}: give three arrays")
