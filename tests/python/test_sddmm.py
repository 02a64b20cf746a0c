"""sddmm of the package: forms of segments, types, refusals, and random calls beside a plain loop."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from refusals import refused

import strew

LEFT = np.arange(6.0).reshape(3, 2)
RIGHT = np.array([[1.0, 10.0], [100.0, 1000.0]])


def test_offsets_ids_and_groups() -> None:
    assert strew.sddmm(LEFT, RIGHT, [2, 0, 1], segment_ids=[0, 1, 1]).tolist() == [54, 1000, 3200]
    assert strew.sddmm(LEFT, RIGHT, [2, 0, 1], offsets=[0, 2, 2]).tolist() == [54, 10, 0]
    assert strew.sddmm(LEFT, RIGHT, [[2, 0], [1, 1]]).tolist() == [[54, 10], [3200, 3200]]
    assert strew.sddmm(LEFT, RIGHT, segment_ids=[1, 0, 0]).tolist() == [1000, 32, 54]


def test_batches_paddings_and_policies() -> None:
    both = strew.sddmm(np.stack([LEFT, LEFT + 1]), np.stack([RIGHT, -RIGHT]), [[0, 2], [1, 1]],
                       segment_ids=[[1, 0], [0, 0]], batch_dims=1)  # fmt: skip
    assert both.tolist() == [[1000, 54], [-43, -43]]
    assert strew.sddmm(LEFT, RIGHT, [2, 0], segment_ids=[0, 0], padding_index=-1).tolist() == [0, 10]
    assert strew.sddmm(LEFT, RIGHT, [2, 0], segment_ids=[0, 1], padding_segment=1).tolist() == [54, 0]
    skipped = strew.sddmm(LEFT, RIGHT, [2, 9], segment_ids=[-1, 0], out_of_bounds="skip", segment_out_of_bounds="skip")
    assert skipped.tolist() == [0, 0]


def test_a_given_destination() -> None:
    out = np.full((2, 2), 7.0)
    assert strew.sddmm(LEFT, RIGHT, [2, 0], offsets=[0, 1], out=out[0]) is not None
    assert out.tolist() == [[54, 1000], [7, 7]]


REFUSED: list[tuple[str, str | None, Any]] = [
    ("SG1", "indices", lambda: strew.sddmm(LEFT, RIGHT)),
    ("SG2", None, lambda: strew.sddmm(LEFT, RIGHT, [0], offsets=[0], batch_dims=3)),
    ("SG3", "right", lambda: strew.sddmm(LEFT, RIGHT[:, :1], [0], offsets=[0])),
    ("SG3", "output", lambda: strew.sddmm(LEFT, RIGHT, [0], offsets=[0, 1], out=np.zeros(3))),
    ("AT1", None, lambda: strew.sddmm(LEFT, RIGHT, offsets=[0, 1], out_of_bounds="clamp")),
    ("AT7", "segments", lambda: strew.sddmm(LEFT, RIGHT, [0], segment_ids=[0], padding_segment=2)),
    ("TY3", "indices", lambda: strew.sddmm(LEFT, RIGHT, [0.5], offsets=[0, 1])),
    ("PB4", "right", lambda: strew.sddmm(LEFT, RIGHT.astype(np.float32), [0], offsets=[0, 1])),
    ("PY9", None, lambda: strew.sddmm(LEFT, RIGHT, [0], offsets=[0], segment_ids=[0])),
    ("OF1", "segments", lambda: strew.sddmm(LEFT, RIGHT, offsets=[2, 1])),
    ("IX1", "segments", lambda: strew.sddmm(LEFT, RIGHT, [0], segment_ids=[2])),
    ("OV2", "output", lambda: strew.sddmm(LEFT[:, :1], RIGHT[:, :1], offsets=[0, 1], out=LEFT[:, 0])),
]


@pytest.mark.parametrize(("rule", "operand", "call"), REFUSED)
def test_refusals(rule: str, operand: str | None, call: Any) -> None:
    with refused(rule, operand):
        call()


def loop(left: Any, right: Any, rows: Any, ids: Any) -> Any:
    """Products and sums rounded one after the other; the first product begins a sum."""
    products = left[rows] * right[ids]
    made = products[:, 0]
    for k in range(1, products.shape[1]):
        made = made + products[:, k]
    return made


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int32, np.int64, np.complex64])
def test_random_calls_have_the_bits_of_a_loop(dtype: Any) -> None:
    draw = np.random.default_rng(8)
    for _ in range(30):
        rows, positions, count, width = (int(n) for n in draw.integers(1, (9, 60, 8, 90)))
        left, right = ((draw.standard_normal((n, width)) * 9).astype(dtype) for n in (rows, count))
        at, ids = draw.integers(0, rows, positions), draw.integers(0, count, positions)
        if dtype != np.complex64:
            expected = loop(left, right, at, ids)
        else:  # each operation by itself
            expected = np.empty(positions, dtype)
            of = [(left.real, right.real, -1, left.imag, right.imag), (left.real, right.imag, 1, left.imag, right.real)]
            for part, (a, b, sign, c, d) in zip((expected.real, expected.imag), of, strict=True):
                products = a[at] * b[ids] + np.float32(sign) * (c[at] * d[ids])
                part[:] = products[:, 0]
                for k in range(1, width):
                    part[:] = part + products[:, k]
        assert strew.sddmm(left, right, at, segment_ids=ids).tobytes() == expected.tobytes()
        order = np.argsort(ids, kind="stable")
        offsets = np.searchsorted(ids[order], np.arange(count + 1))
        assert strew.sddmm(left, right, at[order], offsets=offsets).tobytes() == expected[order].tobytes()


def test_it_is_the_gradient_of_weights() -> None:
    """The sum of g times segment_reduce is linear in the weights: its factors are those of sddmm."""
    draw = np.random.default_rng(9)
    table, at, ids = draw.integers(-9, 9, (5, 4)), draw.integers(0, 5, 7), draw.integers(0, 3, 7)
    g = draw.integers(-9, 9, (3, 4))
    factors = strew.sddmm(table, g, at, segment_ids=ids)
    for p in range(7):
        one = strew.segment_reduce(table, at, segment_ids=ids, weights=np.eye(7, dtype=np.int64)[p], num_segments=3)
        assert (one * g).sum() == factors[p]


@pytest.mark.parametrize("dtype", ["float16", "float32", "int16"])
def test_a_list_on_the_right_takes_the_type_of_data(dtype: str) -> None:
    made = strew.sddmm(np.full((2, 2), 3, dtype), [[1, 2], [10, 20]], [1, 0], segment_ids=[1, 0])
    assert made.dtype == dtype
    assert made.tolist() == [90, 9]
