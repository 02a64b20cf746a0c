#!/usr/bin/env python3
"""regret.py [--markdown] FILE: the output of the program `regret` as a table and a summary.

A row is a case with a limit of threads. Times are the least of all executions of a plan, on one thread processor time;
that of "chosen" is the less of two plans made alike, whose difference is `noise`, a ratio. `ratio` is chosen over best:
the best of what was chosen and of all solvers with this many threads or fewer; `median` compares medians of rows with as
many threads, `first` the first execution of a plan with the best. A ratio beyond 1.05 and its noise has a star.
"""

import argparse
import csv
import datetime
import math
import pathlib
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "peers"))

import machine  # noqa: E402

CHOSEN, FIRST = ("chosen", "again"), "first"
BEHIND, SLOWER = 1.05, 1.03
LEAST_RUNS = 5  # of a row whose median counts
HEAD = ("case", "threads", "candidates", "ms", "best", "ms", "ratio", "median", "first", "noise")


def read(path):
    """{case: {(row, threads): measured}}; all threads are infinitely many."""
    cases = {}
    with open(path, newline="") as file:
        for case, row, threads, least, median, clock, runs, candidates in csv.reader(file, delimiter="\t"):
            times = {"least": float(least), "median": float(median), "clock": float(clock)}
            measured = {**times, "runs": int(runs), "candidates": candidates}
            cases.setdefault(case, {})[row, int(threads) or math.inf] = measured
    return cases


def threads_text(threads):
    return "all" if threads == math.inf else str(threads)


def least_of(rows, number, is_rival):
    """(time, row, threads) of the fastest row."""
    return min((one[number], *key) for key, one in rows.items() if key[0] != FIRST and is_rival(key[1], one))


def compare(rows, limit):
    """What was chosen within a limit of threads, beside the best."""
    number = "least" if limit == 1 else "clock"
    pair = [rows[name, limit] for name in CHOSEN]
    own = min(one[number] for one in pair)
    best, name, threads = least_of(rows, number, lambda threads, _: threads <= limit)
    median, *_ = least_of(rows, "median", lambda threads, one: threads == limit and one["runs"] >= LEAST_RUNS)
    return {
        "threads": limit,
        "candidates": pair[0]["candidates"],
        "own": own,
        "clock": min(one["clock"] for one in pair),
        "best": best,
        "by": "the chosen" if best == own else f"{'chosen' if name in CHOSEN else name}, {threads_text(threads)}",
        "ratio": own / best,
        "median": min(one["median"] for one in pair) / median,
        "first": rows[FIRST, limit][number] / best,
        "noise": max(one[number] for one in pair) / own,
    }


def is_behind(one):
    return one["ratio"] > max(BEHIND, one["noise"])


def cells(case, one):
    return (case, threads_text(one["threads"]), one["candidates"], f"{one['own'] / 1e6:.4g}", one["by"],
            f"{one['best'] / 1e6:.4g}", f"{one['ratio']:.3f}{'*' if is_behind(one) else ''}",
            *(f"{one[number]:.3f}" for number in ("median", "first", "noise")))  # fmt: skip


def print_table(rows, is_markdown):
    if is_markdown:
        for row in (HEAD, ["---", "--:", "---", "--:", "---"] + ["--:"] * 5, *rows):
            print("| " + " | ".join(row) + " |")
        return
    widths = [max(map(len, column)) for column in zip(HEAD, *rows)]
    for row in (HEAD, *rows):
        print("  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip())


def mean(values):
    return math.exp(statistics.fmean(map(math.log, values)))


def summary_of(compared, number):
    worst = max(compared, key=lambda pair: pair[1][number])
    return f"geometric mean {mean([one[number] for _, one in compared]):.3f}, worst {worst[1][number]:.3f} ({worst[0]})"


def print_summary(compared):
    for limit in sorted({one["threads"] for _, one in compared}):
        here = [pair for pair in compared if pair[1]["threads"] == limit]
        behind = [one for _, one in here if one["ratio"] > BEHIND]
        print(f"{threads_text(limit)} thread{'' if limit == 1 else 's'}: chosen / best: {summary_of(here, 'ratio')}; "
              f"above {BEHIND} in {len(behind)} of {len(here)} cases, beyond the noise in {sum(map(is_behind, behind))}; "
              f"first execution / best: {summary_of(here, 'first')}  ")  # fmt: skip
    pairs = [(case, one, fewer) for case, one in compared for other, fewer in compared
             if case == other and fewer["threads"] < one["threads"]]  # fmt: skip
    slower = [f"; {case} {one['clock'] / fewer['clock']:.2f}, {threads_text(one['threads'])} beside "
              f"{threads_text(fewer['threads'])}"
              for case, one, fewer in pairs if one["clock"] > SLOWER * fewer["clock"]]  # fmt: skip
    print(f"more threads slower than fewer by more than {SLOWER}: {len(slower)}{''.join(slower)}  ")
    noise = sorted(one["noise"] for _, one in compared)
    print(f"noise, the chosen one measured twice: median {statistics.median(noise):.3f}, "
          f"9 of 10 within {noise[int(0.9 * (len(noise) - 1))]:.3f}, {summary_of(compared, 'noise')}  ")  # fmt: skip


def commit():
    found = subprocess.run(["git", "-C", HERE, "describe", "--always", "--dirty"], capture_output=True, text=True)
    return found.stdout.strip() or "unknown"


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--markdown", action="store_true", help="for docs/performance.md")
    words.add_argument("file")
    given = words.parse_args()
    cases = read(given.file)
    compared = [(case, compare(rows, limit)) for case, rows in cases.items()
              for limit in sorted({threads for _, threads in rows})]  # fmt: skip
    if not compared:
        sys.exit("regret: no case was measured")
    print(f"{machine.processor()}, {machine.CORES} cores, {datetime.date.today()}, commit {commit()}, "
          f"load {machine.describe()['load']:.1f}\n")  # fmt: skip
    print_table([cells(case, one) for case, one in compared], given.markdown)
    print()
    print_summary(compared)
    alone = [case for case, rows in cases.items() if all(name in (*CHOSEN, FIRST) for name, _ in rows)]
    if alone:
        print(f"no solver could be requested: {', '.join(alone)}  ")


if __name__ == "__main__":
    main()
