#!/usr/bin/env python3
"""report.py [FILE]: the JSON of bench (standard input without FILE) as Markdown tables and a summary.

A time is the best of all repetitions of a candidate, divided by the number of slices moved. A ratio is strew's time
divided by that of another candidate: above 1, strew is slower.
"""

import json
import math
import sys

OTHERS = ("plain", "checked", "bulk")
SCALE = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


def read_cases(document):
    """{case: {"moves": n, candidate: [nanoseconds of one call, per repetition]}}, in the order of the run."""
    cases = {}
    for run in document["benchmarks"]:
        if run["run_type"] != "iteration":
            continue
        case, candidate = run["name"].split("/")[:2]
        times = cases.setdefault(case, {"moves": run["moves"]})
        times.setdefault(candidate, []).append(run["cpu_time"] * SCALE[run["time_unit"]])
    return cases


def best(case, candidate):
    return min(case[candidate]) if candidate in case else None


def ratio(case, candidate):
    own, other = best(case, "strew"), best(case, candidate)
    return own / other if own and other else None


def break_even(case):
    """Executions after which preparing indices has cost no more time than it saved; infinite if it saves none."""
    own, prepared, once = (best(case, who) for who in ("strew", "prepared", "once"))
    if prepared is None:
        return None
    return (once - prepared) / (own - prepared) if own > prepared else math.inf


def number(value, digits=2):
    return "" if value is None else f"{value:.{digits}f}"


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|---" + "|--:" * (len(head) - 1) + "|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def print_small(cases):
    head = ("case", "strew ns/call", "plain ns/call", "above plain, ns", "prepared ns/call", "break-even")
    rows = []
    for name, case in cases.items():
        own, plain, prepared = (best(case, who) for who in ("strew", "plain", "prepared"))
        above = own - plain if own and plain else None
        rows.append((name, number(own, 0), number(plain, 0), number(above, 0), number(prepared, 0),
                     number(break_even(case), 1)))
    table(head, rows)


def print_large(cases):
    has_prepared = any("prepared" in case for case in cases.values())
    head = ["case", "slices", "strew ns", *(f"{other} ns" for other in OTHERS), *(f"x {other}" for other in OTHERS)]
    if has_prepared:
        head += ["prepared ns", "break-even"]
    rows = []
    for name, case in cases.items():
        times = [number(best(case, who) / case["moves"] if best(case, who) else None) for who in ("strew", *OTHERS)]
        row = [name, f"{case['moves']:.0f}", *times, *(number(ratio(case, other)) for other in OTHERS)]
        if has_prepared:
            row.append(number(best(case, "prepared") / case["moves"] if "prepared" in case else None))
            row.append(number(break_even(case), 1))
        rows.append(row)
    table(head, rows)


def print_summary(cases):
    for other in OTHERS:
        ratios = {name: ratio(case, other) for name, case in cases.items() if ratio(case, other)}
        if not ratios:
            continue
        worst = max(ratios, key=ratios.get)
        mean = math.exp(sum(map(math.log, ratios.values())) / len(ratios))
        slower = sum(value > 1.05 for value in ratios.values())
        print(f"x {other}: geometric mean {mean:.2f}, worst {ratios[worst]:.2f} ({worst}), "
              f"above 1.05 in {slower} of {len(ratios)} cases  ")


def main():
    if len(sys.argv) > 2:
        sys.exit(__doc__)
    with open(sys.argv[1]) if len(sys.argv) > 1 else sys.stdin as source:
        text = source.read()
    if not text.strip():
        sys.exit("report: nothing was measured")
    cases = read_cases(json.loads(text))
    small = {name: case for name, case in cases.items() if name.startswith("small_")}
    large = {name: case for name, case in cases.items() if name not in small}
    if small:
        print_small(small)
    if large:
        print_large(large)
        print_summary(large)


if __name__ == "__main__":
    main()
