"""ONNX's node tests: what `strew conformance` writes is what ONNX says, and ONNX's own tests pass."""

from __future__ import annotations

import fnmatch
import json
import os
import pathlib
import subprocess
import warnings
from typing import Any

import numpy as np
import pytest

onnx = pytest.importorskip("onnx")
from onnx.backend.test.case.node import collect_testcases  # noqa: E402
from onnx.reference import ReferenceEvaluator  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("STREW_CLI", str(ROOT / "build" / "strew"))
pytestmark = pytest.mark.skipif(not os.path.exists(PROGRAM), reason="the command line is not built")

OPERATORS = ["Gather", "GatherElements", "GatherND", "Scatter", "ScatterElements", "ScatterND", "TensorScatter"]
# Where strew's output is another than that of ONNX's evaluator. docs/frontends/onnx.md: "Undefined there".
DIFFERENT = {
    "scatter_elements_18_*_m[ai][nx]_nan_in_updates": "the evaluator keeps its old value beside NaN, as Python's max and "
    "min do; with NaN as the old value, and in ScatterND, it keeps NaN, as strew always does",
    "scatter_*_18_*_m[ai][nx]_signs_of_zero": "the evaluator takes either zero, strew takes -0 as less than +0",
}


def strew(*words: str, code: int = 0) -> Any:
    done = subprocess.run([PROGRAM, "conformance", *words, "--json"], capture_output=True, text=True, timeout=600)
    assert done.returncode == code, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("onnx") / "written"
    strew("write", str(folder))
    return folder


def load_tensors(folder: pathlib.Path, prefix: str) -> list[Any]:
    files = sorted(folder.glob(f"{prefix}_*.pb"), key=lambda file: int(file.stem.rsplit("_")[-1]))
    return [onnx.numpy_helper.to_array(onnx.load_tensor(str(file))) for file in files]


def as_the_evaluator_takes_it(model: Any) -> Any:
    """The same node in words for which ONNX's evaluator has an implementation."""
    node = model.graph.node[0]
    if node.op_type == "Scatter":  # it has none; ScatterElements-11 is Scatter-9 under another name
        node.op_type, model.opset_import[0].version, model.ir_version = "ScatterElements", 11, 6
    if node.op_type == "GatherElements":  # it takes a negative axis for another than it compares extents with
        rank = len(model.graph.input[0].type.tensor_type.shape.dim)
        for attribute in node.attribute:
            attribute.i %= rank
    return model


def is_same(got: Any, wanted: Any) -> bool:
    got = np.asarray(got)
    if got.dtype != wanted.dtype or got.shape != wanted.shape:
        return False
    if wanted.dtype.kind in "biu":
        return bool(np.array_equal(got, wanted))
    wide = "c16" if wanted.dtype.kind == "c" else "f8"
    got, wanted = got.astype(wide), wanted.astype(wide)  # bfloat16 too, exactly
    signs = np.signbit(got.real) == np.signbit(wanted.real)
    return bool(np.array_equal(got, wanted, equal_nan=True) and (signs | np.isnan(wanted)).all())


@pytest.mark.parametrize("operator", OPERATORS)
def test_written_folders(written: pathlib.Path, operator: str) -> None:
    told = strew("write", "--list", "--operator", operator)
    names = [one["name"] for one in told["tests"]]
    differing = []
    for name in names:
        model = onnx.load(str(written / name / "model.onnx"))
        onnx.checker.check_model(model, full_check=True)
        assert model.opset_import[0].version in {int(part) for part in name.split("_") if part.isdigit()}
        data = written / name / "test_data_set_0"
        inputs = dict(zip([one.name for one in model.graph.input], load_tensors(data, "input")))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # of sums that wrap and of infinities
            (got,) = ReferenceEvaluator(as_the_evaluator_takes_it(model)).run(None, inputs)
        (wanted,) = load_tensors(data, "output")
        if not is_same(got, wanted):
            differing.append(name)
    known = [name for name in names if any(fnmatch.fnmatch(name, pattern) for pattern in DIFFERENT)]
    assert differing == known


def test_ir_versions_are_those_of_the_releases(written: pathlib.Path) -> None:
    released = {}
    for _, ir_version, opset, *_ in onnx.helper.VERSION_TABLE:
        released.setdefault(opset, ir_version)
    for folder in written.iterdir():
        model = onnx.load(str(folder / "model.onnx"))
        assert model.ir_version == released[model.opset_import[0].version], folder.name


def save_case(case: Any, folder: pathlib.Path) -> None:
    folder.mkdir()
    onnx.save(case.model, str(folder / "model.onnx"))
    graph = case.model.graph
    for number, (inputs, outputs) in enumerate(case.data_sets):
        data = folder / f"test_data_set_{number}"
        data.mkdir()
        for prefix, values, infos in (("input", inputs, graph.input), ("output", outputs, graph.output)):
            for i, (value, info) in enumerate(zip(values, infos)):
                if not isinstance(value, onnx.TensorProto):
                    value = onnx.numpy_helper.from_array(value, info.name)
                onnx.save_tensor(value, str(data / f"{prefix}_{i}.pb"))


def test_onnx_own_tests_pass(tmp_path: pathlib.Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of operators that are not strew's
        cases = collect_testcases()
    nodes = {case.name: [node.op_type for node in case.model.graph.node] for case in cases}
    wanted = {name for name, types in nodes.items() if len(types) == 1 and types[0] in OPERATORS}
    assert len(wanted) >= 29
    for case in cases:
        if case.name in wanted:
            save_case(case, tmp_path / case.name)
    told = strew("run", str(tmp_path))
    assert told["passed"] == len(wanted) == len(told["tests"])
