"""What is refused under a borrowed name is said of its own arguments: those of the signature, and none of the core's."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import strew
from strew import pyg, torch_names

F, I, U = np.arange(12.0).reshape(4, 3), np.array([1, 0, 1]), np.ones((3, 3))
E = np.zeros((2, 3), np.int64)
MASKED = np.ma.masked_array(I, mask=[True, False, False])
SHORT, MIXED = np.ones((2, 2)), np.array(["a", "b", "c"])

# A valid call by keywords: function, arguments.
VALID: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "take": (strew.take, {"a": F, "indices": I, "axis": 0}),
    "take_along_axis": (strew.take_along_axis, {"arr": F, "indices": E, "axis": 0}),
    "put_along_axis": (strew.put_along_axis, {"arr": F.copy(), "indices": E, "values": U[:2], "axis": 0}),
    "add_at": (strew.add_at, {"a": F.copy(), "indices": I, "b": U}),
    "at": (strew.at, {"op": "maximum", "a": F.copy(), "indices": (I, I), "b": U[0]}),
    "bincount": (strew.bincount, {"x": I, "weights": U[0], "minlength": 2}),
    "index_select": (strew.index_select, {"input": F, "dim": 0, "index": I, "out": np.empty((3, 3))}),
    "index_add": (strew.index_add, {"input": F, "dim": 0, "index": I, "source": U, "out": np.empty((4, 3))}),
    "index_copy": (strew.index_copy, {"input": F, "dim": 0, "index": I, "source": U}),
    "index_reduce": (strew.index_reduce, {"input": F, "dim": 0, "index": I, "source": U, "reduce": "amax"}),
    "index_put": (strew.index_put, {"input": F, "indices": (I,), "values": U, "out": np.empty((4, 3))}),
    "gather": (torch_names.gather, {"input": F, "dim": 0, "index": E, "out": np.empty((2, 3))}),
    "scatter": (torch_names.scatter, {"input": F, "dim": 0, "index": E, "src": U, "out": np.empty((4, 3))}),
    "scatter_add": (strew.scatter_add, {"input": F, "dim": 0, "index": E, "src": U}),
    "scatter_reduce": (strew.scatter_reduce, {"input": F, "dim": 0, "index": E, "src": U, "reduce": "mean"}),
    "segment_sum": (strew.segment_sum, {"data": U, "segment_ids": I, "num_segments": 3}),
    "segment_max": (strew.segment_max, {"data": U, "segment_ids": I, "num_segments": 3}),
    "segment_min": (strew.segment_min, {"data": U, "segment_ids": I, "num_segments": 3}),
    "segment_mean": (strew.segment_mean, {"data": U, "segment_ids": I, "num_segments": 3}),
    "embedding_bag": (torch_names.embedding_bag,
                      {"input": I, "weight": F, "offsets": np.array([0, 2]), "mode": "sum", "per_sample_weights": U[0],
                       "padding_idx": 3}),
    "segment_reduce": (torch_names.segment_reduce, {"data": U, "reduce": "sum", "offsets": np.array([0, 2, 3])}),
    "segment_reduce by lengths": (torch_names.segment_reduce,
                                  {"data": U, "reduce": "max", "lengths": np.array([2, 0, 1]), "axis": 0}),
    "pyg.scatter": (pyg.scatter, {"src": U, "index": I, "dim": 0, "dim_size": 3}),
    "pyg.segment": (pyg.segment, {"src": U, "ptr": np.array([0, 2, 3]), "reduce": "max"}),
    "pyg.spmm": (pyg.spmm, {"src": (np.array([0, 2, 3]), I, U[0]), "other": F}),
}
INDEX_NAMES = ("indices", "index", "x", "segment_ids")
# What is wrong with an argument, by what it is to the core.
BAD_INDICES = [np.array([7, 0, 9]), np.array([[7, 0, 0]] * 2), np.array([-9, 0, 0]), np.array([0.5, 1, 1]), MASKED,
               np.zeros((2, 2, 2, 2, 2), int), np.zeros(5, int), np.array([True, False, True]), "word", None,
               [[1, 2], [3]], np.array([2**63 - 1] * 3)]  # fmt: skip
BAD_VALUES = [np.ones((7, 5)), np.ones((4, 3), np.float32), SHORT, MIXED, None, 1j, np.array([[1j]]),
              np.ones((3, 3), object), np.ones((3, 3), ">f8"), MASKED, [[1, 2], [3]], np.ones(0),
              np.zeros((3, 3), "M8[D]")]  # fmt: skip
BAD_AXES = [9, -9, 1.5, "x", None]
READ_ONLY = np.zeros((4, 3))
READ_ONLY.setflags(write=False)
BAD_DESTINATIONS = [np.empty((9, 9)), np.empty((4, 3), np.float32), READ_ONLY, [1], 5, F[1:], F.T, F[::-1]]
CORE = re.compile(r"(?<![\w.'\"])(data|indices|updates|output|axis)(?![\w'\"=]| of a mask)")


def wrong_calls(name: str) -> Any:
    _, valid = VALID[name]
    for argument in valid:
        if argument in ("dim", "axis"):
            bad: list[Any] = BAD_AXES
        elif argument in INDEX_NAMES:
            bad = [(one,) for one in BAD_INDICES] if name == "index_put" else BAD_INDICES
        elif argument == "out":
            bad = BAD_DESTINATIONS
        else:
            bad = BAD_VALUES if argument not in ("op", "reduce", "mode") else ["xor", None]
        yield from ((argument, one) for one in bad)


@pytest.mark.parametrize("name", VALID)
def test_valid_calls_are_valid(name: str) -> None:
    function, valid = VALID[name]
    function(**valid)


@pytest.mark.parametrize("name", VALID)
def test_errors_speak_of_the_arguments(name: str) -> None:
    """Every kind of bad argument, one at a time and two together."""
    function, valid = VALID[name]
    own = set(inspect.signature(function).parameters)
    told = 0
    for argument, bad in wrong_calls(name):
        try:
            function(**{**valid, argument: bad})
        except strew.Error as error:
            told += 1
            words = {found[1] for found in CORE.finditer(str(error))}
            words -= {"axis"} if "dim" not in own else set()  # of arrays, in NumPy's words
            assert words <= own, (argument, bad, str(error))
            assert error.operand is None or error.operand in own, (argument, error.operand, str(error))
            assert str(error).startswith(f"{error.rule}: {error.operand}: " if error.operand else f"{error.rule}: ")
            assert len(str(error)) < 400, str(error)
    assert told > 10


MESSAGES: list[tuple[Callable[[], Any], str]] = [
    (lambda: strew.segment_sum(np.ones(5), [0, 1, 1]),
     "AX5: data: its shape is (5,), but the result (2,) and segment_ids (3,) require (3,)"),
    (lambda: strew.segment_max(np.ones(2, complex), [0, 1]), "TY4: data: reduction max is not defined for complex128"),
    (lambda: strew.segment_sum([1, 2], [True, False]),
     "TY3: segment_ids: their type is bool, not an integer type: np.flatnonzero(mask) has the indices of a mask, "
     "np.argwhere(mask) its index tuples"),
    (lambda: strew.segment_sum(I, U[0]),
     "TY3: segment_ids: their type is float64, not an integer type, and data are int64: the order is data, segment_ids"),
    (lambda: strew.segment_sum(U, U[0]),
     "TY3: segment_ids: their type is float64, not an integer type: in NumPy, segment_ids.astype('int64') converts them"),
    (lambda: strew.bincount(U[0]), "TY3: x: their type is float64, not an integer type"),
    (lambda: strew.index_add(F, 0, U[0], I),
     "TY2: source: its type int64 differs from the float64 of input, and index are float64: the order is input, index, "
     "source"),
    (lambda: pyg.scatter(U, [0, 1], reduce="max"),
     "AX5: src: its shape is (3, 3), but the result (2, 3) and index (2,) require (2, 3)"),
    (lambda: strew.index_select(F, 2, I), "AX2: dim is 2, outside [-2, 1]"),
    (lambda: torch_names.gather(F, 1, np.array([[3]])),
     "IX1: index: position 0 (0, 0): component 0 of (3) is 3, outside [0, 2] (dim 1 of size 3); 1 of 1 position is bad"),
    (lambda: torch_names.gather(F, 0, np.zeros((1, 4), int)), "EL4: index: dim 1 is of size 4, more than the 3 of input"),
    (lambda: torch_names.scatter(F, 0, E, SHORT), "PY14: src: shape (2, 2) is smaller than shape (2, 3) of index"),
    (lambda: strew.index_add(F, 0, I, U, out=F[1:]), "OU1: out: its shape (3, 3) differs from the (4, 3) of input"),
    (lambda: strew.put_along_axis(READ_ONLY, E, 1, 0), "PY5: arr: is read-only"),
    (lambda: strew.take(F, [9], 1, np.empty((4, 1))),
     "IX1: indices: position 0 (0): component 0 of (9) is 9, outside [-3, 2] (axis 1 of size 3); 1 of 1 position is bad"),
    (lambda: strew.bincount([1, 2], [1.0]),
     "AX5: weights: its shape is (1,), but the result (3,) and x (2,) require (2,)"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "text"), MESSAGES, ids=[text.split()[0] + str(n) for n, (_, text) in enumerate(MESSAGES)])
def test_messages(call: Callable[[], Any], text: str) -> None:
    with pytest.raises(strew.Error) as caught:
        call()
    assert str(caught.value) == text


def test_a_result_that_is_no_argument() -> None:
    """Without out= nothing is said of it."""
    huge = np.broadcast_to(np.zeros((), np.int64), (2**59,))
    with pytest.raises(strew.Error, match="SZ2: the result: ") as caught:
        strew.index_select(np.zeros((1, 8)), 0, huge)
    assert caught.value.operand is None
