"""The comparison with other products (bench/peers) with NumPy alone, and its judgement of results."""

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


def run(*words, program=PEERS):
    return subprocess.run([sys.executable, program, *map(str, words)], capture_output=True, text=True, check=False)


def judged(snippet):
    """Runs statements with the modules of the comparison."""
    found = subprocess.run([sys.executable, "-c", snippet], cwd=PEERS, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr


def drawn(*words):
    return run("--list", "--cases", "^drawn", *words).stderr


def test_a_seed_draws_the_same_20_cases_each_time():
    assert drawn() == drawn()
    assert drawn("--seed", 1) != drawn()
    assert len(drawn().splitlines()) == 20


@pytest.mark.parametrize("words", [["--products", "numpi"], ["--cases", "no_such_case"]])
def test_what_there_is_not_is_refused(words):
    found = run(*words, "--package", PACKAGE)
    assert found.returncode == 1
    assert words[1] in found.stderr


def test_medians_of_the_asked_rounds_for_each_number_of_threads(tmp_path):
    cases = "^small_(gather|add)$|^model_rank3_tiny|^model_graph_m.._348|^model_detections|^drawn_(01|03|06|17)"
    found = run("--cases", cases, "--quick", "--products", "numpy", "--rounds", 5, "--threads", "all,1", "--no-picture",
                "--package", PACKAGE, "--output", tmp_path)  # fmt: skip
    assert found.returncode == 0, found.stderr
    document = json.loads((tmp_path / "peers.json").read_text())
    assert len(document["cases"]) == 11
    for case in document["cases"]:
        assert list(case["products"]) == ["numpy", "strew", "strew/1"]
        for name, product in case["products"].items():
            assert product["verdict"] == "right", (case["key"], name)
            assert product["rounds"] == 5
            assert product["seconds"] <= product["median"]
    assert "Best other product / strew (medians): geometric mean" in found.stdout


def test_a_page_has_the_fastest_other_product_of_each_case(tmp_path):
    found = run("--cases", "^small_add$", "--quick", "--products", "numpy", "--rounds", 2, "--no-picture", "--markdown",
                "--package", PACKAGE, "--output", tmp_path)  # fmt: skip
    assert found.returncode == 0, found.stderr
    (row,) = [line for line in found.stdout.splitlines() if line.startswith("| `small_add` scatter_nd add [8,8] f32")]
    assert row.split(" | ")[1] == "NumPy"
    assert row.count("|") == 7


def test_a_sweep_has_a_line_for_each_size(tmp_path):
    words = ["--cases", "add_1d", "--most", 1000, "--products", "numpy", "--rounds", 2, "--no-picture"]
    found = run(*words, "--package", PACKAGE, "--output", tmp_path, program=PEERS / "sweep.py")
    assert found.returncode == 0, found.stderr
    (line,) = json.loads((tmp_path / "sweep.json").read_text())["lines"]
    assert [point["size"] for point in line["points"]] == [10, 32, 100, 316, 1000]
    assert "Slower with all threads than with one" in found.stdout


def test_another_update_of_the_same_cell_is_possible_and_nothing_else():
    judged("""
import numpy as np, operands, reference
from cases import Case
for case in (
    Case("rows", "", "scatter", (5, 3), (40,)),
    Case("columns", "", "scatter", (4, 5, 3), (40,), axis=1, dtype="float64"),
    Case("elements", "", "scatter_elements", (6, 5), (6, 40), axis=1, dtype="uint8"),
    Case("tuples", "", "scatter_nd", (3, 2, 4), (40, 2), dtype="int16"),
):
    drawn = operands.draw(case)
    expected = reference.expected(drawn)
    assert reference.is_possible(expected, drawn, expected), case.key
    first = drawn.data.copy()
    key = tuple(np.broadcast_to(c, drawn.updates.shape) for c in reference.coordinates(drawn))
    for place in np.ndindex(drawn.updates.shape[::-1]):
        place = tuple(n - 1 - p for n, p in zip(drawn.updates.shape, place[::-1]))
        first[tuple(c[place] for c in key)] = drawn.updates[place]
    assert not np.array_equal(first, expected), case.key
    assert reference.is_possible(first, drawn, expected), case.key
    cells = np.ravel_multi_index(key, drawn.data.shape)
    differ = np.isin(cells, np.flatnonzero(first != expected)) & (cells != 0)
    for strange in (np.setdiff1d(np.arange(256), drawn.updates)[0],
                    np.setdiff1d(drawn.updates[differ], [*drawn.updates[cells == 0], expected.flat[0]])[0]):
        wrong = first.copy()
        wrong.flat[0] = strange
        assert not reference.is_possible(wrong, drawn, expected), case.key
""")


def test_the_reference_divides_means_once_and_leaves_the_old_value_out():
    judged("""
import dataclasses, numpy as np, operands, reference
from cases import Case
case = Case("mean", "", "scatter", (4, 1), (3,), reduction="mean", dtype="float16")
drawn = operands.draw(case)
drawn.data[:, 0], drawn.indices[:], drawn.updates[:, 0] = [1, 2, 3, 4], [0, 0, 2], [3, 5, 6]
assert reference.expected(drawn)[:, 0].tolist() == [3, 2, 4.5, 4]
without = dataclasses.replace(drawn, case=dataclasses.replace(case, include_self=False))
assert reference.expected(without)[:, 0].tolist() == [4, 2, 6, 4]
for reduction, rest in (("add", [8, 2, 6, 4]), ("min", [3, 2, 6, 4]), ("max", [5, 2, 6, 4]), ("mul", [15, 2, 6, 4])):
    without.case = dataclasses.replace(without.case, reduction=reduction)
    assert reference.expected(without)[:, 0].tolist() == rest, reduction
""")
