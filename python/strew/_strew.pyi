"""Made by tools/stubs from the extension."""

from inspect import Signature
from typing import Any, Literal, NoReturn, SupportsIndex, overload

from numpy.typing import ArrayLike, NDArray

from strew._filled import Filled
from strew._typing import (
    Accumulate,
    Array,
    Destination,
    Duplicates,
    GatherBounds,
    KindT,
    Mode,
    NegativeIndices,
    OnError,
    Operand,
    Order,
    OutT,
    Reduction,
    ScalarT,
    ScatterBounds,
    TensorT,
)

__version__: str

@overload
def gather(
    data: Operand, indices: Operand, *, axis: SupportsIndex = 0, batch_dims: SupportsIndex = 0,
    out_of_bounds: GatherBounds = "error", negative_indices: NegativeIndices = "from_end",
    fill_value: ArrayLike | None = None, out: OutT, threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> OutT:
    """Slices of `data` along `axis`, one for each index.

    out[B, p, j, s] = data[B, p, indices[B, j], s], with B the `batch_dims` leading dimensions, p those up to `axis` and s
    those after it. Shape of the result: data.shape[:axis] + indices.shape[batch_dims:] + data.shape[axis+1:].

    Source: ONNX Gather, TensorFlow gather; rules AX1 to AX5 in docs/contract.md.

    Args:
        data: array of any element type and rank at least 1.
        indices: integers of 8 to 64 bits, signed or unsigned; not converted.
        axis: dimension of data that the indices address, in [-rank, rank-1].
        batch_dims: leading dimensions that data and indices share, in [0, min(axis, indices.ndim)].
        out_of_bounds: "error", "clamp", "wrap", "skip" (leaves out unchanged), "fill", "assume".
        negative_indices: "from_end" (-1 is the last) or "invalid".
        fill_value: with "fill": one element; zero bytes unless given.
        out: destination that shares no memory with the inputs.
        threads: maximum number of threads; None: as many as the machine allows.
        on_error: "keep", or "discard": out may be half-written after an error, so that indices may be read once.

    Returns:
        out, or a new array of the kind of data.

    Raises:
        IndexOutOfBounds: reports the first bad position; out is unchanged.
        ShapeError, DTypeError, OptionError, OverlapError, ArrayError: with the broken rule in .rule.

    >>> import numpy as np, strew
    >>> table = np.arange(12).reshape(4, 3)
    >>> strew.gather(table, [3, 0, -1])
    array([[ 9, 10, 11],
           [ 0,  1,  2],
           [ 9, 10, 11]])
    >>> strew.gather(table, [2, 0], axis=1, out_of_bounds="clamp")
    array([[ 2,  0],
           [ 5,  3],
           [ 8,  6],
           [11,  9]])
    """
@overload
def gather(
    data: NDArray[ScalarT], indices: Operand, *, axis: SupportsIndex = 0, batch_dims: SupportsIndex = 0,
    out_of_bounds: GatherBounds = "error", negative_indices: NegativeIndices = "from_end",
    fill_value: ArrayLike | None = None, out: None = None, threads: SupportsIndex | None = None,
    on_error: OnError = "keep",
) -> NDArray[ScalarT]: ...
@overload
def gather(  # type: ignore[overload-overlap]
    data: TensorT, indices: Operand, *, axis: SupportsIndex = 0, batch_dims: SupportsIndex = 0,
    out_of_bounds: GatherBounds = "error", negative_indices: NegativeIndices = "from_end",
    fill_value: ArrayLike | None = None, out: None = None, threads: SupportsIndex | None = None,
    on_error: OnError = "keep",
) -> TensorT: ...
@overload
def gather(
    data: Operand, indices: Operand, *, axis: SupportsIndex = 0, batch_dims: SupportsIndex = 0,
    out_of_bounds: GatherBounds = "error", negative_indices: NegativeIndices = "from_end",
    fill_value: ArrayLike | None = None, out: None = None, threads: SupportsIndex | None = None,
    on_error: OnError = "keep",
) -> NDArray[Any]: ...

def _plan_gather(*arrays: Any, **options: Any) -> Plan: ...

@overload
def gather_elements(
    data: Operand, indices: Operand, *, axis: SupportsIndex = 0, out_of_bounds: GatherBounds = "error",
    negative_indices: NegativeIndices = "from_end", fill_value: ArrayLike | None = None, out: OutT,
    threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> OutT:
    """The element of `data` along `axis` that each element of `indices` addresses.

    out[c] = data[c with c[axis] := indices[c]]. Shape of the result: indices.shape; off the axis it is at most data.shape.

    Source: ONNX GatherElements, torch.gather, numpy.take_along_axis; rules EL1 to EL4 in docs/contract.md.

    Args:
        data: array of any element type and rank at least 1.
        indices: integers of 8 to 64 bits, of the rank of data.
        axis: dimension of data that the indices address, in [-rank, rank-1].
        out_of_bounds: "error", "clamp", "wrap", "skip" (leaves out unchanged), "fill", "assume".
        negative_indices: "from_end" (-1 is the last) or "invalid".
        fill_value: with "fill": one element; zero bytes unless given.
        out: destination that shares no memory with the inputs.
        threads: maximum number of threads; None: as many as the machine allows.
        on_error: "keep", or "discard": out may be half-written after an error, so that indices may be read once.

    Returns:
        out, or a new array of the kind of data.

    Raises:
        IndexOutOfBounds: reports the first bad position; out is unchanged.
        ShapeError, DTypeError, OptionError, OverlapError, ArrayError: with the broken rule in .rule.

    >>> import numpy as np, strew
    >>> scores = np.array([[0.1, 0.7, 0.2], [0.5, 0.2, 0.3]])
    >>> strew.gather_elements(scores, np.array([[1], [0]]), axis=1)
    array([[0.7],
           [0.5]])
    """
@overload
def gather_elements(
    data: NDArray[ScalarT], indices: Operand, *, axis: SupportsIndex = 0, out_of_bounds: GatherBounds = "error",
    negative_indices: NegativeIndices = "from_end", fill_value: ArrayLike | None = None, out: None = None,
    threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> NDArray[ScalarT]: ...
@overload
def gather_elements(  # type: ignore[overload-overlap]
    data: TensorT, indices: Operand, *, axis: SupportsIndex = 0, out_of_bounds: GatherBounds = "error",
    negative_indices: NegativeIndices = "from_end", fill_value: ArrayLike | None = None, out: None = None,
    threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> TensorT: ...
@overload
def gather_elements(
    data: Operand, indices: Operand, *, axis: SupportsIndex = 0, out_of_bounds: GatherBounds = "error",
    negative_indices: NegativeIndices = "from_end", fill_value: ArrayLike | None = None, out: None = None,
    threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> NDArray[Any]: ...

def _plan_gather_elements(*arrays: Any, **options: Any) -> Plan: ...

@overload
def gather_nd(
    data: Operand, indices: Operand, *, batch_dims: SupportsIndex = 0, out_of_bounds: GatherBounds = "error",
    negative_indices: NegativeIndices = "from_end", fill_value: ArrayLike | None = None, out: OutT,
    threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> OutT:
    """Slices of `data`, one for each index tuple.

    The last dimension of `indices` holds tuples of k members, which address the k dimensions of data after the
    `batch_dims` leading ones: out[B, m, s] = data[B, indices[B, m, :], s]. Shape of the result:
    indices.shape[:-1] + data.shape[batch_dims+k:].

    Source: ONNX GatherND, DirectML GATHER_ND1, TensorFlow gather_nd; rules ND1 to ND5 in docs/contract.md.

    Args:
        data: array of any element type.
        indices: integers of 8 to 64 bits, of rank at least 1.
        batch_dims: leading dimensions that data and indices share.
        out_of_bounds: "error", "clamp", "wrap", "skip" (leaves out unchanged), "fill", "assume".
        negative_indices: "from_end" (-1 is the last) or "invalid".
        fill_value: with "fill": one element; zero bytes unless given.
        out: destination that shares no memory with the inputs.
        threads: maximum number of threads; None: as many as the machine allows.
        on_error: "keep", or "discard": out may be half-written after an error, so that indices may be read once.

    Returns:
        out, or a new array of the kind of data.

    Raises:
        IndexOutOfBounds: reports the first bad position; out is unchanged.
        ShapeError, DTypeError, OptionError, OverlapError, ArrayError: with the broken rule in .rule.

    >>> import numpy as np, strew
    >>> board = np.arange(9).reshape(3, 3)
    >>> strew.gather_nd(board, np.array([[0, 0], [2, -1]]))
    array([0, 8])
    >>> strew.gather_nd(board, np.array([[1, 3]]))
    Traceback (most recent call last):
        ...
    strew.IndexOutOfBounds: IX1: indices: position 0 (0): component 1 of (1, 3) is 3, outside ...; 1 of 1 position is bad
    """
@overload
def gather_nd(
    data: NDArray[ScalarT], indices: Operand, *, batch_dims: SupportsIndex = 0, out_of_bounds: GatherBounds = "error",
    negative_indices: NegativeIndices = "from_end", fill_value: ArrayLike | None = None, out: None = None,
    threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> NDArray[ScalarT]: ...
@overload
def gather_nd(  # type: ignore[overload-overlap]
    data: TensorT, indices: Operand, *, batch_dims: SupportsIndex = 0, out_of_bounds: GatherBounds = "error",
    negative_indices: NegativeIndices = "from_end", fill_value: ArrayLike | None = None, out: None = None,
    threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> TensorT: ...
@overload
def gather_nd(
    data: Operand, indices: Operand, *, batch_dims: SupportsIndex = 0, out_of_bounds: GatherBounds = "error",
    negative_indices: NegativeIndices = "from_end", fill_value: ArrayLike | None = None, out: None = None,
    threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> NDArray[Any]: ...

def _plan_gather_nd(*arrays: Any, **options: Any) -> Plan: ...

@overload
def scatter(
    data: Operand, indices: Operand, updates: Operand, *, axis: SupportsIndex = 0, batch_dims: SupportsIndex = 0,
    reduction: Reduction = "none", include_self: bool = True, out_of_bounds: ScatterBounds = "error",
    negative_indices: NegativeIndices = "from_end", duplicates: Duplicates = "allow", ordered: bool = True,
    accumulate: Accumulate = "wide", out: OutT, threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> OutT:
    """`data` with `updates` written, or combined, into the slices along `axis` addressed by `indices`.

    out = data; out[B, p, indices[B, j], s] (reduction)= updates[B, p, j, s], with B the `batch_dims` leading dimensions, p
    those up to `axis` and s those after it. Updates are applied in the order of the indices, on any number of threads.
    Shape of updates: data.shape[:axis] + indices.shape[batch_dims:] + data.shape[axis+1:].

    Source: BNNSScatter, torch.index_add, OpenVINO ScatterUpdate; rules AX1 to AX5 in docs/contract.md.

    Args:
        data: array of any element type and rank at least 1, or strew.filled(shape, dtype, value).
        indices: integers of 8 to 64 bits, signed or unsigned; not converted.
        updates: array of the type of data; a list takes that type.
        axis: dimension of data that the indices address, in [-rank, rank-1].
        batch_dims: leading dimensions that data and indices share, in [0, min(axis, indices.ndim)].
        reduction: "none" (the last write wins), "add", "sub", "mul", "min", "max", "mean", "and", "or", "xor".
        include_self: False: the first update of a cell replaces its old value.
        out_of_bounds: "error", "clamp", "wrap", "skip" (drops the update), "assume".
        negative_indices: "from_end" (-1 is the last) or "invalid".
        duplicates: "allow", or "error": refuse, before any write, if two positions write one cell.
        ordered: False: float and complex sums and products may be combined in any order where indices repeat.
        accumulate: "wide": float16 and bfloat16 sums in float32, rounded once; "native": each update rounds.
        out: destination; out=data works in place. None: a new array, data is unchanged.
        threads: maximum number of threads; None: as many as the machine allows.
        on_error: "keep", or "discard": out may be half-written after an error, so that indices may be read once.

    Returns:
        out, or a new array of the kind of data.

    Raises:
        IndexOutOfBounds, DuplicateIndex: report the first bad position; out is unchanged.
        ShapeError, DTypeError, OptionError, OverlapError, ArrayError: with the broken rule in .rule.

    >>> import numpy as np, strew
    >>> sums = np.zeros((3, 2))
    >>> strew.scatter(sums, [0, 2, 0], [[1, 2], [3, 4], [5, 6]], reduction="add", out=sums)
    array([[6., 8.],
           [0., 0.],
           [3., 4.]])
    """
@overload
def scatter(
    data: NDArray[ScalarT], indices: Operand, updates: Operand, *, axis: SupportsIndex = 0,
    batch_dims: SupportsIndex = 0, reduction: Reduction = "none", include_self: bool = True,
    out_of_bounds: ScatterBounds = "error", negative_indices: NegativeIndices = "from_end",
    duplicates: Duplicates = "allow", ordered: bool = True, accumulate: Accumulate = "wide", out: None = None,
    threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> NDArray[ScalarT]: ...
@overload
def scatter(  # type: ignore[overload-overlap]
    data: TensorT, indices: Operand, updates: Operand, *, axis: SupportsIndex = 0, batch_dims: SupportsIndex = 0,
    reduction: Reduction = "none", include_self: bool = True, out_of_bounds: ScatterBounds = "error",
    negative_indices: NegativeIndices = "from_end", duplicates: Duplicates = "allow", ordered: bool = True,
    accumulate: Accumulate = "wide", out: None = None, threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> TensorT: ...
@overload
def scatter(  # type: ignore[overload-overlap]
    data: Filled, indices: Operand, updates: TensorT, *, axis: SupportsIndex = 0, batch_dims: SupportsIndex = 0,
    reduction: Reduction = "none", include_self: bool = True, out_of_bounds: ScatterBounds = "error",
    negative_indices: NegativeIndices = "from_end", duplicates: Duplicates = "allow", ordered: bool = True,
    accumulate: Accumulate = "wide", out: None = None, threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> TensorT: ...
@overload
def scatter(
    data: Operand, indices: Operand, updates: Operand, *, axis: SupportsIndex = 0, batch_dims: SupportsIndex = 0,
    reduction: Reduction = "none", include_self: bool = True, out_of_bounds: ScatterBounds = "error",
    negative_indices: NegativeIndices = "from_end", duplicates: Duplicates = "allow", ordered: bool = True,
    accumulate: Accumulate = "wide", out: None = None, threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> NDArray[Any]: ...

def _plan_scatter(*arrays: Any, **options: Any) -> Plan: ...

@overload
def scatter_elements(
    data: Operand, indices: Operand, updates: Operand, *, axis: SupportsIndex = 0, reduction: Reduction = "none",
    include_self: bool = True, out_of_bounds: ScatterBounds = "error", negative_indices: NegativeIndices = "from_end",
    duplicates: Duplicates = "allow", ordered: bool = True, accumulate: Accumulate = "wide", out: OutT,
    threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> OutT:
    """`data` with each update written, or combined, into the element that its index addresses along `axis`.

    out = data; out[c with c[axis] := indices[c]] (reduction)= updates[c]. Shape of updates: indices.shape; off the axis it
    is at most data.shape. Updates are applied in row-major order, on any number of threads.

    Source: ONNX ScatterElements, DirectML SCATTER, torch.scatter_reduce; rules EL1 to EL4 in docs/contract.md.

    Args:
        data: array of any element type and rank at least 1, or strew.filled(shape, dtype, value).
        indices: integers of 8 to 64 bits, of the rank of data.
        updates: array of the type of data and the shape of indices; a list takes that type.
        axis: dimension of data that the indices address, in [-rank, rank-1].
        reduction: "none" (the last write wins), "add", "sub", "mul", "min", "max", "mean", "and", "or", "xor".
        include_self: False: the first update of a cell replaces its old value.
        out_of_bounds: "error", "clamp", "wrap", "skip" (drops the update), "assume".
        negative_indices: "from_end" (-1 is the last) or "invalid".
        duplicates: "allow", or "error": refuse, before any write, if two positions write one cell.
        ordered: False: float and complex sums and products may be combined in any order where indices repeat.
        accumulate: "wide": float16 and bfloat16 sums in float32, rounded once; "native": each update rounds.
        out: destination; out=data works in place. None: a new array, data is unchanged.
        threads: maximum number of threads; None: as many as the machine allows.
        on_error: "keep", or "discard": out may be half-written after an error, so that indices may be read once.

    Returns:
        out, or a new array of the kind of data.

    Raises:
        IndexOutOfBounds, DuplicateIndex: report the first bad position; out is unchanged.
        ShapeError, DTypeError, OptionError, OverlapError, ArrayError: with the broken rule in .rule.

    >>> import numpy as np, strew
    >>> strew.scatter_elements(np.zeros((2, 3)), [[0, 0, 1]], [[1, 2, 3]], axis=0, reduction="add")
    array([[1., 2., 0.],
           [0., 0., 3.]])
    """
@overload
def scatter_elements(
    data: NDArray[ScalarT], indices: Operand, updates: Operand, *, axis: SupportsIndex = 0,
    reduction: Reduction = "none", include_self: bool = True, out_of_bounds: ScatterBounds = "error",
    negative_indices: NegativeIndices = "from_end", duplicates: Duplicates = "allow", ordered: bool = True,
    accumulate: Accumulate = "wide", out: None = None, threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> NDArray[ScalarT]: ...
@overload
def scatter_elements(  # type: ignore[overload-overlap]
    data: TensorT, indices: Operand, updates: Operand, *, axis: SupportsIndex = 0, reduction: Reduction = "none",
    include_self: bool = True, out_of_bounds: ScatterBounds = "error", negative_indices: NegativeIndices = "from_end",
    duplicates: Duplicates = "allow", ordered: bool = True, accumulate: Accumulate = "wide", out: None = None,
    threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> TensorT: ...
@overload
def scatter_elements(  # type: ignore[overload-overlap]
    data: Filled, indices: Operand, updates: TensorT, *, axis: SupportsIndex = 0, reduction: Reduction = "none",
    include_self: bool = True, out_of_bounds: ScatterBounds = "error", negative_indices: NegativeIndices = "from_end",
    duplicates: Duplicates = "allow", ordered: bool = True, accumulate: Accumulate = "wide", out: None = None,
    threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> TensorT: ...
@overload
def scatter_elements(
    data: Operand, indices: Operand, updates: Operand, *, axis: SupportsIndex = 0, reduction: Reduction = "none",
    include_self: bool = True, out_of_bounds: ScatterBounds = "error", negative_indices: NegativeIndices = "from_end",
    duplicates: Duplicates = "allow", ordered: bool = True, accumulate: Accumulate = "wide", out: None = None,
    threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> NDArray[Any]: ...

def _plan_scatter_elements(*arrays: Any, **options: Any) -> Plan: ...

@overload
def scatter_nd(
    data: Operand, indices: Operand, updates: Operand, *, batch_dims: SupportsIndex = 0, reduction: Reduction = "none",
    include_self: bool = True, out_of_bounds: ScatterBounds = "error", negative_indices: NegativeIndices = "from_end",
    duplicates: Duplicates = "allow", ordered: bool = True, accumulate: Accumulate = "wide", out: OutT,
    threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> OutT:
    """`data` with `updates` written, or combined, into the slices addressed by index tuples.

    The last dimension of `indices` holds tuples of k members, which address the k dimensions of data after the
    `batch_dims` leading ones: out = data; out[B, indices[B, m, :], s] (reduction)= updates[B, m, s]. Shape of updates:
    indices.shape[:-1] + data.shape[batch_dims+k:]. Updates are applied in the order of the tuples, on any number of
    threads.

    Source: ONNX ScatterND, DirectML SCATTER_ND, BNNSScatterND; rules ND1 to ND5 in docs/contract.md.

    Args:
        data: array of any element type, or strew.filled(shape, dtype, value).
        indices: integers of 8 to 64 bits, of rank at least 1.
        updates: array of the type of data; a list takes that type.
        batch_dims: leading dimensions that data and indices share.
        reduction: "none" (the last write wins), "add", "sub", "mul", "min", "max", "mean", "and", "or", "xor".
        include_self: False: the first update of a cell replaces its old value.
        out_of_bounds: "error", "clamp", "wrap", "skip" (drops the update), "assume".
        negative_indices: "from_end" (-1 is the last) or "invalid".
        duplicates: "allow", or "error": refuse, before any write, if two positions write one cell.
        ordered: False: float and complex sums and products may be combined in any order where indices repeat.
        accumulate: "wide": float16 and bfloat16 sums in float32, rounded once; "native": each update rounds.
        out: destination; out=data works in place. None: a new array, data is unchanged.
        threads: maximum number of threads; None: as many as the machine allows.
        on_error: "keep", or "discard": out may be half-written after an error, so that indices may be read once.

    Returns:
        out, or a new array of the kind of data.

    Raises:
        IndexOutOfBounds, DuplicateIndex: report the first bad position; out is unchanged.
        ShapeError, DTypeError, OptionError, OverlapError, ArrayError: with the broken rule in .rule.

    >>> import numpy as np, strew
    >>> table = np.array([1, 2, 3, 4, 5, 6, 7, 8])
    >>> strew.scatter_nd(table, [[4], [3], [1], [7]], [9, 10, 11, 12])
    array([ 1, 11,  3, 10,  9,  6,  7, 12])
    """
@overload
def scatter_nd(
    data: NDArray[ScalarT], indices: Operand, updates: Operand, *, batch_dims: SupportsIndex = 0,
    reduction: Reduction = "none", include_self: bool = True, out_of_bounds: ScatterBounds = "error",
    negative_indices: NegativeIndices = "from_end", duplicates: Duplicates = "allow", ordered: bool = True,
    accumulate: Accumulate = "wide", out: None = None, threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> NDArray[ScalarT]: ...
@overload
def scatter_nd(  # type: ignore[overload-overlap]
    data: TensorT, indices: Operand, updates: Operand, *, batch_dims: SupportsIndex = 0, reduction: Reduction = "none",
    include_self: bool = True, out_of_bounds: ScatterBounds = "error", negative_indices: NegativeIndices = "from_end",
    duplicates: Duplicates = "allow", ordered: bool = True, accumulate: Accumulate = "wide", out: None = None,
    threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> TensorT: ...
@overload
def scatter_nd(  # type: ignore[overload-overlap]
    data: Filled, indices: Operand, updates: TensorT, *, batch_dims: SupportsIndex = 0, reduction: Reduction = "none",
    include_self: bool = True, out_of_bounds: ScatterBounds = "error", negative_indices: NegativeIndices = "from_end",
    duplicates: Duplicates = "allow", ordered: bool = True, accumulate: Accumulate = "wide", out: None = None,
    threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> TensorT: ...
@overload
def scatter_nd(
    data: Operand, indices: Operand, updates: Operand, *, batch_dims: SupportsIndex = 0, reduction: Reduction = "none",
    include_self: bool = True, out_of_bounds: ScatterBounds = "error", negative_indices: NegativeIndices = "from_end",
    duplicates: Duplicates = "allow", ordered: bool = True, accumulate: Accumulate = "wide", out: None = None,
    threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> NDArray[Any]: ...

def _plan_scatter_nd(*arrays: Any, **options: Any) -> Plan: ...

@overload
def tensor_scatter(
    cache: Operand, update: Operand, write_indices: Operand | None = None, *, axis: SupportsIndex = -2,
    mode: Mode = "linear", out: OutT, threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> OutT:
    """A cache with `update` appended at the write index of each batch entry.

    Rows [w, w + update.shape[axis]) of batch entry i are replaced by its updates, w = write_indices[i], or 0 without
    write_indices. Shapes: cache (batch, ..., sequence, ...), update the same but for `axis`, write_indices (batch,).
    out=cache works in place.

    Source: ONNX TensorScatter-24 (key and value caches); rules TS1 to TS7 in docs/contract.md.

    Args:
        cache: array of any element type and rank at least 2.
        update: array of the type of cache.
        write_indices: integers, one for each batch entry; negative ones are errors.
        axis: the sequence dimension; not the batch dimension 0.
        mode: "linear", or "circular": rows are taken modulo cache.shape[axis].
        out: destination; out=cache works in place. None: a new array, cache is unchanged.
        threads: maximum number of threads; None: as many as the machine allows.
        on_error: "keep", or "discard": out may be half-written after an error, so that indices may be read once.

    Returns:
        out, or a new array of the kind of cache.

    Raises:
        IndexOutOfBounds: a row outside the cache; out is unchanged.
        ShapeError, DTypeError, OptionError, OverlapError, ArrayError: with the broken rule in .rule.

    >>> import numpy as np, strew
    >>> cache = np.zeros((2, 4, 1))
    >>> strew.tensor_scatter(cache, np.array([[[5.]], [[6.]]]), [0, 3], out=cache)[..., 0]
    array([[5., 0., 0., 0.],
           [0., 0., 0., 6.]])
    """
@overload
def tensor_scatter(
    cache: NDArray[ScalarT], update: Operand, write_indices: Operand | None = None, *, axis: SupportsIndex = -2,
    mode: Mode = "linear", out: None = None, threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> NDArray[ScalarT]: ...
@overload
def tensor_scatter(  # type: ignore[overload-overlap]
    cache: TensorT, update: Operand, write_indices: Operand | None = None, *, axis: SupportsIndex = -2,
    mode: Mode = "linear", out: None = None, threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> TensorT: ...
@overload
def tensor_scatter(  # type: ignore[overload-overlap]
    cache: Filled, update: TensorT, write_indices: Operand | None = None, *, axis: SupportsIndex = -2,
    mode: Mode = "linear", out: None = None, threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> TensorT: ...
@overload
def tensor_scatter(
    cache: Operand, update: Operand, write_indices: Operand | None = None, *, axis: SupportsIndex = -2,
    mode: Mode = "linear", out: None = None, threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> NDArray[Any]: ...

def _plan_tensor_scatter(*arrays: Any, **options: Any) -> Plan: ...

def _stablehlo_gather(*arrays: Any, **options: Any) -> Any: ...

def _plan_stablehlo_gather(*arrays: Any, **options: Any) -> Plan: ...

def _stablehlo_scatter(*arrays: Any, **options: Any) -> Any: ...

def _plan_stablehlo_scatter(*arrays: Any, **options: Any) -> Plan: ...

def _rules(*arrays: Any, **options: Any) -> Any: ...

def _build_text(*arrays: Any, **options: Any) -> Any: ...

class Prepared:
    """Indices validated and copied in advance.

    Made by `strew.prepare`; they own the copy and cannot leave their process. What needs them sorted by
    destination, `skipped` and all that follow it, `explain`, sorts them when it is asked for the first time.
    """

    @property
    def bytes(self) -> int:
        """Bytes that these indices own."""

    @property
    def positions(self) -> int:
        """Number of positions, broadcast ones included."""

    @property
    def skipped(self) -> int:
        """Positions that the policy skips."""

    @property
    def duplicates(self) -> int:
        """Positions with a cell that an earlier position addresses too."""

    @property
    def first_position(self) -> int:
        """With duplicates: the first such position."""

    @property
    def other_position(self) -> int:
        """With duplicates: the first position that addresses a cell of `first_position`."""

    @property
    def order(self) -> Order:
        """'sorted', or 'ascending' without duplicates; 'reversed', or 'descending' without duplicates; 'unsorted'."""

    @property
    def distinct(self) -> int:
        """Cells that positions address, each counted once; of a window, the first one."""

    @property
    def most_frequent(self) -> int:
        """Positions that address the cell which most of them address."""

    @property
    def runs(self) -> int:
        """Pieces of the positions, as few as possible, in each of which they are sorted."""

    @property
    def constant_rows(self) -> bool:
        """Whether along the last dimension of the positions all lead to one place, and none is skipped."""

    def explain(self) -> str:
        """This information in one line."""

    def __repr__(self) -> str: ...

    def __reduce_ex__(self, arg: object, /) -> NoReturn: ...

class Plan:
    """One operator with its types, shapes, strides and options, analysed in advance.

    Made by `strew.plan`. Immutable; may be called from many threads concurrently. Pickled by its options.
    """

    @overload
    def __call__(
        self, data: Operand, /, *arrays: Operand | None, segment_ids: Operand | None = None,
        offsets: Operand | None = None, weights: Operand | None = None, base: Operand | None = None,
        scales: Operand | None = None, zero_points: Operand | None = None, codebook: Operand | None = None,
        arg: Literal[False] = False, count: Literal[False] = False, out: OutT, threads: SupportsIndex | None = None,
        on_error: OnError | None = None,
    ) -> OutT:
        """Executes on the operator's arrays, in the operator's order; a bound plan takes no indices.

        The arrays have the types, shapes and strides that the plan was made for (PY12); those that a call of the
        operator takes by name are given by name here too, and so are arg and count of segment_reduce, with which its
        plan returns a tuple.
        """
    @overload
    def __call__(  # type: ignore[overload-overlap]
        self, data: KindT, /, *arrays: Operand | None, segment_ids: Operand | None = None,
        offsets: Operand | None = None, weights: Operand | None = None, base: Operand | None = None,
        scales: Operand | None = None, zero_points: Operand | None = None, codebook: Operand | None = None,
        arg: Literal[False] = False, count: Literal[False] = False, out: None = None,
        threads: SupportsIndex | None = None, on_error: OnError | None = None,
    ) -> KindT: ...
    @overload
    def __call__(
        self, data: Operand, /, *arrays: Operand | None, segment_ids: Operand | None = None,
        offsets: Operand | None = None, weights: Operand | None = None, base: Operand | None = None,
        scales: Operand | None = None, zero_points: Operand | None = None, codebook: Operand | None = None,
        arg: Literal[False] = False, count: Literal[False] = False, out: None = None,
        threads: SupportsIndex | None = None, on_error: OnError | None = None,
    ) -> NDArray[Any]: ...
    @overload
    def __call__(
        self, data: None = None, /, *arrays: Operand | None, segment_ids: Operand | None = None,
        offsets: Operand | None = None, weights: Operand | None = None, base: Operand | None = None,
        scales: Operand | None = None, zero_points: Operand | None = None, codebook: Operand | None = None,
        arg: Literal[False] = False, count: Literal[False] = False, out: OutT, threads: SupportsIndex | None = None,
        on_error: OnError | None = None,
    ) -> OutT: ...
    @overload
    def __call__(
        self, data: None = None, /, *arrays: Operand | None, segment_ids: Operand | None = None,
        offsets: Operand | None = None, weights: Operand | None = None, base: Operand | None = None,
        scales: Operand | None = None, zero_points: Operand | None = None, codebook: Operand | None = None,
        arg: Literal[False] = False, count: Literal[False] = False, out: None = None,
        threads: SupportsIndex | None = None, on_error: OnError | None = None,
    ) -> Any: ...
    @overload
    def __call__(
        self, data: Operand, /, *arrays: Operand | None, segment_ids: Operand | None = None,
        offsets: Operand | None = None, weights: Operand | None = None, base: Operand | None = None,
        scales: Operand | None = None, zero_points: Operand | None = None, codebook: Operand | None = None,
        arg: Literal[True] | Array, count: bool | Array = False, out: Array | None = None,
        threads: SupportsIndex | None = None, on_error: OnError | None = None,
    ) -> tuple[Any, ...]: ...
    @overload
    def __call__(
        self, data: Operand, /, *arrays: Operand | None, segment_ids: Operand | None = None,
        offsets: Operand | None = None, weights: Operand | None = None, base: Operand | None = None,
        scales: Operand | None = None, zero_points: Operand | None = None, codebook: Operand | None = None,
        arg: Literal[False] = False, count: Literal[True] | Array, out: Array | None = None,
        threads: SupportsIndex | None = None, on_error: OnError | None = None,
    ) -> tuple[Any, ...]: ...

    def bind(self, prepared: Prepared | None = None, *, segment_ids: Prepared | None = None) -> Plan:
        """The plan with these prepared indices, segment ids, or both: called without them."""

    def problem(self) -> str:
        """The canonical problem in one line; equal lines are equal problems."""

    def describe(self) -> str:
        """Solver, kernels, block and the bytes that must move, in one line."""

    def explain(self) -> str:
        """Operands, options, validation, candidates, each refused solver with the reason, bytes, and the problem."""

    @property
    def __signature__(self) -> Signature:
        """As inspect.signature shows it."""

    @property
    def bytes(self) -> int:
        """Bytes that must be read and written."""

    @property
    def workspace(self) -> int:
        """Bytes of workspace that an execution allocates and frees."""

    @property
    def prepared_bytes(self) -> int:
        """Bytes that indices prepared with this plan will own."""

    def __repr__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

def _plan_of_state(*arrays: Any, **options: Any) -> Plan: ...

def _prepare(*arrays: Any, **options: Any) -> Prepared: ...

def _exchange(*arrays: Any, **options: Any) -> Any: ...

def _rows_of_indices(*arrays: Any, **options: Any) -> None: ...

def _failed_hellos(*arrays: Any, **options: Any) -> bytes: ...

def _settle_failed(*arrays: Any, **options: Any) -> None: ...

def _segment_reduce(*arrays: Any, **options: Any) -> Any: ...

def _plan_segment_reduce(*arrays: Any, **options: Any) -> Plan: ...

def _segment_scan(*arrays: Any, **options: Any) -> Any: ...

def _plan_segment_scan(*arrays: Any, **options: Any) -> Plan: ...

def _sddmm(*arrays: Any, **options: Any) -> Any: ...

def _plan_sddmm(*arrays: Any, **options: Any) -> Plan: ...

def _gather_block_quantized(*arrays: Any, **options: Any) -> Any: ...

def _plan_gather_block_quantized(*arrays: Any, **options: Any) -> Plan: ...

def _open_file(*arrays: Any, **options: Any) -> int: ...

def _close_file(*arrays: Any, **options: Any) -> None: ...

def _sync_file(*arrays: Any, **options: Any) -> None: ...

def _sync_folder(*arrays: Any, **options: Any) -> None: ...

def _system_text(*arrays: Any, **options: Any) -> str: ...

def _scatter_to_new(*arrays: Any, **options: Any) -> Any: ...

def _scatter_in_place(*arrays: Any, **options: Any) -> Any: ...

def _folder_of_table(*arrays: Any, **options: Any) -> str: ...

def _recover_files(*arrays: Any, **options: Any) -> Any: ...

def _has_vulkan(*arrays: Any, **options: Any) -> bool: ...

def _vulkan_open(*arrays: Any, **options: Any) -> Any: ...

def _vulkan_devices(*arrays: Any, **options: Any) -> Any: ...

def _vulkan_describe(*arrays: Any, **options: Any) -> Any: ...

def _vulkan_execute(*arrays: Any, **options: Any) -> Any: ...
