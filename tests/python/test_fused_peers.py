"""The comparison of the fused operators (bench/peers/fused) with NumPy alone, its reference and its judgement of
results, and its report of known numbers."""

import json
import os
import pathlib
import subprocess
import sys

import pytest
import strew

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the comparisons with other products are programs for Linux")

PEERS = pathlib.Path(__file__).parents[2] / "bench" / "peers"
PACKAGE = pathlib.Path(strew.__file__).parents[1]

SMALL = """
import dataclasses
import numpy as np
from fused import operands, reference
from fused.cases import CASES
from fused.verify import FusedVerifier
SIZES = {
    "sddmm": ((40, 7), (300,), 30),
    "gather_block_quantized": ((40, 48), (30,), 0),
}
def small(case):
    data, indices, segments = SIZES.get(case.operator) or ((40, *case.data[1:])[:2], (30, 9)[: len(case.indices)], 30)
    if case.values == "permutation":
        data = (270, 16)
    if not case.indexed or len(case.indices) == 1 and case.operator == "segment_reduce":
        data, indices = (300, *case.data[1:]) if not case.indexed else data, (300,)
    return dataclasses.replace(case, data=data, indices=indices, segments=segments)
"""


def run(*words):
    words = [sys.executable, PEERS / "fused", *map(str, words)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def judged(snippet):
    """Runs statements with the modules of the comparison."""
    found = subprocess.run([sys.executable, "-c", snippet], cwd=PEERS, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    return found.stdout


@pytest.mark.parametrize("words", [["--products", "numpi"], ["--cases", "no_such_case"], ["--threads", "1000"]])
def test_what_there_is_not_is_refused(words, tmp_path):
    found = run(*words, "--quick", "--package", PACKAGE, "--output", tmp_path)
    assert found.returncode != 0
    assert words[1] in found.stderr


def test_each_operator_has_cases():
    lines = run("--list").stderr.splitlines()
    assert len(lines) == 18
    for operator in ("segment_reduce add", "segment_reduce max", "sddmm", "gather_block_quantized"):
        assert any(line.split(maxsplit=1)[1].startswith(operator) for line in lines), operator


def test_a_run_has_a_table_for_each_number_of_threads_and_a_check(tmp_path):
    cases = "^(bag_weights|bag_padding|group_by_1k)$"
    found = run("--cases", cases, "--quick", "--products", "numpy", "--rounds", 2, "--threads", 1, "--no-picture", "--markdown",
                "--package", PACKAGE, "--output", tmp_path)  # fmt: skip
    assert found.returncode == 0, found.stderr
    document = json.loads((tmp_path / "fused.json").read_text())
    (measured,) = document["runs"]
    assert measured["threads"] == 1
    for case in measured["cases"]:
        assert list(case["products"]) == ["numpy", "strew", "strew/unfused", "copy"]
        assert case["products"]["strew"]["verdict"] == "right"
        expected = ("none",) if case["key"] == "bag_padding" else ("right", "rounded")
        assert case["products"]["numpy"]["verdict"] in expected
        assert case["products"]["strew/unfused"]["verdict"] == ("none" if case["key"] == "bag_padding" else "right")
        assert case["products"]["copy"]["verdict"] == "bound"
        assert {product.get("rounds", 1) for product in case["products"].values()} <= {1, 2}
    (row,) = [line for line in found.stdout.splitlines() if line.startswith("| `bag_weights` segment_reduce add")]
    assert row.split(" | ")[1] == "NumPy"
    assert row.count("|") == 9
    assert "| strew | 5 | 0 | 0 | 0 | - |" in found.stdout
    assert not list(tmp_path.glob("fused-*.json"))


def test_calls_of_others_are_picked_by_name(tmp_path):
    words = ["--quick", "--cases", "^bag_f32$", "--threads", "1", "--rounds", "1", "--no-picture", "--products", "numpy"]
    made = run(*words, "--calls", "reduceat$", "--package", PACKAGE, "--output", tmp_path)
    assert made.returncode == 0, made.stderr
    of = json.loads((tmp_path / "fused.json").read_text())["runs"][0]["cases"][0]["products"]
    assert [call["call"] for call in of["numpy"]["calls"]] == ["add.reduceat"]
    assert of["strew"]["calls"][0]["call"] == "groups"


def test_each_number_of_threads_has_a_process_on_as_many_processors(tmp_path):
    found = run("--cases", "^group_by_1k$", "--quick", "--products", "numpy", "--rounds", 1, "--no-picture",
                "--processor-time", "--package", PACKAGE, "--output", tmp_path)  # fmt: skip
    assert found.returncode == 0, found.stderr
    document = json.loads((tmp_path / "fused.json").read_text())
    assert {measured["threads"] for measured in document["runs"]} == {1, len(os.sched_getaffinity(0))}
    assert "processor time." in found.stdout


def test_strew_has_the_bits_of_the_reference_in_every_case_that_it_has():
    said = judged(SMALL + f"""
import sys
sys.path.insert(0, {str(PACKAGE)!r})
from fused.products import strew as own
for case in map(small, CASES):
    for adapter in (own.Fused(1), own.Fused(2), own.Unfused(1), own.Unfused(2)):
        if not own.Fused.has(case.operator) or not hasattr(adapter, case.operator):
            continue
        drawn = operands.draw(case)
        verifier = FusedVerifier(drawn, reference.expected(drawn))
        for call in getattr(adapter, case.operator)(drawn):
            assert verifier.verdict_of(verifier.result(call), None) == ("right", 0.0), (case.key, call.name)
            print(case.key, call.name)
""")  # fmt: skip
    assert len(said.splitlines()) > 40


def test_numpy_agrees_with_the_reference_up_to_rounding_in_every_case():
    said = judged(SMALL + """
from fused.products import numpy as other
for case in map(small, CASES):
    drawn = operands.draw(case)
    verifier = FusedVerifier(drawn, reference.expected(drawn))
    for call in getattr(other, case.operator)(drawn):
        assert verifier.verdict_of(verifier.result(call), None)[0] in ("right", "rounded"), (case.key, call.name)
        print(case.key)
""")  # fmt: skip
    assert len(set(said.split())) == 17  # all but the bag with padding


def test_a_loop_of_python_has_the_bits_of_the_reference():
    judged(SMALL + """
import ml_dtypes
def serial(o):
    wide = np.float32 if o.data.dtype.itemsize < 4 else o.data.dtype.type
    result = {}
    for place in np.ndindex(o.case.indices):
        if o.indices[place] == o.case.padding:
            continue
        for column, value in enumerate(np.atleast_1d(o.data[o.indices[place]])):
            term = wide(value) if o.weights is None else wide(value) * wide(o.weights[place])
            cell = (o.ids[place], column)
            before = result.get(cell)
            result[cell] = term if before is None else max(before, term) if o.case.reduction == "max" else before + term
    made = np.zeros(o.output.reshape(len(o.output), -1).shape, o.output.dtype)
    for cell, value in result.items():
        made[cell] = value
    return made.reshape(o.output.shape)
for case in map(small, CASES):
    if case.operator != "segment_reduce":
        continue
    o = operands.draw(case)
    assert np.array_equal(serial(o), reference.expected(o)), case.key
o = operands.draw(small(next(case for case in CASES if case.key == "sddmm_ids")))
sums = np.float32([o.data[i, 0] * o.second[s, 0] for i, s in zip(o.indices, o.ids)])
for k in range(1, o.data.shape[1]):
    sums = np.float32([a + o.data[i, k] * o.second[s, k] for a, i, s in zip(sums, o.indices, o.ids)])
assert np.array_equal(sums, reference.expected(o))
o = operands.draw(small(next(case for case in CASES if case.operator == "gather_block_quantized")))
row = reference.expected(o)[3]
codes, scales = o.data[o.indices[3]], o.second[o.indices[3]]
assert all(row[k] == np.float32(codes[k // 2] >> 4 * (k % 2) & 15) * scales[k // 32] for k in range(len(row)))
""")  # fmt: skip


def test_another_order_is_rounding_and_a_missing_contribution_is_wrong():
    judged(SMALL + """
for case in map(small, CASES):
    o = operands.draw(case)
    verifier = FusedVerifier(o, reference.expected(o))
    right = verifier.expected
    assert verifier.verdict_of(right.copy(), None) == ("right", 0.0), case.key
    wrong = right.copy()
    wrong[1] = 0
    assert verifier.verdict_of(wrong, None)[0] == "wrong", case.key
    assert verifier.verdict_of(right[:-1], None)[0] == verifier.verdict_of(right.astype(np.complex64), None)[0] == "wrong"
    near = right.copy()
    places = near.view(f"i{near.itemsize}").reshape(-1)
    moved = (right.reshape(-1) != 0) & (np.arange(right.size) % 2 == 0)
    places[moved] += 1
    verdict, differing = verifier.verdict_of(near, None)
    assert verdict == ("wrong" if case.reduction == "max" else "rounded"), case.key
    assert differing == moved.mean(), case.key
    if case.operator != "segment_reduce":
        continue
    place = np.argwhere((o.indices != case.padding))[-1]
    o.data[o.indices[tuple(place)]] = 0
    assert verifier.verdict_of(reference.expected(o), None)[0] == "wrong", case.key
""")  # fmt: skip


def test_an_operator_that_strew_lacks_is_told_and_not_measured():
    judged("""
from fused import field
from products import Product
class Without:
    TITLE = "strew"
    @staticmethod
    def has(operator):
        return operator == "gather"
own = [Product("numpy", None), Product("strew", Without())]
assert field.lacks(own, "sddmm") and not field.lacks(own, "gather")
from fused import report
assert report.skipped({"skipped": [{"key": "sddmm_ids", "operator": "sddmm"}]}) == [
    "Skipped: sddmm_ids, this strew has no sddmm."]
""")


def product(median, verdict="right", problem="", differing=0.0, best=None):
    call = {"call": "f", "verdict": verdict, "problem": problem, "differing": differing}
    return {"verdict": verdict, "call": "f", "seconds": best or median, "median": median, "rounds": 5, "calls": [call]}


def document():
    """Two runs of one case: 2 ms and 3 ms for strew, 1 ms and 4 ms for another, 4 ms not fused, 1 ms copied."""
    titles = {"torch": "PyTorch", "strew": "strew", "strew/unfused": "unfused", "copy": "copy"}
    products = {name: {"title": title, "version": "1", "open": "", "problem": ""} for name, title in titles.items()}
    runs = []
    for threads, other, own in ((1, 1e-3, 2e-3), (2, 4e-3, 3e-3)):
        measured = {"torch": product(other, "rounded", differing=0.25), "strew": product(own),
                    "strew/unfused": product(1e-3 * threads), "copy": product(1e-3, "bound")}  # fmt: skip
        case = {"key": "bag", "label": "a bag", "group": "bags", "positions": 1, "products": measured, "bytes": 8}
        runs.append({"threads": threads, "products": products, "cases": [case], "skipped": [], "minutes": 0.1})
    machine = {"date": "2026-01-01", "cpu": "a processor", "cores": 2, "memory_gib": 1, "system": "Linux", "load": 0.0}
    return {"machine": machine, "quick": False, "kept": {"A": "1"}, "clock": "time that passes", "runs": runs}


def test_the_report_of_known_numbers(tmp_path):
    (tmp_path / "fused.json").write_text(json.dumps(document()))
    page = run("--show", "--no-picture", "--markdown", "--output", tmp_path).stdout
    assert "| `bag` a bag | PyTorch | 1.00≈ | 2.00 | 0.50 | 0.50 | 0.50 | 50 |" in page
    assert "| `bag` a bag | PyTorch | 4.00≈ | 3.00 | 1.33 | 1.33 | 0.67 | 33 |" in page
    assert "| PyTorch | 0 | 2 | 0 | 0 | 25 % (bag) |" in page
    assert "- Another product is faster (below 0.97): bag on 1: 0.50." in page
    assert "- Not fusing is faster (below 0.97): bag on 1: 0.50, bag on 2: 0.67." in page
    assert "- More threads are slower (above 1.05): bag: 1.50." in page
    assert "- Not the bits of the serial loop: nowhere." in page
    text = run("--show", "--no-picture", "--output", tmp_path).stdout
    assert "bag: PyTorch, f; strew, f" in text
    assert "kept by malloc on all sides (A=1); time that passes." in text


def test_other_bits_of_strew_are_told(tmp_path):
    known = document()
    known["runs"][0]["cases"][0]["products"]["strew"] = product(2e-3, "rounded", differing=0.5)
    known["runs"][1]["cases"][0]["products"]["strew"] = product(2e-3, "wrong")
    (tmp_path / "fused.json").write_text(json.dumps(known))
    text = run("--show", "--no-picture", "--output", tmp_path).stdout
    assert "Not the bits of the serial loop: bag on 1 (f: rounded), bag on 2 (f: wrong)." in text
