"""PyTorch takes a tensor of rank 0 for one element along one dimension: so do the functions that are named after its."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from strew._typing import Array
from strew._views import destination_of, shape_error


def of_rank_one(array: Any) -> Any:
    return array if len(array.shape) else array.reshape(1)


def has_scalars(data: Any, indices: Any) -> bool:
    """Whether one of them is of rank 0 and the other fits that. What does not is refused by the core."""
    ranks = len(data.shape), len(indices.shape)
    return min(ranks) == 0 and max(ranks) <= 1


def on_one_dimension(call: Callable[[Any, Any], Any], data: Any, out: Any, shape: tuple[int, ...]) -> Array:
    """call(data, out) on views of rank 1; its result has `shape`."""
    line = of_rank_one(data)
    into = out if out is None else line if out is data else of_rank_one(destination_of(out))
    made = call(line, into)
    whole: Array = made.reshape(shape) if out is None else out
    return whole


def check_one_index(indices: Any) -> None:
    """index_select of one element: the result is of rank 0 too."""
    if tuple(indices.shape) != (1,):
        raise shape_error("indices", f"shape {tuple(indices.shape)} is not that of one index, and the rank of data is 0")
