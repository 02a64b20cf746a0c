"""What shard_map knows of a value: the axes of the mesh along which devices have different ones. JAX 0.6 keeps them in
`aval.vma`, 0.10 in `aval.mat.varying`; where shard_map does not check, there are none."""

from __future__ import annotations

from typing import Any

import jax


def varying(aval: Any) -> frozenset[Any]:
    if hasattr(aval, "vma"):
        return frozenset(aval.vma)
    return frozenset(aval.mat.varying) if hasattr(aval, "mat") else frozenset()


def alike(arrays: tuple[Any, ...]) -> list[Any]:
    """The traced arrays, all of which vary along the axes of any: a gradient is then summed over the devices."""
    axes = frozenset[Any]().union(*(varying(jax.typeof(array)) for array in arrays))
    return [_cast(array, tuple(axes - varying(jax.typeof(array)))) for array in arrays]


def _cast(array: Any, axes: tuple[Any, ...]) -> Any:
    if not axes:
        return array
    if hasattr(jax.lax, "pcast"):
        return jax.lax.pcast(array, axes, to="varying")
    return jax.lax.pvary(array, axes)


def result(operands: tuple[Any, ...], shape: tuple[int, ...], dtype: Any) -> Any:
    """The abstract result of an operator, which varies as its operands do."""
    model = max(operands, key=lambda operand: len(varying(operand)))
    if not varying(model):
        return jax.core.ShapedArray(shape, dtype)
    sharding = model.sharding.update(spec=jax.sharding.PartitionSpec(*[None] * len(shape)))
    return model.update(shape=shape, dtype=dtype, weak_type=False, sharding=sharding)
