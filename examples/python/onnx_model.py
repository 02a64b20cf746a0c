"""Sums over the neighbours in a graph, as an ONNX model, with ONNX Runtime's own kernels and with strew's.

python onnx_model.py, where onnx and onnxruntime are installed (1.24 or later)
"""

import numpy as np
import onnxruntime
from onnx import TensorProto, helper

import strew.onnxruntime

MEMBERS, FRIENDSHIPS, FEATURES = 2000, 200_000, 16


def model() -> bytes:
    """sums[ends[i]] += values[starts[i]], beginning with zeros: Gather, then ScatterND."""
    nodes = [
        helper.make_node("Gather", ["values", "starts"], ["messages"]),
        helper.make_node("Sub", ["values", "values"], ["zeros"]),
        helper.make_node("ScatterND", ["zeros", "ends", "messages"], ["sums"], reduction="add"),
    ]
    inputs = [
        helper.make_tensor_value_info("values", TensorProto.FLOAT, [MEMBERS, FEATURES]),
        helper.make_tensor_value_info("starts", TensorProto.INT64, ["friendships"]),
        helper.make_tensor_value_info("ends", TensorProto.INT64, ["friendships", 1]),
    ]
    outputs = [helper.make_tensor_value_info("sums", TensorProto.FLOAT, [MEMBERS, FEATURES])]
    graph = helper.make_graph(nodes, "neighbours", inputs, outputs)
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10)
    return made.SerializeToString()


def session(with_strew: bool, threads: int) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 4  # errors are raised too
    if with_strew:
        strew.onnxruntime.add_to(options)
    return onnxruntime.InferenceSession(model(), options)


def main() -> None:
    rng = np.random.default_rng(0)
    starts, ends = rng.integers(0, MEMBERS, (2, FRIENDSHIPS))
    feeds = {"values": rng.random((MEMBERS, FEATURES), np.float32), "starts": starts, "ends": ends[:, None]}
    np.add.at(loop := np.zeros_like(feeds["values"]), ends, feeds["values"][starts])
    for with_strew, name in ((False, "ONNX Runtime"), (True, "with strew")):
        found = []
        for threads in (1, 2, 4, 8):
            one = session(with_strew, threads)
            found += [one.run(None, feeds)[0].tobytes() for _ in range(6)]
        same = found.count(loop.tobytes())
        print(f"{name}: {len(set(found))} different results of {len(found)} runs; {same} are those of the loop")
    assert same == len(found)

    starts[7] = MEMBERS
    try:
        one.run(None, feeds)
    except Exception as error:
        print(f"a bad index: {str(error).partition('Message: ')[2]}")


main()
