"""strew's operators in JAX programs on the CPU: under jit, grad, vmap and shard_map, with checked indices.

    import jax, jax.numpy as jnp, strew.jax
    strew.jax.scatter(jnp.zeros(4), jnp.array([3, 1, 3]), jnp.ones(3), reduction="add")

Needs JAX 0.6.2 or newer, which `import strew` does not import.
"""

from __future__ import annotations

from typing import Any

from strew._errors import explained as _explained
from strew._typing import Accumulate, Duplicates, GatherBounds, NegativeIndices, Reduction, ScatterBounds
from strew.jax import _library  # first of these: it says what is missing

# isort: split
from strew.jax import _calls, _gradients, _scan_gradients, _segment_gradients
from strew.jax._codes import gather_block_quantized
from strew.jax._install import install, uninstall
from strew.jax._scans import segment_scan
from strew.jax._segments import sddmm, segment_reduce

__all__ = [
    "gather", "gather_block_quantized", "gather_elements", "gather_nd", "install", "scatter", "scatter_elements",
    "scatter_nd", "sddmm", "segment_reduce", "segment_scan", "uninstall",
]  # fmt: skip

assert _library and _gradients and _scan_gradients and _segment_gradients  # the first looks for JAX, the others add rules


def __dir__() -> list[str]:
    return __all__


@_explained
def gather(
    data: Any, indices: Any, *, axis: int = 0, batch_dims: int = 0, out_of_bounds: GatherBounds = "error",
    negative_indices: NegativeIndices = "from_end", fill_value: Any = None,
) -> Any:  # fmt: skip
    """Slices of data along one axis, one for each index: `strew.gather` for JAX.

    Differentiable with respect to data.

    Source: strew; docs/operators/gather.md, docs/runtimes/jax.md.

    Args:
        data: array of shape D and any type of whole bytes.
        indices: array of integers of shape J.
        axis, batch_dims, out_of_bounds, negative_indices, fill_value: as in `strew.gather`; "skip" is refused. They are
            static: a new combination is compiled anew.

    Returns:
        array of shape D[:axis] + J[batch_dims:] + D[axis + 1:] and the type of data.

    Raises:
        strew.Error: types, options or shapes, when the call is traced.
        jax.errors.JaxRuntimeError: OUT_OF_RANGE, with rule and position: an index is outside (IX1).

    >>> import jax.numpy as jnp, strew.jax
    >>> strew.jax.gather(jnp.arange(6.0).reshape(3, 2), jnp.array([2, -3]))
    Array([[4., 5.],
           [0., 1.]], dtype=float32)
    """
    if fill_value is not None:
        fill_value = _calls.fill_bytes(fill_value, data, out_of_bounds)
    form = axis, batch_dims, out_of_bounds, negative_indices, fill_value
    return _calls.GATHER.run((data, indices), *form)


@_explained
def gather_elements(
    data: Any, indices: Any, *, axis: int = 0, out_of_bounds: GatherBounds = "error",
    negative_indices: NegativeIndices = "from_end", fill_value: Any = None,
) -> Any:  # fmt: skip
    """One element of data for each index: `strew.gather_elements` for JAX.

    Differentiable with respect to data.

    Source: strew; docs/operators/gather_elements.md, docs/runtimes/jax.md.

    Args:
        data: array of shape D and any type of whole bytes.
        indices: array of integers of shape J, of the rank of data, J[d] <= D[d] off the axis.
        axis, out_of_bounds, negative_indices, fill_value: as in `strew.gather_elements`; "skip" is refused.

    Returns:
        array of shape J and the type of data.

    Raises:
        strew.Error, jax.errors.JaxRuntimeError: as `gather`.

    >>> import jax.numpy as jnp, strew.jax
    >>> strew.jax.gather_elements(jnp.array([[1, 2], [3, 4]]), jnp.array([[1, 0]]))
    Array([[3, 2]], dtype=int32)
    """
    if fill_value is not None:
        fill_value = _calls.fill_bytes(fill_value, data, out_of_bounds)
    form = axis, out_of_bounds, negative_indices, fill_value
    return _calls.GATHER_ELEMENTS.run((data, indices), *form)


@_explained
def gather_nd(
    data: Any, indices: Any, *, batch_dims: int = 0, out_of_bounds: GatherBounds = "error",
    negative_indices: NegativeIndices = "from_end", fill_value: Any = None,
) -> Any:  # fmt: skip
    """A slice of data for each index tuple: `strew.gather_nd` for JAX.

    Differentiable with respect to data.

    Source: strew; docs/operators/gather_nd.md, docs/runtimes/jax.md.

    Args:
        data: array of shape D and any type of whole bytes.
        indices: array of integers of shape J; the last dimension, of size k, holds the tuples.
        batch_dims, out_of_bounds, negative_indices, fill_value: as in `strew.gather_nd`; "skip" is refused.

    Returns:
        array of shape J[:-1] + D[batch_dims + k:] and the type of data.

    Raises:
        strew.Error, jax.errors.JaxRuntimeError: as `gather`.

    >>> import jax.numpy as jnp, strew.jax
    >>> strew.jax.gather_nd(jnp.array([[1, 2], [3, 4]]), jnp.array([[1, 0], [0, 1]]))
    Array([3, 2], dtype=int32)
    """
    if fill_value is not None:
        fill_value = _calls.fill_bytes(fill_value, data, out_of_bounds)
    form = batch_dims, out_of_bounds, negative_indices, fill_value
    return _calls.GATHER_ND.run((data, indices), *form)


