"""strew.distributed: tables of several ranks have the bits and the errors of one call, whoever holds the rows."""

from __future__ import annotations

import os
import socket
import threading
from typing import Any

import ml_dtypes
import numpy as np
import pytest
import strew
import strew.distributed as distributed
from hypothesis import given, settings
from hypothesis import strategies as st
from ranks import each_rank
from strew.distributed._processors import processors_of_rank

TYPES = [np.float32, np.float64, np.int32, np.uint8, np.float16, ml_dtypes.bfloat16]
REAL = ["none", "add", "sub", "mul", "min", "max", "mean"]


@st.composite
def problems(draw: Any) -> dict[str, Any]:
    seed = draw(st.integers(0, 2**32 - 1))
    random = np.random.default_rng(seed)
    size, rows, columns = draw(st.integers(1, 8)), draw(st.integers(1, 40)), draw(st.integers(1, 4))
    dtype = draw(st.sampled_from(TYPES))
    layouts: list[Any] = ["blocks", ("cycles", draw(st.integers(1, 3))), random.integers(0, size, rows)]
    layouts.append(("starts", np.sort(np.concatenate([[0], random.integers(0, rows + 1, size - 1), [rows]]))))
    counts = random.integers(0, 12, size)
    indices = random.integers(-rows, rows, counts.sum())
    if draw(st.integers(0, 4)) == 0 and len(indices):
        indices[random.integers(0, len(indices))] = rows + 3
    return {
        "size": size,
        "layout": draw(st.sampled_from(layouts)) if size > 1 else "blocks",
        "table": (random.standard_normal((rows, columns)) * 8).astype(dtype),
        "updates": (random.standard_normal((len(indices), columns)) * 8).astype(dtype),
        "indices": indices,
        "cuts": np.cumsum(counts)[:-1],
        "reduction": draw(st.sampled_from(REAL)),
        "include_self": draw(st.booleans()),
        "out_of_bounds": draw(st.sampled_from(["error", "skip", "wrap"])),
        "budget": draw(st.sampled_from([0, 64, 1000])),
    }


