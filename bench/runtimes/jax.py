#!/usr/bin/env python3
"""jax.py [figures | table]: strew in JAX on the CPU. Times as ratios to JAX's own operators, and how many different
results each operator has with 1, 2, 4 and 8 threads. Results are checked before they are timed. Needs jax and the built
package: PYTHONPATH=build/python python bench/runtimes/jax.py"""

import collections
import hashlib
import json
import os
import subprocess
import sys
import time

# This file's folder comes first there, and its name would be that of the package.
sys.path.pop(0)
os.environ["JAX_PLATFORMS"] = "cpu"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402

import strew.jax  # noqa: E402

WIDTH, TABLE = 64, 100_000
THREADS, RUNS = (1, 2, 4, 8), 6
REPEATED = 30_000, 2_000  # updates and rows of the table of results: each row is written 15 times


def operands(rows, table=TABLE):
    """Data, indices that repeat, updates."""
    random = np.random.default_rng(0)
    numbers = random.standard_normal((table + rows, WIDTH)).astype("float32")
    at = random.integers(0, table, rows)
    return jnp.asarray(numbers[:table]), jnp.asarray(at, "int32"), jnp.asarray(numbers[table:])


def squares(gathered):
    return jax.grad(lambda data, rows: (gathered(data, rows) ** 2).sum())


def add(data, rows, updates):
    return strew.jax.scatter(data, rows, updates, reduction="add")


def usual_read(data, rows):
    return data[rows]


def usual_add(data, rows, updates):
    return data.at[rows].add(updates)


def many_adds(one):
    """A loop of 1000 additions of one row."""

    def step(data, row_and_update):
        return one(data, *row_and_update), None

    return lambda data, rows, updates: jax.lax.scan(step, data, (rows[:, None], updates[:, None]))[0]


# ---- figures


def timed(call, arguments, donated, repetitions):
    """The fastest of some calls, in seconds; donated data are given as a fresh array."""
    best = float("inf")
    for _ in range(repetitions):
        started = time.perf_counter()
        result = jax.block_until_ready(call(*arguments))
        best = min(best, time.perf_counter() - started)
        if donated:
            arguments = (result, *arguments[1:])
    return best, arguments


def compared(ours, usual, arguments, donated=False, rounds=60, repetitions=50):
    """Seconds of both, in turn, so that both have the same neighbours."""
    assert np.allclose(ours(*fresh(arguments, donated)), usual(*fresh(arguments, donated)), rtol=1e-4, atol=1e-4)
    best = [float("inf")] * 2
    given = [fresh(arguments, donated), fresh(arguments, donated)]
    for _ in range(rounds):
        for number, call in enumerate((ours, usual)):
            seconds, given[number] = timed(call, given[number], donated, repetitions)
            best[number] = min(best[number], seconds)
    return best


def fresh(arguments, donated):
    return (jnp.array(arguments[0], copy=True), *arguments[1:]) if donated else arguments


def in_place(call):
    return jax.jit(call, donate_argnums=0)


def small(table, rows):
    data, at, updates = operands(rows, table)
    return {
        f"gather {rows} rows": (jax.jit(strew.jax.gather), jax.jit(usual_read), (data, at)),
        f"gather {rows} rows, no jit of the caller's": (strew.jax.gather, usual_read, (data, at)),
        f"donated add of {rows} rows": (in_place(add), in_place(usual_add), (data, at, updates), True),
        f"gradient of {rows} rows": (jax.jit(squares(strew.jax.gather)), jax.jit(squares(usual_read)), (data, at)),
    }


