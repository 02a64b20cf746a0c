"""The interface of an adapter to the comparison: calls that can be timed."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np


NO_CALL = "no such call"


@dataclasses.dataclass
class Call:
    """One way in which a product does what a case asks.

    `run` does it once. The result is then in the operands' `output`, or, if `returns`, in what `run` returned, which
    `as_array` makes an array of, untimed. `reset` puts back what a call that keeps memory of its own has changed.
    `problem` says why the product cannot do it. `is_bound`: it does other work that a time is held against.
    """

    name: str
    run: Callable[[], object] = lambda: None
    returns: bool = False
    reset: Callable[[], object] | None = None
    problem: str = ""
    as_array: Callable[[object], np.ndarray] = np.asarray
    is_bound: bool = False


def spelled(function: Callable, *values: object, **named: object) -> Callable[[], object]:
    """`function(*values, **named)` as a program writes it: functools.partial merges dictionaries in every call."""
    places = [f"_{n}" for n in range(len(values))]
    given = ", ".join(places + [f"{name}={name}" for name in named])
    taken = ", ".join(["function", *places, *named])
    return eval(f"lambda {taken}: lambda: function({given})")(function, *values, *named.values())


def attempt(name: str, make: Callable[[], Call]) -> Call:
    """For calls that are compiled first: a refusal belongs to this call, not to all calls of the product."""
    try:
        return make()
    except Exception as failure:  # each product has its own family of exceptions
        return Call(name, problem=sentence(failure))


def sentence(failure: BaseException) -> str:
    """The first line of an exception that says something."""
    lines = [line.strip() for line in str(failure).splitlines() if line.strip()]
    return f"{type(failure).__name__}: {lines[0][:200] if lines else ''}"
