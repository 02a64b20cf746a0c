"""strew.prepare and Plan.bind: indices that are inspected once."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from refusals import refused

import strew

TABLE = np.arange(12.0).reshape(4, 3)
ROWS = np.array([3, 1, 3])
LOOKUP = strew.plan(strew.gather, TABLE, ROWS)


def test_bound_plans_give_what_the_indices_give() -> None:
    ready = strew.prepare(LOOKUP, ROWS)
    assert LOOKUP.bind(ready)(TABLE * 2).tolist() == (TABLE * 2)[ROWS].tolist()
    sums = strew.plan(strew.scatter, TABLE, ROWS, TABLE[:3], reduction="add")
    data = TABLE.copy()
    assert sums.bind(strew.prepare(sums, ROWS))(data, TABLE[:3], out=data) is data
    assert data.tolist() == strew.scatter(TABLE, ROWS, TABLE[:3], reduction="add").tolist()


def test_one_preparation_serves_many_plans() -> None:
    ready = strew.prepare(LOOKUP, ROWS)
    small = TABLE.astype("f4")
    add = strew.plan(strew.scatter, small, ROWS, small[:3], reduction="add")
    assert add.bind(ready)(small, small[:3]).tolist() == strew.scatter(small, ROWS, small[:3], reduction="add").tolist()


def test_prepared_indices_are_a_copy() -> None:
    rows = ROWS.copy()
    bound = LOOKUP.bind(strew.prepare(LOOKUP, rows))
    rows[:] = 99
    assert bound(TABLE).tolist() == TABLE[ROWS].tolist()


def test_info() -> None:
    ready = strew.prepare(LOOKUP, ROWS)
    assert (ready.positions, ready.skipped, ready.duplicates) == (3, 0, 1)
    assert (ready.first_position, ready.other_position, ready.order) == (2, 0, "unsorted")
    assert ready.bytes >= ROWS.nbytes
    assert ready.bytes == LOOKUP.prepared_bytes
    assert "3 positions" in ready.explain()
    assert "3 positions" in repr(ready)
    assert strew.prepare(LOOKUP, [0, 1, 3]).order == "ascending"
    assert strew.prepare(LOOKUP, [0, 1, 1]).order == "sorted"
    assert strew.prepare(LOOKUP, [3, 1, 0]).order == "descending"
    assert strew.prepare(LOOKUP, [3, 1, 1]).order == "reversed"
    assert (ready.distinct, ready.most_frequent, ready.runs, ready.constant_rows) == (2, 2, 2, False)
    assert "unsorted in 2 runs, 0 skipped, 2 distinct, at most 2 of one cell, 1 with a cell of" in ready.explain()
    same = strew.prepare(LOOKUP, [1, -3, 1])
    assert (same.distinct, same.most_frequent, same.runs, same.constant_rows) == (1, 3, 1, True)
    assert "sorted in 1 run, the same along rows, " in same.explain()


def test_rows_of_one_index() -> None:
    elements = strew.plan(strew.gather_elements, TABLE, np.zeros((2, 3), "i8"), axis=0)
    for rows, is_constant in (([[2, 2, 2], [0, 0, 0]], True), ([[2, 2, 2], [0, 0, 1]], False)):
        ready = strew.prepare(elements, np.array(rows))
        assert (ready.constant_rows, ready.most_frequent) == (is_constant, 1)
        assert ready.distinct == len({(row, column) for line in rows for column, row in enumerate(line)})


def test_policy_is_validated_once() -> None:
    with refused("IX1", "indices", strew.IndexOutOfBounds):
        strew.prepare(LOOKUP, [0, 9, 0])
    skipping = strew.plan(strew.scatter, TABLE, ROWS, TABLE[:3], out_of_bounds="skip")
    assert strew.prepare(skipping, [0, 9, 9]).skipped == 2


@pytest.mark.parametrize("change", [pickle.dumps, copy.copy, copy.deepcopy])
def test_prepared_indices_stay_in_their_process(change: Any) -> None:
    ready = strew.prepare(LOOKUP, ROWS)
    for given in (ready, LOOKUP.bind(ready)):
        with refused("PY13", "indices", strew.ArrayError):
            change(given)


def test_bound_plans_refuse_indices() -> None:
    bound = LOOKUP.bind(strew.prepare(LOOKUP, ROWS))
    with refused("PY12", None, strew.ShapeError):
        bound(TABLE, ROWS)
    with refused("PY12", "indices", strew.ShapeError):
        strew.prepare(bound, ROWS)
    assert bound == bound  # noqa: PLR0124
    assert bound != LOOKUP
    assert hash(bound) == hash(bound)


def test_preparing_what_does_not_fit() -> None:
    with refused("PY12", "indices", strew.ShapeError):
        strew.prepare(LOOKUP, [0, 1])
    with refused("PY15", "indices", strew.DTypeError):
        strew.prepare(LOOKUP, ROWS.astype("i4"))
    unindexed = strew.plan(strew.tensor_scatter, np.zeros((2, 2, 3)), np.zeros((2, 1, 3)))
    with refused("PY12", "indices", strew.ShapeError):
        strew.prepare(unindexed, [0, 0])
    with refused("PY8", None, strew.OptionError):
        strew.prepare(LOOKUP, ROWS, threads=0)


def test_binding_what_does_not_fit() -> None:
    ready = strew.prepare(LOOKUP, ROWS)
    for rule, other in (
        ("PR1", strew.plan(strew.gather, TABLE, [0, 1])),
        ("PR2", strew.plan(strew.gather, TABLE[:3], ROWS)),
        ("PR3", strew.plan(strew.gather, TABLE, ROWS, out_of_bounds="clamp")),
        ("PR4", strew.plan(strew.gather, TABLE, ROWS.astype("i4"))),
    ):
        with pytest.raises(strew.Error) as caught:
            other.bind(ready)
        assert caught.value.rule == rule
    with pytest.raises(TypeError):
        LOOKUP.bind(ROWS)
