#include "docs.hpp"

namespace strew::python {

const char* const scatter_doc =
    R"(`data` with `updates` written, or combined, into the slices along `axis` addressed by `indices`.

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
)";

const char* const scatter_elements_doc =
    R"(`data` with each update written, or combined, into the element that its index addresses along `axis`.

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
)";

const char* const scatter_nd_doc =
    R"(`data` with `updates` written, or combined, into the slices addressed by index tuples.

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
)";

const char* const tensor_scatter_doc = R"(A cache with `update` appended at the write index of each batch entry.

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
)";

}  // namespace strew::python
