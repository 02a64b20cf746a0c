#!/usr/bin/env python3
"""strew.distributed over mpi4py: random scatters and gathers of all ranks against one call; a mistake of one rank."""

from __future__ import annotations

import sys

import numpy as np
import strew
import strew.distributed
from mpi4py import MPI

COMMUNICATOR = MPI.COMM_WORLD
RANK, SIZE = COMMUNICATOR.Get_rank(), COMMUNICATOR.Get_size()


def one_problem(seed: int) -> None:
    random = np.random.default_rng(seed)
    rows, columns = int(random.integers(1, 300)), int(random.integers(1, 30))
    counts = random.integers(0, 200, SIZE)
    indices = random.integers(-rows, rows, counts.sum())
    dtype = (np.float32, np.float64, np.int16, np.float16)[seed % 4]
    whole = (random.standard_normal((rows, columns)) * 9).astype(dtype)
    updates = (random.standard_normal((len(indices), columns)) * 9).astype(dtype)
    owners = random.integers(0, SIZE, rows) if seed % 2 else np.arange(rows) % SIZE
    layout = owners if seed % 2 else ("cycles", 1)
    cuts = np.cumsum(counts)[:-1]
    mine, at = whole[owners == RANK].copy(), np.split(indices, cuts)[RANK]
    table = strew.distributed.Table(mine, rows, COMMUNICATOR, layout, budget=(0, 3000)[seed % 3 == 0])
    reduction = ("add", "mean", "max", "none")[seed // 4 % 4]
    table.scatter(at, np.split(updates, cuts)[RANK], reduction=reduction)
    expected = strew.scatter(whole, indices, updates, reduction=reduction)
    assert mine.tobytes() == expected[owners == RANK].tobytes(), f"seed {seed}: scatter"
    again = table.prepare_gather(at)
    for _ in range(2):
        assert again.run().tobytes() == expected[at].tobytes(), f"seed {seed}: gather"


def one_mistake() -> None:
    shard = np.zeros((4, 2), np.float32)
    table = strew.distributed.Table(shard, 4 * SIZE, COMMUNICATOR)
    last = RANK == SIZE - 1
    try:
        table.scatter([0, 1], np.ones((1 if last else 2, 2), np.float32))
    except strew.distributed.RankError as told:
        assert str(SIZE - 1) in str(told)
    else:
        raise AssertionError("no error")
    try:
        table.gather([0, 4 * SIZE] if last else [0])
    except strew.IndexOutOfBounds as told:
        assert (told.position, told.count) == (SIZE, 1)
    else:
        raise AssertionError("no error")


def main() -> None:
    if sys.argv[1:] == ["alone"]:
        try:
            strew.distributed.Table(np.zeros((1, 1)), 1, COMMUNICATOR)
        except strew.distributed.RankError:
            return
        raise AssertionError("a silent world of one rank")
    for seed in range(60):
        one_problem(seed)
    one_mistake()
    COMMUNICATOR.Barrier()
    if RANK == 0:
        print(f"mpi4py, {SIZE} ranks: good")


try:
    main()
except BaseException:
    import traceback

    traceback.print_exc()
    COMMUNICATOR.Abort(1)
