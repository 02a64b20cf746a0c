#!/usr/bin/env python3
"""runner.py PROGRAM: the runner of cases passes right ones and fails each kind of wrong one, with its reason."""

import json
import os
import subprocess
import sys
import tempfile


def floats(*values, dtype="float32", shape=None):
    return {"dtype": dtype, "shape": [len(values)] if shape is None else shape, "values": list(values)}


def case(op="gather", attrs=None, expected=None, tol=None, dialect="", opset=None, **inputs):
    whole = {"data": floats(1, 2, 3), "indices": floats(2, -1, dtype="int64"), **inputs}
    return {"id": "", "dialect": dialect, "op": op, "attrs": attrs or {}, "inputs": whole, "expected": expected, **({"tol": tol} if tol else {}),
            **({"opset": opset} if opset else {})}


def output(*values, **kind):
    return {"output": floats(*values, **kind)}


ERROR = {"error": True}
SCATTER = {"op": "scatter_elements", "updates": floats(5, 6)}
CELLS = {"op": "stablehlo_scatter", "dialect": "stablehlo", "indices": floats(1, 1, dtype="int64"), "updates": floats(5, 7)}
ONE_CELL = {"inserted_window_dims": [0], "scatter_dims_to_operand_dims": [0], "index_vector_dim": 1}
COMPLEX = {"dtype": "complex64", "shape": [1]}
# a case and the reason that its failure must give; none if it must pass
CASES = [
    (case(expected=output(3, 3)), None),
    (case(expected=output(3, 3.0000002)), "element 1 is 3, expected 3.0000002"),
    (case(expected=output(3, 3.01), tol=[0.02, 0]), None),
    (case(expected=output(3, 3.01), tol=[0, 0.001]), "element 1 is 3"),
    (case(expected=output(3)), "AX5"),
    (case(expected=ERROR), "an error is expected"),
    (case(attrs={"negative": "error"}, expected=ERROR), None),
    (case(attrs={"negative": "error"}, expected=output(3, 3)), "IX1"),
    (case(attrs={"negative": "error", "oob": "clamp"}, expected=output(3, 1)), None),
    (case(attrs={"negative": "error", "oob": "nan"}, expected=output(3, "nan")), None),
    (case(attrs={"negative": "error", "oob": "nan"}, expected=output(3, 0)), "element 1 is nan, expected 0"),
    (case(data=floats("nan", 0.0, -0.0), expected=output(-0.0, 0.0)), "element 1 is -0, expected 0"),
    (case(indices=floats(2, 0, dtype="float32"), expected=ERROR), None),
    (case(attrs={"index_dtypes": ["int32"]}, expected=ERROR), None),
    (case(attrs={"index_dtypes": ["int32"]}, expected=output(3, 3)), "indices of int64 are not allowed"),
    (case(attrs={"other": 1}, expected=ERROR), "unknown attribute other"),
    (case("roll", expected=output(3, 3)), "unknown operator roll"),
    (case(data=floats(1, 300, dtype="uint8"), expected=ERROR), "300 is no value of u8"),
    (case(data=floats(1, 2, shape=[3]), expected=ERROR), "2 values for 3 elements"),
    (case(data=floats("a", "b", "c", dtype="string"), expected=output("c", "c", dtype="string")), None),
    (case(data=floats(-8, 0, 7, dtype="int4"), expected=output(7, 0, dtype="int4")), "element 1 is code"),
    (case(data={**COMPLEX, "values": [[1, "inf"]]}, indices=floats(0, dtype="uint8"),
          expected={"output": {**COMPLEX, "values": [[1, "inf"]]}}), None),
    (case(**SCATTER, expected=output(1, 2, 6)), None),
    (case(**SCATTER, attrs={"reduction": "add", "include_self": False}, expected=output(1, 2, 11)), None),
    (case(**SCATTER, attrs={"reduction": "add"}, expected=output(1, 2, 11)), "element 2 is 14, expected 11"),
    (case(**SCATTER, attrs={"shape_rule": "webnn"}, expected=output(1, 2, 6)), None),
    (case("scatter", updates=floats(5, 6, shape=[1, 2]), attrs={"reshape_updates": True}, expected=output(1, 2, 6)), None),
    (case("scatter", updates=floats(5, 6, shape=[1, 2]), expected=output(1, 2, 6)), "EL3"),
    (case(dialect="directml", expected=output(3, 3)), None),
    (case(dialect="bnns", expected=output(3, 3)), None),
    (case(dialect="directml", **SCATTER, expected=output(1, 2, 6)), None),
    (case(dialect="bnns", **SCATTER, attrs={"reduction": "add"}, expected=output(1, 2, 14)), None),
    (case(dialect="directml", **SCATTER, attrs={"reduction": "add"}, expected=output(1, 2, 14)),
     "DirectML cannot express it"),
    (case(dialect="bnns", **SCATTER, attrs={"reduction": "sub"}, expected=output(1, 2, -8)), "BNNS cannot express it"),
    (case(dialect="onnx", expected=output(3, 3)), None),
    (case(dialect="onnx", opset=10, expected=ERROR), None),
    (case(dialect="onnx", opset=10, expected=output(3, 3)), "IX1"),
    (case(dialect="onnx", **SCATTER, attrs={"reduction": "mul"}, opset=16, expected=output(1, 2, 90)), None),
    (case(dialect="onnx", **SCATTER, attrs={"reduction": "max"}, opset=16, expected=output(1, 2, 6)),
     "ONNX cannot express it"),
    (case(dialect="onnx", **SCATTER, attrs={"reduction": "sub"}, expected=output(1, 2, -8)), "ONNX cannot express it"),
    (case(dialect="jax", expected=output(3, 3)), None),
    (case(**CELLS, attrs=ONE_CELL, expected=output(1, 7, 3)), None),
    (case(**CELLS, attrs=ONE_CELL, expected=output(1, 9, 3)), "element 1 is 7"),
    (case(**CELLS, attrs={**ONE_CELL, "unique_indices": True}, expected=output(1, 7, 3)), "through StableHLO: refused"),
]


