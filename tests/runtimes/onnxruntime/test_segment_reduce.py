"""SegmentReduce of ai.strew, which the runtime knows from the library: as part of the provider, or as custom operators of a
session without it."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import onnxruntime
import pytest
from onnx import TensorProto, helper
from runtime import (
    FORMAT,
    InvalidArgument,
    calls_of,
    declared,
    is_same,
    require_provider,
    run_values,
    session,
    type_of,
)

import strew
import strew.onnxruntime

require_provider()

INPUTS = ("data", "indices", "segments", "weights", "base")
RNG = np.random.default_rng(1)
DATA = RNG.integers(-4, 5, (6, 3)).astype(np.float32)
ROWS, IDS, BEGINS = RNG.integers(0, 6, 8), RNG.integers(0, 4, 8), np.array([0, 2, 2, 5, 8])
WEIGHTS, BASE = RNG.integers(-2, 3, 8).astype(np.float32), RNG.integers(-9, 9, (4, 3)).astype(np.float32)
TYPES = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32",
         "float64", "bfloat16")  # fmt: skip


def model(feeds: dict[str, np.ndarray], is_followed: bool = False, **attributes: Any) -> bytes:
    """Of one node, of which an Identity may follow, so that the runtime has to know the type between."""
    names = [name if name in feeds else "" for name in INPUTS]
    while not names[-1]:
        names.pop()
    nodes = [helper.make_node("SegmentReduce", names, ["sums" if is_followed else "output"], domain="ai.strew", **attributes)]
    if is_followed:
        nodes.append(helper.make_node("Identity", ["sums"], ["output"]))
    output = helper.make_tensor_value_info("output", type_of(feeds["data"]), None)
    graph = helper.make_graph(nodes, "bags", [declared(*one, True) for one in feeds.items()], [output])
    opsets = [helper.make_opsetid("", 21), helper.make_opsetid("ai.strew", 1)]
    return bytes(helper.make_model(graph, opset_imports=opsets, ir_version=FORMAT).SerializeToString())


def custom_session(made: bytes) -> onnxruntime.InferenceSession:
    """Without the provider."""
    options = onnxruntime.SessionOptions()
    options.register_custom_ops_library(strew.onnxruntime.library())
    return onnxruntime.InferenceSession(made, options, providers=["CPUExecutionProvider"])


def check(feeds: dict[str, np.ndarray], expected: np.ndarray, **attributes: Any) -> None:
    made = model(feeds, **attributes)
    for one in (session(made), custom_session(made)):
        with calls_of(1):
            assert is_same(run_values(one, feeds)[0], expected)


def test_forms() -> None:
    check({"data": DATA, "indices": ROWS, "segments": IDS}, num_segments=4,
          expected=strew.segment_reduce(DATA, ROWS, segment_ids=IDS, num_segments=4))  # fmt: skip
    check({"data": DATA, "indices": ROWS, "segments": BEGINS}, form="offsets",
          expected=strew.segment_reduce(DATA, ROWS, offsets=BEGINS))  # fmt: skip
    check({"data": DATA, "indices": ROWS.reshape(4, 2)}, form="groups", reduction="mean",
          expected=strew.segment_reduce(DATA, ROWS.reshape(4, 2), reduction="mean"))  # fmt: skip
    check({"data": DATA, "segments": IDS[:6]}, num_segments=5, reduction="max",
          expected=strew.segment_reduce(DATA, segment_ids=IDS[:6], num_segments=5, reduction="max"))  # fmt: skip


def test_weights_and_base() -> None:
    feeds = {"data": DATA, "indices": ROWS, "segments": IDS, "weights": WEIGHTS, "base": BASE}
    expected = strew.segment_reduce(DATA, ROWS, segment_ids=IDS, weights=WEIGHTS, base=BASE, include_self=False)
    check(feeds, expected, exclude_self=1)
    without = {name: feeds[name] for name in ("data", "indices", "segments", "base")}
    check(without, strew.segment_reduce(DATA, ROWS, segment_ids=IDS, base=BASE))


def test_policies() -> None:
    feeds = {"data": DATA, "indices": ROWS + 3, "segments": IDS - 2}
    words = {"out_of_bounds": "clamp", "negative_indices": "invalid", "segment_out_of_bounds": "skip",
             "segment_negative_indices": "from_end", "padding_index": 4, "padding_segment": 1}  # fmt: skip
    expected = strew.segment_reduce(DATA, ROWS + 3, segment_ids=IDS - 2, num_segments=3, **words)  # type: ignore[arg-type]
    check(feeds, expected, num_segments=3, **words)


@pytest.mark.parametrize("kind", TYPES)
def test_types(kind: str) -> None:
    """Of indices and segments too, which need not be the same."""
    data = np.abs(DATA).astype(ml_dtypes.bfloat16 if kind == "bfloat16" else kind)
    for of_rows, of_ids in (("int32", "int64"), ("uint8", "int16")):
        rows, ids = ROWS.astype(of_rows), IDS.astype(of_ids)
        expected = strew.segment_reduce(data, rows, segment_ids=ids, num_segments=4)
        check({"data": data, "indices": rows, "segments": ids}, expected, num_segments=4)


def test_the_runtime_knows_the_type_of_the_output() -> None:
    for feeds in ({"data": DATA, "indices": ROWS, "segments": IDS}, {"data": DATA, "segments": IDS[:6]}):
        made = model(feeds, is_followed=True, num_segments=4)
        expected = strew.segment_reduce(DATA, feeds.get("indices"), segment_ids=feeds["segments"], num_segments=4)
        assert is_same(session(made).run(None, feeds)[0], expected)


def test_large_calls_are_divided_among_the_threads_of_the_session() -> None:
    data, rows = RNG.standard_normal((2000, 64)).astype(np.float32), RNG.integers(0, 2000, 100_000)
    feeds = {"data": data, "indices": rows, "segments": np.arange(0, 100_001, 10)}
    made = session(model(feeds, form="offsets"), threads=2)
    before = strew.onnxruntime.counts().divided
    expected = strew.segment_reduce(data, rows, offsets=feeds["segments"], threads=1)
    for _ in range(300):
        assert is_same(made.run(None, feeds)[0], expected)
        if strew.onnxruntime.counts().divided > before:
            return
    raise AssertionError("no call was divided")


def test_sums_go_on_in_their_base() -> None:
    """Of a chain of nodes, each with the sums of the one before as its base, all but the first and the last, where the
    model has their extents, as exporters write them."""
    nodes = [helper.make_node("SegmentReduce", ["data", "indices", "segments", "", f"sums_{i}"], [f"sums_{i + 1}"],
             domain="ai.strew") for i in range(20)]  # fmt: skip
    feeds = {"data": DATA, "indices": ROWS, "segments": IDS, "sums_0": BASE}
    *between, output = (helper.make_tensor_value_info(f"sums_{i}", TensorProto.FLOAT, [4, 3]) for i in range(1, 21))
    inputs = [declared(*one, False) for one in feeds.items()]
    graph = helper.make_graph(nodes, "bags", inputs, [output], value_info=between)
    opsets = [helper.make_opsetid("", 21), helper.make_opsetid("ai.strew", 1)]
    made = session(helper.make_model(graph, opset_imports=opsets, ir_version=FORMAT).SerializeToString())
    kept, before = BASE.copy(), strew.onnxruntime.counts().in_place
    found = made.run(None, feeds)[0]
    assert is_same(found, BASE + 20 * strew.segment_reduce(DATA, ROWS, segment_ids=IDS, num_segments=4))
    assert is_same(BASE, kept) and strew.onnxruntime.counts().in_place - before >= 18


REFUSED = [
    ({"indices": ROWS + 6}, {"num_segments": 4}, r"IX1: indices: position 0"),
    ({}, {"num_segments": 2}, r"IX1: segments: position \d"),
    ({"segments": BEGINS[::-1].copy()}, {"form": "offsets"}, "OF1: segments"),
    ({"weights": WEIGHTS[:3]}, {"num_segments": 4}, "SG3: weights"),
    ({}, {}, "num_segments is missing"),
    ({}, {"num_segments": -1}, "EX2: output: extent 0 is -1"),
    ({}, {"form": "groups"}, "input segments is given, but the form is groups"),
]


@pytest.mark.parametrize(("change", "attributes", "message"), REFUSED)
def test_errors(change: dict[str, np.ndarray], attributes: dict[str, Any], message: str) -> None:
    feeds = {"data": DATA, "indices": ROWS, "segments": IDS, **change}
    made = session(model(feeds, **attributes))
    with pytest.raises(InvalidArgument, match=f"SegmentReduce-1: .*({message})"):
        made.run(None, feeds)


def test_attributes_that_break_a_rule() -> None:
    feeds = {"data": DATA, "indices": ROWS, "segments": IDS}
    for attributes, message in (
        ({"reduction": "sum"}, "reduction 'sum' is none of none, add"),
        ({"form": 1}, "attribute 'form' must be a string, and is an integer"),
        ({"batch_dims": "0"}, "attribute 'batch_dims' must be an integer, and is a string"),
    ):
        with pytest.raises(Exception, match=f"SegmentReduce-1: {message}"):
            session(model(feeds, num_segments=4, **attributes))


def test_types_that_the_runtime_has_no_kernel_for() -> None:
    feeds = {"data": np.array(["a"], object), "segments": np.array([0])}
    made = model({**feeds, "data": np.array([0.0])}, num_segments=1)
    text = made.replace(bytes([8, TensorProto.DOUBLE]), bytes([8, TensorProto.STRING]))
    with pytest.raises(Exception, match="SegmentReduce"):
        session(text)


def test_the_library_and_then_the_provider() -> None:
    """Which has the operators too: the runtime leaves those of the provider out, and refuses them in the other order."""
    feeds = {"data": DATA, "segments": IDS[:6]}
    made = model(feeds, num_segments=4)
    options = onnxruntime.SessionOptions()
    options.register_custom_ops_library(strew.onnxruntime.library())
    strew.onnxruntime.add_to(options)
    with calls_of(1):
        assert onnxruntime.InferenceSession(made, options).run(None, feeds)[0].shape == (4, 3)
    options = onnxruntime.SessionOptions()
    strew.onnxruntime.add_to(options)
    with pytest.raises(Exception, match="Domain already set"):
        options.register_custom_ops_library(strew.onnxruntime.library())
        onnxruntime.InferenceSession(made, options)
