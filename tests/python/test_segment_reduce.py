"""segment_reduce of the package: forms of segments, shapes of results, refusals, and random calls beside a plain loop."""

from __future__ import annotations

import array
from typing import Any

import numpy as np
import pytest
from refusals import refused

import strew

TABLE = np.arange(8.0).reshape(4, 2)


def test_offsets_ids_and_groups() -> None:
    rows = [3, 0, 0, 1, 2]
    by_offsets = strew.segment_reduce(TABLE, rows, offsets=[0, 2, 2, 5])
    assert by_offsets.tolist() == [[6, 8], [0, 0], [6, 9]]
    by_ids = strew.segment_reduce(TABLE, rows, segment_ids=[0, 0, 2, 2, 2])
    assert by_ids.tolist() == by_offsets.tolist()
    assert strew.segment_reduce(TABLE, [[3, 0], [1, 1]], reduction="max").tolist() == [[6, 7], [2, 3]]
    assert strew.segment_reduce(TABLE, segment_ids=[1, 0, 1, 1], reduction="mean").tolist() == [[2, 3], [10 / 3, 13 / 3]]


def test_the_result_has_the_segments_that_are_given() -> None:
    assert strew.segment_reduce(TABLE, segment_ids=[0, 0, 0, 0], num_segments=3).shape == (3, 2)
    assert strew.segment_reduce(TABLE, offsets=[0, 1], num_segments=2).tolist() == [[0, 1], [12, 15]]
    base = np.full((3, 2), 100.0)
    assert strew.segment_reduce(TABLE, segment_ids=[0, 0, 2, 2], base=base).tolist() == [[102, 104], [100, 100], [110, 112]]
    assert strew.segment_reduce(TABLE, segment_ids=[0, 0, 1, 1], base=base, out=base) is base
    assert base.tolist() == [[102, 104], [110, 112], [100, 100]]


def test_weights_and_padding() -> None:
    weighted = strew.segment_reduce(TABLE, [3, 0, 1], segment_ids=[1, 0, 1], weights=[1.0, 2.0, 10.0])
    assert weighted.tolist() == [[0, 2], [26, 37]]
    padded = strew.segment_reduce(TABLE, [3, 0, 1], segment_ids=[1, 0, 1], padding_index=-1)
    assert padded.tolist() == [[0, 1], [2, 3]]
    skipped = strew.segment_reduce(TABLE, segment_ids=[-1, 0, 9, 1], num_segments=2, segment_out_of_bounds="skip")
    assert skipped.tolist() == [[2, 3], [6, 7]]


def test_positions_and_counts() -> None:
    values, arg, count = strew.segment_reduce(TABLE, [3, 0, 3], segment_ids=[1, 1, 1], num_segments=2, reduction="max",
                                              arg=True, count=True)  # fmt: skip
    assert (values.tolist(), arg.tolist(), count.tolist()) == ([[0, 0], [6, 7]], [[3, 3], [0, 0]], [0, 3])
    assert arg.dtype == count.dtype == np.int64
    mine, out = np.empty(2, np.int64), np.empty((2, 2))
    made = strew.segment_reduce(TABLE, offsets=[0, 1, 4], count=mine, out=out)
    assert made[0] is out
    assert made[1] is mine
    assert mine.tolist() == [1, 3]
    batched = strew.segment_reduce(TABLE[None], [[[3, 0], [1, 1]]], batch_dims=1, reduction="min", arg=True)
    assert batched[1].tolist() == [[[1, 1], [2, 2]]]


def test_destinations_of_any_kind() -> None:
    buffer = array.array("d", [0, 0])
    made = strew.segment_reduce(np.arange(4.0), offsets=[0, 1, 4], out=buffer)
    assert made is buffer
    assert list(buffer) == [0, 6]
    counted = strew.segment_reduce(np.arange(4.0), offsets=[0, 1, 4], out=buffer, count=True)
    assert counted[1].tolist() == [1, 3]


def test_a_base_that_is_a_list() -> None:
    base = [[1.0, 1.0], [2.0, 2.0]]
    made = strew.segment_reduce(np.ones((2, 2)), [0, 1], segment_ids=[1, 1], base=base)
    assert made.tolist() == [[1, 1], [4, 4]]


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int8", "int64"])
def test_lists_of_weights_and_of_a_base_take_the_type_of_data(dtype: str) -> None:
    made = strew.segment_reduce(np.full((2, 2), 3, dtype), [0, 1], offsets=[0, 2], weights=[1, 2], base=[[1, 0]])
    assert made.dtype == dtype
    assert made.tolist() == [[10, 9]]


def test_lists_that_do_not_fit_the_type_of_data_are_refused() -> None:
    with pytest.raises(strew.Error, match="PY11: weights: a list or scalar does not fit the type int32"):
        strew.segment_reduce(np.ones((2, 2), np.int32), [0, 1], offsets=[0, 2], weights=[0.5, 1])


def read_only() -> Any:
    array = np.zeros((1, *TABLE.shape[1:]), np.int64)
    array.flags.writeable = False
    return array


