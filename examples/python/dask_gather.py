"""Rows and sums of a Dask array by strew, a block at a time: python dask_gather.py

map_blocks calls strew with the NumPy array of each block, in Dask's threads. strew releases the GIL in large calls, and
its results depend neither on the blocks' order nor on the threads.
"""

import sys

import numpy as np

import strew

try:
    import dask.array
except ImportError:
    sys.exit("dask_gather.py needs Dask's arrays, which are not installed here: pip install 'dask[array]'")

ROWS, COLUMNS, CELLS = 200_000, 64, 1000


def main() -> None:
    random = np.random.default_rng(0)
    table = random.standard_normal((ROWS, COLUMNS)).astype("float32")
    rows, cells = random.integers(0, ROWS, 50_000), random.integers(0, CELLS, ROWS)

    # A gather takes whole columns: blocks of 16 columns, each with all rows.
    columns = dask.array.from_array(table, chunks=(ROWS, 16))
    gathered = columns.map_blocks(strew.gather, rows, chunks=((len(rows),), columns.chunks[1]), dtype=table.dtype)
    taken = gathered.compute()
    assert np.array_equal(taken, table[rows])
    print(f"{len(rows)} rows gathered from {columns.npartitions} blocks of columns")

    # Sums of groups of rows. Each block of columns has all updates, so they are added in their order.
    def sums_of(block: np.ndarray) -> np.ndarray:
        zeros = strew.filled((CELLS, block.shape[1]), block.dtype)
        return strew.scatter(zeros, cells, block, reduction="add")

    sums = columns.map_blocks(sums_of, chunks=((CELLS,), columns.chunks[1]), dtype=table.dtype)
    results = {sums.compute(num_workers=threads).tobytes() for threads in (1, 2, 4)}
    whole = strew.scatter(strew.filled((CELLS, COLUMNS), table.dtype), cells, table, reduction="add")
    assert results == {whole.tobytes()}
    print(f"sums of {CELLS} groups of rows: the same bits with 1, 2 and 4 threads, and without Dask")

    rows[7] = ROWS
    try:
        columns.map_blocks(strew.gather, rows, chunks=gathered.chunks, dtype=table.dtype).compute()
    except strew.IndexOutOfBounds as error:
        print(error)


main()
