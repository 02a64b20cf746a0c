"""Arrays of a distributed table: NumPy's and PyTorch's, on any device; what is moved are rows on the CPU."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from strew._errors import DTypeError, ShapeError, from_rule


def is_tensor(array: Any) -> bool:
    """Of PyTorch."""
    return hasattr(array, "detach") and hasattr(array, "device")


def host_rows(array: Any) -> Any:
    """The rows on the CPU, without gradients: the array itself, a view of it, or a copy from another device."""
    if not is_tensor(array):
        return array
    return array.detach().cpu()


def flat_indices(indices: Any) -> tuple[Any, tuple[int, ...]]:
    """One dimension of indices on the CPU, and their shape."""
    array = host_rows(indices) if is_tensor(indices) else np.asarray(indices)
    if not is_tensor(array) and array.size == 0 and array.dtype == np.float64:
        array = array.astype(np.int64)  # []
    return array.reshape(-1), tuple(array.shape)


def new_rows(like: Any, shape: tuple[int, ...]) -> Any:
    """An array for rows, of the kind and type of the shard."""
    if is_tensor(like):
        return like.detach().new_empty(shape)
    return np.empty(shape, like.dtype)


class Rows:
    """What the rows of a call look like."""

    def __init__(self, shard: Any, positions: tuple[int, ...]) -> None:
        self._dtype = shard.dtype
        self._row = tuple(shard.shape[1:])
        self._count = math.prod(positions)
        self.shape = (*positions, *self._row)

    def given(self, updates: Any) -> Any:
        """Updates as rows, copied where they are not side by side. Raises XC1."""
        array = host_rows(updates) if is_tensor(updates) else np.asarray(updates)
        if array.dtype != self._dtype and not is_tensor(array) and isinstance(updates, (list, tuple, int, float)):
            array = np.asarray(updates, self._dtype)
        self._check(array)
        flat: Any = array.reshape(self._count, *self._row)
        return flat.contiguous() if is_tensor(flat) else np.ascontiguousarray(flat)

    def flat(self, out: Any) -> Any:
        """Memory for rows: that of `out`, where it has them side by side on the CPU."""
        self._check(out)
        host = host_rows(out)
        is_packed = host.is_contiguous() if is_tensor(host) else host.flags.c_contiguous
        if not is_packed:
            return new_rows(host, (self._count, *self._row))
        return host.reshape(self._count, *self._row)

    def write_back(self, rows: Any, out: Any) -> None:
        """Rows that came to other memory than that of `out`."""
        shaped = rows.reshape(self.shape)
        if is_tensor(out):
            if out.data_ptr() != rows.data_ptr():
                out.detach().copy_(shaped)
        elif not np.shares_memory(out, rows):
            out[...] = shaped

    def store(self, host: Any, shard: Any) -> None:
        """A shard of another device takes what was written on the CPU."""
        if host.data_ptr() != shard.data_ptr():
            shard.detach().copy_(host)

    def _check(self, array: Any) -> None:
        if tuple(array.shape) != self.shape:
            what = f"has shape {tuple(array.shape)}, but the rows of this call have {self.shape}"
            raise from_rule("XC1", "updates", what, ShapeError)
        if array.dtype != self._dtype:
            what = f"has type {array.dtype}, but the table has {self._dtype}"
            raise from_rule("XC1", "updates", what, DTypeError)
