#!/usr/bin/env python3
"""report.py [FILE]: the JSON of bench (standard input without FILE) as Markdown tables and a summary.

A time is the best of all repetitions of a candidate, divided by the number of slices moved. A ratio is strew's time
divided by that of another candidate: above 1, strew is slower. GB/s are the bytes that must be read and written, on all
threads; a share of the bound is the least time that the machine's memory allows, as measured in the same run (bound_*),
over strew's: tables that fit in a cache exceed it.
"""

import json
import math
import sys

OTHERS = ("plain", "checked", "bulk")
BY_CLOCK = ("all", "two", "cold")  # the others: processor time
BOUND = "bound_"
THREADS = {"strew": "one", "all": "all"}  # candidate: the bound that it is compared with
SCALE = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


def read_cases(document):
    """{case: {"moves": n, candidate: [nanoseconds of one call, per repetition]}}, in the order of the run."""
    cases = {}
    for run in document["benchmarks"]:
        if run["run_type"] != "iteration":
            continue
        case, candidate = run["name"].split("/")[:2]
        is_by_clock = candidate in BY_CLOCK or case.startswith(BOUND)
        times = cases.setdefault(case, {name: run[name] for name in ("moves", "bytes", "lines") if name in run})
        time = run["real_time" if is_by_clock else "cpu_time"]
        times.setdefault(candidate, []).append(time * SCALE[run["time_unit"]])
        if candidate == "strew":
            times.setdefault("one by the clock", []).append(run["real_time"] * SCALE[run["time_unit"]])
    return cases


def read_bounds(cases):
    """{"bytes" or "lines": {"one" or "all": nanoseconds of each}}; the entries of the machine are taken out."""
    bounds = {}
    for name in [name for name in cases if name.startswith(BOUND)]:
        entry = cases.pop(name)
        unit = "bytes" if "bytes" in entry else "lines"
        bounds[unit] = {who: best(entry, who) / entry[unit] for who in THREADS.values() if who in entry}
    return bounds


def best(case, candidate):
    return min(case[candidate]) if candidate in case else None


def ratio(case, candidate):
    own, other = best(case, "strew"), best(case, candidate)
    return own / other if own and other else None


def gigabytes(case):
    time = best(case, "all") or best(case, "strew")
    return case["bytes"] / time if time else None


def share_of_bound(case, candidate, bounds):
    """In percent."""
    time = best(case, candidate)
    rates = {unit: of.get(THREADS[candidate]) for unit, of in bounds.items()}
    least = max((case[unit] * rate for unit, rate in rates.items() if rate), default=None)
    return 100 * least / time if time and least else None


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
    head = ("case", "strew ns/call", "plain ns/call", "above plain, ns", "all threads", "cold", "prepared ns/call",
            "break-even")  # fmt: skip
    rows = []
    for name, case in cases.items():
        own, plain, prepared = (best(case, who) for who in ("strew", "plain", "prepared"))
        above = own - plain if own and plain else None
        rows.append((name, number(own, 0), number(plain, 0), number(above, 0), number(best(case, "all"), 0),
                     number(best(case, "cold"), 0), number(prepared, 0), number(break_even(case), 1)))
    table(head, rows)


def per_slice(case, candidate):
    time = best(case, candidate)
    return number(time / case["moves"] if time else None)


def print_large(cases, bounds):
    has_prepared = any("prepared" in case for case in cases.values())
    several = [who for who in ("two", "all") if any(who in case for case in cases.values())]
    head = ["case", "slices", "strew ns", *(f"{who} ns" for who in several), "GB/s", "% of bound", "% all"]
    head += [*(f"{other} ns" for other in OTHERS), *(f"x {other}" for other in OTHERS)]
    if has_prepared:
        head += ["prepared ns", "break-even"]
    rows = []
    for name, case in cases.items():
        row = [name, f"{case['moves']:.0f}", *(per_slice(case, who) for who in ("strew", *several))]
        row += [number(gigabytes(case), 1), *(number(share_of_bound(case, who, bounds), 0) for who in THREADS)]
        row += [*(per_slice(case, who) for who in OTHERS), *(number(ratio(case, other)) for other in OTHERS)]
        if has_prepared:
            row += [per_slice(case, "prepared"), number(break_even(case), 1)]
        rows.append(row)
    table(head, rows)


def print_bounds(bounds):
    for unit, scale, words in (("bytes", 1, "copied past the caches, GB/s, read and written"),
                               ("lines", 1e3, "lines read at random, millions a second")):  # fmt: skip
        rates = [f"{scale / time:.1f} on {who}" for who, time in bounds.get(unit, {}).items()]
        if rates:
            print(f"bound: {words}: {', '.join(rates)}  ")


def print_threads(cases):
    both = [(best(case, "one by the clock"), best(case, "all")) for case in cases.values()]
    gains = [one / several for one, several in both if one and several]
    if gains:
        slower = sum(gain < 1 / 1.05 for gain in gains)
        mean = math.exp(sum(map(math.log, gains)) / len(gains))
        print(f"one thread / all: geometric mean {mean:.2f}, "
              f"all slower than one by 1.05 in {slower} of {len(gains)} cases  ")  # fmt: skip


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
    bounds = read_bounds(cases)
    small = {name: case for name, case in cases.items() if name.startswith("small_")}
    large = {name: case for name, case in cases.items() if name not in small}
    if small:
        print_small(small)
    if large:
        print_large(large, bounds)
        print_bounds(bounds)
        print_threads(large)
        print_summary(large)


if __name__ == "__main__":
    main()
