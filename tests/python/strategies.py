"""Hypothesis strategies: calls of the nine operators, right in types and shapes; indices may be anything."""

from __future__ import annotations

import math
import os
from typing import Any, Callable

from case_arrays import LAYOUTS, MOVED, NUMBERS
from cases import Case
from hypothesis import settings
from hypothesis import strategies as st
from oracle import policy_of
from oracle_forms import Extents, direct_extents, form_of
from oracle_numbers import INTEGERS, is_defined

#: STREW_EXAMPLES multiplies the examples of each test.
FACTOR = int(os.environ.get("STREW_EXAMPLES", "1"))
MOST = 160  #: elements of an operand, or a little more

REDUCTIONS = ("none", "add", "sub", "mul", "min", "max", "mean", "and", "or", "xor")
SCATTERS = ("scatter", "scatter_elements", "scatter_nd")
GATHERS = ("gather", "gather_elements", "gather_nd")

Draw = Callable[[st.SearchStrategy[Any]], Any]


def examples(count: int) -> settings:
    """Settings of a test with so many examples, times STREW_EXAMPLES."""
    return settings(max_examples=count * FACTOR)


extent = st.sampled_from((2, 3, 1, 4, 2, 3, 1, 5, 7, 2, 3, 4, 6, 0))
wide_extent = st.sampled_from((3, 4, 2, 5, 3, 4, 6, 1, 3, 4, 5, 0))


def one_in(draw: Draw, count: int) -> bool:
    return bool(draw(st.integers(0, count - 1)) == count - 1)


def extents(draw: Draw, rank: int, most: int = MOST, of: st.SearchStrategy[int] = extent) -> Extents:
    """Extents of a few elements together; now and then one long line."""
    made: list[int] = []
    for _ in range(rank):
        n = draw(of)
        made.append(n if n * math.prod(made) <= most else 1)
    if rank and math.prod(made) <= 2 and one_in(draw, 3):
        made[draw(st.integers(0, rank - 1))] = draw(st.integers(min(16, most), most))
    return tuple(made)


def _along_axis(draw: Draw) -> tuple[Extents, Extents, dict[str, Any]]:
    D = extents(draw, draw(st.integers(1, 5)))
    axis = draw(st.integers(0, len(D) - 1))
    b = draw(st.integers(0, axis)) if one_in(draw, 3) else 0
    room = MOST // max(1, math.prod(n for d, n in enumerate(D) if d != axis))
    J = D[:b] + extents(draw, draw(st.integers(0, 2)), max(room, 3))
    return D, J, {"axis": axis - len(D) * one_in(draw, 4), "batch_dims": b}


def _elements(draw: Draw) -> tuple[Extents, Extents, dict[str, Any]]:
    D = extents(draw, draw(st.integers(1, 4)))
    axis = draw(st.integers(0, len(D) - 1))
    J = [n if one_in(draw, 2) else draw(st.integers(0 if one_in(draw, 8) else min(1, n), n)) for n in D]
    J[axis] = draw(extent) * (1 + 8 * one_in(draw, 8))
    return D, tuple(J), {"axis": axis - len(D) * one_in(draw, 4)}


def _nd(draw: Draw) -> tuple[Extents, Extents, dict[str, Any]]:
    D = extents(draw, draw(st.integers(0, 5)))
    b = draw(st.integers(0, len(D))) if one_in(draw, 3) else 0
    k = draw(st.integers(0, len(D) - b))
    room = MOST // max(1, math.prod(D[:b]) * math.prod(D[b + k :]))
    J = D[:b] + extents(draw, draw(st.integers(0, 2)), max(room, 3)) + (k,)
    return D, J, {"batch_dims": b}


_SHAPES = {"gather": _along_axis, "scatter": _along_axis, "gather_elements": _elements, "scatter_elements": _elements,
           "gather_nd": _nd, "scatter_nd": _nd}  # fmt: skip


