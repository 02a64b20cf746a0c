"""GatherBlockQuantized of com.microsoft: with the provider a node has the bits of the runtime's own kernel, for every type
of codes, and stays with that kernel where strew's operator has no call for it."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper
from runtime import FORMAT, VERSION, InvalidArgument, calls_of, is_same, require_provider, run_values, session, type_of

require_provider()

#: Runtimes before this one have no codes of 2 bits, read zero points of other rows where a row does not fill its bytes,
#: and fail for a row that is out of bounds.
FIRST_RIGHT = (1, 31)
SMALL = {"int4": ml_dtypes.int4, "uint4": ml_dtypes.uint4}


def model(data: np.ndarray, scales: np.ndarray, zero_points: np.ndarray | None, index_kind: str = "int64",
          **attributes: Any) -> bytes:  # fmt: skip
    """The codes are constants, as in models; only the indices are an input."""
    constants = {"data": data, "scales": scales} | ({} if zero_points is None else {"zero_points": zero_points})
    names = ["data", "indices", *list(constants)[1:]]
    node = helper.make_node("GatherBlockQuantized", names, ["output"], domain="com.microsoft", **attributes)
    indices = helper.make_tensor_value_info("indices", type_of(np.zeros(0, index_kind)), None)
    output = helper.make_tensor_value_info("output", type_of(scales), None)
    made = [numpy_helper.from_array(array, name) for name, array in constants.items()]
    opsets = [helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)]
    graph = helper.make_graph([node], "codes", [indices], [output], made)
    return bytes(helper.make_model(graph, opset_imports=opsets, ir_version=FORMAT).SerializeToString())


def codes(rng: np.random.Generator, kind: str, extents: tuple[int, ...]) -> np.ndarray:
    if kind == "uint8":
        return rng.integers(0, 256, extents).astype(np.uint8)
    return rng.integers(-8 if kind == "int4" else 0, 8 if kind == "int4" else 16, extents).astype(SMALL[kind])


def random_case(rng: np.random.Generator, kind: str) -> tuple[bytes, np.ndarray]:
    """A model, and indices for it."""
    bits = int(rng.choice([4, 8] + [2] * (VERSION >= FIRST_RIGHT))) if kind == "uint8" else 4
    in_byte = 8 // bits if kind == "uint8" else 1
    block = int(rng.choice([16, 32]))
    blocks = int(rng.integers(1, 4)) * (2 if kind != "uint8" or VERSION < FIRST_RIGHT else 1)
    columns = blocks * block - int(rng.choice([0, 8]))
    extents = tuple(map(int, rng.integers(1, 5, int(rng.integers(1, 3)))))
    axis = 0 if kind == "uint8" else int(rng.integers(-len(extents) - 1, -1))
    data = codes(rng, kind, (*extents, columns // in_byte))
    scales = rng.standard_normal((*extents, blocks)).astype(str(rng.choice(["float32", "float16"])))
    zero_points = codes(rng, kind, (*extents, -(-blocks // in_byte))) if rng.random() < 0.6 else None
    index_kind = str(rng.choice(["int32", "int64"]))
    rows = extents[axis] if axis == 0 else data.shape[axis]
    indices = rng.integers(-rows, rows, tuple(rng.integers(0, 4, int(rng.integers(0, 3))))).astype(index_kind)
    given = {"bits": bits, "block_size": block, "gather_axis": axis, "quantize_axis": int(rng.choice([-1, len(extents)]))}
    return model(data, scales, zero_points, index_kind, **given), indices


@pytest.mark.parametrize("kind", ["uint8", "int4", "uint4"])
def test_bits_are_those_of_the_runtime(kind: str) -> None:
    rng = np.random.default_rng(1)
    for _ in range(60):
        made, indices = random_case(rng, kind)
        expected = session(made, strew_provider=False).run(None, {"indices": indices})[0]
        with calls_of(1):
            found = session(made).run(None, {"indices": indices})[0]
        assert is_same(found, expected)


def table(kind: str = "uint8", columns: int = 32) -> tuple[np.ndarray, np.ndarray]:
    """Three rows of codes, in one block each, with scales of 1."""
    width = columns // 2 if kind == "uint8" else columns
    return codes(np.random.default_rng(2), kind, (3, width)), np.ones((3, 1), np.float32)


def run(made: bytes, calls: int, indices: Any = (0, 2)) -> np.ndarray:
    with calls_of(calls):
        return session(made).run(None, {"indices": np.asarray(indices)})[0]


def test_rows_that_begin_inside_a_byte_stay_with_the_runtime() -> None:
    data, scales = table("int4", 31)
    assert is_same(run(model(data, scales, None, block_size=32), 0), data[[0, 2]].astype(np.float32))
    data, scales = table("int4")
    points = codes(np.random.default_rng(3), "int4", (3, 1))
    expected = data[[0, 2]].astype(np.float32) - points[[0, 2]].astype(np.float32)
    assert is_same(run(model(data, scales, points, block_size=32), 0), expected)
    assert is_same(run(model(data, scales, None, block_size=32), 1), data[[0, 2]].astype(np.float32))


def test_blocks_along_another_dimension_stay_with_the_runtime() -> None:
    data = codes(np.random.default_rng(4), "int4", (3, 16, 2))
    made = model(data, np.ones((3, 1, 2), np.float32), None, block_size=16)  # quantize_axis is 1
    assert is_same(run(made, 0), data[[0, 2]].astype(np.float32))


@pytest.mark.parametrize("given", [{"bits": 3}, {"block_size": 24}, {"gather_axis": 1}, {"quantize_axis": 0}])
def test_what_the_runtime_refuses_is_refused(given: dict[str, int]) -> None:
    data, scales = table()
    made = model(data, scales, None, **{"block_size": 32, **given})
    with calls_of(0), pytest.raises(Exception, match="bits|block_size|gather_axis|quantize_axis|axis"):
        session(made).run(None, {"indices": np.array([0])})


def test_bfloat16_which_the_runtime_does_not_have() -> None:
    data, scales = table()
    made = session(model(data, scales.astype(ml_dtypes.bfloat16), None, block_size=32))
    with calls_of(1):
        found = run_values(made, {"indices": np.array([1])})[0]
    low, high = (data[1] & 15).astype(np.float32) - 8, (data[1] >> 4).astype(np.float32) - 8
    assert is_same(found, np.stack([low, high], -1).reshape(1, 32).astype(ml_dtypes.bfloat16))


def test_a_row_out_of_bounds_is_one_of_zeros() -> None:
    data, scales = table()
    made = model(data, scales, None, block_size=32)
    found = run(made, 1, (3, 1, -4))
    assert not found[[0, 2]].any() and found[1].any()
    if VERSION >= FIRST_RIGHT:
        assert is_same(found, session(made, strew_provider=False).run(None, {"indices": np.array([3, 1, -4])})[0])


def test_shapes_that_do_not_match() -> None:
    """Found when the node runs, since nothing checks them before."""
    data, _ = table()
    made = model(data, np.ones((3, 2), np.float32), None, block_size=32)
    with calls_of(1), pytest.raises(InvalidArgument, match="GatherBlockQuantized-1: QB3: scales: their extents are"):
        session(made).run(None, {"indices": np.array([0])})


def test_codes_without_a_shape_stay_with_the_runtime() -> None:
    names = {"data": TensorProto.UINT8, "indices": TensorProto.INT64, "scales": TensorProto.FLOAT}
    node = helper.make_node("GatherBlockQuantized", list(names), ["output"], domain="com.microsoft", block_size=32)
    inputs = [helper.make_tensor_value_info(name, kind, None) for name, kind in names.items()]
    graph = helper.make_graph([node], "codes", inputs, [helper.make_tensor_value_info("output", TensorProto.FLOAT, None)])
    opsets = [helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)]
    made = helper.make_model(graph, opset_imports=opsets, ir_version=FORMAT).SerializeToString()
    data, scales = table()
    with calls_of(0):
        assert session(made).run(None, {"data": data, "indices": np.array([0]), "scales": scales})[0].shape == (1, 32)
