"""What reductions by group begin with: the number of groups, and the value of an empty one."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from strew._errors import DTypeError, from_rule
from strew._filled import Filled
from strew._values import one_element
from strew._views import extent_of, filled_array, integer

_MAX = 2**63 - 1


def size(given: Any, name: str) -> int:
    """An option that is a number of elements (PY8)."""
    number = integer(given, name)
    if number < 0:
        raise from_rule("PY8", None, f"{name}={given!r} is negative")
    if number > _MAX:
        raise from_rule("PY8", None, f"{name}={given!r} is beyond 63 bits")
    return number


def groups_of(indices: Any, operand: str = "indices") -> int:
    """As many as the largest index requires."""
    number = extent_of(indices)
    if number > _MAX:
        raise from_rule("PY8", operand, f"the largest is {number - 1}: the size of the result is beyond 63 bits")
    return number


def empty_groups(shape: tuple[int, ...], value: Any, dtype: np.dtype[Any], is_numpy: bool) -> tuple[Any, Any]:
    """The data that a reduction begins with, and the array made of them where it is written in place, or None.

    A type that does not have `value` gives zeros: the core refuses the reduction for it (TY4).
    """
    made = filled_array(shape, value, dtype) if is_numpy else None
    if made is not None:
        return made, made
    try:
        element = one_element(value, dtype, "the value of an empty group")
    except DTypeError:
        element = np.zeros((), dtype)
    element.setflags(write=False)
    return Filled.of(shape, element), None


def neutral(reduction: str, dtype: np.dtype[Any]) -> bool | int | float:
    """The value of a group without elements: the identity of a product, a minimum or a maximum; else 0."""
    if reduction == "mul":
        return 1
    if reduction not in ("min", "max"):
        return 0
    lowest, highest = _LIMITS.get(dtype, (-math.inf, math.inf))
    return lowest if reduction == "max" else highest


_LIMITS: dict[np.dtype[Any], tuple[int, int] | tuple[bool, bool]] = {
    np.dtype(code): (int(np.iinfo(code).min), int(np.iinfo(code).max)) for code in "bhilqBHILQ"
}
_LIMITS[np.dtype(bool)] = (False, True)
