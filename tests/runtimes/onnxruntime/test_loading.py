"""The library and the package: versions, what is missing, and what is registered."""

from __future__ import annotations

import ctypes
import re
import subprocess
import sys
from pathlib import Path

import onnxruntime
import pytest
from runtime import IS_TAKEN, calls_of, model_of, needs_provider, node, session

import strew.onnxruntime

NODE = node("Gather", [1.0, 2.0, 3.0], [2, 0])
PROVIDERS = [strew.onnxruntime.PROVIDER, "CPUExecutionProvider"]


def output_of(program: str) -> str:
    """What a new process prints that runs the program."""
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()


def test_import_of_strew_imports_no_runtime() -> None:
    program = "import sys, strew.onnxruntime; strew.onnxruntime.counts(); print('onnxruntime' in sys.modules)"
    assert output_of(program) == "False"


@pytest.mark.skipif(IS_TAKEN, reason="this version is taken")
def test_early_version_is_refused() -> None:
    with pytest.raises(ImportError, match=r"needs onnxruntime 1\.24 or later, .* this is 1\.23"):
        strew.onnxruntime.add_to(onnxruntime.SessionOptions())


@pytest.mark.skipif(IS_TAKEN, reason="this version is taken")
def test_early_version_is_refused_by_the_library_itself() -> None:
    with pytest.raises(Exception, match=r"strew needs ONNX Runtime 1\.24 or later, and this is 1\.23") as caught:
        onnxruntime.register_execution_provider_library("strew", strew.onnxruntime.library())
    assert type(caught.value).__name__ == "Fail"
    with pytest.raises(Exception, match=r"strew needs ONNX Runtime 1\.24 or later, and this is 1\.23"):
        onnxruntime.SessionOptions().register_custom_ops_library(strew.onnxruntime.library())


def test_missing_runtime() -> None:
    program = (
        "import sys; sys.modules['onnxruntime'] = None\n"
        "import strew.onnxruntime\n"
        "try: strew.onnxruntime.add_to(None)\n"
        "except ImportError as error: print(error)"
    )
    assert output_of(program) == "strew.onnxruntime needs the package onnxruntime, 1.24 or later"


def test_missing_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(strew._libraries, "__file__", str(tmp_path / "_libraries.py"))
    with pytest.raises(ImportError, match="built without its library for ONNX Runtime: .*strew_onnxruntime"):
        strew.onnxruntime.library()


def test_library_needs_nothing_of_the_runtime() -> None:
    content = Path(strew.onnxruntime.library()).read_bytes()
    assert not re.search(rb"libonnxruntime|libtbb", content)
    library = ctypes.CDLL(strew.onnxruntime.library())
    assert library.CreateEpFactories and library.ReleaseEpFactory and library.RegisterCustomOps


@needs_provider
def test_added_often() -> None:
    for _ in range(3):
        made = session(model_of(NODE))
        assert made.get_providers() == PROVIDERS
    with calls_of(1):
        assert made.run(None, NODE.feeds)[0].tolist() == [3, 1]


@needs_provider
def test_added_twice_to_the_same_options() -> None:
    options = onnxruntime.SessionOptions()
    for _ in range(3):
        strew.onnxruntime.add_to(options)
    with calls_of(2):
        for _ in range(2):
            made = onnxruntime.InferenceSession(model_of(NODE), options)
            assert made.get_providers() == PROVIDERS and made.run(None, NODE.feeds)[0].tolist() == [3, 1]
            strew.onnxruntime.add_to(options)


@needs_provider
@pytest.mark.parametrize("given", [None, "model.onnx", {}, onnxruntime.RunOptions(), onnxruntime.SessionOptions])
def test_added_to_something_else(given: object) -> None:
    words = rf"^add_to\(\) takes onnxruntime.SessionOptions, not {type(given).__name__}$"
    with pytest.raises(TypeError, match=words):
        strew.onnxruntime.add_to(given)


@needs_provider
def test_registered_by_the_program() -> None:
    program = (
        "import onnxruntime, strew.onnxruntime\n"
        "onnxruntime.register_execution_provider_library('mine', strew.onnxruntime.library())\n"
        "options = onnxruntime.SessionOptions()\n"
        "strew.onnxruntime.add_to(options)\n"
        "print([one.ep_name for one in onnxruntime.get_ep_devices()].count(strew.onnxruntime.PROVIDER))"
    )
    assert output_of(program) == "1"


@needs_provider
def test_devices() -> None:
    session(model_of(NODE))
    (device,) = [one for one in onnxruntime.get_ep_devices() if one.ep_name == strew.onnxruntime.PROVIDER]
    assert device.ep_vendor == "strew"
    assert device.ep_metadata["version"] == strew.__version__


@needs_provider
def test_many_sessions_end() -> None:
    for _ in range(50):
        made = session(model_of(NODE))
        made.run(None, NODE.feeds)
        del made


@needs_provider
def test_strings_stay_with_the_runtime() -> None:
    strings = node("Gather", ["a", "b", "c"], [2, 0])
    with calls_of(0):
        assert session(model_of(strings)).run(None, strings.feeds)[0].tolist() == ["c", "a"]
