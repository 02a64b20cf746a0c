"""strew with all its guarantees: every index validated, the bits of the serial loop, sums of 16 bits in float32."""

from __future__ import annotations

import numpy as np
import strew

from calls import Call, spelled
from fused.cases import BITS, BLOCK, GROUPS, IDS
from fused.operands import FusedOperands
from fused.parallel import Parts
from operands import empty

TITLE, PACKAGE, OPEN = "strew", "strew", ""


class Fused:
    TITLE, PACKAGE, OPEN, VERSION = TITLE, PACKAGE, OPEN, strew.__version__

    def __init__(self, threads: int) -> None:
        self.threads = threads

    @staticmethod
    def has(operator: str) -> bool:
        return hasattr(strew, "segment_reduce" if operator == "quantized_bag" else operator)

    def segment_reduce(self, o: FusedOperands) -> list[Call]:
        options = {"reduction": o.case.reduction, "out": o.output, "threads": self.threads}
        if o.case.padding is not None:
            options["padding_index"] = o.case.padding
        if o.case.form != GROUPS:
            return [reduction(o.case.form, o.data, o.indices if o.case.indexed else None, o.weights, form(o) | options)]
        weights = None if o.weights is None else o.weights.reshape(-1)
        offsets = {"offsets": o.offsets}
        return [reduction("groups", o.data, o.indices, o.weights, options),
                reduction("offsets", o.data, o.indices.reshape(-1), weights, offsets | options)]  # fmt: skip

    def sddmm(self, o: FusedOperands) -> list[Call]:
        options = {**form(o), "out": o.output, "threads": self.threads}
        return [Call(o.case.form, spelled(strew.sddmm, o.data, o.second, o.indices, **options))]

    def gather_block_quantized(self, o: FusedOperands) -> list[Call]:
        options = {"bits": BITS, "block_size": BLOCK, "out": o.output, "threads": self.threads}
        return [Call("call", spelled(strew.gather_block_quantized, o.data, o.indices, o.second, **options))]

    def quantized_bag(self, o: FusedOperands) -> list[Call]:
        options = {"scales": o.second, "bits": 8, "out": o.output, "threads": self.threads}
        return [reduction("groups", o.data, o.indices, None, options)]


def form(o: FusedOperands) -> dict[str, np.ndarray]:
    return {"segment_ids": o.ids} if o.case.form == IDS else {"offsets": o.offsets}


def reduction(name: str, data, indices, weights, options: dict) -> Call:
    """Only with the arguments that a program would write."""
    arrays = [data] if indices is None else [data, indices]
    given = options if weights is None else {"weights": weights, **options}
    return Call(name, spelled(strew.segment_reduce, *arrays, **given))


class Unfused:
    """The same by a gather, a product in NumPy, and a scatter, with memory for the rows that is made before."""

    TITLE, PACKAGE, OPEN, VERSION = "unfused", PACKAGE, "", strew.__version__

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.parts = Parts(threads)

    def segment_reduce(self, o: FusedOperands) -> list[Call]:
        is_rounded_early = o.weights is not None and o.data.dtype.itemsize < 4
        if is_rounded_early or o.case.padding is not None:
            return []
        steps = []
        rows = o.data
        if o.case.indexed:
            rows = empty((o.case.positions, *o.data.shape[1:]), o.data.dtype)
            steps.append(spelled(strew.gather, o.data, o.indices.reshape(-1), out=rows, threads=self.threads))
        if o.weights is not None:
            factors = o.weights.reshape(-1, *(1,) * (rows.ndim - 1))
            steps.append(self.parts.over(lambda rows, factors: np.multiply(rows, factors, out=rows), rows, factors))
        start = strew.filled(o.output.shape, o.output.dtype, 0 if o.case.reduction == "add" else -np.inf)
        steps.append(spelled(strew.scatter, start, o.ids.reshape(-1), rows, reduction=o.case.reduction, out=o.output,
                             threads=self.threads))  # fmt: skip
        return [Call("gather, scatter", lambda: [step() for step in steps])]
