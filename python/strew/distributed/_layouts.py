"""Which rank holds which rows of a distributed table."""

from __future__ import annotations

from typing import Any, Callable, Sequence, Union

import numpy as np
from numpy.typing import NDArray

from strew._errors import from_rule, shown

#: "blocks": consecutive rows, as many at each rank up to one. ("cycles", width): `width` rows in turn. ("starts",
#: numbers): blocks from starts[r] to before starts[r + 1]. An array: the rank of each row; the rows of a rank are in
#: their order. A function: the same, of an array of rows.
Layout = Union[str, tuple[str, Any], Sequence[int], NDArray[Any], Callable[[NDArray[np.int64]], Any]]

#: What the extension reads: rows, ranks, starts, width, owners, places, sizes.
Native = tuple[int, int, Any, int, Any, Any, Any]


def native(layout: Layout, rows: int, ranks: int) -> Native:
    """The layout as the extension reads it. Raises OptionError (XC1, PY7) for what is none."""
    if isinstance(layout, str) and layout == "blocks":
        return rows, ranks, None, 0, None, None, None
    if isinstance(layout, tuple) and len(layout) == 2 and layout[0] == "cycles":
        if int(layout[1]) < 1:
            raise from_rule("PY7", None, f"the width of cycles is {layout[1]}")
        return rows, ranks, None, int(layout[1]), None, None, None
    if isinstance(layout, tuple) and len(layout) == 2 and layout[0] == "starts":
        return _of_starts(layout[1], rows, ranks)
    if isinstance(layout, str):
        what = f'layout is {shown(layout)}, not "blocks", ("cycles", width), ("starts", numbers), an array or a function'
        raise from_rule("PY7", None, what)
    return _of_owners(layout(np.arange(rows)) if callable(layout) else layout, rows, ranks)


def _of_starts(given: Any, rows: int, ranks: int) -> Native:
    starts = np.ascontiguousarray(given, np.int64)
    if starts.shape != (ranks + 1,):
        raise from_rule("PY7", None, f"layout has {starts.size} starts, not one for each of the {ranks} ranks and the end")
    return rows, ranks, starts, 0, None, None, None


def _of_owners(given: Any, rows: int, ranks: int) -> Native:
    owners = np.ascontiguousarray(given, np.int64)
    if owners.shape != (rows,):
        raise from_rule("PY7", None, f"layout has the ranks of {owners.size} rows, but the table has {rows}")
    if rows and (owners.min() < 0 or owners.max() >= ranks):
        raise from_rule("PY7", None, f"layout has ranks from {owners.min()} to {owners.max()}, but there are {ranks}")
    sizes = np.bincount(owners, minlength=ranks).astype(np.int64)
    by_rank = np.argsort(owners, kind="stable")
    places = np.empty(rows, np.int64)
    places[by_rank] = np.arange(rows) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return rows, ranks, None, 0, owners, places, sizes


def rows_of(of: Native, rank: int) -> int:
    """How many rows a rank has."""
    rows, ranks, starts, width, _, _, sizes = of
    if sizes is not None:
        return int(sizes[rank])
    if starts is not None:
        return int(starts[rank + 1] - starts[rank])
    if width == 0:
        return rows * (rank + 1) // ranks - rows * rank // ranks
    whole, rest = divmod(rows, width * ranks)
    return whole * width + min(max(rest - width * rank, 0), width)
