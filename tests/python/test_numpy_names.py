"""NumPy's names give what NumPy gives, but for the index rules."""

from __future__ import annotations

import array
import doctest
import inspect
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from refusals import refused

import strew
from strew import numpy_names

TABLE = np.arange(12).reshape(3, 4)


@st.composite
def tables(draw: st.DrawFn, min_dims: int = 1) -> np.ndarray:
    """Integers in a view with permuted, stepped or reversed dimensions."""
    shape = draw(hnp.array_shapes(min_dims=min_dims, max_dims=3, min_side=1, max_side=4))
    values = np.arange(np.prod(shape) * 2 ** len(shape)).reshape([2 * extent for extent in shape])
    steps = draw(st.lists(st.sampled_from([2, -2]), min_size=len(shape), max_size=len(shape)))
    return values[tuple(slice(None, None, step) for step in steps)].transpose(draw(st.permutations(range(len(shape)))))


def positions(extent: int, shape: Any) -> st.SearchStrategy[np.ndarray]:
    types = st.sampled_from(["int8", "int32", "int64"])
    return types.flatmap(lambda kind: hnp.arrays(kind, shape, elements=st.integers(-extent, extent - 1)))


@pytest.mark.skipif(np.lib.NumpyVersion(np.__version__) < "2.3.0", reason="an axis has no default in earlier ones")
@pytest.mark.parametrize("name", ["take", "take_along_axis", "put_along_axis"])
def test_signatures_are_numpys(name: str) -> None:
    own, theirs = (inspect.signature(getattr(module, name)).parameters.values() for module in (strew, np))
    assert [(one.name, one.default) for one in own] == [(one.name, one.default) for one in theirs]


def test_the_signature_of_bincount_is_numpys() -> None:
    """Which NumPy has since 2.4 only."""
    parameters = inspect.signature(strew.bincount).parameters.values()
    assert [(one.name, one.default) for one in parameters][1:] == [("weights", None), ("minlength", 0)]


@given(st.data(), tables(), st.sampled_from(["raise", "wrap", "clip"]), st.booleans())
def test_take(data: st.DataObject, a: np.ndarray, mode: Any, is_flat: bool) -> None:
    axis: Any = None if is_flat else data.draw(st.integers(-a.ndim, a.ndim - 1))
    extent = a.size if is_flat else a.shape[axis]
    reach = 1 if mode == "raise" else 3
    indices = data.draw(positions(min(reach * extent, 127), hnp.array_shapes(min_dims=0, max_dims=2, min_side=0)))
    expected = np.take(a, indices, axis, mode=mode)
    np.testing.assert_array_equal(strew.take(a, indices, axis, mode=mode), expected)
    out = np.empty_like(expected)
    if expected.ndim:
        assert strew.take(a, indices, axis, out, mode) is out
        np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("a", [
    [4, 3, 5], (4, 3, 5), array.array("l", [4, 3, 5]), memoryview(array.array("d", [4, 3, 5])),
    strew.filled(3, "int64", 7),
])  # fmt: skip
def test_take_of_what_is_no_array(a: Any) -> None:
    np.testing.assert_array_equal(strew.take(a, [2, -3]), np.take(np.asarray(a), [2, -3]))


def test_take_of_bytes() -> None:
    assert strew.take(b"abc", [2, 0]).tobytes() == b"ca"


def test_take_names_the_index() -> None:
    out = np.full((2, 2), 7)
    with refused("IX1", "indices", strew.IndexOutOfBounds) as caught:
        strew.take(TABLE, [[0, 1], [4, -4]], axis=0, out=np.zeros((2, 2, 4), int))
    assert (caught.value.position, caught.value.index, caught.value.count) == (2, (4,), 2)
    with refused("IX1", "indices", strew.IndexOutOfBounds):
        strew.take(TABLE, [[0, 1], [12, 0]], out=out)
    assert (out == 7).all()
    with refused("IX1", "indices", strew.IndexOutOfBounds):
        strew.take([], [0], mode="clip")


