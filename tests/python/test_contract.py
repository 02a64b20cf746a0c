"""The examples of the operators' pages, and sentences of the contract as literal values."""

from __future__ import annotations

import math
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import strew

F32 = np.float32


def f32(values: Any) -> np.ndarray:
    return np.array(values, F32)


def test_gather() -> None:
    data = f32([[0, 1, 2], [10, 11, 12]])
    assert strew.gather(data, np.array([2, 0]), axis=1).tolist() == [[2, 0], [12, 10]]
    with pytest.raises(strew.IndexOutOfBounds) as refused:
        strew.gather(data, np.array([[0, 2], [3, -4]]), axis=1)
    error = refused.value
    assert (error.position, error.coordinates, error.component, error.index) == (2, (1, 0), 0, (3,))
    assert (error.allowed, error.extent, error.count) == ((-3, 2), 3, 2)


def test_gather_elements() -> None:
    data, indices = f32([[1, 2, 3], [4, 5, 6], [7, 8, 9]]), np.array([[-1, -2, 0], [-2, 0, 0]])
    assert strew.gather_elements(data, indices).tolist() == [[7, 5, 3], [4, 2, 3]]
    with pytest.raises(strew.ShapeError) as refused:
        strew.gather_elements(data, np.zeros((1, 4), int))
    assert refused.value.rule == "EL4"


def test_gather_nd() -> None:
    data = np.arange(12, dtype=F32).reshape(3, 2, 2)
    indices = np.array([[[0, 0], [1, 1]], [[1, 1], [0, 0]], [[0, 1], [1, 0]]], np.uint32)
    assert strew.gather_nd(data, indices, batch_dims=1).tolist() == [[0, 3], [7, 4], [9, 10]]
    assert strew.gather_nd(data, np.array([[0, 1], [2, -1]])).tolist() == [[2, 3], [10, 11]]


def test_scatter() -> None:
    counts, bins, updates = np.array([10, 20, 30], np.int32), np.array([2, 0, 2]), np.array([1, 2, 3], np.int32)
    assert strew.scatter(counts, bins, updates, reduction="add").tolist() == [12, 20, 34]
    with pytest.raises(strew.DuplicateIndex) as refused:
        strew.scatter(counts, bins, updates, duplicates="error", out=counts)
    assert (refused.value.position, refused.value.other_position, refused.value.coordinates) == (2, 0, (2,))
    assert counts.tolist() == [10, 20, 30]


def test_scatter_elements() -> None:
    data, indices = np.array([2, 3, 4, 6], np.int32), np.array([1, 0, 0, -2, -1, 2])
    updates = np.array([10, 20, 30, 40, 70, 60], np.int32)
    assert strew.scatter_elements(data, indices, updates, reduction="add").tolist() == [52, 13, 104, 76]
    without = strew.scatter_elements(data, indices, updates, reduction="add", include_self=False)
    assert without.tolist() == [50, 10, 100, 70]


def test_scatter_nd() -> None:
    data, updates = np.arange(1, 9, dtype=F32), f32([9, 10, 11, 12])
    assert strew.scatter_nd(data, [[4], [3], [1], [7]], updates).tolist() == [1, 11, 3, 10, 9, 6, 7, 12]
    outside = np.array([[4], [3], [8], [-9]])
    skipped = strew.scatter_nd(data, outside, updates, out_of_bounds="skip", reduction="add")
    assert skipped.tolist() == [1, 2, 3, 14, 14, 6, 7, 8]
    with pytest.raises(strew.IndexOutOfBounds) as refused:
        strew.scatter_nd(data, outside, updates)
    assert (refused.value.position, refused.value.allowed, refused.value.count) == (2, (-8, 7), 2)


# ---- values that other systems' pages print


