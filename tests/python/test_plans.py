"""strew.plan, strew.prepare: what they keep, what they refuse, where they travel."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from processes import run
from refusals import changed, refused

import strew

TABLE = np.arange(12.0).reshape(4, 3)
ROWS = np.array([3, 1])
DAY = np.datetime64("2020-02-29", "s")
WINDOWS: dict[str, Any] = {
    "offset_dims": [1],
    "collapsed_slice_dims": [0],
    "start_index_map": [0],
    "index_vector_dim": 1,
    "slice_sizes": [1, 2],
}
INSERTED: dict[str, Any] = {
    "update_window_dims": [1],
    "inserted_window_dims": [0],
    "scatter_dims_to_operand_dims": [0],
    "index_vector_dim": 1,
}
CALLS: list[tuple[Any, tuple[Any, ...], dict[str, Any]]] = [
    (strew.gather, (TABLE, ROWS), {"axis": -1, "out_of_bounds": "wrap"}),
    (strew.gather, (TABLE, ROWS), {"axis": 1, "out_of_bounds": "fill", "fill_value": 7.5}),
    (strew.gather, (TABLE.astype("M8[s]"), ROWS * 9), {"out_of_bounds": "fill", "fill_value": DAY}),
    (strew.gather, (TABLE.astype(ml_dtypes.bfloat16), ROWS[::-1]), {}),
    (strew.gather_elements, (TABLE, ROWS[:, None].repeat(3, 1)), {}),
    (strew.gather_nd, (TABLE.T[::-1], np.array([[2, 3], [0, -1]])), {}),
    (strew.scatter, (TABLE, ROWS, TABLE[:2]), {"reduction": "add"}),
    (strew.scatter, (strew.filled((4, 3), "f8", 1), ROWS, strew.filled((2, 3), "f8", 2)), {"reduction": "mul"}),
    (strew.scatter_elements, (TABLE, ROWS[:, None], TABLE[:2, :1]), {"reduction": "mean", "include_self": False}),
    (strew.scatter_nd, (TABLE, ROWS[:, None], TABLE[:2]), {"duplicates": "error", "negative_indices": "invalid"}),
    (strew.tensor_scatter, (TABLE.reshape(2, 2, 3), TABLE[:2].reshape(2, 1, 3), np.array([1, 0])), {}),
    (strew.tensor_scatter, (TABLE.reshape(2, 2, 3), TABLE[:2].reshape(2, 1, 3)), {"mode": "circular"}),
    (strew.stablehlo.gather, (TABLE, ROWS), WINDOWS),
    (strew.stablehlo.scatter, (TABLE, ROWS, TABLE[:2]), {**INSERTED, "update_computation": "add"}),
]


def name_of(call: Any) -> str:
    return call[0].__name__


@pytest.mark.parametrize("call", CALLS, ids=name_of)
def test_a_plan_does_what_the_call_does(call: Any) -> None:
    function, arrays, options = call
    wanted = function(*arrays, **options)
    plan = strew.plan(function, *arrays, **options)
    for _ in range(2):
        found = plan(*arrays)
        assert found.dtype == wanted.dtype
        assert found.tobytes() == wanted.tobytes()
    out = np.empty_like(wanted)
    assert plan(*arrays, out=out, threads=1) is out
    assert out.tobytes() == wanted.tobytes()


@pytest.mark.parametrize("call", CALLS, ids=name_of)
@pytest.mark.parametrize("change", [lambda plan: pickle.loads(pickle.dumps(plan)), copy.copy, copy.deepcopy])
def test_plans_travel(call: Any, change: Any) -> None:
    function, arrays, options = call
    plan = strew.plan(function, *arrays, **options)
    again = change(plan)
    assert again == plan
    assert hash(again) == hash(plan)
    assert again.problem() == plan.problem()
    assert again.explain() == plan.explain()
    assert again(*arrays).tobytes() == function(*arrays, **options).tobytes()


def test_plans_travel_to_another_process() -> None:
    plan = strew.plan(strew.gather, TABLE, ROWS, axis=1, out_of_bounds="fill", fill_value=7.5)
    script = (
        "import pickle, sys, numpy as np\n"
        "plan, table, rows = pickle.load(sys.stdin.buffer)\n"
        "sys.stdout.buffer.write(pickle.dumps((plan, plan(table, rows))))\n"
    )
    sent = pickle.dumps((plan, TABLE, ROWS))
    done = subprocess.run([sys.executable, "-c", script], input=sent, stdout=subprocess.PIPE, check=True, timeout=60)
    again, found = pickle.loads(done.stdout)
    assert again == plan
    assert found.tolist() == plan(TABLE, ROWS).tolist()


def test_a_plan_takes_the_arguments_of_its_call() -> None:
    """None for write indices, too; anything else in their place is refused."""
    arrays = (TABLE.reshape(2, 2, 3), TABLE[:2].reshape(2, 1, 3), None)
    plan = strew.plan(strew.tensor_scatter, *arrays)
    wanted = strew.tensor_scatter(*arrays)
    assert plan(*arrays).tolist() == plan(*arrays[:2]).tolist() == wanted.tolist()
    assert pickle.loads(pickle.dumps(plan))(*arrays).tolist() == wanted.tolist()
    indexed = strew.plan(strew.tensor_scatter, *arrays[:2], [0, 1])
    for function, given in ((plan, (*arrays[:2], [0, 1])), (plan, (*arrays, None)), (indexed, arrays[:2])):
        with refused("PY12", None, strew.ShapeError):
            function(*given)
    for function, given in ((indexed, arrays), (strew.plan(strew.gather, TABLE, ROWS), (TABLE, None))):
        with refused("PY1", "indices", strew.ArrayError):
            function(*given)
    with refused("PY12", None, strew.ShapeError):
        strew.plan(strew.gather, TABLE, ROWS)(TABLE, ROWS, None)


def test_equal_plans() -> None:
    plan = strew.plan(strew.gather, TABLE, ROWS)
    assert plan == strew.plan(strew.gather, TABLE + 1, [0, 0])  # values are not looked at
    assert len({plan, strew.plan(strew.gather, TABLE, ROWS)}) == 1
    others = [
        strew.plan(strew.gather, TABLE, ROWS, axis=1),
        strew.plan(strew.gather, TABLE, ROWS, out_of_bounds="clamp"),
        strew.plan(strew.gather, TABLE, ROWS, out_of_bounds="fill", fill_value=1.0),
        strew.plan(strew.gather, TABLE, ROWS, out_of_bounds="fill", fill_value=2.0),
        strew.plan(strew.gather, TABLE.astype("f4"), ROWS),
        strew.plan(strew.gather, TABLE[::-1], ROWS),
        strew.plan(strew.gather, TABLE, ROWS.astype("i4")),
        strew.plan(strew.gather, TABLE, [1]),
        strew.plan(strew.scatter, TABLE, ROWS, TABLE[:2]),
        "a plan",
        None,
    ]
    assert all(plan != other for other in others)
    assert len({plan, *others}) == 1 + len(others)


def test_a_plan_says_what_it_does() -> None:
    plan = strew.plan(strew.scatter, TABLE, ROWS, TABLE[:2], reduction="mean")
    for text in (plan.problem(), plan.describe(), plan.explain(), repr(plan)):
        assert text
        assert text == text.strip()
        assert text.isprintable() or "\n" in text
    assert plan.explain().endswith(plan.problem())
    assert plan.describe() in repr(plan)
    assert "scatter, axis 0: data" in repr(plan)
    assert plan.bytes >= TABLE.nbytes
    own = TABLE.copy()
    assert strew.plan(strew.scatter, own, ROWS, own[:2].copy(), out=own).bytes < TABLE.nbytes * 2
    assert plan.workspace > 0
    assert strew.plan(strew.gather, TABLE, ROWS).workspace == 0


def test_the_defaults_are_those_of_c() -> None:
    """All zero: what `strew caps` says of this frontend."""
    for operator, arrays in ((strew.gather, (TABLE, ROWS)), (strew.scatter, (TABLE, ROWS, TABLE[:2]))):
        assert strew.plan(operator, *arrays).__reduce__()[1][0][1][4] == (0,) * 10


def test_a_plan_does_not_keep_the_arrays() -> None:
    table = TABLE.copy()
    before = sys.getrefcount(table)
    plan = strew.plan(strew.gather, table, ROWS)
    assert sys.getrefcount(table) == before
    del table
    assert plan(TABLE, ROWS).tolist() == TABLE[ROWS].tolist()


WRONG: list[tuple[str | None, tuple[Any, ...], dict[str, Any]]] = [
    (None, (), {}),
    (None, (TABLE,), {}),
    (None, (TABLE, ROWS, ROWS), {}),
    ("data", (TABLE[:3], ROWS), {}),
    ("data", (TABLE[0], ROWS), {}),
    ("data", (TABLE[::-1], ROWS), {}),
    ("data", (np.asfortranarray(TABLE), ROWS), {}),
    ("data", (strew.filled((4, 3), "f8"), ROWS), {}),
    ("indices", (TABLE, ROWS[::-1]), {}),
    ("indices", (TABLE, [1, 2, 3]), {}),
    ("output", (TABLE, ROWS), {"out": np.zeros((3, 3))}),
    ("output", (TABLE, ROWS), {"out": np.zeros((2, 6))[:, ::2]}),
]
OTHER_TYPES: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("data", (TABLE.astype("f4"), ROWS), {}),
    ("indices", (TABLE, ROWS.astype("i4")), {}),
    ("output", (TABLE, ROWS), {"out": np.zeros((2, 3), "f4")}),
]


@pytest.mark.parametrize(("operand", "arrays", "options"), WRONG)
def test_a_plan_takes_its_own_arrays(operand: str | None, arrays: Any, options: Any) -> None:
    plan = strew.plan(strew.gather, TABLE, ROWS)
    with refused("PY12", operand, strew.ShapeError):
        plan(*arrays, **options)


@pytest.mark.parametrize(("operand", "arrays", "options"), OTHER_TYPES)
def test_a_plan_takes_its_own_types(operand: str, arrays: Any, options: Any) -> None:
    with refused("PY15", operand, strew.DTypeError):
        strew.plan(strew.gather, TABLE, ROWS)(*arrays, **options)


def test_a_plan_knows_its_type_of_record() -> None:
    days, seconds = np.zeros(3, "M8[D]"), np.zeros(3, "M8[s]")
    fill = {"out_of_bounds": "fill", "fill_value": np.datetime64("2020-01-01")}
    plan = strew.plan(strew.gather, days, [0, 9], **fill)
    assert plan(days, [0, 9]).tolist()[1].year == 2020
    for one in (plan, pickle.loads(pickle.dumps(plan))):
        with refused("PY15", "data", strew.DTypeError):
            one(seconds, [0, 9])


def test_threads_of_a_plan_are_those_of_calls_that_give_none() -> None:
    """oneTBB's threads are seen where the system lists them; a package without it never has any."""
    script = """
import copy, os, numpy as np, strew
start = len(os.listdir("/proc/self/task"))
table, rows = np.zeros((1 << 16, 64), "f4"), np.arange(1 << 17) % (1 << 16)
alone = strew.plan(strew.gather, table, rows, threads=1)
out = alone(table, rows)
for plan in (alone, copy.copy(alone)):
    for _ in range(3):
        plan(table, rows, out=out)
print(len(os.listdir("/proc/self/task")) - start)
"""
    assert run(script) == "0"
    assert strew.plan(strew.gather, TABLE, ROWS, threads=1) != strew.plan(strew.gather, TABLE, ROWS)
    with refused("PY8"):
        strew.plan(strew.gather, TABLE, ROWS, threads=0)