def figures():
    cases = {
        **{name: (*case, {}) for name, case in small(1000, 16).items()},
        **{name: (*case, {"rounds": 12, "repetitions": 3}) for name, case in small(TABLE, TABLE).items()},
        "scan of 1000 additions of a row": (
            in_place(many_adds(add)), in_place(many_adds(usual_add)), operands(1000, 1000), True,
            {"rounds": 12, "repetitions": 5},
        ),
    }  # fmt: skip
    print(f"jax {jax.__version__}, {os.cpu_count()} processors; microseconds, the fastest of many")
    print(f"{'rows of ' + str(WIDTH) + ' float32':45}{'strew':>12}{'JAX':>12}{'ratio':>8}")
    for name, (ours, usual, arguments, *rest) in cases.items():
        seconds = compared(ours, usual, arguments, donated=len(rest) == 2, **rest[-1])
        print(f"{name:45}{seconds[0] * 1e6:12.1f}{seconds[1] * 1e6:12.1f}{seconds[0] / seconds[1]:8.2f}", flush=True)
    installed()


def installed():
    """The same JAX program before install() and after."""
    data, rows, updates = operands(TABLE)
    before = [jax.jit(usual_read).lower(data, rows).compile(), in_place(usual_add).lower(data, rows, updates).compile()]
    strew.jax.install()
    after = [jax.jit(usual_read).lower(data, rows).compile(), in_place(usual_add).lower(data, rows, updates).compile()]
    strew.jax.uninstall()
    for number, name in enumerate(("x[i]", "donated x.at[i].add(u)")):
        arguments = (data, rows, updates)[: number + 2]
        ours, usual = compared(after[number], before[number], arguments, number == 1, rounds=12, repetitions=3)
        print(f"install(): {name:34}{ours * 1e6:12.1f}{usual * 1e6:12.1f}{ours / usual:8.2f}", flush=True)


# ---- table


def programs():
    """What the table has a row for; those with JAX's operators are run with and without install()."""
    made = {}
    for reduction in ("none", "add", "sub", "mul", "min", "max", "mean"):
        made[f"strew.jax.scatter, {reduction}"] = lambda data, rows, updates, reduction=reduction: strew.jax.scatter(
            data, rows, updates, reduction=reduction
        )
    made["gradient of strew.jax.gather"] = lambda data, rows, updates: squares(strew.jax.gather)(data, rows)
    made["strew.jax.scatter_nd, add"] = lambda data, rows, updates: strew.jax.scatter_nd(
        data, rows[:, None], updates, reduction="add"
    )
    made["strew.jax.scatter_elements, add"] = lambda data, rows, updates: strew.jax.scatter_elements(
        data, jnp.broadcast_to(rows[:, None], updates.shape), updates, reduction="add"
    )
    own = {f"x.at[i].{name}": lambda data, rows, updates, name=name: getattr(data.at[rows], name)(updates)
           for name in ("set", "add", "multiply", "min", "max")}  # fmt: skip
    own["gradient of x[i]"] = lambda data, rows, updates: squares(usual_read)(data, rows)
    own["segment_sum"] = lambda data, rows, updates: jax.ops.segment_sum(updates, rows, len(data))
    return made, own


def digests(calls):
    data, rows, updates = operands(*REPEATED)
    compiled = {name: jax.jit(call) for name, call in calls.items()}
    return {
        name: [hashlib.sha256(np.asarray(call(data, rows, updates)).tobytes()).hexdigest() for _ in range(RUNS)]
        for name, call in compiled.items()
    }


def all_digests():
    made, own = programs()
    found = digests(made) | {f"{name}, JAX": value for name, value in digests(own).items()}
    strew.jax.install()
    found |= {f"{name}, install()": value for name, value in digests(own).items()}
    strew.jax.uninstall()
    return found


def table():
    results = collections.defaultdict(set)
    for threads in THREADS:
        environment = {**os.environ, "NPROC": str(threads)}  # the size of XLA's pool
        run = subprocess.run([sys.executable, __file__, "digests"], env=environment, check=True, stdout=subprocess.PIPE)
        for name, found in json.loads(run.stdout).items():
            results[name].update(found)
    print(f"jax {jax.__version__}: different results in {RUNS} runs with each of {THREADS} threads")
    for name, found in results.items():
        print(f"{name:45}{len(found):4}")


def main(what=None):
    if what == "digests":
        print(json.dumps(all_digests()))
        return
    if what != "table":
        figures()
    if what != "figures":
        table()


main(*sys.argv[1:])
