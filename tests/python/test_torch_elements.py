"""torch_names.gather, scatter, scatter_add, scatter_reduce and index_put: values of PyTorch's documentation, loops as
the oracle, refusals."""

from __future__ import annotations

import doctest
from typing import Any

import numpy as np
import pytest
import strew
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from refusals import refused
from strew import torch_names as torch
from strew.torch_names import _elements, _put


def test_gather_of_the_documentation() -> None:
    assert torch.gather(np.array([[1, 2], [3, 4]]), 1, np.array([[0, 0], [1, 0]])).tolist() == [[1, 1], [4, 3]]


def test_scatter_of_the_documentation() -> None:
    src = np.arange(1, 11).reshape(2, 5)
    zeros = np.zeros((3, 5), src.dtype)
    assert torch.scatter(zeros, 0, [[0, 1, 2, 0]], src).tolist() == [[1, 0, 0, 4, 0], [0, 2, 0, 0, 0], [0, 0, 3, 0, 0]]
    found = torch.scatter(zeros, 1, [[0, 1, 2], [0, 1, 4]], src)
    assert found.tolist() == [[1, 2, 3, 0, 0], [6, 7, 0, 0, 8], [0, 0, 0, 0, 0]]
    twos = np.full((2, 4), 2.0)
    expected = np.full((2, 4), 2.0)
    expected[0, 2] = expected[1, 3] = 2 * 1.23
    np.testing.assert_array_equal(torch.scatter(twos, 1, [[2], [3]], 1.23, reduce="multiply"), expected)
    expected[0, 2] = expected[1, 3] = 2 + 1.23
    np.testing.assert_array_equal(torch.scatter(twos, 1, [[2], [3]], 1.23, reduce="add"), expected)


def test_scatter_add_of_the_documentation() -> None:
    src, zeros = np.ones((2, 5)), np.zeros((3, 5))
    found = torch.scatter_add(zeros, 0, [[0, 1, 2, 0, 0]], src)
    assert found.tolist() == [[1, 0, 0, 1, 1], [0, 1, 0, 0, 0], [0, 0, 1, 0, 0]]
    found = torch.scatter_add(zeros, 0, [[0, 1, 2, 0, 0], [0, 1, 2, 2, 2]], src)
    assert found.tolist() == [[2, 0, 0, 1, 1], [0, 2, 0, 0, 0], [0, 0, 2, 1, 1]]


def test_scatter_reduce_of_the_documentation() -> None:
    src, index = np.array([1.0, 2, 3, 4, 5, 6]), [0, 1, 0, 1, 2, 1]
    first, second = np.array([1.0, 2, 3, 4]), np.array([5.0, 4, 3, 2])
    assert strew.scatter_reduce(first, 0, index, src, "sum").tolist() == [5, 14, 8, 4]
    assert strew.scatter_reduce(first, 0, index, src, "sum", include_self=False).tolist() == [4, 12, 5, 4]
    assert strew.scatter_reduce(second, 0, index, src, "amax").tolist() == [5, 6, 5, 2]
    assert strew.scatter_reduce(second, 0, index, src, "amax", include_self=False).tolist() == [3, 6, 5, 2]
    assert (first == [1, 2, 3, 4]).all()


@st.composite
def calls(draw: st.DrawFn) -> tuple[np.ndarray, int, np.ndarray, np.ndarray]:
    """input, dim, index of at most its shape off dim, src of at least the shape of index."""
    shape = draw(hnp.array_shapes(max_dims=3, max_side=4))
    dim = draw(st.integers(-len(shape), len(shape) - 1))
    extents = [draw(st.integers(0, extent)) for extent in shape]
    extents[dim] = draw(st.integers(0, 5))
    kind = draw(st.sampled_from(["u1", "i4", "i8"]))
    index = draw(hnp.arrays(kind, tuple(extents), elements=st.integers(0, shape[dim] - 1)))
    numbers = st.integers(-9, 9)
    src = draw(hnp.arrays(np.int64, tuple(extent + draw(st.integers(0, 2)) for extent in extents), elements=numbers))
    return draw(hnp.arrays(np.int64, shape, elements=numbers)), dim, index, src


def looped(x: np.ndarray, dim: int, index: np.ndarray, src: np.ndarray, combine: Any) -> np.ndarray:
    made = x.copy()
    for place in np.ndindex(*index.shape):
        target = list(place)
        target[dim] = index[place]
        made[tuple(target)] = combine(made[tuple(target)], src[place])
    return made


@given(calls(), st.sampled_from([("sum", np.add), ("prod", np.multiply), ("amax", np.maximum), ("amin", np.minimum)]))
def test_reductions_are_the_loop(call: tuple[np.ndarray, int, np.ndarray, np.ndarray], named: tuple[str, Any]) -> None:
    x, expected = call[0], looped(*call, named[1])
    np.testing.assert_array_equal(strew.scatter_reduce(*call, named[0]), expected)
    if named[0] == "sum":
        np.testing.assert_array_equal(strew.scatter_add(*call), expected)
    np.testing.assert_array_equal(torch.scatter(*call), looped(*call, lambda old, new: new))
    assert strew.scatter_reduce(*call, named[0], out=x) is x
    np.testing.assert_array_equal(x, expected)


@given(calls())
def test_gather_is_the_loop(call: tuple[np.ndarray, int, np.ndarray, np.ndarray]) -> None:
    x, dim, index, _ = call
    expected = np.empty(index.shape, x.dtype)
    for place in np.ndindex(*index.shape):
        source = list(place)
        source[dim] = index[place]
        expected[place] = x[tuple(source)]
    np.testing.assert_array_equal(torch.gather(x, dim, index), expected)


