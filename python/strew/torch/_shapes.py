"""The shape of a gather's result and of a scatter's updates, with the engine's rules and its words, for tensors without
data.

Sizes may be symbols: a rule that cannot be decided while tracing is checked when the traced code runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

Sizes = Sequence[Any]

ALONG, ELEMENTS, ND = 0, 1, 2  # gather and scatter, their elements forms, their nd forms


def check(rule: str, is_kept: Any, what: str) -> None:
    """RuntimeError, as the operators raise it."""
    if is_kept is False:
        raise RuntimeError(f"{rule}: {what}")
    if is_kept is not True:
        torch._check(is_kept, lambda: f"{rule}: {what}")


def wrapped(axis: int, rank: int, rule: str) -> int:
    check(rule, -rank <= axis < rank, f"axis is {axis}, outside [{-rank}, {rank - 1}]")
    return axis % rank


def direct(kind: int, data: Sizes, indices: Sizes, axis: int, batch_dims: int) -> list[Any]:
    """The extents of the direct operand: output of a gather, updates of a scatter."""
    if kind == ELEMENTS:
        return _elements(data, indices, axis)
    return _nd(data, indices, batch_dims) if kind == ND else _along(data, indices, axis, batch_dims)


def _along(data: Sizes, indices: Sizes, axis: int, batch_dims: int) -> list[Any]:
    check("AX1", len(data) >= 1, "data: its rank is 0")
    axis = wrapped(axis, len(data), "AX2")
    most = min(axis, len(indices))
    where = f"for axis {axis} and indices of rank {len(indices)}"
    check("AX3", 0 <= batch_dims <= most, f"batch_dims is {batch_dims}, outside [0, {most}] {where}")
    _check_batch("AX4", data, indices, batch_dims)
    return [*data[:axis], *indices[batch_dims:], *data[axis + 1 :]]


def _elements(data: Sizes, indices: Sizes, axis: int) -> list[Any]:
    equal = len(indices) == len(data) >= 1
    check("EL1", equal, f"indices: their rank is {len(indices)}, that of data {len(data)}")
    axis = wrapped(axis, len(data), "EL2")
    for number, (of_data, of_indices) in enumerate(zip(data, indices)):
        if number != axis:
            what = f"indices: dimension {number} is of size {of_indices}, more than the {of_data} of data"
            check("EL4", of_indices <= of_data, what)
    return list(indices)


def _nd(data: Sizes, indices: Sizes, batch_dims: int) -> list[Any]:
    check("ND1", len(indices) >= 1, "indices: their rank is 0")
    most = min(len(data), len(indices) - 1)
    where = f"for data of rank {len(data)} and indices of rank {len(indices)}"
    check("ND2", 0 <= batch_dims <= most, f"batch_dims is {batch_dims}, outside [0, {most}] {where}")
    depth = int(indices[-1])  # how many dimensions of data a tuple addresses: part of the shape of the result
    what = f"indices: batch_dims {batch_dims} + index depth {depth} exceed the rank {len(data)} of data"
    check("ND3", batch_dims + depth <= len(data), what)
    _check_batch("ND4", data, indices, batch_dims)
    return [*indices[:-1], *data[batch_dims + depth :]]


def _check_batch(rule: str, data: Sizes, indices: Sizes, batch_dims: int) -> None:
    for number in range(batch_dims):
        what = f"indices: batch dimension {number} is of size {indices[number]}, that of data is of size {data[number]}"
        check(rule, data[number] == indices[number], what)