def can_assume(operator: str, D: Extents, J: Extents, U: Extents | None, options: dict[str, Any]) -> bool:
    """Whether there are indices that keep the promise."""
    form = form_of(operator, D, J, U, options)
    return 0 in form.positions or all(n >= w for n, w in form.members)


def fill_value(draw: Draw, dtype: str) -> Any:
    if dtype in MOVED:
        return None
    whole = st.sampled_from((0, 1)) if dtype == "bool" else st.integers(0, 127)
    if dtype == "bool" or dtype in INTEGERS:
        return draw(st.one_of(st.none(), whole, whole.map(float)))
    strange = st.sampled_from((70000, 2**60 + 2**36 + 1, 1e-45))
    numbers: list[st.SearchStrategy[Any]] = [whole, st.integers(-(2**63), 2**64 - 1), st.floats(), strange]
    if dtype.startswith("complex"):
        numbers.append(st.complex_numbers(max_magnitude=99))
    return draw(st.one_of(st.none(), *numbers))


def index_rules(draw: Draw, policies: tuple[str, ...]) -> dict[str, Any]:
    rules: dict[str, Any] = {}
    if not one_in(draw, 3):
        rules["out_of_bounds"] = draw(st.sampled_from(policies))
    if one_in(draw, 3):
        rules["negative_indices"] = draw(st.sampled_from(("from_end", "invalid")))
    if one_in(draw, 4):
        rules["threads"] = draw(st.sampled_from((None, 1, 2, 3)))
    if one_in(draw, 3):
        rules["on_error"] = draw(st.sampled_from(("discard", "discard", "keep")))
    return rules


def reduction_rules(draw: Draw, dtype: str, first: int = 0) -> dict[str, Any]:
    """Of the reductions that the type knows, from number `first` on."""
    known = [reduction for reduction in REDUCTIONS if is_defined(dtype, reduction)]
    rules: dict[str, Any] = {"reduction": draw(st.sampled_from(known[first:]))}
    if one_in(draw, 3):
        rules["include_self"] = draw(st.booleans())
    if one_in(draw, 2):
        rules["accumulate"] = draw(st.sampled_from(("native", "wide")))
    if one_in(draw, 4):
        rules["duplicates"] = draw(st.sampled_from(("error", "allow")))
    if one_in(draw, 6):
        rules["ordered"] = draw(st.booleans())
    return rules


def _layout(draw: Draw, extra: tuple[str, ...] = ()) -> str:
    return "packed" if one_in(draw, 2) else str(draw(st.sampled_from(LAYOUTS + extra)))


def layouts(draw: Draw, destination: str, J: Extents | None, is_promise: bool) -> tuple[str, str, str, str]:
    """Of data, indices, updates, out. Members of a tuple that share one value may break a promise."""
    data = _layout(draw, () if destination == "in_place" else ("broadcast", "filled"))
    lists = ("list",) if J is not None and 0 not in J else ()
    repeated = () if is_promise else ("broadcast",)
    return data, _layout(draw, repeated + lists), _layout(draw, ("broadcast", "filled")), _layout(draw)


def index_kind(draw: Draw, policy: str, duplicates: str) -> str:
    if policy == "assume":
        return str(draw(st.sampled_from(("inside", "few", "steps"))))
    if duplicates == "error":
        return str(draw(st.sampled_from(("unique", "inside", "few", "mixed"))))
    if policy == "error":
        return str(draw(st.sampled_from(("inside", "few", "steps", "mixed", "extreme"))))
    return str(draw(st.sampled_from(("mixed", "extreme", "few", "mixed", "inside"))))


