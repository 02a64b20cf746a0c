"""Small calls of NumPy's arrays find the plan of the call before: what differs from it must be seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import strew

TIMES = 5
TABLE = np.arange(24, dtype=np.float32).reshape(6, 4)
ROWS = np.array([5, 0, -1])


def repeat(call: Callable[[], Any]) -> Any:
    """Calls until the short way is taken; the last result."""
    for _ in range(TIMES):
        result = call()
    return result


def test_each_call_reads_its_own_arrays() -> None:
    out = np.empty((3, 4), np.float32)
    for n in range(TIMES):
        table = TABLE + np.float32(n)
        rows = (ROWS + n) % 6
        assert strew.gather(table, rows, out=out) is out
        assert np.array_equal(out, table[rows])
        assert np.array_equal(strew.gather(table, rows), table[rows])


def test_results_are_new_arrays() -> None:
    results = [strew.gather(TABLE, ROWS) for _ in range(TIMES)]
    assert len({id(each) for each in results}) == TIMES
    assert all(np.array_equal(each, TABLE[ROWS]) for each in results)


@pytest.mark.parametrize(
    "other",
    [
        TABLE.astype(np.int32),
        TABLE.astype(np.float64),
        np.asfortranarray(TABLE),
        np.repeat(TABLE, 2, axis=1)[:, ::2],
        TABLE[::-1],
        TABLE.reshape(6, 2, 2),
        TABLE.reshape(8, 3),
        TABLE.tolist(),
    ],
)
def test_another_form_of_data_is_seen(other: Any) -> None:
    repeat(lambda: strew.gather(TABLE, ROWS))
    assert np.array_equal(strew.gather(other, ROWS), np.asarray(other)[ROWS])


@pytest.mark.parametrize("other", [ROWS.astype(np.int32), ROWS[::-1], np.repeat(ROWS, 2)[::2], ROWS[:2], ROWS[None]])
def test_another_form_of_indices_is_seen(other: Any) -> None:
    repeat(lambda: strew.gather(TABLE, ROWS))
    assert np.array_equal(strew.gather(TABLE, other), TABLE[other])


def test_another_element_type_of_the_same_width_is_seen() -> None:
    def summed(dtype: str) -> Any:
        return strew.scatter(TABLE.astype(dtype), ROWS, np.full((3, 4), -1, dtype), reduction="add")

    assert np.array_equal(repeat(lambda: summed("f4")), repeat(lambda: summed("i4")))


def test_the_byte_order_of_another_machine_is_refused() -> None:
    repeat(lambda: strew.gather(TABLE, ROWS))
    with pytest.raises(strew.ArrayError, match="PY3"):
        strew.gather(TABLE.astype(">f4"), ROWS)


def test_another_shape_of_the_same_array_is_seen() -> None:
    table = TABLE.copy()
    repeat(lambda: strew.gather(table, ROWS))
    table.shape = (6, 2, 2)
    assert np.array_equal(strew.gather(table, ROWS), table[ROWS])


def test_other_options_are_seen() -> None:
    far = np.array([5, 0, 9])
    repeat(lambda: strew.gather(TABLE, far, out_of_bounds="clamp"))
    assert np.array_equal(strew.gather(TABLE, far, out_of_bounds="fill"), [[*TABLE[5]], [*TABLE[0]], [0] * 4])
    with pytest.raises(IndexError):
        strew.gather(TABLE, far)
    assert np.array_equal(strew.gather(TABLE, far % 4, axis=1), TABLE[:, far % 4])
    assert np.array_equal(strew.gather(TABLE, far, out_of_bounds="cla" + "mp"), TABLE[[5, 0, 5]])


def test_a_fill_value_that_changes_is_seen() -> None:
    far, value = np.array([9]), np.zeros((), np.float32)
    for n in range(TIMES):
        value[...] = n
        filled = strew.gather(TABLE, far, out_of_bounds="fill", fill_value=value)
        assert np.array_equal(filled, np.full((1, 4), n))


def test_a_bad_index_raises_and_writes_nothing() -> None:
    out = np.empty((3, 4), np.float32)
    repeat(lambda: strew.gather(TABLE, ROWS, out=out))
    out[...] = 7
    with pytest.raises(IndexError, match="IX1.*6"):
        strew.gather(TABLE, np.array([0, 1, 6]), out=out)
    assert (out == 7).all()


def test_a_destination_that_became_read_only_is_refused() -> None:
    out = np.empty((3, 4), np.float32)
    repeat(lambda: strew.gather(TABLE, ROWS, out=out))
    out.flags.writeable = False
    with pytest.raises(strew.ArrayError, match="PY5"):
        strew.gather(TABLE, ROWS, out=out)
    sums, updates = TABLE.copy(), np.ones((3, 4), np.float32)
    repeat(lambda: strew.scatter(sums, ROWS, updates, out=sums))
    other = TABLE.copy()
    other.flags.writeable = False
    with pytest.raises(strew.ArrayError, match="PY5"):
        strew.scatter(sums, ROWS, updates, out=other)


def test_a_destination_that_overlaps_is_refused() -> None:
    memory = np.zeros(36, np.float32)
    table, apart, inside = memory[:24].reshape(6, 4), memory[24:].reshape(3, 4), memory[8:20].reshape(3, 4)
    repeat(lambda: strew.gather(table, ROWS, out=apart))
    with pytest.raises(ValueError, match="OV"):
        strew.gather(table, ROWS, out=inside)


def test_another_destination_is_seen() -> None:
    repeat(lambda: strew.gather(TABLE, ROWS, out=np.empty((3, 4), np.float32)))
    for out in (np.empty((3, 8), np.float32)[:, ::2], np.empty((4, 3), np.float32).T):
        assert np.array_equal(strew.gather(TABLE, ROWS, out=out), TABLE[ROWS])
    with pytest.raises(TypeError):
        strew.gather(TABLE, ROWS, out=np.empty((3, 4), np.float64))


def test_in_place_and_copied_are_told_apart() -> None:
    updates = np.ones((3, 4), np.float32)
    expected = TABLE.copy()
    np.add.at(expected, ROWS, updates)
    sums, once = TABLE.copy(), expected.copy()
    repeat(lambda: strew.scatter(sums, ROWS, updates, reduction="add", out=sums))
    assert np.array_equal(sums, TABLE + TIMES * (expected - TABLE))
    apart = np.empty_like(TABLE)
    repeat(lambda: strew.scatter(TABLE, ROWS, updates, reduction="add", out=apart))
    assert np.array_equal(apart, expected)
    assert np.array_equal(repeat(lambda: strew.scatter(TABLE, ROWS, updates, reduction="add")), expected)
    strew.scatter(once, ROWS, updates, reduction="add", out=once)
    assert np.array_equal(once, expected + (expected - TABLE))


def test_other_updates_are_seen() -> None:
    def scattered(updates: Any) -> Any:
        return strew.scatter(TABLE, ROWS[:2], updates)

    updates = np.array([[1, 2, 3, 4], [5, 6, 7, 8]], np.float32)
    repeat(lambda: scattered(updates))
    for other in (updates.repeat(2, axis=1)[:, ::2], np.asfortranarray(updates), updates.tolist()):
        assert np.array_equal(scattered(other)[[5, 0]], updates)
    with pytest.raises(ValueError):
        scattered(updates[:1])


def test_more_forms_than_are_remembered() -> None:
    rows = [(np.arange(n) % 6).reshape((1,) * (n % 3) + (n,)) for n in range(1, 65)]
    for each in rows + rows:
        assert np.array_equal(repeat(lambda: strew.gather(TABLE, each)), TABLE[each])
    for _ in range(TIMES):
        for each in rows:
            assert np.array_equal(strew.gather(TABLE, each), TABLE[each])


def test_a_cache_without_write_indices() -> None:
    cache, update = np.zeros((2, 3, 4), np.float32), np.ones((2, 1, 4), np.float32)
    assert np.array_equal(repeat(lambda: strew.tensor_scatter(cache, update)), np.pad(update, ((0, 0), (0, 2), (0, 0))))
    at = np.array([2, 1])
    written = repeat(lambda: strew.tensor_scatter(cache, update, at))
    assert np.array_equal(written[[0, 1], at], update[:, 0])
    assert written.sum() == update.sum()


def test_a_plan_reads_the_arrays_of_each_call() -> None:
    gather = strew.plan(strew.gather, TABLE, ROWS)
    for n in range(TIMES):
        table = TABLE + np.float32(n)
        assert np.array_equal(gather(table, (ROWS + n) % 6), table[(ROWS + n) % 6])
    with pytest.raises(strew.Error, match="PY12"):
        gather(TABLE, ROWS[:2])
    with pytest.raises(strew.Error, match="PY12"):
        gather(TABLE[::-1], ROWS)
    with pytest.raises(strew.Error, match="PY15"):
        gather(TABLE.astype("i4"), ROWS)
    with pytest.raises(IndexError, match="IX1"):
        gather(TABLE, ROWS + 6)
    with pytest.raises(strew.Error, match="PY12"):
        gather(TABLE)


def test_a_bound_plan_reads_the_arrays_of_each_call() -> None:
    gather = strew.plan(strew.gather, TABLE, ROWS)
    bound = gather.bind(strew.prepare(gather, ROWS))
    for n in range(TIMES):
        assert np.array_equal(bound(TABLE * n), TABLE[ROWS] * n)
    with pytest.raises(strew.Error, match="PY12"):
        bound(TABLE, ROWS)


def test_a_plan_in_place_and_copied() -> None:
    updates, sums, apart = np.ones((3, 4), np.float32), TABLE.copy(), np.empty_like(TABLE)
    add = strew.plan(strew.scatter, TABLE, ROWS, updates, reduction="add", out=TABLE)
    for n in range(1, TIMES):
        add(sums, ROWS, updates, out=sums)
        assert sums.sum() == TABLE.sum() + n * updates.sum()
    repeat(lambda: add(TABLE, ROWS, updates, out=apart))
    assert apart.sum() == TABLE.sum() + updates.sum()
