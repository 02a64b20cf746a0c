"""The operators as primitives of JAX: shapes, the call in the program, vmap. Derivatives are in _gradients.py."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core import Primitive
from jax.interpreters import batching, mlir

from strew._codes import PACKINGS
from strew._words import ACCUMULATE, BOUNDS, DUPLICATES, NEGATIVES, REDUCTIONS
from strew.jax._families import AlongAxis, Elements, Tuples
from strew.jax._library import target
from strew.jax._varying import result

Family = AlongAxis | Elements | Tuples

_WORDS = {
    "reduction": REDUCTIONS, "out_of_bounds": BOUNDS, "negative_indices": NEGATIVES, "duplicates": DUPLICATES,
    "accumulate": ACCUMULATE, "segment_out_of_bounds": BOUNDS, "segment_negative_indices": NEGATIVES,
    "packing": PACKINGS,
}  # fmt: skip
_OPPOSITES = {"include_self": "exclude_self", "ordered": "unordered"}


class Pair(NamedTuple):
    """The gather and the scatter of a family."""

    family: Family
    gather: Any
    scatter: Any


def attributes_of(form: dict[str, Any]) -> dict[str, Any]:
    """The attributes of a call, as the library reads them."""
    made: dict[str, Any] = {}
    for name, value in form.items():
        if value is None:
            continue
        if name == "fill_value":
            made[name] = np.frombuffer(value, np.uint8)
        elif name in _WORDS:
            made[name] = np.int64(_WORDS[name].index(value))
        elif name in _OPPOSITES:
            made[_OPPOSITES[name]] = np.int64(not value)
        else:
            made[name] = np.int64(value)
    return made


def _lower(operator: str, ctx: Any, *operands: Any, **form: Any) -> Any:
    # Result 0 is the buffer of operand 0, which XLA copies before if it is needed afterwards.
    aliases = {"operand_output_aliases": {0: 0}} if "reduction" in form else {}
    return jax.ffi.ffi_lowering(target(operator), **aliases)(ctx, *operands, **attributes_of(form))


def _result(family: Family, *operands: Any, **form: Any) -> Any:
    data, indices = operands[:2]
    shape = data.shape if "reduction" in form else family.direct(data.shape, indices.shape, form)
    return result(operands, shape, data.dtype)


def placed(operand: Any, dim: int | None, place: int | None, size: int) -> Any:
    """The operand with its batch dimension at `place`; with a new one if it has none."""
    if place is None:
        return operand
    if dim is not None:
        return jnp.moveaxis(operand, dim, place)
    return jnp.broadcast_to(jnp.expand_dims(operand, place), _with(operand.shape, place, size))


def _with(shape: tuple[int, ...], place: int, size: int) -> tuple[int, ...]:
    at = place % (len(shape) + 1)
    return (*shape[:at], size, *shape[at:])


def _batch(family: Family, primitive: Any, operands: Any, dims: Any, **form: Any) -> Any:
    size = next(operand.shape[dim] for operand, dim in zip(operands, dims) if dim is not None)
    ranks = tuple(operand.ndim - (dim is not None) for operand, dim in zip(operands, dims))
    call = family.batched(ranks, tuple(dim is not None for dim in dims), form)
    moved = [placed(*one, size) for one in zip(operands, dims, call.places)]
    made = primitive.bind(*moved, **call.form)
    return made, call.result % made.ndim


def looped(primitive: Any, operands: Any, dims: Any, form: dict[str, Any]) -> Any:
    """A call for each entry of the batch, of which an operand has one that no call takes with batch dimensions."""
    is_batched = [dim is not None for dim in dims]
    moved = [jnp.moveaxis(one, dim, 0) for one, dim in zip(operands, dims) if dim is not None]

    def of_entry(entry: Any) -> Any:
        rest = iter(entry)
        return primitive.bind(*(next(rest) if has else one for one, has in zip(operands, is_batched)), **form)

    made = jax.lax.map(of_entry, moved)
    return made, [0] * len(made) if primitive.multiple_results else 0


@functools.lru_cache(maxsize=1024)
def _compiled(primitive: Any, form: tuple[tuple[str, Any], ...]) -> Any:
    return jax.jit(functools.partial(primitive.bind, **dict(form)))


def _run(primitive: Any, *operands: Any, **form: Any) -> Any:
    """What a call outside of a program does, also where the caller has switched jit off."""
    with jax.disable_jit(False):
        return _compiled(primitive, tuple(form.items()))(*operands)


def primitive_of(operator: str, result: Any, lower: Any, batch: Any, several: bool = False) -> Any:
    """An operator as JAX knows it; `batch` takes the primitive first. With `several` results each of these has a list."""
    made = Primitive(target(operator))
    made.multiple_results = several
    made.def_abstract_eval(result)
    made.def_impl(functools.partial(_run, made))
    mlir.register_lowering(made, functools.partial(lower, operator), platform="cpu")
    batching.primitive_batchers[made] = functools.partial(batch, made)
    return made


def _primitive(operator: str, family: Family) -> Any:
    batch = functools.partial(_batch, family)
    return primitive_of(operator, functools.partial(_result, family), _lower, batch)


def _pair(family: Family, suffix: str) -> Pair:
    return Pair(family, _primitive(f"gather{suffix}", family), _primitive(f"scatter{suffix}", family))


ALONG_AXIS = _pair(AlongAxis(), "")
ELEMENTS = _pair(Elements(), "_elements")
TUPLES = _pair(Tuples(), "_nd")
