"""Reductions of segments that begin as the neutral element of the reduction in the output: groups that are that element,
or whose contributions are, and empty ones."""

from __future__ import annotations

import numpy as np
import pytest
import strew

COMBINE = {"add": np.add, "mul": np.multiply, "min": np.minimum, "max": np.maximum,
           "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}  # fmt: skip
FLOATS = {
    "add": [-0.0, 0.0, 1.5, -1.5, np.nan],
    "mul": [1.0, -1.0, 0.5, 2.0, np.inf],
    "min": [np.inf, 1.0, -2.0, np.nan],
    "max": [-np.inf, 1.0, -2.0, np.nan],
}
TYPES = ["float16", "float32", "float64", "complex64", "int8", "uint8", "int16", "uint32", "int64", "uint64", "bool"]
SHAPES = [(60, 20, ()), (60, 20, (3,)), (60, 20, (2, 9)), (3000, 40, ()), (40_000, 6000, ())]


def special_values(dtype: np.dtype, reduction: str) -> list | None:
    """With the neutral element; None where the contract has no such reduction."""
    if dtype.kind in "fc":
        return FLOATS.get(reduction) if dtype.kind == "f" or reduction == "add" else None
    if dtype.kind == "b":
        return [False, True] if reduction in ("and", "or", "xor") else None
    limits = np.iinfo(dtype)
    return [limits.min, limits.max, 0, 1, 3]


CASES = [(name, reduction) for name in TYPES for reduction in COMBINE if special_values(np.dtype(name), reduction)]


def reduced(data: np.ndarray, ids: np.ndarray, segments: int, reduction: str) -> np.ndarray:
    """The loop: the first contribution begins a segment, an empty one is 0."""
    out = np.zeros((segments, *data.shape[1:]), data.dtype)
    begun = np.zeros(segments, bool)
    with np.errstate(all="ignore"):
        for row, segment in zip(data, ids):
            out[segment] = COMBINE[reduction](out[segment], row) if begun[segment] else row
            begun[segment] = True
    return out


def same_bits(one: np.ndarray, other: np.ndarray) -> bool:
    if one.dtype.kind not in "fc":
        return np.array_equal(one, other)
    one, other = (a.view(f"f{a.itemsize // (2 if a.dtype.kind == 'c' else 1)}") for a in (one, other))
    return np.array_equal(one, other, equal_nan=True) and np.array_equal(
        np.signbit(one) & ~np.isnan(one), np.signbit(other) & ~np.isnan(other)
    )


@pytest.mark.parametrize("name, reduction", CASES)
@pytest.mark.parametrize("positions, segments, row", SHAPES)
def test_neutral_contributions_and_empty_segments(name, reduction, positions, segments, row):
    dtype = np.dtype(name)
    if positions > 3000 and dtype.itemsize not in (4, 8):
        pytest.skip("one width is enough where the table is large")
    draw = np.random.default_rng(positions)
    values = np.array(special_values(dtype, reduction), dtype)
    data = values[draw.integers(0, len(values), (positions, *row))]
    ids = draw.integers(0, segments - 2, positions)  # the last ones are empty
    if len(values) > 2:
        data[ids % 3 == 0] = values[0]
    expected = reduced(data, ids, segments, reduction)
    for threads in (1, 2):
        out = np.full_like(expected, values[-1])
        strew.segment_reduce(data, segment_ids=ids, num_segments=segments, reduction=reduction, out=out,
                             threads=threads, accumulate="native")  # fmt: skip
        assert same_bits(out, expected)


def test_without_neutral_updates_nothing_is_noted():
    """Updates tell then that what is still neutral is empty."""
    ids = np.array([4, 0, 4, 2])
    out = strew.segment_reduce(np.array([1, 2, 3, -2], "f4"), segment_ids=ids, num_segments=6)
    assert same_bits(out, np.array([2, 0, -2, 0, 4, 0], "f4"))
    out = strew.segment_reduce(np.array([1, -0.0, 3, -2], "f4"), segment_ids=ids, num_segments=6)
    assert same_bits(out, np.array([-0.0, 0, -2, 0, 4, 0], "f4"))


def test_positions_that_are_left_out_are_no_updates():
    data = np.array([[np.inf, 1], [2, 3], [4, 5]], "f4")
    ids = np.array([1, 7, 2, 0])
    out = strew.segment_reduce(data, np.array([0, 1, 2, 1]), segment_ids=ids, num_segments=4, reduction="min",
                               segment_out_of_bounds="skip", padding_index=2)  # fmt: skip
    assert same_bits(out, np.array([[2, 3], [np.inf, 1], [0, 0], [0, 0]], "f4"))


@pytest.mark.parametrize("positions, segments", [(60, 20), (3000, 40), (40_000, 6000)])
def test_a_bad_index_leaves_the_output_as_it_was(positions, segments):
    ids = np.random.default_rng(1).integers(0, segments, positions)
    ids[positions // 2] = segments
    out = np.full(segments, 5, "f4")
    with pytest.raises(strew.IndexOutOfBounds, match="IX1"):
        strew.segment_reduce(np.ones(positions, "f4"), segment_ids=ids, num_segments=segments, out=out)
    assert (out == 5).all()


def test_the_plan_says_so():
    text = strew.plan(strew.segment_reduce, np.ones(9, "f4"), segment_ids=np.arange(9) % 3, num_segments=3).explain()
    assert "the output becomes the neutral element of the reduction" in text
    assert "what had no update becomes 0" in text
