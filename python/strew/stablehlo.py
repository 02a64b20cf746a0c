"""The general gather and scatter of StableHLO, with the names of its specification.

Dimension numbers are sequences of integers, never negative. The defaults are the specification's: a gather clamps its
starts, a scatter skips elements out of bounds, negative starts are invalid, sums of small floats round at each update.
docs/operators/stablehlo_gather.md and docs/operators/stablehlo_scatter.md have the formulas and the rules GC1 to SC22.
"""

from __future__ import annotations

from typing import Any, SupportsIndex, overload

from numpy.typing import ArrayLike, NDArray

from strew import _strew
from strew._errors import ShapeError, from_rule, unknown_name
from strew._typing import (
    Accumulate,
    Array,
    Destination,
    Dims,
    Duplicates,
    GatherBounds,
    KindT,
    NegativeIndices,
    OnError,
    Operand,
    OutT,
    PartialWindow,
    ScatterBounds,
    UpdateComputation,
)
from strew._words import REDUCTIONS, STABLEHLO

__all__ = ["gather", "scatter"]



@overload
def gather(
    operand: Operand, start_indices: Operand, *,
    offset_dims: Dims, collapsed_slice_dims: Dims, operand_batching_dims: Dims = (),
    start_indices_batching_dims: Dims = (), start_index_map: Dims, index_vector_dim: SupportsIndex, slice_sizes: Dims,
    indices_are_sorted: bool = False, out_of_bounds: GatherBounds = "clamp",
    negative_indices: NegativeIndices = "invalid", partial_window: PartialWindow = "element",
    fill_value: ArrayLike | None = None, out: OutT, threads: SupportsIndex | None = None,
    on_error: OnError = "keep",
) -> OutT: ...  # fmt: skip
@overload
def gather(  # type: ignore[overload-overlap]
    operand: KindT, start_indices: Operand, *,
    offset_dims: Dims, collapsed_slice_dims: Dims, operand_batching_dims: Dims = (),
    start_indices_batching_dims: Dims = (), start_index_map: Dims, index_vector_dim: SupportsIndex, slice_sizes: Dims,
    indices_are_sorted: bool = False, out_of_bounds: GatherBounds = "clamp",
    negative_indices: NegativeIndices = "invalid", partial_window: PartialWindow = "element",
    fill_value: ArrayLike | None = None, out: None = None, threads: SupportsIndex | None = None,
    on_error: OnError = "keep",
) -> KindT: ...
@overload
def gather(
    operand: Operand, start_indices: Operand, *,
    offset_dims: Dims, collapsed_slice_dims: Dims, operand_batching_dims: Dims = (),
    start_indices_batching_dims: Dims = (), start_index_map: Dims, index_vector_dim: SupportsIndex, slice_sizes: Dims,
    indices_are_sorted: bool = False, out_of_bounds: GatherBounds = "clamp",
    negative_indices: NegativeIndices = "invalid", partial_window: PartialWindow = "element",
    fill_value: ArrayLike | None = None, out: None = None, threads: SupportsIndex | None = None,
    on_error: OnError = "keep",
) -> NDArray[Any]: ...  # fmt: skip
def gather(
    operand: Operand, start_indices: Operand, *,
    offset_dims: Dims, collapsed_slice_dims: Dims, operand_batching_dims: Dims = (),
    start_indices_batching_dims: Dims = (), start_index_map: Dims, index_vector_dim: SupportsIndex, slice_sizes: Dims,
    indices_are_sorted: bool = False, out_of_bounds: GatherBounds = "clamp",
    negative_indices: NegativeIndices = "invalid", partial_window: PartialWindow = "element",
    fill_value: ArrayLike | None = None, out: Destination | None = None, threads: SupportsIndex | None = None,
    on_error: OnError = "keep",
) -> Array:  # fmt: skip
    """Windows of `operand` at `start_indices`.

    Shape of the result: the extents of start_indices without index_vector_dim, and at offset_dims those of the window,
    slice_sizes without the collapsed and batching dimensions.

    Source: StableHLO gather, XLA, jax.lax.gather; rules GC1 to GC22 and SH1 in docs/contract.md.

    Args:
        operand: array of any element type.
        start_indices: integers of 8 to 64 bits; one tuple of starts for each position.
        offset_dims: dimensions of the result inside a window.
        collapsed_slice_dims: dimensions of operand, of slice size 0 or 1, absent from the result.
        operand_batching_dims: dimensions of operand paired with start_indices_batching_dims.
        start_indices_batching_dims: dimensions of start_indices paired with operand_batching_dims.
        start_index_map: dimension of operand that each member of a tuple addresses.
        index_vector_dim: dimension of start_indices that holds the tuples; its rank where each index is a tuple of one.
        slice_sizes: extents of a window, one for each dimension of operand.
        indices_are_sorted: a hint of the specification; ignored.
        out_of_bounds: "clamp" (moves the window), "error", "wrap", "skip" (leaves out unchanged), "fill", "assume".
        negative_indices: "invalid" or "from_end" (-1 is the last).
        partial_window: of a window partly out of bounds, "skip" and "fill" omit the "element" or the "whole" window.
        fill_value: with "fill": one element; zero bytes unless given.
        out: destination that shares no memory with the inputs.
        threads: maximum number of threads; None: as many as the machine allows.
        on_error: "keep", or "discard": out may be half-written after an error, so that indices may be read once.

    Returns:
        out, or a new array of the kind of operand.

    Raises:
        IndexOutOfBounds: with "error"; reports the first bad position; out is unchanged.
        ShapeError, DTypeError, OptionError, OverlapError, ArrayError: with the broken rule in .rule.

    >>> import numpy as np, strew
    >>> operand, starts = np.array([0, 10, 20, 30]), np.array([[1], [3]])
    >>> windows = dict(offset_dims=[1], collapsed_slice_dims=[], start_index_map=[0], index_vector_dim=1)
    >>> strew.stablehlo.gather(operand, starts, **windows, slice_sizes=[2])
    array([[10, 20],
           [20, 30]])
    """
    gathered: Array = _strew._stablehlo_gather(
        operand, start_indices, offset_dims=offset_dims, collapsed_slice_dims=collapsed_slice_dims,
        operand_batching_dims=operand_batching_dims, start_indices_batching_dims=start_indices_batching_dims,
        start_index_map=start_index_map, index_vector_dim=index_vector_dim, slice_sizes=slice_sizes,
        indices_are_sorted=indices_are_sorted, out_of_bounds=out_of_bounds, negative_indices=negative_indices,
        partial_window=partial_window, fill_value=fill_value, out=out, threads=threads,
        on_error=on_error,
    )  # fmt: skip
    return gathered


