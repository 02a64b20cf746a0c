"""JAX: jitted, with the written array donated, outputs of gathers too, so that nothing is allocated while timed.

Its calls get all valid hints: indices are in bounds, sorted, distinct. Documented: the order of colliding updates is
implementation-defined.
"""

from __future__ import annotations

from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np

import reference
from calls import Call
from operands import Operands

TITLE, PACKAGE = "JAX", "jax"
OPEN = "Array.at: the order of conflicting updates is implementation-defined"

jax.config.update("jax_platforms", "cpu")
jax.config.update("jax_enable_x64", True)


def hints(o: Operands) -> dict:
    return {
        "mode": "promise_in_bounds",
        "indices_are_sorted": o.case.values.startswith("sorted"),
        "unique_indices": not o.case.has_duplicates,
    }


class Donated:
    """A jitted function of (array to give away, operands) and the array it gave back."""

    def __init__(self, function: Callable, first: Callable[[], jax.Array], *arrays: np.ndarray) -> None:
        self.function = jax.jit(function, donate_argnums=0, keep_unused=True)
        self.first = first
        self.arrays = [jax.device_put(array) for array in arrays]  # no copy: the memory is aligned

    def run(self) -> jax.Array:
        self.memory = self.function(self.memory, *self.arrays)
        return self.memory.block_until_ready()

    def reset(self) -> None:
        self.memory = self.first()


def call(name: str, function: Callable, first: Callable[[], jax.Array], *arrays: np.ndarray) -> Call:
    made = Donated(function, first, *arrays)
    return Call(name, made.run, returns=True, reset=made.reset)


def gathered(o: Operands, name: str, function: Callable) -> Call:
    def result(_, data, indices):
        return function(data, indices)

    return call(name, result, lambda: jnp.zeros(o.output.shape, o.output.dtype), o.data, o.indices)


def scattered(o: Operands, name: str, function: Callable) -> Call:
    return call(name, function, lambda: jnp.array(o.data, copy=True), o.indices, o.updates)


def update(reduction: str) -> str:
    return {"none": "set", "mul": "multiply"}.get(reduction, reduction)


def gather(o: Operands) -> list[Call]:
    axis = o.case.axis
    before = (slice(None),) * axis
    return [
        gathered(o, "data.at[indices].get", lambda data, indices: data.at[*before, indices].get(**hints(o))),
        gathered(o, 'take(mode="clip")', lambda data, indices: jnp.take(data, indices, axis, mode="clip")),
    ]


def gather_elements(o: Operands) -> list[Call]:
    return [
        gathered(o, "take_along_axis", lambda data, indices: jnp.take_along_axis(
            data, indices, o.case.axis, mode="promise_in_bounds")),
    ]  # fmt: skip


def gather_nd(o: Operands) -> list[Call]:
    def pick(data, indices):
        return data.at[tuple(jnp.moveaxis(indices, -1, 0))].get(**hints(o))

    function = pick
    for _ in range(o.case.batch_dims):
        function = jax.vmap(function)
    return [gathered(o, "data.at[tuple].get", function)]


def scatter(o: Operands) -> list[Call]:
    before = (slice(None),) * o.case.axis
    name = update(o.case.reduction)

    def function(data, indices, updates):
        if not o.case.include_self:
            data = data.at[*before, indices].set(reference.identity(o.case.reduction, o.data.dtype))
        return getattr(data.at[*before, indices], name)(updates, **hints(o))

    if name == "mean":
        return []
    calls = [scattered(o, f"data.at[indices].{name}", function)]
    if o.case.axis == 0 and o.case.reduction in SEGMENTS and o.case.include_self and o.indices.ndim == 1:
        calls.append(segments(o))
    return calls


SEGMENTS = {
    "add": ("segment_sum", jnp.add),
    "min": ("segment_min", jnp.minimum),
    "max": ("segment_max", jnp.maximum),
}


def segments(o: Operands) -> Call:
    name, combine = SEGMENTS[o.case.reduction]

    def function(data, indices, updates):
        return combine(data, getattr(jax.ops, name)(updates, indices, len(data), **hints(o)))

    return scattered(o, name, function)


def scatter_elements(o: Operands) -> list[Call]:
    name = update(o.case.reduction)
    if name == "mean" or not o.case.include_self:
        return []

    def line(data, indices, updates):
        return getattr(data.at[indices], name)(updates, **hints(o))

    def at_places(data, indices, updates):
        key = list(reference.grid(indices.shape))
        key[o.case.axis] = indices
        return getattr(data.at[tuple(key)], name)(updates, **hints(o))

    if o.data.ndim == 1:
        return [scattered(o, f"data.at[indices].{name}", line)]
    other = 1 - o.case.axis
    return [
        scattered(o, f"data.at[tuple].{name}", at_places),
        scattered(o, f"vmap, data.at[indices].{name}", jax.vmap(line, other, other)),
    ]


def scatter_nd(o: Operands) -> list[Call]:
    name = update(o.case.reduction)
    if name == "mean" or not o.case.include_self:
        return []

    def function(data, indices, updates):
        return getattr(data.at[tuple(jnp.moveaxis(indices, -1, 0))], name)(updates, **hints(o))

    return [scattered(o, f"data.at[tuple].{name}", function)]
