"""Reductions by group: the number of groups, the value of an empty one, and what is said of either."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from refusals import refused

import strew
from strew import pyg


class Unsigned:
    """As PyTorch's tensors of uint16 to uint64: they share their memory and have no maximum."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array, self.shape, self.dtype = array, array.shape, array.dtype

    def __dlpack__(self, **options: Any) -> Any:
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0

    def max(self) -> None:
        raise NotImplementedError("max_all")


class Meta(Unsigned):
    """As PyTorch's tensors without memory."""

    def __dlpack__(self, **options: Any) -> Any:
        raise BufferError("no memory")


@pytest.mark.parametrize("dtype", [np.uint16, np.uint32, np.uint64])
def test_the_largest_of_ids_whose_library_finds_none(dtype: Any) -> None:
    ids: Any = Unsigned(np.array([0, 3, 3], dtype))
    assert strew.segment_sum([1, 2, 4], ids).tolist() == [1, 0, 0, 6]
    assert pyg.scatter([1, 2, 4], ids).tolist() == [1, 0, 0, 6]


def test_ids_without_memory() -> None:
    ids: Any = Meta(np.array([0, 3, 3]))
    with refused("PY1", "segment_ids", strew.ArrayError):
        strew.segment_sum([1, 2, 4], ids)
    with refused("PY1", "index", strew.ArrayError):
        pyg.scatter([1, 2, 4], ids)


@pytest.mark.parametrize("dtype", ["M8[D]", "m8[s]", "U3", "S2"])
@pytest.mark.parametrize("reduce", ["sum", "min", "max", "mean"])
def test_types_without_a_reduction(dtype: str, reduce: Any) -> None:
    values = np.zeros(2, dtype)
    for name, call in (
        ("data", getattr(strew, f"segment_{reduce}")),
        ("src", lambda src, ids: pyg.scatter(src, ids, reduce=reduce)),
    ):
        with refused("TY4", name, strew.DTypeError) as caught:
            call(values, np.array([0, 1]))
        assert str(caught.value).endswith(f" is not defined for {values.dtype}"), str(caught.value)


@pytest.mark.parametrize(("given", "what"), [(-1, "is negative"), (2**63, "is beyond 63 bits")])
def test_numbers_of_groups_have_the_name_of_their_option(given: int, what: str) -> None:
    for name, call in [
        ("dim_size", lambda: pyg.scatter([1, 2], [0, 1], dim_size=given)),
        ("num_segments", lambda: strew.segment_sum([1, 2], [0, 1], given)),
        ("minlength", lambda: strew.bincount([0], minlength=given)),
    ]:
        with refused("PY8", None, strew.OptionError) as caught:
            call()
        assert str(caught.value) == f"PY8: {name}={given} {what}"


def test_a_largest_index_that_no_size_contains() -> None:
    largest = 2**63 - 1
    for name, call in [
        ("x", strew.bincount),
        ("segment_ids", lambda ids: strew.segment_sum([1], ids)),
        ("index", lambda ids: pyg.scatter([1], ids)),
    ]:
        with refused("PY8", name, strew.OptionError) as caught:
            call([largest])
        assert str(caught.value) == f"PY8: {name}: the largest is {largest}: the size of the result is beyond 63 bits"
