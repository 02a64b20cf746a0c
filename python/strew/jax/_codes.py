"""gather_block_quantized of strew.jax."""

from __future__ import annotations

from typing import Any

import jax

import strew
from strew._codes import Packing, columns_of, value_type
from strew._errors import explained
from strew._typing import GatherBounds, NegativeIndices
from strew._views import integer
from strew.jax import _calls
from strew.jax._code_primitives import GATHER_CODES, OF_GATHER
from strew.jax._segment_calls import bind_alike
from strew.jax._segment_primitives import OF_CODES


class _OfCodes(_calls.Operator):
    operands = OF_GATHER
    optional = ("zero_points", "codebook")

    def bind(self, arrays: tuple[Any, ...], form: dict[str, Any]) -> Any:
        data = arrays[0]
        columns = columns_of(data.shape[-1], form["bits"], form["columns"])
        known = {"axis": int(form["axis"]) % data.ndim, "columns": columns}
        return bind_alike(self.primitive, arrays, {**form, **known})


_GATHER = _OfCodes(
    strew.gather_block_quantized, GATHER_CODES,
    ("axis", "batch_dims", "out_of_bounds", "negative_indices", "fill_value", *OF_CODES),
)  # fmt: skip


def code_options(bits: Any, block_size: Any, packing: Packing, columns: Any, dtype: Any) -> dict[str, Any]:
    """The options of codes as values that a program is compiled for."""
    return {
        "bits": integer(bits, "bits"), "block_size": integer(block_size, "block_size"), "packing": packing,
        "columns": None if columns is None else integer(columns, "columns"),
        "dtype": None if dtype is None else value_type(dtype, None),
    }  # fmt: skip


@explained
def gather_block_quantized(
    data: Any, indices: Any, scales: Any, *, zero_points: Any = None, codebook: Any = None, bits: int = 4,
    block_size: int = 0, packing: Packing = "low_first", columns: int | None = None, axis: int = 0,
    batch_dims: int = 0, dtype: Any = None, out_of_bounds: GatherBounds = "error",
    negative_indices: NegativeIndices = "from_end", fill_value: Any = None,
) -> Any:  # fmt: skip
    """Rows of quantised codes, picked by indices along an axis and decoded: `strew.gather_block_quantized` for JAX.

    Not differentiable: a derivative with respect to scales or codebook is an error.

    Source: strew; docs/operators/gather_block_quantized.md, docs/runtimes/jax.md.

    Args:
        data: array of uint8 or int8; its last dimension has the bytes of a row of codes.
        indices: array of integers.
        scales: array of float32, float16, bfloat16, or of uint8, which are exponents.
        zero_points, codebook: arrays, or None.
        bits, block_size, packing, columns, axis, batch_dims, dtype, out_of_bounds, negative_indices, fill_value: as in
            `strew.gather_block_quantized`; "skip" is refused. They are static: a new combination is compiled anew.

    Returns:
        array of dtype and of shape D[:axis] + indices.shape[batch_dims:] + D[axis + 1:-1] + (columns,), D the shape of
        data.

    Raises:
        strew.Error, jax.errors.JaxRuntimeError: as `gather`.

    >>> import jax.numpy as jnp, strew.jax
    >>> codes = jnp.array([[0x10, 0x32], [0x54, 0x76]], "uint8")  # 0 1 2 3 and 4 5 6 7
    >>> strew.jax.gather_block_quantized(codes, jnp.array([1, 0]), jnp.array([[1.0, 10.0], [2.0, 20.0]]), block_size=2)
    Array([[  8.,  10., 120., 140.],
           [  0.,   1.,  20.,  30.]], dtype=float32)
    """
    options = code_options(bits, block_size, packing, columns, dtype)
    options["dtype"] = value_type(options["dtype"], scales)
    if fill_value is not None:
        fill_value = _calls.fill_bytes(fill_value, jax.ShapeDtypeStruct((), options["dtype"]), out_of_bounds)
    form = {
        "axis": axis, "batch_dims": batch_dims, "out_of_bounds": out_of_bounds, "negative_indices": negative_indices,
        "fill_value": fill_value, **options,
    }  # fmt: skip
    return _GATHER.run((data, indices, scales, zero_points, codebook), *(form[name] for name in _GATHER.names))
