"""scikit-build-core, and oneTBB of PyPI as a requirement of the build where the system has none and PyPI has a wheel.

A requirement in pyproject.toml can say neither "glibc" nor "unless libtbb-dev is installed" nor "unless the build was
asked to have no threads"; these functions can. Where it is not asked for, the package has the library's own threads.
"""

from __future__ import annotations

import os
import platform
import re
import sys
import sysconfig
from pathlib import Path

from scikit_build_core import build as _build
from scikit_build_core.build import *  # noqa: F403  the hooks that stay as they are

TBB = "tbb-devel>=2021.13"
DEFINE = "cmake.define.STREW_TBB"
SYSTEM = ("/usr/local", "/usr")


def _prefixes() -> list[str]:
    named = [os.environ.get(name, "") for name in ("CMAKE_PREFIX_PATH", "TBB_ROOT", "CONDA_PREFIX")]
    return [*filter(None, os.pathsep.join(named).split(os.pathsep)), sys.prefix, *SYSTEM]


def has_tbb_of_system() -> bool:
    folders = ("lib", "lib64", f"lib/{sysconfig.get_config_var('MULTIARCH')}")
    return any(
        Path(prefix, folder, "cmake", name, "TBBConfig.cmake").exists()
        for prefix in _prefixes()
        for folder in folders
        for name in ("TBB", "tbb")
    )


def has_tbb_of_pypi() -> bool:
    """Its wheels are for x86-64 and glibc 2.28 or later."""
    name, version = platform.libc_ver()
    if sys.platform != "linux" or platform.machine() != "x86_64" or name != "glibc":
        return False
    return tuple(map(int, version.split(".")[:2])) >= (2, 28)


def wants_tbb(settings: dict[str, str | list[str]] | None) -> bool:
    """Not where the build is asked for its own threads or none: the settings of pip, or the variables of the environment."""
    chosen = (settings or {}).get(DEFINE) or (settings or {}).get(f"skbuild.{DEFINE}")
    if chosen is None:
        defines = f"{os.environ.get('SKBUILD_CMAKE_DEFINE', '')};{os.environ.get('CMAKE_ARGS', '')}"
        found = re.findall(r"STREW_TBB(?::\w+)?=(\w+)", defines)
        chosen = found[-1] if found else "AUTO"
    word = (chosen[-1] if isinstance(chosen, list) else chosen).upper()
    return word not in ("STANDARD", "OFF", "0", "FALSE", "NO", "N")


def _tbb(settings: dict[str, str | list[str]] | None) -> list[str]:
    return [TBB] if wants_tbb(settings) and has_tbb_of_pypi() and not has_tbb_of_system() else []


def get_requires_for_build_wheel(config_settings: dict[str, str | list[str]] | None = None) -> list[str]:
    return [*_build.get_requires_for_build_wheel(config_settings), *_tbb(config_settings)]


def get_requires_for_build_editable(config_settings: dict[str, str | list[str]] | None = None) -> list[str]:
    return [*_build.get_requires_for_build_editable(config_settings), *_tbb(config_settings)]
