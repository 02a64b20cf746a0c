"""Values that take the type of data: lists as updates, fill values, strew.filled."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from refusals import refused

import strew

UNFIT: list[tuple[Any, Any]] = [
    ("u1", [300, 1]),
    ("u1", [-1, 1]),
    ("u1", [np.int64(300), 1]),
    ("u1", [1.5, 2]),
    ("u1", ["1", "2"]),
    ("i4", [2**31, 0]),
    ("i8", [2**63, 0]),
    ("f4", [None, 1]),
    ("f4", [1j, 1]),
    ("?", [2, 0]),
    ("M8[D]", ["when", "ever"]),
    ("M8[D]", [np.datetime64("2020-01-01T05", "h")] * 2),
    ("S2", [b"abc", b"a"]),
    ("U1", ["abc", "a"]),
]


@pytest.mark.parametrize(("dtype", "updates"), UNFIT, ids=str)
def test_updates_that_do_not_fit(dtype: Any, updates: Any) -> None:
    data = np.zeros(3, dtype)
    with refused("PY11", "updates", strew.DTypeError):
        strew.scatter(data, [0, 1], updates, out=data)
    assert data.tobytes() == bytes(data.nbytes)


FIT: list[tuple[Any, Any]] = [
    ("u1", [255, 0]),
    ("u1", [np.int64(255), True]),
    ("i8", [-(2**63), 2**63 - 1]),
    ("f4", [0.1, 7]),
    ("F", [1j, 2]),
    ("?", [True, False]),
    ("S2", [b"ab", b"a"]),
    ("M8[D]", ["2020-01-01", "NaT"]),
    ([("a", "i4"), ("b", "f4")], [(1, 2.0), (3, 4.0)]),
    (ml_dtypes.bfloat16, [1, 2.5]),
    (ml_dtypes.float8_e4m3fn, [1, 2.5]),
]


@pytest.mark.parametrize(("dtype", "updates"), FIT, ids=str)
def test_updates_take_the_type_of_data(dtype: Any, updates: Any) -> None:
    found = strew.scatter(np.zeros(2, dtype), [0, 1], updates)
    assert found.tobytes() == np.array(updates, dtype).tobytes()


def filled_with(dtype: Any, value: Any) -> np.ndarray:
    return strew.gather(np.zeros(3, dtype), [5], out_of_bounds="fill", fill_value=value)


FILLS: list[tuple[Any, Any]] = [
    ("u1", 255),
    ("u1", np.uint8(7)),
    ("u1", np.int64(7)),
    ("u1", True),
    ("i8", np.float64(3)),
    ("i8", 3.0),
    ("i8", -(2**63)),
    ("u8", 2**64 - 1),
    ("f2", 0.1),
    ("f4", np.float64(0.1)),
    ("f8", float("inf")),
    ("F", 1),
    ("F", 2j),
    ("?", True),
    ("?", np.True_),
    ("?", 1),
    ("g", 1.5),
    ("M8[s]", np.datetime64("2020-01-01")),
    ("S2", b"ab"),
    (ml_dtypes.bfloat16, 1.5),
    (ml_dtypes.float8_e4m3fn, 1.5),
    (ml_dtypes.float8_e5m2, ml_dtypes.float8_e5m2(1.5)),
    ([("a", "i4"), ("b", "f4")], (1, 2.0)),
]


@pytest.mark.parametrize(("dtype", "value"), FILLS, ids=str)
def test_fill_values(dtype: Any, value: Any) -> None:
    found, wanted = filled_with(dtype, value), np.array([value], dtype)
    assert found.dtype == wanted.dtype
    # The padding of a longdouble holds any bytes.
    assert found.tobytes() == wanted.tobytes() or (dtype == "g" and found == wanted)


WRONG_FILLS: list[tuple[Any, Any]] = [
    ("u1", 300),
    ("u1", -1),
    ("u1", 1.5),
    ("u1", np.int64(300)),
    ("u1", np.float64(1.5)),
    ("u1", 2j),
    ("i8", np.uint64(2**63)),
    ("i8", 2**63),
    ("i8", 2**64),
    ("f8", 1j),
    ("f8", np.complex128(1j)),
    ("?", 2),
    ("?", 0.5),
    ("M8[D]", np.datetime64("2020-01-01T05", "h")),
    ("S2", b"abc"),
    ("u1", [1, 2]),
    ("f4", np.zeros(2, "f4")),
]


@pytest.mark.parametrize(("dtype", "value"), WRONG_FILLS, ids=str)
def test_fill_values_that_do_not_fit(dtype: Any, value: Any) -> None:
    with pytest.raises(strew.Error) as caught:
        filled_with(dtype, value)
    assert caught.value.rule in ("PY11", "AT4"), str(caught.value)


def test_a_fill_value_comes_with_fill() -> None:
    with refused("AT3", None, strew.OptionError):
        strew.gather(np.zeros(3), [0], fill_value=1.0)
    assert filled_with("f8", None).tolist() == [0]


def test_filled_is_an_operand_of_one_element() -> None:
    made = strew.filled((10**6, 10**6), "f4", 1.5)
    assert (made.shape, made.ndim, made.dtype) == ((10**6, 10**6), 2, np.float32)
    assert strew.gather_nd(made, [[999_999, 3]]).tolist() == [1.5]
    assert repr(made) == "strew.filled((1000000, 1000000), 'float32', 1.5)"
    assert np.asarray(strew.filled((2, 2), "i4", 7)).tolist() == [[7, 7], [7, 7]]
    assert strew.filled(3, ml_dtypes.bfloat16).dtype == strew.filled(3, "bfloat16").dtype


def test_filled_as_data_and_updates() -> None:
    counts = strew.scatter(strew.filled(4, "i8", 10), [3, 1, 3], strew.filled(3, "i8", 1), reduction="add")
    assert counts.tolist() == [10, 11, 10, 12]
    ones = strew.filled((2, 4), "f8", 1)
    table = np.zeros((3, 4))
    assert strew.scatter(table, [0, 2], ones, out=table) is table
    assert table.tolist() == [[1] * 4, [0] * 4, [1] * 4]


@pytest.mark.parametrize(
    ("dtype", "value"),
    [("i8", 2.5), ("i8", 2**63), ("u1", -1), ("u1", np.int64(-1)), ("i8", "x"), ("f8", [1, 2]), ("f8", None)],
    ids=str,
)
def test_filled_with_what_does_not_fit(dtype: str, value: Any) -> None:
    with refused("PY11", None, strew.DTypeError):
        strew.filled(3, dtype, value)


def test_filled_refuses_bad_shapes_and_types() -> None:
    with refused("PY8", None, strew.OptionError):
        strew.filled((2, -1), "f8")
    with refused("PY1", None, strew.DTypeError):
        strew.filled(3, "nonsense")
    with refused("PY4", "data", strew.ArrayError):
        strew.gather(strew.filled(3, "O"), [0])
    with refused("PY3", "data", strew.ArrayError):
        strew.gather(strew.filled(3, ">i4"), [0])
