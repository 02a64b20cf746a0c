"""Messages speak NumPy: its names of types, shapes, axes with sizes; no word of the engine is left."""

from __future__ import annotations

import pathlib
import re
from typing import Any, Callable

import ml_dtypes
import numpy as np
import pytest
from cases import OPERATORS
from refusals import refused
from test_refusals import SHAPES as SHAPE_CASES

import strew

D, I, U = np.zeros((3, 4), np.float32), np.array([0, 2]), np.ones((2, 4), np.float32)
CACHE, ROWS = np.zeros((2, 4, 1), np.float32), np.zeros((2, 2, 1), np.float32)
WORDS = np.array(["abc", "de"])
DAYS = np.zeros(2, "M8[D]")
ENGINE_WORDS = re.compile(
    r"\b(i8|i16|i32|i64|u8|u16|u32|u64|f16|bf16|f32|f64|c64|c128|extents?|opaque|strew_\w+)\b|: call:"
    r"|(?<!outside )(?<!\] and )\[-?\d[-\d, ]*\]"
)
WINDOWS: dict[str, Any] = {"offset_dims": [1], "collapsed_slice_dims": [0], "start_index_map": [0],
                           "index_vector_dim": 1, "slice_sizes": [1, 4]}  # fmt: skip
INSERTED: dict[str, Any] = {"update_window_dims": [1], "inserted_window_dims": [0],
                            "scatter_dims_to_operand_dims": [0], "index_vector_dim": 1}  # fmt: skip


def scatter(**options: Any) -> Callable[[], Any]:
    arrays = {"data": D, "indices": I, "updates": U}
    return lambda: strew.scatter(**{**arrays, **options})


def window_gather(**numbers: Any) -> Callable[[], Any]:
    return lambda: strew.stablehlo.gather(D, I, **{**WINDOWS, **numbers})


def window_scatter(updates: Any = U, **numbers: Any) -> Callable[[], Any]:
    return lambda: strew.stablehlo.scatter(D, I, updates, **{**INSERTED, **numbers})


def cache(*arrays: Any, **options: Any) -> Callable[[], Any]:
    return lambda: strew.tensor_scatter(*arrays, **options)


# By rule: the whole message.
TOLD: list[tuple[str, Callable[[], Any]]] = [
    ("TY2: updates: its type float64 differs from the float32 of data: in NumPy, updates.astype('float32') converts "
     "them", scatter(updates=U.astype("f8"))),
    ("TY2: updates: its type datetime64[D] differs from the float32 of data: in NumPy, updates.astype('float32') "
     "converts them", scatter(updates=DAYS)),
    ("TY2: updates: its type float32 differs from the datetime64[D] of data: in NumPy, updates.astype('datetime64[D]') "
     "converts them", lambda: strew.scatter(DAYS, [0], U[0, :1])),
    ("TY2: output: its type int16 differs from the <U3 of data",
     lambda: strew.gather(WORDS, [0, 0], out=np.zeros(2, "i2"))),
    ("TY3: indices: their type is float16, not an integer type: in NumPy, indices.astype('int64') converts "
     "them", scatter(indices=I.astype("f2"))),
    ("TY3: indices: their type is <U3, not an integer type: in NumPy, indices.astype('int64') converts them",
     scatter(indices=WORDS)),
    ("TY3: indices: their type is float32, not an integer type, and data are int64: the order is data, indices",
     lambda: strew.gather(I, D)),
    ("TY3: indices: their type is float8_e5m2, not an integer type: in NumPy, indices.astype('int64') "
     "converts them", scatter(indices=I.astype(ml_dtypes.float8_e5m2))),
    ("TY3: indices: their type is bool, not an integer type: np.flatnonzero(mask) has the indices of a mask, "
     "np.argwhere(mask) its index tuples", scatter(indices=[True, False])),
    ("TY4: data: reduction xor is not defined for float32", scatter(reduction="xor")),
    ("TY4: data: reduction add is not defined for <U3",
     lambda: strew.scatter(WORDS, [0], WORDS[:1], reduction="add")),
    ("TY4: data: reduction max is not defined for complex64",
     lambda: strew.scatter(D.astype("c8"), I, U.astype("c8"), reduction="max")),
    ("AT2: a scatter has no out_of_bounds policy fill; skip drops an update", scatter(out_of_bounds="fill")),
    ("AT3: a fill value is given but out_of_bounds is error", lambda: strew.gather(D, I, fill_value=1)),
    ("AX2: axis is 2, outside [-2, 1]", scatter(axis=2)),
    ("AX5: updates: its shape is (2, 3), but data (3, 4) and indices (2,) require (2, 4)", scatter(updates=U[:, :3])),
    ("AX5: updates: its shape is (), but data (4,) and indices (1,) require (1,)",
     lambda: strew.scatter(D[0], [0], np.float32(1))),
    ("AX4: indices: batch axis 0 is of size 2, that of data is of size 3",
     lambda: strew.gather(D, np.zeros((2, 5), int), axis=1, batch_dims=1)),
    ("EL4: indices: axis 1 is of size 5, more than the 4 of data",
     lambda: strew.gather_elements(D, np.zeros((3, 5), int))),
    ("OU1: output: its shape (4, 4) differs from the (3, 4) of data", scatter(out=np.zeros((4, 4), "f4"))),
    ("TS4: updates: axis 2 is of size 5, that of cache is 1", cache(CACHE, np.zeros((2, 2, 5), "f4"))),
    ("TS6: indices: their shape is (3,), not (2,)", cache(CACHE, ROWS, np.zeros(3, int))),
    ("SZ2: output: stride 64 over an axis of size 576460752303423488 reaches beyond 63 bits",
     lambda: strew.gather(np.zeros((1, 8)), strew.filled(2**59, "int64"))),
    ("SZ3: output: is written, but stride 0 of an axis of size 3 is smaller than the 4 bytes inside it",
     scatter(out=np.lib.stride_tricks.as_strided(np.zeros((3, 4), "f4"), (3, 4), (0, 4)))),
    ("IX1: indices: position 1 (1): component 0 of (9) is 9, outside [-3, 2] (axis 0 of size 3); 1 of 2 positions is bad",
     scatter(indices=[0, 9])),
]  # fmt: skip


