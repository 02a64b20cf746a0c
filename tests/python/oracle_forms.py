"""The nine operators as forms: which positions there are, which tuple each reads, which elements its slice pairs.

D, J, U are the extents of data, indices and updates, A the axis, b the batch dimensions, k the index depth, as in the
formulas of docs/contract.md. A form is meant only where no rule is broken.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable

Extents = tuple[int, ...]
Place = tuple[int, ...]


@dataclass(frozen=True)
class Form:
    positions: Extents  #: of the indices, without the tuple dimension
    slice: Extents  #: what one position moves
    members: tuple[tuple[int, int], ...]  #: of a tuple: the extent n it addresses, and its window of w places there
    index_at: Callable[[Place, int], Place]  #: (p, t): where member t of the tuple of p is stored
    table_at: Callable[[Place, Place, Place], Place]  #: (p, i, s): element of data or output; i are the tuple's places
    direct_at: Callable[[Place, Place], Place]  #: (p, s): element of a gather's output, of a scatter's updates
    step: Callable[[Place, int], int] = lambda s, t: 0  #: (s, t): how far s stands from the start of member t


def along_axis(D: Extents, J: Extents, axis: int = 0, batch_dims: int = 0) -> Form:
    """out[B, p, j, s] = data[B, p, indices[B, j], s]"""
    A, b = axis % len(D), batch_dims
    before = A - b
    return Form(
        positions=J,
        slice=D[b:A] + D[A + 1 :],
        members=((D[A], 1),),
        index_at=lambda p, t: p,
        table_at=lambda p, i, s: p[:b] + s[:before] + i + s[before:],
        direct_at=lambda p, s: p[:b] + s[:before] + p[b:] + s[before:],
    )


def elements(D: Extents, J: Extents, axis: int = 0) -> Form:
    """out[c] = data[c with c[axis] := indices[c]]"""
    A = axis % len(D)
    return Form(
        positions=J,
        slice=(),
        members=((D[A], 1),),
        index_at=lambda c, t: c,
        table_at=lambda c, i, s: c[:A] + i + c[A + 1 :],
        direct_at=lambda c, s: c,
    )


def nd(D: Extents, J: Extents, batch_dims: int = 0) -> Form:
    """out[B, m, s] = data[B, indices[B, m, :], s]"""
    b, k = batch_dims, J[-1]
    return Form(
        positions=J[:-1],
        slice=D[b + k :],
        members=tuple((n, 1) for n in D[b : b + k]),
        index_at=lambda p, t: (*p, t),
        table_at=lambda p, i, s: p[:b] + i + s,
        direct_at=lambda p, s: p + s,
    )


def cache(D: Extents, J: Extents | None, U: Extents, axis: int = -2) -> Form:
    """out[i, p, w + t, s] = updates[i, p, t, s] with w = write_indices[i], or 0 without them"""
    A = axis % len(D)
    if J is None:
        return Form((), U, (), lambda p, t: p, lambda p, i, s: s, lambda p, s: s)
    return Form(
        positions=(D[0],),
        slice=U[1:],
        members=((D[A], U[A]),),
        index_at=lambda p, t: p,
        table_at=lambda p, i, s: p + s[: A - 1] + i + s[A:],
        direct_at=lambda p, s: p + s,
        step=lambda s, t: s[A - 1],
    )


@dataclass(frozen=True)
class Windows:
    """StableHLO's dimension numbers, under names that fit its gather and its scatter."""

    window: Extents
    dropped: Extents  #: collapsed or inserted
    batching: Extents
    index_batching: Extents
    index_map: Extents
    vector_dim: int


def windows_of(attributes: dict[str, Any]) -> Windows:
    if "offset_dims" in attributes:
        names = ("offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims",
                 "start_index_map")  # fmt: skip
    else:
        names = ("update_window_dims", "inserted_window_dims", "input_batching_dims", "scatter_indices_batching_dims",
                 "scatter_dims_to_operand_dims")  # fmt: skip
    window, dropped, batching, index_batching, index_map = (tuple(attributes.get(name, ())) for name in names)
    return Windows(window, dropped, batching, index_batching, index_map, attributes["index_vector_dim"])


def kept_dims(n: Windows, D: Extents) -> Extents:
    """Dimensions of the operand that a window spans."""
    return tuple(d for d in range(len(D)) if d not in n.dropped and d not in n.batching)


def stablehlo(n: Windows, D: Extents, J: Extents, sizes: Extents) -> Form:
    """result[x] = operand[start + batching + offset]; `sizes` are the window's extents along each dimension of D."""
    kept = kept_dims(n, D)
    counting = tuple(e for e in range(len(J)) if e != n.vector_dim)

    def table_at(p: Place, i: Place, s: Place) -> Place:
        c = [0] * len(D)
        for d, offset in zip(kept, s):
            c[d] = offset
        for d, e in zip(n.batching, n.index_batching):
            c[d] = p[counting.index(e)]
        for d, start in zip(n.index_map, i):
            c[d] = start
        return tuple(c)

    def direct_at(p: Place, s: Place) -> Place:
        rest_of_p, rest_of_s = list(p), list(s)
        return tuple((rest_of_s if x in n.window else rest_of_p).pop(0) for x in range(len(p) + len(s)))

    has_tuples = n.vector_dim < len(J)
    return Form(
        positions=tuple(J[e] for e in counting),
        slice=tuple(sizes[d] for d in kept),
        members=tuple((D[d], sizes[d]) for d in n.index_map),
        index_at=lambda p, t: p[: n.vector_dim] + (t,) + p[n.vector_dim :] if has_tuples else p,
        table_at=table_at,
        direct_at=direct_at,
        step=lambda s, t: s[kept.index(n.index_map[t])] if n.index_map[t] in kept else 0,
    )


def stablehlo_scatter(n: Windows, D: Extents, J: Extents, U: Extents) -> Form:
    kept = kept_dims(n, D)
    sizes = [1] * len(D)
    for d, u in zip(kept, n.window):
        sizes[d] = U[u]
    return stablehlo(n, D, J, tuple(sizes))


def form_of(operator: str, D: Extents, J: Extents | None, U: Extents | None, attributes: dict[str, Any]) -> Form:
    """The form of a call; attributes under their names in Python."""
    pick = {name: attributes[name] for name in ("axis", "batch_dims") if name in attributes}
    if operator == "tensor_scatter":
        assert U is not None
        return cache(D, J, U, **pick)
    assert J is not None
    if operator == "stablehlo_gather":
        return stablehlo(windows_of(attributes), D, J, tuple(attributes["slice_sizes"]))
    if operator == "stablehlo_scatter":
        assert U is not None
        return stablehlo_scatter(windows_of(attributes), D, J, U)
    if operator.endswith("_elements"):
        return elements(D, J, **pick)
    return nd(D, J, **pick) if operator.endswith("_nd") else along_axis(D, J, **pick)


def direct_extents(form: Form) -> Extents:
    """O of a gather, U of a scatter: place by place what `direct_at` counts through."""
    rank = len(form.positions) + len(form.slice)
    numbers = form.direct_at(tuple(range(len(form.positions))), tuple(range(len(form.positions), rank)))
    extents = form.positions + form.slice
    return tuple(extents[number] for number in numbers)
