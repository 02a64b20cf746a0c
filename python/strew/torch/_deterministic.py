"""deterministic(): PyTorch's own writes through indices, and gradients of bags, on strew's kernels.

Two dispatch keys of PyTorch that nothing else uses stand for it. _GATE is a flag of the thread: PyTorch's dispatcher
comes by there, before autograd, while it is set, and hands it on to the threads of a backward pass as it hands on
no_grad. There a call gets the key _HERE on its way, which leads it, once autograd and whatever else is on the way have
had their part, to strew's kernel instead of PyTorch's. So the kernels are registered once, in places where no thread
looks whose flag is not set, and nothing that a thread may be reading ever changes.
"""

from __future__ import annotations

import threading
from contextlib import ContextDecorator
from typing import Any

import torch
from torch import Tensor
from torch.autograd import forward_ad

from strew.torch._bags import BAGS
from strew.torch._overrides import LEFT, OVERRIDES, Kernel, Keys, own

_GATE, _HERE = (torch._C._parse_dispatch_key(name) for name in ("DeferredInit", "CustomRNGKeyId"))
_AFTER_GATE = torch._C._dispatch_keyset_full_after(_GATE)
_CPU = torch._C.DispatchKeySet(torch._C.DispatchKey.CPU)
# Sets of keys by their number: tensors of the CPU, and nothing more between here and PyTorch's kernel, or autograd only.
_AT_HERE, _AT_GATE = (_CPU.add(key).raw_repr() for key in (_HERE, _GATE))
_WITH_AUTOGRAD = _CPU.add(_GATE).add(torch._C.DispatchKey.AutogradCPU)
_BELOW_AUTOGRAD = frozenset(
    keys.raw_repr() for keys in (_WITH_AUTOGRAD, _WITH_AUTOGRAD.add(torch._C.DispatchKey.ADInplaceOrView))
)
_IN_PLACE = ("_index_put_impl_", "put_", "index_copy_", "index_add_")

_is_set = torch._C._dispatch_tls_is_dispatch_key_included
_set = torch._C._dispatch_tls_set_dispatch_key_included
_is_grad_enabled = torch.is_grad_enabled
_count_version = torch._C._increment_version


class _Registered:
    """The kernels, once a process, as soon as they are needed."""

    lock = threading.Lock()
    libraries: list[Any] = []  # never deleted, which would remove the kernels


def _register() -> None:
    with _Registered.lock:
        if _Registered.libraries:
            return
        every, aten = torch.library.Library("_", "IMPL"), torch.library.Library("aten", "IMPL")
        every.fallback(torch.library.fallthrough_kernel, "DeferredInit")
        for name, override in (*OVERRIDES.items(), *BAGS.items()):
            aten.impl(name, _at_gate(name, override), "DeferredInit", with_keyset=True)
            aten.impl(name, _at_here(name, override), "CustomRNGKeyId", with_keyset=True)
        _Registered.libraries = [every, aten]


def _at_gate(name: str, override: Kernel) -> Kernel:
    redispatch, onward = own(name), dict[int, Keys]()
    is_in_place, is_left = name in _IN_PLACE, LEFT.get(name)

    def kernel(keys: Keys, data: Tensor, *arguments: Any, **named: Any) -> Any:
        number = keys.raw_repr()
        if number == _AT_GATE:
            return override(_CPU, data, *arguments, **named)
        if is_in_place and number in _BELOW_AUTOGRAD and not (
            _is_grad_enabled() or forward_ad._current_level >= 0 or data.is_inference()
        ):
            result = override(_CPU, data, *arguments, **named)
            _count_version((data,))
            return result
        if is_left is not None and is_left(*arguments):
            return redispatch(keys & _AFTER_GATE, data, *arguments, **named)
        if number not in onward:
            onward[number] = (keys & _AFTER_GATE).add(_HERE)
        return redispatch(onward[number], data, *arguments, **named)

    return kernel


def _at_here(name: str, override: Kernel) -> Kernel:
    redispatch = own(name)

    def kernel(keys: Keys, *arguments: Any, **named: Any) -> Any:
        if keys.raw_repr() == _AT_HERE:
            return override(_CPU, *arguments, **named)
        return redispatch(keys.remove(_HERE), *arguments, **named)

    return kernel


class _OfThread(threading.local):
    depth = 0
    was_set = False  # before the first of them: a thread of a backward pass has the flag from the thread that began it


_thread = _OfThread()


class _Deterministic(ContextDecorator):
    def __enter__(self) -> None:
        if not _Registered.libraries:
            _register()
        if _thread.depth == 0:
            _thread.was_set = _is_set(_GATE)
            _set(_GATE, True)
        _thread.depth += 1

    def __exit__(self, *_: object) -> None:
        _thread.depth -= 1
        if _thread.depth == 0:
            _set(_GATE, _thread.was_set)


def deterministic() -> _Deterministic:
    """While it is entered, writes through indices on the CPU give one result, whatever the threads do.

    index_put, x[i] = y, index_copy, put_, index_add and the gradient of x[i] run on strew's kernels: updates are
    applied in the order of the positions. So does x[i] with one index tensor, which is faster then. What these do not
    take (other types or devices, a factor alpha, index_add of 16 bits) goes to PyTorch's own kernels. Results have the
    bits of torch.use_deterministic_algorithms(True), which is slower and has no put_. The gradient of an embedding_bag is
    that of the loop over the positions, which differs from PyTorch's in its last bits. Compiled code has kernels of its
    own and is not affected; strew.torch's functions are for that.

    It applies to the thread that enters it and to the backward passes that this begins, as torch.no_grad() does: other
    threads notice nothing of it, and enter it themselves if they want it. Entering costs less than a small call.

    >>> import torch, strew.torch
    >>> with strew.torch.deterministic():
    ...     torch.zeros(3).index_put_((torch.tensor([1, 1]),), torch.tensor([2.0, 3.0]))
    tensor([0., 3., 0.])
    """
    return _Deterministic()
