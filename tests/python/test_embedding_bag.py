"""torch_names.embedding_bag beside its definition; tests/python/interop has it beside PyTorch's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from refusals import refused

from strew.torch_names import embedding_bag

TABLE = np.arange(8.0).reshape(4, 2)


def bags_of(rows: list[int], begins: list[int]) -> list[list[int]]:
    return [rows[a:b] for a, b in zip(begins, [*begins[1:], len(rows)])]


@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
def test_bags(mode: Any) -> None:
    rows, begins = [3, 0, 0, 1, 2], [0, 2, 2]
    reduce = {"sum": np.sum, "mean": np.mean, "max": np.max}[mode]
    right = [reduce(TABLE[bag], axis=0).tolist() if bag else [0.0, 0.0] for bag in bags_of(rows, begins)]
    assert embedding_bag(rows, TABLE, begins, mode=mode).tolist() == right
    assert embedding_bag(rows, TABLE, [*begins, 5], mode=mode, include_last_offset=True).tolist() == right
    two = np.array([[3, 0], [1, 1]])
    assert embedding_bag(two, TABLE, mode=mode).tolist() == [reduce(TABLE[bag], axis=0).tolist() for bag in two]


def test_weights_and_padding() -> None:
    assert embedding_bag([3, 0, 1], TABLE, [0, 2], mode="sum", per_sample_weights=[2.0, 1.0, 10.0]).tolist() == [
        [12, 15], [20, 30],
    ]  # fmt: skip
    assert embedding_bag([3, 0, 1], TABLE, [0, 2], padding_idx=-1).tolist() == [[0, 1], [2, 3]]


def test_sums_begin_with_plus_zero() -> None:
    made = embedding_bag([0], np.array([[-0.0]]), [0], mode="sum")
    assert not np.signbit(made[0, 0])


def test_refusals() -> None:
    with refused("PY9"):
        embedding_bag([0], TABLE)
    with refused("PY9"):
        embedding_bag([[0]], TABLE, [0])
    with refused("PY7"):
        embedding_bag([0], TABLE, [0], mode="add")  # type: ignore[call-overload]
    with refused("IX1", "input"):
        embedding_bag([-1], TABLE, [0])
    with refused("OF1", "offsets"):
        embedding_bag([0, 1], TABLE, [0, 2, 1])
    with refused("SG3", "per_sample_weights"):
        embedding_bag([0, 1], TABLE, [0], per_sample_weights=np.ones(3))
    with refused("AT7", "input"):
        embedding_bag([0], TABLE, [0], padding_idx=4)
