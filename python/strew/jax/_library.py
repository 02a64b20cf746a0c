"""The library strew_jax: found, compared with the installed JAX, and registered with it."""

from __future__ import annotations

import ctypes
import re
from pathlib import Path

try:
    import jax
    import jaxlib
except ImportError as missing:
    raise ImportError(f"strew.jax needs JAX 0.6.2 or later, and there is no package {missing.name} here") from missing

from strew._libraries import library

OLDEST = (0, 6, 2)
OPERATORS = (
    "gather", "gather_elements", "gather_nd", "scatter", "scatter_elements", "scatter_nd",
    "segment_reduce", "segment_scan", "sddmm", "gather_block_quantized", "stablehlo_gather", "stablehlo_scatter",
)  # fmt: skip


def target(operator: str) -> str:
    """The name of an operator's call in a program."""
    return f"strew_{operator}"


def _interface_of(header: Path) -> tuple[int, int] | None:
    """Major and minor version of the interface that the installed jaxlib has, None where it does not say."""
    try:
        text = header.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    found = [re.search(rf"#define XLA_FFI_API_{part} (\d+)", text) for part in ("MAJOR", "MINOR")]
    if found[0] is None or found[1] is None:
        return None
    return int(found[0][1]), int(found[1][1])


def refusal(version: tuple[int, ...]) -> str | None:
    if version >= OLDEST:
        return None
    how = "pip install -U jax jaxlib"
    return f"strew.jax needs JAX {_dotted(OLDEST)} or later, and this is {_dotted(version)}: {how}"


def interface_refusal(interface: tuple[int, int] | None, written_for: tuple[int, int]) -> str | None:
    """Why the handlers must not be registered: one that jaxlib does not take keeps its CPU backend from starting."""
    if interface is None or (interface[0] == written_for[0] and interface[1] >= written_for[1]):
        return None
    return (
        f"strew.jax was written for version {_dotted(written_for)} of XLA's foreign function interface, and this "
        f"jaxlib has {_dotted(interface)}: another version of strew or of jaxlib is needed"
    )


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


def _load() -> ctypes.CDLL:
    path = library("strew_jax")
    try:
        return ctypes.CDLL(str(path))
    except OSError as refused:
        raise ImportError(f"strew.jax needs {path.name}, which this build of strew has not got: {refused}") from None


def _refuse(reason: str | None) -> None:
    if reason is not None:
        raise ImportError(reason)


def _register() -> None:
    """Makes the operators known to JAX's CPU backend, after a look at the version: much is missing in old ones."""
    _refuse(refusal(tuple(int(part) for part in re.findall(r"\d+", jaxlib.__version__)[:3])))
    library = _load()
    number = int(library.strew_jax_interface())
    header = Path(jax.ffi.include_dir(), "xla", "ffi", "api", "c_api.h")
    _refuse(interface_refusal(_interface_of(header), (number // 1000, number % 1000)))
    for operator in OPERATORS:
        handler = getattr(library, f"strew_jax_{operator}")
        jax.ffi.register_ffi_target(target(operator), jax.ffi.pycapsule(handler), platform="cpu")


_register()
