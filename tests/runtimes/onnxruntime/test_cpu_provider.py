"""What the runtime's CPU provider runs, runs with strew's too and has the same bits: each kernel that the runtime has
registered for an operator of strew, with every type, reduction and sign of indices, then random calls, many of them
wrong; and what strew leaves to the CPU provider."""

from __future__ import annotations

import itertools
from typing import Any, Iterator

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper
from onnxruntime.capi.onnxruntime_pybind11_state import get_all_opkernel_def
from operands import operands, values
from random_calls import random_call
from runtime import (
    FORMAT,
    InvalidArgument,
    Node,
    calls_of,
    is_same,
    model_of,
    node,
    require_provider,
    run_values,
    session,
)

import strew

require_provider()

OPERATORS = ("Gather", "GatherElements", "GatherND", "Scatter", "ScatterElements", "ScatterND", "TensorScatter")
REDUCTIONS = ("none", "add", "mul", "max", "min")
#: Those that the runtime's kernels do not know are none to them.
UNKNOWN = ("ADD", "", "x" * 300)
#: The oldest and the newest opset that the runtimes here promise to run.
OLDEST, NEWEST = 7, 25


def registered() -> list[Any]:
    kernels = [one for one in get_all_opkernel_def() if one.op_name in OPERATORS and one.domain == ""]
    return [one for one in kernels if one.provider == "CPUExecutionProvider"]


def name_of(kernel: Any) -> str:
    return f"{kernel.op_name}-{kernel.version_range[0]}"


def types_of(kernel: Any, constraint: str) -> list[str]:
    given = kernel.type_constraints.get(constraint, ["tensor(int64)"])
    return [one.removeprefix("tensor(").removesuffix(")") for one in given]


def opsets_of(kernel: Any) -> list[int]:
    """The first opset for which this kernel is, and the last one."""
    first, last = kernel.version_range
    return sorted({max(first, OLDEST), min(last, NEWEST)})


def attributes_of(kernel: Any, opset: int) -> Iterator[dict[str, Any]]:
    yield {}
    if kernel.op_name == "TensorScatter":
        yield {"mode": "circular", "axis": 1}
    if "reduction" in onnx.defs.get_schema(kernel.op_name, opset).attributes:
        yield from ({"reduction": one} for one in REDUCTIONS)


def outcome(of: Node, strew_provider: bool, is_dynamic: bool) -> np.ndarray | Exception:
    try:
        made = session(model_of(of, is_dynamic), strew_provider)
        if of.inputs[0].dtype == object:  # strings are no values of NumPy's
            return made.run(None, of.feeds)[0]
        return run_values(made, of.feeds)[0]
    except Exception as error:
        return error


def is_only_here(of: Node) -> bool:
    """Whether strew has the operator or the reduction for an element type for which the runtime has none."""
    reduces = of.attributes.get("reduction", "none") != "none"
    return of.operator == "TensorScatter" or (reduces and of.inputs[0].dtype.name in ("bool", "float16", "bfloat16"))


def check(of: Node, is_dynamic: bool = False) -> bool:
    """Whether the CPU provider runs it."""
    expected, found = outcome(of, False, is_dynamic), outcome(of, True, is_dynamic)
    if isinstance(expected, Exception):
        assert isinstance(found, Exception) or is_only_here(of), (of, expected)
        return False
    assert not isinstance(found, Exception), (of, found)
    assert is_same(found, expected), (of, found, expected)
    return True


def test_every_version_is_registered() -> None:
    """So that none is left out of the next test."""
    newest = {one.op_name: max(other.version_range[0] for other in registered() if other.op_name == one.op_name)
              for one in registered()}  # fmt: skip
    newest.pop("TensorScatter", None)  # before 1.25 the runtime has none
    assert newest == {"Gather": 13, "GatherElements": 13, "GatherND": 13, "Scatter": 9, "ScatterElements": 18,
                      "ScatterND": 18}  # fmt: skip


@pytest.mark.parametrize("kernel", registered(), ids=name_of)
def test_registered_kernels(kernel: Any) -> None:
    rng = np.random.default_rng(1)
    run = refused = 0
    for opset, index_kind in itertools.product(opsets_of(kernel), types_of(kernel, "Tind")):
        for kind, given in itertools.product(types_of(kernel, "T"), attributes_of(kernel, opset)):
            is_run = check(node(kernel.op_name, *operands(kernel.op_name, kind, index_kind, rng), opset=opset, **given))
            run, refused = run + is_run, refused + (not is_run)
    assert run > 3 * refused


@pytest.mark.parametrize("operator", OPERATORS)
def test_random_calls(operator: str) -> None:
    rng = np.random.default_rng(2)
    versions = [one.version_range[0] for one in registered() if one.op_name == operator]
    if not versions:
        pytest.skip("this runtime has no kernel of its own for it")
    calls = (random_call(rng, operator, max(OLDEST, int(rng.choice(versions)))) for _ in range(120))
    assert sum(check(one, is_dynamic=True) for one in calls) > 10


