"""Polars: group_by of a column of keys, on a data frame that is made before. Sums of a group are in no stated order."""

from __future__ import annotations

import os

import machine

os.environ["POLARS_MAX_THREADS"] = str(machine.CORES)

import polars

import columns
from calls import Call
from operands import Operands

TITLE, PACKAGE, OPEN = "Polars", "polars", ""


def scatter(o: Operands) -> list[Call]:
    aggregate = columns.grouped(o)
    if aggregate is None:
        return []
    frame = polars.DataFrame({"key": columns.keys(o), "value": columns.values(o)})
    reduced = getattr(polars.col("value"), aggregate)()

    def groups():
        made = frame.group_by("key").agg(reduced)
        return made["key"].to_numpy(), made["value"].to_numpy()

    return [columns.call("group_by", o, groups)]


scatter_elements = scatter_nd = scatter