def test_gathers_of_other_systems() -> None:
    square = f32([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
    assert strew.gather_elements(square, [[1, 2, 0], [2, 0, 0]]).tolist() == [[4, 8, 3], [7, 2, 3]]
    assert strew.gather_nd(f32([[0, 1], [2, 3]]), [[1], [0]]).tolist() == [[2, 3], [0, 1]]
    cube = np.arange(8, dtype=F32).reshape(2, 2, 2)
    assert strew.gather_nd(cube, [[0, 1], [1, 0]]).tolist() == [[2, 3], [4, 5]]
    assert strew.gather_nd(np.zeros((3, 4, 5, 6, 7)), np.zeros((1, 1, 2, 3), int)).shape == (1, 1, 2, 6, 7)


def test_scatters_of_other_systems() -> None:
    assert strew.scatter_elements(np.arange(5), [3, 1, 3, 0], [5, 6, 7, 8]).tolist() == [8, 6, 2, 7, 4]
    zeros, updates = strew.filled((3, 3), F32), f32([[10, 11, 12], [20, 21, 22]])
    made = strew.scatter_elements(zeros, [[1, 0, 2], [0, 2, 1]], updates)
    assert made.tolist() == [[20, 11, 0], [10, 0, 22], [0, 21, 12]]


# ---- index policy


@pytest.mark.parametrize(("policy", "expected"), [
    ("clamp", [0, 3, 3, 0]), ("wrap", [3, 0, 3, 3]), ("fill", [-1, -1, 3, -1]), ("skip", [9, 9, 3, 9]),
])  # fmt: skip
def test_policies_of_a_gather(policy: Any, expected: list[int]) -> None:
    out = np.full(4, 9)
    fill: dict[str, Any] = {"fill_value": -1} if policy == "fill" else {}
    strew.gather(np.arange(4), np.array([-5, 4, -1, -9]), out_of_bounds=policy, out=out, **fill)
    assert out.tolist() == expected


@pytest.mark.parametrize(("policy", "expected"), [
    ("clamp", [15, 0, 0, 24]), ("wrap", [0, 16, 0, 23]), ("skip", [0, 0, 0, 8]),
])  # fmt: skip
def test_policies_of_a_scatter(policy: Any, expected: list[int]) -> None:
    positions, updates = np.array([-5, 9, -1, -9]), np.array([7, 16, 8, 8])
    made = strew.scatter(np.zeros(4, int), positions, updates, reduction="add", out_of_bounds=policy)
    assert made.tolist() == expected


def test_from_end_adds_the_extent_once() -> None:
    assert strew.gather(np.arange(4), [-4]).tolist() == [0]
    assert strew.gather(np.arange(4), [-1], negative_indices="invalid", out_of_bounds="clamp").tolist() == [0]
    with pytest.raises(strew.IndexOutOfBounds) as refused:
        strew.gather(np.arange(4), [-1], negative_indices="invalid")
    assert refused.value.allowed == (0, 3)


def test_unsigned_values_stay_unsigned() -> None:
    largest = np.array([2**64 - 1], np.uint64)
    assert strew.gather(np.arange(4), largest, out_of_bounds="clamp").tolist() == [3]
    assert strew.gather(np.arange(7), largest, out_of_bounds="wrap").tolist() == [(2**64 - 1) % 7]
    with pytest.raises(strew.IndexOutOfBounds) as refused:
        strew.gather(np.arange(4), largest)
    assert refused.value.index == (2**64 - 1,) and refused.value.allowed == (0, 3)


def test_empty_slices_are_validated_and_no_positions_are_not() -> None:
    with pytest.raises(strew.IndexOutOfBounds):
        strew.gather(np.zeros((2, 0)), [2])
    assert strew.gather(np.zeros((0, 3)), np.zeros(0, int)).shape == (0, 3)
    with pytest.raises(strew.IndexOutOfBounds) as refused:
        strew.gather(np.zeros(0), [0], out_of_bounds="clamp")
    assert refused.value.extent == 0 and refused.value.allowed == (0, -1)


def test_depth_0_and_rank_0() -> None:
    assert strew.gather_nd(np.array(5), np.zeros((2, 0), int)).tolist() == [5, 5]
    assert strew.gather(np.arange(3), np.array(1)).shape == ()
    assert strew.scatter_nd(np.array(5), np.zeros((2, 0), int), np.array([1, 2]), reduction="add").tolist() == 8
    assert strew.gather_nd(np.arange(6).reshape(2, 3), np.array([1, 2])) == 5


# ---- reductions


def bits(array: np.ndarray) -> list[str]:
    return [cell.tobytes()[::-1].hex() for cell in array.ravel()]


def test_the_last_write_wins() -> None:
    assert strew.scatter(np.zeros(2, int), [0, 0, 0], [1, 2, 3]).tolist() == [3, 0]


def test_minimum_and_maximum_know_nan_and_the_sign_of_zero() -> None:
    data = f32([0.0, -0.0, 1.0])
    lower = strew.scatter(data, [0, 1, 2], f32([-0.0, 0.0, math.nan]), reduction="min")
    assert bits(lower) == ["80000000", "80000000", "7fc00000"]
    assert bits(strew.scatter(data, [0, 1], f32([-0.0, 0.0]), reduction="max"))[:2] == ["00000000", "00000000"]


def test_a_stored_nan_is_the_positive_quiet_one_but_moves_keep_every_bit() -> None:
    odd = np.array([0xFFC12345, 0x7F800001], np.uint32).view(F32)
    assert bits(strew.scatter(np.zeros(2, F32), [0, 1], odd)) == ["ffc12345", "7f800001"]
    assert bits(strew.scatter(np.zeros(2, F32), [0, 1], odd, reduction="add")) == ["7fc00000", "7fc00000"]
    first = strew.scatter(np.zeros(2, F32), [0, 1], odd, reduction="max", include_self=False)
    assert bits(first) == ["7fc00000", "7fc00000"]
    for dtype, noisy, quiet in ((np.float16, 0xFE01, "7e00"), (ml_dtypes.bfloat16, 0xFF81, "7fc0")):
        update = np.array([noisy], np.uint16).view(dtype)
        assert bits(strew.scatter(np.zeros(1, dtype), [0], update, reduction="add")) == [quiet]


def test_negative_zero_stays_without_the_old_value() -> None:
    made = strew.scatter(f32([5]), [0], f32([-0.0]), reduction="add", include_self=False)
    assert bits(made) == ["80000000"]
    assert bits(strew.scatter(f32([0.0]), [0], f32([-0.0]), reduction="add")) == ["00000000"]


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
def test_small_floats_accumulate_in_f32_unless_native(dtype: Any) -> None:
    large = 2048.0 if dtype is np.float16 else 256.0
    data, ones, zeros = np.array([large], dtype), np.ones(4, dtype), np.zeros(4, int)
    assert float(strew.scatter(data, zeros, ones, reduction="add")[0]) == large + 4
    assert float(strew.scatter(data, zeros, ones, reduction="add", accumulate="native")[0]) == large


def test_means() -> None:
    data, updates = np.array([-7, 5], np.int8), np.array([127, 127], np.int8)
    assert strew.scatter(data, [0], np.array([0], np.int8), reduction="mean").tolist() == [-4, 5]
    assert strew.scatter(data, [0, 0], updates, reduction="mean", include_self=False).tolist() == [127, 5]
    native = strew.scatter(data, [0, 0], updates, reduction="mean", include_self=False, accumulate="native")
    assert native.tolist() == [-1, 5]
    assert strew.scatter(np.array([1.0, 2.0]), [0, 0], [2.0, 6.0], reduction="mean").tolist() == [3.0, 2.0]


def test_bools() -> None:
    data, updates = np.array([True, False, True]), np.array([True, True, False])
    results: dict[Any, list[int]] = {
        "add": [1, 1, 1], "mul": [1, 0, 0], "sub": [0, 1, 1], "max": [1, 1, 1], "min": [1, 0, 0], "and": [1, 0, 0],
        "or": [1, 1, 1], "xor": [0, 1, 1],
    }  # fmt: skip
    for reduction, expected in results.items():
        assert strew.scatter(data, [0, 1, 2], updates, reduction=reduction).tolist() == expected, reduction


def test_complex_products_recover_no_infinities() -> None:
    made = strew.scatter(np.array([complex(math.inf, 1)]), [0], np.array([1j]), reduction="mul")
    assert math.isnan(made[0].real) and made[0].imag == math.inf
    assert strew.scatter(np.array([2 + 1j]), [0], np.array([3 - 1j]), reduction="mul")[0] == 7 + 1j


def test_integers_wrap() -> None:
    assert strew.scatter(np.array([255], np.uint8), [0], np.array([2], np.uint8), reduction="add").tolist() == [1]
    assert strew.scatter(np.array([-128], np.int8), [0], np.array([-1], np.int8), reduction="mul").tolist() == [-128]
