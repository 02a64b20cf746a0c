"""gather_block_quantized of strew.torch, and rows of quantised codes as arguments."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from strew._codes import Packing, code_words, value_type
from strew._codes import columns_of as columns_of_bytes
from strew._typing import GatherBounds, NegativeIndices
from strew.torch import _calls as calls
from strew.torch._courtesy import operator
from strew.torch._kernels import VALUE_TYPES, Codes
from strew.torch._options import fill_of, gather_options
from strew.torch._shapes import ALONG, direct


@operator
def gather_block_quantized(
    data: Tensor, indices: Tensor, scales: Tensor, *, zero_points: Tensor | None = None, codebook: Tensor | None = None,
    bits: int = 4, block_size: int = 0, packing: Packing = "low_first", columns: int | None = None, axis: int = 0,
    batch_dims: int = 0, dtype: torch.dtype | None = None, out_of_bounds: GatherBounds = "error",
    negative_indices: NegativeIndices = "from_end", fill_value: Any = None,
) -> Tensor:  # fmt: skip
    """Rows of quantised codes, picked by indices along an axis and decoded on the way.

    out[B, p, j, s, c] = (code - zero point) * scale of its block, for code c of the row data[B, p, indices[B, j], s], with
    B the `batch_dims` leading dimensions: an embedding of 8, 4 or 2 bits. Difference and scale are exact as float32; the
    product is rounded there, then to the type of the result. Codes are unsigned where data are uint8, signed where they
    are int8.

    Rules QB1 to QB4, AX1 to AX5 and TY5 in docs/contract.md. Derivatives: of any order with respect to scales and codebook,
    also in forward mode.

    Args:
        data: tensor on the CPU of uint8 or int8; its last dimension has the bytes of a row of codes.
        indices: tensor of integers of any width.
        scales: tensor of float32, float16, bfloat16, or of uint8, which are the exponents s of 2**(s - 127); of the shape
            of data, in the last dimension the blocks of a row.
        dtype: of the result: torch.float32, torch.float16, torch.bfloat16; None: that of scales, or float32 of exponents.
        zero_points, codebook, bits, block_size, packing, columns, axis, batch_dims, out_of_bounds, negative_indices,
            fill_value: as strew.gather_block_quantized; "skip" is refused.

    Returns:
        A new contiguous tensor of the shape D[:axis] + indices.shape[batch_dims:] + D[axis+1:-1] + (columns,), D the shape
        of data.

    Raises:
        IndexError: reports the first bad position.
        RuntimeError: types or shapes that break a rule. strew.OptionError: a word that is none of an option.

    >>> import torch, strew.torch
    >>> codes = torch.tensor([[0x10, 0x32], [0x54, 0x76]], dtype=torch.uint8)  # 0 1 2 3 and 4 5 6 7
    >>> scales = torch.tensor([[1.0, 10.0], [2.0, 20.0]])
    >>> strew.torch.gather_block_quantized(codes, torch.tensor([1, 0]), scales, block_size=2)
    tensor([[  8.,  10., 120., 140.],
            [  0.,   1.,  20.,  30.]])
    """
    codes = codes_of(bits, block_size, packing, dtype, scales)
    options = gather_options(out_of_bounds, negative_indices)
    fill = fill_of(fill_value, options, data, codes.dtype)
    size = direct(ALONG, data.shape, indices.shape, axis, batch_dims)
    if size:
        size[-1] = columns_of(data.shape[-1], codes.bits, columns)
    operands = data, indices, scales, zero_points, codebook, fill
    return calls.gather_block_quantized(*operands, axis, batch_dims, options, codes, size)


def codes_of(bits: Any, block_size: Any, packing: Any, dtype: Any, like: Tensor) -> Codes:
    """dtype is None: that of like, if codes can have such values."""
    words = code_words(bits, block_size, packing)
    if dtype is None:
        dtype = like.dtype if like.dtype in VALUE_TYPES else torch.float32
    elif dtype not in VALUE_TYPES:
        dtype = getattr(torch, value_type(dtype, None))
    return Codes(words["bits"], words["packing"], words["block_size"], VALUE_TYPES.index(dtype))


def columns_of(row_bytes: Any, bits: int, columns: Any) -> Any:
    """Values of a row, as a number or a symbol."""
    return columns_of_bytes(row_bytes, bits, columns) if columns is None or isinstance(columns, int) else columns
