"""Donated data are written where they are; others are copied first."""

import functools

import calls
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import strew.jax


@pytest.mark.parametrize("operator", calls.SCATTERS)
def test_a_donated_buffer_is_kept(operator):
    rows = jnp.array([[1], [2]]) if operator.endswith("_nd") else jnp.array([1, 2])
    call = jax.jit(functools.partial(calls.in_jax(operator), reduction="add"), donate_argnums=0)
    data = jnp.zeros(1000)
    address = data.unsafe_buffer_pointer()
    for _ in range(3):
        data = call(data, rows, jnp.ones(2))
    assert data.unsafe_buffer_pointer() == address and data[:4].tolist() == [0, 3, 3, 0]


def test_data_that_are_used_again_are_not_changed():
    call = jax.jit(lambda data, rows: (strew.jax.scatter(data, rows, jnp.ones(1), reduction="add"), data * 2))
    data = jnp.arange(4.0)
    changed, doubled = call(data, jnp.array([1]))
    assert changed.tolist() == [0, 2, 2, 3] and doubled.tolist() == [0, 2, 4, 6] and data.tolist() == [0, 1, 2, 3]


def test_a_loop_updates_in_place():
    """The program copies data before the loop, if at all: none of its copies is in the loop's body."""

    def step(_, data):
        return strew.jax.scatter(data, jnp.array([1]), jnp.ones(1), reduction="add")

    call = jax.jit(lambda data: jax.lax.fori_loop(0, 10, step, data), donate_argnums=0)
    text = call.lower(jnp.zeros(1000)).compile().as_text()
    for body in text.split("\n\n"):
        assert not ("strew_scatter" in body and "f32[1000]{0} copy(" in body), body
    assert call(jnp.zeros(1000))[:3].tolist() == [0, 10, 0]


def test_arrays_of_any_layout_are_read_in_row_major_order():
    data = jnp.asarray(np.arange(12.0, dtype="f4").reshape(3, 4))
    call = jax.jit(lambda data: strew.jax.gather(data.T, jnp.array([3, 0])))
    assert calls.same_bits(call(data), np.asarray(data).T[[3, 0]])
