"""The program of examples/python for this runtime."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from runtime import require_provider

require_provider()

EXAMPLE = Path(__file__).parents[3] / "examples" / "python" / "onnx_model.py"


def test_example() -> None:
    program = [sys.executable, "-W", "error:::__main__", str(EXAMPLE)]
    said = subprocess.run(program, capture_output=True, text=True, check=True, timeout=120).stdout.splitlines()
    assert "with strew: 1 different results of 24 runs; 24 are those of the loop" in said
    assert said[-1].startswith("a bad index: Gather-13: IX1: indices: position 7 (7): component 0 of (2000) is 2000")
    assert len(EXAMPLE.read_text().splitlines()) < 70
