"""Segment reductions: the values of JAX's and TensorFlow's documentation, a loop as the oracle, empty segments, refusals."""

from __future__ import annotations

import doctest
import math
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from refusals import refused

import strew
from strew import segments


def test_sum_of_jaxs_documentation() -> None:
    assert strew.segment_sum(np.arange(5), np.array([0, 0, 1, 1, 2])).tolist() == [1, 5, 4]
    assert strew.segment_sum(np.arange(5), np.array([0, 0, 1, 1, 2]), 5).tolist() == [1, 5, 4, 0, 0]
    assert strew.segment_sum(np.arange(5), np.array([0, 1, 3, 1, 2])).tolist() == [0, 4, 4, 2]


@pytest.mark.parametrize("call, expected", [
    (strew.segment_sum, [[5, 5, 5, 5], [5, 6, 7, 8]]), (strew.segment_max, [[4, 3, 3, 4], [5, 6, 7, 8]]),
    (strew.segment_min, [[1, 2, 2, 1], [5, 6, 7, 8]]), (strew.segment_mean, [[2, 2, 2, 2], [5, 6, 7, 8]]),
])  # fmt: skip
def test_tensorflows_documentation(call: Any, expected: list[list[int]]) -> None:
    c = [[1, 2, 3, 4], [5, 6, 7, 8], [4, 3, 2, 1]]
    assert call(c, [0, 1, 0], num_segments=2).tolist() == expected


EMPTY = [
    ("int8", -128, 127), ("uint8", 0, 255), ("int64", -(2**63), 2**63 - 1), ("uint64", 0, 2**64 - 1),
    ("bool", False, True), ("float16", -math.inf, math.inf), ("float64", -math.inf, math.inf),
    (ml_dtypes.bfloat16, -math.inf, math.inf),
]  # fmt: skip


@pytest.mark.parametrize("dtype, low, high", EMPTY)
def test_empty_segments(dtype: Any, low: Any, high: Any) -> None:
    data = np.array([1, 0, 1], dtype)
    assert strew.segment_max(data, [0, 0, 2]).tolist() == [1, low, 1]
    assert strew.segment_min(data, [0, 0, 2]).tolist() == [0, high, 1]
    assert strew.segment_sum(data, [0, 0, 2]).tolist() == [1, 0, 1]
    if dtype != "bool":
        assert strew.segment_mean(data, [0, 0, 2])[1:].tolist() == [0, 1]
    assert strew.segment_max(data, [0, 0, 2]).dtype == dtype


@given(st.data(), hnp.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=4), st.booleans())
def test_is_the_loop(data: st.DataObject, shape: tuple[int, ...], is_given: bool) -> None:
    values = data.draw(hnp.arrays(np.int64, shape, elements=st.integers(-99, 99)))
    depth = data.draw(st.integers(0, len(shape)))
    ids = data.draw(hnp.arrays(np.uint8, shape[:depth], elements=st.integers(0, 5)))
    number = 6 if is_given else int(ids.max()) + 1 if ids.size else 0
    for name, reduce in (("sum", np.sum), ("max", np.max), ("min", np.min), ("mean", None)):
        found = getattr(strew, f"segment_{name}")(values, ids, 6 if is_given else None)
        assert found.shape == (number, *shape[depth:])
        for segment in set(ids.flat):
            rows = values[ids == segment]
            expected = reduce(rows, axis=0) if reduce else np.sum(rows, axis=0) // len(rows)
            np.testing.assert_array_equal(found[segment], expected)


def test_zeros_and_nan() -> None:
    assert math.copysign(1, strew.segment_max(np.array([-0.0, 0.0, -0.0]), [0, 0, 0])[0]) == 1
    assert math.isnan(strew.segment_min(np.array([1.0, math.nan, 0.0]), [0, 0, 0])[0])


def test_data_without_memory() -> None:
    assert strew.segment_sum(strew.filled((4, 2), "float32", 0.5), [1, 1, 1, 0]).tolist() == [[0.5, 0.5], [1.5, 1.5]]


@pytest.mark.parametrize("call", [strew.segment_sum, strew.segment_max, strew.segment_min, strew.segment_mean])
def test_numbers_outside_are_named(call: Any) -> None:
    with refused("IX1", "segment_ids", strew.IndexOutOfBounds) as caught:
        call([1, 2, 3], [0, -1, 1])
    assert (caught.value.position, caught.value.index) == (1, (-1,))
    with refused("IX1", "segment_ids", strew.IndexOutOfBounds) as caught:
        call([1, 2, 3], [0, 1, 5], 3)
    assert (caught.value.position, caught.value.extent) == (2, 3)
    with refused("IX1", "segment_ids", strew.IndexOutOfBounds):
        call([1], [-3])


def test_refusals() -> None:
    with refused("AX5", "data", strew.ShapeError):
        strew.segment_sum([1, 2, 3], [0, 1])
    with refused("TY3", "segment_ids", strew.DTypeError):
        strew.segment_sum([1, 2], [0.0, math.nan])
    with refused("PY8", None, strew.OptionError):
        strew.segment_sum([1, 2], [0, 1], 1.5)  # type: ignore[arg-type]
    with refused("PY8", None, strew.OptionError):
        strew.segment_sum([1, 2], [0, 1], -1)
    with refused("TY4", "data", strew.DTypeError):
        strew.segment_max([1j], [0])
    with refused("TY4", "data", strew.DTypeError):
        strew.segment_mean([True], [0])


def test_examples() -> None:
    assert doctest.testmod(segments).failed == 0