def owners(problem: dict[str, Any]) -> Any:
    """The rank of each row, by the definition of layouts."""
    layout, rows, size = problem["layout"], len(problem["table"]), problem["size"]
    if isinstance(layout, str):
        return np.searchsorted([rows * (r + 1) // size for r in range(size)], np.arange(rows), side="right")
    if isinstance(layout, np.ndarray):
        return layout
    if layout[0] == "cycles":
        return np.arange(rows) // layout[1] % size
    return np.searchsorted(layout[1][1:], np.arange(rows), side="right")


def parts(problem: dict[str, Any], group: Any) -> tuple[Any, Any, Any]:
    shard = problem["table"][owners(problem) == group.rank].copy()
    indices = np.split(problem["indices"], problem["cuts"])[group.rank]
    updates = np.split(problem["updates"], problem["cuts"])[group.rank]
    return shard, indices, updates


def outcome(function: Any, *arguments: Any, **options: Any) -> Any:
    try:
        return function(*arguments, **options)
    except strew.Error as raised:
        return str(raised)


@settings(max_examples=150, deadline=None)
@given(problems())
def test_a_scatter_has_the_bits_of_one_call(problem: dict[str, Any]) -> None:
    options = {name: problem[name] for name in ("reduction", "include_self", "out_of_bounds")}
    if options["reduction"] == "none":
        options["include_self"] = True
    expected = outcome(strew.scatter, problem["table"], problem["indices"], problem["updates"], **options)

    def work(group: Any) -> Any:
        shard, indices, updates = parts(problem, group)
        table = distributed.Table(shard, len(problem["table"]), group, problem["layout"], problem["budget"])
        told = outcome(table.scatter, indices, updates, **options)
        return told or shard

    whole = problem["table"].copy()
    for rank, got in enumerate(each_rank(problem["size"], work)):
        if isinstance(expected, str):
            assert got == expected
        else:
            whole[owners(problem) == rank] = got
    if not isinstance(expected, str):
        assert whole.tobytes() == expected.tobytes()


@settings(max_examples=60, deadline=None)
@given(problems())
def test_a_prepared_gather_has_the_rows_of_one_call(problem: dict[str, Any]) -> None:
    policy = "error" if problem["out_of_bounds"] == "skip" else problem["out_of_bounds"]
    expected = outcome(strew.gather, problem["table"], problem["indices"], out_of_bounds=policy)

    def work(group: Any) -> Any:
        shard, indices, _ = parts(problem, group)
        table = distributed.Table(shard, len(problem["table"]), group, problem["layout"], problem["budget"])
        again = outcome(table.prepare_gather, indices, out_of_bounds=policy)
        return again if isinstance(again, str) else [again.run() for _ in range(2)]

    results = each_rank(problem["size"], work)
    if isinstance(expected, str):
        assert results == [expected] * problem["size"]
    else:
        for n in range(2):
            assert np.concatenate([one[n] for one in results]).tobytes() == expected.tobytes()


def test_shards_of_any_length_lie_one_after_the_other() -> None:
    def work(group: Any) -> Any:
        shard = np.zeros((group.rank + 1, 2), np.int32)
        table = distributed.Table(shard, group=group)
        table.scatter([0, table.rows - 1], [[1, 2], [3, 4]], reduction="add")
        return table.rows, shard

    results = each_rank(3, work)
    assert [rows for rows, _ in results] == [6, 6, 6]
    assert results[0][1].tolist() == [[3, 6]]
    assert results[2][1].tolist() == [[0, 0], [0, 0], [9, 12]]


@pytest.mark.parametrize("mistake", ["shape", "type", "option", "reduction", "budget of letters"])
def test_a_mistake_of_one_rank_is_the_same_error_at_all(mistake: str) -> None:
    def work(group: Any) -> Any:
        shard = np.zeros((2, 3), np.float32)
        table = distributed.Table(shard, 6, group)
        updates = np.ones((2, 3), np.float32)
        reduction = "add"
        if group.rank == 1:
            if mistake == "shape":
                updates = updates[:1]
            if mistake == "type":
                updates = updates.astype(np.float64)
            if mistake == "option":
                reduction = "sum of all"
            if mistake == "reduction":
                reduction = "mul"
            if mistake == "budget of letters":
                table._budget = "much"  # type: ignore[assignment]
        with pytest.raises(distributed.RankError) as told:
            table.scatter([0, 5], updates, reduction=reduction)
        assert not shard.any()
        table._budget = 0
        table.scatter([0], np.ones((1, 3), np.float32), reduction="add")
        return str(told.value)

    results = each_rank(3, work)
    assert len(set(results)) == 1
    assert results[0].startswith("XC3: ") and "1" in results[0]


def test_a_rank_that_fails_in_the_rounds_tells_who_waits_for_it() -> None:
    def work(group: Any) -> Any:
        shard = np.zeros((2, 1), np.float32)
        table = distributed.Table(shard, 6, group)
        again = table.prepare_scatter([0, 1], reduction="add")  # both rows are those of rank 0
        good = np.ones((2, 1), np.float32)
        again.run(good)
        told = outcome(again.run, good[:1] if group.rank == 1 else good)
        again.run(good)
        return told, shard

    results = each_rank(3, work)
    assert results[0][0] == "XC3: rank 1 has failed after the first rows were moved"
    assert results[1][0].startswith("XC1: updates: has shape (1, 1)")
    assert results[2][0] is None


def test_what_crosses_is_little_more_than_the_rows() -> None:
    def work(group: Any) -> Any:
        table = distributed.Table(np.zeros((1000, 16), np.float32), 4000, group)
        at = np.random.default_rng(group.rank).integers(0, 4000, 500)
        again = table.prepare_scatter(at, reduction="add")
        updates = np.ones((500, 16), np.float32)
        again.run(updates)
        group.bytes = group.steps = 0
        again.run(updates)
        away = np.count_nonzero(at // 1000 != group.rank)
        return group.bytes / (away * 64), group.steps

    for overhead, steps in each_rank(4, work):
        assert overhead <= 1.05
        assert steps == 1


def test_layouts_that_are_none() -> None:
    shard = np.zeros((2, 1))
    for layout in ["block", ("cycles", 0), ("starts", [0, 1, 2]), [0, 1, 0], [1, 0]]:
        with pytest.raises(distributed.RankError):
            distributed.Table(shard, 2, None, layout)


@pytest.mark.parametrize(
    ("hosts", "allowed", "shares"),
    [
        ("aaaa", [range(16)] * 4, [4, 4, 4, 4]),
        ("aaaa", [range(0, 4), range(4, 8), range(8, 12), range(12, 16)], [4, 4, 4, 4]),  # bound by the launcher
        ("aabb", [range(16), range(16), range(16, 40), range(16, 40)], [8, 8, 12, 12]),
        ("aaab", [range(2)] * 4, [1, 1, 1, 2]),
        ("a", [range(16)], [None]),
    ],
)
def test_ranks_of_a_host_share_its_processors(
    monkeypatch: pytest.MonkeyPatch, hosts: str, allowed: Any, shares: list[int | None]
) -> None:
    mine = threading.local()
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(mine.allowed), raising=False)
    monkeypatch.setattr(socket, "gethostname", lambda: mine.host)

    def work(group: Any) -> Any:
        mine.host, mine.allowed = hosts[group.rank], allowed[group.rank]
        return processors_of_rank(group)

    assert each_rank(len(hosts), work) == shares


def test_threads_of_a_rank_are_at_least_one() -> None:
    def work(group: Any) -> Any:
        table = distributed.Table(np.zeros((2, 3)), rows=4, group=group, threads=1 - group.rank)
        return table.gather([0])

    for raised in each_rank(2, work):
        assert isinstance(raised, strew.distributed.RankError)
