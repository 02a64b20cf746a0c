"""Plans of segment_reduce, and prepared indices and ids of them."""

from __future__ import annotations

import copy
import inspect
import pickle
from typing import Any

import numpy as np
import pytest
from refusals import changed, refused

import strew

TABLE = np.arange(8.0).reshape(4, 2)
ROWS, IDS, BEGINS = np.array([3, 0, 0, 1, 2]), np.array([2, 0, 2, 0, 2], np.int32), np.array([0, 2, 2, 5])
FACTORS, BASE = np.array([1.0, 10.0, 2.0, 20.0, 0.5]), np.full((3, 2), 100.0)
GROUPS = np.array([[3, 0], [1, 1]])
BY_IDS = [[2.0, 4.0], [0.0, 0.0], [10.0, 13.0]]  # rows 0 + 1, none, 3 + 0 + 2

# The arrays by place, those by name, and the options.
CALLS: list[tuple[tuple[Any, ...], dict[str, Any], dict[str, Any]]] = [
    ((TABLE, ROWS), {"segment_ids": IDS}, {}),
    ((TABLE, ROWS), {"segment_ids": IDS, "weights": FACTORS}, {"num_segments": 4, "reduction": "max"}),
    ((TABLE, ROWS), {"segment_ids": IDS, "base": BASE}, {"include_self": False, "padding_index": -1}),
    ((TABLE, ROWS), {"offsets": BEGINS, "weights": FACTORS, "base": BASE}, {"out_of_bounds": "clamp"}),
    ((TABLE,), {"segment_ids": IDS[:4] - 1}, {"segment_out_of_bounds": "skip", "num_segments": 2}),
    ((TABLE,), {"offsets": BEGINS[:3]}, {"reduction": "mean", "accumulate": "native"}),
    ((TABLE, GROUPS), {}, {"reduction": "none"}),
    ((TABLE.reshape(2, 2, 2), GROUPS % 2), {"segment_ids": IDS[:4].reshape(2, 2)}, {"batch_dims": 1, "padding_segment": 0}),
]


@pytest.mark.parametrize("call", CALLS)
def test_a_plan_does_what_the_call_does(call: Any) -> None:
    arrays, named, options = call
    wanted = strew.segment_reduce(*arrays, **named, **options)
    plan = strew.plan(strew.segment_reduce, *arrays, **named, **options)
    for _ in range(2):
        assert plan(*arrays, **named).tobytes() == wanted.tobytes()
    out = np.empty_like(wanted)
    assert plan(*arrays, **named, out=out, threads=1) is out
    assert out.tobytes() == wanted.tobytes()
    for again in (pickle.loads(pickle.dumps(plan)), copy.deepcopy(plan)):
        assert (again, again.explain()) == (plan, plan.explain())
        assert again(*arrays, **named).tobytes() == wanted.tobytes()


def test_literal_sums() -> None:
    plan = strew.plan(strew.segment_reduce, TABLE, ROWS, segment_ids=IDS)
    assert plan(TABLE, ROWS, segment_ids=IDS).tolist() == BY_IDS
    assert plan(TABLE * 2, ROWS[::1], segment_ids=IDS.copy()).tolist() == (np.array(BY_IDS) * 2).tolist()


def test_in_place() -> None:
    own = BASE.copy()
    plan = strew.plan(strew.segment_reduce, TABLE, ROWS, segment_ids=IDS, base=own, out=own)
    assert plan(TABLE, ROWS, segment_ids=IDS, base=own, out=own) is own
    assert own.tolist() == (BASE + BY_IDS).tolist()


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("further", [{"arg": True}, {"count": True}, {"arg": True, "count": True}])
def test_further_results(call: Any, further: dict[str, Any]) -> None:
    arrays, named, options = call
    options = {**options, "reduction": "min" if "arg" in further else options.get("reduction", "add"), "accumulate": "native"}
    wanted = strew.segment_reduce(*arrays, **named, **options, **further)
    plan = strew.plan(strew.segment_reduce, *arrays, **named, **options, **further)
    for again in (plan, pickle.loads(pickle.dumps(plan))):
        made = again(*arrays, **named, **further)
        assert [one.tobytes() for one in made] == [one.tobytes() for one in wanted]
        assert [one.dtype for one in made[1:]] == [np.int64] * len(further)
    own = {name: np.full_like(one, 99) for name, one in zip(further, wanted[1:], strict=True)}
    out = np.empty_like(wanted[0])
    made = plan(*arrays, **named, **own, out=out)
    assert made[0] is out
    assert all(one is mine for one, mine in zip(made[1:], own.values(), strict=True))
    assert [one.tobytes() for one in made] == [one.tobytes() for one in wanted]