def finished(draw: Draw, operator: str, D: Extents, J: Extents | None, U: Extents | None, dtype: str,
             options: dict[str, Any]) -> Case:  # fmt: skip
    """The case with all that is no shape: types, layouts, destination, contents."""
    is_gather = U is None
    needs_out = is_gather and options.get("out_of_bounds") == "skip"
    destinations = ("out",) if needs_out else ("new", "out") if is_gather else ("new", "out", "in_place")
    destination = draw(st.sampled_from(destinations))
    chosen = layouts(draw, destination, J, options.get("out_of_bounds") == "assume")
    index_dtype = "int64" if chosen[1] == "list" else draw(st.sampled_from(tuple(INTEGERS)))
    kind = index_kind(draw, policy_of(operator, options).out_of_bounds, options.get("duplicates", ""))
    has_roads = chosen[1] != "list" and "threads" not in options
    return Case(
        operator, D, J, U, options, dtype, index_dtype, chosen, destination,
        draw(st.sampled_from(("small", "special", "signs", "bits"))),
        kind,
        draw(st.sampled_from(("call", "call", "plan", "bound"))) if has_roads else "call",
        draw(st.integers(0, 2**32)),
    )  # fmt: skip


@st.composite
def gathers(draw: Draw, operator: str) -> Case:
    D, J, options = _SHAPES[operator](draw)
    dtype = draw(st.sampled_from(NUMBERS + tuple(MOVED)))
    options |= index_rules(draw, ("clamp", "wrap", "skip", "fill", "error", "assume"))
    if options.get("out_of_bounds") == "assume" and not can_assume(operator, D, J, None, options):
        options["out_of_bounds"] = "error"
    if options.get("out_of_bounds") == "fill":
        options["fill_value"] = fill_value(draw, dtype)
    return finished(draw, operator, D, J, None, dtype, options)


@st.composite
def scatters(draw: Draw, operator: str, dtypes: tuple[str, ...] = NUMBERS + tuple(MOVED)) -> Case:
    D, J, options = _SHAPES[operator](draw)
    dtype = draw(st.sampled_from(dtypes))
    options |= index_rules(draw, ("clamp", "wrap", "skip", "error", "assume")) | reduction_rules(draw, dtype)
    U = direct_extents(form_of(operator, D, J, None, options))
    if options.get("out_of_bounds") == "assume" and not can_assume(operator, D, J, U, options):
        options["out_of_bounds"] = "error"
    return finished(draw, operator, D, J, U, dtype, options)


@st.composite
def duplicates(draw: Draw, dtypes: tuple[str, ...]) -> Case:
    """Numbers of which several reach each cell."""
    dtype = draw(st.sampled_from(dtypes))
    D = (draw(st.integers(1, 4)), draw(st.integers(1, 3)))
    J = (draw(st.integers(2, 24)), D[1])
    options = {"axis": 0} | reduction_rules(draw, dtype, 1)
    options.pop("duplicates", None)
    return finished(draw, "scatter_elements", D, J, J, dtype, options)


@st.composite
def cache_writes(draw: Draw) -> Case:
    D = extents(draw, draw(st.integers(2, 5)))
    axis = draw(st.integers(1, len(D) - 1))
    U = D[:axis] + (draw(st.integers(0, D[axis])),) + D[axis + 1 :]
    options: dict[str, Any] = {"axis": axis - len(D) * one_in(draw, 2)}
    if not one_in(draw, 3):
        options["mode"] = draw(st.sampled_from(("linear", "circular")))
    J = None if one_in(draw, 4) else (D[0],)
    return finished(draw, "tensor_scatter", D, J, U, draw(st.sampled_from(NUMBERS + tuple(MOVED))), options)


