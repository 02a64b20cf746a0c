"""Plans of operators with more operands than a table, indices and updates: scans, sampled products, rows of codes."""

from __future__ import annotations

import copy
import inspect
import pickle
from typing import Any

import numpy as np
import pytest
from refusals import changed, refused

import strew

TABLE = np.arange(1.0, 7.0).reshape(3, 2)
RIGHT = np.array([[1.0, 10.0], [100.0, 1000.0]])
ROWS, IDS, BEGINS = np.array([2, 0, 1]), np.array([1, 0, 1], np.int32), np.array([0, 2, 3])
GROUPS = np.array([[2, 0], [1, 1]])
CODES = np.array([[0x10, 0x32], [0x54, 0x76], [0x98, 0xBA]], np.uint8)  # 0 1 2 3, 4 5 6 7, 8 9 10 11
SCALES = np.array([[1, 10], [2, 20], [3, 30]], np.float32)
ZEROS = np.array([[0x21], [0x00], [0x08]], np.uint8)
BOOK = np.linspace(-1, 1, 16, dtype=np.float32)

# The operator, the arrays by place, those by name, and the options.
CALLS: list[tuple[Any, tuple[Any, ...], dict[str, Any], dict[str, Any]]] = [
    (strew.segment_scan, (TABLE,), {"segment_ids": IDS}, {"exclusive": True}),
    (strew.segment_scan, (TABLE, ROWS), {"segment_ids": IDS}, {"reduction": "mul", "num_segments": 4, "padding_index": -1}),
    (strew.segment_scan, (TABLE, ROWS), {"offsets": BEGINS}, {"reduction": "max", "out_of_bounds": "clamp"}),
    (strew.segment_scan, (TABLE, GROUPS), {}, {"reduction": "min"}),
    (strew.segment_scan, (TABLE.astype("f2"), ROWS - 3), {"segment_ids": IDS}, {"accumulate": "native"}),
    (strew.segment_scan, (), {"segment_ids": IDS}, {"exclusive": True}),
    (strew.sddmm, (TABLE, RIGHT, ROWS), {"segment_ids": IDS}, {}),
    (strew.sddmm, (TABLE, RIGHT, ROWS), {"offsets": BEGINS}, {"padding_index": 1}),
    (strew.sddmm, (TABLE, RIGHT, GROUPS), {}, {"accumulate": "native"}),
    (strew.sddmm, (TABLE, RIGHT), {"segment_ids": IDS - 1}, {"segment_out_of_bounds": "skip"}),
    (strew.sddmm, (TABLE[None], RIGHT[None], ROWS[None]), {"segment_ids": IDS[None]}, {"batch_dims": 1}),
    (strew.segment_reduce, (CODES, ROWS), {"segment_ids": IDS, "scales": SCALES}, {"block_size": 2}),
    (strew.segment_reduce, (CODES, ROWS), {"offsets": BEGINS, "scales": SCALES, "zero_points": ZEROS, "weights": [1, 2, 0.5]},
     {"block_size": 2, "columns": 3, "dtype": "float16"}),
    (strew.segment_reduce, (CODES, GROUPS), {"scales": SCALES[:, :1], "codebook": BOOK}, {"reduction": "mean", "packing": "halves"}),
    (strew.segment_reduce, (CODES.view("i1"), ROWS), {"segment_ids": IDS, "scales": SCALES[:, :1]}, {"bits": 8, "reduction": "max"}),
    (strew.segment_reduce, (CODES, ROWS), {"segment_ids": IDS, "scales": SCALES, "base": np.ones((2, 4), "f2")}, {"block_size": 2}),
    (strew.gather_block_quantized, (CODES, ROWS, SCALES), {}, {"block_size": 2}),
    (strew.gather_block_quantized, (CODES, ROWS, SCALES), {"zero_points": ZEROS}, {"block_size": 2, "dtype": "float16"}),
    (strew.gather_block_quantized, (CODES, [[7, 0]], SCALES[:, :1]), {"codebook": BOOK},
     {"out_of_bounds": "fill", "fill_value": 0.5, "columns": 3}),
]  # fmt: skip


def name_of(call: Any) -> str:
    return str(call[0].__name__)


