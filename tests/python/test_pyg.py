"""strew.pyg.scatter: the values of torch_scatter's documentation, a loop as the oracle, refusals."""

from __future__ import annotations

import doctest
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from refusals import refused

import strew
from strew import pyg

SRC = np.array([[2, 0, 1, 4, 3], [0, 2, 1, 3, 4]])
INDEX = np.array([[4, 5, 4, 2, 3], [0, 0, 2, 2, 1]])


def test_maximum_of_the_documentation() -> None:
    assert pyg.scatter(SRC, INDEX, 1, reduce="max").tolist() == [[0, 0, 4, 3, 2, 0], [2, 4, 3, 0, 0, 0]]


@pytest.mark.parametrize(("reduce", "expected"), [
    ("sum", [[0, 0, 4, 3, 3, 0], [2, 4, 4, 0, 0, 0]]), ("add", [[0, 0, 4, 3, 3, 0], [2, 4, 4, 0, 0, 0]]),
    ("mul", [[1, 1, 4, 3, 2, 0], [0, 4, 3, 1, 1, 1]]), ("mean", [[0, 0, 4, 3, 1, 0], [1, 4, 2, 0, 0, 0]]),
    ("min", [[0, 0, 4, 3, 1, 0], [0, 4, 1, 0, 0, 0]]), ("any", [[0, 0, 4, 3, 1, 0], [2, 4, 3, 0, 0, 0]]),
])  # fmt: skip
def test_each_reduction(reduce: Any, expected: list[list[int]]) -> None:
    assert pyg.scatter(SRC, INDEX, -1, reduce=reduce).tolist() == expected
    assert pyg.scatter(SRC.astype(np.float64), INDEX.astype(np.uint8), -1, 6, reduce).shape == (2, 6)


def test_groups_of_rows_as_in_a_graph() -> None:
    """torch_geometric.utils.scatter: dim 0, one index for each row; negative values of an empty group are none."""
    messages = np.array([[-1.0, 5], [-3, 1], [-2, 2]])
    assert pyg.scatter(messages, [2, 0, 2], dim=0, dim_size=4, reduce="max").tolist() == [[-3, 1], [0, 0], [-1, 5], [0, 0]]
    assert pyg.scatter(messages, [2, 0, 2]).tolist() == [[-3, 1], [0, 0], [-3, 7]]


def test_one_index_for_all() -> None:
    assert pyg.scatter(np.ones(5), np.array([0])).tolist() == [5]
    assert pyg.scatter(SRC, np.array([2]), dim=0).tolist() == [[0] * 5, [0] * 5, [2, 2, 2, 7, 7]]
    assert pyg.scatter(np.ones((0, 2)), np.array([3]), dim=0).shape == (0, 2)


def test_an_option_without_a_hash() -> None:
    with refused("PY7", None, strew.OptionError):
        pyg.scatter(SRC, INDEX, reduce=["sum"])  # type: ignore[call-overload]


KINDS = {"sum": (0, np.add), "mul": (1, np.multiply), "min": (None, np.minimum), "max": (None, np.maximum)}


@given(st.data(), st.sampled_from(sorted(KINDS)))
def test_it_is_the_loop(data: st.DataObject, reduce: Any) -> None:
    src = data.draw(hnp.arrays(np.int64, hnp.array_shapes(max_dims=3, max_side=4), elements=st.integers(-9, 9)))
    dim = data.draw(st.integers(-src.ndim, src.ndim - 1))
    axis = dim % src.ndim
    rank = data.draw(st.integers(1, src.ndim))
    shape = (src.shape[axis],) if rank == 1 else tuple(data.draw(st.sampled_from([n, 1])) for n in src.shape[:rank])
    index = data.draw(hnp.arrays(np.int32, shape, elements=st.integers(0, 4)))
    if rank == 1:
        wide = np.broadcast_to(index.reshape([-1 if place == axis else 1 for place in range(src.ndim)]), src.shape)
    else:
        wide = np.broadcast_to(index.reshape(shape + (1,) * (src.ndim - rank)), src.shape)
    start, combine = KINDS[reduce]
    extents = list(src.shape)
    extents[axis] = index.max() + 1
    expected, touched = np.full(extents, start or 0), np.zeros(extents, bool)
    for place in np.ndindex(*src.shape):
        group = list(place)
        group[axis] = wide[place]
        at = tuple(group)
        is_first = start is None and not touched[at]
        expected[at] = src[place] if is_first else combine(expected[at], src[place])
        touched[at] = True
    np.testing.assert_array_equal(pyg.scatter(src, index, dim, reduce=reduce), expected)


def test_large_results_are_the_same() -> None:
    rows = np.ones((3, 2), np.float32)
    found = pyg.scatter(rows, [0, 99_999, 0], 0, 100_000, "mean")
    assert found.shape == (100_000, 2) and found.sum() == 4 and found[0, 0] == 1


def test_refusals() -> None:
    with refused("IX1", "index", strew.IndexOutOfBounds):
        pyg.scatter(SRC, [0, 1, -1, 0, 0], 1)
    with refused("IX1", "index", strew.IndexOutOfBounds):
        pyg.scatter(SRC, [0, 1, 3, 0, 0], 1, dim_size=3)
    with refused("AX5", "src", strew.ShapeError):
        pyg.scatter(SRC, [0, 1, 0])
    with refused("PY14", "index", strew.ShapeError):
        pyg.scatter(SRC, [[0, 1, 0]])
    with refused("AX2", None, strew.ShapeError):
        pyg.scatter(SRC, [0, 1], dim=2)
    with refused("PY8", None, strew.OptionError):
        pyg.scatter(SRC, [0, 1], 0, -1)
    with refused("TY3", "index", strew.DTypeError):
        pyg.scatter(SRC, [0.5, 1], 0)
    with refused("PY7", None, strew.OptionError) as caught:
        pyg.scatter(SRC, [0, 1], 0, reduce="amax")  # type: ignore[call-overload]
    assert str(caught.value).endswith("did you mean 'max'?")


def test_examples() -> None:
    assert doctest.testmod(pyg).failed == 0
