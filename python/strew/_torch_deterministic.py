"""deterministic(): PyTorch's own writes through indices on strew's kernels."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

from strew._torch_overrides import OVERRIDES

_lock = threading.Lock()
_users = 0
_library: Any = None


def _install() -> Any:
    library = torch.library.Library("aten", "IMPL")
    try:
        with warnings.catch_warnings():
            # PyTorch warns, once a process, that an operator of its own is overridden: that is what was asked for.
            warnings.filterwarnings("ignore", message=r"(?s).*[Oo]verriding a previously registered kernel")
            for name, override in OVERRIDES.items():
                library.impl(name, override, "CPU")
    except BaseException:
        library._destroy()
        raise
    return library


@contextmanager
def deterministic() -> Iterator[None]:
    """While it is entered, writes through indices on the CPU give one result, whatever the threads do.

    index_put, x[i] = y, index_copy, put_, index_add and the gradient of x[i] run on strew's kernels: updates are
    applied in the order of the positions. So does x[i] with one index tensor, which is faster then. What these do not
    take (other types or devices, a factor alpha, index_add of 16 bits) goes to PyTorch's own kernels. Results have the
    bits of torch.use_deterministic_algorithms(True), which is slower and has no put_. Compiled code has kernels of its
    own and is not affected; strew.torch's functions are for that.

    It applies to all threads of the process from the first that enters it to the last that leaves it. PyTorch's table
    of kernels is not made for a change while another thread calls one of these operators: enter it before such threads
    start. Entering costs about as much as thirty small calls.

    >>> import torch, strew.torch
    >>> with strew.torch.deterministic():
    ...     torch.zeros(3).index_put_((torch.tensor([1, 1]),), torch.tensor([2.0, 3.0]))
    tensor([0., 3., 0.])
    """
    global _users, _library
    with _lock:
        if _users == 0:
            _library = _install()
        _users += 1
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            if _users == 0:
                _library._destroy()
                _library = None