@pytest.mark.parametrize("call", CALLS, ids=name_of)
def test_a_plan_does_what_the_call_does(call: Any) -> None:
    operator, arrays, named, options = call
    wanted = operator(*arrays, **named, **options)
    plan = strew.plan(operator, *arrays, **named, **options)
    for _ in range(2):
        found = plan(*arrays, **named)
        assert (found.dtype, found.shape, found.tobytes()) == (wanted.dtype, wanted.shape, wanted.tobytes())
    out = np.full_like(wanted, 7)
    assert plan(*arrays, **named, out=out, threads=1) is out
    assert out.tobytes() == wanted.tobytes()
    for other in (np.zeros((*wanted.shape, 1), wanted.dtype), np.zeros((2, *wanted.shape), wanted.dtype).T):
        with refused("PY12", "output"):
            plan(*arrays, **named, out=other)
    with refused("PY15", "output"):
        plan(*arrays, **named, out=np.zeros(wanted.shape, "c8"))


@pytest.mark.parametrize("call", CALLS, ids=name_of)
def test_plans_travel(call: Any) -> None:
    operator, arrays, named, options = call
    plan = strew.plan(operator, *arrays, **named, **options)
    for again in (pickle.loads(pickle.dumps(plan)), copy.copy(plan), copy.deepcopy(plan)):
        assert (again, hash(again), again.explain()) == (plan, hash(plan), plan.explain())
        assert again(*arrays, **named).tobytes() == operator(*arrays, **named, **options).tobytes()
    assert plan != strew.plan(operator, *arrays, **named, **options, threads=1)
    assert name_of(call) in plan.describe()
    assert plan.explain().endswith(plan.problem())


def test_options_tell_plans_apart() -> None:
    plans = [
        strew.plan(strew.segment_scan, TABLE, segment_ids=IDS),
        strew.plan(strew.segment_scan, TABLE, segment_ids=IDS, exclusive=True),
        strew.plan(strew.segment_scan, TABLE, segment_ids=IDS, num_segments=3),
        strew.plan(strew.segment_scan, TABLE, segment_ids=IDS, reduction="max"),
        strew.plan(strew.segment_scan, segment_ids=IDS),
        strew.plan(strew.segment_scan, np.ones(3, np.int64), segment_ids=IDS),
        strew.plan(strew.sddmm, TABLE, RIGHT, segment_ids=IDS),
        strew.plan(strew.segment_reduce, CODES, scales=SCALES, segment_ids=IDS, block_size=2),
        strew.plan(strew.segment_reduce, CODES, scales=SCALES[:, :1], segment_ids=IDS),
        strew.plan(strew.segment_reduce, CODES, scales=SCALES[:, :1], segment_ids=IDS, packing="halves"),
    ]
    assert len(set(plans)) == len(plans)


def test_literal_scans_and_ranks() -> None:
    plan = strew.plan(strew.segment_scan, TABLE, segment_ids=IDS)
    assert plan(TABLE, segment_ids=IDS).tolist() == [[1, 2], [3, 4], [6, 8]]
    assert plan(TABLE, segment_ids=np.zeros(3, np.int32)).tolist() == [[1, 2], [4, 6], [9, 12]]
    ranks = strew.plan(strew.segment_scan, segment_ids=[2, 0, 2, 2, 0], exclusive=True)
    assert ranks(segment_ids=[1, 1, 0, 1, 0]).tolist() == [0, 1, 0, 2, 1]
    assert ranks(None, segment_ids=[2, 0, 2, 2, 0]).tolist() == [0, 0, 1, 2, 1]
    assert ranks.bind(segment_ids=strew.prepare(ranks, segment_ids=[2, 0, 2, 2, 0]))().tolist() == [0, 0, 1, 2, 1]
    out = np.full(5, 7)
    assert ranks(segment_ids=[0] * 5, out=out) is out
    assert out.tolist() == [0, 1, 2, 3, 4]


def test_literal_products() -> None:
    plan = strew.plan(strew.sddmm, TABLE, RIGHT, ROWS, segment_ids=IDS)
    assert plan(TABLE, RIGHT, ROWS, segment_ids=IDS).tolist() == [6500, 21, 4300]
    assert plan(TABLE, -RIGHT, ROWS[::1], segment_ids=np.zeros(3, np.int32)).tolist() == [-65, -21, -43]


