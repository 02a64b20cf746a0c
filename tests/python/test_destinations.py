"""Destinations: what can be one, what it shares with the inputs, and that nothing is copied on the way."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from refusals import refused

import strew

DATA = np.arange(6.0).reshape(3, 2)
ROWS = np.array([2, 0])


def test_out_is_returned() -> None:
    out = np.zeros((2, 2))
    assert strew.gather(DATA, ROWS, out=out) is out
    assert out.tolist() == [[4, 5], [0, 1]]


def test_without_out_data_is_untouched() -> None:
    data = DATA.copy()
    data.flags.writeable = False
    assert strew.scatter(data, ROWS, np.ones((2, 2))).tolist() == [[1, 1], [2, 3], [1, 1]]
    assert np.array_equal(data, DATA)


def test_in_place_by_the_object_and_by_the_memory() -> None:
    for given in (lambda data: data, lambda data: data[:], lambda data: memoryview(data)):
        data = DATA.copy()
        out = given(data)
        assert strew.scatter(data, ROWS, np.ones((2, 2)), reduction="add", out=out) is out
        assert data.tolist() == [[1, 2], [2, 3], [5, 6]]


def test_strided_destinations() -> None:
    whole = np.full((4, 6), -1.0)
    strew.gather(DATA, ROWS, out=whole[::-2, 1:5:3])
    assert whole.tolist() == [[-1] * 6, [-1, 0, -1, -1, 1, -1], [-1] * 6, [-1, 4, -1, -1, 5, -1]]
    turned = np.zeros((2, 2)).T
    assert strew.gather(DATA, ROWS, out=turned) is turned
    assert turned.tolist() == [[4, 5], [0, 1]]


CALLS: dict[str, Callable[..., Any]] = {
    "gather": lambda rows, **how: strew.gather(DATA, rows, **how),
    "gather_elements": lambda rows, **how: strew.gather_elements(DATA, rows[:, None], **how),
    "gather_nd": lambda rows, **how: strew.gather_nd(DATA, rows[:, None], **how),
    "scatter": lambda rows, **how: strew.scatter(DATA, rows, DATA[rows % 3], **how),
    "scatter_elements": lambda rows, **how: strew.scatter_elements(DATA, rows[:, None], DATA[rows % 3, :1], **how),
    "scatter_nd": lambda rows, **how: strew.scatter_nd(DATA, rows[:, None], DATA[rows % 3], **how),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("bad", [0, 3, 6, None])
def test_a_destination_that_is_discarded(call: Callable[..., Any], bad: int | None) -> None:
    """The results and the errors are the same, and what surrounds it is not written to."""
    rows = np.array([0, 2, 1, 1, 0, 2, 1])
    right = call(rows)
    if bad is not None:
        rows[bad] += 9
    room = np.full(right.size + 8, -7.0)
    out = room[4:-4].reshape(right.shape)
    for how in ({"out": out}, {"out": out, "on_error": "discard"}, {"on_error": "discard"}, {}):
        if bad is None:
            assert np.array_equal(call(rows, **how), right)
            continue
        with refused("IX1", "indices", strew.IndexOutOfBounds) as caught:
            call(rows, **how)
        assert caught.value.position == bad  # type: ignore[attr-defined]
        assert how != {"out": out} or (room == -7.0).all(), "kept"
    assert (room[:4] == -7.0).all() and (room[-4:] == -7.0).all()


def read_only(array: np.ndarray) -> np.ndarray:
    made = array.copy()
    made.flags.writeable = False
    return made


READ_ONLY = {
    "ndarray": read_only(np.zeros(2, "u1")),
    "bytes": b"ab",
    "memoryview": memoryview(bytearray(2)).toreadonly(),
    "broadcast": np.broadcast_to(np.uint8(3), (2,)),
    "bfloat16": read_only(np.zeros(2, ml_dtypes.bfloat16)),
}


@pytest.mark.parametrize("name", READ_ONLY)
def test_read_only_destinations_are_refused(name: str) -> None:
    out = READ_ONLY[name]
    before = bytes(memoryview(out).tobytes()) if name != "bfloat16" else out.tobytes()
    data = np.arange(3).astype(getattr(out, "dtype", "u1"))
    with refused("PY5", "output", strew.ArrayError) as caught:
        strew.gather(data, ROWS, out=out)
    assert "read-only" in str(caught.value)
    assert (memoryview(out).tobytes() if name != "bfloat16" else out.tobytes()) == before


def test_read_only_data_cannot_be_written_in_place() -> None:
    data = read_only(DATA)
    with refused("PY5", "output", strew.ArrayError):
        strew.scatter(data, ROWS, np.ones((2, 2)), out=data)


@pytest.mark.parametrize("out", [[0.0, 0.0], 5, "ab", strew.filled(2, "f8"), object(), [{}], ()], ids=repr)
def test_what_is_no_array_of_the_caller(out: Any) -> None:
    with refused("PY6", "output", strew.ArrayError):
        strew.gather(np.zeros(3), ROWS, out=out)


def test_data_that_is_no_array_of_the_caller() -> None:
    for data in ([1.0, 2.0, 3.0], strew.filled(3, "f8")):
        with refused("PY6", "output", strew.ArrayError):
            strew.scatter(data, ROWS, [1.0, 2.0], out=data)


TYPES: list[tuple[str, Any, Any]] = [
    ("PY10", "M8[s]", "M8[ms]"),
    ("PY10", "m8[D]", "m8[h]"),
    ("PY10", "M8[s]", "m8[s]"),
    ("PY10", [("a", "i4")], [("b", "i4")]),
    ("PY10", "S4", "U1"),
    ("TY2", ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2),
    ("PY10", ml_dtypes.float8_e4m3fnuz, ml_dtypes.float8_e5m2fnuz),
    ("TY2", "M8[s]", "i8"),
    ("PY10", "S2", "S3"),
    ("TY2", "f2", ml_dtypes.bfloat16),
    ("TY2", "i4", "u4"),
    ("TY2", "f8", "f4"),
]


@pytest.mark.parametrize(("rule", "mine", "other"), TYPES, ids=str)
def test_one_element_type(rule: str, mine: Any, other: Any) -> None:
    data, updates, out = np.zeros(3, mine), np.zeros(2, other), np.zeros(2, other)
    with refused(rule, "updates", strew.DTypeError):
        strew.scatter(data, ROWS, updates)
    with refused(rule, "output", strew.DTypeError):
        strew.gather(data, ROWS, out=out)


def windows(length: int) -> np.ndarray:
    return np.lib.stride_tricks.as_strided(np.zeros(length + 2), (length, 3), (8, 8))


def test_a_destination_that_overlaps_itself() -> None:
    with refused("SZ3", "output", strew.ShapeError):
        strew.gather(np.ones((4, 3)), ROWS, out=windows(2))
    data = windows(4)
    with refused("SZ3", "output", strew.ShapeError):
        strew.scatter(data, ROWS, np.ones((2, 3)), out=data)
    assert strew.gather(data, ROWS).tolist() == [[0] * 3, [0] * 3]  # as an input it is fine
    assert strew.scatter(data, ROWS, np.ones((2, 3))).tolist() == [[1] * 3, [0] * 3] * 2


def test_a_destination_that_overlaps_an_input() -> None:
    memory = np.arange(12.0)
    before = memory.tobytes()
    with refused("OV2", "output", strew.OverlapError):
        strew.gather(memory[:8], ROWS, out=memory[2:4])
    with refused("OV2", "output", strew.OverlapError):
        strew.scatter(memory[:8], ROWS, memory[8:10], out=memory[2:10])
    with refused("OV2", "output", strew.OverlapError):
        strew.scatter(memory[:4], ROWS, memory[8:10], out=memory[3::-1])
    with refused("OV2", "output", strew.OverlapError):
        strew.scatter(memory[:4], ROWS, memory[1:3], out=memory[:4])
    with refused("OV1", "output", strew.OverlapError):
        strew.gather(memory[:2], ROWS % 2, out=memory[:2])
    indices = np.array([1, 0])
    with refused("OV2", "output", strew.OverlapError):
        strew.gather(np.array([7, 8]), indices, out=indices)
    assert memory.tobytes() == before
    assert indices.tolist() == [1, 0]


def test_halves_of_one_array_are_apart() -> None:
    memory = np.arange(12.0).reshape(2, 6)
    strew.gather(memory[0], [5, 4, 3, 2, 1, 0], out=memory[1])
    assert memory[1].tolist() == [5, 4, 3, 2, 1, 0]
    strew.gather(memory[:, ::2], [1, 0], out=memory[:, 1::2])
    assert memory[:, 1::2].tolist() == [[5, 3, 1], [0, 2, 4]]


def peak_of(call: Any) -> int:
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("dtype", ["f8", "M8[s]", ml_dtypes.bfloat16, [("a", "i4"), ("b", "M8[s]")]], ids=str)
def test_nothing_is_copied(dtype: Any) -> None:
    data = np.zeros((100, 64), dtype).T[::-1, ::2]
    indices = np.broadcast_to(np.arange(40, dtype="i2"), (40, 40)).T[::2]
    out, combined = np.zeros((64, 20, 40), dtype), np.zeros((64, 50), dtype)
    updates, small = out[:, ::-1], 20_000
    assert peak_of(lambda: strew.gather(data, indices, axis=1, out=out)) < small
    assert peak_of(lambda: strew.gather(data, indices, axis=1)) < small + out.nbytes
    assert peak_of(lambda: strew.scatter(data, indices, updates, axis=1, out=combined)) < small
