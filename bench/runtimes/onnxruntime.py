#!/usr/bin/env python3
"""strew's provider in ONNX Runtime against the CPU provider: how many results, and how long a node takes.

    tools/python build/runtimes/onnxruntime_1_31 test build onnxruntime_1_31
    PYTHONPATH=build/python build/runtimes/onnxruntime_1_31/bin/python bench/runtimes/onnxruntime.py

Times are those of a node in a chain of nodes, each with the output of the one before as its data, so that a run's own
cost is divided by their number. Both sessions run in turn; of each the minimum and the median are compared. Outputs are
compared before, bit by bit.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import statistics
import sys
import time
from dataclasses import dataclass
from typing import Any

del sys.path[0]  # this folder, where the name of the runtime is that of this file

import numpy as np
import onnxruntime
from onnx import TensorProto, helper

import strew.onnxruntime

INPUTS = ("data", "indices", "updates")
REPEATING = [("ScatterND", "none"), ("ScatterND", "add"), ("ScatterND", "mul"), ("ScatterND", "max"),
             ("ScatterElements", "none"), ("ScatterElements", "add")]  # fmt: skip
TIMED = [("Gather", ""), ("GatherElements", ""), ("GatherND", ""), ("ScatterND", "none"), ("ScatterND", "add"),
         ("ScatterElements", "none"), ("ScatterElements", "add"), ("TensorScatter", "")]  # fmt: skip


@dataclass(frozen=True)
class Problem:
    operator: str
    reduction: str
    feeds: dict[str, np.ndarray]

    @property
    def name(self) -> str:
        return f"{self.operator} {self.reduction}".strip()

    def model(self, length: int) -> bytes:
        """A chain of `length` nodes."""
        attributes: dict[str, Any] = {"reduction": self.reduction} if self.reduction else {}
        if self.operator == "GatherElements":
            attributes["axis"] = 0
        names = ["data", *(f"value_{i + 1}" for i in range(length))]
        others = list(self.feeds)[1:]
        nodes = [
            helper.make_node(self.operator, [names[i], *others], [names[i + 1]], **attributes) for i in range(length)
        ]
        inputs = [
            helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape)
            for name, array in self.feeds.items()
        ]
        output = helper.make_tensor_value_info(names[-1], TensorProto.FLOAT, None)
        opset = helper.make_opsetid("", 24 if self.operator == "TensorScatter" else 18)
        graph = helper.make_graph(nodes, self.operator, inputs, [output])
        return bytes(helper.make_model(graph, opset_imports=[opset], ir_version=10).SerializeToString())


def repeating(operator: str, reduction: str) -> Problem:
    """200,000 updates of 2,000 rows, in random order; 16 elements each."""
    rng = np.random.default_rng(1)
    data = rng.standard_normal((2000, 16)).astype(np.float32)
    updates = rng.standard_normal((200_000, 16)).astype(np.float32)
    if reduction == "mul":
        updates = (1 + updates / 800).astype(np.float32)
    return Problem(operator, reduction, dict(zip(INPUTS, (data, rows_for(operator, rng, data, updates), updates))))


def rows_for(operator: str, rng: np.random.Generator, data: np.ndarray, direct: np.ndarray) -> np.ndarray:
    """Indices of rows: one number for each, or one for each element where the operator has those."""
    if operator in ("GatherElements", "ScatterElements"):
        return rng.integers(0, data.shape[0], direct.shape)
    rows = rng.integers(0, data.shape[0], direct.shape[0])
    return rows if operator == "Gather" else rows[:, None]


def timed(operator: str, reduction: str, rows: int, columns: int) -> Problem:
    """As many positions as rows; those of ScatterND none and TensorScatter do not repeat."""
    rng = np.random.default_rng(2)
    data = rng.random((rows, columns), np.float32)
    if operator == "TensorScatter":
        names = ("data", "updates", "indices")
        return Problem(operator, "", dict(zip(names, (data[None], data[None, : rows // 2], np.array([rows // 4])))))
    indices = rows_for(operator, rng, data, data)
    if (operator, reduction) == ("ScatterND", "none"):
        indices = rng.permutation(rows)[:, None]
    arrays = (data, indices) if operator.startswith("Gather") else (data, indices, rng.random(data.shape, np.float32))
    return Problem(operator, reduction, dict(zip(INPUTS, arrays)))


def session(model: bytes, is_strew: bool, threads: int) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    if not is_strew:
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    strew.onnxruntime.add_to(options)
    return onnxruntime.InferenceSession(model, options)


def results(of: Problem, is_strew: bool, runs: int) -> tuple[int, int]:
    """Different results with 1, 2, 4 and 8 threads; how many of all runs had that of strew on one thread."""
    model = of.model(1)
    loop = session(model, True, 1).run(None, of.feeds)[0].tobytes()
    found = []
    for threads in (1, 2, 4, 8):
        made = session(model, is_strew, threads)
        found += [made.run(None, of.feeds)[0].tobytes() for _ in range(runs)]
    return len({hashlib.sha256(one).digest() for one in found}), sum(one == loop for one in found)


def print_results(runs: int) -> None:
    print(f"results of {4 * runs} runs with 1, 2, 4 and 8 threads; runs with the result of the loop over the updates")
    print(f"| {'':20} | CPU provider | as the loop | strew | as the loop |")
    print("|---|---|---|---|---|")
    for operator, reduction in REPEATING:
        of = repeating(operator, reduction)
        (theirs, same), (ours, ours_same) = results(of, False, runs), results(of, True, runs)
        print(f"| {of.name:20} | {theirs} | {same} of {4 * runs} | {ours} | {ours_same} of {4 * runs} |", flush=True)


def is_right(of: Problem, threads: int) -> bool:
    """Whether one node has the output of the CPU provider on one thread: on several it loses updates in ScatterND."""
    left = session(of.model(1), False, 1).run(None, of.feeds)[0]
    right = session(of.model(1), True, threads).run(None, of.feeds)[0]
    return left.tobytes() == right.tobytes()


def seconds(made: onnxruntime.InferenceSession, of: Problem, length: int) -> float:
    start = time.perf_counter()
    made.run(None, of.feeds)
    return (time.perf_counter() - start) / length


def print_time(of: Problem, length: int, threads: int, rounds: int) -> None:
    model = of.model(length)
    try:
        theirs = session(model, False, threads)
    except Exception as error:
        print(f"| {of.name:20} | {threads} | the CPU provider has none: {str(error)[:60]}")
        return
    assert is_right(of, threads), of.name
    ours = session(model, True, threads)
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for made, found in zip((theirs, ours), times):
            found.append(seconds(made, of, length))
    left, right = (min(found) * 1e6 for found in times)
    median = statistics.median(times[1]) / statistics.median(times[0])
    print(f"| {of.name:20} | {threads} | {left:.2f} | {right:.2f} | {right / left:.2f} | {median:.2f} |", flush=True)


def print_times(rows: int, columns: int, length: int, threads: int, rounds: int) -> None:
    print(f"\n{rows} rows of {columns}, float32; microseconds a node")
    print(f"| {'':20} | threads | CPU provider | strew | ratio | of medians |")
    print("|---|---|---|---|---|---|")
    for operator, reduction in TIMED:
        print_time(timed(operator, reduction, rows, columns), length, threads, rounds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="few repetitions")
    few = parser.parse_args().quick
    print(f"ONNX Runtime {onnxruntime.__version__}, strew {strew.__version__}, {os.cpu_count()} processors")
    print_results(2 if few else 6)
    for columns in (16, 64):
        print_times(16, columns, 200, 1, 20 if few else 300)
    for threads in (1, 2):
        print_times(100_000, 64, 4, threads, 3 if few else 11)


if __name__ == "__main__":
    main()
