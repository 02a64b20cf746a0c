"""Calls of the operators on JAX's arrays: what the package checks of a call is checked here when it is traced."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from operator import index
from typing import Any

import jax
import numpy as np

import strew
from strew._errors import from_rule
from strew._typing import GatherBounds
from strew.jax._operands import check_type, narrowed, taken
from strew.jax._primitives import ALONG_AXIS, ELEMENTS, TUPLES
from strew.jax._varying import alike

_MOVES = ("out_of_bounds", "negative_indices")
_OF_GATHERS = (*_MOVES, "fill_value")
_OF_SCATTERS = ("reduction", "include_self", *_MOVES, "duplicates", "ordered", "accumulate")
_NUMBERS = ("axis", "batch_dims")
_STATUS = re.compile(r"[A-Z_]+: ")  # how XLA begins a message; strew's own begin with a rule, which has a number


class Operator:
    """An operator with the names of its options in the order in which `compiled` takes their values."""

    operands: tuple[str, ...] = ("data", "indices", "updates")
    optional: tuple[str, ...] = ()

    def __init__(self, checks: Callable[..., Any], primitive: Any, names: tuple[str, ...]) -> None:
        self.checks, self.primitive, self.names = checks, primitive, names

    @functools.lru_cache(maxsize=4096)  # noqa: B019  (the operators are as old as the process)
    def compiled(self, *values: Any) -> Callable[..., Any]:
        """The operator with these options, compiled for each shape that it is called with."""
        form = dict(zip(self.names, values))

        def call(*arrays: Any) -> Any:
            self.check(arrays, form)
            return self.bind(arrays, form)

        call.__name__ = call.__qualname__ = f"strew_{self.checks.__name__}"
        made: Callable[..., Any] = jax.jit(call)
        return made

    def run(self, arrays: tuple[Any, ...], *values: Any) -> Any:
        """Calls it. A failure is a JaxRuntimeError also where JAX makes a ValueError of it, from the second call on."""
        operands = [self._taken(*one) for one in zip(self.operands, arrays)]
        try:
            return self._program(operands, values)(*operands)
        except ValueError as failed:
            if not _STATUS.match(str(failed)):
                raise
            raise jax.errors.JaxRuntimeError(str(failed)) from None

    def _taken(self, name: str, given: Any) -> Any:
        return None if given is None and name in self.optional else taken(name, given)

    def _program(self, operands: list[Any], values: tuple[Any, ...]) -> Callable[..., Any]:
        try:
            return self.compiled(*values)
        except TypeError:  # a value without a hash: an array of one integer is a number, of others the package says so
            form = dict(zip(self.names, values))
            self.check(tuple(map(_as_array, operands)), form)
            return self.compiled(*(index(form[name]) if name in _NUMBERS else form[name] for name in form))

    def bind(self, arrays: tuple[Any, ...], form: dict[str, Any]) -> Any:
        """The call in the program."""
        if "axis" in form:
            form = {**form, "axis": int(form["axis"]) % arrays[0].ndim}
        return self.primitive.bind(*alike(arrays), **form)

    def check(self, arrays: tuple[Any, ...], form: dict[str, Any]) -> None:
        """Raises what the package raises for types, options and shapes."""
        if form["out_of_bounds"] == "skip" and "reduction" not in form:
            what = "out_of_bounds='skip' leaves elements as they were, and there is none here: 'fill' writes a value"
            raise from_rule("PY9", "output", what)
        given = dict(zip(self.operands, self.described(arrays)))
        strew.plan(self.checks, **given, **{name: form[name] for name in form if name != "fill_value"})

    def described(self, arrays: tuple[Any, ...]) -> list[strew.Filled | None]:
        """Operands with the shapes and types of traced arrays."""
        return [None if array is None else _described(name, array) for name, array in zip(self.operands, arrays)]


def _described(name: str, array: Any) -> strew.Filled:
    check_type(name, array.dtype)
    return strew.filled(array.shape, array.dtype)


def _as_array(given: Any) -> Any:
    return given if given is None or hasattr(given, "dtype") else np.asarray(given)


def fill_bytes(value: Any, data: Any, out_of_bounds: GatherBounds) -> bytes:
    """The element that a gather writes for an index outside, converted as the engine converts it to the type of data,
    then as JAX narrows data."""
    own = data.dtype if hasattr(data, "dtype") else jax.numpy.result_type(taken("data", data))
    check_type("data", own)
    if isinstance(value, jax.core.Tracer):
        what = "fill_value is a traced array, and options are known when a program is traced: jax.numpy.where takes one"
        raise from_rule("PY11", None, what)
    filled = strew.gather(strew.filled((1,), own), np.ones(1, "int64"), out_of_bounds=out_of_bounds, fill_value=value)
    element = np.asarray(filled).reshape(())
    dtype = jax.dtypes.canonicalize_dtype(own)
    return np.asarray(narrowed(None, element, dtype, f"{own} data", "fill_value=")).tobytes()


GATHER = Operator(strew.gather, ALONG_AXIS.gather, ("axis", "batch_dims", *_OF_GATHERS))
GATHER_ELEMENTS = Operator(strew.gather_elements, ELEMENTS.gather, ("axis", *_OF_GATHERS))
GATHER_ND = Operator(strew.gather_nd, TUPLES.gather, ("batch_dims", *_OF_GATHERS))
SCATTER = Operator(strew.scatter, ALONG_AXIS.scatter, ("axis", "batch_dims", *_OF_SCATTERS))
SCATTER_ELEMENTS = Operator(strew.scatter_elements, ELEMENTS.scatter, ("axis", *_OF_SCATTERS))
SCATTER_ND = Operator(strew.scatter_nd, TUPLES.scatter, ("batch_dims", *_OF_SCATTERS))