def test_further_results_of_prepared_plans() -> None:
    asked = {"arg": True, "count": True}
    plan = strew.plan(strew.segment_reduce, TABLE, ROWS, segment_ids=IDS, reduction="max", **asked)
    wanted = [[[2.0, 3.0], [0.0, 0.0], [6.0, 7.0]], [[3, 3], [5, 5], [0, 0]], [2, 0, 3]]
    bound = plan.bind(strew.prepare(plan, ROWS), segment_ids=strew.prepare(plan, segment_ids=IDS))
    assert [one.tolist() for one in bound(TABLE, **asked)] == wanted
    assert plan != strew.plan(strew.segment_reduce, TABLE, ROWS, segment_ids=IDS, reduction="max")


def test_a_plan_for_arrays_of_their_own_strides() -> None:
    places = np.zeros((3, 4), np.int64)
    plan = strew.plan(strew.segment_reduce, TABLE, ROWS, segment_ids=IDS, reduction="max", arg=places[:, ::2])
    plan(TABLE, ROWS, segment_ids=IDS, arg=places[:, ::2])
    assert places.tolist() == [[3, 0, 3, 0], [5, 0, 5, 0], [0, 0, 0, 0]]
    for other in (True, places[:, :2], places[:, ::2].copy()):
        with refused("PY12", "arg"):
            plan(TABLE, ROWS, segment_ids=IDS, arg=other)


FURTHER_REFUSED: list[tuple[str, str | None, Any]] = [
    ("PY12", "arg", lambda plan, given: plan(*given, segment_ids=IDS, count=True)),
    ("PY12", "count", lambda plan, given: plan(*given, segment_ids=IDS, arg=True, count=False)),
    ("PY15", "count", lambda plan, given: plan(*given, segment_ids=IDS, arg=True, count=np.zeros(3, np.int32))),
    ("PY12", "count", lambda plan, given: plan(*given, segment_ids=IDS, arg=True, count=np.zeros(4, np.int64))),
    ("PY12", "arg", lambda plan, given: strew.plan(strew.segment_reduce, *given, segment_ids=IDS)(*given, segment_ids=IDS, arg=True)),
    ("PY12", "arg", lambda plan, given: strew.plan(strew.segment_reduce, *given, segment_ids=IDS)(
        *given, segment_ids=IDS, arg=np.zeros((3, 2), np.int64))),
    ("AT1", "arg", lambda plan, given: strew.plan(strew.segment_reduce, *given, segment_ids=IDS, arg=True)),
    ("TY2", "count", lambda plan, given: strew.plan(strew.segment_reduce, *given, segment_ids=IDS, count=np.zeros(3, np.int32))),
    ("SG3", "count", lambda plan, given: strew.plan(strew.segment_reduce, *given, segment_ids=IDS, count=np.zeros(4, np.int64))),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "operand", "call"), FURTHER_REFUSED)
def test_refusals_of_further_results(rule: str, operand: str | None, call: Any) -> None:
    plan = strew.plan(strew.segment_reduce, TABLE, ROWS, segment_ids=IDS, reduction="max", arg=True, count=True)
    with refused(rule, operand):
        call(plan, (TABLE, ROWS))


def test_either_operand_is_prepared_or_both() -> None:
    plan = strew.plan(strew.segment_reduce, TABLE, ROWS, segment_ids=IDS)
    rows, ids = strew.prepare(plan, ROWS), strew.prepare(plan, segment_ids=IDS)
    assert (rows.positions, rows.duplicates, ids.duplicates) == (5, 1, 3)
    assert rows.bytes >= 5 * 4
    assert ids.bytes == plan.prepared_bytes
    assert "5 positions" in repr(rows)
    assert plan.bind(rows)(TABLE, segment_ids=IDS).tolist() == BY_IDS
    assert plan.bind(segment_ids=ids)(TABLE, ROWS).tolist() == BY_IDS
    both = plan.bind(rows, segment_ids=ids)
    assert both(TABLE).tolist() == BY_IDS
    assert both != plan
    with refused("PY13", "indices"):
        pickle.dumps(plan.bind(segment_ids=ids))
    by_offsets = strew.plan(strew.segment_reduce, TABLE, ROWS, offsets=BEGINS)
    assert by_offsets.bind(rows)(TABLE, offsets=BEGINS).tolist() == strew.segment_reduce(TABLE, ROWS, offsets=BEGINS).tolist()


