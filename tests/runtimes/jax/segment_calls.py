"""Calls of the operators of segments: forms of segments with operands for them, and what tests of them have in common."""

import calls
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import Mesh, PartitionSpec
from jax.test_util import check_grads

ROWS, WIDTH, SEGMENTS, POSITIONS = 4, 3, 3, 6
INDICES = np.array([3, 0, -1, 1, 0, 2], "int32")
IDS = np.array([2, 0, 2, 0, 0, 2], "int32")  # segment 1 is empty
OFFSETS = np.array([1, 3, 3], "int32")  # the first position is of none

# What is reported, indices, and segments.
BAD_PLACES = (
    ("IX1: indices: position 2 ", np.array([3, 0, 9, 1, 0, 2], "int32"), {"segment_ids": IDS}),
    ("IX1: segments: position 1 ", INDICES, {"segment_ids": np.array([2, -1, 2, 0, 0, 2], "int32")}),
    ("OF1: segments: ", INDICES, {"offsets": np.array([3, 2, 4], "int32")}),
)

# Indices, options, the extents of the segments.
FORMS = {
    "ids": (INDICES, {"segment_ids": IDS, "num_segments": SEGMENTS}, (SEGMENTS,)),
    "offsets": (INDICES, {"offsets": OFFSETS, "num_segments": SEGMENTS}, (SEGMENTS,)),
    "all offsets": (INDICES.reshape(2, 3), {"offsets": np.array([1, 3, 3, 5], "int32")}, (SEGMENTS,)),
    "groups": (INDICES.reshape(3, 2), {}, (SEGMENTS,)),
    "nested groups": (INDICES.reshape(1, 3, 2), {}, (1, SEGMENTS)),
    "rows": (None, {"segment_ids": IDS[:ROWS], "num_segments": SEGMENTS}, (SEGMENTS,)),
    "rows by offsets": (None, {"offsets": OFFSETS}, (2,)),
    "padded": (
        INDICES, {"segment_ids": IDS, "num_segments": SEGMENTS, "padding_index": 0, "padding_segment": 2}, (SEGMENTS,),
    ),
    "skipped": (
        INDICES + 2, {"segment_ids": IDS - 1, "num_segments": 2, "out_of_bounds": "skip",
                      "segment_out_of_bounds": "skip"}, (2,),
    ),
    "clamped": (
        INDICES * 2, {"segment_ids": IDS - 1, "num_segments": 2, "out_of_bounds": "clamp",
                      "segment_negative_indices": "from_end"}, (2,),
    ),
}  # fmt: skip
EVERY_FORM = pytest.mark.parametrize("form", FORMS)


def reals(*shape, name="float64"):
    random = np.random.default_rng(shape)
    return calls.elements(random, shape, name)


def weights_for(indices, name="float64"):
    return reals(ROWS, name=name) if indices is None else reals(*indices.shape, name=name)


def in_jax(options):
    return {name: jnp.asarray(one) if isinstance(one, np.ndarray) else one for name, one in options.items()}


def placed(indices):
    return None if indices is None else jnp.asarray(indices)


def check(function, *arguments):
    check_grads(jax.jit(function), arguments, order=2, modes=("fwd", "rev"), atol=1e-5, rtol=1e-5, eps=1e-4)


def loop(function, *given):
    return np.stack([function(*one) for one in zip(*given)])


def on_each_device(function):
    """The first operand is that of all, of the others each device has a part."""
    mesh = Mesh(np.array(jax.devices()), ("x",))

    def mapped(data, *parts):
        specs = {"in_specs": (PartitionSpec(), *[PartitionSpec("x")] * len(parts)), "out_specs": PartitionSpec("x")}
        if hasattr(jax, "shard_map"):
            return jax.shard_map(function, mesh=mesh, **specs)(data, *parts)
        from jax.experimental.shard_map import shard_map

        return shard_map(function, mesh=mesh, **specs)(data, *parts)

    return mapped