@pytest.mark.parametrize(("text", "call"), TOLD, ids=[text.partition(":")[0] for text, _ in TOLD])
def test_messages(text: str, call: Callable[[], Any]) -> None:
    with pytest.raises(strew.Error) as caught:
        call()
    assert str(caught.value) == text


# Rules beside those: what is said of them is not written out here, but no word of the engine may be in it.
OTHERS: list[tuple[str, Callable[[], Any]]] = [
    ("AT4", lambda: strew.gather(D.astype("i1"), I, out_of_bounds="fill", fill_value=128)),
    ("AX1", lambda: strew.gather(D[0, 0], I)),
    ("EL3", lambda: strew.gather_elements(D, np.zeros((3, 4), int), out=np.zeros((2, 4), "f4"))),
    ("ND5", lambda: strew.gather_nd(D, I[:, None], out=np.zeros((2, 3), "f4"))),
    ("TS1", cache(np.zeros(4), np.zeros(2))),
    ("TS2", cache(CACHE, ROWS, axis=3)),
    ("TS3", cache(CACHE, ROWS, axis=0)),
    ("TS5", cache(CACHE, np.zeros((2, 5, 1), "f4"))),
    ("OV1", scatter(out=np.lib.stride_tricks.as_strided(D, (3, 4), (-16, 4)))),
    ("OV2", scatter(updates=D[1:], out=D)),
    ("IX2", scatter(indices=[0, 0], duplicates="error")),
    ("GC1", window_gather(offset_dims=[0, 1])),
    ("GC2", window_gather(index_vector_dim=3)),
    ("GC3", window_gather(start_index_map=[0, 1])),
    ("GC4", window_gather(collapsed_slice_dims=[], offset_dims=[1, 0])),
    ("GC5", window_gather(offset_dims=[2])),
    ("GC8", window_gather(collapsed_slice_dims=[2])),
    ("GC9", window_gather(slice_sizes=[2, 4])),
    ("GC19", window_gather(start_index_map=[2])),
    ("GC20", window_gather(slice_sizes=[1])),
    ("GC21", window_gather(slice_sizes=[1, 5])),
    ("GC22", lambda: strew.stablehlo.gather(D, I, **WINDOWS, out=np.zeros((2, 3), "f4"))),
    ("SH1", window_gather(slice_sizes=[0, 4])),
    ("SC2", window_scatter(update_window_dims=[])),
    ("SC4", window_scatter(np.ones((2, 5), "f4"))),
    ("SC4", window_scatter(np.ones((3, 4), "f4"))),
    ("SC8", window_scatter(update_window_dims=[2])),
    ("SC11", window_scatter(U[:, :3], inserted_window_dims=[2])),
    ("SC19", window_scatter(scatter_dims_to_operand_dims=[0, 1])),
    ("SC21", window_scatter(scatter_dims_to_operand_dims=[2])),
    ("SC22", window_scatter(index_vector_dim=3)),
    ("PR1", lambda: strew.plan(strew.gather, D, I).bind(strew.prepare(strew.plan(strew.gather, D, [0]), [0]))),
    ("PR2", lambda: strew.plan(strew.gather, D, I).bind(strew.prepare(strew.plan(strew.gather, D[:2], I), I - 1))),
    ("PR3", lambda: strew.plan(strew.gather, D, I, out_of_bounds="clamp").bind(
        strew.prepare(strew.plan(strew.gather, D, I), I))),
    ("PR4", lambda: strew.plan(strew.gather, D, I.astype("i4")).bind(
        strew.prepare(strew.plan(strew.gather, D, I), I))),
    ("PY8", lambda: strew.filled((2, -1), "f4")),
    ("PY12", lambda: strew.plan(strew.gather, D, I)(D[:2], I)),
    ("PY14", lambda: strew.index_add(D, 0, I, U[:, :3])),
    ("PY15", lambda: strew.plan(strew.gather, D, I)(D.astype("f8"), I)),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "call"), OTHERS, ids=[rule for rule, _ in OTHERS])
