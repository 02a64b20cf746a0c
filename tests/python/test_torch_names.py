"""PyTorch's index functions on NumPy arrays: the values of its documentation, a loop as the oracle, refusals."""

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
from strew import torch_names

ROWS = np.array([[1, 2, 3], [4, 5, 6], [7, 8, 9]], np.float32)


def test_add_of_the_documentation() -> None:
    x = np.ones((5, 3), np.float32)
    expected = [[2, 3, 4], [1, 1, 1], [8, 9, 10], [1, 1, 1], [5, 6, 7]]
    np.testing.assert_array_equal(strew.index_add(x, 0, np.array([0, 4, 2]), ROWS), expected)
    expected = [[0, -1, -2], [1, 1, 1], [-6, -7, -8], [1, 1, 1], [-3, -4, -5]]
    np.testing.assert_array_equal(strew.index_add(x, 0, np.array([0, 4, 2]), ROWS, alpha=-1), expected)
    assert (x == 1).all()


def test_copy_of_the_documentation() -> None:
    x = np.zeros((5, 3), np.float32)
    expected = [[1, 2, 3], [0, 0, 0], [7, 8, 9], [0, 0, 0], [4, 5, 6]]
    np.testing.assert_array_equal(strew.index_copy(x, 0, [0, 4, 2], ROWS), expected)


@pytest.mark.parametrize("include_self, expected", [
    (True, [[20, 44, 72], [2, 2, 2], [14, 16, 18], [2, 2, 2], [8, 10, 12]]),
    (False, [[10, 22, 36], [2, 2, 2], [7, 8, 9], [2, 2, 2], [4, 5, 6]]),
])  # fmt: skip
def test_reduce_of_the_documentation(include_self: bool, expected: list[list[int]]) -> None:
    x = np.full((5, 3), 2, np.float32)
    t = np.array([[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]], np.float32)
    found = strew.index_reduce(x, 0, [0, 4, 2, 0], t, "prod", include_self=include_self)
    np.testing.assert_array_equal(found, expected)


@st.composite
def calls(draw: st.DrawFn) -> tuple[np.ndarray, int, np.ndarray, np.ndarray]:
    shape = draw(hnp.array_shapes(max_dims=3, max_side=4))
    dim = draw(st.integers(-len(shape), len(shape) - 1))
    index = draw(hnp.arrays(np.int32, st.integers(0, 6), elements=st.integers(0, shape[dim] - 1)))
    wanted = list(shape)
    wanted[dim] = index.size
    some = [draw(st.sampled_from([extent, 1])) for extent in wanted]
    numbers = st.integers(-9, 9)
    x = draw(hnp.arrays(np.int64, shape, elements=numbers))
    return x, dim, index, draw(hnp.arrays(np.int64, tuple(some), elements=numbers))


def looped(x: np.ndarray, dim: int, index: np.ndarray, source: np.ndarray, combine: Any) -> np.ndarray:
    made = x.copy()
    turned = np.moveaxis(made, dim, 0)
    wanted = list(x.shape)
    wanted[dim] = index.size
    for place, row in zip(index, np.moveaxis(np.broadcast_to(source, wanted), dim, 0)):
        turned[place] = combine(turned[place], row)
    return made


@given(calls(), st.integers(-3, 3))
def test_add_is_the_loop(call: tuple[np.ndarray, int, np.ndarray, np.ndarray], alpha: int) -> None:
    x, dim, index, source = call
    expected = looped(x, dim, index, source, lambda old, row: old + alpha * row)
    np.testing.assert_array_equal(strew.index_add(*call, alpha=alpha), expected)
    assert strew.index_add(*call, alpha=alpha, out=x) is x
    np.testing.assert_array_equal(x, expected)


@given(calls(), st.sampled_from([("prod", np.multiply), ("amax", np.maximum), ("amin", np.minimum), ("copy", None)]))
def test_others_are_the_loop(call: tuple[np.ndarray, int, np.ndarray, np.ndarray], named: tuple[str, Any]) -> None:
    name, combine = named
    expected = looped(*call, combine or (lambda old, row: row))
    found = strew.index_reduce(*call, name) if combine else strew.index_copy(*call)
    np.testing.assert_array_equal(found, expected)


