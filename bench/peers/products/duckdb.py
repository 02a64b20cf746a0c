"""DuckDB: GROUP BY of a table in memory that is made before. Sums of a group are in no stated order."""

from __future__ import annotations

import duckdb
import numpy as np

import columns
import machine
from calls import Call
from operands import Operands

TITLE, PACKAGE, OPEN = "DuckDB", "duckdb", ""


def scatter(o: Operands) -> list[Call]:
    aggregate = columns.grouped(o)
    if aggregate is None:
        return []
    return [columns.call("GROUP BY", o, groups(columns.keys(o), columns.values(o), aggregate))]


def groups(keys: np.ndarray, values: np.ndarray, aggregate: str) -> columns.Groups:
    database = duckdb.connect(config={"threads": machine.CORES})
    given = {"key": keys, "value": values}
    database.execute("CREATE TABLE updates AS SELECT * FROM given")

    def run():
        made = database.execute(f"SELECT key, {aggregate}(value) AS value FROM updates GROUP BY key").fetchnumpy()
        return made["key"], made["value"]

    return run


scatter_elements = scatter_nd = scatter
