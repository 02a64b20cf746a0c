"""Nodes in graphs inside of graphs, and graphs whose nodes run at the same time."""

from __future__ import annotations

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper
from runtime import FORMAT, calls_of, is_same, require_provider, session

import strew
import strew.onnxruntime

require_provider()

RNG = np.random.default_rng(11)
DATA = RNG.random((8, 4), np.float32)
FEEDS = {"data": DATA, "indices": RNG.integers(-8, 8, (6, 1)), "updates": RNG.random((6, 4), np.float32)}
INPUTS = [
    helper.make_tensor_value_info("data", TensorProto.FLOAT, [8, 4]),
    helper.make_tensor_value_info("indices", TensorProto.INT64, [6, 1]),
    helper.make_tensor_value_info("updates", TensorProto.FLOAT, [6, 4]),
]


def value(name: str) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, [8, 4])


def scatter(data: str, output: str, reduction: str) -> onnx.NodeProto:
    return helper.make_node("ScatterND", [data, "indices", "updates"], [output], reduction=reduction)


def model_of(nodes: list[onnx.NodeProto], inputs: list[onnx.ValueInfoProto], output: str) -> bytes:
    graph = helper.make_graph(nodes, "graph", inputs, [value(output)])
    opsets = [helper.make_opsetid("", 18)]
    return bytes(helper.make_model(graph, opset_imports=opsets, ir_version=FORMAT).SerializeToString())


def test_branches() -> None:
    branches = {
        name: helper.make_graph([scatter("data", name, reduction)], name, [], [value(name)])
        for name, reduction in (("then_branch", "add"), ("else_branch", "mul"))
    }
    choice = helper.make_tensor_value_info("choice", TensorProto.BOOL, [])
    made = session(model_of([helper.make_node("If", ["choice"], ["output"], **branches)], [choice, *INPUTS], "output"))
    for chosen, reduction in ((True, "add"), (False, "mul")):
        with calls_of(1):
            found = made.run(None, {**FEEDS, "choice": np.array(chosen)})[0]
        assert is_same(found, strew.scatter_nd(*FEEDS.values(), reduction=reduction))


def test_loop() -> None:
    """The data of each iteration are what the one before wrote."""
    body = helper.make_graph(
        [helper.make_node("Identity", ["go_on"], ["goes_on"]), scatter("before", "after", "add")],
        "body",
        [
            helper.make_tensor_value_info("number", TensorProto.INT64, []),
            helper.make_tensor_value_info("go_on", TensorProto.BOOL, []),
            value("before"),
        ],
        [helper.make_tensor_value_info("goes_on", TensorProto.BOOL, []), value("after")],
    )
    count = helper.make_tensor_value_info("count", TensorProto.INT64, [])
    loop = helper.make_node("Loop", ["count", "", "data"], ["output"], body=body)
    made = session(model_of([loop], [count, *INPUTS], "output"))
    expected = DATA
    for _ in range(5):
        expected = strew.scatter_nd(expected, FEEDS["indices"], FEEDS["updates"], reduction="add")
    kept = DATA.copy()
    with calls_of(5):
        assert is_same(made.run(None, {**FEEDS, "count": np.array(5)})[0], expected)
    assert is_same(DATA, kept)


def test_nodes_at_the_same_time() -> None:
    names = [f"sums_{i}" for i in range(8)]
    nodes = [scatter("data", name, "add") for name in names] + [helper.make_node("Max", names, ["output"])]
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL  # equal nodes stay apart
    options.execution_mode = onnxruntime.ExecutionMode.ORT_PARALLEL
    options.inter_op_num_threads, options.intra_op_num_threads = 4, 2
    strew.onnxruntime.add_to(options)
    made = onnxruntime.InferenceSession(model_of(nodes, INPUTS, "output"), options)
    expected = strew.scatter_nd(*FEEDS.values(), reduction="add")
    for _ in range(50):
        with calls_of(8):
            assert is_same(made.run(None, FEEDS)[0], expected)