@overload
def scatter(
    inputs: Operand, scatter_indices: Operand, updates: Operand, *,
    update_window_dims: Dims, inserted_window_dims: Dims, input_batching_dims: Dims = (),
    scatter_indices_batching_dims: Dims = (), scatter_dims_to_operand_dims: Dims, index_vector_dim: SupportsIndex,
    indices_are_sorted: bool = False, unique_indices: bool = False, update_computation: UpdateComputation = "none",
    include_self: bool = True, out_of_bounds: ScatterBounds = "skip", negative_indices: NegativeIndices = "invalid",
    duplicates: Duplicates = "allow", ordered: bool = True, accumulate: Accumulate = "native",
    partial_window: PartialWindow = "element", out: OutT, threads: SupportsIndex | None = None,
    on_error: OnError = "keep",
) -> OutT: ...  # fmt: skip
@overload
def scatter(
    inputs: tuple[Operand, ...], scatter_indices: Operand, updates: tuple[Operand, ...], *,
    update_window_dims: Dims, inserted_window_dims: Dims, input_batching_dims: Dims = (),
    scatter_indices_batching_dims: Dims = (), scatter_dims_to_operand_dims: Dims, index_vector_dim: SupportsIndex,
    indices_are_sorted: bool = False, unique_indices: bool = False, update_computation: UpdateComputation = "none",
    include_self: bool = True, out_of_bounds: ScatterBounds = "skip", negative_indices: NegativeIndices = "invalid",
    duplicates: Duplicates = "allow", ordered: bool = True, accumulate: Accumulate = "native",
    partial_window: PartialWindow = "element", out: None = None, threads: SupportsIndex | None = None,
    on_error: OnError = "keep",
) -> tuple[Any, ...]: ...  # fmt: skip
@overload
def scatter(  # type: ignore[overload-overlap]
    inputs: KindT, scatter_indices: Operand, updates: Operand, *,
    update_window_dims: Dims, inserted_window_dims: Dims, input_batching_dims: Dims = (),
    scatter_indices_batching_dims: Dims = (), scatter_dims_to_operand_dims: Dims, index_vector_dim: SupportsIndex,
    indices_are_sorted: bool = False, unique_indices: bool = False, update_computation: UpdateComputation = "none",
    include_self: bool = True, out_of_bounds: ScatterBounds = "skip", negative_indices: NegativeIndices = "invalid",
    duplicates: Duplicates = "allow", ordered: bool = True, accumulate: Accumulate = "native",
    partial_window: PartialWindow = "element", out: None = None, threads: SupportsIndex | None = None,
    on_error: OnError = "keep",
) -> KindT: ...
@overload
def scatter(
    inputs: Operand, scatter_indices: Operand, updates: Operand, *,
    update_window_dims: Dims, inserted_window_dims: Dims, input_batching_dims: Dims = (),
    scatter_indices_batching_dims: Dims = (), scatter_dims_to_operand_dims: Dims, index_vector_dim: SupportsIndex,
    indices_are_sorted: bool = False, unique_indices: bool = False, update_computation: UpdateComputation = "none",
    include_self: bool = True, out_of_bounds: ScatterBounds = "skip", negative_indices: NegativeIndices = "invalid",
    duplicates: Duplicates = "allow", ordered: bool = True, accumulate: Accumulate = "native",
    partial_window: PartialWindow = "element", out: None = None, threads: SupportsIndex | None = None,
    on_error: OnError = "keep",
) -> NDArray[Any]: ...  # fmt: skip
def scatter(
    inputs: Operand | tuple[Operand, ...], scatter_indices: Operand, updates: Operand | tuple[Operand, ...], *,
    update_window_dims: Dims, inserted_window_dims: Dims, input_batching_dims: Dims = (),
    scatter_indices_batching_dims: Dims = (), scatter_dims_to_operand_dims: Dims, index_vector_dim: SupportsIndex,
    indices_are_sorted: bool = False, unique_indices: bool = False, update_computation: UpdateComputation = "none",
    include_self: bool = True, out_of_bounds: ScatterBounds = "skip", negative_indices: NegativeIndices = "invalid",
    duplicates: Duplicates = "allow", ordered: bool = True, accumulate: Accumulate = "native",
    partial_window: PartialWindow = "element", out: Destination | None = None, threads: SupportsIndex | None = None,
    on_error: OnError = "keep",
) -> Array | tuple[Array, ...]:  # fmt: skip
    """`inputs` with windows of `updates` written, or combined, at `scatter_indices`.

    Shape of updates: the extents of scatter_indices without index_vector_dim, and at update_window_dims those of the
    window. Positions are applied in row-major order, each with its whole window; the specification leaves the order
    undefined.

    Source: StableHLO scatter, XLA, jax.lax.scatter; rules SC2 to SC22 in docs/contract.md.

    Args:
        inputs: array of any element type, or strew.filled(shape, dtype, value); a tuple: several arrays with the
            same indices and as many updates. Returns a tuple of new arrays, none unless all are valid.
        scatter_indices: integers of 8 to 64 bits; one tuple of starts for each position.
        updates: array of the type of inputs; a list takes that type.
        update_window_dims: dimensions of updates inside a window.
        inserted_window_dims: dimensions of inputs absent from the window.
        input_batching_dims: dimensions of inputs paired with scatter_indices_batching_dims.
        scatter_indices_batching_dims: dimensions of scatter_indices paired with input_batching_dims.
        scatter_dims_to_operand_dims: dimension of inputs that each member of a tuple addresses.
        index_vector_dim: dimension of scatter_indices that holds the tuples; its rank where each is a tuple of one.
        indices_are_sorted, unique_indices: hints of the specification; ignored.
        update_computation: a reduction of strew, or "subtract", "multiply", "minimum", "maximum".
        include_self: False: the first update of a cell replaces its old value.
        out_of_bounds: "skip" (drops elements out of bounds), "error", "clamp" (moves the window), "wrap", "assume".
        negative_indices: "invalid" or "from_end" (-1 is the last).
        duplicates: "allow", or "error": refuse, before any write, if two positions write one cell.
        ordered: False: float and complex sums and products may be combined in any order where indices repeat.
        accumulate: "native": each update rounds; "wide": float16 and bfloat16 sums in float32, rounded once.
        partial_window: of a window partly out of bounds, "skip" drops the "element" or the "whole" window.
        out: destination; out=inputs works in place. None: a new array, inputs are unchanged.
        threads: maximum number of threads; None: as many as the machine allows.
        on_error: "keep", or "discard": out may be half-written after an error, so that indices may be read once.

    Returns:
        out, or a new array of the kind of inputs; for a tuple of inputs a tuple.

    Raises:
        IndexOutOfBounds, DuplicateIndex: with "error"; report the first bad position; out is unchanged.
        ShapeError, DTypeError, OptionError, OverlapError, ArrayError: with the broken rule in .rule.

    >>> import numpy as np, strew
    >>> starts, updates = np.array([[2], [3]]), np.array([[1, 2], [7, 8]])
    >>> windows = dict(update_window_dims=[1], inserted_window_dims=[], scatter_dims_to_operand_dims=[0])
    >>> adds = dict(index_vector_dim=1, update_computation="add")
    >>> strew.stablehlo.scatter(np.zeros(4, int), starts, updates, **windows, **adds)
    array([0, 0, 1, 9])
    """
    options = {
        "update_window_dims": update_window_dims, "inserted_window_dims": inserted_window_dims,
        "input_batching_dims": input_batching_dims, "scatter_indices_batching_dims": scatter_indices_batching_dims,
        "scatter_dims_to_operand_dims": scatter_dims_to_operand_dims, "index_vector_dim": index_vector_dim,
        "indices_are_sorted": indices_are_sorted, "unique_indices": unique_indices,
        "reduction": _reduction(update_computation), "include_self": include_self, "out_of_bounds": out_of_bounds,
        "negative_indices": negative_indices, "duplicates": duplicates, "ordered": ordered, "accumulate": accumulate,
        "partial_window": partial_window,
    }  # fmt: skip
    if isinstance(inputs, tuple):
        return _scatter_several(inputs, scatter_indices, updates, options, out, threads, on_error)
    made: Array = _strew._stablehlo_scatter(
        inputs, scatter_indices, updates, **options, out=out, threads=threads, on_error=on_error
    )
    return made