def test_literal_codes() -> None:
    sums = strew.plan(strew.segment_reduce, CODES, [1, 0, 0, 2], offsets=[0, 2], num_segments=2, scales=SCALES, block_size=2)
    assert sums(CODES, [1, 0, 0, 2], offsets=[0, 2], scales=SCALES).tolist() == [[8, 11, 140, 170], [24, 28, 320, 360]]
    assert sums(CODES, [0, 0, 0, 0], offsets=[0, 2], scales=SCALES * 2).tolist() == [[0, 4, 80, 120]] * 2
    asked = {"arg": True, "count": True}
    most = strew.plan(strew.segment_reduce, CODES, [1, 0, 0, 2], offsets=[0, 2], num_segments=2, scales=SCALES,
                      block_size=2, reduction="max", **asked)  # fmt: skip
    made = most(CODES, [1, 0, 0, 2], offsets=[0, 2], scales=SCALES, **asked)
    assert [one.tolist() for one in made] == [[[8, 10, 120, 140], [24, 27, 300, 330]], [[0] * 4, [3] * 4], [2, 2]]
    rows = strew.plan(strew.gather_block_quantized, CODES, [1, 0], SCALES, block_size=2)
    assert rows(CODES, [0, 1], SCALES).tolist() == [[0, 1, 20, 30], [8, 10, 120, 140]]


def test_in_place_on_a_base() -> None:
    base = np.ones((2, 4), np.float32)
    named: dict[str, Any] = {"segment_ids": IDS, "scales": SCALES, "base": base}
    plan = strew.plan(strew.segment_reduce, CODES, ROWS, **named, block_size=2, out=base)
    assert plan(CODES, ROWS, **named, out=base) is base
    assert base.tolist() == [[1, 2, 21, 31], [33, 38, 421, 471]]


@pytest.mark.parametrize("call", CALLS, ids=name_of)
def test_indices_are_prepared(call: Any) -> None:
    operator, arrays, named, options = call
    wanted = operator(*arrays, **named, **options).tobytes()
    plan = strew.plan(operator, *arrays, **named, **options)
    place = 2 if operator is strew.sddmm else 1
    ids = strew.prepare(plan, segment_ids=named["segment_ids"]) if "segment_ids" in named else None
    rest = {name: array for name, array in named.items() if name != "segment_ids"}
    if ids is not None:
        assert plan.bind(segment_ids=ids)(*arrays, **rest).tobytes() == wanted
    if len(arrays) <= place:
        return
    rows = strew.prepare(plan, arrays[place])
    others = (*arrays[:place], *arrays[place + 1 :])
    bound = plan.bind(rows)
    assert bound(*others, **named).tobytes() == wanted
    assert bound != plan
    if ids is not None:
        assert plan.bind(rows, segment_ids=ids)(*others, **rest).tobytes() == wanted
    with refused("PY13", "indices"):
        pickle.dumps(bound)


def scan(**more: Any) -> Any:
    return strew.plan(strew.segment_scan, TABLE, ROWS, segment_ids=IDS, **more)


def product(**more: Any) -> Any:
    return strew.plan(strew.sddmm, TABLE, RIGHT, ROWS, segment_ids=IDS, **more)


def bags(**more: Any) -> Any:
    return strew.plan(strew.segment_reduce, CODES, ROWS, **{"segment_ids": IDS, "scales": SCALES, "block_size": 2, **more})


