"""The exceptions of strew. Each has the number of the violated rule; `strew.rules()` has the texts of the rules, the
documentation explains them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from strew._words import ELSEWHERE

Chosen = TypeVar("Chosen")
Function = TypeVar("Function", bound=Callable[..., Any])
_OPERANDS = (None, "data", "indices", "updates", "output", "from", "weights", "segments", "base", "right", "scales",
             "zero_points", "codebook", "arg", "count")  # fmt: skip


def rules() -> dict[str, str]:
    """The number and text of each rule: {"ND3": "..."}.

    The engine's rules are those of docs/contract.md, in its words, those of this package (PY1 ...) of docs/python.md.

    >>> import strew
    >>> strew.rules()["PY5"]
    'a destination can be written'
    """
    from strew import _strew  # which imports this file

    return dict(_strew._rules())


class Error(Exception):
    """Base of all exceptions of strew. After any of them the destination is byte for byte unchanged."""

    rule: str | None = None  #: number of the broken rule, "ND3"
    #: "data", "indices", "updates", "output", of segment_reduce "segments", "weights", "base", "arg", "count", of sddmm
    #: "segments", "right", of gather_block_quantized "scales", "zero_points", "codebook"; or None
    operand: str | None = None


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


class AllocationError(Error, MemoryError):
    """Memory that cannot be obtained, for the result or for what a call needs while it runs."""


class RankError(Error, RuntimeError):
    """A rank of a distributed table that failed or made another call than the others (strew.distributed)."""


class DeviceError(Error, RuntimeError):
    """A device that is not there, cannot be used or fails (strew.vulkan)."""


class DuplicateIndex(Error, IndexError):
    """Two positions that write one cell, where duplicates are refused."""

    position: int  #: row-major number of the first position that writes a cell a second time
    other_position: int  #: the first position that writes that cell
    coordinates: tuple[int, ...]  #: of `position`


# Their module name in tracebacks and pickles.
for _error in (
    Error, ShapeError, DTypeError, OptionError, OverlapError, ArrayError, IndexOutOfBounds, DuplicateIndex,
    AllocationError, RankError,
):  # fmt: skip
    _error.__module__ = "strew"
DeviceError.__module__ = "strew.vulkan"

_INDEX_FIELDS = ("position", "coordinates", "index", "component", "extent", "window", "allowed", "count")
_BY_STATUS: dict[int, type[Error]] = {
    1: ArrayError, 2: DTypeError, 3: OptionError, 4: ShapeError, 5: ShapeError, 6: OverlapError, 8: AllocationError,
}  # fmt: skip
# Of what is beside the engine: other ranks, and devices.
_OF_OTHERS: dict[str, type[Error]] = {
    "XC3": RankError, "VK1": DeviceError, "VK2": DeviceError, "VK5": DeviceError, "VK7": DeviceError,
}  # fmt: skip
_BY_RULE = {
    "PY7": OptionError, "PY8": OptionError, "PY9": OptionError,
    "PY10": DTypeError, "PY11": DTypeError, "PY12": ShapeError, "PY15": DTypeError, "PY16": ShapeError,
}  # fmt: skip


def from_record(
    status: int, operand: int, rule: str, message: str, fields: dict[str, Any], types: Mapping[str, str]
) -> BaseException:
    """The exception for an error record of the library (struct strew_error), with its message in NumPy's words; `types`
    are those of the operands."""
    subject = _OPERANDS[operand]
    text = message + _type_advice(rule, subject, types)
    if status == 7:
        return _index_error(operand, rule, text, fields)
    if rule in _OF_OTHERS:
        return _filled_in(_OF_OTHERS[rule](text), rule, None)
    if status not in _BY_STATUS:
        return RuntimeError(text)
    return _filled_in(_BY_STATUS[status](text), rule, subject)


def _type_advice(rule: str, subject: str | None, types: Mapping[str, str]) -> str:
    """What to do about a type that is refused; `types` are those of the operands."""
    order = "the order is data, indices"
    if rule == "TY2" and "int" in types.get("updates", "") and "int" not in types.get("indices", "int"):
        return f", and indices are {types['indices']}: {order}, updates"
    if rule == "TY2" and subject == "updates" and "(" not in types.get("data", "("):  # no structured type
        return f": in NumPy, updates.astype({types['data']!r}) converts them"
    if rule != "TY3":
        return ""
    if subject == "segments":
        return ": in NumPy, segments.astype('int64') converts them"
    if types.get("indices") == "bool":
        return ": np.flatnonzero(mask) has the indices of a mask, np.argwhere(mask) its index tuples"
    if "int" in types.get("data", ""):
        return f", and data are {types['data']}: {order}"
    return ": in NumPy, indices.astype('int64') converts them"


def not_made(refused: BaseException, shape: tuple[int, ...], dtype: str) -> Error:
    """For what the library of data raises instead of making the result."""
    array = f"an array of shape {shape} and type {dtype}"
    if isinstance(refused, MemoryError) or "allocate" in str(refused):
        error: Error = AllocationError(f"MM1: output: no memory for {array}: {refused}")
        _filled_in(error, "MM1", "output")
    else:
        error = from_rule("PY16", "output", f"{array} is not made: {refused}")
    error.__cause__ = refused
    return error


def wrong_call(
    function: str, names: tuple[str, ...], positional: int, required: list[str], given: tuple[Any, ...],
    keywords: tuple[str, ...],
) -> TypeError:  # fmt: skip
    """What Python says of arguments that do not fit; names are those of the parameters, `given` all values."""
    count = len(given) - len(keywords)
    for keyword in keywords:
        if keyword not in names:
            near = _PARAMETERS_ELSEWHERE[keyword] if keyword in _PARAMETERS_ELSEWHERE else closest(keyword, names)
            near = near if near in names else None
            meant = f". Did you mean {near!r}?" if near else f". Its keywords are {', '.join(names[positional:])}"
            return TypeError(f"{function}() got an unexpected keyword argument {keyword!r}{meant}")
        if names.index(keyword) < min(count, positional):
            return TypeError(f"{function}() got multiple values for argument {keyword!r}")
    if count > positional:
        takes = f"takes {positional} positional argument{'s' * (positional != 1)} but {count} were given"
        by_name = _by_name(names, positional, given, keywords)
        return TypeError(f"{function}() {takes}{by_name}")
    missing = [repr(name) for name in required if name not in names[:count] and name not in keywords]
    arguments = "argument" if len(missing) == 1 else "arguments"
    return TypeError(f"{function}() missing {len(missing)} required {arguments}: {', '.join(missing)}")


def explained(function: Function) -> Function:
    """A function written in Python, of whose arguments the same is said as of those of the extension's functions."""

    @functools.wraps(function)
    def call(*arguments: Any, **options: Any) -> Any:
        try:
            return function(*arguments, **options)
        except TypeError as refused:
            if refused.__traceback__ is None or refused.__traceback__.tb_next is not None:  # raised inside the function
                raise
        raise wrong_call_of(function, arguments, options)

    return cast(Function, call)


