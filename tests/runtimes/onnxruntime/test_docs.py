"""The Python blocks of the page about this runtime, run."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from runtime import model_of, node, require_provider

require_provider()

PAGE = Path(__file__).parents[3] / "docs" / "runtimes" / "onnxruntime.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_block(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model.onnx").write_bytes(model_of(node("Gather", np.zeros(3, np.float32), [1])))
    exec(compile(BLOCKS[number], str(PAGE), "exec"), {})


def test_there_are_blocks() -> None:
    assert len(BLOCKS) == 3
