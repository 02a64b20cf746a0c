"""What a type checker knows of strew; checked by tools/types and never run. A mistake in a call is marked as the error
that it must be, and an unused mark is an error too."""

from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import strew


class Tensor:
    """torch.Tensor as far as strew looks at it."""

    def __dlpack__(self, *, stream: Any = None, max_version: tuple[int, int] | None = None) -> Any: ...

    def new_empty(self, size: tuple[int, ...]) -> "Tensor":
        return self


class Array:
    """jax.Array as far as strew looks at it."""

    def __dlpack__(self) -> Any: ...

    def block_until_ready(self) -> "Array":
        return self


Floats = NDArray[np.float64]
rows = np.array([3, 1])


def kinds(floats: Floats, tensor: Tensor, array: Array, raw: memoryview) -> None:
    """The kind and the element type of data go out."""
    assert_type(strew.gather(floats, rows), Floats)
    assert_type(strew.gather(floats, [3, 1], axis=-1, out_of_bounds="fill", fill_value=0.5), Floats)
    assert_type(strew.gather(tensor, tensor), Tensor)
    assert_type(strew.gather_nd(array, rows), Array)
    assert_type(strew.gather_elements([[1, 2]], [[0]]), NDArray[Any])
    assert_type(strew.gather(raw, 0), NDArray[Any])
    assert_type(strew.scatter(floats, rows, [1, 2], reduction="add"), Floats)
    assert_type(strew.scatter_nd(tensor, rows, tensor, duplicates="error"), Tensor)
    assert_type(strew.scatter_elements(array, rows, array, ordered=False), Array)
    assert_type(strew.tensor_scatter(tensor, tensor), Tensor)


def destinations(floats: Floats, tensor: Tensor, raw: bytearray) -> None:
    """out comes back."""
    assert_type(strew.gather(tensor, rows, out=floats), Floats)
    assert_type(strew.scatter(floats, rows, floats, out=tensor), Tensor)
    assert_type(strew.scatter([1, 2], rows, [3, 4], out=raw), bytearray)


def fills(floats: Floats, tensor: Tensor) -> None:
    """Filled data take the kind of the updates."""
    zeros = strew.filled((4, 2), "float64")
    assert_type(zeros, strew.Filled)
    assert_type(strew.scatter(zeros, rows, tensor), Tensor)
    assert_type(strew.scatter(zeros, rows, strew.filled((2, 2), np.float64, 1)), NDArray[Any])
    assert_type(zeros.shape, tuple[int, ...])


def plans(floats: Floats) -> None:
    lookup = strew.plan(strew.gather, floats, rows, axis=0)
    assert_type(lookup, strew.Plan)
    assert_type(lookup.bytes, int)
    assert_type(lookup.explain(), str)
    ready = strew.prepare(lookup, rows, threads=2)
    assert_type(ready.duplicates, int)
    assert_type(lookup.bind(ready), strew.Plan)
    assert_type(strew.rules(), dict[str, str])


def windows(floats: Floats, tensor: Tensor) -> None:
    assert_type(strew.stablehlo.scatter(
        floats, rows, floats, update_window_dims=[], inserted_window_dims=[0], scatter_dims_to_operand_dims=[0],
        index_vector_dim=1, update_computation="maximum",
    ), Floats)  # fmt: skip
    assert_type(strew.stablehlo.scatter(
        (floats, tensor), rows, (floats, tensor), update_window_dims=[], inserted_window_dims=[0],
        scatter_dims_to_operand_dims=[0], index_vector_dim=1,
    ), tuple[Any, ...])  # fmt: skip
    assert_type(strew.stablehlo.gather(
        tensor, rows, offset_dims=[], collapsed_slice_dims=[0], start_index_map=[0], index_vector_dim=1,
        slice_sizes=[1],
    ), Tensor)  # fmt: skip


def calls_of_plans(floats: Floats, tensor: Tensor, raw: bytearray) -> None:
    plan = strew.plan(strew.gather, floats, rows)
    assert_type(plan(floats, rows), Floats)
    assert_type(plan(tensor, rows, threads=2), Tensor)
    assert_type(plan([1, 2], [0]), NDArray[Any])
    assert_type(plan(floats, rows, out=tensor), Tensor)
    assert_type(plan(floats, floats, None), Floats)  # a cache without write indices
    assert_type(plan(floats, segment_ids=rows, arg=True), tuple[Any, ...])
    assert_type(plan(floats, segment_ids=rows, count=rows, out=tensor), tuple[Any, ...])
    assert_type(plan(tensor, rows, segment_ids=rows, scales=floats), Tensor)
    assert_type(plan(floats, floats, rows, segment_ids=rows, out=tensor), Tensor)
    assert_type(plan(segment_ids=rows), Any)
    assert_type(plan(segment_ids=rows, out=floats), Floats)


