"""OpenVINO: a compiled model of one operation, its request bound to the operands' memory.

`infer()` copies every output into a fresh array; `infer(share_outputs=True)` and `start_async` with `wait` do not.
Specified: the order of updates is undefined where indices repeat.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import openvino
from openvino import opset15 as op

import machine
from calls import Call, attempt
from operands import Operands

TITLE, PACKAGE = "OpenVINO", "openvino"
OPEN = "ScatterUpdate family: the order of updates is undefined"
REDUCTION = {"none": "none", "add": "sum", "mul": "prod", "min": "min", "max": "max", "mean": "mean"}
CORE = openvino.Core()
CONFIG = {
    "INFERENCE_NUM_THREADS": machine.CORES,
    "PERFORMANCE_HINT": "LATENCY",
    "INFERENCE_PRECISION_HINT": "f32",  # else float32 may be computed in bfloat16
}


def gather(o: Operands) -> list[Call]:
    return bound(o, "Gather", lambda data, indices: op.gather(data, indices, np.int64(o.case.axis)))


def gather_elements(o: Operands) -> list[Call]:
    return bound(o, "GatherElements", lambda data, indices: op.gather_elements(data, indices, o.case.axis))


def gather_nd(o: Operands) -> list[Call]:
    return bound(o, "GatherND", lambda data, indices: op.gather_nd(data, indices, o.case.batch_dims))


def scatter(o: Operands) -> list[Call]:
    calls = []
    if o.case.reduction == "none":
        calls += bound(o, "ScatterUpdate", lambda *nodes: op.scatter_update(*nodes, o.case.axis))
    has_tuples = o.case.axis == 0 and o.case.include_self and o.case.reduction != "mean"
    if has_tuples:
        calls += scatter_nd(o, o.indices[..., np.newaxis])
    if o.data.ndim == o.indices.ndim == 1:
        calls += scatter_elements(o)
    elif not has_tuples and o.indices.ndim == 1:
        calls += repeated(o)
    return calls


def scatter_elements(o: Operands) -> list[Call]:
    rest = o.case.axis, REDUCTION[o.case.reduction], o.case.include_self
    return bound(o, "ScatterElementsUpdate", lambda *nodes: op.scatter_elements_update(*nodes, *rest))


def scatter_nd(o: Operands, indices: np.ndarray | None = None) -> list[Call]:
    reduction = REDUCTION[o.case.reduction]
    return bound(o, "ScatterNDUpdate", lambda *nodes: op.scatter_nd_update(*nodes, reduction), indices)


def repeated(o: Operands) -> list[Call]:
    """The one index list repeated over the other axes: ScatterElementsUpdate takes nothing less."""
    rest = o.case.axis, REDUCTION[o.case.reduction], o.case.include_self
    shape = np.array(o.updates.shape)
    column = o.indices.reshape([-1 if d == o.case.axis else 1 for d in range(o.data.ndim)])

    def build(data, indices, updates):
        return op.scatter_elements_update(data, op.broadcast(indices, shape), updates, *rest)

    return bound(o, "Broadcast, ScatterElementsUpdate", build, column)


def bound(o: Operands, name: str, build: Callable, indices: np.ndarray | None = None) -> list[Call]:
    arrays = [o.data, o.indices if indices is None else indices]
    if o.case.is_scatter:
        arrays.append(o.updates)

    def shared() -> Call:
        return Call(f"{name}, infer(share_outputs)", partial(request(build, arrays, o.output).infer, None, False, True))

    def awaited() -> Call:
        made = request(build, arrays, o.output)
        return Call(f"{name}, start_async", partial(start_and_wait, made.start_async, made.wait))

    return [attempt(f"{name}, infer(share_outputs)", shared), attempt(f"{name}, start_async", awaited)]


def start_and_wait(start: Callable, wait: Callable) -> None:
    start()
    wait()


def request(build: Callable, arrays: list[np.ndarray], output: np.ndarray) -> openvino.InferRequest:
    parameters = [op.parameter(list(array.shape), array.dtype) for array in arrays]
    model = openvino.Model([build(*parameters)], parameters)
    made = CORE.compile_model(model, "CPU", CONFIG).create_infer_request()
    for number, array in enumerate(arrays):
        made.set_input_tensor(number, openvino.Tensor(array, shared_memory=True))
    made.set_output_tensor(0, openvino.Tensor(output, shared_memory=True))
    return made