def test_on_error_of_a_plan_is_that_of_calls_that_give_none() -> None:
    discards = strew.plan(strew.gather, TABLE, ROWS, on_error="discard")
    assert discards != strew.plan(strew.gather, TABLE, ROWS) == strew.plan(strew.gather, TABLE, ROWS, on_error="keep")
    assert pickle.loads(pickle.dumps(discards)) == discards
    out = np.full((2, 3), 7.0)
    for _ in range(5):  # small calls are remembered
        assert discards(TABLE, ROWS, out=out).tolist() == TABLE[ROWS].tolist()
    for options in ({}, {"on_error": "discard"}, {"on_error": None}, {"on_error": "keep"}):
        out[:] = 7.0
        with refused("IX1", "indices", strew.IndexOutOfBounds) as caught:
            discards(TABLE, ROWS + 9, out=out, **options)
        assert caught.value.position == 0  # type: ignore[attr-defined]
    assert out.tolist() == [[7.0] * 3] * 2, "kept by the last one"
    with refused("PY7", None, strew.OptionError):
        discards(TABLE, ROWS, on_error="drop")
    with refused("PY7", None, strew.OptionError):
        strew.plan(strew.gather, TABLE, ROWS, on_error=1)


HOSTILE = [
    ((0,), 1), ((0,), "2"), ((1,), ()), ((1, 0), -1), ((1, 0), 0), ((1, 0), 10), ((1, 0), 265), ((1, 4), (1, 2)),
    ((1, 5), b"ab"), ((1, 5), 7), ((1, 6), ((), 0)), ((1, 7), -1), ((1, 8), 2), ((1, 8), "keep"),
    ((1, 10), (4, 0, 2)), ((1, 10), 4), ((1, 11), True), ((1, 11), None), ((2,), None), ((2,), 3), ((3,), None), ((3,), ()),
    ((3, 0), None), ((3, 0), ()), ((3, 0, 2), "ab"), ((3, 0, 2), [4]), ((3, 0, 3), False), ((3, 0, 4), [1]), ((3, 3), None),
    ((3, 7), (11, 8, [2, 3], True, [])),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value"), HOSTILE)
def test_states_that_are_none(path: tuple[int, ...], value: Any) -> None:
    make, (state,) = strew.plan(strew.gather, TABLE, ROWS).__reduce__()
    assert make(state)(TABLE, ROWS).tolist() == TABLE[ROWS].tolist()
    with pytest.raises(strew.Error):
        made = make(changed(state, path, value))
        made(TABLE, ROWS)
    for size in range(len(state)):
        with refused("PY12"):
            make(state[:size])


def test_a_plan_validates_as_a_call_does() -> None:
    plan = strew.plan(strew.gather, TABLE, ROWS)
    out = np.full((2, 3), 7.0)
    with refused("IX1", "indices", strew.IndexOutOfBounds) as caught:
        plan(TABLE, [0, 4], out=out)
    assert (caught.value.position, caught.value.index) == (1, (4,))
    with refused("OV2", "output", strew.OverlapError):
        plan(TABLE, ROWS, out=TABLE[1:3])
    with refused("PY8", None, strew.OptionError):
        plan(TABLE, ROWS, threads=0)
    with refused("PY9", "output", strew.OptionError):
        strew.plan(strew.gather, TABLE, ROWS, out_of_bounds="skip")(TABLE, ROWS)
    assert np.all(out == 7)


def test_extents_of_one_have_no_stride() -> None:
    plan = strew.plan(strew.gather, np.zeros((4, 1)), ROWS)
    wide = np.arange(24.0).reshape(4, 6)
    with refused("PY12", "data", strew.ShapeError):
        plan(wide[:, :1], ROWS)  # the stride of the extent 4 differs
    one = strew.plan(strew.gather, np.zeros((1, 3)), [0])
    assert one(wide[::3][:1, :3], [0]).tolist() == [[0, 1, 2]]


def test_planning_refuses_what_a_call_refuses() -> None:
    with refused("AX2", None, strew.ShapeError):
        strew.plan(strew.gather, TABLE, ROWS, axis=2)
    with refused("TY4", "data", strew.DTypeError):
        strew.plan(strew.scatter, TABLE, ROWS, TABLE[:2], reduction="xor")
    with refused("PY7", None, strew.OptionError) as caught:
        strew.plan(print, TABLE, ROWS)
    assert "no operator of strew" in str(caught.value)


def test_an_operator_without_a_hash() -> None:
    with refused("PY7", None, strew.OptionError):
        strew.plan([], 1)  # type: ignore[arg-type]
