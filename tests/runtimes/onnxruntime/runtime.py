"""What the tests of the provider share: models of one node or a chain of nodes, and sessions with and without it."""

from __future__ import annotations

import contextlib
import ctypes
import math
from dataclasses import dataclass
from typing import Any, Iterator

import ml_dtypes
import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper
from onnxruntime.capi.onnxruntime_pybind11_state import InvalidArgument as InvalidArgument

import strew
import strew.onnxruntime

VERSION = tuple(int(part) for part in onnxruntime.__version__.split(".")[:2])
IS_TAKEN = VERSION >= (1, 24)
REFUSED = f"ONNX Runtime {onnxruntime.__version__} has no registry for kernels from outside: strew refuses it"
needs_provider = pytest.mark.skipif(not IS_TAKEN, reason=REFUSED)


def require_provider() -> None:
    """Skips the module that calls it where the runtime is refused."""
    if not IS_TAKEN:
        pytest.skip(REFUSED, allow_module_level=True)


GATHERS = ("Gather", "GatherElements", "GatherND")
INPUTS = {"TensorScatter": ("past_cache", "update", "write_indices")}
#: The version of the format of models that every runtime here reads.
FORMAT = 10


def input_names(operator: str) -> tuple[str, ...]:
    return INPUTS.get(operator, ("data", "indices", "updates"))[: 2 if operator in GATHERS else 3]


@dataclass(frozen=True)
class Node:
    operator: str
    opset: int
    inputs: tuple[np.ndarray | None, ...]  #: in ONNX's order
    attributes: dict[str, Any]

    @property
    def feeds(self) -> dict[str, np.ndarray]:
        names = input_names(self.operator)
        return {name: array for name, array in zip(names, self.inputs) if array is not None}


def node(operator: str, *inputs: Any, opset: int = 18, **attributes: Any) -> Node:
    return Node(operator, opset, tuple(None if one is None else np.asarray(one) for one in inputs), attributes)


def type_of(array: np.ndarray) -> int:
    return int(helper.np_dtype_to_tensor_dtype(array.dtype))


def declared(name: str, array: np.ndarray, is_dynamic: bool) -> onnx.ValueInfoProto:
    """With its extents, or without a word about them, not even their number."""
    return helper.make_tensor_value_info(name, type_of(array), None if is_dynamic else list(array.shape))


def chain(of: Node, length: int, is_dynamic: bool = False) -> bytes:
    """A model in which `length` nodes follow each other, each with the output of the one before as its data."""
    names = input_names(of.operator)
    given = [(name, array) for name, array in zip(names, of.inputs) if array is not None]
    nodes = []
    for i in range(length):
        inputs = [name if array is not None else "" for name, array in zip(names, of.inputs)]
        inputs[0] = names[0] if i == 0 else f"value_{i}"
        nodes.append(helper.make_node(of.operator, inputs, [f"value_{i + 1}"], name=f"node_{i}", **of.attributes))
    graph = helper.make_graph(
        nodes,
        of.operator,
        [declared(name, array, is_dynamic) for name, array in given],
        [helper.make_tensor_value_info(f"value_{length}", type_of(given[0][1]), None)],
    )
    opsets = [helper.make_opsetid("", of.opset)]
    return bytes(helper.make_model(graph, opset_imports=opsets, ir_version=FORMAT).SerializeToString())


def model_of(of: Node, is_dynamic: bool = False) -> bytes:
    return chain(of, 1, is_dynamic)


def session(model: bytes, strew_provider: bool = True, threads: int = 1) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 4  # failures are raised too
    if not strew_provider:
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    strew.onnxruntime.add_to(options)
    return onnxruntime.InferenceSession(model, options)


def run(of: Node, strew_provider: bool = True, threads: int = 1) -> np.ndarray:
    return session(model_of(of), strew_provider, threads).run(None, of.feeds)[0]


def value_of(array: np.ndarray) -> onnxruntime.OrtValue:
    if array.dtype != ml_dtypes.bfloat16:
        return onnxruntime.OrtValue.ortvalue_from_numpy(array)
    bits = array.view(np.uint16)
    return onnxruntime.OrtValue.ortvalue_from_numpy_with_onnx_type(bits, TensorProto.BFLOAT16)


def array_of(value: onnxruntime.OrtValue) -> np.ndarray:
    if value.element_type() != TensorProto.BFLOAT16:
        return value.numpy()
    raw = ctypes.string_at(value.data_ptr(), 2 * math.prod(value.shape()))
    return np.frombuffer(raw, ml_dtypes.bfloat16).reshape(value.shape())


def run_values(made: onnxruntime.InferenceSession, feeds: dict[str, np.ndarray]) -> list[np.ndarray]:
    """As run(), also with arrays of bfloat16, which the runtime does not take from NumPy."""
    values = {name: value_of(array) for name, array in feeds.items()}
    return [array_of(one) for one in made.run_with_ort_values(None, values)]


@contextlib.contextmanager
def calls_of(kernels: int) -> Iterator[None]:
    """What is done inside calls strew's kernels so often."""
    before = strew.onnxruntime.counts().calls
    yield
    assert strew.onnxruntime.counts().calls - before == kernels


def is_same(left: np.ndarray, right: np.ndarray) -> bool:
    """Bit by bit; any NaN is a NaN."""
    if left.dtype != right.dtype or left.shape != right.shape:
        return False
    if left.dtype == ml_dtypes.bfloat16:
        left, right = left.astype(np.float32), right.astype(np.float32)
    if left.dtype.kind in "fc":
        return bool(np.array_equal(left, right, equal_nan=True) and np.array_equal(np.signbit(left), np.signbit(right)))
    return bool(np.array_equal(left, right))
