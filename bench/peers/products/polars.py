"""Polars: group_by of a column of keys, on a data frame that is made before. Sums of a group are in no stated order."""

from __future__ import annotations

import os

import machine

os.environ["POLARS_MAX_THREADS"] = str(machine.CORES)

import numpy as np
import polars

import columns
from calls import Call
from operands import Operands

TITLE, PACKAGE, OPEN = "Polars", "polars", ""


def scatter(o: Operands) -> list[Call]:
    aggregate = columns.grouped(o)
    if aggregate is None:
        return []
    return [columns.call("group_by", o, groups(columns.keys(o), columns.values(o), aggregate))]


def groups(keys: np.ndarray, values: np.ndarray, aggregate: str) -> columns.Groups:
    frame = polars.DataFrame({"key": keys, "value": values})
    reduced = getattr(polars.col("value"), aggregate)()

    def run():
        made = frame.group_by("key").agg(reduced)
        return made["key"].to_numpy(), made["value"].to_numpy()

    return run


scatter_elements = scatter_nd = scatter
