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
        rows = _open(table, opened, os.O_RDWR if in_place else os.O_RDONLY)
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
            _write_new(call, rows, table, out, folder, names)


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
        file = _descriptor(table, os.O_RDWR, opened)
        ended, completes = _strew._recover_files(folder, file)
        _raise_system(ended, {file: table})
    return bool(completes)


def _folder_of(table: str | os.PathLike[str]) -> str:
    return _strew._folder_of_table(os.fspath(table))


def _refuse_unfinished(table: str | os.PathLike[str]) -> None:
    if os.path.isdir(_folder_of(table)):
        what = f"an earlier scatter of it was not completed: strew.files.recover({os.fspath(table)!r}) does so"
        raise FileExistsError(f"{os.fspath(table)}: {what}")


def _descriptor(path: str | os.PathLike[str], flags: int, opened: ExitStack) -> int:
    file = os.open(path, flags | os.O_CLOEXEC, 0o600)
    opened.callback(os.close, file)
    return file


def _open(path: str | os.PathLike[str], opened: ExitStack, flags: int = os.O_RDONLY) -> _Array:
    """A file of NumPy whose elements lie in order, in this machine's byte order."""
    file = _descriptor(path, flags, opened)
    with open(path, "rb") as header:
        version = np.lib.format.read_magic(header)
        read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, is_fortran, dtype = read(header)
        offset = header.tell()
    name = os.fspath(path)
    if is_fortran and len(shape) > 1:
        raise from_rule("XC1", None, f"{name} has its elements in Fortran's order", ShapeError)
    if dtype.hasobject or not dtype.isnative:
        raise from_rule("XC1", None, f"{name} has elements of type {dtype}", DTypeError)
    missing = offset + dtype.itemsize * int(np.prod(shape, dtype=np.int64)) - os.fstat(file).st_size
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


def _write_new(call: Any, rows: _Array, table: Any, out: Any, folder: Any, names: dict[int, Any]) -> None:
    """Through a temporary file beside it, which takes its name when it is complete and on the disk."""
    place = os.path.dirname(os.path.realpath(out))
    made = os.path.join(place, f".strew-{secrets.token_hex(8)}.tmp")
    runs = os.path.join(os.fspath(folder) if folder is not None else place, f".strew-{secrets.token_hex(8)}.tmp")
    with ExitStack() as opened:
        new = _descriptor(made, os.O_RDWR | os.O_CREAT | os.O_EXCL, opened)
        opened.callback(_unlink, made)
        sorted_updates = _descriptor(runs, os.O_RDWR | os.O_CREAT | os.O_EXCL, opened)
        os.unlink(runs)
        os.pwrite(new, os.pread(rows.file, rows.offset, 0), 0)
        os.ftruncate(new, rows.offset + rows.dtype.itemsize * int(np.prod(rows.shape, dtype=np.int64)))
        names |= {new: out, sorted_updates: runs}
        _raise_system(_strew._scatter_to_new(*call, sorted_updates, (new, rows.offset)), names)
        os.fsync(new)
        shutil.copymode(out if os.path.exists(out) else table, made)
        os.replace(made, os.path.realpath(out))
        directory = _descriptor(place, os.O_RDONLY, opened)
        os.fsync(directory)


def _unlink(path: str) -> None:
    if os.path.exists(path):
        os.unlink(path)


def _raise_system(ended: tuple[int, str, int] | None, names: dict[int, Any]) -> None:
    if ended is not None:
        number, what, file = ended
        raise OSError(number, f"{what}: {os.strerror(number)}", names.get(file))
