"""strew.tensor_scatter: random caches as the oracle says, and the examples of its page."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from cases import Case, check
from hypothesis import given
from strategies import cache_writes, examples

import strew


@examples(200)
@given(cache_writes())
def test_tensor_scatter(case: Case) -> None:
    check(case)


CACHE = np.array([[[1], [2], [3], [4]], [[5], [6], [7], [8]]], np.float32)
ROWS = np.array([[[10], [20]], [[30], [40]]], np.float32)


def test_circular() -> None:
    out = strew.tensor_scatter(CACHE, ROWS, [1, 3], mode="circular")
    assert out[..., 0].tolist() == [[1, 10, 20, 4], [40, 6, 7, 30]]
    assert CACHE[0, 1, 0] == 2


def test_without_write_indices() -> None:
    assert strew.tensor_scatter(CACHE, ROWS)[..., 0].tolist() == [[10, 20, 3, 4], [30, 40, 7, 8]]


def test_linear_refuses_rows_outside() -> None:
    out = CACHE.copy()
    with pytest.raises(strew.IndexOutOfBounds) as refused:
        strew.tensor_scatter(out, ROWS, np.array([1, 3]), out=out)
    error = refused.value
    assert (error.position, error.coordinates, error.index, error.component) == (1, (1,), (3,), 0)
    assert (error.extent, error.allowed, error.count, error.rule) == (4, (0, 2), 1, "IX1")
    assert out.tobytes() == CACHE.tobytes()


@pytest.mark.parametrize("mode", ["linear", "circular"])
def test_no_mode_counts_from_the_end(mode: Any) -> None:
    with pytest.raises(strew.IndexOutOfBounds) as refused:
        strew.tensor_scatter(CACHE, ROWS, [0, -1], mode=mode)
    assert refused.value.index == (-1,) and refused.value.allowed[0] == 0


FAULTS: list[tuple[str, dict[str, Any]]] = [
    ("TS1", {"cache": np.zeros(4), "update": np.zeros(2), "write_indices": None}),
    ("TS1", {"update": np.zeros((2, 2))}),
    ("TS2", {"axis": 3}),
    ("TS2", {"axis": -4}),
    ("TS3", {"axis": 0}),
    ("TS3", {"axis": -3}),
    ("TS4", {"update": np.zeros((2, 2, 5))}),
    ("TS4", {"update": np.zeros((1, 2, 1))}),
    ("TS5", {"update": np.zeros((2, 5, 1))}),
    ("TS6", {"write_indices": np.zeros(3, int)}),
    ("TS6", {"write_indices": np.zeros((2, 1), int)}),
    ("OU1", {"out": np.zeros((2, 4, 2))}),
]


@pytest.mark.parametrize(("rule", "fault"), FAULTS, ids=lambda value: value if isinstance(value, str) else "")
def test_shapes(rule: str, fault: dict[str, Any]) -> None:
    given = {"cache": np.zeros((2, 4, 1)), "update": np.zeros((2, 2, 1)), "write_indices": np.zeros(2, int)} | fault
    with pytest.raises(strew.ShapeError) as refused:
        strew.tensor_scatter(**given)
    assert refused.value.rule == rule


def test_mode_is_one_of_two_words() -> None:
    with pytest.raises(strew.OptionError) as refused:
        strew.tensor_scatter(CACHE, ROWS, mode="round")  # type: ignore[call-overload]
    assert refused.value.rule == "PY7"