def _reduction(update_computation: Any) -> str:
    if not isinstance(update_computation, str) or update_computation not in (*REDUCTIONS, *STABLEHLO):
        raise unknown_name("update_computation", update_computation, (*REDUCTIONS, *STABLEHLO))
    return STABLEHLO.get(update_computation, update_computation)


def _scatter_several(
    inputs: tuple[Operand, ...], indices: Operand, updates: Any, options: dict[str, Any], out: Any, threads: Any,
    on_error: Any,
) -> tuple[Any, ...]:
    """Makes all plans before the first one is executed."""
    if not isinstance(updates, tuple) or len(updates) != len(inputs) or not inputs:
        given = f"a tuple of {len(updates)}" if isinstance(updates, tuple) else "one array"
        raise from_rule("PY1", "updates", f"are {given} for a tuple of {len(inputs)} inputs", ShapeError)
    if out is not None:
        raise from_rule("PY6", "output", "the results of several inputs are new arrays: leave out= away")
    calls = list(zip(inputs, updates))
    plans = [_strew._plan_stablehlo_scatter(one, indices, update, **options) for one, update in calls]
    how = {"threads": threads, "on_error": on_error}
    return tuple(plan(one, indices, update, **how) for plan, (one, update) in zip(plans, calls))


def _plan_gather(operand: Operand, start_indices: Operand, **options: Any) -> _strew.Plan:
    return _strew._plan_stablehlo_gather(operand, start_indices, **options)


def _plan_scatter(
    inputs: Operand, scatter_indices: Operand, updates: Operand, *,
    update_computation: UpdateComputation = "none", **options: Any,
) -> _strew.Plan:  # fmt: skip
    if isinstance(inputs, tuple):
        raise from_rule("PY1", "data", "inputs are a tuple, a plan is of one input: make a plan for each")
    reduction = _reduction(update_computation)
    return _strew._plan_stablehlo_scatter(inputs, scatter_indices, updates, reduction=reduction, **options)
