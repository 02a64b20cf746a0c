"""Shapes that change from run to run, scalars and empty tensors."""

from __future__ import annotations

import numpy as np
import pytest
from runtime import InvalidArgument, is_same, model_of, node, require_provider, run, session

import strew
import strew.onnxruntime

require_provider()


def test_shapes_in_turns() -> None:
    kinds = [node("Gather", np.arange(8 * n, dtype=np.float32).reshape(8, n), [1, 5]) for n in (1, 2, 3, 4)]
    made = session(model_of(kinds[0], is_dynamic=True))
    for times in (1, 3):
        for one in kinds * 3:
            for _ in range(times):
                assert is_same(made.run(None, one.feeds)[0], one.inputs[0][[1, 5]])


def test_many_shapes() -> None:
    rng = np.random.default_rng(0)
    first = node("ScatterElements", np.zeros((1, 1), np.float32), [[0]], np.ones((1, 1), np.float32), reduction="add")
    made = session(model_of(first, is_dynamic=True))
    for _ in range(300):
        rows, columns, count = rng.integers(1, 9, 3)
        data = rng.integers(0, 9, (rows, columns)).astype(np.float32)
        indices = rng.integers(-rows, rows, (count, columns))
        updates = rng.integers(0, 9, (count, columns)).astype(np.float32)
        found = made.run(None, {"data": data, "indices": indices, "updates": updates})[0]
        assert is_same(found, strew.scatter_elements(data, indices, updates, axis=0, reduction="add"))


def test_plan_of_a_refused_shape_is_not_used() -> None:
    one = node("ScatterND", np.zeros((4, 2), np.float32), [[1], [3]], np.ones((2, 2), np.float32))
    made = session(model_of(one, is_dynamic=True))
    for _ in range(3):
        assert made.run(None, one.feeds)[0].sum() == 4
        for _ in range(2):
            with pytest.raises(InvalidArgument, match="ND5"):
                made.run(None, {**one.feeds, "updates": np.ones((3, 2), np.float32)})


def test_scalars() -> None:
    assert run(node("Gather", [1.0, 2.0, 3.0], np.int64(1))).shape == ()
    assert run(node("Gather", np.ones((3, 2), np.float32), np.int64(-1))).shape == (2,)
    assert run(node("ScatterND", np.zeros(3, np.float32), [2], np.float32(5))).tolist() == [0, 0, 5]


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (0, 0)])
def test_empty_data(shape: tuple[int, int]) -> None:
    data = np.zeros(shape, np.float32)
    assert run(node("Gather", data, np.zeros(0, np.int64))).shape == (0, shape[1])
    assert run(node("GatherElements", data, np.zeros((0, shape[1]), np.int64))).shape == (0, shape[1])
    empty = np.zeros((0, shape[1]), np.float32)
    assert run(node("ScatterElements", data, np.zeros((0, shape[1]), np.int64), empty)).shape == shape
    assert run(node("ScatterND", data, np.zeros((0, 1), np.int64), empty)).shape == shape


def test_no_positions() -> None:
    data = np.arange(6, dtype=np.float32).reshape(3, 2)
    assert run(node("Gather", data, np.zeros((2, 0), np.int64))).shape == (2, 0, 2)
    assert run(node("GatherND", data, np.zeros((0, 1), np.int64))).shape == (0, 2)
    none = node("ScatterND", data, np.zeros((0, 1), np.int64), np.zeros((0, 2), np.float32), reduction="add")
    assert is_same(run(none), data)


def test_index_into_nothing() -> None:
    with pytest.raises(InvalidArgument, match=r"Gather-13: .*IX1.*no value is allowed|Gather-13: .*IX1"):
        run(node("Gather", np.zeros((0, 3), np.float32), [0]))


def test_many_dimensions() -> None:
    rng = np.random.default_rng(1)
    shape = (2, 1, 2, 1, 2, 1, 2, 1, 2)
    data, indices = rng.random(shape, np.float32), rng.integers(0, 2, (3, 2, 1))
    assert is_same(run(node("Gather", data, indices, axis=4)), strew.gather(data, indices, axis=4))
    tuples = rng.integers(0, 1, (5, 6))
    assert is_same(run(node("GatherND", data, tuples)), strew.gather_nd(data, tuples))
