"""The exceptions of strew. Each has the number of the violated rule; `strew.rules()` has the texts of the rules, the
documentation explains them."""

from __future__ import annotations

from typing import Any

_OPERANDS = (None, "data", "indices", "updates", "output")


class Error(Exception):
    """Base of all exceptions of strew. After any of them the destination is byte for byte unchanged."""

    rule: str | None = None  #: number of the broken rule, "ND3"
    operand: str | None = None  #: "data", "indices", "updates", "output", or None


class ShapeError(Error, ValueError):
    """Extents, axes, ranks or strides that do not match."""


class DTypeError(Error, TypeError):
    """An element or index type that the operator does not support; a value that its type cannot represent."""


class OptionError(Error, ValueError):
    """An option outside its values, or options that contradict each other."""


class OverlapError(Error, ValueError):
    """A destination that shares bytes with an input, other than being the same array as data."""


class ArrayError(Error, TypeError):
    """An object that cannot be an operand: not in the memory of the CPU, of another byte order, of Python objects, or
    a destination that cannot be written."""


class IndexOutOfBounds(Error, IndexError):
    """An index outside its extent."""

    position: int  #: row-major number of the first bad position in the shape of indices, without the tuple dimension
    coordinates: tuple[int, ...]  #: the same position, one number for each of those dimensions
    index: tuple[int, ...]  #: the index tuple at that position, as stored
    component: int  #: number of its first bad member
    extent: int  #: of the dimension which that member addresses
    window: int  #: places that the member covers along it: 1 except in strew.stablehlo and tensor_scatter
    allowed: tuple[int, int]  #: lowest and highest allowed value, except for those in (-window, 0)
    count: int  #: number of bad positions


class DuplicateIndex(Error, IndexError):
    """Two positions that write one cell, where duplicates are refused."""

    position: int  #: row-major number of the first position that writes a cell a second time
    other_position: int  #: the first position that writes that cell
    coordinates: tuple[int, ...]  #: of `position`


# Their module name in tracebacks and pickles.
for _error in (
    Error, ShapeError, DTypeError, OptionError, OverlapError, ArrayError, IndexOutOfBounds, DuplicateIndex
):  # fmt: skip
    _error.__module__ = "strew"

_INDEX_FIELDS = ("position", "coordinates", "index", "component", "extent", "window", "allowed", "count")
_BY_STATUS = {1: ArrayError, 2: DTypeError, 3: OptionError, 4: ShapeError, 5: ShapeError, 6: OverlapError}
_BY_RULE = {
    "PY7": OptionError, "PY8": OptionError, "PY9": OptionError,
    "PY10": DTypeError, "PY11": DTypeError, "PY12": ShapeError, "PY15": DTypeError,
}  # fmt: skip


def from_record(status: int, operand: int, rule: str, message: str, fields: dict[str, Any]) -> BaseException:
    """The exception for an error record of the library (struct strew_error)."""
    if status == 7:
        return _index_error(operand, rule, message, fields)
    if status == 8:
        return MemoryError(message)
    if status not in _BY_STATUS:
        return RuntimeError(message)
    return _filled_in(_BY_STATUS[status](message), rule, _OPERANDS[operand])


def _index_error(operand: int, rule: str, message: str, fields: dict[str, Any]) -> Error:
    is_duplicate = rule == "IX2"
    error = _filled_in((DuplicateIndex if is_duplicate else IndexOutOfBounds)(message), rule, _OPERANDS[operand])
    for name in ("position", "other_position", "coordinates") if is_duplicate else _INDEX_FIELDS:
        setattr(error, name, fields[name])
    return error


def name_as_stored(error: IndexOutOfBounds, validated: tuple[int, ...], stored: tuple[int, ...]) -> None:
    """Replaces `validated`, the tuple that the library validated, by `stored` in attributes and message."""
    if validated == stored:
        return
    error.index = stored[: len(error.index)]
    head = str(error).partition(" of (")[0]
    tail = str(error)[len(head) + len(_member_text(validated, error.component)) :]  # empty where the message is cut
    error.args = (head + _member_text(stored, error.component) + tail,)


def _member_text(index: tuple[int, ...], component: int) -> str:
    return f" of ({', '.join(map(str, index))}) is {index[component]}"


def from_rule(rule: str, operand: str | None, what: str, kind: type[Error] | None = None) -> Error:
    """The exception of a rule of the package itself (PY1 ...)."""
    made = kind or _BY_RULE.get(rule, ArrayError)
    subject = f"{operand}: " if operand else ""
    return _filled_in(made(f"{rule}: {subject}{what}"), rule, operand)


def _filled_in(error: Error, rule: str, operand: str | None) -> Error:
    error.rule = rule or None
    error.operand = operand
    return error


# Names of the same options in other libraries.
_ELSEWHERE = {
    "sum": "add", "prod": "mul", "multiply": "mul", "amin": "min", "minimum": "min", "amax": "max", "maximum": "max",
    "subtract": "sub", "average": "mean", "assign": "none", "update": "none", "raise": "error", "clip": "clamp",
    "drop": "skip", "ignore": "skip", "promise_in_bounds": "assume", "zero": "fill", "nan": "fill",
}  # fmt: skip


def unknown_name(option: str, given: object, words: tuple[str, ...]) -> Error:
    """PY7, with the word that corresponds to the given one in other libraries, or the closest."""
    import difflib

    text = f"{option}={given!r} is none of {', '.join(words)}"
    near = [_ELSEWHERE.get(str(given), ""), *difflib.get_close_matches(str(given), words, 1, 0.5)]
    meant = next((word for word in near if word in words), None)
    return from_rule("PY7", None, f"{text}; did you mean {meant!r}?" if meant else text)