def borrowed(floats: Floats, tensor: Tensor, array: Array, raw: bytearray) -> None:
    """The names of other libraries give what came in, too."""
    assert_type(strew.take(floats, rows), Floats)
    assert_type(strew.take(tensor, rows, 0, mode="clip"), Tensor)
    assert_type(strew.take([1, 2], 0), NDArray[Any])
    assert_type(strew.take(floats, rows, None, raw), bytearray)
    assert_type(strew.take(floats, rows, out=raw), bytearray)
    assert_type(strew.take_along_axis(array, rows), Array)
    assert_type(strew.bincount(tensor), NDArray[Any])
    assert_type(strew.segment_sum(floats, rows, 4), Floats)
    assert_type(strew.segment_mean(array, rows), Array)
    assert_type(strew.segment_max([1, 2], [0, 1]), NDArray[Any])
    assert_type(strew.index_add(tensor, 0, rows, tensor, alpha=2), Tensor)
    assert_type(strew.index_copy(floats, 0, rows, 1, out=floats), Floats)
    assert_type(strew.index_reduce(floats, 0, rows, floats, "amax"), Floats)
    assert_type(strew.index_select(tensor, 0, rows), Tensor)
    assert_type(strew.index_put(tensor, (rows, None), 1, True), Tensor)
    assert_type(strew.scatter_add(array, 0, rows, array), Array)
    assert_type(strew.scatter_reduce(floats, 0, rows, floats, "sum", include_self=False), Floats)
    assert_type(strew.torch_names.gather(tensor, 0, tensor), Tensor)
    assert_type(strew.torch_names.scatter(floats, 0, rows, 1.5, reduce="add"), Floats)
    assert_type(strew.torch_names.embedding_bag(rows, tensor, [0, 2], mode="sum"), Tensor)
    assert_type(strew.pyg.scatter(tensor, rows, 0, reduce="mul"), Tensor)
    assert_type(strew.torch_names.segment_reduce(tensor, "amax", lengths=rows), Tensor)
    assert_type(strew.pyg.segment(floats, [0, 2], "mean"), Floats)
    assert_type(strew.pyg.spmm((rows, rows, None), tensor), Tensor)


def errors() -> None:
    try:
        strew.gather([1, 2], 7)
    except strew.IndexOutOfBounds as refused:
        assert_type(refused.position, int)
        assert_type(refused.allowed, tuple[int, int])
        assert_type(refused.rule, str | None)
    except strew.DuplicateIndex as refused:
        assert_type(refused.other_position, int)


def mistakes(floats: Floats) -> None:
    strew.gather(floats, rows, out_of_bounds="clip")  # type: ignore[call-overload]
    strew.gather(floats, rows, 1)  # type: ignore[call-overload]
    strew.gather(floats, rows, axis="0")  # type: ignore[call-overload]
    strew.scatter(floats, rows, floats, reduction="plus")  # type: ignore[call-overload]
    strew.scatter(floats, rows, floats, out_of_bounds="fill")  # type: ignore[call-overload]
    strew.scatter(floats, rows, floats, out=[1, 2])  # type: ignore[call-overload]
    strew.gather_elements(floats, rows, batch_dims=1)  # type: ignore[call-overload]
    strew.tensor_scatter(floats, floats, mode="ring")  # type: ignore[call-overload]
    strew.prepare(strew.gather, rows)  # type: ignore[arg-type]
    strew.Plan().bytes = 3  # type: ignore[misc]
    strew.index_reduce(floats, 0, rows, floats, reduce="sum")  # type: ignore[call-overload]
    strew.scatter_reduce(floats, 0, rows, floats, reduce="add")  # type: ignore[call-overload]
    strew.torch_names.scatter(floats, 0, rows, floats, reduce="mul")  # type: ignore[call-overload]
    strew.torch_names.gather(floats, rows, 0)  # type: ignore[call-overload]
    strew.pyg.scatter(floats, rows, reduce="prod")  # type: ignore[call-overload]
    strew.pyg.segment(floats, rows, reduce="any")  # type: ignore[call-overload]
    strew.take(floats, rows, mode="wrapped")  # type: ignore[call-overload]
    strew.segment_sum(floats, rows, "3")  # type: ignore[call-overload]
    strew.plan(strew.gather, floats, rows)(floats, rows, threads="2")  # type: ignore[call-overload]
assert_type(strew.show_config(mode="dicts"), dict[str, str])
