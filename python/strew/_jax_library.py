"""libstrew_jax.so: found, compared with the installed JAX, and registered with it."""

from __future__ import annotations

import ctypes
import re
from pathlib import Path

try:
    import jax
    import jaxlib
except ImportError as missing:
    raise ImportError(f"strew.jax works on JAX's arrays: pip install 'jax>=0.6.2' ({missing})") from missing

OLDEST = (0, 6, 2)
OPERATORS = (
    "gather", "gather_elements", "gather_nd", "scatter", "scatter_elements", "scatter_nd",
    "stablehlo_gather", "stablehlo_scatter",
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


def refusal(version: tuple[int, ...], interface: tuple[int, int] | None, written_for: tuple[int, int]) -> str | None:
    """Why the handlers must not be registered: one that jaxlib does not take would keep its CPU backend from starting."""
    if version < OLDEST:
        return f"strew.jax needs JAX {_dotted(OLDEST)} or newer, this is {_dotted(version)}: pip install -U jax jaxlib"
    if interface is not None and (interface[0] != written_for[0] or interface[1] < written_for[1]):
        return (
            f"strew.jax was written for version {_dotted(written_for)} of XLA's foreign function interface, and this "
            f"jaxlib has {_dotted(interface)}: another version of strew or of jaxlib is needed"
        )
    return None


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


def _load() -> ctypes.CDLL:
    path = Path(__file__).with_name("libstrew_jax.so")
    try:
        return ctypes.CDLL(str(path))
    except OSError as refused:
        raise ImportError(f"strew.jax needs {path.name}, which this build of strew has not got: {refused}") from None


def register() -> None:
    """Makes the operators known to JAX's CPU backend.

    Raises:
        ImportError: this JAX or this build of strew is not suitable.
    """
    library = _load()
    number = int(library.strew_jax_interface())
    header = Path(jax.ffi.include_dir(), "xla", "ffi", "api", "c_api.h")
    version = tuple(int(part) for part in re.findall(r"\d+", jaxlib.__version__)[:3])
    reason = refusal(version, _interface_of(header), (number // 1000, number % 1000))
    if reason is not None:
        raise ImportError(reason)
    for operator in OPERATORS:
        handler = getattr(library, f"strew_jax_{operator}")
        jax.ffi.register_ffi_target(target(operator), jax.ffi.pycapsule(handler), platform="cpu")
