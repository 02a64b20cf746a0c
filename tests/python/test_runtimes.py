"""The libraries for other runtimes, and what imports them, where no such runtime is installed: `make runtimes` has the
tests inside the runtimes."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import pathlib
import subprocess

import pytest
from processes import run

from strew import _libraries

RUNTIMES = ("onnxruntime", "torch", "jax")
LOOKED_UP = {  # by the runtime, or by the Python side
    "onnxruntime": {"CreateEpFactories", "ReleaseEpFactory", "RegisterCustomOps", "strew_onnxruntime_counts"},
    "torch": {"strew_torch_register"},
    "jax": {
        "strew_jax_interface", "strew_jax_gather", "strew_jax_gather_elements", "strew_jax_gather_nd",
        "strew_jax_scatter", "strew_jax_scatter_elements", "strew_jax_scatter_nd", "strew_jax_stablehlo_gather",
        "strew_jax_stablehlo_scatter", "strew_jax_segment_reduce", "strew_jax_segment_scan", "strew_jax_sddmm",
        "strew_jax_gather_block_quantized",
    },
}  # fmt: skip


def library(runtime: str) -> pathlib.Path:
    return _libraries.library(f"strew_{runtime}")


@pytest.mark.skipif(os.name == "nt", reason="a program of POSIX lists names")
@pytest.mark.parametrize("runtime", RUNTIMES)
def test_a_library_exports_what_its_runtime_looks_up_and_nothing_else(runtime: str) -> None:
    listed = subprocess.check_output(["nm", "-D", "--defined-only", library(runtime)], text=True)
    assert {line.split()[2].partition("@")[0] for line in listed.splitlines() if " T " in line} == LOOKED_UP[runtime]


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_a_missing_runtime_is_named_in_a_sentence(runtime: str) -> None:
    if importlib.util.find_spec(runtime) is not None:
        pytest.skip(f"{runtime} is installed")
    script = f"""
try:
    import strew.{runtime} as module
    module.add_to(None)  # that for ONNX Runtime can be imported, for the path of the library
except ImportError as error:
    print(error)
"""
    said = run(script)
    assert said.startswith(f"strew.{runtime} needs") and "or later" in said and "\n" not in said


def test_the_library_for_pytorch_says_that_there_is_none() -> None:
    script = """
import ctypes, sys
loaded = ctypes.CDLL(sys.argv[1])
loaded.strew_torch_register.restype = ctypes.c_char_p
print(loaded.strew_torch_register().decode())
"""
    assert run(script, str(library("torch"))) == "libtorch_cpu is not loaded in this process: import torch first"


def test_a_runtime_of_onnx_without_the_version_is_refused() -> None:
    """A runtime whose first version of the API is all that it has, as 1.23 is to a provider of 1.24."""
    said = []

    @ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p)
    def create_status(code: int, message: bytes) -> int:
        said.append((code, message.decode()))
        return 0x5A

    table = (ctypes.c_void_p * 1)(ctypes.cast(create_status, ctypes.c_void_p).value)
    get_api = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_uint32)(
        lambda version: ctypes.addressof(table) if version == 1 else None
    )
    text = ctypes.create_string_buffer(b"1.23.2")
    get_version = ctypes.CFUNCTYPE(ctypes.c_void_p)(lambda: ctypes.addressof(text))
    base = (ctypes.c_void_p * 2)(*(ctypes.cast(one, ctypes.c_void_p).value for one in (get_api, get_version)))

    loaded = ctypes.CDLL(str(library("onnxruntime")))
    create, register = loaded.CreateEpFactories, loaded.RegisterCustomOps
    create.restype = register.restype = ctypes.c_void_p
    factories, count = (ctypes.c_void_p * 1)(), ctypes.c_size_t(7)
    assert create(b"strew", base, None, factories, ctypes.c_size_t(1), ctypes.byref(count)) == 0x5A
    assert count.value == 0 and factories[0] is None
    assert register(None, base) == 0x5A
    assert said == [(1, "strew needs ONNX Runtime 1.24 or later, and this is 1.23.2")] * 2


def test_the_handlers_for_jax_answer_the_question_for_their_interface() -> None:
    """XLA asks for the version before it registers a handler: a call frame whose extension points to the answer."""
    word = ctypes.c_size_t
    answer = (word * 6)(48, 24, 0, 0, 0, 0)  # struct_size, version {struct_size, extensions, two ints}, traits
    asked = (word * 4)(32, 1, 0, ctypes.addressof(answer))  # struct_size, type 1, next, the answer
    frame = (word * 22)(176, ctypes.addressof(asked))
    loaded = ctypes.CDLL(str(library("jax")))
    for name in LOOKED_UP["jax"] - {"strew_jax_interface"}:
        answer[3] = 0xFF
        handler = getattr(loaded, name)
        handler.restype = ctypes.c_void_p
        assert handler(frame) is None
        assert answer[3] == 1 << 32  # major 0, minor 1
    assert loaded.strew_jax_interface() == 1