def test_elements_refuse() -> None:
    x, index = np.zeros((2, 3)), np.array([[0, -1]])
    for call in (lambda: torch.gather(x, 1, index), lambda: torch.scatter(x, 1, index, 1, out=x)):
        with refused("IX1", "index", strew.IndexOutOfBounds):
            call()
    assert not x.any()
    for src in (np.ones((1, 1)), np.ones((2, 1)), np.ones(2)):
        with refused("PY14", "src", strew.ShapeError):
            strew.scatter_add(x, 1, [[0, 1]], src)
    with refused("EL1", "index", strew.ShapeError):
        torch.gather(x, 0, [0])
    with refused("EL2", None, strew.ShapeError):
        torch.gather(x, 2, [[0]])
    with refused("EL4", "index", strew.ShapeError):
        strew.scatter_add(x, 1, [[0], [0], [0]], np.ones((3, 1)))
    with refused("PY7", None, strew.OptionError) as caught:
        strew.scatter_reduce(x, 1, [[0]], [[1]], "max")  # type: ignore[call-overload]
    assert str(caught.value).endswith("did you mean 'amax'?")
    with refused("PY7", None, strew.OptionError) as caught:
        torch.scatter(x, 1, [[0]], [[1]], reduce="sum")  # type: ignore[call-overload]
    assert str(caught.value).startswith("PY7: reduce='sum' is none of add, multiply")
    with refused("PY7", None, strew.OptionError) as caught:
        strew.index_reduce(x, 1, [0], 1, "add")  # type: ignore[call-overload]
    assert str(caught.value) == "PY7: reduce='add' is strew.index_add"


def test_index_select() -> None:
    x = np.arange(12).reshape(3, 4)
    assert strew.index_select(x, 0, [0, 2]).tolist() == x[[0, 2]].tolist()
    assert strew.index_select(x, -1, np.int64(2)).tolist() == x[:, [2]].tolist()
    with refused("IX1", "index", strew.IndexOutOfBounds):
        strew.index_select(x, 0, [-1])


INDICES = [
    ([1, 0, 1],), (np.array([[1], [-1]]),), ([0, 1, 1], [2, 0, -4]), ([[0], [1]], [3, 1]), (None, [1, 1, -2]),
    (None, None, [4, 0]), ([1, 0], None, [2, 2]), (None, [1, 2, 1], [0, 0, 4]), (np.array([True, False]),),
    (None, np.array([True, False, True, True])), (np.array([True, True]), [1, 2]),
    (np.arange(8).reshape(2, 4) % 3 == 0,), ([1, 1], [3, 3], [2, 2]), (np.array([0, 1], np.uint8), [1, 2], None),
]  # fmt: skip


@pytest.mark.parametrize("indices", INDICES, ids=str)
@pytest.mark.parametrize("accumulate", [False, True])
def test_index_put(indices: Any, accumulate: bool) -> None:
    x = np.arange(40).reshape(2, 4, 5)
    expression = tuple(slice(None) if entry is None else np.asarray(entry) for entry in indices)
    values = -1 - np.arange(x[expression].size).reshape(x[expression].shape)
    for given in (values, values[..., :1], 7):
        expected = x.copy()
        if accumulate:
            np.add.at(expected, expression, given)
        else:
            places, sources = np.arange(40).reshape(x.shape)[expression], np.broadcast_to(given, values.shape)
            for place, source in zip(places.flat, sources.flat, strict=True):
                expected.flat[place] = source
        found = strew.index_put(x, indices, given, accumulate)
        np.testing.assert_array_equal(found, expected)
    made = x.copy()
    assert strew.index_put(made, indices, 7, accumulate, out=made) is made
    np.testing.assert_array_equal(made, expected)


def test_index_put_refuses() -> None:
    x = np.zeros((2, 3), int)
    with refused("IX1", "indices", strew.IndexOutOfBounds) as caught:
        strew.index_put(x, ([0, 1], [0, 3]), 1, out=x)
    assert (caught.value.position, caught.value.component, caught.value.index) == (1, 1, (1, 3))
    mixed = (np.array([0, 2**64 - 1], np.uint64), np.array([0, 1]))
    with refused("IX1", "indices", strew.IndexOutOfBounds) as caught:
        strew.index_put(x, mixed, 1, out=x)
    assert caught.value.index == (2**64 - 1, 1)
    with refused("PY14", "indices", strew.ShapeError):
        strew.index_put(x, ([0], [0], [0]), 1)
    with refused("PY14", "indices", strew.ShapeError):
        strew.index_put(x, ([0, 1], [0, 1, 2]), 1)
    with refused("PY14", "values", strew.ShapeError):
        strew.index_put(x, ([0, 1],), [1, 2])
    with refused("TY3", "indices", strew.DTypeError):
        strew.index_put(x, ([0.0, 1.0],), 1)
    assert not x.any()


def test_the_module_has_the_names_of_pytorch() -> None:
    for name in torch.__all__:
        assert callable(getattr(torch, name))
        assert getattr(strew, name, None) is getattr(torch, name) or name in ("embedding_bag", "gather", "scatter", "segment_reduce")


def test_examples() -> None:
    assert doctest.testmod(_elements).failed == 0
    assert doctest.testmod(_put).failed == 0
