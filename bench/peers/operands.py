"""Generates the operands of a case from a fixed seed, in touched memory."""

from __future__ import annotations

import dataclasses
import math
import zlib

import numpy as np

from cases import Case, Shape

ALIGNMENT = 64
PATTERN = 1_000_003  # a prime: no two rows of a table begin at the same place of the pattern


@dataclasses.dataclass
class Operands:
    """Of all products in common: they read and write the same memory, so that none has luckier pages.

    `updates` are empty for a gather, whose result is `output`. The `output` of a scatter begins as a copy of `data`:
    products that can, write in place. Contents are whole numbers, sums of which are exact in any order.
    """

    case: Case
    data: np.ndarray
    indices: np.ndarray
    updates: np.ndarray
    output: np.ndarray

    def reset(self) -> None:
        """A result of before must not pass for one of now."""
        if self.case.is_scatter:
            np.copyto(self.output, self.data)
        else:
            self.output.fill(77)

    def tuple(self) -> tuple[np.ndarray, ...]:
        """The components of the index tuples, a view each."""
        return tuple(np.moveaxis(self.indices, -1, 0))


def draw(case: Case) -> Operands:
    generator = np.random.default_rng(zlib.crc32((case.contents or case.key).encode()))
    largest = magnitude(case)
    indices = empty(case.indices, case.index_dtype)
    draw_indices(generator, case, indices)
    operands = Operands(
        case,
        data=contents(generator, case.data, case.dtype, largest),
        indices=indices,
        updates=contents(generator, moved(case) if case.is_scatter else (0,), case.dtype, largest),
        output=empty(case.data if case.is_scatter else moved(case), case.dtype),
    )
    operands.reset()
    return operands


def magnitude(case: Case) -> int:
    """Of the contents: sums of float16 stay below 2048, where they are exact, for up to 100,000 updates of a cell."""
    if case.reduction == "mul" or case.reduction in ("add", "mean") and case.dtype == "float16":
        return 1
    return 8 if case.reduction in ("add", "mean") else 1000


def moved(case: Case) -> Shape:
    """The extents of what moves: the output of a gather, the updates of a scatter."""
    if case.operator.endswith("_elements"):
        return case.indices
    if case.operator.endswith("_nd"):
        return case.indices[:-1] + case.data[case.batch_dims + case.indices[-1] :]
    return case.data[: case.axis] + case.indices + case.data[case.axis + 1 :]


def empty(shape: Shape, dtype: np.typing.DTypeLike) -> np.ndarray:
    size = math.prod(shape) * np.dtype(dtype).itemsize
    memory = np.empty(size + ALIGNMENT, np.uint8)
    start = -memory.ctypes.data % ALIGNMENT
    return memory[start : start + size].view(dtype).reshape(shape)


def contents(generator: np.random.Generator, shape: Shape, dtype: str, largest: int) -> np.ndarray:
    """Whole numbers from -largest to largest, or all of a byte."""
    least, most = (0, 256) if dtype == "uint8" else (-largest, largest + 1)
    return repeated(generator.integers(least, most, PATTERN).astype(dtype), shape)


def repeated(pattern: np.ndarray, shape: Shape) -> np.ndarray:
    """An array of these values over and over."""
    array = empty(shape, pattern.dtype)
    flat = array.reshape(-1)
    for start in range(0, flat.size, PATTERN):
        part = flat[start : start + PATTERN]
        part[:] = pattern[: part.size]
    return array


def draw_indices(generator: np.random.Generator, case: Case, indices: np.ndarray) -> None:
    """Fills `indices`."""
    if case.operator.endswith("_nd"):
        for component in range(case.indices[-1]):
            extent = case.data[case.batch_dims + component]
            member = indices[..., component]
            member[...] = one_axis(generator, case.values, extent, member.size).reshape(member.shape)
    elif case.values == "one per row":
        indices[...] = generator.integers(0, case.data[case.axis], (len(indices), 1))
    else:
        indices[...] = one_axis(generator, case.values, case.data[case.axis], indices.size).reshape(indices.shape)


def one_axis(generator: np.random.Generator, values: str, extent: int, count: int) -> np.ndarray:
    if values == "uniform":
        return generator.integers(0, extent, count)
    if values == "sorted":
        return np.sort(generator.integers(0, extent, count))
    if values == "reversed":
        return np.sort(generator.integers(0, extent, count))[::-1]
    if values == "clustered":
        return clustered(generator, extent, count)
    if values == "permutation":
        return generator.permutation(extent)[:count]
    if values == "sorted distinct":
        return np.sort(generator.permutation(extent)[:count])
    if values == "same":
        return np.full(count, extent // 2)
    if values == "half on one":
        return np.where(generator.integers(0, 2, count) == 0, extent // 2, generator.integers(0, extent, count))
    if values == "zipf":
        return zipf(generator, extent, count)
    raise ValueError(f"no such values: {values}")


def zipf(generator: np.random.Generator, extent: int, count: int) -> np.ndarray:
    """Index of rank r with a probability near 1 / r; the ranks are spread over the axis, popular ones lie apart."""
    rank = np.exp(generator.random(count) * math.log(extent)).astype(np.int64) - 1
    step = next(n for n in range(int(extent * 0.618), extent + 1) if math.gcd(n, extent) == 1)
    return rank * step % extent


def clustered(generator: np.random.Generator, extent: int, count: int) -> np.ndarray:
    """Runs of 64 indices, each within 256 places from a random start."""
    starts = np.repeat(generator.integers(0, extent, count // 64 + 1), 64)[:count]
    return (starts + generator.integers(0, 256, count)) % extent
