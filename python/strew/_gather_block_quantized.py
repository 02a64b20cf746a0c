"""gather_block_quantized: the arguments of the operator in the words of Python, and its result."""

from __future__ import annotations

from typing import Any, SupportsIndex, overload

from numpy.typing import NDArray

from strew import _strew
from strew._codes import Packing, check_own_result, code_words, columns_of, value_type
from strew._errors import explained
from strew._typing import Array, GatherBounds, KindT, NegativeIndices, OnError, Operand, OutT
from strew._views import data_of, indices_of, integer


@overload
def gather_block_quantized(
    data: Operand, indices: Operand, scales: Operand, *, zero_points: Operand | None = ...,
    codebook: Operand | None = ..., bits: SupportsIndex = ..., block_size: SupportsIndex = ..., packing: Packing = ...,
    columns: SupportsIndex | None = ..., axis: SupportsIndex = ..., batch_dims: SupportsIndex = ..., dtype: Any = ...,
    out_of_bounds: GatherBounds = ..., negative_indices: NegativeIndices = ..., fill_value: Any = ..., out: OutT,
    threads: SupportsIndex | None = ..., on_error: OnError = ...,
) -> OutT: ...  # fmt: skip
@overload
def gather_block_quantized(  # type: ignore[overload-overlap]
    data: KindT, indices: Operand, scales: Operand, *, zero_points: Operand | None = ...,
    codebook: Operand | None = ..., bits: SupportsIndex = ..., block_size: SupportsIndex = ..., packing: Packing = ...,
    columns: SupportsIndex | None = ..., axis: SupportsIndex = ..., batch_dims: SupportsIndex = ..., dtype: Any = ...,
    out_of_bounds: GatherBounds = ..., negative_indices: NegativeIndices = ..., fill_value: Any = ..., out: None = ...,
    threads: SupportsIndex | None = ..., on_error: OnError = ...,
) -> KindT: ...  # fmt: skip
@overload
def gather_block_quantized(
    data: Operand, indices: Operand, scales: Operand, *, zero_points: Operand | None = ...,
    codebook: Operand | None = ..., bits: SupportsIndex = ..., block_size: SupportsIndex = ..., packing: Packing = ...,
    columns: SupportsIndex | None = ..., axis: SupportsIndex = ..., batch_dims: SupportsIndex = ..., dtype: Any = ...,
    out_of_bounds: GatherBounds = ..., negative_indices: NegativeIndices = ..., fill_value: Any = ..., out: None = ...,
    threads: SupportsIndex | None = ..., on_error: OnError = ...,
) -> NDArray[Any]: ...  # fmt: skip
@explained
def gather_block_quantized(
    data: Operand, indices: Operand, scales: Operand, *, zero_points: Operand | None = None,
    codebook: Operand | None = None, bits: SupportsIndex = 4, block_size: SupportsIndex = 0,
    packing: Packing = "low_first", columns: SupportsIndex | None = None, axis: SupportsIndex = 0,
    batch_dims: SupportsIndex = 0, dtype: Any = None, out_of_bounds: GatherBounds = "error",
    negative_indices: NegativeIndices = "from_end", fill_value: Any = None, out: Array | None = None,
    threads: SupportsIndex | None = None, on_error: OnError = "keep",
) -> Array:  # fmt: skip
    """Rows of quantised codes, picked by indices along an axis and decoded on the way.

    out[B, p, j, s, c] = (code - zero point) * scale of its block, for code c of the row data[B, p, indices[B, j], s], with
    B the `batch_dims` leading dimensions: an embedding of 8, 4 or 2 bits. Difference and scale are exact as float32; the
    product is rounded there, then to the type of the result. Codes are unsigned where data are uint8, signed where they
    are int8.

    Source: ONNX Runtime's com.microsoft.GatherBlockQuantized and GatherPacked; rules QB1 to QB4, AX1 to AX5 and TY5 in
    docs/contract.md.

    Args:
        data: uint8 or int8; its last dimension has the bytes of a row of codes, 8 // bits of them in a byte.
        indices: integers of 8 to 64 bits.
        scales: float32, float16, bfloat16, or uint8 as the exponents s of 2**(s - 127) (E8M0, of MX formats); of the shape
            of data, in the last dimension the blocks of a row.
        zero_points: of data's type, packed as the codes and always low first; None: 0.
        codebook: float32, 2**bits numbers that unsigned codes stand for, in place of zero points: float8, float4, nf4.
        bits: of a code: 8, 4 or 2.
        block_size: values that share a scale; the last block may have fewer; 0: a row is one block.
        packing: "low_first": the lowest bits of a byte are its first code; "halves", of 4 bits: byte j of a block has code
            j in its low half and j + block_size / 2 in the high one, as ggml's q4_0.
        columns: values of a row, where the last byte of data has fewer codes; None: as many as the bytes hold.
        axis: the dimension that indices select from; not the last one.
        batch_dims: leading dimensions that data, scales, zero points and indices share.
        dtype: of a new result: float32, float16, bfloat16; None: that of scales, or float32 of exponents.
        out_of_bounds: "error", "clamp", "wrap", "skip" (needs out), "fill", "assume".
        negative_indices: "from_end" (-1 is the last) or "invalid".
        fill_value: with "fill": one element of the result; 0 unless given.
        out: destination that shares no memory with the inputs; its last dimension tells the columns.
        threads: maximum number of threads; None: as many as the machine allows.
        on_error: "keep", or "discard": out may be half-written after an error.

    Returns:
        out, or a new array of the kind of data and of shape
        D[:axis] + indices.shape[batch_dims:] + D[axis+1:-1] + (columns,), D the shape of data.

    Raises:
        IndexOutOfBounds: reports the first bad position; out is unchanged.
        ShapeError, DTypeError, OptionError, OverlapError, ArrayError: with the broken rule in .rule.

    >>> import numpy as np, strew
    >>> codes = np.array([[0x10, 0x32], [0x54, 0x76]], np.uint8)  # 0 1 2 3 and 4 5 6 7
    >>> strew.gather_block_quantized(codes, [1, 0], np.array([[1, 10], [2, 20]], np.float32), block_size=2)
    array([[  8.,  10., 120., 140.],
           [  0.,   1.,  20.,  30.]], dtype=float32)
    """
    made: Array = _strew._gather_block_quantized(*_arguments(
        data, indices, scales, zero_points, codebook, bits, block_size, packing, columns, dtype, out, axis=axis,
        batch_dims=batch_dims, out_of_bounds=out_of_bounds, negative_indices=negative_indices, fill_value=fill_value,
        threads=threads, on_error=on_error,
    ))  # fmt: skip
    return made


