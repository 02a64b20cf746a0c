"""Random lax.gather and lax.scatter calls, and the loop that defines a scatter."""

import itertools

import calls
import numpy as np
from jax import lax

MODES = ("clip", "fill", "promise_in_bounds")
REDUCTIONS = {
    "none": lax.scatter, "add": lax.scatter_add, "sub": getattr(lax, "scatter_sub", None), "mul": lax.scatter_mul,
    "min": lax.scatter_min, "max": lax.scatter_max,
}  # fmt: skip


class Windows:
    """Operand, indices and windows, with the roles of the operand's dimensions."""

    def __init__(self, random, dtype, index_type, mode):
        rank = int(random.integers(1, 5))
        self.shape = tuple(int(size) for size in random.integers(1, 6, rank))
        self.mode = mode
        order = [int(dim) for dim in random.permutation(rank)]
        self.batching = sorted(order[: int(random.integers(0, min(2, rank) + 1))]) if random.random() < 0.4 else []
        rest = [dim for dim in order if dim not in self.batching]
        self.mapped = rest[: int(random.integers(0, len(rest) + 1))]
        self.sizes = [int(random.integers(1, size + 1)) for size in self.shape]
        collapsed = [dim for dim in rest if random.random() < 0.5]
        for dim in (*self.batching, *collapsed):
            self.sizes[dim] = 1
        self.collapsed = sorted(collapsed)
        self.window = [dim for dim in range(rank) if dim not in collapsed and dim not in self.batching]
        self._place(random)
        self.data = calls.elements(random, self.shape, dtype)
        self.indices = self._values(random, np.dtype(index_type))

    def _place(self, random):
        """Where batching dimensions are among those of the indices, and windows among those of the result."""
        more = [int(size) for size in random.integers(1, 5, int(random.integers(0, 3)))]
        positions = [(size, None) for size in more] + [(self.shape[dim], dim) for dim in self.batching]
        positions = [positions[n] for n in random.permutation(len(positions))]
        self.positions = tuple(size for size, _ in positions)
        self.index_batching = [[dim for _, dim in positions].index(dim) for dim in self.batching]
        rank = len(positions) + len(self.window)
        self.offset = sorted(int(dim) for dim in random.permutation(rank)[: len(self.window)])
        windows, others = iter(self.sizes[dim] for dim in self.window), iter(self.positions)
        self.direct = tuple(next(windows) if dim in self.offset else next(others) for dim in range(rank))

    def _values(self, random, kind):
        shape = (*self.positions, len(self.mapped))
        last = np.array([self.shape[dim] - self.sizes[dim] for dim in self.mapped], dtype=int)
        outside = 0 if self.mode == "promise_in_bounds" else 3
        low = -outside if kind.kind == "i" else 0
        return random.integers(np.broadcast_to(low, shape), np.broadcast_to(last + 1 + outside, shape)).astype(kind)

    def gather(self, data, indices):
        numbers = lax.GatherDimensionNumbers(
            offset_dims=tuple(self.offset), collapsed_slice_dims=tuple(self.collapsed),
            start_index_map=tuple(self.mapped), operand_batching_dims=tuple(self.batching),
            start_indices_batching_dims=tuple(self.index_batching),
        )  # fmt: skip
        return lax.gather(data, indices, numbers, tuple(self.sizes), mode=self.mode)

    def scatter(self, reduction, data, indices, updates):
        numbers = lax.ScatterDimensionNumbers(
            update_window_dims=tuple(self.offset), inserted_window_dims=tuple(self.collapsed),
            scatter_dims_to_operand_dims=tuple(self.mapped), operand_batching_dims=tuple(self.batching),
            scatter_indices_batching_dims=tuple(self.index_batching),
        )  # fmt: skip
        return REDUCTIONS[reduction](data, indices, updates, numbers, mode=self.mode)

    def loop(self, reduction, updates):
        """The scatter, one update after the other, in row-major order of the positions."""
        made = self.data.copy()
        for position in np.ndindex(*self.positions):
            start = self._start(position)
            if start is None:
                continue
            for window in np.ndindex(*(self.sizes[dim] for dim in self.window)):
                at, from_window, from_position = list(start), iter(window), iter(position)
                for dim, step in zip(self.window, window):
                    at[dim] += step
                parts = (from_window if dim in self.offset else from_position for dim in range(updates.ndim))
                direct = tuple(next(part) for part in parts)
                made[tuple(at)] = combined(reduction, made[tuple(at)], updates[direct])
        return made

    def _start(self, position):
        start = [0] * len(self.shape)
        for value, dim in zip(self.indices[position].tolist(), self.mapped):
            last = self.shape[dim] - self.sizes[dim]
            if self.mode == "clip":
                value = min(max(value, 0), last)
            elif not 0 <= value <= last:
                return None
            start[dim] = value
        for dim, place in zip(self.batching, self.index_batching):
            start[dim] = position[place]
        return start


def combined(reduction, old, new):
    """Of two NumPy scalars, rounded once; a product of complex numbers part by part."""
    if reduction == "none":
        return new
    if reduction in ("min", "max"):
        return min(old, new) if reduction == "min" else max(old, new)
    if reduction == "add":
        return old + new
    if reduction == "sub":
        return old - new
    if np.iscomplexobj(old):
        kind = type(old)
        return kind(old.real * new.real - old.imag * new.imag) + kind((old.real * new.imag + old.imag * new.real) * 1j)
    return old * new


def every(*choices):
    return list(itertools.product(*choices))