REFUSED: list[tuple[str, str | None, Any]] = [
    ("PY12", "segments", lambda: scan()(TABLE, ROWS)),
    ("PY12", "segments", lambda: scan()(TABLE, ROWS, segment_ids=IDS[:2])),
    ("PY15", "segments", lambda: scan()(TABLE, ROWS, segment_ids=IDS.astype("i8"))),
    ("PY12", None, lambda: scan()(TABLE, segment_ids=IDS)),
    ("PY12", None, lambda: strew.plan(strew.segment_scan, segment_ids=IDS)(TABLE, segment_ids=IDS)),
    ("PY9", "data", lambda: strew.plan(strew.segment_scan, offsets=BEGINS)),
    ("AT1", None, lambda: scan(reduction="mean")),
    ("SG3", "output", lambda: scan(out=np.zeros(3))),
    ("TY2", "output", lambda: scan(out=np.zeros((3, 2), "f4"))),
    ("IX1", "segments", lambda: scan()(TABLE, ROWS, segment_ids=IDS + 1)),
    ("IX1", "indices", lambda: scan()(TABLE, ROWS + 1, segment_ids=IDS)),
    ("OV2", "output", lambda: scan()(TABLE, ROWS, segment_ids=IDS, out=TABLE)),
    ("PR5", "segments", lambda: strew.prepare(strew.plan(strew.segment_scan, TABLE, offsets=BEGINS), segment_ids=BEGINS)),
    ("PY12", None, lambda: product()(TABLE, ROWS, segment_ids=IDS)),
    ("PY12", "right", lambda: product()(TABLE, RIGHT[:1], ROWS, segment_ids=IDS)),
    ("PY15", "right", lambda: product()(TABLE, RIGHT.astype("f4"), ROWS, segment_ids=IDS)),
    ("SG3", "right", lambda: strew.plan(strew.sddmm, TABLE, RIGHT[:, :1], ROWS, segment_ids=IDS)),
    ("SG3", "output", lambda: product(out=np.zeros(4))),
    ("IX1", "segments", lambda: product()(TABLE, RIGHT, ROWS, segment_ids=IDS + 1)),
    ("OV2", "output", lambda: product()(TABLE, RIGHT, ROWS, segment_ids=IDS, out=TABLE.reshape(-1)[:3])),
    ("PY12", "scales", lambda: bags()(CODES, ROWS, segment_ids=IDS)),
    ("PY12", "scales", lambda: bags()(CODES, ROWS, segment_ids=IDS, scales=SCALES[:, :1])),
    ("PY15", "scales", lambda: bags()(CODES, ROWS, segment_ids=IDS, scales=SCALES.astype("f2"))),
    ("PY12", "zero_points", lambda: bags()(CODES, ROWS, segment_ids=IDS, scales=SCALES, zero_points=ZEROS)),
    ("PY12", "scales", lambda: strew.plan(strew.segment_reduce, TABLE, ROWS, segment_ids=IDS)(
        TABLE, ROWS, segment_ids=IDS, scales=SCALES)),
    ("PY9", None, lambda: bags(scales=None)),
    ("PY9", "output", lambda: bags(out=np.zeros((2, 4), "f4"), columns=4)),
    ("SG3", "output", lambda: bags(out=np.zeros((2, 4, 1), "f4"))),
    ("TY5", "output", lambda: bags(out=np.zeros((2, 4)))),
    ("QB1", None, lambda: bags(bits=3)),
    ("QB3", "scales", lambda: bags(scales=SCALES[:2])),
    ("IX1", "indices", lambda: bags()(CODES, ROWS + 1, segment_ids=IDS, scales=SCALES)),
    ("PY12", None, lambda: strew.plan(strew.gather_block_quantized, CODES, ROWS, SCALES, block_size=2)(CODES, ROWS)),
    ("PY9", "output", lambda: strew.plan(strew.gather_block_quantized, CODES, ROWS, SCALES[:, :1], out_of_bounds="skip")(
        CODES, ROWS, SCALES[:, :1])),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "operand", "call"), REFUSED)
def test_refusals(rule: str, operand: str | None, call: Any) -> None:
    with refused(rule, operand):
        call()
    assert TABLE.tolist() == [[1, 2], [3, 4], [5, 6]]


def test_keywords() -> None:
    given = {strew.segment_scan: (TABLE, ROWS), strew.sddmm: (TABLE, RIGHT, ROWS)}
    for operator, arrays in given.items():
        plan = strew.plan(operator, *arrays, segment_ids=IDS)
        assert list(inspect.signature(plan).parameters) == ["arrays", "segment_ids", "out", "threads", "on_error"]
        for more in ({"weights": IDS}, {"arg": True}, {"offsets": IDS}, {"right": RIGHT}):
            with pytest.raises(TypeError, match=next(iter(more))):
                plan(*arrays, segment_ids=IDS, **more)
        with pytest.raises(TypeError, match="axis"):
            strew.plan(operator, *arrays, segment_ids=IDS, axis=1)
    with pytest.raises(TypeError, match="right"):
        strew.plan(strew.sddmm, TABLE, segment_ids=IDS)
    assert strew.plan(strew.sddmm, TABLE, right=RIGHT, indices=ROWS, segment_ids=IDS) == product()


def test_states_that_are_none() -> None:
    make, (state,) = bags().__reduce__()
    given: dict[str, Any] = {"segment_ids": IDS, "scales": SCALES}
    assert make(state)(CODES, ROWS, **given).tobytes() == bags()(CODES, ROWS, **given).tobytes()
    for path, value in (((1, 10), None), ((1, 10), (4, 0)), ((1, 10), (3, 0, 2)), ((1, 10), (4, 9, 2)), ((1, 10, 2), -1),
                        ((1, 0), 11), ((1, 0), 12), ((1, 0), 13), ((1, 11), True), ((3, 8), None), ((3, 8, 2), [3, 3])):  # fmt: skip
        with pytest.raises(strew.Error):
            make(changed(state, path, value))(CODES, ROWS, **given)
    make, (state,) = strew.plan(strew.segment_scan, segment_ids=IDS).__reduce__()
    for path, value in (((1, 9), None), ((3, 4), None), ((3, 0, 0), 11), ((1, 3), 7), ((1, 9, 7), -1), ((3, 7), state[3][0])):
        with pytest.raises(strew.Error):
            make(changed(state, path, value))(segment_ids=IDS)
