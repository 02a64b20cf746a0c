"""The slow definition that the tests of the Python package compare with: docs/contract.md in scalar loops.

It shares no code with the library. Arrays are read as lists of elements, and an element is its bytes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product
from typing import Any, Iterator

import numpy as np
from oracle_forms import Extents, Form, Place, direct_extents, form_of
from oracle_numbers import element_of, fold


@dataclass(frozen=True)
class Policy:
    out_of_bounds: str = "error"
    negative_indices: str = "from_end"  #: "refuse": tensor_scatter's, a negative value is an error under any policy
    partial_window: str = "element"

    def start(self, n: int, value: int) -> int:
        """The negative rule: from_end adds the extent once, to values in [-n, -1]."""
        return value + n if self.negative_indices == "from_end" and -n <= value < 0 else value

    def is_bad(self, n: int, w: int, value: int) -> bool:
        """Whether this value makes its position an error."""
        if self.negative_indices == "refuse" and value < 0:
            return True
        if self.out_of_bounds in ("skip", "fill"):
            return False
        if n < w:
            return True
        return self.out_of_bounds == "error" and not 0 <= self.start(n, value) <= n - w

    def place(self, n: int, w: int, value: int, step: int) -> int | None:
        """Where step `step` of the window leads; None: nowhere. The value is not bad."""
        start = self.start(n, value)
        if self.out_of_bounds == "wrap":
            return (start + step) % n
        if self.out_of_bounds == "clamp":
            start = max(0, min(start, n - w))
        if self.partial_window == "whole" and not 0 <= start <= n - w:
            return None
        return start + step if 0 <= start + step < n else None

    def allowed(self, n: int, w: int, is_signed: bool) -> tuple[int, int]:
        """The range of stored values; low > high where there is none."""
        if n < w:
            return 0, -1
        if self.negative_indices == "refuse" and self.out_of_bounds == "wrap":
            return 0, 2**63 - 1
        return (-n if self.negative_indices == "from_end" and is_signed else 0), n - w


@dataclass(frozen=True)
class Refusal:
    """An exception by the name of its class, with what its attributes must be."""

    kind: str
    fields: dict[str, Any]


def places(extents: Extents) -> Iterator[Place]:
    """All places in row-major order."""
    return product(*(range(n) for n in extents))


def number(place: Place, extents: Extents) -> int:
    """The row-major number of a place; outside the extents is a defect of the oracle."""
    total = 0
    for i, n in zip(place, extents, strict=True):
        assert 0 <= i < n, f"{place} in {extents}"
        total = total * n + i
    return total


def cells_of(array: np.ndarray) -> list[bytes]:
    raw, width = array.tobytes(), array.dtype.itemsize
    return [raw[at : at + width] for at in range(0, len(raw), width)]


class Walk:
    """One call's way through its positions."""

    def __init__(self, form: Form, policy: Policy, indices: np.ndarray | None) -> None:
        self.form = form
        self.policy = policy
        self.extents: Extents = () if indices is None else indices.shape
        self.is_signed = indices is not None and indices.dtype.kind == "i"
        self.values: list[int] = [] if indices is None else indices.ravel().tolist()

    def tuple_at(self, p: Place) -> tuple[int, ...]:
        return tuple(self.values[number(self.form.index_at(p, t), self.extents)]
                     for t in range(len(self.form.members)))  # fmt: skip

    def validate(self) -> Refusal | None:
        """The first bad position, and how many there are."""
        first: dict[str, Any] | None = None
        count = 0
        for position, p in enumerate(places(self.form.positions)):
            stored = self.tuple_at(p)
            bad = [t for t, (n, w) in enumerate(self.form.members) if self.policy.is_bad(n, w, stored[t])]
            count += bool(bad)
            if bad and first is None:
                n, w = self.form.members[bad[0]]
                first = {"position": position, "coordinates": p, "index": stored, "component": bad[0], "extent": n,
                         "window": w, "allowed": self.policy.allowed(n, w, self.is_signed)}  # fmt: skip
        fields = {"rule": "IX1", "operand": "indices", "count": count}
        return None if first is None else Refusal("IndexOutOfBounds", fields | first)

    def pairs(self, table: Extents) -> Iterator[tuple[int, int | None, Place]]:
        """(number of the position, number of the table's element or None, place in the direct operand), in order."""
        members = self.form.members
        for position, p in enumerate(places(self.form.positions)):
            stored = self.tuple_at(p)
            for s in places(self.form.slice):
                i = [self.policy.place(n, w, stored[t], self.form.step(s, t)) for t, (n, w) in enumerate(members)]
                reached = None if None in i else self.form.table_at(p, tuple(i), s)  # type: ignore[arg-type]
                yield position, None if reached is None else number(reached, table), self.form.direct_at(p, s)

    def duplicate(self, table: Extents) -> Refusal | None:
        """IX2: the first position that writes a cell again, and the first that wrote such a cell before."""
        writer: dict[int, int] = {}
        again: int | None = None
        others = []
        for position, cell, _ in self.pairs(table):
            if again is not None and position > again:
                break
            if cell is not None and writer.setdefault(cell, position) != position:
                again = position
                others.append(writer[cell])
        if again is None:
            return None
        coordinates = next(p for at, p in enumerate(places(self.form.positions)) if at == again)
        return Refusal("DuplicateIndex", {"rule": "IX2", "operand": "indices", "position": again,
                                          "other_position": min(others), "coordinates": coordinates})  # fmt: skip


