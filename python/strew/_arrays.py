"""Conversion of arrays that the extension cannot read directly, and type queries that need NumPy."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from strew._advice import check_kind
from strew._errors import DTypeError, Error, from_rule
from strew._values import as_elements
from strew._words import TYPES

OBJECTS = "which are references to Python objects; array.astype(float), or another type, makes elements of bytes"
_WIDTHS = {1: "u1", 2: "u2", 4: "u4", 8: "u8"}


def viewable(array: np.ndarray[Any, Any], operand: str) -> tuple[np.ndarray[Any, Any], str]:
    """A view of `array` as a type of the buffer protocol, and the name of its type: dates, bfloat16, float8."""
    dtype = array.dtype
    if dtype.hasobject or dtype.kind in "OT":
        raise from_rule("PY4", operand, f"has elements of type {dtype}, {OBJECTS}")
    if not dtype.isnative and dtype.names is None:
        order = "in the byte order of another machine; array.astype(array.dtype.newbyteorder('=')) converts it"
        raise from_rule("PY3", operand, f"has elements of type {dtype.str}, {order}")
    return array.view(_WIDTHS.get(dtype.itemsize, f"V{dtype.itemsize}")), dtype.name


def requires_grad(operand: str) -> Error:
    """PyTorch's and NumPy's advice, tensor.detach(), would cut the gradient without a word."""
    what = "is a tensor that requires grad: strew.torch has the same operators with gradients"
    return from_rule("PY1", operand, f"{what}; where none is wanted, give tensor.detach()")


def check_memory(value: Any, operand: str) -> None:
    """JAX's tracers have DLPack's method, but no device."""
    if hasattr(value, "__dlpack__") and not hasattr(value, "__dlpack_device__"):
        what = "a traced array (jax.jit, grad, vmap) is no value; strew.jax has the same operators for these"
        raise from_rule("PY1", operand, f"has no memory to read: {what}")


_LIKE_DATA = ("updates", "weights", "base", "right")


def as_array(value: Any, operand: str, like: np.dtype[Any] | None) -> np.ndarray[Any, Any]:
    """Lists, scalars and objects with __array__; what has no type takes that of data, if it is an operand that goes with
    them."""
    has_type = hasattr(value, "dtype") or hasattr(value, "__array__")
    if getattr(value, "requires_grad", False) is True:
        raise requires_grad(operand)
    check_memory(value, operand)
    try:
        if operand in _LIKE_DATA and like is not None and not has_type:
            return as_elements(value, like, "a list or scalar", operand)
        made = np.asarray(value)
    except DTypeError:
        check_kind(value, operand)
        raise
    except (TypeError, ValueError, RuntimeError) as refused:
        raise from_rule("PY1", operand, f"NumPy makes no array of it: {refused}") from None
    if made.dtype.hasobject:
        check_kind(value, operand)
    if made.dtype.hasobject and not has_type:
        what = "is no array, and NumPy makes one of Python objects of it: integers beyond 64 bits, or things of any kind"
        raise from_rule("PY4", operand, what)
    if operand in ("indices", "segments") and made.size == 0 and not has_type:
        return made.astype(np.int64)
    return made


def dtype_of(array: Any, name: str = "", width: int = 0, is_buffer: bool = False) -> np.dtype[Any]:
    """The NumPy type of the elements of an array of any library, which strew reads as `name`."""
    dtype = getattr(array, "dtype", None)
    if isinstance(dtype, np.dtype):
        return dtype
    numpy_name = TYPES.get(name, ("", ""))[0]
    if hasattr(np, numpy_name or "-"):
        return np.dtype(numpy_name)
    if dtype is not None:
        return numpy_dtype(str(dtype).rpartition(".")[2])
    if is_buffer or not width:
        try:
            return np.asarray(array).dtype
        except ValueError:  # a format that NumPy does not know: pointers
            return np.dtype(f"V{width}")
    return numpy_dtype(numpy_name) if numpy_name else np.dtype(f"V{width}")


def numpy_dtype(dtype: Any) -> np.dtype[Any]:
    """np.dtype that also accepts the small floats by name if the package ml_dtypes is installed."""
    if type(dtype).__module__.partition(".")[0] == "torch":
        dtype = str(dtype).rpartition(".")[2]
    try:
        known: np.dtype[Any] = np.dtype(dtype)
        return known
    except TypeError:
        pass
    try:
        import ml_dtypes

        small: np.dtype[Any] = np.dtype(getattr(ml_dtypes, dtype))
        return small
    except (ImportError, AttributeError, TypeError):
        unknown = f"{dtype!r} is no element type that NumPy knows (bfloat16 and float8 come with the package ml_dtypes)"
        raise from_rule("PY1", None, unknown, DTypeError) from None


def to_jax(array: np.ndarray[Any, Any]) -> Any:
    """The result of a call whose data was a JAX array."""
    jax = sys.modules["jax"]
    return jax.numpy.asarray(array)


def note_write(tensor: Any) -> None:
    """Notifies PyTorch that `tensor` was written, so that a backward pass which saved it before refuses it."""
    graph = sys.modules["torch"].autograd.graph
    if hasattr(graph, "increment_version"):
        graph.increment_version(tensor)
