#!/usr/bin/env python3
"""wheel_works.py README [PROGRAM...]: the package as a wheel brings it, run by the Python that has it. PROGRAM are the words
that start the program strew, where the wheel has one."""
import importlib.machinery
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import numpy as np

import strew
from strew import _libraries

FOLDER = pathlib.Path(strew.__file__).parent


def readme(path):
    """The lines of Python in README.md."""
    for block in re.findall(r"^```python\n(.*?)^```$", pathlib.Path(path).read_text(), re.MULTILINE | re.DOTALL):
        exec(compile(block, path, "exec"), {})


def load(path):
    """As an extension, which it is not: Python says so once the library is loaded. ctypes is not everywhere."""
    try:
        loader = importlib.machinery.ExtensionFileLoader(path.stem, str(path))
        importlib.util.module_from_spec(importlib.util.spec_from_file_location(path.stem, path, loader=loader))
    except ImportError as refused:
        assert f"PyInit_{path.stem}" in str(refused), refused


def libraries():
    """What other runtimes load comes where none of them is installed; what imports them says what is missing."""
    for name in ("onnxruntime", "torch", "jax"):
        load(_libraries.library(f"strew_{name}"))
        if importlib.util.find_spec(name) is None:
            try:  # PyTorch's and JAX's are refused at the import already
                importlib.import_module(f"strew.{name}").add_to(None)
            except ImportError as refused:  # or that of ctypes, where a Python has none
                assert re.match("strew.*needs", str(refused)) or "ctypes" in str(refused), refused
            else:
                raise AssertionError(f"strew.{name} does without {name}")


def program(*words):
    """It reads and writes the arrays of NumPy and knows the frontends."""
    start = [os.path.abspath(shutil.which(words[0])), *words[1:]]

    def run(*arguments, **more):
        return subprocess.run([*start, *arguments], check=True, text=True, stdout=subprocess.PIPE, **more).stdout

    assert strew.__version__ in run("--version")
    assert "DirectML" in run("caps", "--directml")
    with tempfile.TemporaryDirectory() as folder:
        np.save(f"{folder}/table.npy", np.arange(6).reshape(3, 2))
        np.save(f"{folder}/rows.npy", [2, -3])
        run("gather", "table.npy", "rows.npy", "-o", "out.npy", cwd=folder)
        assert np.load(f"{folder}/out.npy").tolist() == [[4, 5], [0, 1]]


readme(sys.argv[1])
assert (FOLDER / "contract.md").exists()
libraries()
if sys.argv[2:]:
    program(*sys.argv[2:])
strew.show_config()