@_explained
def scatter(
    data: Any, indices: Any, updates: Any, *, axis: int = 0, batch_dims: int = 0, reduction: Reduction = "none",
    include_self: bool = True, out_of_bounds: ScatterBounds = "error", negative_indices: NegativeIndices = "from_end",
    duplicates: Duplicates = "allow", ordered: bool = True, accumulate: Accumulate = "wide",
) -> Any:  # fmt: skip
    """Data with slices along one axis written or combined, in row-major order of indices: `strew.scatter` for JAX.

    In a jitted function that donates data the result takes their buffer, and nothing is copied. Differentiable with
    respect to data and updates where reduction is none, add, sub, mean, min or max.

    Source: strew; docs/operators/scatter.md, docs/runtimes/jax.md.

    Args:
        data: array of shape D and any type of whole bytes, numbers where there is a reduction.
        indices: array of integers of shape J.
        updates: array of shape D[:axis] + J[batch_dims:] + D[axis + 1:] and the type of data.
        axis, batch_dims, reduction, include_self, out_of_bounds, negative_indices, duplicates, ordered, accumulate: as
            in `strew.scatter`. They are static: a new combination is compiled anew.

    Returns:
        array of the shape and type of data.

    Raises:
        strew.Error: types, options or shapes, when the call is traced.
        jax.errors.JaxRuntimeError: OUT_OF_RANGE, with rule and position: an index is outside (IX1), or two positions
            write one cell where duplicates="error" (IX2).

    >>> import jax.numpy as jnp, strew.jax
    >>> strew.jax.scatter(jnp.zeros(4), jnp.array([3, 1, 3]), jnp.ones(3), reduction="add")
    Array([0., 1., 0., 2.], dtype=float32)
    """
    form = (
        axis, batch_dims, reduction, include_self, out_of_bounds, negative_indices, duplicates, ordered, accumulate,
    )  # fmt: skip
    return _calls.SCATTER.run((data, indices, updates), *form)


@_explained
def scatter_elements(
    data: Any, indices: Any, updates: Any, *, axis: int = 0, reduction: Reduction = "none", include_self: bool = True,
    out_of_bounds: ScatterBounds = "error", negative_indices: NegativeIndices = "from_end",
    duplicates: Duplicates = "allow", ordered: bool = True, accumulate: Accumulate = "wide",
) -> Any:  # fmt: skip
    """Data with elements written or combined, one for each index: `strew.scatter_elements` for JAX.

    Donation and derivatives as in `scatter`.

    Source: strew; docs/operators/scatter_elements.md, docs/runtimes/jax.md.

    Args:
        data: array of shape D and any type of whole bytes, numbers where there is a reduction.
        indices: array of integers of shape J, of the rank of data, J[d] <= D[d] off the axis.
        updates: array of shape J and the type of data.
        axis, reduction, include_self, out_of_bounds, negative_indices, duplicates, ordered, accumulate: as in
            `strew.scatter_elements`.

    Returns:
        array of the shape and type of data.

    Raises:
        strew.Error, jax.errors.JaxRuntimeError: as `scatter`.

    >>> import jax.numpy as jnp, strew.jax
    >>> strew.jax.scatter_elements(jnp.zeros((2, 2)), jnp.array([[1, 0]]), jnp.ones((1, 2)))
    Array([[0., 1.],
           [1., 0.]], dtype=float32)
    """
    form = axis, reduction, include_self, out_of_bounds, negative_indices, duplicates, ordered, accumulate
    return _calls.SCATTER_ELEMENTS.run((data, indices, updates), *form)


@_explained
def scatter_nd(
    data: Any, indices: Any, updates: Any, *, batch_dims: int = 0, reduction: Reduction = "none",
    include_self: bool = True, out_of_bounds: ScatterBounds = "error", negative_indices: NegativeIndices = "from_end",
    duplicates: Duplicates = "allow", ordered: bool = True, accumulate: Accumulate = "wide",
) -> Any:  # fmt: skip
    """Data with slices at index tuples written or combined: `strew.scatter_nd` for JAX.

    Donation and derivatives as in `scatter`.

    Source: strew; docs/operators/scatter_nd.md, docs/runtimes/jax.md.

    Args:
        data: array of shape D and any type of whole bytes, numbers where there is a reduction.
        indices: array of integers of shape J; the last dimension, of size k, holds the tuples.
        updates: array of shape J[:-1] + D[batch_dims + k:] and the type of data.
        batch_dims, reduction, include_self, out_of_bounds, negative_indices, duplicates, ordered, accumulate: as in
            `strew.scatter_nd`.

    Returns:
        array of the shape and type of data.

    Raises:
        strew.Error, jax.errors.JaxRuntimeError: as `scatter`.

    >>> import jax.numpy as jnp, strew.jax
    >>> strew.jax.scatter_nd(jnp.zeros((2, 2)), jnp.array([[1, 0]]), jnp.ones(1))
    Array([[0., 0.],
           [1., 0.]], dtype=float32)
    """
    form = batch_dims, reduction, include_self, out_of_bounds, negative_indices, duplicates, ordered, accumulate
    return _calls.SCATTER_ND.run((data, indices, updates), *form)
