"""Kernels for operators of PyTorch: x[i] as a gather, index_put, index_copy, index_add and put_ as scatters of strew.

Each decides whether a call is one that it takes, and leaves the others, with their errors, to PyTorch's kernel. They
round as that does: float16 and bfloat16 at each update.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

from strew import _torch_kernels as kernels
from strew._torch_options import scatter_options
from strew._torch_shapes import ALONG, ND

_NONE, _ADD = (
    scatter_options(word, "error", "from_end", True, "allow", True, "native") for word in ("none", "add")
)
# torch.index_copy and torch.index_add have no negative indices.
_PLAIN_NONE, _PLAIN_ADD = (
    scatter_options(word, "error", "invalid", True, "allow", True, "native") for word in ("none", "add")
)
_CPU = torch._C.DispatchKeySet(torch._C.DispatchKey.CPU)
_ADDED = frozenset(
    (torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.complex64, torch.complex128, torch.bool,
     torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8)
)  # fmt: skip
_INDICES = (torch.int64, torch.int32, torch.bool, torch.uint8)

Kernel = Callable[..., Any]


def _own(name: str) -> Kernel:
    """PyTorch's kernel, as it is now."""
    kernel = torch.library.get_kernel(f"aten::{name}", "CPU")
    return lambda *arguments, **named: kernel.call_boxed(_CPU, *arguments, **named)


def _is_apart(data: Tensor) -> bool:
    """Whether the strides alone show that no two elements share memory."""
    span: int = 1
    for stride, extent in sorted(zip(data.stride(), data.shape)):
        if extent > 1:
            if int(stride) < span:
                return False
            span += stride * (extent - 1)
    return True


def _is_taken(data: Tensor, updates: Tensor, adds: bool) -> bool:
    is_known = data.dtype == updates.dtype and (not adds or data.dtype in _ADDED)
    return bool(is_known and data.dim() > 0 and updates.device.type == "cpu" and _is_apart(data))


# ---- index_put ---------------------------------------------------------------------------------------------------


def _expanded(indices: Sequence[Tensor | None]) -> list[Tensor | None]:
    """Without masks: each becomes an index tensor a dimension of its own."""
    plain: list[Tensor | None] = []
    for index in indices:
        if index is not None and index.dtype in (torch.bool, torch.uint8):
            plain.extend(index.nonzero().unbind(1))
        else:
            plain.append(index)
    return plain


def _masks_fit(data: Tensor, indices: Sequence[Tensor | None]) -> bool:
    at = 0
    for index in indices:
        if index is not None and index.dtype in (torch.bool, torch.uint8):
            if index.shape != data.shape[at : at + index.dim()]:
                return False
            at += index.dim()
        else:
            at += 1
    return bool(at <= data.dim())


def _put(data: Tensor, indices: list[Tensor | None], values: Tensor, options: int) -> bool:
    """False, and nothing is written, if indices or values do not broadcast."""
    dims = [number for number, index in enumerate(indices) if index is not None]
    given = [index for index in indices if index is not None]
    try:
        given = list(torch.broadcast_tensors(*(index.long() if len(given) > 1 else index for index in given)))
    except RuntimeError:
        return False
    first, depth, shape = dims[0], len(dims), given[0].shape
    is_adjacent = dims == list(range(first, first + depth))
    others = [number for number in range(data.dim()) if number not in dims]
    before = first if is_adjacent else 0  # where the dimensions of the indices stand in the result of data[indices]
    result = [*(data.shape[n] for n in others[:before]), *shape, *(data.shape[n] for n in others[before:])]
    try:
        values = values.expand(result)
    except RuntimeError:
        return False
    if depth == 1:
        kernels.scatter_in_place(data, given[0], values, ALONG, first, 0, options)
        return True
    after = before + len(shape)
    moved = values.permute(*range(before, after), *range(before), *range(after, len(result)))
    table = data.permute(*dims, *others)
    kernels.scatter_in_place(table, torch.stack(given, -1), moved, ND, 0, 0, options)
    return True


_own_index_put = _own("_index_put_impl_")


