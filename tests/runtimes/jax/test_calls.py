"""The operators in JAX write the bits of the package, for every type, policy, reduction and shape."""

import functools

import calls
import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest

import strew
import strew.jax


@pytest.mark.parametrize("operator", calls.OPERATORS)
def test_random_calls_are_those_of_the_package(operator, either_width):
    random = np.random.default_rng(list(operator.encode()))
    types = calls.WIDE if either_width else calls.NARROW
    for _ in range(40):
        arrays, form = calls.random_call(random, operator, types)
        expected = calls.in_numpy(operator)(*arrays, **form)
        got = calls.in_jax(operator)(*(jnp.asarray(array) for array in arrays), **form)
        assert calls.same_bits(got, expected), (operator, [a.shape for a in arrays], [a.dtype for a in arrays], form)


@pytest.mark.parametrize("operator", calls.OPERATORS)
def test_under_jit_too(operator):
    random = np.random.default_rng(list(operator.encode()))
    for _ in range(10):
        arrays, form = calls.random_call(random, operator, calls.NARROW)
        call = jax.jit(functools.partial(calls.in_jax(operator), **form))
        assert calls.same_bits(call(*arrays), calls.in_numpy(operator)(*arrays, **form))


@pytest.mark.parametrize("name", calls.WIDE)
def test_every_type_moves_and_adds(name, x64):
    random = np.random.default_rng(3)
    data, updates = calls.elements(random, (5, 3), name), calls.elements(random, (7, 3), name)
    rows = random.integers(0, 5, 7)
    assert calls.same_bits(strew.jax.gather(jnp.asarray(data), rows), data[rows])
    for reduction in calls.reductions_of(name):
        got = strew.jax.scatter(jnp.asarray(data), rows, updates, reduction=reduction)
        assert calls.same_bits(got, strew.scatter(data, rows, updates, reduction=reduction)), reduction


@pytest.mark.parametrize("name", ["float8_e4m3fn", "float8_e5m2", "float8_e4m3b11fnuz"])
def test_small_floats_are_moved_and_not_reduced(name):
    data = np.arange(6, dtype="u1").view(getattr(ml_dtypes, name)).reshape(3, 2)
    rows = jnp.array([2, 0])
    got = strew.jax.gather(jnp.asarray(data), rows)
    assert got.dtype == data.dtype and calls.same_bits(np.asarray(got).view("u1"), data.view("u1")[[2, 0]])
    with pytest.raises(strew.DTypeError, match="TY4"):
        strew.jax.scatter(jnp.asarray(data), rows, jnp.asarray(data[:2]), reduction="add")


def test_payloads_of_nan_and_signs_of_zero_arrive():
    bits = np.array([0x7FC00001, 0xFFC12345, 0x80000000, 0x7F800001], "uint32")
    got = strew.jax.gather(jnp.asarray(bits.view("float32")), jnp.array([3, 2, 1, 0]))
    assert np.asarray(got).view("uint32").tolist() == bits[::-1].tolist()


def test_empty_arrays():
    nothing = jnp.zeros((0, 3))
    none = jnp.zeros(0, "int32")
    assert strew.jax.gather(nothing, none).shape == (0, 3)
    assert strew.jax.gather(jnp.ones((2, 0)), jnp.array([1])).shape == (1, 0)
    assert strew.jax.scatter(jnp.ones((2, 3)), none, nothing, reduction="add").tolist() == [[1.0] * 3] * 2
    with pytest.raises(jax.errors.JaxRuntimeError, match="OUT_OF_RANGE: IX1.*no index|OUT_OF_RANGE: IX1"):
        strew.jax.gather(nothing, jnp.array([0]))


def test_a_fill_value_is_an_element_to_the_sign_of_zero():
    data, outside = jnp.zeros(2), jnp.array([5])
    for value in (0.0, -0.0, np.nan, np.float32(1.5), np.array(2.0)):
        got = strew.jax.gather(data, outside, out_of_bounds="fill", fill_value=value)
        assert calls.same_bits(got, np.full(1, value, "float32"))


def test_numpy_arrays_are_taken_and_results_are_jax_arrays():
    got = strew.jax.gather(np.arange(4.0, dtype="f4"), np.array([2]))
    assert isinstance(got, jax.Array) and got.tolist() == [2.0]


def test_the_sixty_four_bit_types_are_as_elsewhere_in_jax(either_width):
    got = strew.jax.gather(jnp.asarray(np.arange(3.0)), np.array([1], "int64"))
    assert got.dtype == ("float64" if either_width else "float32")


def test_where_jit_is_switched_off():
    with jax.disable_jit():
        assert strew.jax.gather(jnp.arange(4.0), jnp.array([2])).tolist() == [2.0]
        assert jax.grad(lambda data: strew.jax.gather(data, jnp.array([2])).sum())(jnp.ones(3)).tolist() == [0, 0, 1]


def test_programs_name_the_operator():
    text = jax.jit(strew.jax.gather_nd).lower(jnp.ones((2, 2)), jnp.zeros((1, 2), "int32")).as_text()
    assert "@strew_gather_nd" in text
    assert "strew_scatter[" in str(jax.make_jaxpr(strew.jax.scatter)(jnp.ones(2), jnp.array([0]), jnp.ones(1)))