def test_take_refuses() -> None:
    with refused("PY7", None, strew.OptionError) as caught:
        strew.take(TABLE, [0], mode="warp")
    assert "did you mean 'wrap'" in str(caught.value)
    with refused("PY8", None, strew.OptionError):
        strew.take(TABLE, [0], axis=0.5)  # type: ignore[arg-type]
    with refused("AX2", None, strew.ShapeError):
        strew.take(TABLE, [0], axis=2)
    with refused("TY3", "indices", strew.DTypeError):
        strew.take(TABLE, [True, False])


def along_shapes(draw: Any, shape: tuple[int, ...], axis: int, length: int) -> list[int]:
    """`shape` with `length` on the axis and some of the others 1."""
    made = [draw(st.sampled_from([extent, 1])) for extent in shape]
    made[axis] = length
    return made


@given(st.data(), tables())
def test_take_along_axis(data: st.DataObject, a: np.ndarray) -> None:
    axis = data.draw(st.integers(-a.ndim, a.ndim - 1))
    shape = along_shapes(data.draw, a.shape, axis, data.draw(st.integers(0, 4)))
    indices = data.draw(positions(a.shape[axis], tuple(shape)))
    few = a[tuple(slice(None) if place == axis % a.ndim else data.draw(st.sampled_from([slice(None), slice(1)]))
                  for place in range(a.ndim))]  # fmt: skip
    np.testing.assert_array_equal(strew.take_along_axis(few, indices, axis), np.take_along_axis(few, indices, axis))


def test_masked_arrays_are_refused() -> None:
    masked = np.ma.masked_array([1, 2], mask=[True, False])
    for operand, call in [
        ("a", lambda: strew.take(masked, [0])),
        ("indices", lambda: strew.take_along_axis(TABLE[0], masked)),
        ("x", lambda: strew.bincount(masked)),
        ("values", lambda: strew.put_along_axis(np.zeros((3, 2), int), [[0], [1], [1]], masked, 0)),
        ("b", lambda: strew.add_at(np.zeros((3, 2), int), [0], masked)),
        ("indices", lambda: strew.add_at(np.zeros((3, 2), int), (masked, 0), 1)),
    ]:
        with refused("PY1", operand, strew.ArrayError):
            call()


def test_take_along_axis_of_sorting() -> None:
    a = np.array([[10, 30, 20], [60, 40, 50]])
    np.testing.assert_array_equal(strew.take_along_axis(a, np.argsort(a)), np.sort(a))
    np.testing.assert_array_equal(strew.take_along_axis(a, np.argsort(a, axis=None), axis=None), np.sort(a, axis=None))


@given(st.data(), tables())
def test_put_along_axis(data: st.DataObject, a: np.ndarray) -> None:
    axis = data.draw(st.integers(-a.ndim, a.ndim - 1))
    shape = along_shapes(data.draw, a.shape, axis, data.draw(st.integers(0, 4)))
    indices = data.draw(positions(a.shape[axis], tuple(shape)))
    wanted = list(a.shape)
    wanted[axis] = shape[axis]
    values = -np.arange(np.prod(wanted)).reshape(wanted)[tuple(slice(data.draw(st.sampled_from([None, 1])))
                                                               for _ in wanted)]  # fmt: skip
    expected = a.copy()
    for place in np.ndindex(*wanted):
        chosen = list(place)
        chosen[axis] = np.broadcast_to(indices, wanted)[place]
        expected[tuple(chosen)] = np.broadcast_to(values, wanted)[place]
    assert strew.put_along_axis(a, indices, values, axis) is None  # type: ignore[func-returns-value]
    np.testing.assert_array_equal(a, expected)


@pytest.mark.parametrize("values", [99, [99], [[99, 98, 97]], np.array([[99], [98]])])
def test_put_along_axis_is_numpys_where_nothing_repeats(values: Any) -> None:
    a, b = np.zeros((2, 4), dtype=int), np.zeros((2, 4), dtype=int)
    strew.put_along_axis(a, [[3, 0, -2]], values, 1)
    np.put_along_axis(b, np.array([[3, 0, -2]]), values, 1)
    np.testing.assert_array_equal(a, b)


