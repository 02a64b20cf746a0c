"""Operands as they come from outside of a program. Without `jax_enable_x64` JAX makes 32 bits of 64 and does not look
at what is lost: here every value is looked at before."""

from __future__ import annotations

import functools
from typing import Any

import jax
import numpy as np

from strew._advice import check_kind
from strew._errors import Error, from_rule
from strew.jax._types import MOVED

_WIDE = {int: "int64", float: "float64", complex: "complex128"}


def taken(name: str, given: Any) -> Any:
    """The operand as an array of JAX, or as one that becomes it without loss (PY1, PY3, PY4, PY11)."""
    if isinstance(given, jax.Array):
        return given
    if isinstance(given, (np.ndarray, np.generic)):
        return _of_numpy(name, given)
    if isinstance(given, (bool, int, float, complex)):
        return _of_python(name, given)
    if hasattr(given, "__jax_array__"):
        return given.__jax_array__()
    check_kind(given, name)
    raise from_rule("PY1", name, f"a {type(given).__name__} is no array of JAX or NumPy{_how(given)}")


def _how(given: Any) -> str:
    is_array = isinstance(given, (list, tuple)) or hasattr(given, "__array__") or hasattr(given, "__dlpack__")
    return ": numpy.asarray makes one of it" if is_array else ""


def check_type(name: str, dtype: Any) -> None:
    """Whether strew moves elements of this type of JAX (PY4)."""
    if dtype.name not in MOVED:
        how = ": array.astype(float), or another type, makes some" if getattr(dtype, "hasobject", False) else ""
        raise from_rule("PY4", name, f"elements of type {dtype} are no numbers of whole bytes that JAX has{how}")


def _of_numpy(name: str, given: Any) -> Any:
    if isinstance(given, np.ma.MaskedArray):
        how = "give array.filled(value) or array.data"
        raise from_rule("PY1", name, f"is a masked array; its mask would be lost: {how}")
    if not _is_taken(given.dtype):
        check_type(name, given.dtype)
        order = "of another machine; array.astype(array.dtype.newbyteorder('=')) converts it"
        raise from_rule("PY3", name, f"has elements of type {given.dtype.str}, in the byte order {order}")
    dtype = jax.dtypes.canonicalize_dtype(given.dtype)
    return narrowed(name, given, dtype, given.dtype)


@functools.lru_cache(maxsize=256)
def _is_taken(dtype: Any) -> bool:
    return dtype.name in MOVED and bool(dtype.isnative)


def _of_python(name: str, given: Any) -> Any:
    """The number itself: its type is a weak one in JAX."""
    kind = next((kind for kind in _WIDE if isinstance(given, kind) and not isinstance(given, bool)), None)
    if kind is None:
        return given
    dtype = jax.dtypes.canonicalize_dtype(np.dtype(_WIDE[kind]))
    try:
        narrowed(name, np.asarray(given, _WIDE[kind]), dtype, f"a Python {kind.__name__}")
    except OverflowError:
        raise _lost(name, f"{given}", dtype, f"a Python {kind.__name__}") from None
    return given


def narrowed(name: str | None, given: Any, dtype: Any, what: object, label: str = "") -> Any:
    """The values in JAX's width: integers are the same, floats are rounded, and none becomes infinite (PY11)."""
    if given.dtype == dtype:
        return given
    with np.errstate(all="ignore"):
        made = given.astype(dtype)
    is_integer = dtype.kind in "iu"
    if (made == given if is_integer else np.isfinite(made)).all():
        return made
    is_lost = made != given if is_integer else _becomes_infinite(given, made)
    if not is_lost.any():
        return made
    at = int(np.argmax(is_lost))
    place = f" at position {at} ({', '.join(map(str, np.unravel_index(at, given.shape)))})" if given.ndim else ""
    raise _lost(name, f"{label}{given.reshape(-1)[at]}{place}", dtype, what)


def _becomes_infinite(given: Any, made: Any) -> Any:
    """Either part of a complex number may."""
    real = np.isinf(made.real) & np.isfinite(given.real)
    return real | (np.isinf(made.imag) & np.isfinite(given.imag))


def _lost(name: str | None, value: str, dtype: Any, what: object) -> Error:
    return from_rule(
        "PY11", name, f"{value} does not fit {dtype}, which JAX makes of {what} unless jax_enable_x64 is set"
    )