def test_mean_is_a_floor_and_counts_itself() -> None:
    x = np.array([10, 10, 10])
    assert strew.index_reduce(x, 0, [0, 0, 2], [-5, -6, 3], "mean").tolist() == [-1, 10, 6]
    assert strew.index_reduce(x, 0, [0, 0, 2], [-5, -6, 3], "mean", include_self=False).tolist() == [-6, 10, 3]


def test_sources_are_broadcast() -> None:
    x = np.zeros((2, 3))
    strew.index_add(x, 1, [0, 2, 2], 1, out=x)
    strew.index_add(x, 0, 1, np.full((1, 3), 10.0), out=x)
    np.testing.assert_array_equal(x, [[1, 0, 2], [11, 10, 12]])
    strew.index_copy(x, -2, [0], [7, 8, 9], out=x)
    np.testing.assert_array_equal(x, [[7, 8, 9], [11, 10, 12]])


@pytest.mark.parametrize("alpha, expected", [(0.5, [0.5, 0.0]), (True, [1.0, 0.0]), (1.0, [1.0, 0.0])])
def test_factors(alpha: Any, expected: list[float]) -> None:
    source = np.array([1.0])
    assert strew.index_add(np.zeros(2), 0, [0], source, alpha=alpha).tolist() == expected
    assert source == 1


@pytest.mark.parametrize("call", [
    lambda x, index: strew.index_add(x, 0, index, 1, out=x), lambda x, index: strew.index_copy(x, 0, index, 1, out=x),
    lambda x, index: strew.index_reduce(x, 0, index, 1, "amax", out=x),
])  # fmt: skip
@pytest.mark.parametrize("bad", [-1, 3])
def test_negative_indices_are_outside_too(call: Any, bad: int) -> None:
    x = np.zeros((3, 2))
    with refused("IX1", "index", strew.IndexOutOfBounds) as caught:
        call(x, [0, bad])
    assert (caught.value.position, caught.value.index, caught.value.allowed) == (1, (bad,), (0, 2))
    assert not x.any()


def test_refusals() -> None:
    x = np.zeros((3, 2))
    with refused("AX2", None, strew.ShapeError):
        strew.index_add(x, 2, [0], 1)
    with refused("PY8", None, strew.OptionError):
        strew.index_add(x, 0.5, [0], 1)  # type: ignore[arg-type]
    with refused("PY14", "source", strew.ShapeError):
        strew.index_copy(x, 0, [0, 1], np.ones((3, 2)))
    with refused("TY2", "source", strew.DTypeError):
        strew.index_copy(x, 0, [0], np.ones((1, 2), int))
    with refused("PY11", None, strew.DTypeError):
        strew.index_add(x.astype(int), 0, [0], 1, alpha=0.5)
    with refused("OV2", "out", strew.OverlapError):
        strew.index_add(x, 0, [0], x[1:2], out=x)
    with refused("PY7", None, strew.OptionError) as caught:
        strew.index_reduce(x, 0, [0], 1, "max")
    assert "did you mean 'amax'" in str(caught.value)
    with refused("PY7", None, strew.OptionError) as caught:
        strew.index_reduce(x, 0, [0], 1, "sum")
    assert "index_add" in str(caught.value)


def test_options_without_a_hash() -> None:
    x: Any = np.zeros(3)
    reduce: Any = ["sum"]
    for call in (
        lambda: torch_names.scatter(x, 0, [0], [1.0], reduce=reduce),
        lambda: torch_names.scatter_reduce(x, 0, [0], [1.0], reduce),
        lambda: torch_names.index_reduce(x, 0, [0], [1.0], reduce),
    ):
        with refused("PY7", None, strew.OptionError):
            call()


class Unshared:
    """As a tensor of PyTorch that requires grad."""

    shape, dtype = (1,), np.dtype(np.float64)

    def __dlpack__(self, **options: Any) -> Any:
        raise BufferError("requires gradient")

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0


def test_a_source_with_a_factor_that_cannot_be_read() -> None:
    with refused("PY1", "source", strew.ArrayError):
        strew.index_add(np.zeros(3), 0, [0], Unshared(), alpha=2)  # type: ignore[call-overload]


def test_a_factor_that_does_not_fit() -> None:
    with refused("PY11", None, strew.DTypeError) as caught:
        strew.index_add(np.zeros(3, int), 0, [0], [1], alpha=2.5)
    assert str(caught.value).startswith("PY11: alpha=2.5 does not fit the type int64")


def test_examples() -> None:
    assert doctest.testmod(torch_names).failed == 0
