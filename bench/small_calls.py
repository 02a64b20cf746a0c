#!/usr/bin/env python3
"""Small calls of the Python package compared with NumPy's, in nanoseconds: the best of 15 rounds in which each of the calls
below is timed in turn. PYTHONPATH=build/python build/venv/bin/python bench/small_calls.py"""

import timeit

import numpy as np

import strew

ROUNDS, CALLS = 15, 20_000

table, rows, out = np.random.rand(1000, 64).astype("f4"), np.arange(16) * 7, np.empty((16, 64), "f4")
sums, targets, updates = np.zeros((8, 8), "f4"), np.array([1, 3, 1, 7]), np.ones((4, 8), "f4")
tuples = targets[:, None].copy()
gather = strew.plan(strew.gather, table, rows, out=out)
add = strew.plan(strew.scatter_nd, sums, tuples, updates, reduction="add", out=sums)

COMPARISONS = {
    "16 rows of 64 f32 into out": (
        "np.take(table, rows, axis=0, out=out)",
        "table.take(rows, 0, out, 'clip')",
        "strew.gather(table, rows, out=out)",
        "gather(table, rows, out=out)",
    ),
    "16 rows of 64 f32, new": ("np.take(table, rows, axis=0)", "strew.gather(table, rows)", "strew.take(table, rows, 0)"),
    "4 rows of 8 f32 added": (
        "np.add.at(sums, targets, updates)",
        "strew.scatter_nd(sums, tuples, updates, reduction='add', out=sums)",
        "add(sums, tuples, updates, out=sums)",
        "strew.add_at(sums, targets, updates)",
    ),
}


def main() -> None:
    calls = [call for comparison in COMPARISONS.values() for call in comparison]
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(ROUNDS):
        for call in calls:
            best[call] = min(best[call], timeit.timeit(call, globals=globals(), number=CALLS) / CALLS * 1e9)
    for title, comparison in COMPARISONS.items():
        print(title)
        for call in comparison:
            print(f"{best[call]:7.0f}  {best[call] / best[comparison[0]]:5.2f}  {call}")


if __name__ == "__main__":
    main()
