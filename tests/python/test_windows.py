"""Windows of strew.stablehlo: random ones as the oracle says, the pages' examples, a refusal for each constraint."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from cases import Case, check
from hypothesis import given
from strategies import examples, window_gathers, window_scatters

import strew


@examples(300)
@given(window_gathers())
def test_gather(case: Case) -> None:
    check(case)


@examples(300)
@given(window_scatters())
def test_scatter(case: Case) -> None:
    check(case)


WINDOWS: dict[str, Any] = {"offset_dims": [1], "collapsed_slice_dims": [], "start_index_map": [0],
                           "index_vector_dim": 1, "slice_sizes": [2]}  # fmt: skip
OPERAND = np.array([0, 10, 20, 30], np.float32)


def test_example_of_gather() -> None:
    starts = np.array([[1], [3]])
    assert strew.stablehlo.gather(OPERAND, starts, **WINDOWS).tolist() == [[10, 20], [20, 30]]
    with pytest.raises(strew.IndexOutOfBounds) as refused:
        strew.stablehlo.gather(OPERAND, starts, **WINDOWS, out_of_bounds="error")
    assert (refused.value.allowed, refused.value.position, refused.value.index) == ((0, 2), 1, (3,))


def test_example_of_scatter() -> None:
    data, starts = np.zeros(4, np.float32), np.array([[2], [3]])
    out = strew.stablehlo.scatter(data, starts, np.array([[1, 2], [7, 8]], np.float32), update_window_dims=[1],
                                  inserted_window_dims=[], scatter_dims_to_operand_dims=[0], index_vector_dim=1,
                                  update_computation="add", out=data)  # fmt: skip
    assert out is data and data.tolist() == [0, 0, 1, 9]


def test_defaults_are_those_of_stablehlo() -> None:
    """Starts are clamped, never counted from the end; a scatter drops what falls outside, and rounds each update."""
    assert strew.stablehlo.gather(OPERAND, np.array([[-1], [9]]), **WINDOWS).tolist() == [[0, 10], [20, 30]]
    numbers: dict[str, Any] = {"update_window_dims": [], "inserted_window_dims": [0], "index_vector_dim": 1,
                               "scatter_dims_to_operand_dims": [0], "update_computation": "add"}  # fmt: skip
    data, ones = np.array([2048, 5], np.float16), np.ones(2, np.float16)
    assert strew.stablehlo.scatter(data, [[0], [0]], ones, **numbers).tolist() == [2048, 5]
    assert strew.stablehlo.scatter(data, [[0], [0]], ones, **numbers, accumulate="wide").tolist() == [2050, 5]
    assert strew.stablehlo.scatter(data, [[-1], [2]], ones, **numbers).tolist() == [2048, 5]


def test_windows_that_hang_over() -> None:
    results: dict[Any, Any] = {"clamp": [[0, 10], [20, 30]], "wrap": [[30, 0], [30, 0]], "fill": [[7, 0], [30, 7]]}
    for policy, expected in results.items():
        fill: dict[str, Any] = {"fill_value": 7} if policy == "fill" else {}
        made = strew.stablehlo.gather(OPERAND, [[-1], [3]], **WINDOWS, out_of_bounds=policy, **fill)
        assert made.tolist() == expected, policy
    whole = strew.stablehlo.gather(OPERAND, [[-1], [2]], **WINDOWS, out_of_bounds="fill", partial_window="whole")
    assert whole.tolist() == [[0, 0], [20, 30]]


def test_whole_windows_of_a_scatter() -> None:
    numbers: dict[str, Any] = {"update_window_dims": [1], "inserted_window_dims": [], "index_vector_dim": 1,
                               "scatter_dims_to_operand_dims": [0]}  # fmt: skip
    starts, updates = np.array([[3], [0]]), np.array([[1, 2], [3, 4]], np.float32)
    assert strew.stablehlo.scatter(OPERAND, starts, updates, **numbers).tolist() == [3, 4, 20, 1]
    whole = strew.stablehlo.scatter(OPERAND, starts, updates, **numbers, partial_window="whole")
    assert whole.tolist() == [3, 4, 20, 30]


@pytest.mark.parametrize("starts", [[[0], [2], [1]], [[2], [0], [1]]])
def test_a_window_that_overlaps_two(starts: list[list[int]]) -> None:
    """The first position that wrote any of its cells is named."""
    with pytest.raises(strew.DuplicateIndex) as refused:
        strew.stablehlo.scatter(OPERAND, starts, np.ones((3, 2), np.float32), update_window_dims=[1],
                                inserted_window_dims=[], scatter_dims_to_operand_dims=[0], index_vector_dim=1,
                                duplicates="error")  # fmt: skip
    assert (refused.value.position, refused.value.other_position) == (2, 0)


# A right gather: operand (2, 4, 5, 3), its dimension 0 batched, 1 collapsed, tuples in dimension 2 of the starts.
GATHER: dict[str, Any] = {
    "offset_dims": (2, 3), "collapsed_slice_dims": (1,), "operand_batching_dims": (0,),
    "start_indices_batching_dims": (1,), "start_index_map": (1, 2), "index_vector_dim": 2,
    "slice_sizes": (1, 1, 2, 3),
}  # fmt: skip
GATHER_FAULTS: list[tuple[str, dict[str, Any]]] = [
    ("GC1", {"offset_dims": (2,)}),
    ("GC2", {"index_vector_dim": 4}),
    ("GC2", {"index_vector_dim": -1}),
    ("GC3", {"start_index_map": (1,)}),
    ("GC4", {"offset_dims": (3, 2)}),
    ("GC5", {"offset_dims": (2, 4)}),
    ("GC6", {"collapsed_slice_dims": (0,)}),
    ("GC7", {"collapsed_slice_dims": (2, 1), "offset_dims": (2,), "slice_sizes": (1, 1, 1, 3)}),
    ("GC8", {"collapsed_slice_dims": (4,)}),
    ("GC9", {"slice_sizes": (1, 2, 2, 3)}),
    ("GC10", {"operand_batching_dims": (1, 0), "collapsed_slice_dims": (), "start_indices_batching_dims": (0, 1)}),
    ("GC11", {"operand_batching_dims": (4,)}),
    ("GC12", {"slice_sizes": (2, 1, 2, 3)}),
    ("GC13", {"operand_batching_dims": (0, 1), "collapsed_slice_dims": (), "start_indices_batching_dims": (1, 1)}),
    ("GC14", {"start_indices_batching_dims": (3,)}),
    ("GC15", {"start_indices_batching_dims": (2,)}),
    ("GC16", {"start_indices_batching_dims": (0, 1)}),
    ("GC17", {"start_indices_batching_dims": (0,)}),
    ("GC18", {"start_index_map": (1, 1)}),
    ("GC18", {"start_index_map": (1, 0)}),
    ("GC19", {"start_index_map": (1, 4)}),
    ("GC20", {"slice_sizes": (1, 1, 2)}),
    ("GC21", {"slice_sizes": (1, 1, 6, 3)}),
    ("GC21", {"slice_sizes": (1, 1, -1, 3)}),
    ("GC22", {"out": np.zeros((6, 2, 2, 4))}),
    ("SH1", {"slice_sizes": (1, 0, 2, 3)}),
]


def test_the_gather_without_faults() -> None:
    assert strew.stablehlo.gather(np.zeros((2, 4, 5, 3)), np.zeros((6, 2, 2), int), **GATHER).shape == (6, 2, 2, 3)


@pytest.mark.parametrize("has_out", [False, True])
@pytest.mark.parametrize(("rule", "fault"), GATHER_FAULTS)
def test_constraints_of_gather(rule: str, fault: dict[str, Any], has_out: bool) -> None:
    out = {"out": np.zeros((6, 2, 2, 3))} if has_out else {}
    with pytest.raises(strew.ShapeError) as refused:
        strew.stablehlo.gather(np.zeros((2, 4, 5, 3)), np.zeros((6, 2, 2), int), **(GATHER | out | fault))
    assert refused.value.rule == rule


# A right scatter with the same numbers; updates (6, 2, 2, 3).
SCATTER: dict[str, Any] = {
    "update_window_dims": (2, 3), "inserted_window_dims": (1,), "input_batching_dims": (0,),
    "scatter_indices_batching_dims": (1,), "scatter_dims_to_operand_dims": (1, 2), "index_vector_dim": 2,
}  # fmt: skip
SCATTER_FAULTS: list[tuple[str, dict[str, Any]]] = [
    ("SC2", {"update_window_dims": (2,)}),
    ("SC4", {"updates": np.zeros((6, 2, 6, 3))}),
    ("SC4", {"updates": np.zeros((5, 2, 2, 3))}),
    ("SC7", {"update_window_dims": (2, 2)}),
    ("SC8", {"update_window_dims": (2, 4)}),
    ("SC9", {"inserted_window_dims": (0,)}),
    ("SC10", {"inserted_window_dims": (2, 1), "update_window_dims": (2,), "updates": np.zeros((6, 2, 3))}),
    ("SC11", {"inserted_window_dims": (4,)}),
    ("SC12", {"input_batching_dims": (1, 0), "inserted_window_dims": (), "scatter_indices_batching_dims": (0, 1)}),
    ("SC13", {"input_batching_dims": (4,)}),
    ("SC14", {"input_batching_dims": (0, 1), "inserted_window_dims": (), "scatter_indices_batching_dims": (1, 1)}),
    ("SC15", {"scatter_indices_batching_dims": (3,)}),
    ("SC16", {"scatter_indices_batching_dims": (2,)}),
    ("SC17", {"scatter_indices_batching_dims": (0, 1)}),
    ("SC18", {"scatter_indices_batching_dims": (0,)}),
    ("SC19", {"scatter_dims_to_operand_dims": (1,)}),
    ("SC20", {"scatter_dims_to_operand_dims": (1, 1)}),
    ("SC21", {"scatter_dims_to_operand_dims": (1, 4)}),
    ("SC22", {"index_vector_dim": 4, "update_window_dims": (3, 4), "updates": np.zeros((6, 2, 2, 2, 3)),
              "scatter_dims_to_operand_dims": (1,)}),
    ("OU1", {"out": np.zeros((2, 4, 5, 4))}),
]  # fmt: skip


def test_the_scatter_without_faults() -> None:
    made = strew.stablehlo.scatter(np.zeros((2, 4, 5, 3)), np.zeros((6, 2, 2), int), np.ones((6, 2, 2, 3)), **SCATTER)
    assert made.sum() == 12 and made[:, 0, :2].sum() == 12


@pytest.mark.parametrize(("rule", "fault"), SCATTER_FAULTS)
def test_constraints_of_scatter(rule: str, fault: dict[str, Any]) -> None:
    numbers = SCATTER | fault
    updates = numbers.pop("updates", np.zeros((6, 2, 2, 3)))
    with pytest.raises(strew.ShapeError) as refused:
        strew.stablehlo.scatter(np.zeros((2, 4, 5, 3)), np.zeros((6, 2, 2), int), updates, **numbers)
    assert refused.value.rule == rule
