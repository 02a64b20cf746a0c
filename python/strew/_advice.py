"""What to give instead of an object that is no array, told by the names of its type: no package is imported for it."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

from strew._errors import from_rule


def check_kind(value: Any, operand: str) -> None:
    """Raises PY1 for what NumPy takes as one Python object, or as an array of them, where there is something to say."""
    advised = advice(value)
    if advised is not None:
        raise from_rule("PY1", operand, advised)


def advice(value: Any) -> str | None:
    """What the object is and what to give for it; None where there is nothing to say."""
    kind = type(value)
    package = kind.__module__.partition(".")[0]
    if package == "scipy" and hasattr(value, "nnz"):
        return f"is a sparse {kind.__name__}: toarray() has all elements, tocoo() those that are kept and their places"
    if package == "torch" and "sparse" in str(getattr(value, "layout", "")):
        return "is a sparse tensor: tensor.to_dense() has all elements"
    if str(getattr(value, "dtype", None)) == "category":
        codes = "cat.codes" if hasattr(value, "cat") else "codes"
        return f"is of categories: its .{codes} has their numbers, -1 where one is missing"
    if hasattr(kind, "__next__"):
        return f"is an iterator ({kind.__name__}): give list(it) or numpy.fromiter(it, dtype)"
    if isinstance(value, (Set, Mapping)):
        return f"is a {kind.__name__}, whose elements have no positions: give a list or an array of them"
    return None
