"""strew.dask: whatever the chunks, on any scheduler, a Dask array has the bits and the errors of one call."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
import strew
from hypothesis import given, settings
from hypothesis import strategies as st

da = pytest.importorskip("dask.array")
import strew.dask  # noqa: E402

TYPES = [np.float32, np.float16, np.int32, np.complex64]
REDUCTIONS = ["none", "add", "mul", "mean", "min"]


def chunked(draw: Any, array: Any) -> Any:
    sizes = tuple(draw(st.integers(1, max(extent, 1))) for extent in array.shape)
    return da.from_array(array, chunks=sizes)


def outcome(work: Any) -> Any:
    try:
        return work()
    except strew.Error as raised:
        return str(raised)


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_a_scatter_has_the_bits_of_one_call(data: Any) -> None:
    draw = data.draw
    numbers = np.random.default_rng(draw(st.integers(0, 2**31)))
    shape = draw(st.lists(st.integers(1, 9), min_size=1, max_size=3))
    axis = draw(st.integers(-len(shape), len(shape) - 1))
    at = axis % len(shape)
    index_shape = tuple(draw(st.lists(st.integers(1, 8), min_size=1, max_size=2)))
    dtype = draw(st.sampled_from(TYPES))
    reduction = draw(st.sampled_from(REDUCTIONS if dtype is not np.complex64 else ["none", "add", "mul"]))
    policy = draw(st.sampled_from(["error", "skip", "wrap", "clamp"]))
    reach = shape[at] + (2 if policy != "error" or draw(st.integers(0, 5)) == 0 else 0)
    table = (numbers.standard_normal(shape) * 8).astype(dtype)
    indices = numbers.integers(-reach, reach, index_shape)
    updates = (numbers.standard_normal((*shape[:at], *index_shape, *shape[at + 1 :])) * 8).astype(dtype)
    options = {"axis": axis, "reduction": reduction, "out_of_bounds": policy}
    expected = outcome(lambda: strew.scatter(table, indices, updates, **options))
    arrays = [chunked(draw, array) for array in (table, indices, updates)]
    got = outcome(lambda: strew.dask.scatter(*arrays, **options).compute(scheduler="threads"))
    if isinstance(expected, str):
        assert str(got).split(" (")[0] == expected.split(" (")[0]  # the position, if there is one dimension of them
    else:
        assert got.tobytes() == expected.tobytes() and got.dtype == expected.dtype


@settings(max_examples=50, deadline=None)
@given(st.data())
def test_a_gather_has_the_rows_of_one_call(data: Any) -> None:
    draw = data.draw
    numbers = np.random.default_rng(draw(st.integers(0, 2**31)))
    shape = draw(st.lists(st.integers(1, 9), min_size=1, max_size=3))
    axis = draw(st.integers(-len(shape), len(shape) - 1))
    index_shape = tuple(draw(st.lists(st.integers(1, 8), min_size=1, max_size=2)))
    table = numbers.standard_normal(shape)
    indices = numbers.integers(-shape[axis], shape[axis], index_shape)
    got = strew.dask.gather(chunked(draw, table), chunked(draw, indices), axis=axis)
    expected = strew.gather(table, indices, axis=axis)
    assert got.shape == expected.shape
    assert np.array_equal(got.compute(scheduler="sync"), expected)


def test_an_error_has_its_position_among_all_indices() -> None:
    table = da.zeros((100, 2), chunks=(30, 2))
    indices = np.arange(80)
    indices[[41, 70]] = [-101, 100]
    with pytest.raises(strew.IndexOutOfBounds) as told:
        strew.dask.gather(table, da.from_array(indices, chunks=16)).compute()
    assert (told.value.position, told.value.index, told.value.count, told.value.extent) == (41, (-101,), 2, 100)


def test_graphs_are_lazy_and_go_to_other_processes() -> None:
    table = np.arange(40.0).reshape(20, 2)
    indices, updates = np.arange(60) * 7 % 20, np.ones((60, 2))
    lazy = strew.dask.scatter(
        da.from_array(table, chunks=(6, 1)), da.from_array(indices, chunks=25), updates, reduction="add"
    )
    again = pickle.loads(pickle.dumps(lazy))
    expected = strew.scatter(table, indices, updates, reduction="add")
    assert np.array_equal(again.compute(scheduler="sync"), expected)
    assert np.array_equal(lazy.compute(scheduler="processes", num_workers=2), expected)


def test_what_is_refused() -> None:
    table = da.zeros((10, 2), chunks=5)
    unknown = table[table[:, 0] > 0]
    with pytest.raises(strew.ShapeError, match="compute_chunk_sizes"):
        strew.dask.gather(unknown, [0])
    with pytest.raises(strew.ShapeError, match="axis is 2"):
        strew.dask.gather(table, [0], axis=2)
    with pytest.raises(strew.ShapeError, match="updates: has shape"):
        strew.dask.scatter(table, [0, 1], da.zeros((1, 2)))
