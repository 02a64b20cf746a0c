"""Random calls of the operators, about half of which break a rule: shapes that do not match, axes and indices that are
out of bounds, extents of 0, tuples of any length."""

from __future__ import annotations

from typing import Any

import numpy as np
from operands import values
from runtime import VERSION, Node, node

#: Runtimes before this one divide by zero, or read past the data, for some of the calls.
FIRST_SAFE = (1, 31)
TYPES = ("bool", "int8", "int32", "int64", "uint8", "uint64", "float16", "float", "double")
REDUCTIONS = ("none", "add", "mul", "max", "min")


def shape(rng: np.random.Generator, most: int = 3) -> tuple[int, ...]:
    return tuple(map(int, rng.choice([0, 1, 1, 2, 2, 3, 4], int(rng.integers(0, most + 1)))))


def indices_of(rng: np.random.Generator, extents: tuple[int, ...], kind: str = "int64") -> np.ndarray:
    low, high = ((-4, 5), (-1, 2))[int(rng.integers(2))]
    return rng.integers(low, high, extents).astype(kind)


def axis_of(rng: np.random.Generator, rank: int) -> int:
    most = max(rank, 1) + int(rng.random() < 0.1)
    return int(rng.integers(-most, most))


def is_right(rng: np.random.Generator) -> bool:
    return bool(rng.random() < 0.6)


def gather(rng: np.random.Generator, kind: str, index_kind: str, opset: int) -> Node:
    data = values(rng, kind, shape(rng))
    indices = indices_of(rng, shape(rng), index_kind)
    return node("Gather", data, indices, opset=opset, axis=axis_of(rng, data.ndim))


def elements(rng: np.random.Generator, operator: str, kind: str, index_kind: str, opset: int) -> Node:
    extents = shape(rng)
    axis, smaller = axis_of(rng, len(extents)), [int(rng.integers(0, one + 1)) for one in extents]
    if -len(extents) <= axis < len(extents):
        smaller[axis] = int(rng.integers(0, 5))
    positions = tuple(smaller) if is_right(rng) else shape(rng)
    given = [values(rng, kind, extents), indices_of(rng, positions, index_kind)]
    if operator == "GatherElements":
        return node(operator, *given, opset=opset, axis=axis)
    reduction = {"reduction": str(rng.choice(REDUCTIONS))} if operator == "ScatterElements" and opset >= 16 else {}
    given.append(values(rng, kind, positions if is_right(rng) else shape(rng)))
    return node(operator, *given, opset=opset, axis=axis, **reduction)


def tuples(rng: np.random.Generator, extents: tuple[int, ...], batch_dims: int) -> tuple[int, ...]:
    """Of indices for data of these extents."""
    depth = int(rng.integers(0, max(len(extents) - batch_dims, 0) + 1))
    return (extents[:batch_dims] if is_right(rng) else ()) + shape(rng, 2) + (depth,)


def gather_nd(rng: np.random.Generator, kind: str, opset: int) -> Node:
    while True:
        extents = shape(rng, 4)
        batch_dims = int(rng.integers(0, 3)) if opset >= 12 else 0
        positions = tuples(rng, extents, batch_dims) if is_right(rng) else shape(rng)
        if is_safe(extents, positions, batch_dims):
            given: dict[str, Any] = {"batch_dims": batch_dims} if opset >= 12 else {}
            return node("GatherND", values(rng, kind, extents), indices_of(rng, positions), opset=opset, **given)


def is_safe(extents: tuple[int, ...], positions: tuple[int, ...], batch_dims: int = 0) -> bool:
    if VERSION >= FIRST_SAFE:
        return True
    if not positions or positions[-1] == 0 or 0 in extents:
        return False
    return extents[:batch_dims] == positions[:-1][:batch_dims]


def scatter_nd(rng: np.random.Generator, kind: str, opset: int) -> Node:
    while True:
        extents = shape(rng)
        positions = tuples(rng, extents, 0) if is_right(rng) else shape(rng)
        if is_safe(extents, positions):
            break
    right = positions[:-1] + extents[positions[-1] :] if positions else ()
    reduction = {"reduction": str(rng.choice(REDUCTIONS))} if opset >= 16 else {}
    updates = values(rng, kind, right if is_right(rng) else shape(rng))
    return node("ScatterND", values(rng, kind, extents), indices_of(rng, positions), updates, opset=opset, **reduction)


def tensor_scatter(rng: np.random.Generator, kind: str, opset: int) -> Node:
    cache = tuple(map(int, rng.integers(0, 4, int(rng.integers(2, 5))))) if is_right(rng) else shape(rng)
    axis, update = axis_of(rng, len(cache)), list(cache)
    if -len(cache) <= axis < len(cache):
        update[axis] = int(rng.integers(0, 5))
    starts = rng.integers(-1, 4, cache[:1] if is_right(rng) else shape(rng, 1)) if is_right(rng) else None
    mode = str(rng.choice(["linear", "circular"]))
    given = values(rng, kind, cache), values(rng, kind, tuple(update)), starts
    return node("TensorScatter", *given, opset=opset, axis=axis, mode=mode)


def random_call(rng: np.random.Generator, operator: str, opset: int) -> Node:
    kind, index_kind = str(rng.choice(TYPES)), str(rng.choice(["int32", "int64"]))
    if operator == "Gather":
        return gather(rng, kind, index_kind, opset)
    if operator == "GatherND":
        return gather_nd(rng, kind, opset)
    if operator == "ScatterND":
        return scatter_nd(rng, kind, opset)
    if operator == "TensorScatter":
        return tensor_scatter(rng, kind, opset)
    return elements(rng, operator, kind, index_kind, opset)
