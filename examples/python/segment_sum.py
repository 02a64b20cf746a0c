"""Sums of segments in JAX with checked indices: python segment_sum.py

jax.ops.segment_sum drops what belongs to no segment and says nothing. Here it is an error with its position, also under
jit and grad, and the sums are added in order: the same bits for any number of threads.
"""

# First, since it says in a sentence what is missing where JAX is.
import strew.jax
import jax
import jax.numpy as jnp
import numpy as np


def segment_sum(values: jax.Array, segments: jax.Array, count: int) -> jax.Array:
    zeros = jnp.zeros((count, *values.shape[1:]), values.dtype)
    return strew.jax.scatter(zeros, segments, values, reduction="add", negative_indices="invalid")


def main() -> None:
    random = np.random.default_rng(0)
    values = jnp.asarray(random.standard_normal((10_000, 8)), "float32")
    segments = jnp.asarray(random.integers(0, 50, 10_000))

    sums = jax.jit(segment_sum, static_argnums=2)(values, segments, 50)
    loop = np.zeros((50, 8), "float32")
    np.add.at(loop, np.asarray(segments), np.asarray(values))
    assert np.asarray(sums).tobytes() == loop.tobytes()
    print(f"50 sums of {len(values)} rows, the bits of the loop in order")

    gradient = jax.grad(lambda values: (segment_sum(values, segments, 50) ** 2).sum())(values)
    assert np.array_equal(gradient, 2 * sums[segments])
    print("the gradient of their squares is twice the sum of each row's segment")

    wrong = segments.at[7].set(50)
    lost = np.asarray(jax.ops.segment_sum(values, wrong, 50) - sums)
    print(f"jax.ops.segment_sum loses row 7 without a word: {np.abs(lost).sum(axis=1).max():.2f} are missing")
    try:
        jax.block_until_ready(segment_sum(values, wrong, 50))
    except jax.errors.JaxRuntimeError as error:
        print(error)


main()
