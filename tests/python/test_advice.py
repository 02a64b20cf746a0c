"""What is no array is named, with what to give instead; the packages that such things come from are not needed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from refusals import refused

import strew

TABLE, ROWS = np.arange(6.0).reshape(3, 2), np.array([1, 0])


def of_package(module: str, name: str, **members: Any) -> Any:
    """An instance of a class that looks like that of a package."""
    return type(name, (), {"__module__": module, **members})()


WORDS = np.array(["a", "b"], object)
SPARSE = of_package("scipy.sparse._csr", "csr_matrix", nnz=3, dtype=np.dtype("f8"))
CATEGORIES = of_package("pandas", "Categorical", dtype="category", codes=ROWS, __array__=lambda *_, **options: WORDS)
SERIES = of_package("pandas", "Series", dtype="category", cat=None, __array__=lambda *_, **options: WORDS)
ADVISED: list[tuple[Any, str]] = [
    (SPARSE, "is a sparse csr_matrix: toarray() has all elements, tocoo() those that are kept and their places"),
    (CATEGORIES, "is of categories: its .codes has their numbers, -1 where one is missing"),
    (SERIES, "is of categories: its .cat.codes has their numbers, -1 where one is missing"),
    ((row for row in [1, 0]), "is an iterator (generator): give list(it) or numpy.fromiter(it, dtype)"),
    (map(int, "10"), "is an iterator (map): give list(it) or numpy.fromiter(it, dtype)"),
    ({1, 0}, "is a set, whose elements have no positions: give a list or an array of them"),
    ({1: 0}, "is a dict, whose elements have no positions: give a list or an array of them"),
]


@pytest.mark.parametrize(("given", "text"), ADVISED, ids=[type(given).__name__ for given, _ in ADVISED])
def test_what_is_no_array_gets_advice(given: Any, text: str) -> None:
    for operand, call in (
        ("data", lambda: strew.gather(given, ROWS)),
        ("indices", lambda: strew.gather(TABLE, given)),
        ("updates", lambda: strew.scatter(TABLE, ROWS, given)),
    ):
        with refused("PY1", operand, strew.ArrayError) as caught:
            call()
        assert str(caught.value).startswith(f"PY1: {operand}: {text}")


OBJECTS = [np.array([1, "a"], object), np.array([(1, None)], "i4,O"), np.array(["a"], np.dtypes.StringDType())]


@pytest.mark.parametrize("given", OBJECTS, ids=lambda given: str(given.dtype))
def test_arrays_of_objects_get_advice(given: Any) -> None:
    with refused("PY4", "data", strew.ArrayError) as caught:
        strew.gather(given, [0])
    assert str(caught.value).endswith("array.astype(float), or another type, makes elements of bytes")


def test_what_can_be_read_is_read() -> None:
    assert strew.gather(TABLE, range(2)).tolist() == TABLE[:2].tolist()
    numbers = of_package("pandas", "Categorical", dtype="category", __array__=lambda *_, **options: ROWS)
    assert strew.gather(TABLE, numbers).tolist() == TABLE[ROWS].tolist()
    assert strew.gather(TABLE, ((1,), (0,))).tolist() == TABLE[[[1], [0]]].tolist()


LARGE = np.zeros((99, 3))


@pytest.mark.parametrize(
    ("rule", "call"),
    [
        ("PY7", lambda: strew.gather(TABLE, ROWS, out_of_bounds=LARGE)),  # type: ignore[call-overload]
        ("PY7", lambda: strew.scatter(TABLE, ROWS, TABLE[:2], ordered=LARGE)),  # type: ignore[call-overload]
        ("PY7", lambda: strew.plan(LARGE, TABLE, ROWS)),  # type: ignore[arg-type]
        ("PY8", lambda: strew.gather(TABLE, ROWS, axis=LARGE)),  # type: ignore[call-overload]
        ("PY11", lambda: strew.filled((3,), "f4", LARGE)),
    ],
)
def test_an_array_as_an_option_is_not_printed(rule: str, call: Any) -> None:
    with refused(rule, None) as caught:
        call()
    assert "<ndarray>" in str(caught.value) and "\n" not in str(caught.value) and len(str(caught.value)) < 150
