"""Derivatives of first and second order, forward and reverse, against finite differences."""

import functools

import calls
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.test_util import check_grads

import strew.jax

DIFFERENTIABLE = ("none", "add", "sub", "mean", "min", "max")
POLICIES = ("error", "clamp", "wrap", "skip")


def check(function, *arguments):
    check_grads(jax.jit(function), arguments, order=2, modes=("fwd", "rev"), atol=1e-5, rtol=1e-5, eps=1e-4)


def problem(random, operator, policy):
    """Operands whose values are far enough apart for differences, with indices that repeat."""
    while True:
        data, indices, direct, form = calls.shapes(random, operator, least=2)
        if np.prod(direct) and len(indices) and np.prod(indices):
            break
    where = calls.index_values(random, operator, data, indices, form, "int32", bad=policy not in ("error", "assume"))
    size = int(np.prod(data))
    values = random.permutation(size + int(np.prod(direct))) / 8 + 1.0
    return values[:size].reshape(data), where, values[size:].reshape(direct), form


@pytest.mark.parametrize("policy", ["error", "clamp", "wrap", "fill", "assume"])
@pytest.mark.parametrize("operator", calls.GATHERS)
def test_gathers(operator, policy, x64):
    random = np.random.default_rng([1, *operator.encode(), *policy.encode()])
    data, where, _, form = problem(random, operator, policy)
    fill = {"fill_value": 2.5} if policy == "fill" else {}
    call = functools.partial(calls.in_jax(operator), indices=jnp.asarray(where), out_of_bounds=policy, **form, **fill)
    check(lambda data: call(data) ** 2, data)


@pytest.mark.parametrize("include_self", [True, False], ids=["with_self", "without_self"])
@pytest.mark.parametrize("reduction", DIFFERENTIABLE)
@pytest.mark.parametrize("operator", calls.SCATTERS)
def test_scatters(operator, reduction, include_self, x64):
    random = np.random.default_rng([2, *operator.encode(), *reduction.encode(), include_self])
    policy = str(random.choice(POLICIES))
    data, where, updates, form = problem(random, operator, policy)

    def call(data, updates):
        options = {"reduction": reduction, "include_self": include_self, "out_of_bounds": policy, **form}
        return calls.in_jax(operator)(data, jnp.asarray(where), updates, **options) ** 2

    check(call, data, updates)


@pytest.mark.parametrize("reduction", DIFFERENTIABLE)
def test_one_of_the_operands_is_constant(reduction, x64):
    data, rows, updates = np.arange(1.0, 4), jnp.array([2, 0, 2]), np.arange(5.0, 8)
    call = functools.partial(strew.jax.scatter, indices=rows, reduction=reduction)
    check(lambda data: call(data, updates=updates) ** 2, data)
    check(lambda updates: call(data, updates=updates) ** 2, updates)


@pytest.mark.parametrize("reduction", ["none", "add", "mean"])
def test_unique_indices(reduction, x64):
    rows = jnp.array([2, 0])
    call = functools.partial(strew.jax.scatter, indices=rows, reduction=reduction, duplicates="error")
    check(lambda data, updates: call(data, updates=updates) ** 2, np.arange(1.0, 4), np.arange(5.0, 7))


def test_the_last_of_equal_indices_has_the_gradient():
    gradient = jax.grad(lambda updates: strew.jax.scatter(jnp.zeros(3), jnp.array([1, 1, 2]), updates).sum())
    assert gradient(jnp.ones(3)).tolist() == [0, 1, 1]


def test_all_who_attain_an_extremum_share_its_gradient_evenly():
    data, rows, updates = jnp.array([5.0, 1.0, 7.0]), jnp.array([0, 0, 0, 1]), jnp.array([5.0, 5.0, 2.0, 3.0])
    call = functools.partial(strew.jax.scatter, indices=rows, reduction="max")
    of_data, of_updates = jax.grad(lambda data, updates: call(data, updates=updates).sum(), (0, 1))(data, updates)
    assert np.allclose(of_data, [1 / 3, 0, 1]) and np.allclose(of_updates, [1 / 3, 1 / 3, 0, 1])
    of_data, of_updates = jax.grad(
        lambda data, updates: call(data, updates=updates, include_self=False).sum(), (0, 1)
    )(data, updates)  # fmt: skip
    assert np.allclose(of_data, [0, 0, 1]) and np.allclose(of_updates, [1 / 2, 1 / 2, 0, 1])


def test_complex_numbers(x64):
    data, updates = np.arange(3) * (1 + 2j), np.arange(2) * (2 - 1j)
    check(lambda data: strew.jax.gather(data, jnp.array([2, 2])), data)
    check(lambda data, updates: strew.jax.scatter(data, jnp.array([2, 2]), updates, reduction="sub"), data, updates)


def test_the_gradient_of_a_gather_adds_in_order():
    """The sequential loop's bits, as those of a scatter into zeros."""
    random = np.random.default_rng(5)
    rows, given = random.integers(0, 50, 3000), random.standard_normal((3000, 4)).astype("float32")
    _, pull = jax.vjp(lambda data: strew.jax.gather(data, jnp.asarray(rows)), jnp.zeros((50, 4)))
    expected = np.zeros((50, 4), "float32")
    np.add.at(expected, rows, given)
    assert calls.same_bits(pull(jnp.asarray(given))[0], expected)


def test_integers_have_no_gradient():
    def call(x):
        return (strew.jax.scatter(jnp.zeros(3, "int32"), jnp.array([1]), jnp.ones(1, "int32")) * x).sum()

    assert jax.grad(call)(2.0) == 1


@pytest.mark.parametrize("operator", calls.SCATTERS)
def test_a_product_has_no_gradient_and_says_so(operator):
    where = jnp.zeros((1, 1) if operator.endswith("_nd") else 1, "int32")
    call = functools.partial(calls.in_jax(operator), reduction="mul")
    with pytest.raises(NotImplementedError, match=f"strew_{operator} with reduction='mul' has no gradient"):
        jax.grad(lambda data: call(data, where, jnp.ones(1)).sum())(jnp.ones(3))
