"""Polars: group_by of a column of keys, on a data frame that is made before. Sums of a group are in no stated order."""

from __future__ import annotations

from calls import Call
from fused.operands import FusedOperands
from fused.table import by_key
from products import polars
from products.polars import OPEN, PACKAGE, TITLE  # noqa: F401


def segment_reduce(o: FusedOperands) -> list[Call]:
    return by_key("group_by", o, polars.groups)
