"""Operands for one node: small ones, of every element type that the runtime has."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

#: Element types by NumPy's names and, for those that it does not have, ONNX's.
KINDS: dict[str, Any] = {"string": object, "bfloat16": ml_dtypes.bfloat16, "float": np.float32, "double": np.float64}


def values(rng: np.random.Generator, kind: str, shape: tuple[int, ...]) -> np.ndarray:
    """Small ones: sums and products of a few are exact in every type."""
    numbers = rng.integers(0 if kind[0] in "ub" and kind != "bfloat16" else -2, 3, shape)
    return numbers.astype(str).astype(object) if kind == "string" else numbers.astype(KINDS.get(kind, kind))


def operands(operator: str, kind: str, index_kind: str, rng: np.random.Generator) -> list[np.ndarray]:
    """Indices are counted from both ends, but for TensorScatter, and repeat."""
    if operator == "Gather":
        return [values(rng, kind, (4, 3)), rng.integers(-4, 4, (2, 5)).astype(index_kind)]
    if operator == "GatherElements":
        return [values(rng, kind, (4, 3)), rng.integers(-4, 4, (6, 3)).astype(index_kind)]
    if operator == "GatherND":
        return [values(rng, kind, (4, 4, 3)), rng.integers(-4, 4, (5, 2))]
    if operator == "ScatterND":
        return [values(rng, kind, (4, 4, 3)), rng.integers(-4, 4, (9, 2)), values(rng, kind, (9, 3))]
    if operator == "TensorScatter":
        return [values(rng, kind, (2, 4, 3)), values(rng, kind, (2, 2, 3)), rng.integers(0, 2, 2)]
    return [values(rng, kind, (4, 3)), rng.integers(-4, 4, (7, 3)).astype(index_kind), values(rng, kind, (7, 3))]