def run(program, folder):
    return subprocess.run([program], env={**os.environ, "STREW_CONFORMANCE_DIR": folder}, capture_output=True, text=True)


def verify(program, folder):
    """The failures of a run over CASES."""
    with open(os.path.join(folder, "own.jsonl"), "w", encoding="utf-8") as file:
        for number, (text, _) in enumerate(CASES):
            file.write(json.dumps({**text, "id": f"case{number}"}) + "\n")
        file.write("{not a case\n")
        file.write(json.dumps(case("sddmm", expected=output(3, 3))) + "\n")
    done = run(program, folder)
    reasons = {line.split()[2].rstrip(":"): line for line in done.stdout.splitlines() if line.startswith("FAILED")}
    for number, (_, reason) in enumerate(CASES):
        line = reasons.get(f"case{number}")
        if (line is None) != (reason is None) or (reason and reason not in line):
            yield f"case{number}: expected {reason}, got {line}"
    for frontend, count in (("DirectML", 3), ("BNNS", 3), ("StableHLO", 3)):
        if f"through {frontend} too: {count}\n" not in done.stdout:
            yield f"the wrong number of cases went through {frontend}"
    if "own.jsonl: " not in done.stdout or ", 1 left out\n" not in done.stdout:
        yield "what is left out is not counted"
    if "through ONNX too: " not in done.stdout:
        yield "no case went through ONNX"
    passed = sum(reason is None for _, reason in CASES)
    if f"total: {passed} passed, {len(CASES) + 1 - passed} failed" not in done.stdout or done.returncode != 1:
        yield f"the wrong total: exit {done.returncode}, {done.stdout.splitlines()[-1:]}"


def main():
    program = sys.argv[1]
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        failures += verify(program, folder)
    with tempfile.TemporaryDirectory() as empty:
        if run(program, empty).returncode != 2:
            failures.append("a folder without cases must not pass")
    if run(program, "").returncode != 77:
        failures.append("without a folder the run must count as skipped")
    print("\n".join(failures) or f"{len(CASES)} cases as expected")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
