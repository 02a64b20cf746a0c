"""Kernels for operators of PyTorch: x[i] as a gather, index_put, index_copy, index_add and put_ as scatters of strew.

Each decides whether a call is one that it takes, and leaves the others, with their errors, to PyTorch's kernel, which it
reaches with the dispatch keys given. They round as that does: float16 and bfloat16 at each update.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

from strew.torch import _kernels as kernels
from strew.torch._library import ops
from strew.torch._options import scatter_options
from strew.torch._shapes import ALONG

_NONE, _ADD = scatter_options({"accumulate": "native"}), scatter_options({"reduction": "add", "accumulate": "native"})
# torch.index_copy and torch.index_add have no negative indices.
_PLAIN_NONE = scatter_options({"negative_indices": "invalid", "accumulate": "native"})
_PLAIN_ADD = scatter_options({"reduction": "add", "negative_indices": "invalid", "accumulate": "native"})
_ADDED = frozenset(
    (torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.complex64, torch.complex128, torch.bool,
     torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8)
)  # fmt: skip
_MASKS = (torch.bool, torch.uint8)

Keys = Any  # torch._C.DispatchKeySet
Kernel = Callable[..., Any]

# The operators without their Python class, which only forwards.
_index_operator, _put_operator, _put_rows, _is_apart = (
    getattr(ops, name).default._op for name in ("_index", "_index_put", "_index_put_rows", "_is_apart")
)


def own(name: str) -> Kernel:
    """PyTorch's operator from the dispatch keys on that come first."""
    operator, _, overload = name.partition(".")
    redispatch: Kernel = getattr(getattr(torch.ops.aten, operator), overload or "default")._handle.redispatch_boxed
    return redispatch


def _is_taken(data: Tensor, updates: Tensor, adds: bool) -> bool:
    is_known = data.dtype == updates.dtype and (not adds or data.dtype in _ADDED)
    return bool(is_known and data.dim() > 0 and _is_apart(data))


def _in_words_of_pytorch(ours: IndexError, refuse: Callable[[], object]) -> Exception:
    """A bad index as PyTorch reports it, of its class, followed by where strew found it."""
    try:
        refuse()
    except Exception as theirs:
        text = str(theirs).partition("\nException raised from")[0]
        return type(theirs)(f"{text} ({ours})")
    return ours


# ---- index_put ---------------------------------------------------------------------------------------------------

_own_index, _own_index_put = own("index.Tensor"), own("_index_put_impl_")


def _without_masks(data: Tensor, indices: Sequence[Tensor | None]) -> list[Tensor | None] | None:
    """Each mask becomes an index tensor a dimension of its own; None if one does not fit."""
    plain: list[Tensor | None] = []
    for index in indices:
        if index is None or index.dtype not in _MASKS:
            plain.append(index)
            continue
        if index.shape != data.shape[len(plain) : len(plain) + index.dim()]:
            return None
        plain.extend(index.nonzero().unbind(1))
    return plain


def _warn_of_bytes(indices: Sequence[Tensor | None]) -> None:
    for index in indices:
        if index is not None and index.dtype == torch.uint8:
            text = "indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead."
            warnings.warn(text, UserWarning, stacklevel=3)


def _put_masks(data: Tensor, indices: Sequence[Tensor | None], values: Tensor, accumulate: bool) -> bool:
    if not any(index is not None and index.dtype in _MASKS for index in indices):
        return False
    plain = _without_masks(data, indices)
    if plain is None or not _put_operator(data, plain, values, accumulate):
        return False
    _warn_of_bytes(indices)
    return True


def _index_put(
    keys: Keys, self: Tensor, indices: Sequence[Tensor | None], values: Tensor, accumulate: bool = False,
    unsafe: bool = False,
) -> Tensor:  # fmt: skip
    try:
        if len(indices) == 1 and indices[0] is not None:
            taken = _put_rows(self, indices[0], values, accumulate)
        else:
            taken = _put_operator(self, indices, values, accumulate)
        if taken or _put_masks(self, indices, values, accumulate):
            return self
    except IndexError as ours:
        raise _in_words_of_pytorch(ours, lambda: _own_index(keys, self, indices)) from None
    result: Tensor = _own_index_put(keys, self, indices, values, accumulate, unsafe)
    return result


def _index(keys: Keys, self: Tensor, indices: Sequence[Tensor | None]) -> Tensor:
    """x[i] itself, which has one result anyway: PyTorch's kernel takes many times as long as its index_select."""
    try:
        result: Tensor | None = _index_operator(self, indices)
    except IndexError as ours:
        raise _in_words_of_pytorch(ours, lambda: _own_index(keys, self, indices)) from None
    if result is None:
        result = _own_index(keys, self, indices)
    return result


