"""What the docstrings, docs/runtimes/torch.md and the example say is run."""

import doctest
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import strew.torch

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/runtimes/torch.md").read_text()
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", ["module", *strew.torch.__all__])
def test_docstrings(name):
    text = inspect.getdoc(strew.torch if name == "module" else getattr(strew.torch, name))
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    report = []
    assert doctest.DocTestRunner().run(test, out=report.append).failed == 0, "".join(report)
    assert test.examples or name.startswith(("scatter_elements_", "scatter_nd_"))
    words = text.replace("\n", " ")
    assert name in ("module", "deterministic") or ("Args" in words and "Raises" in words)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_blocks(number):
    exec(compile(BLOCKS[number], f"block {number}", "exec"), {})


def test_all_functions_are_on_the_page():
    assert [name for name in strew.torch.__all__ if f"`{name}" not in PAGE] == []


def test_the_example():
    path = ROOT / "examples/python/graph_network.py"
    ran = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    assert "strew.torch: 1 results in 4 runs" in ran.stdout
    assert len(path.read_text().splitlines()) < 60
