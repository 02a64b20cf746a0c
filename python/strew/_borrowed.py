"""Functions with the names of other libraries, whose errors speak of their own arguments instead of the core's."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from strew._errors import Error

Function = TypeVar("Function", bound=Callable[..., Any])

_RESULT = "the result"


def borrowed(
    *, data: str | None = None, indices: str, updates: str | None = None, output: str = "out", axis: str = "axis",
    segments: str | tuple[str, ...] = "segments", weights: str = "weights",
) -> Callable[[Function], Function]:
    """For a function over the core: which of its arguments are the core's operands, and its option axis.

    data: None where the core begins with an array that the caller does not give. Its shape is that of the result; its
    element type, like everything else that can be wrong with it, comes from updates. Of several names of segments it is
    the one that is given.
    """
    names = {"data": data or _RESULT, "indices": indices, "updates": updates or "updates", "axis": axis,
             "segments": segments if isinstance(segments, str) else segments[0], "weights": weights}  # fmt: skip
    subjects = {**names, "data": data or updates or _RESULT}
    others = () if isinstance(segments, str) else segments[1:]

    def decorate(function: Function) -> Function:
        @functools.wraps(function)
        def call(*arguments: Any, **keywords: Any) -> Any:
            try:
                return function(*arguments, **keywords)
            except Error as error:
                given = inspect.signature(function).bind(*arguments, **keywords).arguments
                into = output if given.get(output) is not None else _RESULT
                said, advised = _parts(error, is_given=given.get(subjects["data"]) is not None)
                own = {"segments": one for one in others if given.get(one) is not None}
                _speak(error, said, {**names, **own, "output": into}, {**subjects, **own, "output": into})
                error.args = (str(error) + _renamed(advised, subjects),)
                raise

        return cast(Function, call)

    return decorate


# Advice where data are integers and indices are not (_errors.py), which is about arguments in another order.
_ORDER = ", and data are "


def _parts(error: Error, is_given: bool) -> tuple[str, str]:
    """The message, and its advice on the order of arguments: none where what data stand for is not given."""
    said, found, advised = str(error).partition(_ORDER)
    return said, found + advised if is_given else ""


def _speak(error: Error, text: str, names: dict[str, str], subjects: dict[str, str]) -> None:
    """Changes message and operand of the error. A subject stands in front, names in what is said of it."""
    head = f"{error.rule}: "
    text = text.removeprefix(head)
    if error.operand in subjects:
        subject = subjects[error.operand]
        head += f"{subject}: "
        text = text.removeprefix(f"{error.operand}: ")
        error.operand = None if subject == _RESULT else subject
    error.args = (head + _renamed(text, names),)


# As words of their own: no attribute, no keyword, nothing in quotes; "the indices of a mask" are no operand.
_OPERAND = re.compile(r"(?<![\w.'\"])(data|indices|updates|output|axis|segments|weights)(?![\w'\"=]| of a mask)")
_OUT = re.compile(r"\bout= is\b")
_ADVICE_ON_OUT = ": leave out= away"


def _renamed(text: str, names: Mapping[str, str]) -> str:
    """A message about the core's operands with the names that its caller has for them, and for the option axis."""
    text = _OUT.sub("is", text)
    if names.get("output") != "out":
        text = text.replace(_ADVICE_ON_OUT, "")
    return _OPERAND.sub(lambda found: names.get(found[1], found[1]), text)
