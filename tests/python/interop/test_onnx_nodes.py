"""The models that `strew explain --onnx` prints: ONNX reads them, its checker and its shape inference take them, and its
evaluator computes from them what strew's own command does."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

onnx = pytest.importorskip("onnx")
from onnx import numpy_helper  # noqa: E402
from onnx.reference import ReferenceEvaluator  # noqa: E402
from test_onnx import as_the_evaluator_takes_it, is_same  # noqa: E402

PROGRAM = os.environ.get("STREW_CLI", "")
pytestmark = pytest.mark.skipif(not PROGRAM, reason="STREW_CLI does not name the program")

KINDS = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64",
         "complex64", "complex128", "bfloat16"]  # fmt: skip
NAMES = {"tensor-scatter": ("past_cache", "update", "write_indices")}
#: The first opset of each reduction.
REDUCED_SINCE = {"add": 16, "mul": 16, "min": 18, "max": 18}


def dtype_of(kind: str) -> Any:
    return ml_dtypes.bfloat16 if kind == "bfloat16" else np.dtype(kind)


def values(rng: np.random.Generator, kind: str, extents: tuple[int, ...]) -> Any:
    """Small numbers, whose sums and products are exact in any order."""
    numbers = rng.integers(0, 2 if kind == "bool" else 4, extents)
    if kind.startswith("complex"):
        return (numbers + 1j * rng.integers(0, 3, extents)).astype(kind)
    return numbers.astype(dtype_of(kind))


def run(folder: Path, *words: str) -> str:
    done = subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, ""), words
    return done.stdout


def check(folder: Path, command: str, arrays: list[Any], *options: str) -> Any:
    """The model that is printed for a call, after all that can be compared was compared."""
    files = [f"{i}.pb" for i in range(len(arrays))]
    for name, array in zip(files, arrays):
        (folder / name).write_bytes(numpy_helper.from_array(np.asarray(array), name).SerializeToString())
    text = run(folder, "explain", command, *files, *options, "--onnx")
    model = onnx.parser.parse_model(text)
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert onnx.printer.to_text(model).splitlines() == lines
    onnx.checker.check_model(model, full_check=True)
    run(folder, command, *files, *options, "-o", "o.pb")
    expected = numpy_helper.to_array(onnx.load_tensor(folder / "o.pb"))
    output = model.graph.output[0].type.tensor_type
    assert [dim.dim_value for dim in output.shape.dim] == list(expected.shape)
    named = dict(zip(NAMES.get(command, ("data", "indices", "updates")), arrays))
    assert [one.name for one in model.graph.input] == list(named)
    (got,) = ReferenceEvaluator(as_the_evaluator_takes_it(onnx.parser.parse_model(text))).run(None, named)
    assert is_same(got, expected), (command, options, text)
    return model


def opset_of(model: Any) -> int:
    return int(model.opset_import[0].version)


@pytest.mark.parametrize("kind", KINDS)
def test_gathers(tmp_path: Path, kind: str) -> None:
    rng = np.random.default_rng(1)
    first = 13 if kind == "bfloat16" else 11
    data = values(rng, kind, (3, 4, 5))
    for axis in (0, 2, -2):
        rows = rng.integers(-data.shape[axis], data.shape[axis], (2, 3))
        for indices in (rows, rows.astype(np.int32), rows[0, 0], rows[:0]):
            assert opset_of(check(tmp_path, "gather", [data, indices], "--axis", str(axis))) == first
        places = rng.integers(-data.shape[axis], data.shape[axis], data.shape)
        assert opset_of(check(tmp_path, "gather-elements", [data, places], "--axis", str(axis))) == first
        check(tmp_path, "gather-elements", [data, places.astype(np.int32)], "--axis", str(axis))
    tuples = rng.integers(-3, 3, (2, 4, 2))
    assert opset_of(check(tmp_path, "gather-nd", [data, tuples])) == first
    batched = rng.integers(-4, 4, (3, 6, 1))
    assert opset_of(check(tmp_path, "gather-nd", [data, batched], "--batch-dims", "1")) == max(first, 12)


def permuted(rng: np.random.Generator, extents: tuple[int, ...], axis: int) -> Any:
    """Indices without repeats, some counted from the end."""
    ranks = np.argsort(rng.random(extents), axis)
    return np.where(rng.random(extents) < 0.3, ranks - extents[axis], ranks)


@pytest.mark.parametrize("kind", KINDS)
def test_scatters(tmp_path: Path, kind: str) -> None:
    rng = np.random.default_rng(2)
    first = 13 if kind == "bfloat16" else 11
    data = values(rng, kind, (3, 4))
    tuples = np.stack(np.unravel_index(rng.permutation(12)[:6], (3, 4)), 1)
    for axis in (0, 1, -1):
        call = [data, permuted(rng, (3, 4), axis), values(rng, kind, (3, 4))]
        assert opset_of(check(tmp_path, "scatter-elements", call, "--axis", str(axis))) == first
    assert opset_of(check(tmp_path, "scatter-nd", [data, tuples, values(rng, kind, (6,))])) == first
    assert opset_of(check(tmp_path, "scatter-nd", [data, np.array([[2], [-3]]), values(rng, kind, (2, 4))])) == first


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "bool"])
def test_reductions(tmp_path: Path, kind: str) -> None:
    rng = np.random.default_rng(3)
    data = values(rng, kind, (3, 4))
    for word, first in REDUCED_SINCE.items():
        if kind.startswith("complex") and first == 18:
            continue
        rows = [data, rng.integers(-3, 3, (3, 1)), values(rng, kind, (3, 4))]
        assert opset_of(check(tmp_path, "scatter-nd", rows, "--reduction", word)) == first
        places = [data, rng.integers(-4, 4, (3, 4)), values(rng, kind, (3, 4))]
        assert opset_of(check(tmp_path, "scatter-elements", places, "--axis", "1", "--reduction", word)) == first


@pytest.mark.parametrize("kind", [kind for kind in KINDS if not kind.startswith("complex")])
def test_appends(tmp_path: Path, kind: str) -> None:
    rng = np.random.default_rng(4)
    cache, tokens = values(rng, kind, (2, 3, 5, 2)), values(rng, kind, (2, 3, 2, 2))
    for start, options in (([3, 1], ()), ([4, 1], ("--mode", "circular"))):
        assert opset_of(check(tmp_path, "tensor-scatter", [cache, tokens, np.array(start)], *options)) == 24
    check(tmp_path, "tensor-scatter", [cache, tokens])
    check(tmp_path, "tensor-scatter", [cache, values(rng, kind, (2, 3, 5, 1)), np.array([1, 0])], "--axis", "3")


def test_versions_before_negative_indices(tmp_path: Path) -> None:
    data, rows, places = np.arange(12.0).reshape(3, 4), np.array([2, 0]), np.array([[0, 1, 2, 0]])
    never = ("--negative-indices", "invalid")
    assert opset_of(check(tmp_path, "gather", [data, rows], *never)) == 1
    assert check(tmp_path, "scatter-elements", [data, places, data[:1]], *never).graph.node[0].op_type == "Scatter"


def test_every_opset_that_has_the_node(tmp_path: Path) -> None:
    data, rows = np.arange(12.0).reshape(3, 4), np.array([[2], [0]])
    for name, array in (("0.pb", data), ("1.pb", rows), ("2.pb", data[:2])):
        (tmp_path / name).write_bytes(numpy_helper.from_array(array, name).SerializeToString())
    for opset in range(16, onnx.defs.onnx_opset_version() + 1):
        text = run(tmp_path, "explain", "scatter-nd", "0.pb", "1.pb", "2.pb", "--reduction", "add", "--onnx", "--opset", str(opset))
        model = onnx.parser.parse_model(text)
        onnx.checker.check_model(model, full_check=True)
        released = {row[2]: row[1] for row in reversed(onnx.helper.VERSION_TABLE)}
        assert (opset_of(model), model.ir_version) == (opset, released[opset])


def test_other_domains_are_read_and_checked(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    arrays = {"t": values(rng, "float32", (4, 3)), "i": rng.integers(0, 4, (2, 3)), "s": np.array([0, 2, 0, 1]),
              "c": rng.integers(0, 256, (4, 16)).astype(np.uint8), "k": np.ones((4, 1), np.float32),
              "z": np.zeros((4, 1), np.uint8)}  # fmt: skip
    for name, array in arrays.items():
        (tmp_path / f"{name}.pb").write_bytes(numpy_helper.from_array(array, name).SerializeToString())
    codes = ("c.pb", "--indices", "i.pb", "--scales", "k.pb", "--zero-points", "z.pb", "--out-of-bounds", "fill")
    for domain, words in (("ai.strew", ("segment-reduce", "t.pb", "--indices", "i.pb", "--reduction", "mean")),
                          ("ai.strew", ("segment-reduce", "t.pb", "--segments", "s.pb", "--base", "t.pb")),
                          ("com.microsoft", ("gather-block-quantized", *codes))):  # fmt: skip
        model = onnx.parser.parse_model(run(tmp_path, "explain", *words, "--onnx"))
        onnx.checker.check_model(model, full_check=True)
        assert (model.opset_import[0].domain, opset_of(model), model.graph.node[0].domain) == (domain, 1, domain)


def test_the_program_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).resolve().parents[3] / "docs/frontends/to_onnx.md").read_text()
    printed = page.split("### SCATTER_ND\n")[1].split("```text\n")[1].split("```")[0]
    (program,) = page.split("```python\n")[1:]
    (tmp_path / "node.txt").write_text(printed)
    monkeypatch.chdir(tmp_path)
    exec(compile(program.split("```")[0], "to_onnx.md", "exec"), {})
    assert capsys.readouterr().out == "[ 1. 11.  3. 10.  9.  6.  7. 12.]\n"
    assert onnx.load(tmp_path / "node.onnx").graph.node[0].op_type == "ScatterND"
