"""NumPy: one thread; rows are gathered, multiplied, then reduced."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from calls import Call
from fused.cases import BLOCK, GROUPS, IDS
from fused.operands import FusedOperands
from products.numpy import OPEN, PACKAGE, TITLE  # noqa: F401

COMBINE = {"add": np.add, "max": np.maximum}


def segment_reduce(o: FusedOperands) -> list[Call]:
    if o.case.padding is not None:
        return []
    combine, terms = COMBINE[o.case.reduction], products(o)

    def at() -> None:
        o.output.fill(0 if o.case.reduction == "add" else -np.inf)
        combine.at(o.output, o.ids.reshape(-1), terms())

    calls = [Call(f"{combine.__name__}.at", at)]
    if o.case.form == GROUPS:
        grouped = (*o.case.indices, *o.data.shape[1:])
        calls.append(Call(f"{combine.__name__}.reduce", lambda: combine.reduce(
            terms().reshape(grouped), axis=1, out=o.output)))  # fmt: skip
    if o.case.form != IDS and (np.diff(o.offsets) > 0).all():
        begins = o.offsets[:-1]
        calls.append(Call(f"{combine.__name__}.reduceat", lambda: combine.reduceat(terms(), begins, 0, out=o.output)))
    if o.data.ndim == 1 and o.case.form == IDS:
        calls.append(Call("bincount", lambda: np.copyto(o.output, np.bincount(o.ids, o.data, len(o.output)), "unsafe")))
    return calls


def products(o: FusedOperands) -> Callable[[], np.ndarray]:
    """The rows of all positions, multiplied in the type of the data."""
    if not o.case.indexed:
        return lambda: o.data
    indices = o.indices.reshape(-1)
    if o.weights is None:
        return lambda: o.data[indices]
    factors = o.weights.reshape(-1, 1).astype(o.data.dtype)

    def run() -> np.ndarray:
        rows = o.data[indices]
        return np.multiply(rows, factors, out=rows)

    return run


def sddmm(o: FusedOperands) -> list[Call]:
    return [
        Call("einsum", lambda: np.einsum("pk,pk->p", o.data[o.indices], o.second[o.ids], out=o.output)),
        Call("vecdot(out=)", lambda: np.vecdot(o.data[o.indices], o.second[o.ids], out=o.output)),
    ]


def gather_block_quantized(o: FusedOperands) -> list[Call]:
    halves = o.output.reshape(len(o.output), -1, 2)
    blocks = o.output.reshape(len(o.output), -1, BLOCK)

    def run() -> None:
        codes = o.data[o.indices]
        np.bitwise_and(codes, 15, out=halves[..., 0], casting="unsafe", dtype=np.uint8)
        np.right_shift(codes, 4, out=halves[..., 1], casting="unsafe", dtype=np.uint8)
        np.multiply(blocks, o.second[o.indices][..., np.newaxis], out=blocks)

    return [Call("bitwise_and, right_shift, multiply", run)]


def quantized_bag(o: FusedOperands) -> list[Call]:
    def run() -> None:
        np.add.reduce(o.data[o.indices].astype(np.float32) * o.second[o.indices], axis=1, out=o.output)

    return [Call("take, multiply, add.reduce", run)]
