"""The node tests that `strew conformance write` writes for other runtimes, in this one, with the provider."""

from __future__ import annotations

import collections
import functools
import os
import re
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, numpy_helper
from runtime import is_same, require_provider, run_values, session

import strew.onnxruntime

COMMAND = os.environ.get("STREW_CLI", "")

require_provider()
if not COMMAND:
    pytest.skip("STREW_CLI does not name the command line, which writes the tests", allow_module_level=True)


def arrays(folder: Path, kind: str) -> list[np.ndarray]:
    count = len(list(folder.glob(f"{kind}_*.pb")))
    return [array_of(folder / f"{kind}_{number}.pb") for number in range(count)]


def array_of(path: Path) -> np.ndarray:
    tensor = TensorProto()
    tensor.ParseFromString(path.read_bytes())
    return numpy_helper.to_array(tensor)


def outcome_of(folder: Path) -> str:
    """passed, or why not: by the runtime when it loads the model, or what is wrong."""
    model = onnx.load(folder / "model.onnx")
    try:
        made = session(model.SerializeToString())
    except Exception as error:
        return f"not loaded: {str(error).rsplit(': ', 1)[-1]}"
    data = folder / "test_data_set_0"
    names = [one.name for one in made.get_inputs()]
    before = strew.onnxruntime.counts().calls
    try:
        found = run_values(made, dict(zip(names, arrays(data, "input"))))
    except Exception as error:
        return f"failed: {error}"
    if strew.onnxruntime.counts().calls == before:
        return "not run by strew"
    expected = arrays(data, "output")
    return "passed" if all(map(is_same, found, expected)) else "another result"


@functools.cache
def outcomes() -> dict[str, str]:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([COMMAND, "conformance", "write", "--quiet", f"{folder}/tests"], check=True)
        return {one.name: outcome_of(one) for one in sorted(Path(folder, "tests").iterdir())}


def test_node_tests(capsys: pytest.CaptureFixture[str]) -> None:
    found = collections.Counter(outcomes().values())
    with capsys.disabled():
        print("\nnode tests of strew:", ", ".join(f"{count} {words}" for words, count in found.most_common()))
    # What the runtime has no tensors of, no kernel can take.
    left_out = [name for name, words in outcomes().items() if re.match(r"not loaded: tensor\(complex", words)]
    assert {name: words for name, words in outcomes().items() if words != "passed" and name not in left_out} == {}
    assert len(outcomes()) >= 592 and len(left_out) < 40
