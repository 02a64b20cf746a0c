"""Scatters between array files that are larger than memory: with the bits of `strew.scatter`, block by block.

    strew.files.scatter("table.npy", "indices.npy", "updates.npy", memory="1G", out="new.npy", reduction="add")
    strew.files.scatter("table.npy", "indices.npy", "updates.npy", memory="1G", in_place=True, reduction="add")

All indices are validated before anything is written. A new file appears whole, under its name, or not at all. A table
that is written in place has beside it, while that lasts, a folder of what completes the scatter: whatever ends the
process, `recover` completes it, or removes a folder that nothing was written with. docs/distributed.md says what a full
disk or a power cut leaves.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
from contextlib import ExitStack
from typing import Any, NamedTuple

import numpy as np

from strew import _strew
from strew._errors import DTypeError, OptionError, ShapeError, from_rule

__all__ = ["recover", "scatter"]

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


class _Array(NamedTuple):
    file: int
    offset: int
    shape: tuple[int, ...]
    dtype: np.dtype[Any]


def scatter(
    table: str | os.PathLike[str],
    indices: str | os.PathLike[str],
    updates: str | os.PathLike[str],
    *,
    memory: int | str,
    out: str | os.PathLike[str] | None = None,
    in_place: bool = False,
    done: str | os.PathLike[str] | None = None,
    reduction: str = "none",
    include_self: bool = True,
    out_of_bounds: str = "error",
    negative_indices: str = "from_end",
    accumulate: str = "wide",
    folder: str | os.PathLike[str] | None = None,
) -> None:
    """Row indices[i] of a table is combined with updates[i], between files of NumPy (.npy).

    Source: strew; docs/distributed.md. Options are those of `strew.scatter` with axis=0.

    Args:
        table: file [rows, ...]; updates: file [*indices.shape, ...] of the same type; indices: file of integers.
        memory: bytes for rows and updates, an integer or "512M", "1G"; the system's own cache is not counted. The
            updates are written once more to the disk.
        out: a new file, or one that is replaced; with it, the table stays as it is.
        in_place: the table is written.
        done: with in_place, an empty file that is made when the table is complete; if it exists, nothing is done. So a
            program may be started again after any end.
        folder: for temporary files with out=; None: that of out.

    Raises:
        IndexOutOfBounds: as strew.scatter, with the position among all indices; nothing was written.
        OSError: what the system says. FileExistsError: an earlier scatter in place was not completed, see `recover`.
    """
    if (out is not None) == in_place:
        raise from_rule("PY9", None, "give either out= or in_place=True", OptionError)
    if done is not None and os.path.exists(done):
        return
    options = (reduction, include_self, out_of_bounds, negative_indices, accumulate)
    _refuse_unfinished(table)
    with ExitStack() as opened:
        rows = _open(table, opened, writes=in_place)
        at, new = _open(indices, opened), _open(updates, opened)
        _check(rows, at, new)
        columns = int(np.prod(rows.shape[1:], dtype=np.int64))
        numbers = (rows.shape[0], columns, int(np.prod(at.shape, dtype=np.int64)), _bytes(memory))
        files = tuple((one.file, one.offset) for one in (rows, at, new))
        names = {rows.file: table, at.file: indices, new.file: updates}
        call = (files, np.empty(0, rows.dtype), np.empty(0, at.dtype), numbers, options)
        if in_place:
            mark = os.path.abspath(done) if done is not None else ""
            _raise_system(_strew._scatter_in_place(*call, _folder_of(table), mark), names)
        else:
            assert out is not None
            _write_new(call, rows, table, out, folder, names, opened)


def recover(table: str | os.PathLike[str]) -> bool:
    """Completes a scatter in place whose process ended: True. False: nothing of the table had been written, or there
    was none; a folder that is left of it is removed.

    Raises:
        OSError: what the system says; BlockingIOError: another process is at work on the table.
    """
    folder = _folder_of(table)
    if not os.path.isdir(folder):
        return False
    with ExitStack() as opened:
        file = _number(table, opened, writes=True)
        ended, completes = _strew._recover_files(folder, file)
        _raise_system(ended, {file: table})
    return bool(completes)


def _folder_of(table: str | os.PathLike[str]) -> str:
    return _strew._folder_of_table(os.fspath(table))


def _refuse_unfinished(table: str | os.PathLike[str]) -> None:
    if os.path.isdir(_folder_of(table)):
        what = f"an earlier scatter of it was not completed: strew.files.recover({os.fspath(table)!r}) does so"
        raise FileExistsError(f"{os.fspath(table)}: {what}")


def _number(path: str | os.PathLike[str], opened: ExitStack, *, writes: bool, is_new: bool = False) -> int:
    """Of an open file, as the extension knows it."""
    file = _strew._open_file(os.fspath(path), writes, is_new)
    opened.callback(_strew._close_file, file)
    return file


def _open(path: str | os.PathLike[str], opened: ExitStack, *, writes: bool = False) -> _Array:
    """A file of NumPy whose elements lie in order, in this machine's byte order."""
    file = _number(path, opened, writes=writes)
    with open(path, "rb") as header:
        version = np.lib.format.read_magic(header)
        read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, is_fortran, dtype = read(header)
        offset, size = header.tell(), os.fstat(header.fileno()).st_size
    name = os.fspath(path)
    if is_fortran and len(shape) > 1:
        raise from_rule("XC1", None, f"{name} has its elements in Fortran's order", ShapeError)
    if dtype.hasobject or not dtype.isnative:
        raise from_rule("XC1", None, f"{name} has elements of type {dtype}", DTypeError)
    missing = offset + dtype.itemsize * int(np.prod(shape, dtype=np.int64)) - size
    if missing > 0:
        raise from_rule("XC1", None, f"{name} is {missing} bytes shorter than its header says", ShapeError)
    return _Array(file, offset, shape, dtype)


