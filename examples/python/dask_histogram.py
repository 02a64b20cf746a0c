"""A histogram of a Dask array by a scatter of ones, the same for any chunks: python dask_histogram.py"""

import sys

import numpy as np

try:
    import dask.array
except ImportError:
    sys.exit("dask_histogram.py needs Dask's arrays, which are not installed here: pip install 'dask[array]'")

import strew.dask

BINS, COUNT = 5000, 1_000_000


def main() -> None:
    values = np.random.default_rng(0).gamma(2.0, 300.0, COUNT).astype("int64") % BINS
    weights = np.random.default_rng(1).random(COUNT, "float32")
    results = set()
    for chunk in (70_000, 250_000, COUNT):
        places = dask.array.from_array(values, chunks=chunk)
        empty = dask.array.zeros(BINS, chunks=1000, dtype="float32")
        sums = strew.dask.scatter(empty, places, dask.array.from_array(weights, chunks=chunk), reduction="add")
        results.add(sums.compute().tobytes())
        counts = strew.dask.scatter(
            empty.astype("int64"), places, dask.array.ones(COUNT, chunks=chunk, dtype="int64"), reduction="add"
        )
        assert np.array_equal(counts.compute(), np.bincount(values, minlength=BINS))
    assert len(results) == 1
    print(f"{COUNT} values in {BINS} bins: the same sums of float32 from 15, 4 and 1 chunks")


if __name__ == "__main__":
    main()
