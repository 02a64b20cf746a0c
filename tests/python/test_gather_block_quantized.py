"""gather_block_quantized of the package: results beside NumPy's own arithmetic, their types and shapes, refusals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from quantized_cases import packed
from refusals import refused

import strew

CODES = np.array([[0x10, 0x32], [0x54, 0x76]], np.uint8)  # 0 1 2 3 and 4 5 6 7
SCALES = np.array([[1, 10], [2, 20]], np.float32)


def test_decodes_rows() -> None:
    made = strew.gather_block_quantized(CODES, [1, 0, -1], SCALES, block_size=2)
    assert made.dtype == np.float32
    assert made.tolist() == [[8, 10, 120, 140], [0, 1, 20, 30], [8, 10, 120, 140]]
    zeros = np.array([[0x10], [0x45]], np.uint8)
    made = strew.gather_block_quantized(CODES, [1, 0], SCALES, zero_points=zeros, block_size=2)
    assert made.tolist() == [[-2, 0, 40, 60], [0, 1, 10, 20]]


def test_types_of_results() -> None:
    for scales in (np.float32, np.float16):
        assert strew.gather_block_quantized(CODES, [0], SCALES.astype(scales), block_size=2).dtype == scales
    made = strew.gather_block_quantized(CODES, [0], SCALES, block_size=2, dtype="float16")
    assert made.dtype == np.float16 and made.tolist() == [[0, 1, 20, 30]]
    assert strew.gather_block_quantized(CODES, [0], SCALES, block_size=2, dtype=np.float16).dtype == np.float16
    exponents = np.array([[127, 128], [126, 255]], np.uint8)
    made = strew.gather_block_quantized(CODES, [0], exponents, block_size=2)
    assert made.dtype == np.float32 and made.tolist() == [[0, 1, 4, 6]]


def test_codebooks_and_halves() -> None:
    numbers = np.linspace(-1, 1, 16, dtype=np.float32)
    made = strew.gather_block_quantized(CODES, [0], SCALES, codebook=numbers, block_size=2)
    assert np.array_equal(made, numbers[[0, 1, 2, 3]] * np.array([1, 1, 10, 10], np.float32)[None])
    halves = np.array([[0x20, 0x31]], np.uint8)
    made = strew.gather_block_quantized(halves, [0], SCALES[:1, :1], packing="halves")
    assert made.tolist() == [[0, 1, 2, 3]]


def test_policies_and_destinations() -> None:
    made = strew.gather_block_quantized(CODES, [9, 0], SCALES, block_size=2, out_of_bounds="fill", fill_value=-0.5)
    assert made.tolist() == [[-0.5] * 4, [0, 1, 20, 30]]
    out = np.full((2, 3), 77, np.float32)
    same = strew.gather_block_quantized(CODES, [9, 0], SCALES, block_size=2, out_of_bounds="skip", out=out)
    assert same is out and out.tolist() == [[77, 77, 77], [0, 1, 20]]
    with pytest.raises(strew.IndexOutOfBounds) as bad:
        strew.gather_block_quantized(CODES, [0, 5], SCALES, block_size=2, out=out)
    assert bad.value.position == 1 and out[0, 0] == 77
    assert strew.gather_block_quantized(CODES, [0], SCALES, block_size=2, columns=3).shape == (1, 3)


def gather(data: Any = CODES, indices: Any = (0,), scales: Any = SCALES, **more: Any) -> Any:
    return strew.gather_block_quantized(data, list(indices), scales, **({"block_size": 2} | more))


REFUSED: list[tuple[str, str | None, Any]] = [
    ("TY5", "data", lambda: gather(CODES.astype(np.int32))),
    ("TY5", "scales", lambda: gather(scales=SCALES.astype(np.float64))),
    ("TY5", "zero_points", lambda: gather(zero_points=np.zeros((2, 1), np.int8))),
    ("TY5", "codebook", lambda: gather(codebook=np.zeros(16))),
    ("TY5", "output", lambda: gather(out=np.zeros((1, 4)))),
    ("QB1", None, lambda: gather(bits=3)),
    ("QB1", None, lambda: gather(bits=8, packing="halves", out=np.zeros((1, 2), np.float32))),
    ("QB2", None, lambda: gather(axis=1)),
    ("QB2", None, lambda: gather(block_size=-1)),
    ("QB2", "data", lambda: gather(columns=5)),
    ("QB3", "scales", lambda: gather(scales=SCALES[:, :1])),
    ("QB4", "zero_points", lambda: gather(zero_points=np.zeros((2, 2), np.uint8))),
    ("QB4", "codebook", lambda: gather(codebook=np.zeros(4, np.float32))),
    ("AX2", None, lambda: gather(axis=2)),
    ("AX3", None, lambda: gather(batch_dims=1)),
    ("AX5", "output", lambda: gather(out=np.zeros((2, 4), np.float32))),
    ("OV2", "output", lambda: gather(out=SCALES.reshape(1, 4))),
    ("PY7", None, lambda: gather(packing="high_first")),
    ("PY7", None, lambda: gather(dtype="float64")),
    ("PY7", None, lambda: gather(out_of_bounds="ignore")),
    ("PY8", None, lambda: gather(bits=4.5)),
    ("PY8", None, lambda: gather(columns=-1)),
    ("PY9", "output", lambda: gather(out_of_bounds="skip")),
    ("PY9", "output", lambda: gather(columns=4, out=np.zeros((1, 4), np.float32))),
]


@pytest.mark.parametrize(("rule", "operand", "call"), REFUSED)
def test_refusals(rule: str, operand: str | None, call: Any) -> None:
    with refused(rule, operand):
        call()


def expected(codes: NDArray[Any], zeros: Any, scales: NDArray[Any], block: int, dtype: Any) -> NDArray[Any]:
    """The rule, of rows of whole codes, in NumPy's float32."""
    columns = np.arange(codes.shape[-1]) // block
    numbers = codes.astype(np.int32) - (0 if zeros is None else zeros[..., columns].astype(np.int32))
    with np.errstate(over="ignore"):
        return (numbers.astype(np.float32) * scales.astype(np.float32)[..., columns]).astype(dtype)


