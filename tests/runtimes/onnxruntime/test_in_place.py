"""Scatters write into their data where the runtime does not need it any more, and never where it does."""

from __future__ import annotations

import numpy as np
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper
from runtime import FORMAT, Node, chain, is_same, model_of, node, require_provider, session

import strew
import strew.onnxruntime

require_provider()

ADD = node("ScatterND", np.zeros((16, 4), np.float32), [[1], [3], [1]], np.ones((3, 4), np.float32), reduction="add")


@pytest.mark.parametrize(
    "one",
    [
        ADD,
        node("ScatterElements", np.zeros((4, 4), np.float32), np.ones((2, 4), np.int64), np.ones((2, 4), np.float32),
             reduction="add"),
        node("TensorScatter", np.zeros((1, 8, 4), np.float32), np.ones((1, 2, 4), np.float32), [3], opset=24),
    ],
    ids=lambda one: one.operator,
)  # fmt: skip
def test_chain(one: Node) -> None:
    """All but the first, whose data is the caller's, and the last, whose output is."""
    length = 200
    made = session(chain(one, length))
    before = strew.onnxruntime.counts()
    found = made.run(None, one.feeds)[0]
    after = strew.onnxruntime.counts()
    assert after.calls - before.calls == length
    assert after.in_place - before.in_place >= length - 2
    assert not one.inputs[0].any()
    if one.operator != "TensorScatter":
        assert found.sum() == length * one.inputs[2].size
    else:
        assert found.sum() == one.inputs[1].size


def test_data_that_is_needed_again_is_kept() -> None:
    names = ("data", "indices", "updates")
    nodes = [
        helper.make_node("Abs", ["data"], ["base"]),
        helper.make_node("ScatterND", ["base", *names[1:]], ["once"], reduction="add"),
        helper.make_node("ScatterND", ["base", *names[1:]], ["again"], reduction="add"),
        helper.make_node("Sum", ["base", "once", "again"], ["sum"]),
    ]
    inputs = [
        helper.make_tensor_value_info("data", TensorProto.FLOAT, [16, 4]),
        helper.make_tensor_value_info("indices", TensorProto.INT64, [3, 1]),
        helper.make_tensor_value_info("updates", TensorProto.FLOAT, [3, 4]),
    ]
    outputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [16, 4]) for name in ("once", "again", "sum")]
    model = helper.make_model(helper.make_graph(nodes, "twice", inputs, outputs), ir_version=FORMAT,
                              opset_imports=[helper.make_opsetid("", 18)])  # fmt: skip
    once, again, total = session(model.SerializeToString()).run(None, ADD.feeds)
    expected = strew.scatter_nd(*ADD.inputs, reduction="add")
    assert is_same(once, expected) and is_same(again, expected) and is_same(total, expected + expected)


def test_data_that_are_the_updates_too() -> None:
    nodes = [
        helper.make_node("Abs", ["data"], ["base"]),
        helper.make_node("ScatterElements", ["base", "indices", "base"], ["output"], reduction="add"),
    ]
    inputs = [
        helper.make_tensor_value_info("data", TensorProto.FLOAT, [4]),
        helper.make_tensor_value_info("indices", TensorProto.INT64, [4]),
    ]
    outputs = [helper.make_tensor_value_info("output", TensorProto.FLOAT, [4])]
    graph = helper.make_graph(nodes, "both", inputs, outputs)
    model = helper.make_model(graph, ir_version=FORMAT, opset_imports=[helper.make_opsetid("", 18)])
    feeds = {"data": np.array([1, 2, 4, 8], np.float32), "indices": np.array([3, 3, 0, 0])}
    assert session(model.SerializeToString()).run(None, feeds)[0].tolist() == [13, 2, 4, 11]


def test_constant_data_is_kept() -> None:
    nodes = [helper.make_node("ScatterND", ["table", "indices", "updates"], ["sums"], reduction="add")]
    inputs = [
        helper.make_tensor_value_info("indices", TensorProto.INT64, [3, 1]),
        helper.make_tensor_value_info("updates", TensorProto.FLOAT, [3, 4]),
    ]
    outputs = [helper.make_tensor_value_info("sums", TensorProto.FLOAT, [16, 4])]
    table = numpy_helper.from_array(np.ones((16, 4), np.float32), "table")
    graph = helper.make_graph(nodes, "constant", inputs, outputs, [table])
    model = helper.make_model(graph, ir_version=FORMAT, opset_imports=[helper.make_opsetid("", 18)])
    made, feeds = session(model.SerializeToString()), {name: ADD.feeds[name] for name in ("indices", "updates")}
    for _ in range(3):
        assert made.run(None, feeds)[0].sum() == 64 + 12


def bound(made: onnxruntime.InferenceSession, feeds: dict[str, np.ndarray], output: np.ndarray) -> None:
    """Runs with the memory of these arrays."""
    binding = made.io_binding()
    for name, array in feeds.items():
        binding.bind_input(name, "cpu", 0, array.dtype.type, array.shape, array.ctypes.data)
    name = made.get_outputs()[0].name
    binding.bind_output(name, "cpu", 0, output.dtype.type, output.shape, output.ctypes.data)
    made.run_with_iobinding(binding)


def test_callers_own_memory() -> None:
    made, data = session(model_of(ADD)), np.zeros((16, 4), np.float32)
    for _ in range(3):
        bound(made, {**ADD.feeds, "data": data}, data)
    assert data.sum() == 36 and data[1].sum() == 24


def test_data_is_untouched_after_an_error() -> None:
    made, data = session(model_of(ADD)), np.arange(64, dtype=np.float32).reshape(16, 4)
    kept = data.copy()
    with pytest.raises(RuntimeError, match="ScatterND-18: IX1"):  # what a session raises with bindings
        bound(made, {**ADD.feeds, "data": data, "indices": np.array([[1], [16], [2]])}, data)
    assert is_same(data, kept)


def test_an_output_that_is_not_its_data_is_discarded_alone() -> None:
    made, data = session(model_of(ADD)), np.arange(64, dtype=np.float32).reshape(16, 4)
    kept, room = data.copy(), np.full(64 + 8, -7, np.float32)
    feeds = {**ADD.feeds, "data": data, "indices": np.array([[1], [16], [2]])}
    with pytest.raises(RuntimeError, match="ScatterND-18: IX1: indices: position 1"):
        bound(made, feeds, room[4:-4].reshape(16, 4))
    assert is_same(data, kept) and (room[:4] == -7).all() and (room[-4:] == -7).all()


def test_overlap_is_refused() -> None:
    made, memory = session(model_of(ADD)), np.zeros(17 * 4, np.float32)
    data, shifted = memory[:64].reshape(16, 4), memory[4:].reshape(16, 4)
    with pytest.raises(RuntimeError, match="ScatterND-18: OV2: output: it overlaps data"):
        bound(made, {**ADD.feeds, "data": data}, shifted)
    assert not memory.any()
