"""What a newcomer sees of the package: dir(strew) and help(strew)."""

from __future__ import annotations

import pydoc
import re
import subprocess
import sys
from typing import Any, get_args

import pytest
from test_docs import run_examples

import strew
from strew import _words


def test_dir_has_what_is_public() -> None:
    runtimes = {"jax", "onnxruntime", "torch"}
    assert set(strew.__all__) <= set(dir(strew)) <= set(strew.__all__) | runtimes
    assert "_arrays" not in dir(strew) and "numpy_names" not in dir(strew)


def test_dir_has_a_module_once_it_is_imported() -> None:
    program = "import strew, sys\nstrew.jax = sys\nassert 'jax' in dir(strew) and 'torch' not in dir(strew)"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_help_begins_with_what_the_package_is_and_has() -> None:
    text = pydoc.render_doc(strew, renderer=pydoc.plaintext)
    begin = text.partition("PACKAGE CONTENTS")[0]
    assert text.startswith("Python Library Documentation: package strew\n\nNAME\n    strew - Scatter and gather")
    assert "strew.scatter(" in begin and "help(strew.gather)" in begin


@pytest.mark.parametrize("name", [name for name in strew.__all__ if name != "__version__"])
def test_the_docstring_names_everything(name: str) -> None:
    assert re.search(rf"\b{name}\b", strew.__doc__ or "")


@pytest.mark.parametrize("function", [strew.scatter, strew.scatter_elements, strew.scatter_nd])
def test_docstrings_have_every_reduction(function: Any) -> None:
    listed = re.search(r"^ +reduction: (.*)\.$", function.__doc__, re.MULTILINE)
    assert listed and re.findall(r'"(\w+)"', listed[1]) == list(get_args(_words.Reduction))


def test_the_example_of_the_docstring() -> None:
    assert run_examples(strew.__doc__ or "", "strew", {}) == 4
