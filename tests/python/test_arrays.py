"""Every kind of array comes in as it is, or is refused by the rule that it breaks."""

from __future__ import annotations

import array
import ctypes
import mmap
import os
import pathlib
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from refusals import refused

import strew

ROWS = np.array([2, 0])


class Pair(ctypes.Structure):
    _fields_ = [("x", ctypes.c_int), ("y", ctypes.c_int)]


class SwappedPair(ctypes.BigEndianStructure):
    _fields_ = [("x", ctypes.c_int), ("y", ctypes.c_int)]


def in_a_map() -> mmap.mmap:
    made = mmap.mmap(-1, 8)
    made[:] = b"abcdefgh"
    return made


BUFFERS: dict[str, Any] = {
    "bytes": b"abcd",
    "bytearray": bytearray(b"abcd"),
    "memoryview": memoryview(b"abcd"),
    "cast": memoryview(bytes(range(16))).cast("i"),
    "cast to characters": memoryview(b"abcd").cast("c"),
    "cast to a table": memoryview(bytes(range(12))).cast("H", [3, 2]),
    "every second": memoryview(bytes(range(32))).cast("h")[::2],
    "backwards": memoryview(bytes(range(32))).cast("d")[::-1],
    "array of doubles": array.array("d", [1, 2, 3]),
    "array of longs": array.array("l", [1, -2, 3]),
    "ctypes": (ctypes.c_int * 3)(1, 2, 3),
    "ctypes table": ((ctypes.c_short * 2) * 3)((1, 2), (3, 4), (5, 6)),
    "ctypes truth": (ctypes.c_bool * 3)(True, False, True),
    "ctypes record": (Pair * 3)((1, 2), (3, 4), (5, 6)),
    "ctypes record of the other byte order": (SwappedPair * 3)((1, 2), (3, 4), (5, 6)),
    "mmap": in_a_map(),
}
if os.name != "nt":  # where they have 16 bits, and no type in NumPy
    BUFFERS["array of characters"] = array.array("w" if "w" in array.typecodes else "u", "abc")  # 3.13 has the first name


@pytest.mark.parametrize("name", BUFFERS)
def test_buffers_are_read(name: str) -> None:
    given = BUFFERS[name]
    same = np.asarray(memoryview(given))
    found = strew.gather(given, ROWS)
    assert type(found) is np.ndarray
    assert found.dtype == same.dtype
    assert found.tobytes() == same[ROWS].tobytes()


def test_elements_without_a_type_in_numpy_are_records() -> None:
    found = strew.gather((ctypes.c_void_p * 3)(1, 2, 3), ROWS)
    assert (found.dtype.kind, found.tobytes()) == ("V", np.array([3, 1], "u8").tobytes())


def test_buffers_are_given_back() -> None:
    data, rows, sums = bytearray(8), array.array("q", [1, 0]), bytearray(8)
    strew.scatter(data, rows, b"ab", out=sums)
    with refused("IX1", "indices"):
        strew.scatter(data, array.array("q", [9, 0]), b"ab", out=sums)
    for exporter in (data, sums):
        exporter.append(0)  # BufferError while somebody reads it
    rows.append(0)
    in_a_map().close()


def test_buffers_are_written() -> None:
    for destination in (bytearray(2), memoryview(bytearray(2)), (ctypes.c_ubyte * 2)(), array.array("B", [0, 0])):
        assert strew.gather(b"abc", ROWS, out=destination) is destination
        assert bytes(destination) == b"ca"


FLOATS8 = [name for name in dir(ml_dtypes) if name.startswith("float8_")]
TYPES: list[Any] = [
    *"?bBhHiIlLqQefdgFDG",
    *("M8[s]", "M8[ns]", "m8[D]", "M8[25s]", "S3", "U2", "V5", "V16"),
    [("a", "i4"), ("b", "f8")],
    [("swapped", ">i4"), ("b", ">f8")],
    [("when", "M8[s]"), ("what", "i4")],
    [("when", ">M8[s]"), ("what", "i2", (3,))],
    [("a", "i4", (2, 2)), ("name", "S3")],
    [("O", "i4")],
    np.dtype({"names": ["a"], "formats": ["i2"], "offsets": [3], "itemsize": 11}),
    ml_dtypes.bfloat16,
    *(getattr(ml_dtypes, name) for name in FLOATS8),
]