def _is_small(indices: Sequence[Tensor | None]) -> bool:
    """Whether PyTorch's kernel has read x[i] before another is reached."""
    return all(index is None or index.numel() < 64 for index in indices)


# ---- index_copy, index_add ---------------------------------------------------------------------------------------


def _is_slices(data: Tensor, dim: int, index: Tensor, source: Tensor, adds: bool) -> bool:
    return (
        _is_taken(data, source, adds)
        and index.dim() == 1
        and (index.dtype == torch.int64 or (adds and index.dtype == torch.int32))
        and -data.dim() <= dim < data.dim()
        and source.dim() == data.dim()
        and all(
            extent == (index.numel() if number == dim % data.dim() else data.shape[number])
            for number, extent in enumerate(source.shape)
        )
    )


def _is_destination(self: Tensor, out: Tensor) -> bool:
    """Whether `out` can take a result for data as it is: it is data, or has their shape and none of their memory."""
    fits = out.shape == self.shape and out.dtype == self.dtype and _is_apart(out)
    return out is self or bool(fits and not torch._C._overlaps(out, self))


def _slices(name: str, adds: bool) -> dict[str, Kernel]:
    """The three forms of index_copy or index_add."""
    options = _PLAIN_ADD if adds else _PLAIN_NONE
    own_functional, own_in_place, own_out = own(name), own(f"{name}_"), own(f"{name}.out")

    def is_taken(self: Tensor, dim: int, index: Tensor, source: Tensor, alpha: Any) -> bool:
        # PyTorch has one result for sums of 16 bits too, but rounds them now at each update and now once.
        is_rounded_its_way = adds and self.dtype in (torch.float16, torch.bfloat16)
        return alpha == 1 and not is_rounded_its_way and _is_slices(self, dim, index, source, adds)

    def refused(ours: IndexError, keys: Keys, self: Tensor, dim: int, index: Tensor, source: Tensor) -> Exception:
        """PyTorch is shown the first bad index alone, at which it stops before it has written."""
        at = ((index < 0) | (index >= self.shape[dim])).nonzero()[0]
        one, row = index.index_select(0, at), source.index_select(dim, at)
        return _in_words_of_pytorch(ours, lambda: own_in_place(keys, self, dim, one, row))

    def functional(keys: Keys, self: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Any = 1) -> Any:
        if not is_taken(self, dim, index, source, alpha):
            return own_functional(keys, self, dim, index, source, **named(alpha))
        try:
            return kernels.scatter(self, index, source, ALONG, dim, 0, options)
        except IndexError as ours:
            raise refused(ours, keys, self, dim, index, source) from None

    def in_place(keys: Keys, self: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Any = 1) -> Any:
        if not is_taken(self, dim, index, source, alpha):
            return own_in_place(keys, self, dim, index, source, **named(alpha))
        try:
            kernels.scatter_in_place(self, index, source, ALONG, dim, 0, options)
        except IndexError as ours:
            raise refused(ours, keys, self, dim, index, source) from None
        return self

    def into(keys: Keys, self: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Any = 1, out: Tensor) -> Any:
        if not (is_taken(self, dim, index, source, alpha) and _is_destination(self, out)):
            return own_out(keys, self, dim, index, source, **named(alpha), out=out)
        return out.copy_(functional(keys, self, dim, index, source))

    def named(alpha: Any) -> dict[str, Any]:
        return {"alpha": alpha} if adds else {}

    return {name: functional, f"{name}_": in_place, f"{name}.out": into}


# ---- put_ --------------------------------------------------------------------------------------------------------

_own_put = own("put_")


def _put_in_place(keys: Keys, self: Tensor, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor:
    if not (
        _is_taken(self, source, accumulate) and index.dtype == torch.int64 and index.numel() == source.numel()
    ):
        result: Tensor = _own_put(keys, self, index, source, accumulate)
        return result
    flat = self.reshape(-1)  # a copy where the elements of data do not follow one another
    places = index.reshape(-1)
    try:
        kernels.scatter_in_place(flat, places, source.reshape(-1), ALONG, 0, 0, _ADD if accumulate else _NONE)
    except IndexError as ours:
        at = ((places < -flat.numel()) | (places >= flat.numel())).nonzero()[0]
        one, element = places.index_select(0, at), source.reshape(-1).index_select(0, at)
        raise _in_words_of_pytorch(ours, lambda: _own_put(keys, self, one, element, accumulate)) from None
    if flat.data_ptr() != self.data_ptr():
        self.copy_(flat.view(self.shape))
    return self


OVERRIDES: dict[str, Kernel] = {
    "index.Tensor": _index,
    "_index_put_impl_": _index_put,
    "put_": _put_in_place,
    **_slices("index_copy", False),
    **_slices("index_add", True),
}

# Calls of which an override would gain nothing, by the arguments after the first.
LEFT: dict[str, Kernel] = {"index.Tensor": _is_small}
