"""OpenVINO: its sums of bags of embeddings, of float32. Inputs and outputs are the operands' memory, which it does not
keep alive."""

from __future__ import annotations

from functools import partial

import numpy as np

from calls import Call, attempt
from fused.cases import GROUPS, IDS
from fused.operands import FusedOperands
from products.openvino import OPEN, PACKAGE, TITLE, op, request  # noqa: F401


def segment_reduce(o: FusedOperands) -> list[Call]:
    is_bag = o.case.indexed and o.case.form != IDS and o.case.reduction == "add" and o.case.padding is None
    if not is_bag or o.case.dtype != "float32":
        return []
    weights = [] if o.weights is None else [o.weights.reshape(-1)]
    flat = o.indices.reshape(-1)
    calls = [bound(o, "EmbeddingBagOffsetsSum", offsets_sum, [o.data, flat, o.offsets[:-1], *weights])]
    if o.case.form == GROUPS:
        grouped = [] if o.weights is None else [o.weights]
        calls.append(bound(o, "EmbeddingBagPackedSum", op.embedding_bag_packed_sum, [o.data, o.indices, *grouped]))
    return calls


def offsets_sum(data, indices, offsets, weights=None):
    """With weights an empty bag must have a row: the first, and then the result is not that of the others."""
    rest = () if weights is None else (op.constant(0, np.int64), weights)
    return op.embedding_bag_offsets_sum(data, indices, offsets, *rest)


def bound(o: FusedOperands, name: str, build, arrays: list) -> Call:
    return attempt(name, lambda: Call(name, partial(request(build, arrays, o.output).infer, None, False, True)))