def policy_of(operator: str, options: dict[str, Any]) -> Policy:
    if operator == "tensor_scatter":
        return Policy("wrap" if options.get("mode") == "circular" else "error", "refuse")
    defaults = {"stablehlo_gather": ("clamp", "invalid"), "stablehlo_scatter": ("skip", "invalid")}
    out_of_bounds, negative = defaults.get(operator, ("error", "from_end"))
    return Policy(options.get("out_of_bounds", out_of_bounds), options.get("negative_indices", negative),
                  options.get("partial_window", "element"))  # fmt: skip


def _drops_all(operator: str, D: Extents, options: dict[str, Any]) -> bool:
    """A window that stands at 0 of an inserted dimension of extent 0 has no element there."""
    if operator != "stablehlo_scatter":
        return False
    mapped = options["scatter_dims_to_operand_dims"]
    return any(D[d] == 0 and d not in mapped for d in options["inserted_window_dims"])


def gather(operator: str, data: np.ndarray, indices: np.ndarray, before: np.ndarray | None,
           options: dict[str, Any]) -> bytes | Refusal:  # fmt: skip
    """The bytes of the output; `before` is what it held, for skip."""
    form = form_of(operator, data.shape, indices.shape, None, options)
    walk = Walk(form, policy_of(operator, options), indices)
    O = direct_extents(form)
    if operator == "stablehlo_gather" and 0 not in O:
        if any(options["slice_sizes"][d] == 0 for d in options["collapsed_slice_dims"]):
            return Refusal("ShapeError", {"rule": "SH1", "operand": "data"})
    refusal = walk.validate()
    if refusal:
        return refusal
    width = data.dtype.itemsize
    fill = element_of(data.dtype.name, width, options.get("fill_value"))
    out = cells_of(before) if before is not None else [bytes(width)] * math.prod(O)
    cells = cells_of(data)
    for _, cell, x in walk.pairs(data.shape):
        if cell is not None:
            out[number(x, O)] = cells[cell]
        elif walk.policy.out_of_bounds == "fill":
            assert fill is not None
            out[number(x, O)] = fill
    return b"".join(out)


def scatter(operator: str, data: np.ndarray, indices: np.ndarray | None, updates: np.ndarray,
            options: dict[str, Any]) -> bytes | Refusal:  # fmt: skip
    """The bytes of the output: data with each touched cell folded."""
    form = form_of(operator, data.shape, None if indices is None else indices.shape, updates.shape, options)
    walk = Walk(form, policy_of(operator, options), indices)
    refusal = walk.validate()
    if refusal:
        return refusal
    out = cells_of(data)
    if _drops_all(operator, data.shape, options):
        return b"".join(out)
    refusal = walk.duplicate(data.shape) if options.get("duplicates") == "error" else None
    if refusal:
        return refusal
    news = cells_of(updates)
    collected: dict[int, list[bytes]] = {}
    for _, cell, x in walk.pairs(data.shape):
        if cell is not None:
            collected.setdefault(cell, []).append(news[number(x, updates.shape)])
    native = "native" if operator == "stablehlo_scatter" else "wide"
    for cell, terms in collected.items():
        out[cell] = fold(data.dtype.name, options.get("reduction", "none"), options.get("include_self", True),
                         options.get("accumulate", native), out[cell], terms)  # fmt: skip
    return b"".join(out)
