"""DuckDB: GROUP BY of a table in memory that is made before. Sums of a group are in no stated order."""

from __future__ import annotations

from calls import Call
from fused.operands import FusedOperands
from fused.table import by_key
from products import duckdb
from products.duckdb import OPEN, PACKAGE, TITLE  # noqa: F401


def segment_reduce(o: FusedOperands) -> list[Call]:
    return by_key("GROUP BY", o, duckdb.groups)
