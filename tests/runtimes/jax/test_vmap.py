"""vmap against a loop over the batch, for every choice of operands that have one."""

import functools
import itertools

import calls
import jax
import jax.numpy as jnp
import numpy as np
import pytest

SIZE = 3


def batched_call(random, operator, has):
    """Arrays with a batch dimension of SIZE somewhere where `has` says so, and where it is."""
    arrays, form = calls.random_call(random, operator, ("float32", "int16"), least=1)
    made, dims = [], []
    for number, (array, is_batched) in enumerate(zip(arrays, has)):
        if not is_batched:
            made.append(array)
            dims.append(None)
            continue
        dim = int(random.integers(array.ndim + 1))
        if number == 1:  # the same values in another order are valid where they were
            is_one_tuple = array.ndim == 0 or operator.endswith("_nd") and array.ndim == 1
            several = np.stack([array if is_one_tuple else array[::step] for step in (1, -1, 1)])
        else:
            several = np.stack([array, array[..., ::-1] if array.ndim else array, array])
        made.append(np.moveaxis(several, 0, dim))
        dims.append(dim)
    return made, dims, form


def one_of(array, dim, number):
    return array if dim is None else np.take(array, number, axis=dim)


@pytest.mark.parametrize("operator", calls.OPERATORS)
def test_vmap_is_the_loop(operator):
    random = np.random.default_rng(list(operator.encode()))
    operands = 2 if operator in calls.GATHERS else 3
    choices = [has for has in itertools.product((False, True), repeat=operands) if any(has)]
    for has in choices * 3:
        arrays, dims, form = batched_call(random, operator, has)
        expected = [
            calls.in_numpy(operator)(*(one_of(array, dim, n) for array, dim in zip(arrays, dims)), **form)
            for n in range(SIZE)
        ]
        call = jax.vmap(functools.partial(calls.in_jax(operator), **form), in_axes=tuple(dims))
        assert calls.same_bits(call(*arrays), np.stack(expected)), (has, [a.shape for a in arrays], dims, form)


def test_nested_vmap_and_out_axes():
    random = np.random.default_rng(1)
    data, rows = random.standard_normal((2, 3, 5, 4)).astype("float32"), random.integers(0, 5, (2, 3, 6))
    call = jax.vmap(jax.vmap(calls.in_jax("gather"), out_axes=1), out_axes=2)
    expected = np.stack([np.stack([data[a, b][rows[a, b]] for b in range(3)], 1) for a in range(2)], 2)
    assert calls.same_bits(call(data, rows), expected)


def test_vmap_of_a_gradient():
    random = np.random.default_rng(2)
    data, rows = random.standard_normal((4, 5)).astype("float32"), random.integers(0, 5, (4, 9))
    gradient = jax.grad(lambda data, rows: (calls.in_jax("gather")(data, rows) ** 2).sum())
    expected = np.stack([gradient(jnp.asarray(one), jnp.asarray(at)) for one, at in zip(data, rows)])
    assert calls.same_bits(jax.vmap(gradient)(data, rows), expected)


def test_a_batch_of_one_and_of_none():
    for size in (0, 1):
        data, rows = jnp.ones((size, 5, 2)), jnp.zeros((size, 3), "int32")
        assert jax.vmap(calls.in_jax("gather"))(data, rows).shape == (size, 3, 2)


def test_the_position_of_a_bad_index_counts_the_batch():
    rows = jnp.array([[0, 1], [2, 9]])
    with pytest.raises(jax.errors.JaxRuntimeError, match=r"position 1 \(1\)|position 3 \(1, 1\)"):
        jax.vmap(calls.in_jax("gather"))(jnp.ones((2, 3)), rows)