@pytest.mark.parametrize("seed", range(60))
def test_random_calls(seed: int) -> None:
    draw = np.random.default_rng(seed)
    bits = int(draw.choice([2, 4, 8]))
    is_signed, has_zeros = bool(draw.integers(2)), bool(draw.integers(2))
    rows, columns, block = int(draw.integers(1, 20)), int(draw.integers(1, 90)), int(draw.integers(1, 40))
    low = -(1 << (bits - 1)) if is_signed else 0
    kind = np.int8 if is_signed else np.uint8
    inner = tuple(draw.integers(1, 3, draw.integers(0, 2)))
    codes = draw.integers(low, low + (1 << bits), (rows, *inner, columns))
    blocks = -(-columns // block)
    zeros = draw.integers(low, low + (1 << bits), (rows, *inner, blocks)) if has_zeros else None
    scales = draw.normal(size=(rows, *inner, blocks)).astype(draw.choice(["float32", "float16"]))
    dtype = str(draw.choice(["float32", "float16"]))
    indices = draw.integers(-rows, rows, (int(draw.integers(0, 5)), 2))
    got = strew.gather_block_quantized(
        packed(codes, bits).view(kind), indices, scales, bits=bits, block_size=block, columns=columns, dtype=dtype,
        zero_points=None if zeros is None else packed(zeros, bits).view(kind),
    )  # fmt: skip
    right = expected(codes, zeros, scales, block, dtype)[indices]
    assert got.dtype == right.dtype and got.shape == right.shape
    assert got.tobytes() == right.tobytes()
