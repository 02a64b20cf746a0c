"""Gradients of rows added to a table that is larger than memory, in its file: python large_table.py [SIZE] [MEMORY]

SIZE and MEMORY as 6G and 1G, the defaults. Needs room for the table and the gradients on the disk, in a folder that it
makes and removes. Whatever ends the program in between, strew.files.recover completes the table.
"""

import resource
import sys
import tempfile
from pathlib import Path

import numpy as np

import strew.files

COLUMNS = 64  # f32: rows of 256 bytes
UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def bytes_of(text: str) -> int:
    return int(text[:-1]) * UNITS[text[-1]]


def main(size: str = "6G", memory: str = "1G") -> None:
    rows = bytes_of(size) // (4 * COLUMNS)
    draw = np.random.default_rng(0)
    at = draw.integers(0, rows, max(rows // 50, 1))
    gradients = draw.standard_normal((len(at), COLUMNS)).astype(np.float32)
    with tempfile.TemporaryDirectory(dir=".") as place:
        table, indices, updates = (Path(place) / f"{name}.npy" for name in ("table", "indices", "updates"))
        np.lib.format.open_memmap(table, "w+", np.float32, (rows, COLUMNS)).flush()  # zeros, which take no room yet
        np.save(indices, at)
        np.save(updates, gradients)
        strew.files.scatter(table, indices, updates, memory=memory, in_place=True, reduction="add")
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10  # of this process, with the gradients that it made
        written = np.load(table, mmap_mode="r")
        some = np.unique(at[:100])
        expected = np.zeros((len(some), COLUMNS), np.float32)
        here = np.isin(at, some)
        np.add.at(expected, np.searchsorted(some, at[here]), gradients[here])
        assert written[some].tobytes() == expected.tobytes()
    print(f"{len(at)} rows added to a table of {rows} in its file: {size} with {memory}; {most} MiB at most")


if __name__ == "__main__":
    main(*sys.argv[1:])
