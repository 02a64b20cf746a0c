"""examples/python/segment_sum.py runs, checks itself and shows the error."""

import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[3] / "examples" / "python" / "segment_sum.py"


def test_the_example_says_what_it_found():
    run = subprocess.run([sys.executable, "-W", "error", str(EXAMPLE)], check=True, stdout=subprocess.PIPE, text=True)
    said = run.stdout.splitlines()
    assert len(said) == 4
    assert said[-1].startswith("OUT_OF_RANGE: IX1: indices: position 7 (7): component 0 of (50) is 50, outside [0, 49]")


def test_without_jax_it_says_so():
    program = f"import sys, runpy; sys.modules['jax'] = None; runpy.run_path({str(EXAMPLE)!r})"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    said = run.stderr.splitlines()[-1]
    assert said.startswith("ImportError: strew.jax needs JAX 0.6.2 or later, and there is no package jax here")
