"""The oracle of the random tests: its numbers are those of NumPy, and it notices each kind of wrong call."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any, Callable

import ml_dtypes
import numpy as np
import pytest
from cases import OPERATORS, Case, check, difference
from oracle_numbers import decode, element_of, encode, fold

import strew

ADD = Case("scatter_nd", (3, 4), (4, 1), (4, 4), {"reduction": "add"}, "float32", seed=3)
IN_PLACE = Case("scatter_nd", (3, 4), (4, 1), (4, 4), {"reduction": "add"}, "float32", destination="in_place", seed=3)
APART = Case("gather", (3, 4), (5,), None, {"axis": 1}, "int16", layouts=("packed", "packed", "packed", "strided"),
             destination="out", seed=1)  # fmt: skip
OUTSIDE = Case("scatter", (3, 4), (9,), (9, 4), {}, "int16", destination="in_place", index_values="mixed", seed=9)
TWICE = Case("scatter", (3, 4), (9,), (9, 4), {"duplicates": "error"}, "int16", index_values="few", seed=1)
ALL = {"add": ADD, "in place": IN_PLACE, "apart": APART, "outside": OUTSIDE, "twice": TWICE}


@pytest.mark.parametrize("name", ALL)
def test_right_calls_are_right(name: str) -> None:
    assert difference(ALL[name]) == ""


def flip(result: Any) -> None:
    result.flat[-1] = -result.flat[-1] - 1


def wrong(change: str, real: Callable[..., Any]) -> Callable[..., Any]:
    """The operator with one defect."""

    def made(*arrays: Any, **options: Any) -> Any:
        out = options.get("out")
        if change == "forgets an option":
            options.pop("reduction")
        if change == "refuses":
            raise strew.ShapeError("of no reason")
        if change == "writes, then refuses":
            flip(out)
        if change == "writes to an input":
            flip(arrays[0])
        try:
            result = real(*arrays, **options)
        except strew.IndexOutOfBounds as error:
            _disturb(change, error)
            raise
        except strew.DuplicateIndex as error:
            error.other_position += change == "names another position"
            raise
        return _disturbed(change, result)

    return made


def _disturb(change: str, error: strew.IndexOutOfBounds) -> None:
    error.position += change == "names another position"
    error.count += change == "counts wrong"
    if change == "names another range":
        error.allowed = (error.allowed[0], error.allowed[1] + 1)


def _disturbed(change: str, result: np.ndarray) -> Any:
    if change == "one element is wrong":
        flip(result)
    if change == "returns a copy":
        return result.copy()
    return result.tolist() if change == "returns a list" else result


DEFECTS = [
    ("forgets an option", "add", "expected"), ("refuses", "add", "ShapeError"),
    ("one element is wrong", "add", "expected"), ("one element is wrong", "apart", "expected"),
    ("writes to an input", "add", "expected"), ("writes to an input", "apart", "expected"),
    ("returns a copy", "in place", "does not return out"), ("returns a list", "add", "returns"),
    ("writes, then refuses", "outside", "the destination was written to"),
    ("names another position", "outside", "expected"), ("counts wrong", "outside", "expected"),
    ("names another range", "outside", "expected"), ("names another position", "twice", "expected"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "name", "reason"), DEFECTS)
def test_wrong_calls_are_noticed(change: str, name: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    case = ALL[name]
    monkeypatch.setitem(OPERATORS, case.operator, wrong(change, OPERATORS[case.operator]))
    assert reason in difference(case)


def test_bytes_beside_the_destination_are_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    real = OPERATORS["gather"]

    def spills(*arrays: Any, **options: Any) -> Any:
        result = real(*arrays, **options)
        np.lib.stride_tricks.as_strided(options["out"], (2,), (2,))[1] ^= 1  # between two elements of the strided out
        return result

    monkeypatch.setitem(OPERATORS, "gather", spills)
    assert difference(APART) == "bytes between the elements of out were written to"


def test_an_input_that_changes_late(monkeypatch: pytest.MonkeyPatch) -> None:
    real = OPERATORS["scatter_nd"]

    def spoils(*arrays: Any, **options: Any) -> Any:
        result = real(*arrays, **options)
        flip(arrays[2])
        return result

    monkeypatch.setitem(OPERATORS, "scatter_nd", spoils)
    assert difference(ADD) == "an input was written to"


def test_a_failure_is_one_line_that_runs_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OPERATORS, ADD.operator, wrong("refuses", OPERATORS[ADD.operator]))
    with pytest.raises(AssertionError) as failure:
        check(ADD)
    line = str(failure.value).split('cases.py "')[1].split('"')[0]
    assert "\n" not in line and eval(line, {"Case": Case}) == ADD


# ---- the oracle's numbers

FORMATS = {"float16": np.float16, "bfloat16": ml_dtypes.bfloat16, "float32": np.float32, "float64": np.float64}


@pytest.mark.parametrize("name", ["float16", "bfloat16"])
def test_small_floats_one_by_one(name: str) -> None:
    numbers = np.arange(0, 65536, 5, dtype=np.uint16)
    with np.errstate(all="ignore"):
        values = numbers.view(FORMATS[name]).astype(np.float64).tolist()
    for bits, value in zip(numbers.tolist(), values):
        stored = bits.to_bytes(2, "little")
        assert math.isnan(value) or (decode(name, stored) == value and encode(name, value) == stored)


@pytest.mark.parametrize("name", ["float16", "float32"])
def test_rounding_is_that_of_numpy(name: str) -> None:
    random_numbers = random.Random(1)
    with np.errstate(all="ignore"):
        for _ in range(3000):
            value = random_numbers.uniform(-1, 1) * 2.0 ** random_numbers.choice((0, 15, 16, -14, -24, -126, -149, 128))
            assert encode(name, value) == FORMATS[name](value).tobytes()


def test_fill_values_are_rounded_once() -> None:
    whole = 2**60 + 2**36 + 1  # rounds up from above the middle of two f32; as a double it would be the middle itself
    assert element_of("float32", 4, whole) == encode("float32", Fraction(2**60 + 2**37))
    made = strew.gather(np.zeros(1, np.float32), [9], out_of_bounds="fill", fill_value=whole)
    assert made.tobytes() == element_of("float32", 4, whole)


def test_sums_are_those_of_numpy() -> None:
    random_numbers = np.random.default_rng(1)
    for name in ("float32", "float64"):
        terms = (random_numbers.standard_normal(40) * 2.0 ** random_numbers.integers(-9, 9, 40)).astype(name)
        total = terms[0]
        for term in terms[1:]:
            total = total + term
        assert fold(name, "add", True, "wide", terms[0].tobytes(), [t.tobytes() for t in terms[1:]]) == total.tobytes()
