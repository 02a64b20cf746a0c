"""Operators with types of results of their own, of PyTorch's and JAX's arrays: kinds and types of results, destinations,
plans."""

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


def test_plans_of_tensors() -> None:
    codes, scales = torch.from_numpy(CODES), torch.from_numpy(SCALES)
    rows = strew.plan(strew.gather_block_quantized, codes, [1, 0], scales.bfloat16(), block_size=2)
    made = rows(codes, [1, 0], scales.bfloat16())
    assert isinstance(made, torch.Tensor) and made.dtype == torch.bfloat16 and made.tolist() == RIGHT
    out = torch.zeros(2, 4)
    bags = strew.plan(strew.segment_reduce, codes, [1, 0], offsets=[0, 1], num_segments=2, scales=scales, block_size=2)
    version = out._version
    assert bags(codes, [1, 0], offsets=[0, 1], scales=scales, out=out) is out
    assert out.tolist() == RIGHT and out._version > version
    ids = torch.tensor([2, 0, 2, 2, 0])
    ranks = strew.plan(strew.segment_scan, segment_ids=ids, exclusive=True)
    made = ranks(segment_ids=ids)
    assert isinstance(made, torch.Tensor) and made.dtype == torch.int64 and made.tolist() == [0, 0, 1, 2, 1]
    ready = strew.prepare(ranks, segment_ids=ids)
    assert ranks.bind(segment_ids=ready)().tolist() == [0, 0, 1, 2, 1]


def test_plans_of_jax() -> None:
    codes, scales = jax.numpy.asarray(CODES), jax.numpy.asarray(SCALES)
    asked = {"arg": True, "count": True}
    bags = strew.plan(strew.segment_reduce, codes, [1, 0], offsets=[0, 1], num_segments=2, scales=scales, block_size=2,
                      reduction="max", **asked)  # fmt: skip
    made = bags(codes, [1, 0], offsets=[0, 1], scales=scales, **asked)
    assert all(isinstance(one, jax.Array) for one in made)
    assert [one.tolist() for one in made] == [RIGHT, [[0] * 4, [1] * 4], [1, 1]]
    ids = jax.numpy.asarray(np.array([0, 0, 1], np.int32))
    made = strew.plan(strew.segment_scan, segment_ids=ids)(segment_ids=ids)
    assert isinstance(made, jax.Array) and made.tolist() == [1, 2, 1]
