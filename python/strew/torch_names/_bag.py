"""PyTorch's embedding_bag: rows of a table, reduced bag by bag."""

from __future__ import annotations

from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from strew._arrays import dtype_of
from strew._borrowed import borrowed
from strew._errors import chosen, from_rule
from strew._filled import Filled
from strew._segment_reduce import segment_reduce
from strew._typing import Array, KindT, Operand, Reduction
from strew._views import data_of, indices_of

Mode = Literal["sum", "mean", "max"]
_REDUCTIONS: dict[Any, Reduction] = {"sum": "add", "mean": "mean", "max": "max"}


@overload
def embedding_bag(  # type: ignore[overload-overlap]
    input: Operand, weight: KindT, offsets: Operand | None = None, *, mode: Mode = "mean",
    per_sample_weights: Operand | None = None, include_last_offset: bool = False, padding_idx: int | None = None,
) -> KindT: ...  # fmt: skip
@overload
def embedding_bag(
    input: Operand, weight: Operand, offsets: Operand | None = None, *, mode: Mode = "mean",
    per_sample_weights: Operand | None = None, include_last_offset: bool = False, padding_idx: int | None = None,
) -> NDArray[Any]: ...  # fmt: skip
@borrowed(data="weight", indices="input", segments="offsets", weights="per_sample_weights")
def embedding_bag(
    input: Operand, weight: Operand, offsets: Operand | None = None, *, mode: Mode = "mean",
    per_sample_weights: Operand | None = None, include_last_offset: bool = False, padding_idx: int | None = None,
) -> Array:  # fmt: skip
    """For each bag the sum, mean or maximum of the rows of `weight` that `input` names.

    Shape of the result: (bags,) + weight.shape[1:].

    Source: torch.nn.functional.embedding_bag. The difference: products with per_sample_weights are rounded before they are
    added, and bfloat16 and float16 sums are rounded once, to nearest even, so that the result is bitwise identical for
    any number of threads and with padding_idx; input and offsets have any integer types; weights go with the mean and
    the maximum too, and a mean divides by the number of rows; a bad index is an error with its position. It has no
    gradients.

    Args:
        input: non-negative integers; of two dimensions each row is a bag, of one dimension offsets say where bags begin.
        weight: array of any library, the table of rows.
        offsets: ascending integers, where bags begin in input; the last bag ends with it.
        mode: "sum", "mean" or "max"; an empty bag is 0.
        per_sample_weights: array of the shape of input and the type of weight.
        include_last_offset: True: offsets have one entry more, where the last bag ends.
        padding_idx: a row that is left out; a mean does not count it. It may count from the end.

    Returns:
        a new array of the kind of weight.

    Raises:
        IndexOutOfBounds: an index out of bounds or negative, offsets that do not ascend (OF1).
        ShapeError: shapes that do not match (SG1, SG3). DTypeError: types that do not (TY3, PB4).
        OptionError: padding_idx is out of bounds (AT7), an unknown mode (PY7), offsets with input of two dimensions, or
            none with input of one (PY9).

    >>> import numpy as np, strew
    >>> table = np.arange(8.0).reshape(4, 2)
    >>> strew.torch_names.embedding_bag([3, 0, 0, 1], table, [0, 2])
    array([[3., 4.],
           [1., 2.]])
    """
    rows, table = indices_of(input), data_of(weight)
    reduction = chosen("mode", mode, _REDUCTIONS)
    if (offsets is None) != (len(rows.shape) == 2):
        raise from_rule("PY9", None, f"input has {len(rows.shape)} dimensions, and offsets are "
                        f"{'missing' if offsets is None else 'given'}")  # fmt: skip
    begins = None if offsets is None else indices_of(offsets, "segments")
    bags = rows.shape[0] if begins is None else begins.shape[0] if begins.shape else 0
    bags -= 1 if include_last_offset and begins is not None and bags else 0
    base = None
    if reduction == "add":  # PyTorch's sums begin with +0
        base = Filled((bags, *table.shape[1:]), dtype_of(table))
    made: Array = segment_reduce(
        table, rows, offsets=begins, num_segments=None if begins is None else bags, weights=per_sample_weights, base=base,
        reduction=reduction, negative_indices="invalid", padding_index=padding_idx,
    )  # fmt: skip
    return made