def test_no_word_of_the_engine_is_left(rule: str, call: Callable[[], Any]) -> None:
    with pytest.raises(strew.Error) as caught:
        call()
    assert caught.value.rule == rule, str(caught.value)
    assert not ENGINE_WORDS.search(str(caught.value)), str(caught.value)


@pytest.mark.parametrize(("rule", "operator", "data", "indices", "updates", "options"), SHAPE_CASES)
def test_shape_rules_leave_none_either(rule: str, operator: str, data: Any, indices: Any, updates: Any,
                                       options: dict[str, int]) -> None:  # fmt: skip
    with pytest.raises(strew.ShapeError) as caught:
        OPERATORS[operator](np.zeros(data), np.zeros(indices, int), np.zeros(updates), **options)
    assert not ENGINE_WORDS.search(str(caught.value)), str(caught.value)


def test_rules_are_those_of_the_contract() -> None:
    contract = (pathlib.Path(__file__).resolve().parents[2] / "docs/contract.md").read_text()
    own = {rule: text for rule, text in strew.rules().items() if not rule.startswith("PY")}
    assert len(own) > 100 and own["TY3"] == "indices are of an integer type: i8 to i64 or u8 to u64"
    assert [rule for rule in own if not re.search(rf"\b{rule}\b", contract)] == []


def test_names_of_the_callers_stay() -> None:
    names = np.array([("i64", 1)], dtype=[("f32", "U3"), ("extent", "i8")])
    with pytest.raises(strew.DTypeError, match=re.escape(f"differs from the {names.dtype} of data")):
        strew.scatter(names, [0], np.zeros(1, "i4"))


def test_a_mask_gathers_what_it_selects() -> None:
    """What the message recommends."""
    mask = np.array([True, False, True])
    with refused("TY3", "indices", strew.DTypeError):
        strew.gather(D, mask)
    np.testing.assert_array_equal(strew.gather(D, np.flatnonzero(mask)), D[mask])
    table = np.arange(12).reshape(3, 4)
    np.testing.assert_array_equal(strew.gather_nd(table, np.argwhere(table > 5)), table[table > 5])


@pytest.mark.parametrize(("given", "meant"), [("ad", "add"), ("a", "add"), ("maxi", "max"), ("su", "sub"), ("o", "or")])
def test_the_beginning_of_a_word_suggests_it(given: str, meant: str) -> None:
    with refused("PY7", None, strew.OptionError) as caught:
        strew.scatter(D, I, U, reduction=given)  # type: ignore[call-overload]
    assert str(caught.value).endswith(f"did you mean {meant!r}?")
