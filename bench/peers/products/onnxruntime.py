"""ONNX Runtime: a session of one node, bound to the operands' memory (IOBinding).

ONNX has no in-place scatter; but a session whose output is bound to the memory of its data copies nothing, and its
result is verified like any other. Specified: without a reduction indices should not repeat.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import onnx
import onnxruntime
from onnx import helper

import machine
from calls import Call, attempt
from operands import Operands

TITLE, PACKAGE = "ONNX Runtime", "onnxruntime"
OPEN = "ONNX: without a reduction indices should not repeat"
NO_HALF = "float16 reductions are refused by its threads while they run, which can end the process: not tried"
OPSET, IR = 18, 10


def gather(o: Operands) -> list[Call]:
    nodes = {"Gather": [node("Gather", axis=o.case.axis)]}
    if o.data.ndim == o.indices.ndim == 1:
        nodes["GatherElements"] = [node("GatherElements", axis=0)]
    return [bound(o, name, graph, o.data) for name, graph in nodes.items()]


def gather_elements(o: Operands) -> list[Call]:
    return [bound(o, "GatherElements", [node("GatherElements", axis=o.case.axis)], o.data)]


def gather_nd(o: Operands) -> list[Call]:
    return [bound(o, "GatherND", [node("GatherND", batch_dims=o.case.batch_dims)], o.data)]


def scatter(o: Operands) -> list[Call]:
    calls = []
    if o.case.axis == 0:
        calls += updated(o, "ScatterND", [node("ScatterND", reduction=o.case.reduction)], o.indices[..., np.newaxis])
    if o.data.ndim == o.indices.ndim == 1:
        calls += scatter_elements(o)
    if o.case.axis != 0:
        calls += updated(o, "Expand, ScatterElements", expanded(o), column(o))
    return calls


def scatter_elements(o: Operands) -> list[Call]:
    graph = [node("ScatterElements", axis=o.case.axis, reduction=o.case.reduction)]
    return updated(o, "ScatterElements", graph, o.indices)


def scatter_nd(o: Operands) -> list[Call]:
    return updated(o, "ScatterND", [node("ScatterND", reduction=o.case.reduction)], o.indices)


def updated(o: Operands, name: str, graph: list[onnx.NodeProto], indices: np.ndarray) -> list[Call]:
    return [bound(o, name, graph, o.data, indices), bound(o, f"{name}, bound in place", graph, o.output, indices)]


def node(operator: str, **attributes) -> onnx.NodeProto:
    inputs = ["data", "indices", "updates"] if operator.startswith("Scatter") else ["data", "indices"]
    return helper.make_node(operator, inputs, ["output"], **attributes)


def expanded(o: Operands) -> list[onnx.NodeProto]:
    """The one index list repeated over the other axes: ScatterElements takes nothing less."""
    scatter = node("ScatterElements", axis=o.case.axis, reduction=o.case.reduction)
    scatter.input[1] = "repeated"
    return [
        helper.make_node("Shape", ["updates"], ["shape"]),
        helper.make_node("Expand", ["indices", "shape"], ["repeated"]),
        scatter,
    ]


def column(o: Operands) -> np.ndarray:
    """The index list as an array that broadcasts to the updates."""
    return o.indices.reshape([-1 if d == o.case.axis else 1 for d in range(o.data.ndim)])


def bound(o: Operands, name: str, graph: list, data: np.ndarray, indices: np.ndarray | None = None) -> Call:
    arrays = {"data": data, "indices": o.indices if indices is None else indices}
    if o.case.is_scatter:
        arrays["updates"] = o.updates
    if o.case.dtype == "float16" and o.case.reduction != "none":
        return Call(name, problem=NO_HALF)
    if not o.case.include_self:
        return Call(name, problem="ONNX has no reduction without the old value")
    return attempt(name, lambda: Call(name, runner(graph, arrays, o.output)))


def runner(graph: list, arrays: dict[str, np.ndarray], output: np.ndarray) -> partial:
    session = onnxruntime.InferenceSession(model(graph, arrays, output), options(), ["CPUExecutionProvider"])
    binding = session.io_binding()
    for name, array in arrays.items():
        binding.bind_ortvalue_input(name, onnxruntime.OrtValue.ortvalue_from_numpy(array))
    binding.bind_ortvalue_output("output", onnxruntime.OrtValue.ortvalue_from_numpy(output))
    return partial(session.run_with_iobinding, binding)


def model(graph: list, arrays: dict[str, np.ndarray], output: np.ndarray) -> bytes:
    inputs = [value(name, array) for name, array in arrays.items()]
    proto = helper.make_graph(graph, "one", inputs, [value("output", output)])
    opset = [helper.make_opsetid("", OPSET), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(proto, opset_imports=opset, ir_version=IR).SerializeToString()


def value(name: str, array: np.ndarray) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape)


def options() -> onnxruntime.SessionOptions:
    made = onnxruntime.SessionOptions()
    made.intra_op_num_threads = machine.CORES
    made.log_severity_level = 4
    return made
