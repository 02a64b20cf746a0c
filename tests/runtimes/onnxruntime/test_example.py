"""The programs of examples/python for this runtime."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from runtime import require_provider

require_provider()

FOLDER = Path(__file__).parents[3] / "examples" / "python"


def lines_of(name: str) -> list[str]:
    """What an example prints, one that is short enough to read."""
    example = FOLDER / f"{name}.py"
    assert len(example.read_text().splitlines()) < 70
    program = [sys.executable, "-W", "error:::__main__", str(example)]
    return subprocess.run(program, capture_output=True, text=True, check=True, timeout=120).stdout.splitlines()


def test_neighbours_in_a_graph() -> None:
    said = lines_of("onnx_model")
    assert "with strew: 1 different results of 24 runs; 24 are those of the loop" in said
    assert said[-1].startswith("a bad index: Gather-13: IX1: indices: position 7 (7): component 0 of (2000) is 2000")


# How many the runtime's own kernel loses depends on the machine; that it is told does not.
def test_lost_updates() -> None:
    said = lines_of("lost_updates")
    assert said[2] == "with strew: 0 of 10 results are wrong, the worst lacks 0 of 16,000,000 additions"
    form = r"its own kernel: \d+ of 10 results are wrong, the worst lacks [\d,]+ of 16,000,000 additions"
    assert re.fullmatch(form, said[1])