REFUSED: list[tuple[str, str | None, Any]] = [
    ("PY12", "segments", lambda plan: plan(TABLE, ROWS)),
    ("PY12", "segments", lambda plan: plan(TABLE, ROWS, segment_ids=IDS[:4])),
    ("PY15", "segments", lambda plan: plan(TABLE, ROWS, segment_ids=IDS.astype("i8"))),
    ("PY12", "weights", lambda plan: plan(TABLE, ROWS, segment_ids=IDS, weights=FACTORS)),
    ("PY12", "base", lambda plan: plan(TABLE, ROWS, segment_ids=IDS, base=BASE)),
    ("PY12", None, lambda plan: plan(TABLE, segment_ids=IDS)),
    ("IX1", "segments", lambda plan: plan(TABLE, ROWS, segment_ids=IDS - 1)),
    ("IX1", "indices", lambda plan: plan(TABLE, ROWS + 1, segment_ids=IDS)),
    ("OV2", "output", lambda plan: plan(TABLE, ROWS, segment_ids=IDS, out=TABLE[:3])),
    ("IX1", "segments", lambda plan: strew.prepare(plan, segment_ids=IDS + 1)),
    ("IX1", "indices", lambda plan: strew.prepare(plan, ROWS + 1)),
    ("PY9", None, lambda plan: strew.prepare(plan)),
    ("PY9", None, lambda plan: strew.prepare(plan, ROWS, segment_ids=IDS)),
    ("PY12", "indices", lambda plan: plan.bind()),
    ("PR5", "segments", lambda plan: plan.bind(segment_ids=strew.prepare(plan, ROWS))),
    ("PR5", "indices", lambda plan: plan.bind(strew.prepare(plan, segment_ids=IDS))),
    ("PR5", "segments", lambda plan: strew.prepare(strew.plan(strew.segment_reduce, TABLE, offsets=BEGINS[:3]), segment_ids=BEGINS[:3])),
    ("PY12", "segments", lambda plan: strew.plan(strew.gather, TABLE, ROWS).bind(segment_ids=strew.prepare(plan, ROWS))),
    ("SG3", "weights", lambda plan: strew.plan(strew.segment_reduce, TABLE, ROWS, offsets=BEGINS, weights=FACTORS[:2])),
    ("PY7", None, lambda plan: strew.plan(strew.segment_reduce, TABLE, offsets=BEGINS, reduction="sum")),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "operand", "call"), REFUSED)
def test_refusals(rule: str, operand: str | None, call: Any) -> None:
    with refused(rule, operand):
        call(strew.plan(strew.segment_reduce, TABLE, ROWS, segment_ids=IDS))
    assert TABLE.tolist() == np.arange(8.0).reshape(4, 2).tolist()


def test_keywords_of_other_plans() -> None:
    with pytest.raises(TypeError, match="segment_ids"):
        strew.plan(strew.gather, TABLE, ROWS)(TABLE, ROWS, segment_ids=IDS)
    with pytest.raises(TypeError, match="arg"):
        strew.plan(strew.gather, TABLE, ROWS)(TABLE, ROWS, arg=True)
    with pytest.raises(TypeError, match="offsets"):
        strew.plan(strew.segment_reduce, TABLE, ROWS, segment_ids=IDS)(TABLE, ROWS, offsets=IDS)
    with pytest.raises(TypeError, match="axis"):
        strew.plan(strew.segment_reduce, TABLE, offsets=BEGINS, axis=1)
    shown = inspect.signature(strew.plan(strew.segment_reduce, TABLE, offsets=BEGINS[:3]))
    assert list(shown.parameters) == ["arrays", "offsets", "out", "threads", "on_error"]
    plan = strew.plan(strew.segment_reduce, TABLE, ROWS, segment_ids=IDS, weights=FACTORS, count=True)
    bound = plan.bind(segment_ids=strew.prepare(plan, segment_ids=IDS))
    assert list(inspect.signature(bound).parameters) == ["arrays", "weights", "count", "out", "threads", "on_error"]


def test_states_that_are_none() -> None:
    make, (state,) = strew.plan(strew.segment_reduce, TABLE, ROWS, segment_ids=IDS, weights=FACTORS).__reduce__()
    for path, value in (((1, 9), None), ((1, 9), (9,) * 8), ((1, 9), (0, 4, 0, 0, 0, 0, 0, 0)), ((1, 9), (0, 0)),
                        ((1, 10), (4, 0, 2)), ((1, 11), True), ((3, 4), None), ((3, 5, 2), [4]), ((3, 7), state[3][5]),
                        ((3, 11), state[3][4]), ((3, 12), state[3][4])):  # fmt: skip
        with pytest.raises(strew.Error):
            make(changed(state, path, value))(TABLE, ROWS, segment_ids=IDS, weights=FACTORS)
