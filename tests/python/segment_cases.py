"""Cases of segment_reduce and sddmm of other systems: one whose system gives other bits says what strew gives, and why."""

from __future__ import annotations

from typing import Any

from conformance_cases import Codes, difference, tensor

import strew

#: Cases of operators that are not there yet.
NOT_YET = {"segment_reduce_gradient"}
OPERATORS = {"segment_reduce", "sddmm"}


def options_of(attributes: dict[str, Any], inputs: dict[str, Any]) -> dict[str, Any]:
    left = dict(attributes)
    made: dict[str, Any] = {"reduction": left.pop("reduction", "add")}
    rows, ids = left.pop("indices_rule", None) or {}, left.pop("segments_rule", None) or {}
    if "indices" in inputs:
        made["out_of_bounds"] = rows.get("out_of_bounds", "error")
        made["negative_indices"] = rows.get("negative_indices", "from_end")
        made["padding_index"] = rows.get("padding_index")
    if "segment_ids" in inputs:
        made["segment_out_of_bounds"] = ids.get("out_of_bounds", "error")
        made["segment_negative_indices"] = ids.get("negative_indices", "invalid")
        made["padding_segment"] = ids.get("padding_index")
    count = left.pop("num_segments", None)
    if "segment_ids" in inputs or "offsets" in inputs:
        made["num_segments"] = count
    if left.pop("exclude_self", False):
        made["include_self"] = False
    if "accumulate" in left:
        made["accumulate"] = left.pop("accumulate")
    assert not left, f"unknown attributes {left}"
    return made


def run(op: str, inputs: dict[str, Any], attributes: dict[str, Any]) -> Any:
    if op == "sddmm":
        assert not attributes, f"unknown attributes {attributes}"
        return strew.sddmm(inputs["left"], inputs["right"], inputs["left_indices"], segment_ids=inputs["right_indices"])
    options = options_of(attributes, inputs)
    return strew.segment_reduce(inputs.pop("data"), inputs.pop("indices", None), **inputs, **options)


def check_segments(line: dict[str, Any]) -> str:
    """Empty, or why the case fails."""
    codes = Codes()
    inputs = {name: tensor(text, codes) for name, text in line["inputs"].items() if text is not None}
    expected = line["expected"] if line.get("agrees", True) else line["strew"]
    output = expected.get("output")
    try:
        got = run(line["op"], inputs, line.get("attrs", {}))
    except strew.Error as error:
        return "" if output is None else f"refused: {error}"
    if output is None:
        return "accepted; an error is expected"
    right = tensor(output, codes)
    if got.shape != right.shape or got.dtype != right.dtype:
        return f"of {got.dtype} {got.shape}, expected {right.dtype} {right.shape}"
    return difference(right, got, tuple(line.get("tol") or (0, 0)))
