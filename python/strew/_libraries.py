"""The libraries of the package that other runtimes load."""

from __future__ import annotations

import sys
from pathlib import Path


def library(name: str) -> Path:
    """Where the library of that name is, if this build of strew has it."""
    file = f"{name}.dll" if sys.platform == "win32" else f"lib{name}.so"
    return Path(__file__).with_name(file)
