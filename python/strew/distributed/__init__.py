"""Tables whose rows several ranks hold: gather and scatter with the bits of one call that has the positions of all
ranks, in the order of the ranks. Over communicators of mpi4py and process groups of torch.distributed, neither of which
`import strew` imports.

    from mpi4py import MPI
    table = strew.distributed.Table(mine, rows=1_000_000, group=MPI.COMM_WORLD)
    table.scatter(indices, updates, reduction="add")    # in place, in the rows that each rank has
    found = table.gather(indices)

Every function is collective: all ranks of the group call it, in the same order and with the same options. A bad index,
or a rank whose arguments are refused, raises the same exception at every rank, before anything is written.
docs/distributed.md has what is promised when a rank fails later, and the memory that a call takes.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strew import _strew
from strew._errors import RankError, ShapeError, from_rule
from strew.distributed._arrays import Rows, flat_indices, host_rows, new_rows
from strew.distributed._groups import Group, MPIGroup, TorchGroup, group_of
from strew.distributed._layouts import Layout, native, rows_of
from strew.distributed._processors import processors_of_rank

__all__ = ["Embedding", "Group", "Layout", "MPIGroup", "PreparedGather", "PreparedScatter", "RankError", "Table", "TorchGroup"]

_Options = tuple[str, bool, str, str, str]


def __getattr__(name: str) -> Any:
    if name != "Embedding":
        raise AttributeError(f"module 'strew.distributed' has no attribute {name!r}")
    from strew.distributed._embedding import Embedding  # of torch

    return Embedding


class Table:
    """This rank's rows of a table that all ranks of a group hold together.

    Source: strew; docs/distributed.md.

    Args:
        shard: array [rows of this rank, ...] on any device; scatters write it. Rows are moved whole.
        rows: number of rows of the whole table; None: the shards one after the other, whatever their lengths.
        group: a communicator of mpi4py, a process group of torch.distributed, what has the methods of `Group`; None:
            this process alone.
        layout: who holds which row, see `Layout`; with rows=None only "blocks".
        budget: bytes of rows on the way to this rank at a time; 0: any number.
        threads: at most as many of this rank; None: the ranks of a host share its processors.

    Raises:
        RankError: at every rank, if one of them cannot take part, or has another table.
    """

    def __init__(
        self,
        shard: Any,
        rows: int | None = None,
        group: Any = None,
        layout: Layout = "blocks",
        budget: int = 0,
        *,
        threads: int | None = None,
    ) -> None:
        self._group = group_of(group)
        share = processors_of_rank(self._group)
        self._threads = share if threads is None else threads
        self.shard = shard
        self._budget = budget
        self._layout = native("blocks", 0, self.size)
        cause: BaseException | None = None
        try:
            if rows is None:
                layout, rows = self._joined()
            self._layout = native(layout, rows, self.size)
            length = shard.shape[0]
            if length != rows_of(self._layout, self.rank):
                expected = rows_of(self._layout, self.rank)
                what = f"has {length} rows, but the layout gives this rank {expected}"
                raise from_rule("XC1", "data", what, ShapeError)
        except Exception as refused:
            cause = refused
        self._agree(cause)

    @property
    def rank(self) -> int:
        """Of this process in the group."""
        return self._group.rank

    @property
    def size(self) -> int:
        """Ranks of the group."""
        return self._group.size

    @property
    def rows(self) -> int:
        """Of the whole table."""
        return self._layout[0]

    def like(self, shard: Any) -> Table:
        """Another table of this group, layout and budget, with other rows of this rank: as many, of any type and width.

        Not collective: that ranks have the same is seen by the next call.
        """
        if shard.shape[0] != self.shard.shape[0]:
            what = f"has {shard.shape[0]} rows, but the layout gives this rank {self.shard.shape[0]}"
            raise from_rule("XC1", "data", what, ShapeError)
        made = copy.copy(self)
        made.shard = shard
        return made

    def gather(
        self, indices: Any, *, out: Any = None, out_of_bounds: str = "error", negative_indices: str = "from_end"
    ) -> Any:
        """Rows of the table by their numbers: an array of the kind of the shard, [*indices.shape, ...].

        Collective. Options are those of `strew.gather`, without fill.
        """
        options = ("none", True, out_of_bounds, negative_indices, "wide")
        return self._prepare_gather(indices, options, False, lambda rows: self._taken(rows, out)).run(out=out)

    def scatter(
        self,
        indices: Any,
        updates: Any,
        *,
        reduction: str = "none",
        include_self: bool = True,
        out_of_bounds: str = "error",
        negative_indices: str = "from_end",
        accumulate: str = "wide",
    ) -> None:
        """Combines rows of the table with updates, [*indices.shape, ...], in place.

        Collective. Options are those of `strew.scatter`, without duplicates and ordered.
        """
        options = (reduction, include_self, out_of_bounds, negative_indices, accumulate)
        self._prepare_scatter(indices, options, False, lambda rows: rows.given(updates)).run(updates)

    def prepare_gather(
        self, indices: Any, *, out_of_bounds: str = "error", negative_indices: str = "from_end"
    ) -> PreparedGather:
        """The same gather again and again: `run()`. Collective; only rows cross, from the second run on."""
        return self._prepare_gather(indices, ("none", True, out_of_bounds, negative_indices, "wide"), True, None)

    def prepare_scatter(
        self,
        indices: Any,
        *,
        reduction: str = "none",
        include_self: bool = True,
        out_of_bounds: str = "error",
        negative_indices: str = "from_end",
        accumulate: str = "wide",
    ) -> PreparedScatter:
        """The same scatter again and again: `run(updates)`. Collective; only rows cross, from the second run on."""
        options = (reduction, include_self, out_of_bounds, negative_indices, accumulate)
        return self._prepare_scatter(indices, options, True, None)

    def _prepare_gather(self, indices: Any, options: _Options, keeps: bool, check: Any) -> PreparedGather:
        return PreparedGather(self, *self._begin(indices, options, True, keeps, check))

    def _prepare_scatter(self, indices: Any, options: _Options, keeps: bool, check: Any) -> PreparedScatter:
        return PreparedScatter(self, *self._begin(indices, options, False, keeps, check))

    def _taken(self, rows: Rows, out: Any) -> None:
        if out is not None:
            rows.given(out)

    def _joined(self) -> tuple[Layout, int]:
        """Blocks as long as the shards are."""
        length = np.int64(self.shard.shape[0])
        lengths = np.frombuffer(self._group.swap(length.tobytes() * self.size), np.int64)
        starts = np.concatenate([[0], np.cumsum(lengths)])
        return ("starts", starts), int(starts[-1])

    def _agree(self, cause: BaseException | None) -> None:
        """That all ranks have such a table: an exchange without positions."""
        options = ("none", True, "error", "from_end", "wide")
        self._begin(np.empty(0, np.int64), options, True, False, None, cause)

    def _begin(
        self,
        indices: Any,
        options: _Options,
        is_gather: bool,
        keeps: bool,
        check: Any,
        cause: BaseException | None = None,
    ) -> tuple[Any, Rows]:
        """The exchange that all ranks have agreed on, and what its rows look like."""
        exchange = rows = None
        try:
            if cause is not None:
                raise cause
            flat, shape = flat_indices(indices)
            rows = Rows(self.shard, shape)
            if check is not None:
                check(rows)
            made = _strew._exchange(
                self._layout, self.rank, host_rows(self.shard), flat, is_gather, options, keeps, self._budget, self._threads
            )
            hellos = made.open(flat)
            exchange = made
        except BaseException as refused:
            cause = refused
            rule = getattr(refused, "rule", None) or ("MM1" if isinstance(refused, MemoryError) else "")
            hellos = _strew._failed_hellos(rule, self.size)
        came = self._group.swap(hellos)
        if exchange is None:
            if not isinstance(cause, Exception):
                raise cause  # type: ignore[misc]  # Ctrl-C; the others are told
            try:
                _strew._settle_failed(came)
            except RankError as told:
                raise told from cause
        else:
            exchange.settle(came)
        assert rows is not None
        return exchange, rows

    def _carry(self, exchange: Any, shard: Any, rows: Any, failure: BaseException | None) -> None:
        """All rounds, whatever fails at this rank: the last byte of a message says whether it is one."""
        if failure is not None:
            exchange.give_up()
        while exchange.rounds:
            sent, received = exchange.counts()
            messages: list[NDArray[np.uint8] | None] = []
            for to, length in enumerate(sent):
                message = np.zeros(length + 1, np.uint8) if length else None
                messages.append(message)
                if message is None:
                    continue
                try:
                    exchange.pack(to, shard, rows, message[:-1])
                    message[-1] = 1
                except BaseException as refused:
                    failure = failure or refused
                    exchange.give_up()
            came = self._group.move(messages, [length + 1 if length else 0 for length in received])
            for source, message in enumerate(came):
                try:
                    exchange.take(source, shard, rows, None if message is None or not message[-1] else message[:-1])
                except BaseException as refused:
                    failure = failure or refused
                    exchange.give_up()
        if failure is not None:
            raise failure


class _Prepared:
    """An exchange that may be run again."""

    def __init__(self, table: Table, exchange: Any, rows: Rows) -> None:
        self._table, self._exchange, self._rows = table, exchange, rows
        self._has_run = False

    def explain(self) -> str:
        """One line: what is exchanged, how much of it with other ranks, in how many rounds."""
        text: str = self._exchange.explain()
        return text

    def _again(self) -> None:
        if self._has_run:
            self._exchange.repeat()
        self._has_run = True


class PreparedGather(_Prepared):
    """Made by `Table.prepare_gather`."""

    def run(self, *, out: Any = None) -> Any:
        """The rows as they are now: `out`, or a new array of the kind of the shard. Collective."""
        self._again()
        failure: BaseException | None = None
        made: Any = None
        rows: Any = np.empty((0, 0), np.uint8)
        try:
            made = out if out is not None else new_rows(self._table.shard, self._rows.shape)
            rows = self._rows.flat(made)
        except BaseException as refused:
            failure = refused
        self._table._carry(self._exchange, host_rows(self._table.shard), rows, failure)
        self._rows.write_back(rows, made)
        return made


class PreparedScatter(_Prepared):
    """Made by `Table.prepare_scatter`."""

    def run(self, updates: Any) -> None:
        """Combines the table's rows with updates, in place. Collective."""
        self._again()
        failure: BaseException | None = None
        rows: Any = np.empty((0, 0), np.uint8)
        try:
            rows = self._rows.given(updates)
        except BaseException as refused:
            failure = refused
        shard = host_rows(self._table.shard)
        self._table._carry(self._exchange, shard, rows, failure)
        if shard is not self._table.shard and hasattr(self._table.shard, "copy_"):
            self._rows.store(shard, self._table.shard)
