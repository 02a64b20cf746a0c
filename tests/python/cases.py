"""One random call: its description in one line, its arrays, and the comparison with the oracle.

A failing test prints the line; `python tests/python/cases.py "<line>"` runs it again.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any, Callable

import numpy as np
import oracle
from case_arrays import broadcast, contents, dtype_named, index_values, lay_out
from oracle import Refusal
from oracle_forms import direct_extents, form_of

import strew

OPERATORS: dict[str, Callable[..., Any]] = {
    "gather": strew.gather,
    "gather_elements": strew.gather_elements,
    "gather_nd": strew.gather_nd,
    "scatter": strew.scatter,
    "scatter_elements": strew.scatter_elements,
    "scatter_nd": strew.scatter_nd,
    "tensor_scatter": strew.tensor_scatter,
    "stablehlo_gather": strew.stablehlo.gather,
    "stablehlo_scatter": strew.stablehlo.scatter,
}


@dataclass(frozen=True)
class Case:
    operator: str
    D: tuple[int, ...]
    J: tuple[int, ...] | None  #: None: no write_indices
    U: tuple[int, ...] | None = None  #: None: a gather
    options: dict[str, Any] = field(default_factory=dict)  #: of the operator, without the arrays
    dtype: str = "int32"
    index_dtype: str = "int64"
    layouts: tuple[str, str, str, str] = ("packed",) * 4  #: of data, indices, updates, out
    destination: str = "new"  #: "out", "in_place"
    values: str = "small"
    index_values: str = "inside"
    road: str = "call"  #: "plan"; "bound": with prepared indices
    seed: int = 0


@dataclass
class Arrays:
    data: Any
    indices: Any
    updates: Any
    out: Any
    memory: np.ndarray | None  #: that `out` lies in
    #: what the operands hold, packed
    data_held: np.ndarray
    indices_held: np.ndarray | None
    updates_held: np.ndarray | None


def _operand(rng: np.random.Generator, case: Case, shape: tuple[int, ...], layout: str) -> tuple[Any, Any, Any]:
    """(the operand, what it holds, its memory)"""
    dtype = dtype_named(case.dtype)
    raw = contents(rng, case.dtype, case.values, shape)
    if layout == "filled":
        value = contents(rng, case.dtype, "small" if case.dtype == "bool" else case.values, ()).view(dtype)
        operand = strew.filled(shape, dtype, value)
        held = np.frombuffer(operand.element.tobytes(), f"V{dtype.itemsize}").reshape(())
        return operand, np.broadcast_to(held, shape).view(dtype), None
    if layout == "broadcast":
        array = broadcast(rng, raw, dtype)
        return array, array, None
    array, memory = lay_out(rng, raw, dtype, layout)
    return array, raw.view(dtype), memory


def _indices(rng: np.random.Generator, case: Case) -> tuple[Any, Any]:
    if case.J is None:
        return None, None
    form = form_of(case.operator, case.D, case.J, case.U, case.options)
    policy = oracle.policy_of(case.operator, case.options)
    held = index_values(rng, form, case.J, case.index_dtype, case.index_values, policy.negative_indices == "from_end")
    raw = np.frombuffer(held.tobytes(), f"V{held.itemsize}").reshape(case.J)
    if case.layouts[1] == "list":
        return held.tolist(), held
    if case.layouts[1] == "broadcast":
        array = broadcast(rng, raw, held.dtype)
        return array, array
    return lay_out(rng, raw, held.dtype, case.layouts[1])[0], held


def arrays_of(case: Case) -> Arrays:
    rng = np.random.default_rng(case.seed)
    data, data_held, memory = _operand(rng, case, case.D, case.layouts[0])
    indices, indices_held = _indices(rng, case)
    updates, updates_held, out = None, None, None
    if case.U is not None:
        updates, updates_held, _ = _operand(rng, case, case.U, case.layouts[2])
    if case.destination == "in_place":
        out = data
    elif case.destination == "out":
        form = form_of(case.operator, case.D, case.J, case.U, case.options)
        extents = direct_extents(form) if case.U is None else case.D
        out, _, memory = _operand(rng, case, extents, case.layouts[3])
    return Arrays(data, indices, updates, out, memory, data_held, indices_held, updates_held)


def expected_of(case: Case, arrays: Arrays) -> bytes | Refusal:
    if arrays.updates_held is None:
        assert arrays.indices_held is not None
        return oracle.gather(case.operator, arrays.data_held, arrays.indices_held, arrays.out, case.options)
    return oracle.scatter(case.operator, arrays.data_held, arrays.indices_held, arrays.updates_held, case.options)


def _run(case: Case, arrays: Arrays) -> Any:
    operator = OPERATORS[case.operator]
    given = [arrays.data, arrays.indices]
    if arrays.updates is not None:
        given.insert(1 if case.operator == "tensor_scatter" else 2, arrays.updates)
    given = [array for array in given if array is not None]
    options = dict(case.options)
    if case.operator == "stablehlo_scatter" and "reduction" in options:
        options["update_computation"] = options.pop("reduction")
    out = {} if arrays.out is None else {"out": arrays.out}
    if case.road == "call":
        return operator(*given, **options, **out)
    made = strew.plan(operator, *given, **options, **out)
    if case.road == "bound" and arrays.indices is not None:
        made = made.bind(strew.prepare(made, arrays.indices))
        given = [array for array in given if array is not arrays.indices]
    return made(*given, **out)


def call(case: Case, arrays: Arrays) -> Any:
    """What strew makes of it: an array, or the Refusal that stands for its exception."""
    try:
        return _run(case, arrays)
    except strew.Error as error:
        names = ("rule", "operand", "position", "other_position", "coordinates", "index", "component", "extent",
                 "window", "allowed", "count")  # fmt: skip
        return Refusal(type(error).__name__, {name: getattr(error, name) for name in names if hasattr(error, name)})


def _snapshots(arrays: Arrays) -> list[bytes]:
    inputs = [arrays.indices, arrays.updates] + ([] if arrays.out is arrays.data else [arrays.data])
    return [array.tobytes() for array in inputs if isinstance(array, np.ndarray)]


def _verify_refusal(got: Any, expected: bytes | Refusal, arrays: Arrays, before: bytes | None, discards: bool) -> str:
    if not isinstance(got, Refusal) or got != expected:
        return f"{got!r}, expected {expected!r}"
    if discards and arrays.out is not None and arrays.memory is not None and arrays.out.size:
        return _verify_around(arrays, before)
    is_kept = arrays.memory is None or arrays.memory.tobytes() == before
    return "" if is_kept else "the destination was written to"


def _verify(got: Any, expected: bytes | Refusal, arrays: Arrays, before: bytes | None, discards: bool) -> str:
    if isinstance(expected, Refusal) or isinstance(got, Refusal):
        return _verify_refusal(got, expected, arrays, before, discards)
    if arrays.out is not None and got is not arrays.out:
        return "does not return out"
    if arrays.out is None and (type(got) is not np.ndarray or not got.flags.c_contiguous):
        return f"returns {type(got)}, expected a new array of NumPy"
    if got.dtype != arrays.data_held.dtype:
        return f"of type {got.dtype}"
    if got.tobytes() != expected:
        return f"{got.tobytes().hex()}, expected {expected.hex()}"
    if arrays.out is not None and arrays.memory is not None and arrays.out.size:
        return _verify_around(arrays, before)
    return ""


def _verify_around(arrays: Arrays, before: bytes | None) -> str:
    """Bytes of the memory of out that are not its elements."""
    assert arrays.memory is not None and before is not None
    start = arrays.memory.__array_interface__["data"][0]
    places = np.full(arrays.out.shape, arrays.out.__array_interface__["data"][0] - start)
    for d, stride in enumerate(arrays.out.strides):
        places += (np.arange(arrays.out.shape[d]) * stride).reshape([-1 if e == d else 1 for e in range(places.ndim)])
    own = np.zeros(arrays.memory.size, bool)
    own[(places[..., None] + np.arange(arrays.out.itemsize)).ravel()] = True
    same = np.frombuffer(before, np.uint8) == arrays.memory
    return "" if (same | own).all() else "bytes between the elements of out were written to"


def difference(case: Case) -> str:
    """Empty, or what strew does otherwise than the oracle."""
    arrays = arrays_of(case)
    expected = expected_of(case, arrays)
    inputs = _snapshots(arrays)
    before = None if arrays.memory is None else arrays.memory.tobytes()
    got = call(case, arrays)
    reason = _verify(got, expected, arrays, before, case.options.get("on_error") == "discard")
    return reason or ("" if _snapshots(arrays) == inputs else "an input was written to")


def check(case: Case) -> None:
    try:
        reason = difference(case)
    except Exception as error:  # told with the case that leads to it
        reason = f"{type(error).__name__}: {error}"
    assert not reason, f'{reason}\nrepro: python tests/python/cases.py "{case!r}"'


if __name__ == "__main__":
    print(difference(eval(sys.argv[1], {"Case": Case})) or "as the oracle says")
