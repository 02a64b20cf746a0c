"""What is raised: classes, attributes, messages; and that the destination is untouched."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from refusals import refused

import strew

TABLE = np.arange(6.0).reshape(3, 2)
BASES = {
    "IndexOutOfBounds": IndexError,
    "DuplicateIndex": IndexError,
    "ShapeError": ValueError,
    "DTypeError": TypeError,
    "OptionError": ValueError,
    "OverlapError": ValueError,
    "ArrayError": TypeError,
}


@pytest.mark.parametrize("name", BASES)
def test_classes(name: str) -> None:
    kind = getattr(strew, name)
    assert issubclass(kind, strew.Error)
    assert issubclass(kind, BASES[name])
    assert name in strew.__all__
    assert kind.__doc__


def out_of_bounds() -> strew.IndexOutOfBounds:
    indices = np.array([[[0, 0], [2, -4]], [[5, 5], [1, 1]]], dtype=np.int16)
    with refused("IX1", "indices", strew.IndexOutOfBounds) as caught:
        strew.gather_nd(TABLE, indices)
    return caught.value


def test_index_out_of_bounds() -> None:
    error = out_of_bounds()
    assert (error.position, error.coordinates, error.index) == (1, (0, 1), (2, -4))
    assert (error.component, error.extent, error.allowed, error.count) == (1, 2, (-2, 1), 2)
    assert str(error) == (
        "IX1: indices: position 1 (0, 1): component 1 of (2, -4) is -4, outside [-2, 1] (axis 1 of size 2); "
        "2 of 4 positions are bad"
    )


def test_large_unsigned_indices_are_told_as_stored() -> None:
    with refused("IX1", "indices", strew.IndexOutOfBounds) as caught:
        strew.gather(TABLE, np.array([2**64 - 1], dtype=np.uint64))
    assert caught.value.index == (2**64 - 1,)
    assert caught.value.allowed == (0, 2)
    with refused("IX1", "indices", strew.IndexOutOfBounds) as caught:
        strew.gather(TABLE, [-1], negative_indices="invalid")
    assert (caught.value.index, caught.value.allowed) == ((-1,), (0, 2))


def test_duplicate_index() -> None:
    out = np.full((3, 2), 7.0)
    with refused("IX2", "indices", strew.DuplicateIndex) as caught:
        strew.scatter(TABLE, [0, 1, 0], np.zeros((3, 2)), duplicates="error", out=out)
    error = caught.value
    assert (error.position, error.other_position, error.coordinates) == (2, 0, (2,))
    assert np.all(out == 7)


@pytest.mark.parametrize("change", [lambda e: pickle.loads(pickle.dumps(e)), copy.copy, copy.deepcopy])
def test_exceptions_pickle(change: Any) -> None:
    error = out_of_bounds()
    again = change(error)
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


FAILURES: list[tuple[str, str | None, type[Exception], Any]] = [
    ("IX1", "indices", IndexError, lambda out: strew.scatter(TABLE, [0, 3], np.ones((2, 2)), out=out)),
    ("IX2", "indices", IndexError, lambda out: strew.scatter(TABLE, [0, 0], out[:2] + 1, duplicates="error", out=out)),
    ("AX2", None, ValueError, lambda out: strew.gather(TABLE, [0, 1, 2], axis=2, out=out)),
    ("AX5", "output", ValueError, lambda out: strew.gather(TABLE, [0, 1], out=out)),
    ("AX5", "updates", ValueError, lambda out: strew.scatter(TABLE, [0, 1], np.ones((3, 2)), out=out)),
    ("OU1", "output", ValueError, lambda out: strew.scatter(TABLE, [0, 1], np.ones((2, 2)), out=out[:2])),
    ("TY2", "output", TypeError, lambda out: strew.gather(TABLE.astype("f4"), [0, 1, 2], out=out)),
    ("TY3", "indices", TypeError, lambda out: strew.gather(TABLE, [0.0, 1.0, 2.0], out=out)),
    ("TY4", "data", TypeError, lambda out: strew.scatter(TABLE, [0], np.ones((1, 2)), reduction="xor", out=out)),
    ("AT2", None, ValueError, lambda out: strew.scatter(TABLE, [0], np.ones((1, 2)), out_of_bounds="fill", out=out)),
    ("OV1", "output", ValueError, lambda out: strew.gather(out, [2, 1, 0], out=out)),
    ("OV2", "output", ValueError, lambda out: strew.scatter(TABLE, [0, 2], out[1:], out=out)),
    ("PY7", None, ValueError, lambda out: strew.gather(TABLE, [0, 1, 2], out_of_bounds="raise", out=out)),
    ("PY8", None, ValueError, lambda out: strew.gather(TABLE, [0, 1, 2], axis=0.0, out=out)),
    ("PY11", "updates", TypeError, lambda out: strew.scatter(TABLE, [0], [["a", "b"]], out=out)),
]


@pytest.mark.parametrize(("rule", "operand", "builtin", "call"), FAILURES, ids=[line[0] for line in FAILURES])
def test_failures_leave_the_destination(rule: str, operand: str | None, builtin: type[Exception], call: Any) -> None:
    out = np.full((3, 2), 7.0)
    with refused(rule, operand) as caught:
        call(out)
    assert isinstance(caught.value, builtin)
    assert np.all(out == 7)
    assert rule in strew.rules()


WORDS: list[tuple[dict[str, Any], str | None]] = [
    ({"out_of_bounds": "clmap"}, "clamp"),
    ({"out_of_bounds": "Fill"}, "fill"),
    ({"out_of_bounds": "nothing like it"}, None),
    ({"out_of_bounds": 3}, None),
    ({"out_of_bounds": None}, None),
    ({"negative_indices": "fromend"}, "from_end"),
    ({"reduction": "added"}, "add"),
    ({"reduction": "maximum"}, "max"),
    ({"duplicates": "errors"}, "error"),
    ({"accumulate": "Wide"}, "wide"),
    ({"include_self": 1}, None),
    ({"ordered": "True"}, None),
]


@pytest.mark.parametrize(("option", "meant"), WORDS, ids=str)
def test_words(option: dict[str, Any], meant: str | None) -> None:
    with refused("PY7", None, strew.OptionError) as caught:
        strew.scatter(TABLE, [0], np.ones((1, 2)), **option)
    name, value = next(iter(option.items()))
    assert f"{name}={value!r} is none of " in str(caught.value)
    assert ("did you mean" in str(caught.value)) == (meant is not None)
    assert meant is None or str(caught.value).endswith(f"did you mean {meant!r}?")


def test_words_of_other_functions() -> None:
    with refused("PY7", None, strew.OptionError):
        strew.tensor_scatter(np.zeros((2, 3, 1)), np.ones((2, 1, 1)), mode="ring")
    with refused("PY7", None, strew.OptionError):
        strew.plan(len, TABLE, [0])


def test_words_need_not_be_interned() -> None:
    assert strew.gather(TABLE, [7], out_of_bounds="".join(["cla", "mp"])).tolist() == [[4, 5]]


NUMBERS: list[dict[str, Any]] = [
    {"axis": 0.0},
    {"axis": "0"},
    {"axis": None},
    {"axis": 2**70},
    {"batch_dims": 1.5},
    {"threads": 0},
    {"threads": -3},
    {"threads": 2.0},
]


@pytest.mark.parametrize("option", NUMBERS, ids=str)
def test_numbers(option: dict[str, Any]) -> None:
    with refused("PY8", None, strew.OptionError) as caught:
        strew.gather(TABLE, [0], **option)
    assert next(iter(option)) in str(caught.value)


def test_dimension_numbers() -> None:
    numbers = {"offset_dims": [1], "collapsed_slice_dims": [0], "start_index_map": [0], "slice_sizes": [1, 2]}
    assert strew.stablehlo.gather(TABLE, [1], index_vector_dim=1, **numbers).tolist() == [[2, 3]]
    for wrong in (5, "1", [0.5], None):
        with refused("PY8", None, strew.OptionError) as caught:
            strew.stablehlo.gather(TABLE, [1], index_vector_dim=1, **{**numbers, "offset_dims": wrong})
        assert "offset_dims" in str(caught.value)


def test_integers_of_other_libraries() -> None:
    for axis in (np.int8(1), np.array(1), True):
        assert strew.gather(TABLE, [1], axis=axis).tolist() == [[1], [3], [5]]


def test_skip_needs_a_destination() -> None:
    with refused("PY9", "output", strew.OptionError):
        strew.gather(TABLE, [7], out_of_bounds="skip")
    out = np.full((2, 2), 7.0)
    assert strew.gather(TABLE, [9, 1], out_of_bounds="skip", out=out).tolist() == [[7, 7], [2, 3]]
    assert strew.scatter(TABLE, [9], [[0, 0]], out_of_bounds="skip").tolist() == TABLE.tolist()


def test_unknown_and_missing_arguments_are_type_errors() -> None:
    for call in (
        lambda: strew.gather(TABLE, [0], axes=1),
        lambda: strew.gather(TABLE),
        lambda: strew.gather(TABLE, [0], 1),
        lambda: strew.scatter(TABLE, [0]),
        lambda: strew.stablehlo.gather(TABLE, [0]),
    ):
        with pytest.raises(TypeError) as caught:
            call()
        assert not isinstance(caught.value, strew.Error)


def test_rules_have_their_text() -> None:
    rules = strew.rules()
    assert rules["PY5"] == "a destination can be written"
    assert rules["ND3"]
    assert all(text and text == text.strip() for text in rules.values())
    assert all(f"PY{number}" in rules for number in range(1, 14))


def test_exceptions_of_operands_come_through() -> None:
    class Failing:
        def __index__(self) -> int:
            raise RuntimeError("not today")

    with pytest.raises(RuntimeError, match="not today"):
        strew.gather(TABLE, [0], axis=Failing())
