"""Cases drawn at random, so that nothing is tuned for the chosen ones only.

The same seed gives the same cases with every version of Python: only `Random.random` is used. What does not fit, or no
product does, is drawn again.
"""

from __future__ import annotations

import dataclasses
import math
import random

import numpy as np

import operands
from cases import DRAWN, Case, Shape

SEED, COUNT = 20_261_122, 20

OPERATORS = ("gather", "gather_elements", "gather_nd", "scatter", "scatter_elements", "scatter_nd")
DTYPES = ("uint8", "int16", "int32", "int64", "float16", "float32", "float64")
VALUES = ("uniform", "zipf", "sorted", "permutation", "clustered", "reversed") * 2 + ("same", "half on one")
REDUCTIONS = ("none", "add", "add", "max", "min", "mul", "mean")
ROW_BYTES, TABLE_BYTES, POSITIONS = (1, 16 << 10), (4 << 10, 1 << 30), (16, 32 << 20)
MOST_BYTES = 3_000_000_000  # of all operands
MOST_MOVED = 1 << 26  # elements: the serial reference takes about a second
MOST_HALF_SUM = 100_000  # updates of one cell of float16: operands.magnitude
QUICK_SHARE = 8


def cases(seed: int = SEED, count: int = COUNT) -> list[Case]:
    source = random.Random(seed)
    return [draw_until_valid(source, number) for number in range(count)]


def draw_until_valid(source: random.Random, number: int) -> Case:
    while not is_valid(case := draw(source)):
        pass
    key = f"drawn_{number:02}_{case.operator}{f'_{case.reduction}' if case.is_scatter else ''}_{case.dtype}"
    return dataclasses.replace(case, key=key)


def one_of(source: random.Random, values: tuple):
    return values[int(source.random() * len(values))]


def between(source: random.Random, limits: tuple[int, int]) -> int:
    """Each power of two is as probable as the next one."""
    low, high = limits
    return int(low * (high / low) ** source.random())


def draw(source: random.Random) -> Case:
    operator, dtype, values = one_of(source, OPERATORS), one_of(source, DTYPES), one_of(source, VALUES)
    reduction = one_of(source, REDUCTIONS)
    size = np.dtype(dtype).itemsize
    inner = max(1, between(source, ROW_BYTES) // size)
    rows = between(source, TABLE_BYTES) // (inner * size)
    positions = between(source, POSITIONS)
    variant, index = source.random(), source.random()
    data, indices, axis = shapes(operator, rows, inner, positions, variant)
    small = shapes(operator, rows // QUICK_SHARE, inner, positions // QUICK_SHARE, variant)
    quick = small[:2] if min(map(math.prod, small[:2])) > 0 else None
    return Case(
        "drawn",
        DRAWN,
        operator,
        data,
        indices,
        quick if positions * inner > 1 << 20 or rows * inner > 1 << 20 else None,
        axis,
        reduction=reduction if operator.startswith("scatter") else "none",
        dtype=dtype,
        index_dtype="int32" if index < 0.25 else "int64",
        values=values,
    )


def shapes(operator: str, rows: int, inner: int, positions: int, variant: float) -> tuple[Shape, Shape, int]:
    """Data, indices, axis. `variant` decides about the axis, or the number of members of a tuple."""
    if operator.endswith("_nd"):
        depth = 1 + int(variant * 3)
        side = int(rows ** (1 / depth))
        return (side,) * depth + row(inner), (positions, depth), 0
    if operator.endswith("_elements"):
        if inner == 1:
            return (rows,), (positions,), 0
        return ((rows, inner), (positions // inner, inner), 0) if variant < 0.5 else last(rows, inner, positions)
    outer = 1 if variant < 0.75 else 2 << int((variant - 0.75) * 20)
    before = () if outer == 1 else (outer,)
    return before + (rows // outer,) + row(inner), (positions // outer,), len(before)


def row(inner: int) -> Shape:
    return () if inner == 1 else (inner,)


def last(rows: int, inner: int, positions: int) -> tuple[Shape, Shape, int]:
    """Some elements of each row, not of more rows than there are indices."""
    rows = min(rows, positions)
    return (rows, inner), (rows, positions // max(rows, 1)), 1


def is_valid(case: Case) -> bool:
    return all(is_possible(case.at_size(quick)) for quick in (False, True)) and is_small_enough(case)


def is_possible(case: Case) -> bool:
    if min(*case.data, *case.indices) < 1 or max(places(case)) < 2:
        return False
    if case.values == "permutation":
        return case.positions <= min(places(case)) and (not case.operator.endswith("_elements") or len(case.data) == 1)
    if case.reduction == "mean" and not case.dtype.startswith("float"):
        return False  # products differ in the rounding
    return case.operator != "scatter_nd" or case.reduction != "mean"  # no product has it


def is_small_enough(case: Case) -> bool:
    size = np.dtype(case.dtype).itemsize
    moved = math.prod(operands.moved(case))
    table = math.prod(case.data) * (2 if case.is_scatter else 1)
    whole = (moved + table) * size + math.prod(case.indices) * np.dtype(case.index_dtype).itemsize
    is_half_sum = case.dtype == "float16" and case.reduction in ("add", "mean")
    return whole <= MOST_BYTES and moved <= MOST_MOVED and not (is_half_sum and busiest(case) > MOST_HALF_SUM)


def places(case: Case) -> Shape:
    """The extents that indices address."""
    return case.data[: case.indices[-1]] if case.operator.endswith("_nd") else (case.data[case.axis],)


def busiest(case: Case) -> float:
    """About how many updates the most addressed cell gets."""
    extent = math.prod(places(case))
    if case.values in ("same", "half on one"):
        return case.positions
    share = math.log(extent) ** -len(places(case)) if case.values == "zipf" else 1 / extent
    return case.positions * share
