"""Sums of numbers by an integer key, as databases and data frames have them: a column of keys, one of values."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from calls import Call
from columns import REDUCTIONS, Groups
from fused.operands import FusedOperands


def by_key(name: str, o: FusedOperands, groups: Callable[[np.ndarray, np.ndarray, str], Groups]) -> list[Call]:
    if o.data.ndim != 1 or o.case.indexed:
        return []
    run_groups = groups(o.ids, o.data, REDUCTIONS[o.case.reduction])

    def run() -> None:
        keys, reduced = run_groups()
        o.output.fill(0)
        o.output[keys] = reduced

    return [Call(name, run)]
