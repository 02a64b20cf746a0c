"""Indices of uint64 beside signed ones, which NumPy would make floats of: every value counts as it is stored."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from refusals import refused

import strew

SHAPE = (3, 4, 5)
ENTRIES: dict[str, Callable[[int], Any]] = {
    "mask": lambda extent: np.arange(extent) % 3 == 0,  # one or two are true
    "slice": lambda extent: slice(1, None),
    "int": lambda extent: -extent,
    "int8": lambda extent: np.array([-2, 0], np.int8),
    "int64": lambda extent: np.array([[-extent], [1]]),
    "list": lambda extent: [0, -1],
    "uint8": lambda extent: np.array([2, 2], np.uint8),
    "uint64": lambda extent: np.array([extent - 1, 1], np.uint64),
    "uint64 scalar": lambda extent: np.uint64(2),
}


@pytest.mark.parametrize("first", ENTRIES)
def test_all_that_stand_together(first: str) -> None:
    for second, third in itertools.product(ENTRIES, [*ENTRIES, None]):
        names = [first, second] + ([third] if third else [])
        expression = tuple(ENTRIES[name](extent) for name, extent in zip(names, SHAPE, strict=False))
        a = np.arange(60).reshape(SHAPE)
        expected, b = a.copy(), np.arange(a[expression].size).reshape(a[expression].shape)
        np.add.at(expected, expression, b)
        strew.add_at(a, expression, b)
        np.testing.assert_array_equal(a, expected, str(names))


@pytest.mark.parametrize("expression", [
    (np.array([], np.uint64), -1), (-1, np.array([[]], np.uint64), [0]), (np.array([0, 2], ">u8"), -1),
    (np.uint64(1), ..., -1), (np.eye(3, 4) > 0, np.array([4, 0, 4], np.uint64)),
])  # fmt: skip
def test_forms(expression: Any) -> None:
    a = np.zeros(SHAPE)
    expected = a.copy()
    np.add.at(expected, expression, 1.5)
    strew.add_at(a, expression, 1.5)
    np.testing.assert_array_equal(a, expected)


@pytest.mark.parametrize("huge", [2**63 - 1, 2**63, 2**63 + 1, 2**64 - 3, 2**64 - 1])
@pytest.mark.parametrize("beside", [
    1, -1, [0, 1, 2], [-1, -2, -3], np.array([2, -2, 1], np.int8), np.array([True, False, True, True]),
], ids=str)  # fmt: skip
def test_a_value_beyond_int64_is_outside(huge: int, beside: Any) -> None:
    a = np.arange(12).reshape(3, 4)
    rows = np.array([0, 2, huge], np.uint64)
    other = np.asarray(beside).nonzero()[0][2] if np.asarray(beside).dtype == bool else np.asarray(beside).flat[-1]
    for component, each, expression in [(0, a, (rows, beside)), (1, a.T, (beside, rows))]:
        with refused("IX1", "indices", strew.IndexOutOfBounds) as caught:
            strew.add_at(each, expression, 1)
        error = caught.value
        stored = (huge, int(other)) if component == 0 else (int(other), huge)
        assert (error.position, error.coordinates, error.component, error.index) == (2, (2,), component, stored)
        assert (error.extent, error.allowed, error.count) == (3, (-3, 2), 1)
        where = f"component {component} of {stored} is {huge}, outside [-3, 2] (axis {component} of size 3); 1 of 3"
        assert where in str(error)
    assert a.tolist() == np.arange(12).reshape(3, 4).tolist()


def test_the_first_bad_tuple_is_named_as_stored() -> None:
    a = np.zeros((3, 4, 5))
    rows = np.array([[0], [2**64 - 1]], np.uint64)
    with refused("IX1", "indices", strew.IndexOutOfBounds) as caught:
        strew.add_at(a, (rows, [-1, -9], np.uint64(2**63)), 1)
    assert (caught.value.position, caught.value.component, caught.value.index) == (0, 2, (0, -1, 2**63))
    with refused("IX1", "indices", strew.IndexOutOfBounds) as caught:
        strew.add_at(a, (rows, [-1, -9], 0), 1)
    assert (caught.value.position, caught.value.component, caught.value.index) == (1, 1, (0, -9, 0))
    assert caught.value.count == 3
    with refused("IX1", "indices", strew.IndexOutOfBounds) as caught:
        strew.add_at(a, (rows, -1, rows), 1)
    assert (caught.value.coordinates, caught.value.index) == ((1, 0), (2**64 - 1, -1, 2**64 - 1))
    assert not a.any()


def test_an_int_of_python_beyond_int64_is_outside() -> None:
    a = np.zeros((3, 4))
    with refused("IX1", "indices", strew.IndexOutOfBounds) as caught:
        strew.add_at(a, (2**63, [-1, 0]), 1)
    assert caught.value.index == (2**63, -1)


def test_a_tuple_too_long_for_the_message() -> None:
    a = np.zeros((1,) * 30)
    with refused("IX1", "indices", strew.IndexOutOfBounds) as caught:
        strew.add_at(a, (np.array([2**64 - 1], np.uint64),) * 29 + (-1,), 1)
    assert caught.value.index == (2**64 - 1,) * 29 + (-1,)
    assert str(2**64 - 1) in str(caught.value) and str(2**63 - 1) not in str(caught.value)


def test_other_rules_come_first() -> None:
    rows = np.array([2**64 - 1], np.uint64)
    with refused("TY2", "b", strew.DTypeError):
        strew.add_at(np.zeros((3, 4)), (rows, -1), np.ones(1, np.float32))
    with refused("PY14", "indices", strew.ShapeError):
        strew.add_at(np.zeros((3, 4)), (np.zeros(2, np.uint64), [0, 1, 2]), 1)
    with refused("TY3", "indices", strew.DTypeError):
        strew.add_at(np.zeros((3, 4)), (rows, [0.5]), 1)
