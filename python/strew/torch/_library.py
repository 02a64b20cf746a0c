"""Registers strew's operators with PyTorch: what `import strew.torch` needs before anything else."""

from __future__ import annotations

import ctypes
import re
from pathlib import Path
from typing import Any

try:
    import torch
except ImportError as missing:
    raise ImportError("strew.torch needs PyTorch 2.10 or later, and there is no package torch here") from missing

from strew._libraries import library

OLDEST = (2, 10)


def version_of(text: str) -> tuple[int, ...]:
    """(2, 10) for "2.10.0+cpu" or "2.10.0a0"."""
    return tuple(int(number) for number in re.findall(r"\d+", text)[:2])


def register(path: Path, version: str) -> None:
    """Loads the library at `path` into PyTorch `version`, which the process has imported.

    Raises:
        ImportError: in a sentence why not.
    """
    if version_of(version) < OLDEST:
        raise ImportError(f"strew.torch needs PyTorch 2.10 or later, and this is {version}")
    try:
        loaded = ctypes.CDLL(str(path))
    except OSError as refused:
        raise ImportError(f"strew.torch needs {path}, a part of the package that is not loaded: {refused}") from refused
    loaded.strew_torch_register.restype = ctypes.c_char_p
    why = loaded.strew_torch_register()
    if why is not None:
        raise ImportError(f"strew.torch is not registered with PyTorch {version}: {why.decode()}")


register(library("strew_torch"), torch.__version__)
ops: Any = torch.ops.strew
