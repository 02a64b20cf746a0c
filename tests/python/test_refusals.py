"""Calls that are refused: the first broken rule, its class and operand, and a destination that keeps every bit."""

from __future__ import annotations

from typing import Any, Callable

import ml_dtypes
import numpy as np
import pytest
from cases import OPERATORS, Case
from hypothesis import given
from hypothesis import strategies as st
from oracle_forms import direct_extents, form_of
from oracle_rules import first_broken
from strategies import GATHERS, SCATTERS, cache_writes, examples, gathers, scatters

import strew

Extents = tuple[int, ...]


@st.composite
def changed(draw: Callable[[st.SearchStrategy[Any]], Any], extents: Extents) -> Extents:
    """Other extents: one more or less, another rank, one of them changed."""
    made = list(extents)
    change = draw(st.sampled_from(("longer", "shorter", "other", "other")))
    at = draw(st.integers(0, max(len(made) - 1, 0)))
    if change == "longer" or not made:
        made.insert(at, draw(st.integers(0, 3)))
    elif change == "shorter":
        made.pop(at)
    else:
        made[at] = max(0, made[at] + draw(st.sampled_from((1, -1))))
    return tuple(made)


@st.composite
def faults(draw: Callable[[st.SearchStrategy[Any]], Any]) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """(operator, extents by operand, axis and batch_dims) with one thing of a right call changed."""
    kinds = [gathers(name) for name in GATHERS] + [scatters(name) for name in SCATTERS] + [cache_writes()]
    case: Case = draw(st.one_of(kinds))
    options: dict[str, Any] = {name: case.options[name] for name in ("axis", "batch_dims") if name in case.options}
    extents: dict[str, Any] = {"data": case.D, "indices": case.J, "updates": case.U}
    if draw(st.booleans()):
        direct = direct_extents(form_of(case.operator, case.D, case.J, case.U, options))
        extents["out"] = direct if case.U is None else case.D
    changed_part = draw(st.sampled_from([*options, *(name for name, given in extents.items() if given is not None)]))
    if changed_part in options:
        options[changed_part] = draw(st.integers(-6, 6) if changed_part == "axis" else st.integers(-1, 5))
    else:
        extents[changed_part] = draw(changed(extents[changed_part]))
    return case.operator, extents, options


@examples(400)
@given(faults())
def test_the_first_broken_shape_rule(fault: tuple[str, dict[str, Any], dict[str, Any]]) -> None:
    operator, extents, options = fault
    out_extents = extents.get("out")
    expected = first_broken(operator, extents["data"], extents["indices"], extents["updates"], out_extents, options)
    arrays = {name: np.ones(given) for name, given in extents.items() if given is not None and name != "indices"}
    order = ("data", "updates", "indices") if operator == "tensor_scatter" else ("data", "indices", "updates")
    if extents["indices"] is not None:
        arrays["indices"] = np.zeros(extents["indices"], np.int16)
    positional = [arrays[name] for name in order if name in arrays]
    out = {"out": arrays["out"]} if "out" in arrays else {}
    # A call without a fault may still be refused: 0 is no index into an extent of 0.
    try:
        OPERATORS[operator](*positional, **options, **out)
        broken = ""
    except strew.ShapeError as error:
        broken = error.rule or "none"
    except strew.IndexOutOfBounds:
        broken = ""
    assert broken == expected, f"{broken or 'no rule'}, expected {expected or 'none'}: {fault!r}"
    assert "out" not in arrays or not broken or (arrays["out"] == 1).all()


SHAPES: list[tuple[str, str, Extents, Extents, Extents, dict[str, int]]] = [
    ("AX1", "scatter", (), (2,), (2,), {}),
    ("AX2", "scatter", (3, 4), (2,), (2, 4), {"axis": -3}),
    ("AX3", "scatter", (3, 4), (), (4,), {"axis": 1, "batch_dims": 1}),
    ("AX3", "scatter", (3, 4), (3, 2), (3, 2, 4), {"axis": 0, "batch_dims": 1}),
    ("AX4", "scatter", (3, 4), (2, 5), (3, 5), {"axis": 1, "batch_dims": 1}),
    ("AX5", "scatter", (3, 4), (2,), (2, 3), {}),
    ("EL1", "scatter_elements", (3, 4), (2,), (2,), {}),
    ("EL2", "scatter_elements", (3, 4), (2, 4), (2, 4), {"axis": 2}),
    ("EL3", "scatter_elements", (3, 4), (2, 4), (2, 3), {}),
    ("EL4", "scatter_elements", (3, 4), (2, 5), (2, 5), {}),
    ("ND1", "scatter_nd", (3, 4), (), (4,), {}),
    ("ND2", "scatter_nd", (3, 4), (3,), (4,), {"batch_dims": 1}),
    ("ND3", "scatter_nd", (3, 4), (3, 2), (3,), {"batch_dims": 1}),
    ("ND4", "scatter_nd", (3, 4), (2, 1), (2,), {"batch_dims": 1}),
    ("ND5", "scatter_nd", (3, 4), (2, 1), (2, 3), {}),
]


@pytest.mark.parametrize(("rule", "operator", "data", "indices", "updates", "options"), SHAPES)
def test_each_shape_rule(rule: str, operator: str, data: Extents, indices: Extents, updates: Extents,
                         options: dict[str, int]) -> None:  # fmt: skip
    assert first_broken(operator, data, indices, updates, None, options) == rule
    with pytest.raises(strew.ShapeError) as refused:
        OPERATORS[operator](np.zeros(data), np.zeros(indices, int), np.zeros(updates), **options)
    assert refused.value.rule == rule