def _index_put(
    self: Tensor, indices: Sequence[Tensor | None], values: Tensor, accumulate: bool = False, unsafe: bool = False
) -> Tensor:
    given = [index for index in indices if index is not None]
    taken = (
        bool(given)
        and len(indices) <= self.dim()
        and _is_taken(self, values, accumulate)
        and all(index.dtype in _INDICES and index.device.type == "cpu" for index in given)
        and _masks_fit(self, indices)
        and _put(self, _expanded(indices), values, _ADD if accumulate else _NONE)
    )
    return self if taken else _own_index_put(self, list(indices), values, accumulate, unsafe)


_own_index = _own("index.Tensor")


def _index(self: Tensor, indices: Sequence[Tensor | None]) -> Tensor:
    """x[i] itself, which has one result anyway: PyTorch's kernel takes many times as long as its index_select.

    Of contiguous data, whose rows are contiguous there too: compiled code relies on the strides of a result.
    """
    given = [(axis, index) for axis, index in enumerate(indices) if index is not None]
    if len(given) == 1 and len(indices) <= self.dim() and self.is_contiguous():
        axis, index = given[0]
        if index.dtype in (torch.int64, torch.int32) and index.device.type == "cpu":
            return kernels.gather(self, index, None, ALONG, axis, 0, 0)
    result: Tensor = _own_index(self, list(indices))
    return result


# ---- index_copy, index_add ---------------------------------------------------------------------------------------


def _is_slices(data: Tensor, dim: int, index: Tensor, source: Tensor, adds: bool) -> bool:
    return (
        _is_taken(data, source, adds)
        and index.dim() == 1
        and index.dtype in (torch.int64, torch.int32)
        and -data.dim() <= dim < data.dim()
        and source.dim() == data.dim()
        and all(
            extent == (index.numel() if number == dim % data.dim() else data.shape[number])
            for number, extent in enumerate(source.shape)
        )
    )


def _destination(self: Tensor, out: Tensor) -> bool:
    """Makes `out` a copy of data, unless it is data; False if it needs another size or shares memory."""
    if out is self:
        return True
    if out.shape != self.shape or out.dtype != self.dtype or torch._C._overlaps(out, self):
        return False
    out.copy_(self)
    return True


def _slices(name: str, adds: bool) -> dict[str, Kernel]:
    """The three forms of index_copy or index_add."""
    options = _PLAIN_ADD if adds else _PLAIN_NONE
    own, own_in_place, own_out = _own(name), _own(f"{name}_"), _own(f"{name}.out")

    def is_taken(self: Tensor, dim: int, index: Tensor, source: Tensor, alpha: Any) -> bool:
        # PyTorch has one result for sums of 16 bits too, but rounds them now at each update and now once.
        is_rounded_its_way = adds and self.dtype in (torch.float16, torch.bfloat16)
        return alpha == 1 and not is_rounded_its_way and _is_slices(self, dim, index, source, adds)

    def functional(self: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Any = 1) -> Any:
        if is_taken(self, dim, index, source, alpha):
            return kernels.scatter(self, index, source, ALONG, dim, 0, options)
        return own(self, dim, index, source, **named(alpha))

    def in_place(self: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Any = 1) -> Any:
        if not is_taken(self, dim, index, source, alpha):
            return own_in_place(self, dim, index, source, **named(alpha))
        kernels.scatter_in_place(self, index, source, ALONG, dim, 0, options)
        return self

    def into(self: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Any = 1, out: Tensor) -> Any:
        taken = is_taken(self, dim, index, source, alpha) and _is_apart(out)
        if not (taken and _destination(self, out)):
            return own_out(self, dim, index, source, **named(alpha), out=out)
        kernels.scatter_in_place(out, index, source, ALONG, dim, 0, options)
        return out

    def named(alpha: Any) -> dict[str, Any]:
        return {"alpha": alpha} if adds else {}

    return {name: functional, f"{name}_": in_place, f"{name}.out": into}


# ---- put_ --------------------------------------------------------------------------------------------------------

_own_put = _own("put_")


def _put_in_place(self: Tensor, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor:
    taken = (
        _is_taken(self, source, accumulate)
        and index.dtype in (torch.int64, torch.int32)
        and index.numel() == source.numel()
        and index.device.type == "cpu"
    )
    if not taken:
        result: Tensor = _own_put(self, index, source, accumulate)
        return result
    flat = self.reshape(-1)  # a copy where the elements of data do not follow one another
    kernels.scatter_in_place(
        flat, index.reshape(-1), source.reshape(-1), ALONG, 0, 0, _ADD if accumulate else _NONE
    )
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
