"""The threads of a rank whose caller does not say how many."""

from __future__ import annotations

import hashlib
import os
import pathlib
import socket

import numpy as np
from numpy.typing import NDArray

from strew.distributed._groups import Group

_KEY = 8  #: bytes that tell hosts apart
_MOST = 8192  #: processors of a host that are told apart


def processors_of_rank(group: Group) -> int | None:
    """The processors that the ranks of this host may use, divided by these ranks, who all call at the same time.

    None, as many as there are, where a rank is alone. Collective.
    """
    if group.size == 1:
        return None
    key = _host()
    came = group.swap(key * group.size)
    others = [n for n in range(group.size) if n != group.rank and came[n * _KEY : (n + 1) * _KEY] == key]
    own = _processors()
    there = [own if n in others else None for n in range(group.size)]
    sets = group.move(there, [len(own) if n in others else 0 for n in range(group.size)])
    for one in sets:
        if one is not None:
            own = own | one
    return max(int(np.unpackbits(own).sum()) // (len(others) + 1), 1)


def _host() -> bytes:
    """Hosts may have one name, and containers of a host another one."""
    boot = pathlib.Path("/proc/sys/kernel/random/boot_id")
    text = socket.gethostname() + (boot.read_text() if boot.exists() else "")
    return hashlib.blake2b(text.encode(), digest_size=_KEY).digest()


def _processors() -> NDArray[np.uint8]:
    """Bit n: this process may run on processor n."""
    allowed = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    bits = np.zeros(_MOST, np.uint8)
    bits[[n for n in allowed if n < _MOST]] = 1
    return np.packbits(bits)
