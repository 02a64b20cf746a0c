"""Errors are InvalidArgument, with the version of the operator, the rule and the position."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from runtime import InvalidArgument, Node, calls_of, model_of, node, require_provider, session

require_provider()

DATA = np.zeros((4, 3), np.float32)
ROWS = np.ones((2, 3), np.float32)

REFUSED = [
    (node("Gather", DATA, [0, 4]), r"Gather-13: IX1: indices: position 1 \(1\): .* is 4, outside \[-4, 3\]"),
    (node("Gather", DATA, [[0, -5]]), r"Gather-13: IX1: indices: position 1 \(0, 1\): .* is -5, outside \[-4, 3\]"),
    (node("Gather", DATA, [-5], opset=10), r"Gather-1: IX1: indices: position 0 \(0\): .* is -5, outside \[-4, 3\]"),
    (node("GatherElements", DATA, [[0, 1, 7]]), r"GatherElements-13: IX1: indices: position 2 \(0, 2\): .* is 7"),
    (node("GatherND", DATA, [[0, 0], [1, 3]]), r"GatherND-13: IX1: .*position 1 \(1\): component 1 of \(1, 3\) is 3"),
    (node("Scatter", DATA, [[0, 1, 4]], ROWS[:1], opset=9), r"Scatter-9: IX1: .*position 2"),
    (node("ScatterElements", DATA, [[4, 0, 0]], ROWS[:1]), r"ScatterElements-18: IX1: .*position 0 \(0, 0\)"),
    (node("ScatterND", DATA, [[0], [9]], ROWS, opset=16), r"ScatterND-16: IX1: .*position 1 .* of extent 4"),
    (node("TensorScatter", DATA[None], ROWS[None], [3], opset=24), r"TensorScatter-24: IX1: .*position 0"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "message"), REFUSED, ids=lambda one: getattr(one, "operator", ""))
def test_bad_index(one: Node, message: str) -> None:
    made = session(model_of(one))
    with calls_of(1), pytest.raises(InvalidArgument, match=message):
        made.run(None, one.feeds)
    made.run(None, {**one.feeds, index_of(one): np.zeros_like(one.feeds[index_of(one)])})  # and it goes on


def index_of(one: Node) -> str:
    return "write_indices" if one.operator == "TensorScatter" else "indices"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"updates": np.ones((3, 3), np.float32)}, "ScatterND-18: ND5: updates: its extents are .3, 3."),
        ({"indices": np.zeros((2, 3), np.int64)}, "ScatterND-18: ND"),
    ],
)
def test_shapes_that_do_not_match(change: dict[str, Any], message: str) -> None:
    one = node("ScatterND", DATA, [[0], [1]], ROWS)
    made = session(model_of(one, is_dynamic=True))
    with pytest.raises(InvalidArgument, match=message):
        made.run(None, {**one.feeds, **change})


def test_count_of_bad_positions() -> None:
    one = node("Gather", DATA, [0, 4, 1, 8, 9])
    with pytest.raises(InvalidArgument, match="3 of 5 positions are bad"):
        session(model_of(one)).run(None, one.feeds)


def test_large_call_reports_the_first_position() -> None:
    """Whatever the number of threads."""
    indices = np.zeros(300_000, np.int64)
    indices[[200_001, 17, 299_999]] = 1000
    one = node("Gather", np.zeros((1000, 4), np.float32), indices)
    for threads in (1, 2, 4):
        with pytest.raises(InvalidArgument, match=r"position 17 \(17\): .*; 3 of 300000 positions are bad"):
            session(model_of(one), threads=threads).run(None, one.feeds)


def test_axis_outside_the_rank() -> None:
    one = node("Gather", DATA, [0], axis=2)
    with pytest.raises(Exception, match="axis"):  # found by the runtime itself, where the rank is known
        session(model_of(one))
