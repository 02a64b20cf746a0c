"""The reference result: NumPy, one thread, one update after the other in row-major order."""

from __future__ import annotations

import numpy as np

from operands import Operands

COMBINE = {"add": np.add, "mul": np.multiply, "min": np.minimum, "max": np.maximum}


def expected(operands: Operands) -> np.ndarray:
    case, data, indices = operands.case, operands.data, operands.indices
    if case.operator == "gather":
        return np.take(data, indices, axis=case.axis)
    if case.operator == "gather_elements":
        return np.take_along_axis(data, indices, case.axis)
    if case.operator == "gather_nd":
        return data[batches(operands) + operands.tuple()]
    if case.reduction == "mean":
        return means(operands)
    result = data.copy()
    if case.reduction == "none" or not case.include_self:
        result[places(operands)] = operands.updates if case.reduction == "none" else identity(case.reduction, data.dtype)
    if case.reduction != "none":
        COMBINE[case.reduction].at(result, places(operands), operands.updates)
    return result


def means(operands: Operands) -> np.ndarray:
    """Sums of whole numbers are exact, also in float32 for float16, so that a mean is rounded once."""
    key, wide = places(operands), np.result_type(operands.data, np.float32)
    result = operands.data.astype(wide)
    counts = np.full(result.shape, int(operands.case.include_self), np.int32)
    if not operands.case.include_self:
        result[key] = 0
    np.add.at(result, key, operands.updates.astype(wide))
    np.add.at(counts, key, 1)
    np.divide(result, counts, out=result, where=counts > 1, casting="same_kind", dtype=wide)
    return result.astype(operands.data.dtype)


def identity(reduction: str, dtype: np.dtype) -> object:
    """What an update is combined with where the old value does not count."""
    if reduction in ("add", "mul"):
        return dtype.type(reduction == "mul")
    if dtype.kind == "f":
        return dtype.type(np.inf if reduction == "min" else -np.inf)
    limits = np.iinfo(dtype)
    return dtype.type(limits.max if reduction == "min" else limits.min)


def batches(operands: Operands) -> tuple[np.ndarray, ...]:
    """Coordinates of the batch dimensions, to be put before the index tuples."""
    dims = operands.case.batch_dims
    rank = operands.indices.ndim - 1
    shapes = (tuple(-1 if d == axis else 1 for d in range(rank)) for axis in range(dims))
    return tuple(np.arange(operands.data.shape[axis]).reshape(shape) for axis, shape in enumerate(shapes))


def places(operands: Operands) -> tuple:
    """The key that addresses each update's destination."""
    case, indices = operands.case, operands.indices
    if case.operator == "scatter_nd":
        return operands.tuple()
    if case.operator == "scatter":
        return (slice(None),) * case.axis + (indices,)
    key = list(grid(indices.shape))
    key[case.axis] = indices
    return tuple(key)


def grid(shape: tuple[int, ...]) -> tuple[np.ndarray, ...]:
    """Each axis' coordinates, an array that broadcasts to `shape`."""
    return tuple(np.ogrid[tuple(slice(n) for n in shape)])


def is_possible(result: np.ndarray, operands: Operands, expected_result: np.ndarray) -> bool:
    """Whether each element that differs from the expected one is another update of the same cell."""
    different = result != expected_result
    hits = np.nonzero(different[places(operands)])
    destination = np.zeros(len(hits[0]), np.int64)
    for coordinate, extent in zip(coordinates(operands), operands.data.shape):
        destination = destination * extent + np.broadcast_to(coordinate, operands.updates.shape)[hits]
    offered = pairs(destination, operands.updates[hits])
    cells = np.flatnonzero(different.reshape(-1))
    return bool(np.isin(pairs(cells, result.reshape(-1)[cells]), offered).all())


def coordinates(operands: Operands) -> list[np.ndarray]:
    """The place of each update in every dimension of data, as arrays that broadcast to the shape of the updates."""
    key = places(operands)
    own = grid(operands.updates.shape)
    axis = next((d for d, member in enumerate(key) if not isinstance(member, slice)), 0)
    members = [member for member in key if not isinstance(member, slice)]
    if operands.case.operator == "scatter_elements":
        return list(key)
    rank = operands.updates.ndim - (operands.data.ndim - len(members))  # of the index space
    after = operands.updates.ndim - axis - rank
    raised = [member.reshape(member.shape + (1,) * after) for member in members]
    return [*own[:axis], *raised, *own[axis + rank :]]


def pairs(cells: np.ndarray, values: np.ndarray) -> np.ndarray:
    """A hash of a cell and the bits of its value: two pairs are taken for one with a chance of 2^-64."""
    bits = values.view(f"u{values.itemsize}").astype(np.uint64)
    return bits ^ cells.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
