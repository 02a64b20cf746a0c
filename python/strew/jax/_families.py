"""Shapes of the three families of operators, and where a new batch dimension goes: what derivatives and vmap need."""

from __future__ import annotations

from typing import Any, NamedTuple

Shape = tuple[int, ...]
Places = tuple[Any, ...]  # the batch dimension of each operand, None where it has none


class Cells(NamedTuple):
    """Shapes of data and updates with one element for each slice, of the same ranks as the arrays."""

    data: Shape
    updates: Shape


class Batched(NamedTuple):
    """A call with a batch dimension: where each operand has it, or None; where the result has it; the attributes."""

    places: Places
    result: int
    form: dict[str, Any]


class AlongAxis:
    """gather, scatter: out[B, p, j, s] = data[B, p, indices[B, j], s]."""

    def direct(self, data: Shape, indices: Shape, form: dict[str, Any]) -> Shape:
        axis, batch = form["axis"], form["batch_dims"]
        return (*data[:axis], *indices[batch:], *data[axis + 1 :])

    def cells(self, data: Shape, indices: Shape, form: dict[str, Any]) -> Cells:
        axis, batch = form["axis"], form["batch_dims"]
        before, after = (1,) * (axis - batch), (1,) * (len(data) - axis - 1)
        return Cells(
            (*data[:batch], *before, data[axis], *after), (*indices[:batch], *before, *indices[batch:], *after)
        )

    def batched(self, ranks: Shape, has: tuple[bool, ...], form: dict[str, Any]) -> Batched:
        axis, batch = form["axis"], form["batch_dims"]
        if not has[1]:  # one more dimension of the slices, before the axis
            return Batched((batch, None, batch)[: len(has)], batch, {**form, "axis": axis + 1})
        if len(has) == 2 and not has[0]:  # one more dimension of the positions
            return Batched((None, batch), axis, form)
        return Batched((0,) * len(has), 0, {**form, "axis": axis + 1, "batch_dims": batch + 1})


class Elements:
    """gather_elements, scatter_elements: out[c] = data[c with c[axis] := indices[c]]."""

    def direct(self, data: Shape, indices: Shape, form: dict[str, Any]) -> Shape:
        return indices

    def cells(self, data: Shape, indices: Shape, form: dict[str, Any]) -> Cells:
        return Cells(data, indices)

    def batched(self, ranks: Shape, has: tuple[bool, ...], form: dict[str, Any]) -> Batched:
        return Batched((0,) * len(has), 0, {**form, "axis": form["axis"] + 1})


class Tuples:
    """gather_nd, scatter_nd: out[B, m, s] = data[B, indices[B, m, :], s]."""

    def direct(self, data: Shape, indices: Shape, form: dict[str, Any]) -> Shape:
        return (*indices[:-1], *data[form["batch_dims"] + indices[-1] :])

    def cells(self, data: Shape, indices: Shape, form: dict[str, Any]) -> Cells:
        addressed = form["batch_dims"] + indices[-1]
        after = (1,) * (len(data) - addressed)
        return Cells((*data[:addressed], *after), (*indices[:-1], *after))

    def batched(self, ranks: Shape, has: tuple[bool, ...], form: dict[str, Any]) -> Batched:
        batch = form["batch_dims"]
        if not has[1]:  # one more dimension of the slices, at the end
            result = ranks[2] if len(has) == 3 else -1
            return Batched((ranks[0], None, result)[: len(has)], ranks[0] if len(has) == 3 else -1, form)
        if len(has) == 2 and not has[0]:  # one more dimension of the positions
            return Batched((None, batch), batch, form)
        return Batched((0,) * len(has), 0, {**form, "batch_dims": batch + 1})
