"""Bits do not depend on the number of threads, nor on the run."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

THREADS, RUNS = (1, 2, 4, 8), 6
PROGRAM = """
import hashlib, json, os, sys
os.environ["JAX_PLATFORMS"] = "cpu"
import jax, jax.numpy as jnp, numpy as np, strew.jax

random = np.random.default_rng(0)
data = jnp.asarray(random.standard_normal((20000, 64)), "float32")
updates = jnp.asarray(random.standard_normal((30000, 64)), "float32")
rows = jnp.asarray(random.integers(0, 3000, 30000), "int32")
small = data[:40, :3]

def squares(x, rows):
    return (strew.jax.gather(x, rows) ** 2).sum()

calls = {
    "gather": lambda: strew.jax.gather(data, rows),
    "gradient": lambda: jax.grad(squares)(data, rows),
    "narrow": lambda: strew.jax.scatter(small, rows % 40, updates[:, :3], reduction="add"),
    "nd": lambda: strew.jax.scatter_nd(data, rows[:, None], updates, reduction="add"),
    "elements": lambda: strew.jax.scatter_elements(data, jnp.broadcast_to(rows[:, None], (30000, 64)), updates),
    "vmap": lambda: jax.vmap(lambda d, u: strew.jax.scatter(d, rows, u, reduction="add"), 1, 1)(data, updates),
}
for reduction in ("none", "add", "sub", "mul", "min", "max", "mean"):
    calls[reduction] = lambda reduction=reduction: strew.jax.scatter(data, rows, updates, reduction=reduction)
for name in ("set", "add", "multiply", "min", "max"):
    calls["x.at[i]." + name] = lambda name=name: getattr(data.at[rows], name)(updates)
calls["x[i]"] = lambda: jax.grad(lambda x: (x[rows] ** 2).sum())(data)
calls["segment_sum"] = lambda: jax.ops.segment_sum(updates, rows, 3000)
strew.jax.install()
runs = int(sys.argv[1])
digest = lambda call: hashlib.sha256(np.asarray(call()).tobytes()).hexdigest()
compiled = {name: jax.jit(call) for name, call in calls.items()}
print(json.dumps({name: [digest(call) for _ in range(runs)] for name, call in compiled.items()}))
"""


def results(threads):
    environment = {**os.environ, "NPROC": str(threads), "XLA_FLAGS": ""}  # NPROC: the size of XLA's pool
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(RUNS)], env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    return json.loads(run.stdout)


@pytest.fixture(scope="module")
def found():
    return [results(threads) for threads in THREADS]


def test_one_result_for_all_threads_and_runs(found):
    assert len(found[0]) == 20
    for name in found[0]:
        assert len({digest for one in found for digest in one[name]}) == 1, name


def test_the_library_uses_the_threads_of_xla():
    """A call in a process whose pool has four threads runs on several of them."""
    program = """
import os
os.environ["JAX_PLATFORMS"] = "cpu"
import jax, jax.numpy as jnp, strew.jax
from pathlib import Path

data, rows = jnp.ones((100_000, 64)), jnp.arange(100_000)[::-1]
def names():
    tasks = Path("/proc/self/task").glob("*/schedstat")
    return {one.parent.name: int(one.read_text().split()[0]) for one in tasks}

call = jax.jit(strew.jax.gather)
jax.block_until_ready(call(data, rows))
before = names()
for _ in range(40):
    jax.block_until_ready(call(data, rows))
after = names()
print(sum(after[one] - before.get(one, 0) > 2_000_000 for one in after))
"""
    environment = {**os.environ, "NPROC": "4", "XLA_FLAGS": ""}
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    if not Path("/proc/self/schedstat").exists():
        pytest.skip("this kernel does not count the time of threads")
    assert int(run.stdout) >= 2
