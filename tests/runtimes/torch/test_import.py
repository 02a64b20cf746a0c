"""What is imported when, and the sentences of those imports that are refused."""

import subprocess
import sys
from pathlib import Path

import pytest
import strew
import torch
from strew.torch import _library as library


def output_of(code, *options):
    ran = subprocess.run([sys.executable, *options, "-c", code], capture_output=True, text=True, timeout=300)
    return ran.returncode, ran.stdout, ran.stderr


def test_strew_does_not_import_torch():
    code, printed, errors = output_of("import strew, sys; print([n for n in ('torch', 'jax') if n in sys.modules])")
    assert (code, printed.strip()) == (0, "[]"), errors


def test_strew_torch_does_not_import_the_compiler():
    names = "('torch._dynamo', 'torch._inductor')"
    code, printed, errors = output_of(f"import strew.torch, sys; print([n for n in {names} if n in sys.modules])")
    assert (code, printed.strip()) == (0, "[]"), errors


def test_without_torch():
    code, _, errors = output_of("import sys; sys.modules['torch'] = None\nimport strew.torch")
    assert code == 1
    assert "ImportError: strew.torch needs PyTorch 2.10 or later, and there is no package torch here" in errors


@pytest.mark.parametrize("version", ["2.9.1+cpu", "1.13.0", "2.0.0a0"])
def test_an_older_version(version):
    with pytest.raises(ImportError, match="strew.torch needs PyTorch 2.10 or later, and this is"):
        library.register(Path("none"), version)
    assert library.version_of("2.15.0+cu132") == (2, 15)


def test_without_the_library(tmp_path):
    with pytest.raises(ImportError, match="strew.torch needs .*missing.so, a part of the package that is not loaded: "):
        library.register(tmp_path / "missing.so", torch.__version__)


def test_the_library_without_torch_in_the_process():
    path = Path(strew.__file__).with_name("libstrew_torch.so")
    code, printed, errors = output_of(
        f"import ctypes; lib = ctypes.CDLL({str(path)!r}); lib.strew_torch_register.restype = ctypes.c_char_p\n"
        "print(lib.strew_torch_register().decode())"
    )
    assert (code, printed.strip()) == (0, "libtorch_cpu is not loaded in this process: import torch first"), errors


def test_twice():
    library.register(Path(strew.__file__).with_name("libstrew_torch.so"), torch.__version__)


def test_the_library_needs_no_other():
    """Neither Python nor PyTorch: it is loaded wherever they are."""
    path = Path(strew.__file__).with_name("libstrew_torch.so")
    listed = subprocess.run(["ldd", str(path)], capture_output=True, text=True)
    if listed.returncode != 0:
        pytest.skip(f"ldd does not read the library: {listed.stderr.strip()}")
    assert "torch" not in listed.stdout.replace(str(path), "") and "python" not in listed.stdout


def test_the_only_symbol():
    path = Path(strew.__file__).with_name("libstrew_torch.so")
    try:
        listed = subprocess.run(["nm", "-D", "--defined-only", str(path)], capture_output=True, text=True, check=True)
    except FileNotFoundError:
        pytest.skip("there is no nm on this machine")
    names = [line.split()[-1].partition("@")[0] for line in listed.stdout.splitlines() if " A " not in line]
    assert names == ["strew_torch_register"]