def any_bytes(shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    dtype = np.dtype(dtype)
    raw = np.random.default_rng(1).bytes(int(np.prod(shape)) * dtype.itemsize)
    return np.frombuffer(raw, dtype).reshape(shape)


def raw(given: np.ndarray) -> np.ndarray:
    return given.view(f"V{given.dtype.itemsize}")


@pytest.mark.parametrize("dtype", TYPES, ids=str)
def test_every_type_moves(dtype: Any) -> None:
    data = any_bytes((4, 3), dtype)
    for given in (data, data[::-1, ::2], data.T):
        found = strew.gather(given, ROWS)
        assert found.dtype == data.dtype
        assert raw(found).tobytes() == raw(given)[ROWS].tobytes()
        moved = strew.scatter(given, ROWS, given[1:3])
        wanted = raw(given).copy()
        wanted[ROWS] = raw(given)[1:3]
        assert (moved.dtype, raw(moved).tobytes()) == (data.dtype, wanted.tobytes())


@pytest.mark.parametrize("rank", [0, 1, 8, 9, 16])
def test_every_rank_moves(rank: int) -> None:
    data = np.arange(3 * 2**rank).reshape(3, *(2,) * rank)
    found = strew.gather(data, ROWS)
    assert found.tolist() == data[ROWS].tolist()
    assert strew.gather(data, ROWS, out=np.empty_like(found)).tolist() == data[ROWS].tolist()


def test_what_warns_when_it_is_written_is_no_destination() -> None:
    shared = np.broadcast_arrays(np.zeros((1, 3)), np.zeros((2, 3)))[0]
    with refused("PY5", "output"):
        strew.gather(np.zeros((4, 3)), ROWS, out=shared)


@pytest.mark.parametrize("dtype", ["b", "B", "h", "H", "i", "I", "l", "L", "q", "Q"])
def test_every_index_type(dtype: str) -> None:
    data = np.arange(5.0)
    assert strew.gather(data, np.array([4, 0, 4], dtype)).tolist() == [4, 0, 4]


@pytest.mark.parametrize("indices", [[0.0], [True], ["0"], np.zeros(2, "M8[s]"), np.zeros(0)], ids=str)
def test_indices_are_integers(indices: Any) -> None:
    with refused("TY3", "indices", strew.DTypeError):
        strew.gather(np.arange(3), indices)


SWAPPED = {
    "integers": np.arange(3).astype(">i4"),
    "floats": np.arange(3).astype(">f8"),
    "complex": np.zeros(3, ">c8"),
    "dates": np.zeros(3, ">M8[s]"),
    "text": np.array(["a", "bc", "d"], ">U2"),
    "long doubles": np.zeros(3, ">g"),
    "ctypes": (ctypes.c_int.__ctype_be__ * 3)(1, 2, 3),
}


@pytest.mark.parametrize("name", SWAPPED)
def test_numbers_of_the_other_byte_order_are_refused(name: str) -> None:
    given = SWAPPED[name]
    with refused("PY3", "data", strew.ArrayError) as caught:
        strew.gather(given, ROWS)
    assert "byte order" in str(caught.value)
    with refused("PY3", "updates", strew.ArrayError):
        strew.scatter(np.zeros(3), [0, 1, 2], given)
    with refused("PY3", "output", strew.ArrayError):
        strew.gather(np.zeros(3), [0, 1, 2], out=given)


def test_indices_of_the_other_byte_order_are_refused() -> None:
    with refused("PY3", "indices", strew.ArrayError):
        strew.gather(np.zeros(3), ROWS.astype(">i8"))


def test_one_byte_has_no_order() -> None:
    assert strew.gather(np.array([1, 2, 3], ">i1"), ROWS).tolist() == [3, 1]


OBJECTS = {
    "objects": np.array([{}, [], None], dtype=object),
    "objects in a record": np.zeros(3, [("a", "i4"), ("b", "O")]),
    "objects under a date": np.zeros(3, [("a", "M8[s]"), ("b", "O")]),
    "strings of any length": np.array(["a", "bc", "d"], np.dtypes.StringDType()),
    "ctypes": (ctypes.py_object * 3)(1, 2, 3),
    "a list of objects": [object(), object(), object()],
}


@pytest.mark.parametrize("name", OBJECTS)
def test_references_are_refused(name: str) -> None:
    with refused("PY4", "data", strew.ArrayError):
        strew.gather(OBJECTS[name], ROWS)


def test_things_that_are_no_arrays() -> None:
    with refused("PY1", "data", strew.ArrayError):
        strew.gather([[1], [1, 2]], ROWS)


def test_a_masked_array_would_lose_its_mask() -> None:
    masked = np.ma.array([1, 2, 3], mask=[0, 1, 0])
    with refused("PY1", "data", strew.ArrayError) as caught:
        strew.gather(masked, ROWS)
    assert "mask" in str(caught.value)
    with refused("PY1", "indices", strew.ArrayError):
        strew.gather(np.arange(4), masked)
    assert strew.gather(masked.filled(9), ROWS).tolist() == [3, 1]


@pytest.mark.filterwarnings("ignore:the matrix subclass")
def test_subclasses_of_ndarray_give_their_elements(tmp_path: pathlib.Path) -> None:
    table = np.arange(6.0).reshape(3, 2)
    mapped = np.memmap(tmp_path / "table", "f8", "w+", shape=(3, 2))
    mapped[:] = table
    for given in (np.matrix(table), mapped, table.view(np.recarray)):
        found = strew.gather(given, ROWS)
        assert type(found) is np.ndarray
        assert found.tolist() == [[4, 5], [0, 1]]
    records = np.rec.array([(1, 2.0), (3, 4.0), (5, 6.0)])
    assert strew.gather(records, ROWS).tolist() == [(5, 6.0), (1, 2.0)]


def test_scalars_and_rank_zero() -> None:
    one_tuple = np.zeros((2, 0), "i8")
    for given in (7.0, np.float64(7), np.array(7.0), ctypes.c_double(7)):
        assert strew.gather_nd(given, one_tuple).tolist() == [7, 7]
    assert strew.gather([1, 2, 3], 1) == 2
    assert strew.gather([1, 2, 3], np.int8(1)).shape == ()


def test_lists() -> None:
    assert strew.gather([[1, 2], [3, 4]], [1, -2]).tolist() == [[3, 4], [1, 2]]
    assert strew.gather([1.5], []).shape == (0,)
    assert strew.gather(np.zeros((0, 3)), []).shape == (0, 3)
    assert strew.scatter(np.zeros(3, "f4"), [1], [2]).dtype == np.float32
    assert strew.scatter([1, 2, 3], (0,), (9,)).tolist() == [9, 2, 3]
