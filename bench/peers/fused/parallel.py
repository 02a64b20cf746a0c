"""A function of arrays over parts of them, one part a thread: NumPy's loops release the lock of the interpreter."""

from __future__ import annotations

import concurrent.futures
from collections.abc import Callable

import numpy as np


class Parts:
    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.pool = concurrent.futures.ThreadPoolExecutor(threads) if threads > 1 else None

    def over(self, function: Callable, *arrays: np.ndarray) -> Callable[[], None]:
        """A call of the function for each part of the arrays, cut along their first axis."""
        cut = [np.array_split(array, self.threads) for array in arrays]
        parts = list(zip(*cut))
        if self.pool is None:
            return lambda: function(*parts[0])
        pool = self.pool

        def run() -> None:
            for started in [pool.submit(function, *part) for part in parts]:
                started.result()

        return run
