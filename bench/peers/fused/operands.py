"""Generates the operands of a fused operator from a fixed seed, in touched memory."""

from __future__ import annotations

import dataclasses
import functools
import zlib

import ml_dtypes
import numpy as np

from cases import Shape
from fused.cases import BLOCK, CODES_IN_BYTE, GROUPS, IDS, FusedCase
from operands import PATTERN, empty, one_axis, repeated

PADDED = 1 / 8  # of the positions
BFLOAT16 = np.dtype(ml_dtypes.bfloat16)


@dataclasses.dataclass
class FusedOperands:
    """Of all products in common: they read and write the same memory, so that none has luckier pages.

    Contents are real numbers, so that another order of a sum, or a product that is not rounded, shows in the bits.
    `ids`, `indices` and `weights` are those of the positions; `second` is the other operand of an operator that has
    one: the other rows of sampled products, or the scales of blocks.
    """

    case: FusedCase
    data: np.ndarray
    indices: np.ndarray
    ids: np.ndarray
    weights: np.ndarray | None
    second: np.ndarray | None
    output: np.ndarray

    def reset(self) -> None:
        """A result of before must not pass for one of now."""
        self.output.fill(77)

    @functools.cached_property
    def offsets(self) -> np.ndarray:
        """Where segments begin among the positions, and the end; the ids must ascend."""
        ends = np.cumsum(np.bincount(self.ids.reshape(-1), minlength=self.case.segments))
        return np.concatenate([[0], ends]).astype(np.int64)

    @property
    def bytes(self) -> int:
        """That must be read and written where nothing is read twice from a cache: rows by position, not by table."""
        case = self.case
        row = self.data.nbytes // len(self.data)
        picked = case.positions if case.padding is None else int(np.count_nonzero(self.indices != case.padding))
        read = picked * row + (self.indices.nbytes if case.indexed else 0)
        if case.is_quantized:
            return read + case.positions * (self.second.nbytes // len(self.second)) + self.output.nbytes
        read += {GROUPS: 0, IDS: self.ids.nbytes}.get(case.form, 8 * case.segments)
        read += self.weights.nbytes if case.weights else 0
        read += case.positions * row if case.operator == "sddmm" else 0
        return read + self.output.nbytes


def draw(case: FusedCase) -> FusedOperands:
    generator = np.random.default_rng(zlib.crc32(case.key.encode()))
    operands = FusedOperands(
        case,
        data=numbers(generator, case.data, case.dtype),
        indices=indices_of(generator, case),
        ids=ids_of(generator, case),
        weights=numbers(generator, case.indices, case.weights) if case.weights else None,
        second=second_of(generator, case),
        output=empty(case.output, dtype_of("float32" if case.is_quantized else case.dtype)),
    )
    operands.reset()
    return operands


def dtype_of(name: str) -> np.dtype:
    return BFLOAT16 if name == "bfloat16" else np.dtype(name)


def numbers(generator: np.random.Generator, shape: Shape, dtype: str) -> np.ndarray:
    """Of a normal distribution, or all of a byte."""
    if dtype == "uint8":
        return repeated(generator.integers(0, 256, PATTERN, dtype=np.uint8), shape)
    return repeated(generator.standard_normal(PATTERN).astype(dtype_of(dtype)), shape)


def indices_of(generator: np.random.Generator, case: FusedCase) -> np.ndarray:
    if case.values == "each in turn":
        made = np.arange(case.positions) * case.data[0] // case.positions
    elif case.indexed:
        made = one_axis(generator, case.values, case.data[0], case.positions)
    else:
        made = np.arange(case.positions)
    indices = empty(case.indices, np.int64)
    indices[...] = made.reshape(case.indices)
    if case.padding is not None:
        indices[generator.random(case.indices) < PADDED] = case.padding
    return indices


def ids_of(generator: np.random.Generator, case: FusedCase) -> np.ndarray:
    """The segment of each position."""
    ids = empty(case.indices, np.int64)
    if case.form == GROUPS:
        ids[...] = np.arange(case.indices[0]).reshape(-1, *(1,) * (ids.ndim - 1))
    else:
        made = generator.integers(0, case.segments, case.indices)
        ids[...] = made if case.form == IDS else np.sort(made)
    return ids


def second_of(generator: np.random.Generator, case: FusedCase) -> np.ndarray | None:
    if case.operator == "sddmm":
        return numbers(generator, (case.segments, *case.data[1:]), case.dtype)
    if case.operator == "quantized_bag":
        return numbers(generator, (case.data[0], 1), "float32")
    if case.operator == "gather_block_quantized":
        return numbers(generator, (case.data[0], case.data[1] * CODES_IN_BYTE // BLOCK), "float32")
    return None