def wrong_call_of(function: Callable[..., Any], arguments: tuple[Any, ...], options: dict[str, Any]) -> TypeError:
    import inspect

    parameters = inspect.signature(function).parameters.values()
    names = tuple(each.name for each in parameters)
    positional = sum(each.kind is each.POSITIONAL_OR_KEYWORD for each in parameters)
    required = [each.name for each in parameters if each.default is each.empty]
    given = (*arguments, *options.values())
    return wrong_call(function.__name__, names, positional, required, given, tuple(options))


def _by_name(names: tuple[str, ...], positional: int, given: tuple[Any, ...], keywords: tuple[str, ...]) -> str:
    """How to write the first argument that is one too many; in other libraries the axis stands before the indices."""
    free = next((name for name in names[positional:] if name not in keywords), None)
    if free is None:
        return ""
    if free == "axis" and positional > 1 and type(given[1]) is int:
        return f": the order is {', '.join(names[:positional])}; write axis={given[1]}, by name"
    return f": write {free}={_short(given[positional])}, by name"


def _short(value: Any) -> str:
    return shown(value, 20, "...")


def shown(value: Any, most: int = 60, instead: str | None = None) -> str:
    """A value in a message; arrays and what else is long by their type."""
    text = repr(value)
    return text if len(text) <= most and "\n" not in text else instead or f"<{type(value).__name__}>"


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


# Names of the same parameters in other libraries.
_PARAMETERS_ELSEWHERE: dict[str, str | None] = {
    "dim": "axis", "dimension": "axis", "reduce": "reduction", "op": "reduction", "mode": "out_of_bounds",
    "input": "data", "operand": "data", "index": "indices", "idx": "indices", "src": "updates", "source": "updates",
    "values": "updates", "out": None, "threads": None,
}  # fmt: skip


def unknown_name(option: str, given: object, words: tuple[str, ...]) -> Error:
    """PY7, with the word that corresponds to the given one in other libraries, or the closest."""
    text = f"{option}={shown(given)} is none of {', '.join(words)}"
    elsewhere = ELSEWHERE.get(str(given), "")
    meant = elsewhere if elsewhere in words else closest(str(given), words)
    return from_rule("PY7", None, f"{text}; did you mean {meant!r}?" if meant else text)


def chosen(option: str, given: Any, values: Mapping[Any, Chosen]) -> Chosen:
    """What `values` has for the given word (PY7)."""
    try:
        return values[given]
    except (KeyError, TypeError):  # TypeError: a list, which has no hash
        raise unknown_name(option, given, tuple(word for word in values if word is not None)) from None


def closest(given: str, words: tuple[str, ...]) -> str | None:
    """The word that begins as `given`, or is nearly it; None if there is none."""
    import difflib

    begun = [word for word in words if given and word.startswith(given)]
    return next(iter([*begun, *difflib.get_close_matches(given, words, 1, 0.5)]), None)
