"""strew.distributed over process groups of torch.distributed: processes of this machine, by gloo."""

from __future__ import annotations

import os
import pathlib
import socket
import subprocess
import sys
import traceback
from typing import Any, Callable

import pytest
import strew
import strew.distributed
import torch
import torch.distributed as dist
import torch.multiprocessing as mp

ROWS, COLUMNS, BATCH = 50, 6, 24


def _begin(rank: int, size: int, port: int, work: Callable[..., Any], results: Any) -> None:
    os.environ["MASTER_ADDR"], os.environ["MASTER_PORT"] = "127.0.0.1", str(port)
    torch.set_num_threads(1)
    dist.init_process_group("gloo", rank=rank, world_size=size)
    try:
        results.put((rank, work(rank, size)))
    except BaseException:
        traceback.print_exc(file=sys.stdout)
        results.put((rank, None))
    finally:
        dist.destroy_process_group()


def on_ranks(size: int, work: Callable[[int, int], Any]) -> list[Any]:
    """What work(rank, size) returns in each of `size` processes."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    context = mp.get_context("spawn")
    results = context.Queue()
    processes = [context.Process(target=_begin, args=(rank, size, port, work, results)) for rank in range(size)]
    for process in processes:
        process.start()
    found = dict(results.get(timeout=120) for _ in processes)
    for process in processes:
        process.join(30)
    return [found[rank] for rank in range(size)]


def whole_problem(dtype: torch.dtype) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    random = torch.Generator().manual_seed(5)
    table = torch.randn(ROWS, COLUMNS, generator=random).to(dtype)
    updates = torch.randn(60, COLUMNS, generator=random).to(dtype)
    return table, torch.randint(-ROWS, ROWS, (60,), generator=random), updates


def _part(whole: torch.Tensor, rank: int, size: int) -> torch.Tensor:
    return whole[len(whole) * rank // size : len(whole) * (rank + 1) // size]


def _scatter(rank: int, size: int) -> Any:
    made = []
    for dtype in (torch.float32, torch.bfloat16, torch.int64):
        table, indices, updates = whole_problem(dtype)
        shard = _part(table, rank, size).clone()
        distributed = strew.distributed.Table(shard, ROWS, dist.group.WORLD, budget=500)
        distributed.scatter(_part(indices, rank, size), _part(updates, rank, size), reduction="add")
        found = distributed.gather(_part(indices, rank, size).reshape(-1, 2))
        made.append((shard.view(torch.uint8).tolist(), found.view(torch.uint8).reshape(-1).tolist()))
    return made


@pytest.mark.parametrize("size", [2, 3])
def test_tables_of_tensors_have_the_bits_of_one_call(size: int) -> None:
    results = on_ranks(size, _scatter)
    for n, dtype in enumerate((torch.float32, torch.bfloat16, torch.int64)):
        table, indices, updates = whole_problem(dtype)
        expected = strew.scatter(table, indices, updates, reduction="add")
        rows = [row for one in results for row in one[n][0]]
        assert rows == expected.view(torch.uint8).tolist()
        found = [byte for one in results for byte in one[n][1]]
        assert found == strew.gather(expected, indices).view(torch.uint8).reshape(-1).tolist()


def _error(rank: int, size: int) -> str:
    shard = torch.zeros(4, 2)
    table = strew.distributed.Table(shard, 4 * size, dist.group.WORLD)
    indices = [0, 1, 99] if rank == 1 else [0, 1]
    try:
        table.scatter(indices, torch.ones(len(indices), 2))
    except strew.IndexOutOfBounds as raised:
        return f"{raised.position} {raised.index} {raised.extent} {raised.count} {int(shard.any())}"
    return "none"


def test_a_bad_index_is_the_same_error_at_all_ranks() -> None:
    assert on_ranks(2, _error) == ["4 (99,) 8 1 0"] * 2


def train(rank: int, size: int, group: Any, wraps: bool = False) -> torch.Tensor:
    """The embedding's rows after some steps of a rank's part of each batch."""
    torch.manual_seed(1)
    head: Any = torch.nn.Linear(COLUMNS, 1)
    embedding = strew.distributed.Embedding(ROWS, COLUMNS, group=group, padding_idx=3)
    embedding.reset(torch.randn(ROWS, COLUMNS, generator=torch.Generator().manual_seed(2)))
    if wraps:
        model = torch.nn.ModuleDict({"embedding": embedding, "head": head})
        strew.distributed.Embedding.ignore_in(model)
        assert model._ddp_params_and_buffers_to_ignore == ["embedding.weight"]
        head = torch.nn.parallel.DistributedDataParallel(head)
    optimizer = torch.optim.SGD(embedding.parameters(), lr=0.1, momentum=0.9)
    random = torch.Generator().manual_seed(9)
    for _ in range(6):
        tokens = torch.randint(0, ROWS, (BATCH, 4), generator=random)
        optimizer.zero_grad()
        rows = embedding(_part(tokens, rank, size))
        # Matrix products of other batch sizes have other bits, so the bits are compared without the head.
        loss = head(rows.sum(1)).square().sum() if wraps else (rows.square() * rows.cos()).sum()
        loss.backward()
        optimizer.step()
    weight: torch.Tensor = embedding.weight.detach()
    return weight


def _train(rank: int, size: int) -> Any:
    return train(rank, size, dist.group.WORLD).view(torch.int32).tolist()


@pytest.mark.parametrize("size", [2, 4])
def test_an_embedding_is_trained_with_the_bits_of_one_process(size: int) -> None:
    results = on_ranks(size, _train)
    expected = train(0, 1, None)
    assert [row for one in results for row in one] == expected.view(torch.int32).tolist()
    assert expected[3].ne(0).any(), "the padding's row is as it was reset"


def _wrapped(rank: int, size: int) -> Any:
    return train(rank, size, dist.group.WORLD, True).shape[0]


def test_beside_distributed_data_parallel() -> None:
    assert on_ranks(2, _wrapped) == [ROWS // 2, ROWS // 2]


def test_the_example() -> None:
    path = pathlib.Path(__file__).parents[3] / "examples/python/distributed_embedding.py"
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "two processes have the 256000 bytes of one" in done.stdout
