"""gather_block_quantized of PyTorch's and JAX's arrays: kinds and types of results, destinations."""

from __future__ import annotations

import numpy as np
import pytest

import strew

torch = pytest.importorskip("torch")
jax = pytest.importorskip("jax")

CODES = np.array([[0x10, 0x32], [0x54, 0x76]], np.uint8)
SCALES = np.array([[1, 10], [2, 20]], np.float32)
RIGHT = [[8, 10, 120, 140], [0, 1, 20, 30]]


def test_torch() -> None:
    codes, scales = torch.from_numpy(CODES), torch.from_numpy(SCALES)
    for dtype in (torch.float32, torch.float16, torch.bfloat16):
        made = strew.gather_block_quantized(codes, torch.tensor([1, 0]), scales.to(dtype), block_size=2)
        assert isinstance(made, torch.Tensor) and made.dtype == dtype and made.tolist() == RIGHT
        made = strew.gather_block_quantized(codes, [1, 0], scales, block_size=2, dtype=dtype)
        assert made.dtype == dtype and made.tolist() == RIGHT
    out = torch.zeros(2, 4)
    version = out._version
    assert strew.gather_block_quantized(codes, [1, 0], scales, block_size=2, out=out) is out
    assert out.tolist() == RIGHT and out._version > version


def test_jax() -> None:
    made = strew.gather_block_quantized(jax.numpy.asarray(CODES), [1, 0], jax.numpy.asarray(SCALES), block_size=2)
    assert isinstance(made, jax.Array) and made.dtype == np.float32 and made.tolist() == RIGHT
