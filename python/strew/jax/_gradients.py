"""Derivatives of the primitives. A gather is linear in data; so are scatters in data and updates, but for mul, min and
max. Every rule consists of these operators, so it has derivatives of its own; terms of a Taylor series (jet) follow the
rule of a tangent, since no operator with a derivative bends."""

from __future__ import annotations

import functools
from typing import Any

import jax.numpy as jnp
from jax.interpreters import ad

from strew.jax._primitives import ALONG_AXIS, ELEMENTS, TUPLES, Pair

try:
    from jax.experimental.jet import jet_rules
except ImportError:  # a JAX without jet asks for no rules
    jet_rules = {}

LINEAR = ("none", "add", "sub", "mean")
_SHARED = ("axis", "batch_dims", "negative_indices")


def _gather_form(form: dict[str, Any]) -> dict[str, Any]:
    """That of the gather which reads where a scatter of this form writes, zero where it writes nothing."""
    bounds = "fill" if form["out_of_bounds"] == "skip" else form["out_of_bounds"]
    return {name: form[name] for name in _SHARED if name in form} | {"out_of_bounds": bounds, "fill_value": None}


def _scatter_form(form: dict[str, Any], reduction: str = "add", include_self: bool = True) -> dict[str, Any]:
    """That of the scatter which writes where a gather or scatter of this form reads or writes."""
    bounds = "skip" if form["out_of_bounds"] == "fill" else form["out_of_bounds"]
    return {name: form[name] for name in _SHARED if name in form} | {
        "out_of_bounds": bounds, "reduction": reduction, "include_self": include_self, "duplicates": "allow",
        "ordered": form.get("ordered", True), "accumulate": form.get("accumulate", "wide"),
    }  # fmt: skip


def _is_zero(tangent: Any) -> bool:
    return type(tangent) is ad.Zero


# ---- gather


def _gather_tangent(pair: Pair, tangent: Any, data: Any, indices: Any, **form: Any) -> Any:
    return pair.gather.bind(tangent, indices, **{**form, "fill_value": None})


def _gather_transpose(pair: Pair, given: Any, data: Any, indices: Any, **form: Any) -> Any:
    if _is_zero(given):
        return ad.Zero(data.aval), None
    zeros = ad.instantiate_zeros(ad.Zero(data.aval))
    return pair.scatter.bind(zeros, indices, given, **_scatter_form(form)), None


# ---- scatter


def _scatter_jvp(pair: Pair, primals: Any, tangents: Any, **form: Any) -> Any:
    data, indices, updates = primals
    of_data, _, of_updates = tangents
    result = pair.scatter.bind(data, indices, updates, **form)
    if _is_zero(of_data) and _is_zero(of_updates):
        return result, ad.Zero.from_primal_value(result)
    given = ad.instantiate_zeros(of_data), indices, ad.instantiate_zeros(of_updates)
    return result, _scatter_tangent(pair, primals, given, result, form)


def _scatter_tangent(pair: Pair, primals: Any, given: Any, result: Any, form: dict[str, Any]) -> Any:
    if form["reduction"] in LINEAR:
        return pair.scatter.bind(*given, **form)
    if form["reduction"] in ("min", "max"):
        return _extremum_tangent(pair, primals, given, result, form)
    raise NotImplementedError(
        f"{pair.scatter.name} with reduction={form['reduction']!r} has no gradient; those with "
        f"{', '.join(LINEAR)}, min and max have one"
    )


def _extremum_tangent(pair: Pair, primals: Any, tangents: Any, result: Any, form: dict[str, Any]) -> Any:
    """Everyone who attains the extremum of a cell has an equal share in it, the old value too."""
    data, indices, updates = primals
    adding = _scatter_form(form)
    from_data = _is_same(data, result)
    if not form["include_self"]:
        from_data &= ~_touched(pair, data, indices, form)
    from_updates = _is_same(updates, pair.gather.bind(result, indices, **_gather_form(form)))
    shares = pair.scatter.bind(from_data.astype("int32"), indices, from_updates.astype("int32"), **adding)
    of_data, _, of_updates = tangents
    sums = pair.scatter.bind(
        jnp.where(from_data, of_data, 0), indices, jnp.where(from_updates, of_updates, 0), **adding
    )
    return sums / jnp.maximum(shares, 1).astype(sums.dtype)


def _is_same(one: Any, other: Any) -> Any:
    return (one == other) | ((one != one) & (other != other))