D, I, U = np.zeros((3, 4), np.float32), np.array([0, 2]), np.ones((2, 4), np.float32)

OPTIONS: list[tuple[str, type[strew.Error], dict[str, Any]]] = [
    ("PY7", strew.OptionError, {"reduction": "plus"}),
    ("PY7", strew.OptionError, {"out_of_bounds": "ignore"}),
    ("PY7", strew.OptionError, {"negative_indices": "wrap"}),
    ("PY7", strew.OptionError, {"accumulate": "f32"}),
    ("PY7", strew.OptionError, {"duplicates": "refuse"}),
    ("PY7", strew.OptionError, {"include_self": 1}),
    ("PY7", strew.OptionError, {"ordered": None}),
    ("PY7", strew.OptionError, {"reduction": None}),
    ("PY7", strew.OptionError, {"on_error": "raise"}),
    ("PY7", strew.OptionError, {"on_error": None}),
    ("PY8", strew.OptionError, {"axis": 0.0}),
    ("PY8", strew.OptionError, {"axis": 2**70}),
    ("PY8", strew.OptionError, {"batch_dims": "0"}),
    ("PY8", strew.OptionError, {"threads": 0}),
    ("AT2", strew.OptionError, {"out_of_bounds": "fill"}),
    ("TY4", strew.DTypeError, {"reduction": "and"}),
    ("AX2", strew.ShapeError, {"axis": 2}),
    ("OU1", strew.ShapeError, {"out": np.zeros((4, 4), np.float32)}),
    ("TY2", strew.DTypeError, {"out": np.zeros((3, 4))}),
    ("TY2", strew.DTypeError, {"out": np.zeros((3, 4), "m8[s]")}),
    ("PY6", strew.ArrayError, {"out": [[0.0] * 4] * 3}),
]


@pytest.mark.parametrize(("rule", "kind", "options"), OPTIONS)
def test_options_of_a_scatter(rule: str, kind: type[strew.Error], options: dict[str, Any]) -> None:
    with pytest.raises(kind) as refused:
        strew.scatter(D, I, U, **options)
    assert type(refused.value) is kind and refused.value.rule == rule
    assert rule in str(refused.value)


def test_fill_values_must_be_held_exactly() -> None:
    for dtype, value in [("int8", 128), ("int8", 0.5), ("uint8", -1), ("bool", 2), ("int64", 2**63), ("uint64", 1e30)]:
        with pytest.raises(strew.OptionError) as refused:
            strew.gather(np.zeros(3, dtype), [9], out_of_bounds="fill", fill_value=value)
        assert refused.value.rule == "AT4", dtype
    with pytest.raises(strew.DTypeError) as too_large:
        strew.gather(np.zeros(3), [9], out_of_bounds="fill", fill_value=2**64)
    assert too_large.value.rule == "PY11"


def test_a_fill_value_goes_with_fill() -> None:
    with pytest.raises(strew.OptionError) as refused:
        strew.gather(D, I, fill_value=1)
    assert refused.value.rule == "AT3"


def test_a_gather_that_leaves_out_needs_out() -> None:
    with pytest.raises(strew.OptionError) as refused:
        strew.gather(D, I, out_of_bounds="skip")
    assert refused.value.rule == "PY9"


@pytest.mark.parametrize("dtype", ["float32", "bool", "complex64", "m8[s]", ml_dtypes.bfloat16])
def test_indices_are_integers(dtype: Any) -> None:
    with pytest.raises(strew.DTypeError) as refused:
        strew.gather(D, np.zeros(2, dtype))
    assert refused.value.rule == "TY3" and refused.value.operand == "indices"


def test_types_come_before_options_and_shapes() -> None:
    with pytest.raises(strew.DTypeError) as refused:
        strew.gather(D, np.zeros(2), axis=7, fill_value=1)
    assert refused.value.rule == "TY3"
    with pytest.raises(strew.OptionError) as next_refused:
        strew.gather(D, I, axis=7, fill_value=1)
    assert next_refused.value.rule == "AT3"


def overlapping() -> list[tuple[str, Any, Any, Any]]:
    memory = np.arange(24, dtype=np.float32)
    data, rows = memory[:12].reshape(3, 4), memory[12:20].reshape(2, 4)
    return [
        ("OV2", data, rows, memory[4:16].reshape(3, 4)),
        ("OV2", data, rows, memory[12:24].reshape(3, 4)),
        ("OV1", data, rows, np.lib.stride_tricks.as_strided(data, (3, 4), (-16, 4))),
        ("SZ3", data, rows, np.lib.stride_tricks.as_strided(memory, (3, 4), (8, 4))),
    ]


@pytest.mark.parametrize("case", range(4))
def test_overlap(case: int) -> None:
    rule, data, rows, out = overlapping()[case]
    before = data.tobytes()
    with pytest.raises(strew.ShapeError if rule == "SZ3" else strew.OverlapError) as refused:
        strew.scatter(data, I, rows, out=out)
    assert refused.value.rule == rule and data.tobytes() == before


def test_a_gather_is_never_in_place() -> None:
    table = np.arange(4)
    with pytest.raises(strew.OverlapError):
        strew.gather(table, np.arange(4), out=table)
    indices = np.arange(4)
    with pytest.raises(strew.OverlapError):
        strew.gather(table, indices, out=indices)
