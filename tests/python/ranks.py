"""Ranks of a distributed table in the threads of one process."""

from __future__ import annotations

import threading
from typing import Any, Callable, Sequence


class _Meeting:
    def __init__(self, size: int) -> None:
        self.barrier = threading.Barrier(size)
        self.mail: list[list[Any]] = [[None] * size for _ in range(size)]


class ThreadGroup:
    """One rank's part of a group of threads."""

    def __init__(self, meeting: _Meeting, rank: int, size: int) -> None:
        self._meeting, self.rank, self.size = meeting, rank, size
        self.bytes = 0
        self.steps = 0

    def swap(self, sent: bytes) -> bytes:
        each = len(sent) // self.size
        return b"".join(self._exchange([sent[n * each : (n + 1) * each] for n in range(self.size)]))

    def move(self, sent: Sequence[Any], received: Sequence[int]) -> list[Any]:
        self.bytes += sum(0 if one is None else len(one) for one in sent)
        came = self._exchange(sent)
        assert [0 if one is None else len(one) for one in came] == list(received)
        return came

    def _exchange(self, sent: Sequence[Any]) -> list[Any]:
        self.steps += 1
        self._meeting.mail[self.rank] = list(sent)
        self._meeting.barrier.wait(60)
        came = [self._meeting.mail[source][self.rank] for source in range(self.size)]
        self._meeting.barrier.wait(60)
        return came


def each_rank(size: int, work: Callable[[ThreadGroup], Any]) -> list[Any]:
    """What work(group) returns at each rank, or the exception that it raises."""
    meeting = _Meeting(size)
    results: list[Any] = [None] * size

    def run(rank: int) -> None:
        try:
            results[rank] = work(ThreadGroup(meeting, rank, size))
        except BaseException as raised:
            results[rank] = raised
            if isinstance(raised, threading.BrokenBarrierError):
                meeting.barrier.abort()

    threads = [threading.Thread(target=run, args=(rank,)) for rank in range(size)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
