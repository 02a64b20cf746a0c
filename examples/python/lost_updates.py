"""How many updates get lost where indices repeat: ONNX's ScatterND with add, by ONNX Runtime's kernel and by strew's.

python lost_updates.py, where onnx and onnxruntime are installed (1.24 or later)

Every update adds 1 to the 16 counters of a row. Sums of integers have one right result in any order, so what a total
lacks was lost: two threads read a counter, both add 1, and one overwrites what the other has written.
"""

import os

# First, since it says in a sentence what is missing where ONNX Runtime is.
import strew.onnxruntime
import numpy as np
import onnxruntime
from onnx import TensorProto, helper

UPDATES, ROWS, COUNTERS, THREADS, RUNS = 1_000_000, 10, 16, 2, 10


def model() -> bytes:
    inputs = [
        helper.make_tensor_value_info("table", TensorProto.INT64, [ROWS, COUNTERS]),
        helper.make_tensor_value_info("rows", TensorProto.INT64, [UPDATES, 1]),
        helper.make_tensor_value_info("ones", TensorProto.INT64, [UPDATES, COUNTERS]),
    ]
    outputs = [helper.make_tensor_value_info("counts", TensorProto.INT64, [ROWS, COUNTERS])]
    node = helper.make_node("ScatterND", ["table", "rows", "ones"], ["counts"], reduction="add")
    graph = helper.make_graph([node], "counters", inputs, outputs)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10).SerializeToString()


def session(with_strew: bool) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    if with_strew:
        strew.onnxruntime.add_to(options)
    return onnxruntime.InferenceSession(model(), options)


def main() -> None:
    feeds = {
        "table": np.zeros((ROWS, COUNTERS), np.int64),
        "rows": np.random.default_rng(0).integers(0, ROWS, (UPDATES, 1)),
        "ones": np.ones((UPDATES, COUNTERS), np.int64),
    }
    additions = UPDATES * COUNTERS
    print(f"ONNX Runtime {onnxruntime.__version__}, {THREADS} threads, {os.cpu_count()} processors")
    for with_strew, name in ((False, "its own kernel"), (True, "with strew")):
        one = session(with_strew)
        lost = [additions - int(one.run(None, feeds)[0].sum()) for _ in range(RUNS)]
        wrong = sum(count != 0 for count in lost)
        print(f"{name}: {wrong} of {RUNS} results are wrong, the worst lacks {max(lost):,} of {additions:,} additions")
    assert wrong == 0
    called = strew.scatter_nd(feeds["table"], feeds["rows"], feeds["ones"], reduction="add", threads=THREADS)
    assert called.sum() == additions


main()
