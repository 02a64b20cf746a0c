"""The gradient of PyTorch's embedding_bag within strew.torch.deterministic(): that of the loop over the positions."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

import strew.torch

ROWS, WIDTH, BAGS, POSITIONS = 50, 5, 40, 2000


def drawn(seed: int, *shape: int, dtype: Any = torch.float32) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=dtype)


def places(seed: int, high: int, *shape: int) -> Tensor:
    return torch.randint(0, high, shape, generator=torch.Generator().manual_seed(seed))


def begins(last: bool) -> Tensor:
    """Of bags of which the first ones and one in the middle are empty."""
    made = places(1, POSITIONS, BAGS).sort().values
    made[:3], made[20] = 0, made[21]
    return torch.cat([made, torch.tensor([POSITIONS])]) if last else made


def gradient(
    table: Tensor, rows: Tensor, given: Tensor, threads: int, *, offsets: Tensor | None = None, **options: Any
) -> Tensor:
    """On so many threads, within deterministic()."""
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        leaf = table.clone().requires_grad_()
        with strew.torch.deterministic():
            made = torch.nn.functional.embedding_bag(rows, leaf, offsets, **options)
            (found,) = torch.autograd.grad(made, leaf, given)
    finally:
        torch.set_num_threads(before)
    return found


def serial(
    table: Tensor, rows: Tensor, given: Tensor, *, offsets: Tensor | None, mode: str, include_last_offset: bool = False,
    padding_idx: int | None = None, per_sample_weights: Tensor | None = None,
) -> np.ndarray[Any, Any]:  # fmt: skip
    """The loop over the bags and their positions."""
    made = np.zeros(table.shape, table.numpy().dtype)
    ends = [*offsets.tolist(), *([] if include_last_offset else [rows.numel()])] if offsets is not None else None
    flat = rows.reshape(-1).tolist()
    for bag, of_bag in enumerate(given.numpy()):
        begin, end = (ends[bag], ends[bag + 1]) if ends else (bag * rows.shape[1], (bag + 1) * rows.shape[1])
        taken = [p for p in range(begin, end) if flat[p] != padding_idx]
        if mode == "max" and taken:
            best = table.numpy()[[flat[p] for p in taken]].argmax(0)
            for column, place in enumerate(best):
                made[flat[taken[place]], column] += of_bag[column]
            continue
        for p in taken:
            factor = 1 if per_sample_weights is None else per_sample_weights.reshape(-1)[p].numpy()
            made[flat[p]] += (of_bag / made.dtype.type(len(taken)) if mode == "mean" else of_bag) * factor
    return made


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("padding", [None, 3, -1])
@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize(("mode", "is_weighted"), [("sum", False), ("sum", True), ("mean", False), ("max", False)])
def test_the_gradient_is_that_of_the_loop(mode: str, is_weighted: bool, last: bool, padding: int | None, dtype: Any) -> None:
    table, rows, given = drawn(0, ROWS, WIDTH, dtype=dtype), places(2, ROWS, POSITIONS), drawn(3, BAGS, WIDTH, dtype=dtype)
    options: dict[str, Any] = {"mode": mode, "include_last_offset": last, "offsets": begins(last), "padding_idx": padding}
    if is_weighted:
        options["per_sample_weights"] = drawn(4, POSITIONS, dtype=dtype)
    found = {gradient(table, rows, given, threads, **options).numpy().tobytes() for threads in (1, 2, 1, 2)}
    if padding == -1:
        options["padding_idx"] = ROWS - 1
    assert found == {serial(table, rows, given, **options).tobytes()}


@pytest.mark.parametrize("kind", [torch.int32, torch.int64])
@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
def test_bags_of_two_dimensions(mode: str, kind: Any) -> None:
    table, rows, given = drawn(0, ROWS, WIDTH), places(2, ROWS, BAGS, 7).to(kind), drawn(3, BAGS, WIDTH)
    found = gradient(table, rows, given, 2, mode=mode)
    assert found.numpy().tobytes() == serial(table, rows, given, mode=mode, offsets=None).tobytes()


def test_positions_of_no_bag_add_nothing() -> None:
    table, given = torch.zeros(4, 2), torch.ones(2, 2)
    offsets = torch.tensor([0, 1, 2])
    found = gradient(table, torch.tensor([1, 2, 3]), given, 1, mode="sum", offsets=offsets, include_last_offset=True)
    assert found[:, 0].tolist() == [0, 1, 1, 0]


def test_a_module_and_what_comes_before_and_after_it() -> None:
    bags = torch.nn.EmbeddingBag(ROWS, WIDTH, mode="mean", padding_idx=0)
    rows, offsets = places(2, ROWS, POSITIONS), begins(False)
    bags(rows, offsets).square().sum().backward()
    assert bags.weight.grad is not None
    expected = bags.weight.grad.clone()
    with strew.torch.deterministic():
        bags.zero_grad()
        loss = bags(rows, offsets).square().sum()
        loss.backward()
    assert torch.allclose(bags.weight.grad, expected, atol=1e-5)


@pytest.mark.parametrize("options", [{"scale_grad_by_freq": True}, {"dtype": torch.bfloat16}, {"sparse": True}])
def test_what_is_left_to_pytorch(options: dict[str, Any]) -> None:
    table = drawn(0, ROWS, WIDTH).to(options.pop("dtype", torch.float32))
    rows, given = places(2, ROWS, POSITIONS), drawn(3, BAGS, WIDTH).to(table.dtype)
    found = gradient(table, rows, given, 1, mode="sum", offsets=begins(False), **options)
    leaf = table.clone().requires_grad_()
    made = torch.nn.functional.embedding_bag(rows, leaf, begins(False), mode="sum", **options)
    (expected,) = torch.autograd.grad(made, leaf, given)
    assert torch.equal(found.to_dense(), expected.to_dense())


def test_other_threads_notice_nothing() -> None:
    table, rows, given = drawn(0, ROWS, WIDTH), places(2, ROWS, POSITIONS), drawn(3, BAGS, WIDTH)
    found: list[Tensor] = []

    def alone() -> None:
        leaf = table.clone().requires_grad_()
        made = torch.nn.functional.embedding_bag(rows, leaf, begins(False), mode="sum")
        found.append(torch.autograd.grad(made, leaf, given)[0])

    alone()
    with strew.torch.deterministic():
        other = threading.Thread(target=alone)
        other.start()
        other.join()
        alone()
    assert torch.equal(found[0], found[1]) and not torch.equal(found[0], found[2])
