"""strew.pyg.segment and spmm beside loops, with the matrices of SciPy where it is there."""

from __future__ import annotations

import doctest
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused

from strew import _csr, pyg

SRC = np.array([[1.0, 2], [3, 4], [5, 6], [7, 8]])
FOLDS: dict[str, Any] = {"sum": np.sum, "add": np.sum, "mean": np.mean, "min": np.min, "max": np.max}


def folded(rows: Any, reduce: str) -> Any:
    return FOLDS[reduce](rows, axis=0) if len(rows) else np.zeros(rows.shape[1:])


@pytest.mark.parametrize("reduce", FOLDS)
def test_segments_of_rows(reduce: Any) -> None:
    found = pyg.segment(SRC, np.array([0, 2, 2, 3]), reduce)
    np.testing.assert_array_equal(found, [folded(SRC[a:b], reduce) for a, b in ((0, 2), (2, 2), (2, 3))])
    assert pyg.segment(-SRC, [0, 1, 1], "max").tolist() == [[-1, -2], [0, 0]]


def test_a_ptr_of_more_dimensions() -> None:
    src = np.arange(12.0).reshape(2, 6)
    assert pyg.segment(src, [[0, 2, 6], [1, 1, 3]]).tolist() == [[1, 14], [0, 15]]
    assert pyg.segment(src, [[0, 2, 6]]).tolist() == [[1, 14], [13, 38]]


@given(st.data(), st.sampled_from(sorted(FOLDS)))
def test_spmm_is_the_loop(data: st.DataObject, reduce: Any) -> None:
    rows, columns, width = (data.draw(st.integers(1, 5)) for _ in range(3))
    counts = data.draw(st.lists(st.integers(0, 4), min_size=rows, max_size=rows))
    indptr = np.cumsum([0, *counts])
    total, small = sum(counts), st.integers(-4, 4)
    where = np.array(data.draw(st.lists(st.integers(0, columns - 1), min_size=total, max_size=total)), np.int32)
    values = np.array(data.draw(st.lists(small, min_size=total, max_size=total)), np.float64)
    other = np.array(data.draw(st.lists(small, min_size=columns * width, max_size=columns * width)), np.float64)
    other = other.reshape(columns, width)
    products = values[:, None] * other[where] if len(where) else np.zeros((0, width))
    expected = [folded(products[a:b], reduce) for a, b in zip(indptr, indptr[1:])]
    np.testing.assert_array_equal(pyg.spmm((indptr, where, values), other, reduce), expected)
    plain = [folded(other[where[a:b]], reduce) for a, b in zip(indptr, indptr[1:])]
    np.testing.assert_array_equal(pyg.spmm((indptr, where, None), other, reduce), plain)


def test_matrices_of_scipy() -> None:
    sparse = pytest.importorskip("scipy.sparse")
    matrix = sparse.csr_array(np.array([[1.0, 0, 10], [0, 0, 0], [0, 2, 0]]))
    other = np.array([[1.0, 2], [3, 4], [5, 6]])
    assert pyg.spmm(matrix, other).tolist() == (matrix @ other).tolist()
    with refused("PY14", "other"):
        pyg.spmm(matrix, SRC)
    with refused("PY1", "src"):
        pyg.spmm(matrix.tocsc(), other)


class Vector:
    """scipy.sparse.csr_array of one dimension, as far as strew looks at it."""

    format, shape, indptr = "csr", (3,), np.array([0, 1])
    indices, data = np.array([2]), np.array([1.0])


REFUSED: list[tuple[str, str | None, Any]] = [
    ("PY7", None, lambda: pyg.segment(SRC, [0, 1], "mul")),  # type: ignore[call-overload]
    ("PY14", "ptr", lambda: pyg.segment(SRC, 3)),
    ("PY14", "ptr", lambda: pyg.segment(SRC, [[0, 1], [0, 1]])),
    ("PY14", "ptr", lambda: pyg.segment(SRC[0], [[0, 1]])),
    ("OF1", "ptr", lambda: pyg.segment(SRC, [0, 5])),
    ("TY3", "ptr", lambda: pyg.segment(SRC, [0.0, 1.0])),
    ("PY7", None, lambda: pyg.spmm(([0, 1], [0], None), SRC, "mul")),  # type: ignore[call-overload]
    ("PY1", "src", lambda: pyg.spmm(SRC, SRC)),
    ("PY1", "src", lambda: pyg.spmm(Vector(), SRC)),
    ("IX1", "src", lambda: pyg.spmm(([0, 1], [4], None), SRC)),
    ("IX1", "src", lambda: pyg.spmm(([0, 1], [-1], None), SRC)),
    ("OF1", "src", lambda: pyg.spmm(([0, 2], [0], None), SRC)),
    ("PY14", "src", lambda: pyg.spmm(([0, 1], [0], [1.0, 2.0]), SRC)),
    ("PB4", "src", lambda: pyg.spmm(([0, 1], [0], np.ones(1, np.float32)), SRC)),
]


@pytest.mark.parametrize(("rule", "operand", "call"), REFUSED)
def test_refusals(rule: str, operand: str | None, call: Any) -> None:
    with refused(rule, operand):
        call()


def test_examples() -> None:
    assert doctest.testmod(_csr).failed == 0
