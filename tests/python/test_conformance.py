"""Cases of other systems, JSON lines of the folder that STREW_CONFORMANCE_DIR names, through the Python functions.

Prints how many passed; without the variable, that none was run.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest
from conformance_cases import Line, difference
from quantized_cases import check_quantized
from segment_cases import NOT_YET, OPERATORS, check_segments

FOLDER = os.environ.get("STREW_CONFORMANCE_DIR", "")
FILES = sorted(Path(FOLDER).glob("*.jsonl")) if FOLDER else []

ADD = {"id": "made here", "dialect": "", "op": "scatter_nd", "attrs": {"reduction": "add"}, "inputs": {
    "data": {"dtype": "float32", "shape": [3], "values": [1, "nan", 3]},
    "indices": {"dtype": "int64", "shape": [2, 1], "values": [0, -1]},
    "updates": {"dtype": "float32", "shape": [2], "values": [10, 20]}},
    "expected": {"output": {"dtype": "float32", "shape": [3], "values": [11, "nan", 23]}}}  # fmt: skip


def run_line(text: str) -> str:
    try:
        line = json.loads(text)
        if line["op"] == "gather_dequantized":
            return check_quantized(line)
        return check_segments(line) if line["op"] in OPERATORS else Line(line).check()
    except Exception as error:
        return f"not run: {type(error).__name__}: {error}"


def test_folder(capsys: pytest.CaptureFixture[str]) -> None:
    failed = []
    count = not_yet = 0
    for path in FILES:
        for number, text in enumerate(path.read_text().splitlines(), 1):
            if text.strip() and json.loads(text)["op"] in NOT_YET:
                not_yet += 1
            elif text.strip():
                count += 1
                reason = run_line(text)
                failed += [f"{path.name} line {number}: {reason}"] if reason else []
    with capsys.disabled():
        print(f"\nconformance: {count} cases of other systems run, {count - len(failed)} passed, {not_yet} not yet")
    if not FOLDER:
        pytest.skip("STREW_CONFORMANCE_DIR names no folder of cases")
    assert not failed, "\n".join(failed)
    assert count, f"{FOLDER} has no case"


SEGMENTS = {"id": "made here", "op": "segment_reduce", "attrs": {"reduction": "add", "num_segments": 2}, "inputs": {
    "data": {"dtype": "float32", "shape": [3], "values": [1, 2, 3]},
    "segment_ids": {"dtype": "int64", "shape": [3], "values": [0, 0, 1]}},
    "expected": {"output": {"dtype": "float32", "shape": [2], "values": [3, 3]}}}  # fmt: skip


def test_a_case_of_segments() -> None:
    assert run_line(json.dumps(SEGMENTS)) == ""
    other = {**SEGMENTS, "agrees": False, "strew": {"output": {"dtype": "float32", "shape": [2], "values": [3, 4]}}}
    assert run_line(json.dumps(other)) == "element 1 is 3.0, expected 4.0"
    assert run_line(json.dumps({**SEGMENTS, "attrs": {"num_segments": 1}})).startswith("refused: IX1")


CODES = {"id": "made here", "op": "gather_dequantized", "attrs": {
    "bits": 4, "signed": False, "block_size": 2, "order": "low_first", "out_of_bounds": "error",
    "negative_indices": "from_end"}, "inputs": {
    "data": {"dtype": "uint8", "shape": [1, 1], "values": [33]},
    "indices": {"dtype": "int64", "shape": [1], "values": [0]},
    "scales": {"dtype": "float32", "shape": [1, 1], "values": [3]},
    "zero_points": {"dtype": "int64", "shape": [1, 1], "values": [1]}},
    "expected": {"output": {"dtype": "float32", "shape": [1, 2], "values": [0, 3]}}}  # fmt: skip


def test_a_case_of_codes() -> None:
    assert run_line(json.dumps(CODES)) == ""
    refused = {**CODES, "agrees": False, "strew": {"error": True}}
    assert run_line(json.dumps(refused)) == "accepted; an error is expected"
    wide = {**CODES, "attrs": {"signed": False, "order": "low_first", "bits": 8, "block_size": 0,
            "out_of_bounds": "error", "negative_indices": "from_end"}}  # fmt: skip
    assert run_line(json.dumps(wide)) == "of float32 (1, 1), expected float32 (1, 2)"


def test_a_case_of_products() -> None:
    number = {"dtype": "float32", "shape": [1, 2], "values": [2, 3]}
    index = {"dtype": "int64", "shape": [1], "values": [0]}
    made = {"id": "made here", "op": "sddmm", "attrs": {}, "inputs": {
        "left": number, "right": number, "left_indices": index, "right_indices": index},
        "expected": {"output": {"dtype": "float32", "shape": [1], "values": [13]}}}  # fmt: skip
    assert run_line(json.dumps(made)) == ""


def test_a_case_that_holds() -> None:
    assert run_line(json.dumps(ADD)) == ""


@pytest.mark.parametrize(("change", "reason"), [
    ({"expected": {"error": True}}, "accepted; an error is expected"),
    ({"attrs": {"reduction": "mul"}}, "element 0 is 10.0, expected 11.0"),
    ({"attrs": {"reduction": "add", "negative": "error"}}, "refused: IX1"),
    ({"attrs": {"reduction": "add", "index_dtypes": ["int32"]}}, "refused: indices of int64 are not allowed"),
    ({"attrs": {"reduction": "add", "colour": "red"}}, "not run: TypeError"),
    ({"expected": {}}, "not run: AssertionError"),
])  # fmt: skip
def test_a_case_that_does_not_hold(change: dict[str, object], reason: str) -> None:
    assert run_line(json.dumps(ADD | change)).startswith(reason)


def test_types_that_only_move() -> None:
    coded = {"op": "gather", "inputs": {
        "data": {"dtype": "string", "shape": [3], "values": ["", "b", "c"]},
        "indices": {"dtype": "int32", "shape": [2], "values": [2, 0]}},
        "expected": {"output": {"dtype": "string", "shape": [2], "values": ["c", ""]}}}  # fmt: skip
    assert run_line(json.dumps({"id": "made here", **coded})) == ""


def test_tolerance() -> None:
    one, near = np.array([1.0]), np.array([1.001])
    assert difference(one, near, (0, 0.01)) == "" and difference(one, near, (0.01, 0)) == ""
    assert difference(one, near, (0, 0)) and difference(one, near, (0.0001, 0))