def plan_gather_block_quantized(**given: Any) -> _strew.Plan:
    """A plan, by all the arguments of a call."""
    return _strew._plan_gather_block_quantized(*_arguments(**given))


def _arguments(
    data: Any, indices: Any, scales: Any, zero_points: Any, codebook: Any, bits: Any, block_size: Any, packing: Any,
    columns: Any, dtype: Any, out: Any, **words: Any,
) -> tuple[Any, ...]:  # fmt: skip
    """What the extension takes: arrays, the shape of the result, what decodes the codes, words."""
    data, indices, factors = data_of(data), indices_of(indices), data_of(scales)
    codes: dict[str, Any] = code_words(bits, block_size, packing)
    codes |= {"scales": factors, "zero_points": zero_points, "codebook": codebook}
    words |= {name: integer(words[name], name) for name in ("axis", "batch_dims")}
    if out is not None:
        check_own_result(columns, dtype)
    codes["dtype"] = value_type(dtype, factors)
    shape = [] if out is not None else _shape(list(data.shape), list(indices.shape), codes["bits"], columns, **words)
    return data, indices, out, shape, codes, words


def _shape(
    rows: list[int], indices: list[int], bits: int, columns: Any, *, axis: int, batch_dims: int, **_: Any
) -> list[int]:  # fmt: skip
    """The shape of the result, as far as the operands tell; what does not fit the library refuses."""
    axis += len(rows) if axis < 0 else 0
    if not rows or not 0 <= axis < len(rows) or not 0 <= batch_dims <= min(axis, len(indices)):
        return rows
    made = [*rows[:axis], *indices[batch_dims:], *rows[axis + 1 :]]
    last = columns_of(rows[-1], bits, columns)
    return [*made[:-1], last] if made else made
