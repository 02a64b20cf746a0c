"""Conversion of Python values to elements: lists and scalars of updates, fill values, the value of filled()."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from strew._errors import from_rule, shown

_NUMBERS = "biuf"
# What a Python number of each type may be without a question: lowest, highest, whether it may have a fraction.
_NOTHING: tuple[int, int, bool] = (1, 0, False)
_PLAIN = {np.dtype(code): (int(np.iinfo(code).min), int(np.iinfo(code).max), False) for code in "bhilqBHILQ"} | {
    np.dtype(code): (-(2**15), 2**15, True) for code in "efd"
}
_SMALL_INTEGER = re.compile("u?int[1-7]")  # of ml_dtypes


def as_elements(value: Any, dtype: np.dtype[Any], what: str, operand: str | None = None) -> np.ndarray[Any, Any]:
    """`value` as an array of `dtype`, if the conversion is exact apart from rounding to a float (PY11)."""
    if _is_plain(value, dtype):
        return np.array(value, dtype)
    try:
        with np.errstate(all="ignore"):
            natural = np.asarray(value) if dtype.names is None else None
            if natural is not None and _is_foreign(natural, dtype):
                raise TypeError(f"it is of type {natural.dtype}")
            made = np.asarray(value, dtype=dtype)
            if natural is not None and not _is_exact(made, natural):
                raise ValueError("it would lose something")
    except (OverflowError, ValueError, TypeError) as refused:
        raise from_rule("PY11", operand, f"{what} does not fit the type {dtype}: {refused}") from None
    return made


def _is_plain(value: Any, dtype: np.dtype[Any]) -> bool:
    """Whether it is one number that fits without a look at how NumPy would convert it."""
    kind = type(value)
    if kind is not int and kind is not float:
        return False
    lowest, highest, is_real = _PLAIN.get(dtype, _NOTHING)
    return bool(lowest <= value <= highest) and (kind is int or is_real)


def one_element(value: Any, dtype: np.dtype[Any], what: str) -> np.ndarray[Any, Any]:
    """The same for one value: an array of rank 0."""
    made = np.array(as_elements(value, dtype, what))
    if made.shape != ():
        raise from_rule("PY11", None, f"{what} should be one element, not an array of shape {made.shape}")
    return made


def fill_bytes(value: Any, dtype: np.dtype[Any]) -> bytes:
    """A fill value that is neither an integer nor a float, or is for non-numeric elements."""
    return one_element(value, dtype, f"fill_value={shown(value)}").tobytes()


def _is_foreign(natural: np.ndarray[Any, Any], dtype: np.dtype[Any]) -> bool:
    """Whether NumPy would make an unexpected conversion: None to NaN, complex to real, numbers to strings."""
    if not natural.size:
        return False
    kind = natural.dtype.kind
    if kind == "O":
        return any(element is None for element in natural.flat)
    if dtype.kind in "biuf":
        return kind not in _NUMBERS
    if dtype.kind in "SU":
        return bool(kind != dtype.kind)
    return False


def _is_exact(made: np.ndarray[Any, Any], natural: np.ndarray[Any, Any]) -> bool:
    """Whether integers, booleans, strings and dates are unchanged."""
    kind, given = made.dtype.kind, natural.dtype.kind
    if given == "O":
        return _is_exact_by_element(made, natural)
    if kind in "biu":
        return given not in _NUMBERS or bool(np.array_equal(made, natural))
    if kind in "Mm" and given == kind:
        return bool(np.array_equal(made, natural, equal_nan=True))
    if kind in "SU":
        return bool(np.array_equal(made, natural))
    return not _SMALL_INTEGER.fullmatch(made.dtype.name) or bool(np.array_equal(made.astype(float), natural))


def _is_exact_by_element(made: np.ndarray[Any, Any], natural: np.ndarray[Any, Any]) -> bool:
    """For objects: numbers of other packages, dates of the standard library."""
    if made.dtype.kind in "Mm":
        return bool(np.array_equal(made, natural.astype(f"{made.dtype.kind}8[us]"), equal_nan=True))
    return made.dtype.kind not in "biu" or all(one == given for one, given in zip(made.flat, natural.flat))
