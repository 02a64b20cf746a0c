"""Arrays with one value in all elements, which own a single element."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from strew._arrays import numpy_dtype
from strew._errors import from_rule, shown
from strew._values import one_element


_MAX = 2**63 - 1


class Filled:
    """An array of `shape` whose elements are all `value`: an operand of a single element (its strides are 0).

    Made by `strew.filled`. It can be data or updates; as data it is the initial value of a scatter.
    """

    __slots__ = ("_element", "_shape")

    def __init__(self, shape: int | tuple[int, ...] | list[int], dtype: Any, value: Any = 0) -> None:
        self._shape = _as_shape(shape)
        self._element = one_element(value, numpy_dtype(dtype), f"value {shown(value)} of filled()")
        self._element.setflags(write=False)

    @classmethod
    def of(cls, shape: tuple[int, ...], element: np.ndarray[Any, Any]) -> Filled:
        """Of an array of rank 0, which is not written as long as this is in use, and a shape known to be one."""
        made = cls.__new__(cls)
        made._shape, made._element = shape, element
        return made

    @property
    def shape(self) -> tuple[int, ...]:
        return self._shape

    @property
    def ndim(self) -> int:
        return len(self._shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        dtype: np.dtype[Any] = self._element.dtype
        return dtype

    @property
    def element(self) -> np.ndarray[Any, Any]:
        """The one element, of rank 0; never written."""
        return self._element

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        return np.full(self.shape, self.element, dtype or self.dtype)

    def __repr__(self) -> str:
        return f"strew.filled({self.shape}, {str(self.dtype)!r}, {self.element.item()!r})"


def _as_shape(shape: int | tuple[int, ...] | list[int]) -> tuple[int, ...]:
    extents = shape if isinstance(shape, (tuple, list)) else (shape,)
    try:
        made = tuple(operator.index(extent) for extent in extents)
    except TypeError:
        raise from_rule("PY8", None, f"shape {shape!r} of filled() is no integer and no tuple of integers") from None
    if any(extent < 0 for extent in made):
        raise from_rule("PY8", None, f"shape {made} of filled() has a negative size")
    if any(extent > _MAX for extent in made):
        raise from_rule("PY8", None, f"shape {made} of filled() has a size beyond 63 bits")
    return made


def filled(shape: int | tuple[int, ...] | list[int], dtype: Any, value: Any = 0) -> Filled:
    """An operand of `shape` whose elements are all `value`, without an array in memory.

    Source: strew, part 1.5 of the contract: data given by shape only.

    Args:
        shape: sizes, or one size.
        dtype: a NumPy type or its name; `"bfloat16"` and the float8 types with the package ml_dtypes.
        value: one element of that type.

    Raises:
        DTypeError: the value does not fit the type (PY11).
        OptionError: a size that is negative or no integer (PY8).

    >>> import numpy as np, strew
    >>> ages = np.array([3, 1, 3, 0])
    >>> strew.scatter(strew.filled(5, "int64"), ages, strew.filled(4, "int64", 1), reduction="add")
    array([1, 1, 0, 2, 0])
    """
    return Filled(shape, dtype, value)
