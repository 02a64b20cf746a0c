"""Tensors that the package onnx writes, read by the command line, and the reverse."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

onnx = pytest.importorskip("onnx")
from onnx import TensorProto, external_data_helper, helper, numpy_helper  # noqa: E402

PROGRAM = os.environ.get("STREW_CLI", "")
pytestmark = pytest.mark.skipif(not PROGRAM, reason="STREW_CLI does not name the program")

# With the values of four elements.
KINDS: dict[str, list[Any]] = {
    "FLOAT": [0.5, -1.0, 3.25, np.inf],
    "UINT8": [0, 1, 128, 255],
    "INT8": [-128, -1, 0, 127],
    "UINT16": [0, 1, 32768, 65535],
    "INT16": [-32768, -1, 0, 32767],
    "INT32": [-(2**31), -1, 0, 2**31 - 1],
    "INT64": [-(2**63), -1, 0, 2**63 - 1],
    "BOOL": [True, False, False, True],
    "FLOAT16": [0.5, -1.0, 65504.0, np.inf],
    "DOUBLE": [0.5, -1.0, 1e300, np.inf],
    "UINT32": [0, 1, 2**31, 2**32 - 1],
    "UINT64": [2**63, 2**63 + 1, 2**64 - 2, 2**64 - 1],
    "COMPLEX64": [1 + 2j, -1j, 0.5, 3 - 4j],
    "COMPLEX128": [1 + 2j, -1j, 0.5, 3 - 4j],
    "BFLOAT16": [0.5, -1.0, 3.25, np.inf],
    "FLOAT8E4M3FN": [0.5, -1.0, 3.25, 448.0],
    "FLOAT8E4M3FNUZ": [0.5, -1.0, 3.25, 240.0],
    "FLOAT8E5M2": [0.5, -1.0, 3.5, 57344.0],
    "FLOAT8E5M2FNUZ": [0.5, -1.0, 3.5, 57344.0],
    "FLOAT8E8M0": [0.5, 1.0, 2.0, 4.0],
}


def run(folder: Path, *words: str) -> None:
    done = subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, ""), words


def array_of(kind: str) -> Any:
    dtype = helper.tensor_dtype_to_np_dtype(getattr(TensorProto, kind))
    return np.array(KINDS[kind]).astype(dtype).reshape(2, 2)


def gathered(folder: Path, tensor: Any) -> Any:
    """Rows 1, 0 and 1 of a tensor, through files."""
    (folder / "t.pb").write_bytes(tensor.SerializeToString())
    rows = numpy_helper.from_array(np.array([1, 0, 1]), "rows")
    (folder / "rows.pb").write_bytes(rows.SerializeToString())
    run(folder, "gather", "t.pb", "rows.pb", "-o", "o.pb")
    return onnx.load_tensor(folder / "o.pb")


def check(found: Any, kind: str) -> None:
    expected = array_of(kind)[[1, 0, 1]]
    assert found.data_type == getattr(TensorProto, kind) and list(found.dims) == [3, 2] and found.name == "output"
    array = numpy_helper.to_array(found)
    assert array.dtype == expected.dtype and array.tobytes() == expected.tobytes()
    again = numpy_helper.from_array(expected, "output")
    assert again.SerializeToString(deterministic=True) == found.SerializeToString(deterministic=True)


@pytest.mark.parametrize("kind", KINDS)
def test_raw_data(kind: str, tmp_path: Path) -> None:
    check(gathered(tmp_path, numpy_helper.from_array(array_of(kind), "table")), kind)


@pytest.mark.parametrize("kind", KINDS)
def test_typed_fields(kind: str, tmp_path: Path) -> None:
    array = array_of(kind)
    tensor = helper.make_tensor("table", getattr(TensorProto, kind), [2, 2], array.flatten())
    assert not tensor.HasField("raw_data")
    check(gathered(tmp_path, tensor), kind)


@pytest.mark.parametrize("kind", KINDS)
def test_external_data(kind: str, tmp_path: Path) -> None:
    tensor = numpy_helper.from_array(array_of(kind), "table")
    (tmp_path / "w.data").write_bytes(b"head" + tensor.raw_data + b"tail")
    external_data_helper.set_external_data(tensor, "w.data", offset=4, length=len(tensor.raw_data), checksum="abc")
    tensor.ClearField("raw_data")
    check(gathered(tmp_path, tensor), kind)


def test_external_data_that_a_model_was_saved_with(tmp_path: Path) -> None:
    array = np.arange(4096, dtype="f4").reshape(2, 2048)
    graph = helper.make_graph([], "g", [], [], [numpy_helper.from_array(array, "w")])
    onnx.save(
        helper.make_model(graph), tmp_path / "m.onnx", save_as_external_data=True, location="all", size_threshold=0
    )
    tensor = onnx.load(tmp_path / "m.onnx", load_external_data=False).graph.initializer[0]
    assert numpy_helper.to_array(gathered(tmp_path, tensor)).tolist() == array[[1, 0, 1]].tolist()


@pytest.mark.parametrize("kind", ["INT4", "UINT4", "STRING"])
def test_what_is_refused(kind: str, tmp_path: Path) -> None:
    values = [b"a", b"b"] if kind == "STRING" else [1, 2]
    tensor = helper.make_tensor("t", getattr(TensorProto, kind), [2], values)
    (tmp_path / "t.pb").write_bytes(tensor.SerializeToString())
    done = subprocess.run([PROGRAM, "inspect", tmp_path / "t.pb"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 4 and f"its data_type is {kind} (" in done.stderr, done.stderr
