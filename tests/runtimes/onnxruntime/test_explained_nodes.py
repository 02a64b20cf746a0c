"""The models that `strew explain --onnx` prints, run by the runtime's own kernels, and by strew's where it has none:
what they compute is what the command of the call does."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import numpy_helper
from runtime import VERSION, is_same, require_provider, session

require_provider()

PROGRAM = os.environ.get("STREW_CLI", "")
pytestmark = pytest.mark.skipif(not PROGRAM, reason="STREW_CLI does not name the program")
RNG = np.random.default_rng(1)
TABLE = RNG.integers(-9, 9, (4, 3)).astype(np.float32)
#: Of codes of 2 bits.
FIRST_RIGHT = (1, 31)


def run(folder: Path, *words: str) -> str:
    done = subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, ""), words
    return done.stdout


def with_constants(model: Any, arrays: dict[str, Any]) -> Any:
    """Inputs of int4, which the runtime does not take from NumPy, become constants of the bytes that the command reads."""
    for one in list(model.graph.input):
        type_of = one.type.tensor_type
        if type_of.elem_type == onnx.TensorProto.INT4:
            extents = [dim.dim_value for dim in type_of.shape.dim]
            model.graph.initializer.append(onnx.helper.make_tensor(one.name, type_of.elem_type, extents, arrays[one.name].tobytes(), True))
            model.graph.input.remove(one)
    return model


def check(folder: Path, own: bool, words: str, **arrays: Any) -> None:
    """`words` have the names of the arrays; where the runtime has a kernel of its own, that one runs."""
    for name, array in arrays.items():
        (folder / f"{name}.pb").write_bytes(numpy_helper.from_array(np.asarray(array), name).SerializeToString())
    call = [f"{word}.pb" if word in arrays else word for word in words.split()]
    text = run(folder, "explain", *call, "--onnx")
    run(folder, *call, "-o", "o.pb")
    expected = numpy_helper.to_array(onnx.load_tensor(folder / "o.pb"))
    model = with_constants(onnx.parser.parse_model(text), arrays)
    feeds = {one.name: np.asarray(arrays[one.name]) for one in model.graph.input}
    (got,) = session(model.SerializeToString(), strew_provider=not own).run(None, feeds)
    assert is_same(got, expected), text


CALLS = {
    "gather data indices --axis 1": {"indices": [[0, -1], [2, 2]]},
    "gather data indices --negative-indices invalid": {"indices": [3, 0]},
    "gather-elements data indices --axis 1": {"indices": [[0, -1, 0], [2, 2, 1]]},
    "gather-nd data indices": {"indices": [[0, -1], [-4, 2]]},
    "gather-nd data indices --batch-dims 1": {"indices": [[0], [-1], [2], [1]]},
    "scatter-elements data indices updates": {"indices": [[0, 1, -1]], "updates": [[10.0, 11, 12]]},
    "scatter-nd data indices updates": {"indices": [[0], [-1]], "updates": [[10.0, 11, 12], [20, 21, 22]]},
    "scatter-nd data indices updates --reduction max": {"indices": [[0, 0], [0, 0]], "updates": [2.0, 1]},
    "scatter-elements data indices updates --reduction add": {"indices": [[0, 0, 0]] * 3, "updates": TABLE[:3]},
}


@pytest.mark.parametrize("words", CALLS)
def test_nodes_of_onnx(tmp_path: Path, words: str) -> None:
    arrays = {name: np.asarray(value, np.int64 if name == "indices" else np.float32) for name, value in CALLS[words].items()}
    check(tmp_path, True, words, data=TABLE, **arrays)


@pytest.mark.skipif(VERSION < (1, 25), reason="the runtime has no TensorScatter")
def test_an_append(tmp_path: Path) -> None:
    arrays = {"past_cache": np.zeros((2, 4, 3), np.float32), "update": np.ones((2, 2, 3), np.float32), "write_indices": [3, 1]}
    check(tmp_path, True, "tensor-scatter past_cache update write_indices --mode circular", **arrays)


SEGMENTS = (
    "data --indices indices",
    "data --indices indices --reduction mean --padding-index 0",
    "data --segments segments",
    "data --segments segments --num-segments 5 --segment-out-of-bounds skip --reduction max",
    "data --segments segments --base base --reduction sub",
    "data --segments segments --base base --exclude-self --reduction mul",
    "data --offsets offsets --weights weights",
    "data --segments segments --segment-out-of-bounds assume --unordered --segment-negative-indices from_end",
)


@pytest.mark.parametrize("words", SEGMENTS)
def test_segment_reduce(tmp_path: Path, words: str) -> None:
    named = {"data": TABLE, "indices": [[0, -1], [2, 2]], "segments": [0, 2, 0, 1], "offsets": [0, 0, 3, 4],
             "base": RNG.integers(-9, 9, (3, 3)).astype(np.float32),
             "weights": np.array([1, 2, 3, 4], np.float32)}  # fmt: skip
    used = {name: array for name, array in named.items() if name in words.split()}
    for name in ("segments", "offsets"):  # the input segments is offsets too
        if name in used:
            words, used = words.replace(f" {name} ", " segments ") + " ", used | {"segments": used.pop(name)}
    check(tmp_path, False, f"segment-reduce {words}", **used)


@pytest.mark.parametrize("bits", [8, 4, 2])
def test_codes(tmp_path: Path, bits: int) -> None:
    if bits == 2 and VERSION < FIRST_RIGHT:
        pytest.skip("the runtime has no codes of 2 bits")
    blocks = 64 // bits // 16 or 1
    arrays = {"data": RNG.integers(0, 256, (4, 8)).astype(np.uint8), "indices": [[3, 0], [-1, 1]],
              "scales": RNG.standard_normal((4, blocks)).astype(np.float32),
              "zero_points": RNG.integers(0, 256, (4, -(-blocks * bits // 8))).astype(np.uint8)}  # fmt: skip
    words = f"--indices indices --scales scales --zero-points zero_points --bits {bits} --block-size 16 --out-of-bounds fill"
    check(tmp_path, True, f"gather-block-quantized data {words}", **arrays)


@pytest.mark.parametrize("has_zero_points", [False, True])
def test_signed_codes(tmp_path: Path, has_zero_points: bool) -> None:
    arrays = {"data": RNG.integers(-128, 128, (4, 16)).astype(np.int8), "indices": [[3, 0], [-1, 1]],
              "scales": RNG.standard_normal((4, 2)).astype(np.float32)}  # fmt: skip
    words = "--indices indices --scales scales --bits 4 --block-size 16 --out-of-bounds fill"
    if has_zero_points:
        arrays["zero_points"] = RNG.integers(-128, 128, (4, 1)).astype(np.int8)
        words += " --zero-points zero_points"
    check(tmp_path, True, f"gather-block-quantized data {words}", **arrays)
