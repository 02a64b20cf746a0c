"""Rows of quantised codes as arguments: how they are packed, how many values they have, of which type."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from strew._arrays import numpy_dtype
from strew._errors import from_rule, unknown_name
from strew._views import integer

Packing = Literal["low_first", "halves"]
PACKINGS = ("low_first", "halves")  # STREW_PACKING_LOW_FIRST and so on
_VALUES = ("float32", "float16", "bfloat16")


def code_words(bits: Any, block_size: Any, packing: Any) -> dict[str, int]:
    if packing not in PACKINGS:
        raise unknown_name("packing", packing, PACKINGS)
    numbers = {"bits": integer(bits, "bits"), "block_size": integer(block_size, "block_size")}
    return {**numbers, "packing": PACKINGS.index(packing)}


def refuse_without_scales(**given: Any) -> None:
    """PY9 for what decodes codes, each with its name and None where it has its default, of a call without scales."""
    for name, value in given.items():
        if value is not None:
            raise from_rule("PY9", None, f"{name} is given, but no scales, so that data are no codes")


def or_none(value: Any, default: Any) -> Any:
    """A word or number that is not given, as far as its default tells."""
    return None if value == default else value


def columns_of(row_bytes: int, bits: int, columns: Any) -> int:
    """Values of a row; columns is None: as many as its bytes hold."""
    if columns is None:
        return row_bytes * 8 // bits if bits > 0 else row_bytes
    last = integer(columns, "columns")
    if last < 0:
        raise from_rule("PY8", None, f"columns={last} is negative")
    return last


def value_type(dtype: Any, like: Any) -> str:
    """The type of a new result; dtype is None: that of like, if codes can have such values."""
    if dtype is None:
        name = str(getattr(like, "dtype", "")).rpartition(".")[2]
        return name if name in _VALUES else "float32"
    name = str(dtype).rpartition(".")[2] if not isinstance(dtype, (str, type, np.dtype)) else numpy_dtype(dtype).name
    if name not in _VALUES:
        raise unknown_name("dtype", name, _VALUES)
    return name


def in_type(operand: Any, name: str) -> Any:
    """An array unchanged; a list in the type of that name, as it goes with decoded rows."""
    return operand if hasattr(operand, "dtype") else np.asarray(operand, numpy_dtype(name))


def check_own_result(columns: Any, dtype: Any) -> None:
    """Of a call with out=, which tells both."""
    if columns is not None or dtype is not None:
        name = "dtype" if columns is None else "columns"
        raise from_rule("PY9", "output", f"{name} is given, but it is that of out")
