"""Cases of gather_block_quantized of other systems, with the operands that strew takes for theirs."""

from __future__ import annotations

from typing import Any

import numpy as np
from conformance_cases import Codes, difference, tensor
from numpy.typing import NDArray

import strew


def packed(codes: NDArray[Any], bits: int) -> NDArray[np.uint8]:
    """Codes of a row in bytes, low first; those that are missing in the last byte are 0."""
    per_byte = 8 // bits
    rows = np.pad(codes, [(0, 0)] * (codes.ndim - 1) + [(0, -codes.shape[-1] % per_byte)])
    parts = rows.reshape(*rows.shape[:-1], -1, per_byte).astype(np.int64) % (1 << bits)
    shifts = np.arange(per_byte) * bits
    made: NDArray[np.uint8] = (parts << shifts).sum(-1).astype(np.uint8)
    return made


def small_float(code: int, exponent_bits: int, fraction_bits: int, has_nan: bool) -> float:
    """The number of a float of up to 8 bits without infinities."""
    sign = -1.0 if code >> (exponent_bits + fraction_bits) else 1.0
    exponent, fraction = code >> fraction_bits & ((1 << exponent_bits) - 1), code & ((1 << fraction_bits) - 1)
    bias = (1 << (exponent_bits - 1)) - 1
    if has_nan and exponent + 1 == 1 << exponent_bits and fraction + 1 == 1 << fraction_bits:
        return float("nan")
    whole = fraction + (1 << fraction_bits if exponent else 0)
    return sign * float(whole) * 2.0 ** (max(exponent, 1) - bias - fraction_bits)


CODEBOOKS = {
    "float4_e2m1fn": [small_float(code, 2, 1, False) for code in range(16)],
    "float8_e4m3fn": [small_float(code, 4, 3, True) for code in range(256)],
}


def ggml_operands(data: NDArray[np.uint8], attributes: dict[str, Any]) -> dict[str, Any]:
    """Blocks of a scale of two bytes and their codes: operands with strides, nothing is copied. Where their system takes
    row 0 strew fills."""
    codes_of_block = 32
    blocks = data.reshape(data.shape[0], attributes["columns"] // codes_of_block, -1)
    scales = np.ndarray((*blocks.shape[:2], 1), np.float16, blocks, 0, (*blocks.strides[:2], 2))
    made: dict[str, Any] = {"data": blocks[..., 2:], "scales": scales, "out_of_bounds": "fill", "negative_indices": "invalid"}
    if attributes["format"] == "q8_0":
        return made | {"data": made["data"].view(np.int8)}
    return made | {"zero_points": np.full((*blocks.shape[:2], 1), 8, np.uint8), "packing": "halves"}


def plain_operands(inputs: dict[str, Any], attributes: dict[str, Any]) -> dict[str, Any]:
    kind = np.int8 if attributes["signed"] else np.uint8
    made: dict[str, Any] = {"data": inputs["data"].view(kind), "scales": inputs["scales"]}
    if "zero_points" in inputs:
        made["zero_points"] = packed(inputs["zero_points"], attributes["bits"]).view(kind)
    if "codebook" in attributes:
        made["codebook"] = np.array(CODEBOOKS[attributes["codebook"]], np.float32)
    assert attributes["order"] == "low_first"
    return made | {name: attributes[name] for name in ("out_of_bounds", "negative_indices")}


def check_quantized(line: dict[str, Any]) -> str:
    """Empty, or why the case fails."""
    codes = Codes()
    inputs = {name: tensor(text, codes) for name, text in line["inputs"].items() if text is not None}
    attributes = line["attrs"]
    expected = line["expected"] if line.get("agrees", True) else line.get("strew", {})
    is_ggml = "format" in attributes
    operands = ggml_operands(inputs["data"], attributes) if is_ggml else plain_operands(inputs, attributes)
    right = tensor(expected.get("output") or line["expected"]["output"], codes)
    try:
        got = strew.gather_block_quantized(
            operands.pop("data"), inputs["indices"], operands.pop("scales"), bits=attributes["bits"],
            block_size=attributes["block_size"], dtype=right.dtype.name, **operands,
        )  # fmt: skip
    except strew.Error as error:
        return "" if "output" not in expected else f"refused: {error}"
    if "output" not in expected:
        return "accepted; an error is expected"
    got = got.reshape(right.shape) if is_ggml else got
    if got.shape != right.shape or got.dtype != right.dtype:
        return f"of {got.dtype} {got.shape}, expected {right.dtype} {right.shape}"
    return difference(right, got, (0, 0))
