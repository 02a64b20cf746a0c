"""DuckDB: GROUP BY of a table in memory that is made before. Sums of a group are in no stated order."""

from __future__ import annotations

import duckdb

import columns
import machine
from calls import Call
from operands import Operands

TITLE, PACKAGE, OPEN = "DuckDB", "duckdb", ""


def scatter(o: Operands) -> list[Call]:
    aggregate = columns.grouped(o)
    if aggregate is None:
        return []
    database = duckdb.connect(config={"threads": machine.CORES})
    given = {"key": columns.keys(o), "value": columns.values(o)}
    database.execute("CREATE TABLE updates AS SELECT * FROM given")

    def groups():
        made = database.execute(f"SELECT key, {aggregate}(value) AS value FROM updates GROUP BY key").fetchnumpy()
        return made["key"], made["value"]

    return [columns.call("GROUP BY", o, groups)]


scatter_elements = scatter_nd = scatter
