"""Children of a process that has called: by fork, in which no thread of the parent lives on, and by spawn."""

from __future__ import annotations

import os

import pytest
from processes import run

PRELUDE = """
import os, signal, sys, threading, warnings
import numpy as np
import strew

warnings.simplefilter("ignore")  # Python warns of forks beside threads
table = np.arange(4_000_000, dtype="f4").reshape(-1, 4)
rows = np.arange(len(table))[::-1].copy()

def works():
    found = strew.gather(table, rows)
    sums = strew.scatter(table, rows, table, reduction="add")
    plan = strew.plan(strew.gather, table, rows)
    bound = plan.bind(strew.prepare(plan, rows))
    return all(np.array_equal(each, table[::-1]) for each in (found, plan(table, rows), bound(table))) and bool(
        np.array_equal(sums, table + table[::-1]))
"""

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")


@needs_fork
def test_a_forked_child_calls_after_large_calls_of_the_parent() -> None:
    script = PRELUDE + """
assert works()
for generation in range(3):
    child = os.fork()
    if child == 0:
        signal.alarm(30)
        grandchild = os.fork()
        ok = works()
        if grandchild == 0:
            os._exit(0 if ok else 1)
        os._exit(0 if ok and os.waitpid(grandchild, 0)[1] == 0 else 1)
    assert os.waitpid(child, 0)[1] == 0
assert works()
print("works")
"""
    assert run(script, timeout=100) == "works"


@needs_fork
def test_a_fork_in_the_middle_of_calls() -> None:
    script = PRELUDE + """
is_over = threading.Event()
def call():
    while not is_over.is_set():
        strew.gather(table, rows)
others = [threading.Thread(target=call) for _ in range(2)]
for other in others: other.start()
for _ in range(10):
    child = os.fork()
    if child == 0:
        signal.alarm(30)
        os._exit(0 if works() else 1)
    assert os.waitpid(child, 0)[1] == 0
is_over.set()
for other in others: other.join()
print("works")
"""
    assert run(script, timeout=100) == "works"


WORKER = """
import sys
import numpy as np
import strew

def look_up(job):
    plan, table, rows = job
    return plan(table, rows).tolist()

def main(method):
    import multiprocessing
    table, rows = np.arange(12.0).reshape(4, 3), np.array([3, 1])
    strew.gather(np.zeros(1_000_000), np.zeros(1_000_000, "i8"))
    plan = strew.plan(strew.gather, table, rows)
    with multiprocessing.get_context(method).Pool(2) as pool:
        found = pool.map_async(look_up, [(plan, table + n, rows) for n in range(8)]).get(60)
    assert found == [(table + n)[rows].tolist() for n in range(8)]
    print("works")

if __name__ == "__main__":
    main(sys.argv[1])
"""


@pytest.mark.parametrize("method", [pytest.param("fork", marks=needs_fork), "spawn"])
def test_pools_of_processes(method: str, tmp_path) -> None:  # noqa: ANN001
    (tmp_path / "worker.py").write_text(WORKER)
    script = "import runpy, sys, warnings; warnings.simplefilter('ignore'); sys.path.insert(0, sys.argv[1])\n"
    script += "import worker; worker.main(sys.argv[2])"
    assert run(script, str(tmp_path), method, timeout=100) == "works"


def test_an_exit_in_the_middle_of_a_call() -> None:
    script = PRELUDE + """
threading.Thread(target=lambda: [strew.gather(table, rows) for _ in range(1000)], daemon=True).start()
works()
print("ends")
"""
    assert run(script) == "ends"