def _scatter_transpose(pair: Pair, given: Any, data: Any, indices: Any, updates: Any, **form: Any) -> Any:
    of_data, of_updates = ad.is_undefined_primal(data), ad.is_undefined_primal(updates)
    if _is_zero(given):
        return ad.Zero(data.aval) if of_data else None, None, ad.Zero(updates.aval) if of_updates else None
    shape = data.aval.shape if of_data else data.shape
    if form["reduction"] == "mean":
        given = given / _divisors(pair, shape, indices, given.dtype, form)
    return (
        _to_data(pair, given, indices, form) if of_data else None,
        None,
        _to_updates(pair, given, indices, form) if of_updates else None,
    )


def _to_data(pair: Pair, given: Any, indices: Any, form: dict[str, Any]) -> Any:
    if form["include_self"] and form["reduction"] != "none":
        return given
    return jnp.where(_touched(pair, given, indices, form), jnp.zeros((), given.dtype), given)


def _to_updates(pair: Pair, given: Any, indices: Any, form: dict[str, Any]) -> Any:
    taken = pair.gather.bind(given, indices, **_gather_form(form))
    if form["reduction"] == "none" and form["duplicates"] == "error":
        return taken
    if form["reduction"] == "none":
        return jnp.where(_writes_last(pair, given.shape, indices, form), taken, jnp.zeros((), taken.dtype))
    if form["reduction"] != "sub":
        return taken
    return -taken if form["include_self"] else jnp.where(_writes_first(pair, given.shape, indices, form), taken, -taken)


# ---- which slices a scatter touches, and who writes them


def _touched(pair: Pair, data: Any, indices: Any, form: dict[str, Any]) -> Any:
    cells = pair.family.cells(data.shape, indices.shape, form)
    marks = jnp.zeros(cells.data, bool), indices, jnp.ones(cells.updates, bool)
    return pair.scatter.bind(*marks, **_scatter_form(form, "or"))


def _divisors(pair: Pair, shape: tuple[int, ...], indices: Any, dtype: Any, form: dict[str, Any]) -> Any:
    """By what a mean divides each cell: the number of its updates, and one more for the old value."""
    cells = pair.family.cells(shape, indices.shape, form)
    start = jnp.full(cells.data, int(form["include_self"]), "int32")
    counts = pair.scatter.bind(start, indices, jnp.ones(cells.updates, "int32"), **_scatter_form(form))
    return jnp.maximum(counts, 1).astype(dtype)


def _writes_last(pair: Pair, shape: tuple[int, ...], indices: Any, form: dict[str, Any]) -> Any:
    return _is_named(pair, shape, indices, form, "none")


def _writes_first(pair: Pair, shape: tuple[int, ...], indices: Any, form: dict[str, Any]) -> Any:
    return _is_named(pair, shape, indices, form, "min")


def _is_named(pair: Pair, shape: tuple[int, ...], indices: Any, form: dict[str, Any], reduction: str) -> Any:
    """Each update writes its number, counted from 1; whether it is the one that remains."""
    cells = pair.family.cells(shape, indices.shape, form)
    count = 1
    for size in cells.updates:
        count *= size
    numbers = jnp.arange(1, count + 1, dtype="int32").reshape(cells.updates)
    scatter = _scatter_form(form, reduction, include_self=False)
    written = pair.scatter.bind(jnp.zeros(cells.data, "int32"), indices, numbers, **scatter)
    return pair.gather.bind(written, indices, **_gather_form(form)) == numbers


# ---- Taylor series


def _gather_series(pair: Pair, primals: Any, series: Any, **form: Any) -> Any:
    result = pair.gather.bind(*primals, **form)
    return result, [_gather_tangent(pair, term, *primals, **form) for term in series[0]]


def _scatter_series(pair: Pair, primals: Any, series: Any, **form: Any) -> Any:
    result = pair.scatter.bind(*primals, **form)
    terms = [(of_data, primals[1], of_updates) for of_data, _, of_updates in zip(*series)]
    return result, [_scatter_tangent(pair, primals, given, result, form) for given in terms]


def _add_rules(pair: Pair) -> None:
    ad.defjvp(pair.gather, functools.partial(_gather_tangent, pair), None)
    ad.primitive_transposes[pair.gather] = functools.partial(_gather_transpose, pair)
    ad.primitive_jvps[pair.scatter] = functools.partial(_scatter_jvp, pair)
    ad.primitive_transposes[pair.scatter] = functools.partial(_scatter_transpose, pair)
    jet_rules[pair.gather] = functools.partial(_gather_series, pair)
    jet_rules[pair.scatter] = functools.partial(_scatter_series, pair)


for _pair in (ALONG_AXIS, ELEMENTS, TUPLES):
    _add_rules(_pair)