def _check(table: _Array, indices: _Array, updates: _Array) -> None:
    if not table.shape:
        raise from_rule("XC1", "data", "has no dimension of rows", ShapeError)
    expected = (*indices.shape, *table.shape[1:])
    if updates.shape != expected:
        raise from_rule("XC1", "updates", f"has shape {updates.shape}, not {expected}", ShapeError)
    if updates.dtype != table.dtype:
        raise from_rule("XC1", "updates", f"has type {updates.dtype}, but the table has {table.dtype}", DTypeError)


def _bytes(memory: int | str) -> int:
    found = re.fullmatch(r"(\d+)([KMGT]?)B?", str(memory))
    if found is None or int(found[1]) == 0:
        raise from_rule("PY7", None, f"memory is {memory!r}, not a number of bytes such as 1000000, '512M', '1G'")
    return int(found[1]) * _UNITS[found[2]]


def _write_new(call: Any, rows: _Array, table: Any, out: Any, folder: Any, names: dict[int, Any], opened: ExitStack) -> None:
    """Through a temporary file beside it, which takes its name when it is complete and on the disk."""
    place = os.path.dirname(os.path.realpath(out))
    made = _temporary(place)
    try:
        with ExitStack() as own:
            new = _number(made, own, writes=True, is_new=True)
            runs = _temporary(os.fspath(folder) if folder is not None else place)
            sorted_updates = _number(runs, own, writes=True, is_new=True)
            os.unlink(runs)
            _begin(made, rows, table)
            names |= {new: out, sorted_updates: runs}
            _raise_system(_strew._scatter_to_new(*call, sorted_updates, (new, rows.offset)), names)
            _strew._sync_file(new, os.fspath(out))
        opened.close()  # the table may be the file that is replaced, which Windows refuses of an open one
        shutil.copymode(out if os.path.exists(out) else table, made)
        os.replace(made, os.path.realpath(out))
        _strew._sync_folder(place)
    finally:
        _unlink(made)


def _temporary(folder: str) -> str:
    return os.path.join(folder, f".strew-{secrets.token_hex(8)}.tmp")


def _begin(made: str, rows: _Array, table: Any) -> None:
    """The new file has the header of the table, and its length."""
    with open(table, "rb") as old, open(made, "r+b") as new:
        new.write(old.read(rows.offset))
        new.truncate(rows.offset + rows.dtype.itemsize * int(np.prod(rows.shape, dtype=np.int64)))


def _unlink(path: str) -> None:
    if os.path.exists(path):
        os.unlink(path)


def _raise_system(ended: tuple[int, str, int] | None, names: dict[int, Any]) -> None:
    if ended is not None:
        number, what, file = ended
        raise OSError(number, f"{what}: {_strew._system_text(number)}", names.get(file))
