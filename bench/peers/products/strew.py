"""strew with all its guarantees: every index validated, updates in order, sums of float16 in float32."""

from __future__ import annotations

from functools import partial

import strew

from calls import Call
from operands import Operands

TITLE, PACKAGE, OPEN = "strew", "strew", ""


def gather(o: Operands) -> list[Call]:
    return read(o, strew.gather, axis=o.case.axis, batch_dims=o.case.batch_dims)


def gather_elements(o: Operands) -> list[Call]:
    return read(o, strew.gather_elements, axis=o.case.axis)


def gather_nd(o: Operands) -> list[Call]:
    return read(o, strew.gather_nd, batch_dims=o.case.batch_dims)


def scatter(o: Operands) -> list[Call]:
    return written(o, strew.scatter, axis=o.case.axis, reduction=o.case.reduction)


def scatter_elements(o: Operands) -> list[Call]:
    return written(o, strew.scatter_elements, axis=o.case.axis, reduction=o.case.reduction)


def scatter_nd(o: Operands) -> list[Call]:
    return written(o, strew.scatter_nd, reduction=o.case.reduction)


def read(o: Operands, operator, **options) -> list[Call]:
    return calls(operator, (o.data, o.indices), o.output, **options)


def written(o: Operands, operator, **options) -> list[Call]:
    return calls(operator, (o.output, o.indices, o.updates), o.output, **options)


def calls(operator, arrays: tuple, output, **options) -> list[Call]:
    plan = strew.plan(operator, *arrays, out=output, **options)
    return [
        Call(operator.__name__, partial(operator, *arrays, **options, out=output)),
        Call("plan", partial(plan, *arrays, out=output)),
    ]
