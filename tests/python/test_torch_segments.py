"""torch_names.segment_reduce beside its definition; tests/python/interop has it beside PyTorch's."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from refusals import refused

from strew.torch_names import segment_reduce

DATA = np.array([[1.0, 2], [3, 4], [5, 6], [7, 8]])
EMPTY = {"sum": 0.0, "mean": math.nan, "max": -math.inf, "min": math.inf, "prod": 1.0}
FOLDS: dict[str, Any] = {"sum": np.sum, "mean": np.mean, "max": np.max, "min": np.min, "prod": np.prod}


@pytest.mark.parametrize("reduce", FOLDS)
def test_lengths_and_offsets(reduce: Any) -> None:
    right = [FOLDS[reduce](DATA[:2], 0).tolist(), [EMPTY[reduce]] * 2, FOLDS[reduce](DATA[2:], 0).tolist()]
    for found in (
        segment_reduce(DATA, reduce, lengths=[2, 0, 2]),
        segment_reduce(DATA, reduce, offsets=np.array([0, 2, 2, 4], np.int32)),
        segment_reduce(DATA, reduce, lengths=np.array([2, 0, 2], np.uint8), axis=-2),
    ):
        np.testing.assert_array_equal(found, right)


def test_the_initial_value_counts() -> None:
    lengths, initial = [2, 0, 2], 10
    for reduce, rows in (
        ("sum", [[14, 16], [10, 10], [22, 24]]), ("prod", [[30, 80], [10, 10], [350, 480]]),
        ("max", [[10, 10]] * 3), ("amin", [[1, 2], [10, 10], [5, 6]]),
    ):  # fmt: skip
        assert segment_reduce(DATA, reduce, lengths=lengths, initial=initial).tolist() == rows  # type: ignore[call-overload]
    assert segment_reduce(DATA, "mean", lengths=lengths, initial=0).tolist() == [[2, 3], [0, 0], [6, 7]]


def test_the_dimensions_before_the_axis_are_shared() -> None:
    wide = DATA.T.copy()
    assert segment_reduce(wide, "sum", lengths=[[2, 2], [1, 3]], axis=1).tolist() == [[4, 12], [2, 18]]
    assert segment_reduce(wide, "sum", offsets=[[0, 2, 4], [1, 1, 4]], axis=-1).tolist() == [[4, 12], [0, 18]]


def test_what_is_left_out() -> None:
    assert segment_reduce(DATA, "sum", offsets=[1, 2, 3]).tolist() == [[3, 4], [5, 6]]
    assert segment_reduce(DATA, "sum", lengths=[2, 1], unsafe=True).tolist() == [[4, 6], [5, 6]]
    assert segment_reduce(np.zeros((0, 2)), "sum", lengths=np.zeros(0, int)).shape == (0, 2)


def test_integers() -> None:
    data = DATA.astype(np.int8)
    assert segment_reduce(data, "max", lengths=[4, 0]).tolist() == [[7, 8], [-128, -128]]
    assert segment_reduce(data, "mean", lengths=[4, 0]).tolist() == [[4, 5], [0, 0]]
    with refused("PY11"):
        segment_reduce(data, "sum", lengths=[4], initial=0.5)


def test_sums_begin_with_plus_zero() -> None:
    zeros = np.array([-0.0])
    assert not np.signbit(segment_reduce(zeros, "sum", lengths=[1]))[0]
    assert np.signbit(segment_reduce(zeros, "prod", lengths=[1]))[0]


REFUSED: list[tuple[str, str | None, Any]] = [
    ("PY9", None, lambda: segment_reduce(DATA, "sum")),
    ("PY9", None, lambda: segment_reduce(DATA, "sum", lengths=[4], offsets=[0, 4])),
    ("PY9", None, lambda: segment_reduce(DATA, "sum", lengths=[4], indices=[0])),  # type: ignore[call-overload]
    ("PY9", None, lambda: segment_reduce(DATA, "mean", lengths=[4], initial=1)),
    ("PY7", None, lambda: segment_reduce(DATA, "add", lengths=[4])),  # type: ignore[call-overload]
    ("PY14", "lengths", lambda: segment_reduce(DATA, "sum", lengths=[2, 1])),
    ("PY14", "lengths", lambda: segment_reduce(DATA, "sum", lengths=[2, 3], unsafe=True)),
    ("PY14", "lengths", lambda: segment_reduce(DATA, "sum", lengths=[-1, 5])),
    ("PY14", "lengths", lambda: segment_reduce(DATA, "sum", lengths=[])),
    ("AX2", None, lambda: segment_reduce(DATA, "sum", lengths=[4], axis=1)),
    ("AX2", None, lambda: segment_reduce(DATA, "sum", lengths=[4], axis=2)),
    ("TY3", "lengths", lambda: segment_reduce(DATA, "sum", lengths=[4.0])),
    ("TY3", "offsets", lambda: segment_reduce(DATA, "sum", offsets=[0.0, 4.0])),
    ("OF1", "offsets", lambda: segment_reduce(DATA, "sum", offsets=[0, 3, 2])),
    ("SG3", "lengths", lambda: segment_reduce(DATA, "sum", lengths=[[2], [2], [2]], axis=1)),
    ("TY4", "data", lambda: segment_reduce(DATA.astype(complex), "max", lengths=[4])),
]


@pytest.mark.parametrize(("rule", "operand", "call"), REFUSED)
def test_refusals(rule: str, operand: str | None, call: Any) -> None:
    with refused(rule, operand):
        call()
