"""All operators, versions, types and reductions: the provider computes the bits of strew's own functions, and where
the runtime's own kernels are exact, theirs."""

from __future__ import annotations

import itertools

import ml_dtypes
import numpy as np
import onnxruntime
import pytest
from operands import operands, values
from runtime import Node, calls_of, is_same, model_of, node, require_provider, run, run_values, session

import strew

require_provider()

TYPES = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32",
         "float64")  # fmt: skip
ALL = ("none", "add", "mul", "max", "min")
REDUCTIONS = {11: ("none",), 13: ("none",), 16: ALL, 18: ALL}
SCATTERS = ("ScatterElements", "ScatterND")
#: With its versions, below the next of which each opset has the same one.
VERSIONS = {"Gather": (1, 11, 13), "GatherElements": (11, 13), "GatherND": (11, 12, 13), "Scatter": (9,),
            "ScatterElements": (11, 13, 16, 18), "ScatterND": (11, 13, 16, 18), "TensorScatter": (24,)}  # fmt: skip
#: The newest opset that all runtimes here have.
NEWEST = 25


def computed(of: Node) -> np.ndarray:
    """By strew's own functions."""
    arrays, given = of.inputs, of.attributes
    axis = given.get("axis", 0)
    if of.operator == "Gather":
        return strew.gather(arrays[0], arrays[1], axis=axis)
    if of.operator == "GatherElements":
        return strew.gather_elements(arrays[0], arrays[1], axis=axis)
    if of.operator == "GatherND":
        return strew.gather_nd(arrays[0], arrays[1], batch_dims=given.get("batch_dims", 0))
    if of.operator == "TensorScatter":
        mode = given.get("mode", "linear")
        return strew.tensor_scatter(arrays[0], arrays[1], arrays[2], axis=given.get("axis", -2), mode=mode)
    if of.operator == "ScatterND":
        return strew.scatter_nd(*arrays, reduction=given.get("reduction", "none"))
    return strew.scatter_elements(*arrays, axis=axis, reduction=given.get("reduction", "none"))


def check(of: Node) -> None:
    with calls_of(1):
        made = run(of)
    assert is_same(made, computed(of)), of


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("operator", VERSIONS)
def test_types(operator: str, kind: str) -> None:
    rng = np.random.default_rng(1)
    for opset, index_kind in itertools.product(VERSIONS[operator], ("int32", "int64")):
        check(node(operator, *operands(operator, kind, index_kind, rng), opset=opset))


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("opset", REDUCTIONS)
@pytest.mark.parametrize("operator", SCATTERS)
def test_reductions(operator: str, opset: int, kind: str) -> None:
    rng = np.random.default_rng(2)
    for reduction in REDUCTIONS[opset]:
        given = {} if opset < 16 else {"reduction": reduction}
        check(node(operator, *operands(operator, kind, "int64", rng), opset=opset, **given))


@pytest.mark.parametrize("kind", ["int32", "int64", "float32", "float64"])
@pytest.mark.parametrize("operator", VERSIONS)
def test_runtime_computes_the_same(operator: str, kind: str) -> None:
    """With small integers as values, in any order, so that its threads do not matter."""
    rng, opset = np.random.default_rng(3), VERSIONS[operator][-1]
    for reduction in ("add", "mul", "max", "min") if operator in SCATTERS else ("",):
        given = {"reduction": reduction} if reduction else {}
        one = node(operator, *operands(operator, kind, "int64", rng), opset=opset, **given)
        try:
            expected = run(one, strew_provider=False)
        except Exception as error:
            assert operator == "TensorScatter" and "NOT_IMPLEMENTED" in str(error)  # before 1.25
            pytest.skip(f"ONNX Runtime {onnxruntime.__version__} has no TensorScatter of its own")
        assert np.array_equal(run(one), expected), one  # but for the sign of zeros, which depends on the order


@pytest.mark.parametrize("operator", VERSIONS)
def test_every_opset(operator: str) -> None:
    rng = np.random.default_rng(4)
    last = VERSIONS[operator][-1] if operator == "Scatter" else NEWEST
    for opset in range(VERSIONS[operator][0], last + 1):
        if opset >= 7:  # the runtime promises no earlier ones
            check(node(operator, *operands(operator, "float32", "int64", rng), opset=opset))


@pytest.mark.parametrize("axis", [-2, -1, 0, 1])
def test_axes(axis: int) -> None:
    rng = np.random.default_rng(5)
    data, indices, updates = values(rng, "float32", (4, 4)), rng.integers(-4, 4, (4, 4)), values(rng, "float32", (4, 4))
    check(node("Gather", data, indices, axis=axis))
    check(node("GatherElements", data, indices, axis=axis))
    check(node("ScatterElements", data, indices, updates, axis=axis, reduction="add"))


def test_batch_dimensions() -> None:
    rng = np.random.default_rng(6)
    data, indices = values(rng, "float32", (2, 3, 4)), rng.integers(-3, 3, (2, 5, 1))
    for opset in (12, 13, 18):
        check(node("GatherND", data, indices, opset=opset, batch_dims=1))


@pytest.mark.parametrize("mode", ["linear", "circular"])
@pytest.mark.parametrize("with_indices", [True, False])
def test_tensor_scatter(mode: str, with_indices: bool) -> None:
    rng = np.random.default_rng(7)
    data, updates = values(rng, "float32", (2, 3, 8, 4)), values(rng, "float32", (2, 3, 5, 4))
    starts = np.array([1, 6 if mode == "circular" else 3]) if with_indices else None
    check(node("TensorScatter", data, updates, starts, opset=24, mode=mode))
    check(node("TensorScatter", data.swapaxes(1, 2).copy(), updates.swapaxes(1, 2).copy(), starts, opset=24, axis=1,
               mode=mode))  # fmt: skip


@pytest.mark.parametrize("operator", ["Gather", "GatherElements", "GatherND", "ScatterElements", "ScatterND"])
def test_bfloat16(operator: str) -> None:
    rng = np.random.default_rng(8)
    given = [
        one.astype(ml_dtypes.bfloat16) if one.dtype == np.float32 else one
        for one in operands(operator, "float32", "int64", rng)
    ]
    attributes = {"reduction": "add"} if operator in SCATTERS else {}
    one = node(operator, *given, opset=18, **attributes)
    with calls_of(1):
        made = run_values(session(model_of(one)), one.feeds)[0]
    assert is_same(made, computed(one))


def test_one_rounding_of_float16() -> None:
    """Sums of float16 are computed in float32. The runtime has none of them in ScatterElements."""
    ones = np.full(8, 0.0009765625 / 2, np.float16)  # half of the last place of 1
    one = node("ScatterElements", np.ones(1, np.float16), np.zeros(8, np.int64), ones, reduction="add")
    check(one)
    assert run(one)[0] == np.float16(1.00390625)  # rounded after each sum it were 1


def test_last_update_wins() -> None:
    one = node("ScatterND", np.zeros(2, np.float32), [[1], [1], [1]], np.array([1, 2, 3], np.float32))
    assert run(one).tolist() == [0, 3]


def test_nan_and_zeros() -> None:
    data = np.array([0.0, -0.0, 1.0, np.nan], np.float32)
    updates = np.array([-0.0, 0.0, np.nan, 1.0], np.float32)
    for reduction in ("max", "min", "add", "mul"):
        check(node("ScatterElements", data, np.arange(4), updates, reduction=reduction))
