"""JAX's own gathers and scatters on strew's kernels: only what they become on the CPU changes."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import jax
import numpy as np
from jax.interpreters import mlir

from strew._words import BOUNDS, REDUCTIONS
from strew.jax._library import target
from strew.jax._types import EXACT, MOVED, NUMBERS, REAL

# The types of each scatter that strew takes. Complex numbers have an order in JAX and none here.
_SCATTERS = {
    "scatter_p": ("none", MOVED), "scatter_add_p": ("add", NUMBERS), "scatter_sub_p": ("sub", NUMBERS),
    "scatter_mul_p": ("mul", NUMBERS), "scatter_min_p": ("min", REAL), "scatter_max_p": ("max", REAL),
}  # fmt: skip


def install() -> None:
    """Makes JAX's own indexing run on strew's kernels on the CPU: `x[i]`, `x.at[i].add(u)`, `jnp.take`, segment_sum.

    The lowering of `lax.gather` and `lax.scatter*` is replaced, and nothing else: derivatives, vmap, sharding and the
    rules for indices outside stay JAX's. What strew does not take is lowered as before: `scatter_apply`, types that are
    no numbers of whole bytes, dynamic shapes, programs that XLA partitions, exported ones. What was compiled is
    forgotten.

    Source: strew; docs/runtimes/jax.md.

    Raises:
        RuntimeError: this version of JAX keeps its lowerings elsewhere.
    """
    for primitive, (lower, usual) in _lowerings().items():
        mlir.register_lowering(primitive, functools.partial(lower, usual), platform="cpu")
    jax.clear_caches()


def uninstall() -> None:
    """Undoes `install`. What was compiled is forgotten.

    Source: strew; docs/runtimes/jax.md.

    Raises:
        RuntimeError: this version of JAX keeps its lowerings elsewhere.
    """
    for primitive, (_, usual) in _lowerings().items():
        mlir.register_lowering(primitive, usual, platform="cpu")
    jax.clear_caches()


def _lowerings() -> dict[Any, tuple[Callable[..., Any], Callable[..., Any]]]:
    """JAX's primitives, strew's lowering of each and the usual one."""
    try:
        from jax._src.lax import slicing

        made = {slicing.gather_p: (_lower_gather, slicing._gather_lower)}
        for name, (reduction, types) in _SCATTERS.items():
            if hasattr(slicing, name):  # scatter_sub_p is the youngest
                lower = functools.partial(_lower_scatter, reduction, types)
                made[getattr(slicing, name)] = lower, slicing._scatter_lower
        return made
    except (ImportError, AttributeError) as moved:
        raise RuntimeError(
            f"strew.jax.install() knows where JAX 0.6.2 to 0.10.2 keep their lowerings; in {jax.__version__} they are "
            f"elsewhere ({moved}): use strew.jax.gather and its relatives, or another version of strew"
        ) from moved


def _lower_gather(usual: Callable[..., Any], ctx: Any, *operands: Any, **form: Any) -> Any:
    policy = _policy(form["mode"])
    if policy is None or not _is_taken(ctx, MOVED):
        return usual(ctx, *operands, **form)
    numbers = form["dimension_numbers"]
    attributes = {
        **_list("offset_dims", numbers.offset_dims),
        **_list("collapsed_slice_dims", numbers.collapsed_slice_dims),
        **_list("operand_batching_dims", numbers.operand_batching_dims),
        **_list("start_indices_batching_dims", numbers.start_indices_batching_dims),
        **_list("start_index_map", numbers.start_index_map),
        **_list("slice_sizes", form["slice_sizes"]),
        **_shared(ctx, "clamp" if policy == "assume" else policy),
    }
    if policy == "fill":
        element = np.asarray(form["fill_value"]).astype(ctx.avals_in[0].dtype)
        attributes["fill_value"] = np.frombuffer(element.tobytes(), np.uint8)
    return jax.ffi.ffi_lowering(target("stablehlo_gather"))(ctx, *operands, **attributes)


def _lower_scatter(
    reduction: str, types: tuple[str, ...], usual: Callable[..., Any], ctx: Any, *operands: Any, **form: Any
) -> Any:
    policy = _policy(form["mode"])
    applies = reduction == "none" and form["update_jaxpr"] is not None  # scatter_apply, which computes anything
    if policy is None or applies or not _is_taken(ctx, types):
        return usual(ctx, *operands, **form)
    numbers = form["dimension_numbers"]
    attributes = {
        **_list("update_window_dims", numbers.update_window_dims),
        **_list("inserted_window_dims", numbers.inserted_window_dims),
        **_list("input_batching_dims", numbers.operand_batching_dims),
        **_list("scatter_indices_batching_dims", numbers.scatter_indices_batching_dims),
        **_list("scatter_dims_to_operand_dims", numbers.scatter_dims_to_operand_dims),
        **_shared(ctx, "clamp" if policy == "clamp" else "skip"),
        "reduction": np.int64(REDUCTIONS.index(reduction)),
    }
    lower = jax.ffi.ffi_lowering(target("stablehlo_scatter"), operand_output_aliases={0: 0})
    return lower(ctx, *operands, **attributes)


def _policy(mode: Any) -> str | None:
    """What JAX's modes ask for; None: a mode that this does not know."""
    return {"CLIP": "clamp", "FILL_OR_DROP": "fill", "PROMISE_IN_BOUNDS": "assume"}.get(mode.name)


def _shared(ctx: Any, policy: str) -> dict[str, Any]:
    """A whole window is dropped or filled if a part of it is outside; sums round after each update, as in XLA."""
    return {
        "index_vector_dim": np.int64(len(ctx.avals_in[1].shape) - 1),
        "out_of_bounds": np.int64(BOUNDS.index(policy)),
        "negative_indices": np.int64(1),
        "partial_window": np.int64(1),
        "accumulate": np.int64(1),
    }


def _list(name: str, numbers: Any) -> dict[str, Any]:
    return {name: np.asarray(list(numbers), np.int64)}


def _is_taken(ctx: Any, types: tuple[str, ...]) -> bool:
    operands = (*ctx.avals_in, *ctx.avals_out)
    return (
        ctx.avals_in[0].dtype.name in types
        and ctx.avals_in[1].dtype.name in EXACT
        and all(type(size) is int for operand in operands for size in operand.shape)
        and all(ctx.avals_out[0].shape)
        and not ctx.module_context.lowering_parameters.for_export
        and not _is_partitioned(ctx.module_context.axis_context)
    )


def _is_partitioned(context: Any) -> bool:
    """Whether XLA divides the program among devices: it can divide its own operators, and only those."""
    mesh = getattr(context, "mesh", None)
    if mesh is not None:
        return mesh.size > 1 and set(mesh.axis_names) != set(context.manual_axes)
    return int(getattr(context, "num_devices", 1) or 1) > 1
