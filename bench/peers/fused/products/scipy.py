"""SciPy: sums as the product of a sparse matrix with the data, a row for each segment. One thread."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from calls import Call
from fused.cases import IDS
from fused.operands import FusedOperands
from products.scipy import OPEN, PACKAGE, TITLE  # noqa: F401


def segment_reduce(o: FusedOperands) -> list[Call]:
    if o.case.reduction != "add" or o.case.padding is not None or o.data.dtype.itemsize < 4:
        return []
    shape = (o.case.segments, len(o.data))
    indices, ids = o.indices.reshape(-1), o.ids.reshape(-1)
    weights = np.ones(len(ids), o.data.dtype) if o.weights is None else o.weights.reshape(-1)
    if o.case.form == IDS:
        return [made("coo_array @ data", sparse.coo_array((weights, (ids, indices)), shape), o),
                made("coo_array to csr, csr @ data", sparse.coo_array((weights, (ids, indices)), shape), o, True)]  # fmt: skip
    return [made("csr_array @ data", sparse.csr_array((weights, indices, o.offsets), shape), o)]


def made(name: str, matrix: sparse.sparray, o: FusedOperands, is_converted: bool = False) -> Call:
    if is_converted:
        return Call(name, lambda: matrix.tocsr() @ o.data, returns=True)
    return Call(name, lambda: matrix @ o.data, returns=True)
