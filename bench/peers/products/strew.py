"""strew with all its guarantees: every index validated, updates in order, sums of float16 in float32."""

from __future__ import annotations

import strew

from calls import Call, spelled
from operands import Operands

TITLE, PACKAGE, OPEN = "strew", "strew", ""
VERSION = strew.__version__


class Adapter:
    """With at most `threads` threads; None: as many as the machine allows."""

    PACKAGE, OPEN, VERSION = PACKAGE, OPEN, VERSION

    def __init__(self, threads: int | None) -> None:
        self.TITLE = TITLE if threads is None else f"{TITLE}, {threads} thread{'s' * (threads > 1)}"
        self.execution = {} if threads is None else {"threads": threads}

    def gather(self, o: Operands) -> list[Call]:
        return self.read(o, strew.gather, axis=o.case.axis, batch_dims=o.case.batch_dims)

    def gather_elements(self, o: Operands) -> list[Call]:
        return self.read(o, strew.gather_elements, axis=o.case.axis)

    def gather_nd(self, o: Operands) -> list[Call]:
        return self.read(o, strew.gather_nd, batch_dims=o.case.batch_dims)

    def scatter(self, o: Operands) -> list[Call]:
        return self.written(o, strew.scatter, axis=o.case.axis)

    def scatter_elements(self, o: Operands) -> list[Call]:
        return self.written(o, strew.scatter_elements, axis=o.case.axis)

    def scatter_nd(self, o: Operands) -> list[Call]:
        return self.written(o, strew.scatter_nd)

    def read(self, o: Operands, operator, **options) -> list[Call]:
        return self.calls(operator, (o.data, o.indices), o.output, **options)

    def written(self, o: Operands, operator, **options) -> list[Call]:
        if not o.case.include_self:
            options["include_self"] = False
        return self.calls(operator, (o.output, o.indices, o.updates), o.output, reduction=o.case.reduction, **options)

    def calls(self, operator, arrays: tuple, output, **options) -> list[Call]:
        plan = strew.plan(operator, *arrays, out=output, **options)
        return [
            Call(operator.__name__, spelled(operator, *arrays, **options, out=output, **self.execution)),
            Call("plan", spelled(plan, *arrays, out=output, **self.execution)),
        ]