def test_put_along_no_axis_writes_the_array() -> None:
    a = np.zeros((2, 3), np.float32)
    strew.put_along_axis(a, [4, -6], [1, 2], None)
    np.testing.assert_array_equal(a, [[2, 0, 0], [0, 1, 0]])
    with refused("PY14", "arr", strew.ShapeError):
        strew.put_along_axis(a.T, [4, -6], [1, 2], None)


def test_put_along_axis_refuses() -> None:
    a = TABLE.copy()
    with refused("IX1", "indices", strew.IndexOutOfBounds) as caught:
        strew.put_along_axis(a, [[0, 4]], 99, 1)
    assert (caught.value.coordinates, caught.value.allowed) == ((0, 1), (-4, 3))
    with refused("PY14", "indices", strew.ShapeError):
        strew.put_along_axis(a, [[0], [1]], 99, 1)
    with refused("PY14", "values", strew.ShapeError):
        strew.put_along_axis(a, [[0, 1]], [1, 2, 3], 1)
    with refused("EL1", "indices", strew.ShapeError):
        strew.put_along_axis(a, [0], 99, 1)
    with refused("EL4", "indices", strew.ShapeError):
        strew.put_along_axis(a[:1], [[0], [1]], 99, 1)
    with refused("PY6", "arr", strew.ArrayError):
        strew.put_along_axis([1, 2], [0], 99, 0)  # type: ignore[arg-type]
    with refused("PY11", "values", strew.DTypeError):
        strew.put_along_axis(a, [[0]], 1.5, 1)
    with refused("OV2", "arr", strew.OverlapError):
        strew.put_along_axis(a, [[0, 1, 2, 3]], a, 1)
    np.testing.assert_array_equal(a, TABLE)


@given(hnp.arrays(st.sampled_from(["int8", "uint8", "int64", "uint64"]), hnp.array_shapes(max_dims=1, min_side=0),
                  elements=st.integers(0, 20)), st.integers(0, 30), st.booleans())  # fmt: skip
def test_bincount(x: np.ndarray, minlength: int, is_weighted: bool) -> None:
    weights = np.linspace(0.1, 1, x.size) if is_weighted else None
    expected = np.bincount(x.astype(int), weights, minlength)
    found = strew.bincount(x, weights, minlength)
    np.testing.assert_array_equal(found, expected)
    assert found.dtype == (np.float64 if is_weighted else np.int64)


def test_bincount_of_lists_and_tables() -> None:
    assert strew.bincount([]).tolist() == []
    assert strew.bincount([[1, 0], [1, 3]], minlength=5).tolist() == [1, 2, 0, 1, 0]
    assert strew.bincount([2, 0], weights=[True, False]).tolist() == [0.0, 0.0, 1.0]
    assert strew.bincount([1, 1], weights=np.array([0.5, 0.25], ml_dtypes.bfloat16)).tolist() == [0.0, 0.75]


def test_bincount_refuses() -> None:
    with refused("IX1", "x", strew.IndexOutOfBounds) as caught:
        strew.bincount([3, -1, -2])
    assert (caught.value.position, caught.value.index, caught.value.count) == (1, (-1,), 2)
    with refused("IX1", "x", strew.IndexOutOfBounds):
        strew.bincount([-3])
    with refused("TY3", "x", strew.DTypeError):
        strew.bincount([0.5, float("nan")])
    with refused("AX5", "weights", strew.ShapeError):
        strew.bincount([0, 1], weights=[1])
    with refused("PY8", None, strew.OptionError):
        strew.bincount([0], minlength=-1)
    with refused("PY11", "weights", strew.DTypeError):
        strew.bincount([0], weights=[1j])


class RequiresGrad:
    """As a tensor of PyTorch of which NumPy makes no array."""

    shape, dtype = (2,), np.dtype(np.float64)

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise RuntimeError("Can't call numpy() on Tensor that requires grad")


def test_weights_that_are_not_read() -> None:
    with refused("PY1", "weights", strew.ArrayError):
        strew.bincount([0, 1], RequiresGrad())


def test_a_mode_without_a_hash() -> None:
    with refused("PY7", None, strew.OptionError):
        strew.take([1], [0], mode=[])  # type: ignore[call-overload]


def test_examples() -> None:
    assert doctest.testmod(numpy_names).failed == 0
