"""JAX: jitted, with the output donated, so that nothing is allocated while timed. Positions whose segments ascend are
said to be sorted."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from calls import Call
from fused.cases import BLOCK, GROUPS, IDS
from fused.operands import FusedOperands
from products.jax import OPEN, PACKAGE, SEGMENTS, TITLE, call  # noqa: F401


def returned(o: FusedOperands, name: str, function, *arrays: np.ndarray) -> Call:
    """The given memory is the result's."""

    def result(_, *arrays):
        return function(*arrays)

    return call(name, result, lambda: jnp.zeros(o.output.shape, o.output.dtype), *arrays)


def segment_reduce(o: FusedOperands) -> list[Call]:
    name, combine = SEGMENTS[o.case.reduction]
    if o.case.padding is not None:
        return []
    weights = [] if o.weights is None else [o.weights.reshape(-1)]
    indices = [o.indices.reshape(-1)] if o.case.indexed else []

    def products(data, *rest):
        rows = data.at[rest[0]].get(mode="promise_in_bounds") if indices else data
        return rows * rest[-1].reshape(-1, *(1,) * (rows.ndim - 1)).astype(rows.dtype) if weights else rows

    def segments(data, ids, *rest):
        return getattr(jax.ops, name)(products(data, *rest), ids, o.case.segments, mode="promise_in_bounds",
                                      indices_are_sorted=o.case.form != IDS)  # fmt: skip

    def grouped(data, *rest):
        rows = products(data, *rest).reshape(*o.case.indices, *data.shape[1:])
        return rows.sum(1) if o.case.reduction == "add" else rows.max(1)

    calls = [returned(o, f"take, {name}", segments, o.data, o.ids.reshape(-1), *indices, *weights)]
    if o.case.form == GROUPS:
        calls.append(returned(o, f"take, {o.case.reduction} of an axis", grouped, o.data, *indices, *weights))
    return calls


def sddmm(o: FusedOperands) -> list[Call]:
    def function(left, right, indices, ids):
        rows, others = (array.at[at].get(mode="promise_in_bounds") for array, at in ((left, indices), (right, ids)))
        return (rows * others).sum(1)

    return [returned(o, "take, multiply, sum", function, o.data, o.second, o.indices, o.ids)]


def gather_block_quantized(o: FusedOperands) -> list[Call]:
    def function(data, scales, indices):
        codes = data[indices]
        numbers = jnp.stack([codes & 15, codes >> 4], -1).reshape(len(indices), -1, BLOCK).astype(jnp.float32)
        return (numbers * scales[indices][..., None]).reshape(len(indices), -1)

    return [returned(o, "take, shift, multiply", function, o.data, o.second, o.indices)]
