"""The reference result: NumPy, one thread, one position after the other, each step rounded in the accumulator's type."""

from __future__ import annotations

import numpy as np

from fused.cases import BLOCK
from fused.operands import FusedOperands

CHUNK = 1 << 22  # elements of rows that are gathered at a time


def expected(o: FusedOperands) -> np.ndarray:
    """What strew promises, bit for bit."""
    return OPERATORS[o.case.operator](o).astype(o.output.dtype)


def tolerance(o: FusedOperands) -> np.ndarray:
    """How far a result may be away whose steps are in another order, or rounded to the result's type, or not at all.

    Roundings of n steps add up to about sqrt(n) of them, each at most half an epsilon of the sum of the magnitudes.
    """
    epsilon = finest(o.output.dtype)
    if o.case.operator == "sddmm":
        steps, magnitude = o.data[0].size, sampled(o, np.abs)
    elif o.case.operator == "gather_block_quantized":
        steps, magnitude = 1, np.abs(decoded(o))
    elif o.case.reduction == "max":
        return np.zeros((1,) * o.output.ndim)
    else:
        counts = np.bincount(o.ids.reshape(-1), minlength=o.case.segments)
        steps, magnitude = counts.reshape(-1, *(1,) * (o.output.ndim - 1)), reduced(o, np.abs)
    return epsilon * np.sqrt(steps) * magnitude.astype(np.float64)


def finest(dtype: np.dtype) -> float:
    """The distance from 1 to the next number."""
    bits = {"bfloat16": 7, "float16": 10, "float32": 23, "float64": 52}[dtype.name]
    return 2.0**-bits


def wide(array: np.ndarray) -> np.ndarray:
    """In the type of the accumulator."""
    return array.astype(np.float32) if array.dtype.itemsize < 4 else array


def reduced(o: FusedOperands, of_term=np.positive) -> np.ndarray:
    """The first contribution starts a segment: with -inf for max and 0 for sums, which changes no bit of a sum of real
    numbers. A segment without one is 0."""
    combine, start = {"add": (np.add, 0), "max": (np.maximum, -np.inf)}[o.case.reduction]
    result = np.full(o.output.shape, start, wide(o.output[:1]).dtype)
    indices, ids = o.indices.reshape(-1), o.ids.reshape(-1)
    if o.case.padding is not None:
        kept = indices != o.case.padding
        indices, ids = indices[kept], ids[kept]
    weights = None if o.weights is None else wide(o.weights.reshape(-1))
    step = max(1, CHUNK * len(o.data) // o.data.size)
    for start in range(0, len(ids), step):
        part = slice(start, start + step)
        terms = wide(o.data[indices[part]]) if not o.case.is_quantized else scaled(o, indices[part])
        if weights is not None:
            terms = terms * weights[part].reshape(-1, *(1,) * (terms.ndim - 1))
        combine.at(result, ids[part], of_term(terms))
    result[np.isneginf(result)] = 0
    return result


def scaled(o: FusedOperands, indices: np.ndarray) -> np.ndarray:
    """Rows of codes of a byte, each with a scale."""
    return o.data[indices].astype(np.float32) * o.second[indices]


def sampled(o: FusedOperands, of_term=np.positive) -> np.ndarray:
    """One column after the other."""
    columns = ((o.data[:, k], o.second[:, k]) for k in range(o.data.shape[1]))
    result = None
    for left, right in columns:
        terms = of_term(wide(left[o.indices]) * wide(right[o.ids]))
        result = terms if result is None else result + terms
    return result


def decoded(o: FusedOperands) -> np.ndarray:
    """The low half of a byte comes first."""
    codes = o.data[o.indices]
    numbers = np.stack([codes & 15, codes >> 4], axis=-1).reshape(o.output.shape).astype(np.float32)
    return numbers * np.repeat(o.second[o.indices], BLOCK, axis=1)


OPERATORS = {"segment_reduce": reduced, "sddmm": sampled, "gather_block_quantized": decoded, "quantized_bag": reduced}
