"""The signatures of the extension's functions, as inspect and help() show them and as tools/stubs writes them down."""

from __future__ import annotations

import inspect
from typing import Any, Literal, get_origin

from strew import _typing

# The type of an argument by its name.
TYPES = {
    "data": "Operand", "cache": "Operand", "indices": "Operand", "updates": "Operand", "update": "Operand",
    "write_indices": "Operand | None", "axis": "SupportsIndex", "batch_dims": "SupportsIndex",
    "reduction": "Reduction", "include_self": "bool", "negative_indices": "NegativeIndices",
    "duplicates": "Duplicates", "ordered": "bool", "accumulate": "Accumulate", "mode": "Mode",
    "fill_value": "ArrayLike | None", "threads": "SupportsIndex | None", "out": "Destination | None",
    "on_error": "OnError",
}  # fmt: skip


def type_of(function: str, name: str) -> str:
    if name == "out_of_bounds":
        return "ScatterBounds" if "scatter" in function else "GatherBounds"
    return TYPES.get(name, "Any")


def signature(function: str, names: list[str], positional: int, defaults: dict[str, Any]) -> inspect.Signature:
    """Called for `__signature__` of a function of the extension."""
    kinds = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
    parameters = [
        inspect.Parameter(name, kinds[number >= positional], default=defaults.get(name, inspect.Parameter.empty),
                          annotation=_Shown(type_of(function, name)))
        for number, name in enumerate(names)
    ]  # fmt: skip
    return inspect.Signature(parameters, return_annotation=_Shown("Array"))


def signature_of_a_plan(names: tuple[str, ...]) -> inspect.Signature:
    """Called for `__signature__` of a plan; names are those of arrays that are given by name."""
    parameter = inspect.Parameter
    optional: dict[str, Any] = {"kind": parameter.KEYWORD_ONLY, "default": None}
    further = [name for name in names if name in ("arg", "count")]
    by_name = [name for name in names if name not in further]
    parameters = [
        parameter("arrays", parameter.VAR_POSITIONAL, annotation=_Shown("Operand")),
        *(parameter(name, annotation=_Shown("Operand | None"), **optional) for name in by_name),
        *(parameter(name, parameter.KEYWORD_ONLY, default=False, annotation=_Shown("bool | Array")) for name in further),
        parameter("out", annotation=_Shown(TYPES["out"]), **optional),
        parameter("threads", annotation=_Shown(TYPES["threads"]), **optional),
        parameter("on_error", annotation=_Shown("OnError | None"), **optional),
    ]
    return inspect.Signature(parameters, return_annotation=_Shown("Array"))


class _Shown:
    """A type by the name that it has in strew._typing, since what it stands for would fill a page; words are listed."""

    def __init__(self, name: str) -> None:
        meaning = getattr(_typing, name, None)
        self.name = str(meaning).removeprefix("typing.") if get_origin(meaning) is Literal else name

    def __repr__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Shown) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)
