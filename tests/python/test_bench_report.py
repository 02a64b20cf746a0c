"""The tables of the benchmarks (bench/report.py) from a run with known numbers."""

import json
import pathlib
import subprocess
import sys

REPORT = pathlib.Path(__file__).parents[2] / "bench" / "report.py"


def run(name, real, cpu, **counters):
    return {"name": name, "run_type": "iteration", "real_time": real, "cpu_time": cpu, "time_unit": "ns", **counters}


def report(*runs):
    text = json.dumps({"benchmarks": runs})
    found = subprocess.run([sys.executable, REPORT], input=text, capture_output=True, text=True, check=True)
    return found.stdout


def cells(text, case):
    lines = [line.strip()[1:-1].split("|") for line in text.splitlines() if line.startswith("|")]
    head = next(line for line in reversed(lines) if line[0].strip() == "case")
    row = next(line for line in lines if line[0].strip() == case)
    return {name.strip(): value.strip() for name, value in zip(head, row)}


CASE = {"moves": 100, "bytes": 1000, "lines": 0}
BOUNDS = (
    run("bound_copy/one/real_time", 1000, 9999, bytes=4000),  # 4 bytes a nanosecond
    run("bound_copy/all/real_time", 500, 9999, bytes=4000),
    run("bound_lines/one/real_time", 2000, 9999, lines=100),  # 20 nanoseconds a line
    run("bound_lines/all/real_time", 1000, 9999, lines=100),
)


def test_one_thread_by_processor_time_all_by_the_clock_and_the_best_of_each():
    text = report(
        run("a/strew/process_time", 750, 500, **CASE),
        run("a/strew/process_time", 9999, 600, **CASE),
        run("a/all/real_time", 250, 1, **CASE),
        run("a/plain/process_time", 9999, 1000, **CASE),
        *BOUNDS,
    )
    row = cells(text, "a")
    assert (row["strew ns"], row["all ns"], row["plain ns"], row["x plain"]) == ("5.00", "2.50", "10.00", "0.50")
    assert (row["GB/s"], row["% of bound"], row["% all"]) == ("4.0", "50", "50")
    assert "one thread / all: geometric mean 3.00, all slower than one by 1.05 in 0 of 1 cases" in text
    assert "bound_copy" not in text


def test_the_bound_of_a_far_table_is_that_of_its_lines():
    text = report(run("far/strew/process_time", 9999, 4000, **CASE | {"lines": 100}), *BOUNDS)
    assert cells(text, "far")["% of bound"] == "50"


def test_without_bounds_there_are_no_shares():
    assert cells(report(run("a/strew/process_time", 1, 500, **CASE)), "a")["% of bound"] == ""


def test_small_calls_have_a_cold_one():
    small = {"moves": 16, "bytes": 256, "lines": 0}
    cold = run("small_a/cold/iterations:300/manual_time", 420, 9, moves=16)
    text = report(run("small_a/strew/process_time", 9, 80, **small), cold)
    assert cells(text, "small_a")["cold"] == "420"
