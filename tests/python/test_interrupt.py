"""Ctrl-C during a long call: KeyboardInterrupt soon, and the process goes on."""

from __future__ import annotations

import os
import signal

import pytest
from processes import run

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")

PRELUDE = """
import os, signal, threading, time
import numpy as np
import strew

# Long work in little memory: one row of updates for all positions.
count = 20_000_000
data = np.zeros((2, 4096), "f4")
rows = np.frombuffer(np.random.default_rng(0).bytes(count), "i1") & 1
updates = np.broadcast_to(np.ones((1, 4096), "f4"), (count, 4096))
even = np.zeros(count, "i1"), strew.filled((count, 4096), "f4", 1)

def scatter():
    strew.scatter(data, rows, updates, reduction="add", out=data)

def scatter_evenly():
    strew.scatter(data, *even, reduction="add", out=data)

def plan():
    strew.plan(strew.scatter, data, rows, updates, reduction="add", out=data)(data, rows, updates, out=data)

def after(seconds, number=signal.SIGINT):
    threading.Timer(seconds, os.kill, (os.getpid(), number)).start()

def seconds_until(error, call):
    start = time.monotonic()
    try:
        call()
    except error:
        return time.monotonic() - start
    raise AssertionError("the call ended by itself")
"""
GOES_ON = """
assert strew.gather(np.arange(3), [2, 0]).tolist() == [2, 0]
assert strew.scatter(np.zeros(100_000), np.arange(100_000), np.ones(100_000)).sum() == 100_000
"""


@pytest.mark.parametrize("call", ["scatter", "scatter_evenly", "plan"])
def test_a_long_call_is_interrupted(call: str) -> None:
    script = PRELUDE + f"""
for _ in range(2):
    after(0.5)
    print(seconds_until(KeyboardInterrupt, {call}))
{GOES_ON}
"""
    for seconds in run(script, timeout=100).split():
        assert 0.4 < float(seconds) < 3


def test_a_handler_may_raise_what_it_likes_or_nothing() -> None:
    script = PRELUDE + f"""
seen = []
class Enough(Exception): pass
def handle(number, frame):
    seen.append(number)
    if len(seen) == 3: raise Enough
signal.signal(signal.SIGUSR1, handle)
for delay in (0.2, 0.4, 0.6): after(delay, signal.SIGUSR1)
print(seconds_until(Enough, scatter), len(seen))
{GOES_ON}
"""
    seconds, seen = run(script, timeout=100).split()
    assert 0.5 < float(seconds) < 3
    assert seen == "3"


def test_a_process_dies_of_other_signals() -> None:
    with pytest.raises(AssertionError):
        run(PRELUDE + f"signal.signal({int(signal.SIGTERM)}, signal.SIG_DFL); after(0.3, signal.SIGTERM); scatter()")
