"""The end of a process: with threads that never end nothing is printed, and a leak is reported where it is one."""

from __future__ import annotations

import sys

import pytest
from processes import run

PRELUDE = """
import ctypes, threading, time
import numpy as np
import strew

table, rows = np.arange(12.0).reshape(4, 3), np.array([3, 1])

def in_a_daemon(work):
    begun = threading.Event()
    threading.Thread(target=work, args=(begun,), daemon=True).start()
    assert begun.wait(30)
"""
LEAKING = """
plan = strew.plan(strew.gather, table, rows)
ctypes.pythonapi.Py_IncRef(ctypes.py_object(plan))
"""
LEAKED = "nanobind: leaked 1 instances!"
reports_leaks = pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="nanobind reports leaks only where there is a GIL"
)


def test_a_sleeping_daemon_thread_that_holds_a_plan() -> None:
    script = PRELUDE + """
def work(begun):
    plan = strew.plan(strew.gather, table, rows)
    ready = strew.prepare(plan, rows)
    begun.set()
    time.sleep(1000)

in_a_daemon(work)
"""
    assert run(script) == ""


@pytest.mark.parametrize("positions", [2, 200_000])
def test_a_daemon_thread_that_executes_a_plan(positions: int) -> None:
    script = PRELUDE + f"rows = np.zeros({positions}, 'i8')" + """
def work(begun):
    plan = strew.plan(strew.gather, table, rows)
    out = plan(table, rows)
    begun.set()
    while True:
        plan(table, rows)
        plan(table, rows, out=out)

in_a_daemon(work)
time.sleep(0.01)
"""
    for _ in range(5):
        assert run(script) == ""


def test_threads_that_ended_leave_plans_to_be_released() -> None:
    script = PRELUDE + """
def work(begun):
    plan = strew.plan(strew.gather, table, rows)
    begun.set()
    assert plan(table, rows).shape == (2, 3)

for _ in range(3):
    in_a_daemon(work)
    threading.Thread(target=work, args=(threading.Event(),)).start()
while threading.active_count() > 1:
    time.sleep(0.01)
"""
    assert run(script) == ""


@reports_leaks
def test_a_leak_is_reported() -> None:
    assert run(PRELUDE + LEAKING).startswith(LEAKED)


@reports_leaks
def test_a_leak_is_reported_after_threads_have_ended() -> None:
    script = PRELUDE + """
joined = threading.Thread(target=time.sleep, args=(0.01,), daemon=True)
joined.start()
joined.join()
threading.Thread(target=time.sleep, args=(0.1,)).start()
""" + LEAKING
    assert run(script).startswith(LEAKED)
