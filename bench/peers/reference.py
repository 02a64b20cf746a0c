"""The reference result: NumPy, one thread, one update after the other in row-major order."""

from __future__ import annotations

import numpy as np

from operands import Operands

COMBINE = {"add": np.add, "max": np.maximum}


def expected(operands: Operands) -> np.ndarray:
    case, data, indices = operands.case, operands.data, operands.indices
    if case.operator == "gather":
        return np.take(data, indices, axis=case.axis)
    if case.operator == "gather_elements":
        return np.take_along_axis(data, indices, case.axis)
    if case.operator == "gather_nd":
        return data[batches(operands) + operands.tuple()]
    result = data.copy()
    if case.reduction == "none":
        result[places(operands)] = operands.updates
    else:
        COMBINE[case.reduction].at(result, places(operands), operands.updates)
    return result


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
    """Whether each element that differs from the expected one is another update of the same cell.

    For cases that leave the winner open and move single elements of four bytes.
    """
    coordinates = np.broadcast_arrays(*places(operands))
    cells = np.ravel_multi_index([c.reshape(-1) for c in coordinates], operands.data.shape)
    different = np.flatnonzero(result.reshape(-1) != expected_result.reshape(-1))
    offered = pairs(cells, operands.updates.reshape(-1))
    return bool(np.isin(pairs(different, result.reshape(-1)[different]), offered).all())


def pairs(cells: np.ndarray, values: np.ndarray) -> np.ndarray:
    """A cell and the bits of its value as one number."""
    return cells.astype(np.uint64) << np.uint64(32) | values.view(np.uint32).astype(np.uint64)