REFUSED: list[tuple[str, str | None, Any]] = [
    ("PY5", "arg", lambda: strew.segment_reduce(TABLE, offsets=[0], reduction="max", arg=read_only())),
    ("PY9", None, lambda: strew.segment_reduce(TABLE, offsets=[0], bits=8)),
    ("PY9", None, lambda: strew.segment_reduce(TABLE, offsets=[0], packing="halves")),
    ("PY9", None, lambda: strew.plan(strew.segment_reduce, TABLE, offsets=[0], bits=8)),
    ("SG1", "indices", lambda: strew.segment_reduce(TABLE)),
    ("SG2", None, lambda: strew.segment_reduce(TABLE, [0], offsets=[0], batch_dims=3)),
    ("SG3", "weights", lambda: strew.segment_reduce(TABLE, [0], offsets=[0], weights=np.ones(2))),
    ("AT1", None, lambda: strew.segment_reduce(TABLE, offsets=[0], out_of_bounds="clamp")),
    ("AT7", "indices", lambda: strew.segment_reduce(TABLE, [0], offsets=[0], padding_index=4)),
    ("TY2", "base", lambda: strew.segment_reduce(TABLE, offsets=[0], base=np.zeros((1, 2), np.float32))),
    ("TY3", "indices", lambda: strew.segment_reduce(TABLE, [0.5], offsets=[0])),
    ("PB4", "weights", lambda: strew.segment_reduce(TABLE, offsets=[0], weights=np.ones(4, np.int8))),
    ("PY7", None, lambda: strew.segment_reduce(TABLE, offsets=[0], reduction="sum")),
    ("PY8", None, lambda: strew.segment_reduce(TABLE, segment_ids=[0, 0, 0, 0], num_segments=-1)),
    ("PY9", None, lambda: strew.segment_reduce(TABLE, [0], offsets=[0], segment_ids=[0])),
    ("PY9", None, lambda: strew.segment_reduce(TABLE, [[0]], num_segments=3)),
    ("AT1", "arg", lambda: strew.segment_reduce(TABLE, offsets=[0], arg=True)),
    ("TY2", "count", lambda: strew.segment_reduce(TABLE, offsets=[0, 4], count=np.zeros(1, np.int32))),
    ("SG3", "count", lambda: strew.segment_reduce(TABLE, offsets=[0, 4], count=np.zeros(2, np.int64))),
    ("PY16", "output", lambda: strew.segment_reduce(TABLE, offsets=[0], num_segments=2**61, count=True)),
    ("PY6", "output", lambda: strew.segment_reduce(TABLE[0], offsets=[0, 2], out=[0.0])),
    ("PY6", "count", lambda: strew.segment_reduce(TABLE, offsets=[0, 4], count=[0])),
    ("OF1", "segments", lambda: strew.segment_reduce(TABLE, offsets=[2, 1])),
    ("OV2", "output", lambda: strew.segment_reduce(TABLE, offsets=[0, 1, 2, 3], out=TABLE)),
]


@pytest.mark.parametrize(("rule", "operand", "call"), REFUSED)
def test_refusals(rule: str, operand: str | None, call: Any) -> None:
    with refused(rule, operand):
        call()


def test_an_error_names_the_operand_and_changes_nothing() -> None:
    out = np.full((2, 2), 7.0)
    with refused("IX1", "indices", strew.IndexOutOfBounds) as caught:
        strew.segment_reduce(TABLE, [0, 4], offsets=[0, 1], out=out)
    assert "position 1 (1): component 0 of (4) is 4, outside [-4, 3] (axis 0 of size 4)" in str(caught.value)
    with refused("IX1", "segments", strew.IndexOutOfBounds):
        strew.segment_reduce(TABLE, [0, 0], segment_ids=[0, -1], out=out)
    assert out.tolist() == [[7, 7], [7, 7]]


def loop(table: Any, rows: Any, ids: Any, weights: Any, count: int, reduction: str) -> Any:
    """One position after the other, each step rounded to the type; the first one starts a segment."""
    made = np.zeros((count, *table.shape[1:]), table.dtype)
    seen = np.zeros(count, bool)
    combine = {"add": np.add, "mul": np.multiply, "min": np.minimum, "max": np.maximum}[reduction]
    for p, s in enumerate(ids):
        row = table[rows[p]] * weights[p] if weights is not None else table[rows[p]]
        made[s] = combine(made[s], row) if seen[s] else row
        seen[s] = True
    return made


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int32, np.int64])
@pytest.mark.parametrize("reduction", ["add", "mul", "min", "max"])
def test_random_calls_have_the_bits_of_a_loop(dtype: Any, reduction: Any) -> None:
    draw = np.random.default_rng(7)
    for _ in range(30):
        rows, positions, count, width = (int(n) for n in draw.integers(1, (9, 40, 8, 40)))
        table = (draw.standard_normal((rows, width)) * 9).astype(dtype)
        at = draw.integers(0, rows, positions)
        weights = (draw.standard_normal(positions) * 4).astype(dtype) if draw.random() < 0.5 else None
        ids = np.sort(draw.integers(0, count, positions))
        right = loop(table, at, ids, weights, count, reduction)
        offsets = np.searchsorted(ids, np.arange(count + 1))
        by_offsets = strew.segment_reduce(table, at, offsets=offsets, weights=weights, reduction=reduction)
        assert by_offsets.tobytes() == right.tobytes()
        order = draw.permutation(positions)
        shuffled = strew.segment_reduce(
            table, at[order], segment_ids=ids[order], weights=None if weights is None else weights[order],
            num_segments=count, reduction=reduction,
        )  # fmt: skip
        right = loop(table, at[order], ids[order], None if weights is None else weights[order], count, reduction)
        assert shuffled.tobytes() == right.tobytes()