@pytest.mark.parametrize("reduction", ["max", "min"])
@pytest.mark.parametrize("opset", [16, 17])
@pytest.mark.parametrize("operator", ["ScatterElements", "ScatterND"])
def test_extremes_before_opset_18(operator: str, opset: int, reduction: str) -> None:
    """ONNX has them from 18 on; models of earlier opsets have them too."""
    given = operands(operator, "float", "int64", np.random.default_rng(3))
    with calls_of(1):
        assert check(node(operator, *given, opset=opset, reduction=reduction))


@pytest.mark.parametrize("index_kind", ["int32", "int64"])
def test_negative_indices_before_opset_11(index_kind: str) -> None:
    data, indices = np.arange(6, dtype=np.float32).reshape(3, 2), np.array([[-1, -3]], index_kind)
    with calls_of(1):
        assert check(node("Gather", data, indices, opset=10))
    with calls_of(1):
        assert check(node("Scatter", data, indices, np.ones((1, 2), np.float32), opset=9))


@pytest.mark.parametrize("reduction", UNKNOWN)
@pytest.mark.parametrize("opset", [16, 18])
@pytest.mark.parametrize("operator", ["ScatterElements", "ScatterND"])
def test_unknown_reduction_stays_with_the_runtime(operator: str, opset: int, reduction: str) -> None:
    given = operands(operator, "float", "int64", np.random.default_rng(4))
    with calls_of(0):
        assert check(node(operator, *given, opset=opset, reduction=reduction))


def test_each_node_is_decided_for_itself() -> None:
    reductions = ("max", "ADD", "add", "", "min")
    nodes = [
        helper.make_node("ScatterND", [f"value_{i}", "indices", "updates"], [f"value_{i + 1}"], reduction=one)
        for i, one in enumerate(reductions)
    ]
    kinds = {"value_0": TensorProto.FLOAT, "indices": TensorProto.INT64, "updates": TensorProto.FLOAT}
    inputs = [helper.make_tensor_value_info(name, kind, None) for name, kind in kinds.items()]
    last = helper.make_tensor_value_info(f"value_{len(reductions)}", TensorProto.FLOAT, None)
    graph = helper.make_graph(nodes, "several", inputs, [last])
    opsets = [helper.make_opsetid("", 16)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=FORMAT).SerializeToString()
    feeds = dict(zip(kinds, operands("ScatterND", "float", "int64", np.random.default_rng(5))))
    with calls_of(3):
        found = session(model).run(None, feeds)[0]
    assert is_same(found, session(model, strew_provider=False).run(None, feeds)[0])


def test_negative_batch_dimensions_stay_with_the_runtime() -> None:
    """Which has no error where there is nothing to gather."""
    with calls_of(0):
        assert check(node("GatherND", np.zeros((1, 0), np.float32), [[0]], batch_dims=-1))


def gather_nd(data: Any, indices: Any, batch_dims: int = 0) -> np.ndarray:
    one = node("GatherND", np.asarray(data, np.float32), np.asarray(indices, np.int64), batch_dims=batch_dims)
    with calls_of(1):
        assert check(one)
    return session(model_of(one)).run(None, one.feeds)[0]


def test_gather_nd_of_no_element_reads_no_index() -> None:
    assert gather_nd(np.zeros((4, 0)), [[7]]).shape == (1, 0)
    assert gather_nd(np.zeros((2, 4, 0)), np.full((2, 3, 1), 9), batch_dims=1).shape == (2, 3, 0)
    with pytest.raises(InvalidArgument, match="GatherND-13: IX1"):
        session(model_of(bad := node("GatherND", np.zeros((0, 4), np.float32), [[7]]))).run(None, bad.feeds)


def test_gather_nd_shares_tuples_among_the_batch_entries_of_data() -> None:
    rng = np.random.default_rng(6)
    indices = rng.integers(-3, 3, (2, 5, 1))
    one_entry = values(rng, "float", (1, 3, 4))
    assert is_same(gather_nd(one_entry, indices, 1), strew.gather_nd(one_entry[0], indices))
    data, indices = values(rng, "float", (3, 3, 4)), rng.integers(-3, 3, (2, 3, 1))
    shared = strew.gather_nd(data, indices.reshape(3, 2, 1), batch_dims=1)
    assert is_same(gather_nd(data, indices, 1), shared.reshape(2, 3, 4))
    assert gather_nd(np.ones((3, 2)), np.zeros((0, 2, 1)), 1).shape == (0, 2)


def test_gather_nd_refuses_tuples_that_are_left_over() -> None:
    """Runtimes before 1.31 read past the data."""
    one = node("GatherND", np.ones((2, 3), np.float32), [[0], [1], [2]], batch_dims=1)
    with pytest.raises(InvalidArgument, match="GatherND-13: ND4: indices: batch extent 0 is 3, that of data is 2"):
        session(model_of(one, is_dynamic=True)).run(None, one.feeds)
