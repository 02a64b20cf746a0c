"""How the ranks of a distributed table reach each other: over mpi4py, torch.distributed, or whatever has two methods."""

from __future__ import annotations

import os
import time
from typing import Any, Protocol, Sequence

import numpy as np
from numpy.typing import NDArray

from strew._errors import RankError

_PIECE = 1 << 30  #: bytes of a message of MPI, whose counts have 32 bits
_LAUNCHERS = ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE")  #: how many ranks a launcher says it has started


class Group(Protocol):
    """Ranks that exchange bytes. All methods are collective; each rank calls them in the same order."""

    rank: int
    size: int

    def swap(self, sent: bytes) -> bytes:
        """Piece n of `sent`, of len(sent) / size bytes, goes to rank n; returns the pieces for this rank, by rank."""

    def move(self, sent: Sequence[NDArray[np.uint8] | None], received: Sequence[int]) -> list[NDArray[np.uint8] | None]:
        """sent[n] goes to rank n, if there is one; received[n] bytes come from rank n, if that is not 0."""


class MPIGroup:
    """A communicator of mpi4py; messages go from point to point. The communicator is duplicated."""

    def __init__(self, communicator: Any) -> None:
        from mpi4py import MPI

        started = max((int(os.environ.get(name) or 0) for name in _LAUNCHERS), default=0)
        if MPI.COMM_WORLD.Get_size() == 1 and started > 1:
            raise RankError(
                f"this is a world of one rank, but its launcher has started {started}: mpi4py is for another MPI than "
                f"that of the launcher ({MPI.Get_library_version().splitlines()[0]})"
            )
        self._mpi = MPI
        self._communicator = communicator.Dup()
        self.rank = communicator.Get_rank()
        self.size = communicator.Get_size()

    def swap(self, sent: bytes) -> bytes:
        came = bytearray(len(sent))
        each = len(sent) // self.size
        request = self._communicator.Ialltoall([sent, each, self._mpi.BYTE], [came, each, self._mpi.BYTE])
        self._wait([request])
        return bytes(came)

    def move(self, sent: Sequence[NDArray[np.uint8] | None], received: Sequence[int]) -> list[NDArray[np.uint8] | None]:
        requests = []
        came: list[NDArray[np.uint8] | None] = [np.empty(n, np.uint8) if n else None for n in received]
        for source, memory in enumerate(came):
            for piece in _pieces(memory):
                requests.append(self._communicator.Irecv([piece, self._mpi.BYTE], source))
        for n in range(1, self.size):
            to = (self.rank + n) % self.size
            for piece in _pieces(sent[to]):
                requests.append(self._communicator.Isend([piece, self._mpi.BYTE], to))
        self._wait(requests)
        return came

    def _wait(self, requests: list[Any]) -> None:
        """In steps, so that Ctrl-C is heard."""
        pause = 0.0
        while not self._mpi.Request.Testall(requests):
            time.sleep(pause)
            pause = min(pause + 1e-6, 1e-3)


def _pieces(memory: NDArray[np.uint8] | None) -> list[NDArray[np.uint8]]:
    if memory is None:
        return []
    return [memory[first : first + _PIECE] for first in range(0, len(memory), _PIECE)]


class TorchGroup:
    """A process group of torch.distributed. Bytes are moved from the CPU, or by NCCL through its device."""

    def __init__(self, group: Any) -> None:
        import torch
        import torch.distributed as dist

        self._torch, self._dist, self._group = torch, dist, group
        self.rank = dist.get_rank(group)
        self.size = dist.get_world_size(group)
        self._device = torch.device("cuda", torch.cuda.current_device()) if "nccl" in dist.get_backend(group) else "cpu"

    def swap(self, sent: bytes) -> bytes:
        each = len(sent) // self.size
        came = self._exchange(np.frombuffer(sent, np.uint8), [each] * self.size, [each] * self.size)
        return came.tobytes()

    def move(self, sent: Sequence[NDArray[np.uint8] | None], received: Sequence[int]) -> list[NDArray[np.uint8] | None]:
        lengths = [0 if one is None else len(one) for one in sent]
        whole = [one for one in sent if one is not None]
        joined = np.concatenate(whole) if whole else np.empty(0, np.uint8)
        came = self._exchange(joined, lengths, list(received))
        pieces = np.split(came, np.cumsum(received)[:-1])
        return [piece if len(piece) else None for piece in pieces]

    def _exchange(self, sent: NDArray[np.uint8], lengths: list[int], received: list[int]) -> NDArray[np.uint8]:
        given = self._torch.from_numpy(sent.copy() if not sent.flags.writeable else sent).to(self._device)
        came = self._torch.empty(sum(received), dtype=self._torch.uint8, device=self._device)
        work = self._dist.all_to_all_single(came, given, received, lengths, group=self._group, async_op=True)
        pause = 0.0
        while not work.is_completed():  # in steps, so that Ctrl-C is heard
            time.sleep(pause)
            pause = min(pause + 1e-6, 1e-3)
        work.wait()
        result: NDArray[np.uint8] = came.cpu().numpy()
        return result


class OneRank:
    """A group of this process alone."""

    rank = 0
    size = 1

    def swap(self, sent: bytes) -> bytes:
        return sent

    def move(self, sent: Sequence[NDArray[np.uint8] | None], received: Sequence[int]) -> list[NDArray[np.uint8] | None]:
        return [None]


def group_of(given: Any) -> Group:
    """What a user gives as `group`: None, a communicator, a process group, or what has the methods of Group."""
    if given is None:
        return OneRank()
    if hasattr(given, "swap") and hasattr(given, "move"):
        kept: Group = given
        return kept
    if hasattr(given, "Ialltoall"):
        return MPIGroup(given)
    return TorchGroup(given)
