"""at() and add_at() against numpy.ufunc.at: index expressions, broadcasting, operations."""

from __future__ import annotations

import array
import doctest
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from refusals import refused

import strew
from strew import ufunc_at

NUMBERS = ["add", "subtract", "multiply", "minimum", "maximum", "bitwise_and", "bitwise_or", "bitwise_xor"]


@st.composite
def entries(draw: st.DrawFn, extent: int, together: tuple[int, ...]) -> Any:
    """What stands for one dimension of an index expression; arrays broadcast to `together`."""
    whole = st.integers(-extent, extent - 1)
    shape = draw(st.sampled_from([together, together[1:], (1,)]))
    return draw(
        st.one_of(
            whole,
            hnp.arrays(st.sampled_from(["int8", "int64"]), shape, elements=whole),
            hnp.arrays("uint64", shape, elements=st.integers(0, extent - 1)),
            st.slices(extent),
            st.just(slice(None)),
        )
    )


@st.composite
def expressions(draw: st.DrawFn, shape: tuple[int, ...]) -> tuple[Any, ...]:
    together = draw(hnp.array_shapes(min_dims=1, max_dims=2, max_side=3))
    made = [draw(entries(extent, together)) for extent in shape[: draw(st.integers(0, len(shape)))]]
    if draw(st.booleans()):
        behind = draw(st.integers(0, len(shape) - len(made)))
        made += [..., *(draw(entries(extent, together)) for extent in shape[len(shape) - behind :])]
    return tuple(made)


def values_for(draw: Any, shape: tuple[int, ...]) -> Any:
    some = [draw(st.sampled_from([extent, 1])) for extent in shape]
    return draw(hnp.arrays(np.int64, tuple(some[draw(st.integers(0, len(some))) :]), elements=st.integers(-9, 9)))


@given(st.data(), hnp.array_shapes(min_dims=0, max_dims=4, max_side=3), st.sampled_from(NUMBERS))
def test_index_expressions(data: st.DataObject, shape: tuple[int, ...], name: str) -> None:
    a = np.arange(np.prod(shape, dtype=int)).reshape(shape)
    expression = data.draw(expressions(shape))
    b = values_for(data.draw, a[expression].shape)
    expected = a.copy()
    getattr(np, name).at(expected, expression, b)
    op = data.draw(st.sampled_from([name, getattr(np, name)]))
    assert strew.at(op, a, expression, b) is None  # type: ignore[func-returns-value]
    np.testing.assert_array_equal(a, expected)


@given(st.data(), hnp.array_shapes(min_dims=1, max_dims=3, max_side=3))
def test_masks(data: st.DataObject, shape: tuple[int, ...]) -> None:
    a = np.zeros(shape)
    depth = data.draw(st.integers(1, len(shape)))
    first = data.draw(st.integers(0, len(shape) - depth))
    mask = data.draw(hnp.arrays(bool, shape[first : first + depth]))
    expression: Any = (slice(None),) * first + (mask,)
    expected = a.copy()
    np.add.at(expected, expression, 1.5)
    strew.add_at(a, expression, 1.5)
    np.testing.assert_array_equal(a, expected)


@pytest.mark.parametrize("expression", [
    [0, 2, 2], np.array([[0, 2], [2, 2]]), 1, slice(1, None), slice(None, None, -2), ..., (), [],
    ([0, 2, 2], [1, 1, 1]), (..., [0, 0]), (0, slice(None), [1, 1, 0]), (slice(None), [1], ..., [[0], [0]]),
    (slice(None), [1, 3, 3], [0, 1, 1]), (slice(None), [1, 3, 3, 3], ..., 0),
    [True, False, True], ([True, False, True], 1), np.arange(24).reshape(3, 4, 2) % 3 == 0,
])  # fmt: skip
def test_forms_of_an_expression(expression: Any) -> None:
    a = np.ones((3, 4, 2), int)
    expected, values = a.copy(), np.arange(a[expression].size).reshape(a[expression].shape)
    np.add.at(expected, expression, values)
    strew.add_at(a, expression, values)
    np.testing.assert_array_equal(a, expected)


@pytest.mark.parametrize("name", [name for name in NUMBERS if name != "subtract"]  # numpy.subtract has no bool
                         + ["logical_and", "logical_or", "logical_xor"])  # fmt: skip
def test_truth(name: str) -> None:
    a = np.array([True, False, True, False])
    b = a.copy()
    indices, values = [0, 1, 1, 2, 0], np.array([True, True, True, False, False])
    strew.at(name, a, indices, values)
    getattr(np, name).at(b, indices, values)
    np.testing.assert_array_equal(a, b)


def test_views_are_written() -> None:
    a = np.zeros((4, 6))
    strew.add_at(a.T[::-2, 1:], ([0, 0], [2, 2]), [1, 2])
    assert a[3, 5] == 3 and a.sum() == 3


def test_the_index_is_named() -> None:
    a = np.zeros((3, 4))
    with refused("IX1", "indices", strew.IndexOutOfBounds) as caught:
        strew.add_at(a, ([0, 1, 2], [0, 1, 4]), 1)
    assert (caught.value.position, caught.value.component, caught.value.extent) == (2, 1, 4)
    with refused("IX1", "indices", strew.IndexOutOfBounds):
        strew.add_at(a, (slice(None), -5), 1)
    assert not a.any()


@pytest.mark.parametrize("expression", [
    None, ([0], None), (0, 0, 0), (..., ...), True, [True, False], ([0, 1], [0, 1, 2]),
    (..., np.ones((3, 3), bool)),
])  # fmt: skip
def test_expressions_that_do_not_fit(expression: Any) -> None:
    with refused("PY14", "indices", strew.ShapeError):
        strew.add_at(np.zeros((3, 4)), expression, 1)


def test_operations_that_are_none() -> None:
    a = np.zeros(3)
    with refused("PY7", None, strew.OptionError):
        strew.at(np.divide, a, 0, 1)
    with refused("PY7", None, strew.OptionError) as caught:
        strew.at(np.fmax, a, 0, 1)
    assert "maximum" in str(caught.value)
    with refused("TY4", "a", strew.DTypeError):
        strew.at(np.logical_or, np.zeros(3, int), 0, 1)
    with refused("TY4", "a", strew.DTypeError):
        strew.at(np.bitwise_or, a, 0, 1)


def test_values_that_do_not_fit() -> None:
    a = np.zeros((2, 3))
    with refused("PY14", "b", strew.ShapeError):
        strew.add_at(a, [0], [1, 2])
    with refused("TY2", "b", strew.DTypeError):
        strew.add_at(a, [0], np.ones(3, np.float32))
    with refused("TY2", "b", strew.DTypeError):
        strew.add_at(a.astype(np.float32), ([0], [0]), array.array("d", [1]))
    with refused("PY11", "b", strew.DTypeError):
        strew.add_at(np.zeros(2, int), [0], 0.5)
    with refused("OV2", "a", strew.OverlapError):
        strew.add_at(a, [0], a[1])
    with refused("PY6", "a", strew.ArrayError):
        strew.add_at([0, 1], [0], 1)  # type: ignore[arg-type]
    a.flags.writeable = False
    with refused("PY5", "a", strew.ArrayError):
        strew.add_at(a, [0], 1)


def test_examples() -> None:
    assert doctest.testmod(ufunc_at).failed == 0
