"""Operands of the functions named after other libraries: conversion to arrays, broadcasting without copies, flat
views."""

from __future__ import annotations

import math
import operator
import sys
from typing import Any

import numpy as np

from strew._arrays import as_array, check_memory, dtype_of, numpy_dtype, to_jax
from strew._errors import ShapeError, from_rule, not_made
from strew._filled import Filled


def data_of(value: Any) -> Any:
    """An array of any library unchanged; a list, a scalar or a buffer as a NumPy array."""
    if type(value) is np.ndarray:
        return value
    found = _as_array_without_copy(value, "data")
    return as_array(value, "data", None) if found is None else found


def indices_of(value: Any, operand: str = "indices") -> Any:
    """As data_of; an empty list holds integers."""
    if type(value) is np.ndarray:
        return value
    found = _as_array_without_copy(value, operand)
    return as_array(value, operand, None) if found is None else found


def updates_of(value: Any, data: Any) -> Any:
    """As data_of; a list or a scalar takes the type of data."""
    if type(value) is np.ndarray:
        return value
    if type(value) is int or type(value) is float:
        return as_array(value, "updates", dtype_of(data))
    found = _as_array_without_copy(value, "updates")
    return as_array(value, "updates", dtype_of(data)) if found is None else found


def _as_array_without_copy(value: Any, operand: str) -> Any:
    if isinstance(value, np.ma.MaskedArray):  # a broadcast view would lose the mask
        raise from_rule("PY1", operand, "is a masked array: give array.filled(value) or array.data")
    if isinstance(value, Filled):
        return np.broadcast_to(value.element, value.shape)
    if hasattr(value, "resolve_conj"):  # PyTorch: the same tensor unless it is a conjugated or negated view
        return value.resolve_conj().resolve_neg()
    if hasattr(value, "__dlpack__"):
        check_memory(value, operand)
        return value
    try:
        return np.asarray(memoryview(value))
    except TypeError:
        return None


def destination_of(value: Any, operand: str = "output") -> Any:
    """The destination of an in-place call. A list would be copied, and the writes lost."""
    if not hasattr(value, "__dlpack__"):
        raise from_rule("PY6", operand, f"is of type {type(value).__name__}, which a call cannot write in place")
    return value


def new_array(like: Any, shape: list[int], name: str) -> Any:
    """A new array of the type of that name, a tensor if `like` is one."""
    try:
        if hasattr(like, "new_empty"):
            return like.new_empty(shape, dtype=getattr(sys.modules["torch"], name))
        return np.empty(shape, numpy_dtype(name))
    except (MemoryError, RuntimeError, ValueError) as refused:  # RuntimeError: torch's
        raise not_made(refused, tuple(shape), name) from refused


def as_kind_of(like: Any, made: Any) -> Any:
    """An array of new_array, once it is written, as one of JAX if `like` is one."""
    is_for_jax = type(made) is np.ndarray and type(like).__module__.startswith(("jax", "jaxlib"))
    return to_jax(made) if is_for_jax else made


def shape_error(operand: str | None, what: str) -> ShapeError:
    """PY14, as an exception to raise."""
    error = from_rule("PY14", operand, what, ShapeError)
    assert isinstance(error, ShapeError)
    return error


def integer(value: Any, name: str) -> int:
    if type(value) is int:
        return value
    try:
        return operator.index(value)
    except TypeError:
        raise from_rule("PY8", None, f"{name}={value!r} is no integer") from None


def expanded(array: Any, shape: tuple[int, ...], operand: str) -> Any:
    """A view of `array` broadcast to `shape`, with strides of 0. JAX has no such views: its data are copied."""
    given = array.shape
    if given == shape:
        return array
    if given == () and type(array) is np.ndarray:
        return Filled.of(shape, array)
    try:
        if hasattr(array, "expand"):  # PyTorch
            return array.expand(shape)
        if operand == "data" and not isinstance(array, np.ndarray):
            return array.__array_namespace__().broadcast_to(array, shape)
        return np.broadcast_to(array, shape)
    except (ValueError, RuntimeError):
        raise shape_error(operand, f"shape {tuple(array.shape)} does not broadcast to {tuple(shape)}") from None


def flat_view(array: Any) -> Any:
    """The elements of `array` in row-major order along one dimension, in the same memory."""
    flat = array.reshape(-1)
    is_view = flat.data_ptr() == array.data_ptr() if hasattr(array, "data_ptr") else np.may_share_memory(flat, array)
    if array.shape and 0 not in array.shape and not is_view:
        raise shape_error("output", f"shape {tuple(array.shape)} and its strides have no flat view to write: give an axis")
    return flat


_SHORT = 50  # so many integers Python compares sooner than NumPy begins


def extent_of(indices: Any) -> int:
    """The smallest size that contains all non-negative `indices`; any number if they are not integers."""
    if 0 in indices.shape:
        return 0
    if type(indices) is not np.ndarray:
        indices = numpy_view(indices)
    if indices.dtype.kind not in "iu":
        return 0
    elif indices.ndim == 1 and indices.size <= _SHORT:
        highest = max(indices.tolist())
    else:
        highest = np.maximum.reduce(indices, axis=None).item()
    return max(highest + 1, 0) if isinstance(highest, int) else 0


def numpy_view(indices: Any) -> np.ndarray[Any, Any]:
    """The elements of an array of another library; of what NumPy does not read none: the core says what is wrong."""
    try:
        return np.asarray(indices) if hasattr(indices, "__array__") else np.from_dlpack(indices)
    except (TypeError, ValueError, RuntimeError, BufferError):
        return np.zeros(1)


# Results of more elements are left to the core, which asks for memory when nothing else is wrong.
_FEW = 1 << 16


def filled_array(shape: tuple[int, ...], value: Any, dtype: np.dtype[Any]) -> np.ndarray[Any, Any] | None:
    """A NumPy array for the result of a reduction that begins with `value`, where it is small; else None."""
    if dtype.kind not in "biufc" or min(shape) < 0 or math.prod(shape) > _FEW:
        return None
    made: np.ndarray[Any, Any] = np.zeros(shape, dtype)
    if value != 0:
        made.fill(value)
    return made
