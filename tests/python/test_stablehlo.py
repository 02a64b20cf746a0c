"""What strew.stablehlo adds to the engine's operators: the specification's words, and several inputs at once."""

import numpy as np
import pytest

import strew

ADDRESSING = {"update_window_dims": [1], "inserted_window_dims": [0], "scatter_dims_to_operand_dims": [0]}
ROWS = np.array([[2], [0], [2]])


def scatter(inputs, updates, **options):
    return strew.stablehlo.scatter(inputs, ROWS, updates, **ADDRESSING, index_vector_dim=1, **options)


@pytest.fixture
def table():
    return np.arange(12.0).reshape(4, 3)


@pytest.fixture
def updates():
    return np.array([[1.0, 20, 3], [-4, 5, -6], [7, 8, 9]])


@pytest.mark.parametrize(
    ("specified", "word"), [("subtract", "sub"), ("multiply", "mul"), ("minimum", "min"), ("maximum", "max")]
)
def test_words_of_the_specification(table, updates, specified, word):
    found = scatter(table, updates, update_computation=specified)
    assert np.array_equal(found, strew.scatter(table, ROWS[:, 0], updates, reduction=word))
    assert np.array_equal(found, scatter(table, updates, update_computation=word))
    assert not np.array_equal(found, table)


@pytest.mark.parametrize("word", ["sum", "ADD", None, 3, ["add"], np.add])
def test_other_words_are_refused(table, updates, word):
    with pytest.raises(strew.OptionError, match="PY7: update_computation=") as refused:
        scatter(table, updates, update_computation=word)
    assert refused.value.rule == "PY7"


def test_several_inputs(table, updates):
    numbers = np.arange(12, dtype=np.int16).reshape(4, 3)
    found = scatter((table, numbers), (updates, updates.astype(np.int16)), update_computation="add", threads=1)
    assert isinstance(found, tuple) and [one.dtype for one in found] == [np.float64, np.int16]
    for one, of in zip(found, (table, numbers)):
        assert np.array_equal(one, scatter(of, updates.astype(of.dtype), update_computation="add"))
    assert np.array_equal(table, np.arange(12.0).reshape(4, 3))


def test_several_inputs_are_all_valid_or_none_is_used(table, updates):
    with pytest.raises(strew.DTypeError, match="TY2"):
        scatter((table, table), (updates, updates.astype(np.float32)))
    with pytest.raises(strew.ShapeError, match="SC4"):
        scatter((table, table), (updates, updates[:2]))


@pytest.mark.parametrize("count", [0, 1, 3])
def test_there_are_as_many_updates_as_inputs(table, updates, count):
    with pytest.raises(strew.ShapeError, match="PY1: updates: are a tuple of"):
        scatter((table, table), (updates,) * count)


def test_a_tuple_is_several_inputs_and_nothing_else(table, updates):
    with pytest.raises(strew.ShapeError, match="PY1: updates: are one array for a tuple of 2 inputs"):
        scatter((table, table), updates)
    with pytest.raises(strew.ShapeError, match="PY1"):
        scatter((), ())
    with pytest.raises(strew.ArrayError, match="PY6"):
        scatter((table, table), (updates, updates), out=(table, table))
    with pytest.raises(strew.ArrayError, match="PY1: data: inputs are a tuple"):
        strew.plan(strew.stablehlo.scatter, (table,), ROWS, (updates,), **ADDRESSING, index_vector_dim=1)


def test_plans_have_the_words_too(table, updates):
    options = {**ADDRESSING, "index_vector_dim": 1, "update_computation": "maximum"}
    made = strew.plan(strew.stablehlo.scatter, table, ROWS, updates, **options)
    assert np.array_equal(made(table, ROWS, updates), scatter(table, updates, update_computation="max"))
    with pytest.raises(strew.OptionError, match="PY7"):
        strew.plan(strew.stablehlo.scatter, table, ROWS, updates, **{**options, "update_computation": "most"})


def test_in_place(table, updates):
    expected = scatter(table, updates)
    assert scatter(table, updates, out=table) is table
    assert np.array_equal(table, expected)


def test_defaults_are_those_of_the_specification():
    operand, windows = np.array([0, 10, 20, 30]), {"offset_dims": [1], "collapsed_slice_dims": []}
    windows |= {"start_index_map": [0], "index_vector_dim": 1, "slice_sizes": [2]}
    assert strew.stablehlo.gather(operand, [[3], [-1]], **windows).tolist() == [[20, 30], [0, 10]]
    into = {"update_window_dims": [1], "inserted_window_dims": [], "scatter_dims_to_operand_dims": [0]}
    found = strew.stablehlo.scatter(operand, [[3], [-1]], [[1, 2], [3, 4]], **into, index_vector_dim=1)
    assert found.tolist() == [4, 10, 20, 1]
    half = np.array([2048], dtype=np.float16)
    found = strew.stablehlo.scatter(
        half, [[0]] * 4, np.ones((4, 1), np.float16), **into, index_vector_dim=1, update_computation="add"
    )
    assert found.tolist() == [2048]  # each update rounds