def _windows(draw: Draw) -> tuple[Extents, Extents, dict[str, list[int]], list[int]]:
    """(D, J, the lists by short names, the window's extent along each dimension of D)"""
    D = extents(draw, draw(st.sampled_from((1, 2, 3, 4, 2, 3, 0))), 100, wide_extent)
    roles = [draw(st.sampled_from(("window", "dropped", "window", "batching", "window"))) for _ in D]
    sizes = [0 if one_in(draw, 16) else min(n, draw(st.sampled_from((2, 1, 3, 2, n)))) for n in D]
    dims = {role: [d for d in range(len(D)) if roles[d] == role] for role in ("window", "dropped", "batching")}
    for d in dims["dropped"] + dims["batching"]:
        sizes[d] = min(1, D[d]) if roles[d] == "batching" or not one_in(draw, 24) else 0
    mapped = [d for d in draw(st.permutations(range(len(D)))) if roles[d] != "batching" and not one_in(draw, 5)]
    batches = dims["batching"]
    others = list(extents(draw, draw(st.sampled_from((1, 2, 0))), 8))
    places = draw(st.permutations(range(len(batches) + len(others))))
    counting = [0] * len(places)
    for at, n in zip(places, [D[d] for d in batches] + others):
        counting[at] = n
    is_implicit = len(mapped) == 1 and one_in(draw, 2)
    vector_dim = len(counting) if is_implicit else draw(st.integers(0, len(counting)))
    shift = [at + (at >= vector_dim) for at in places[: len(batches)]]
    J = counting if is_implicit else counting[:vector_dim] + [len(mapped)] + counting[vector_dim:]
    rank = len(dims["window"]) + len(counting)
    window = sorted(draw(st.permutations(range(rank)))[: len(dims["window"])])
    lists = dims | {"window": window, "index_batching": shift, "map": mapped, "vector": [vector_dim]}
    return D, tuple(J), lists, sizes


def _start_rules(draw: Draw, policies: tuple[str, ...]) -> dict[str, Any]:
    rules = index_rules(draw, policies)
    if one_in(draw, 2):
        rules["partial_window"] = draw(st.sampled_from(("whole", "element")))
    return rules


@st.composite
def window_gathers(draw: Draw) -> Case:
    D, J, lists, sizes = _windows(draw)
    dtype = draw(st.sampled_from(NUMBERS + tuple(MOVED)))
    options: dict[str, Any] = {
        "offset_dims": lists["window"], "collapsed_slice_dims": lists["dropped"],
        "operand_batching_dims": lists["batching"], "start_indices_batching_dims": lists["index_batching"],
        "start_index_map": lists["map"], "index_vector_dim": lists["vector"][0], "slice_sizes": sizes,
    }  # fmt: skip
    options |= _start_rules(draw, ("fill", "clamp", "skip", "wrap", "error", "assume"))
    if options.get("out_of_bounds") == "assume" and not can_assume("stablehlo_gather", D, J, None, options):
        options["out_of_bounds"] = "error"
    if options.get("out_of_bounds") == "fill":
        options["fill_value"] = fill_value(draw, dtype)
    return finished(draw, "stablehlo_gather", D, J, None, dtype, options)


@st.composite
def window_scatters(draw: Draw) -> Case:
    D, J, lists, sizes = _windows(draw)
    dtype = draw(st.sampled_from(NUMBERS + tuple(MOVED)))
    options: dict[str, Any] = {
        "update_window_dims": lists["window"], "inserted_window_dims": lists["dropped"],
        "input_batching_dims": lists["batching"], "scatter_indices_batching_dims": lists["index_batching"],
        "scatter_dims_to_operand_dims": lists["map"], "index_vector_dim": lists["vector"][0],
    }  # fmt: skip
    gather_options = options | {"offset_dims": lists["window"], "slice_sizes": sizes,
                                "collapsed_slice_dims": lists["dropped"], "operand_batching_dims": lists["batching"],
                                "start_indices_batching_dims": lists["index_batching"],
                                "start_index_map": lists["map"]}  # fmt: skip
    U = direct_extents(form_of("stablehlo_gather", D, J, None, gather_options))
    options |= _start_rules(draw, ("skip", "clamp", "wrap", "error", "assume")) | reduction_rules(draw, dtype)
    if options.get("out_of_bounds") == "assume" and not can_assume("stablehlo_scatter", D, J, U, options):
        options["out_of_bounds"] = "error"
    return finished(draw, "stablehlo_scatter", D, J, U, dtype, options)
