#include "docs.hpp"

namespace strew::python {

const char* const gather_doc = R"(Slices of `data` along `axis`, one for each index.

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
)";

const char* const gather_elements_doc =
    R"(The element of `data` along `axis` that each element of `indices` addresses.

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
)";

const char* const gather_nd_doc = R"(Slices of `data`, one for each index tuple.

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
)";

}  // namespace strew::python
