"""Taylor series: what jax.experimental.jet gives are the derivatives along the path, of every operator that has some."""

import functools

import calls
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.experimental import jet
from test_gradients import DIFFERENTIABLE, POLICIES, problem

import strew.jax

ORDER = 2


def path(terms, t):
    """The polynomial whose derivatives at 0 are the terms."""
    return sum(term * t**order / np.prod(np.arange(1.0, order + 1)) for order, term in enumerate(terms))


def check(function, *operands):
    """`operands` are the terms of each, the value first."""
    primals, series = [each[0] for each in operands], [each[1:] for each in operands]
    value, terms = jax.jit(lambda: jet.jet(function, tuple(primals), tuple(series)))()
    along = [lambda t: function(*(path(each, t) for each in operands))]
    for _ in range(ORDER):
        along.append(jax.jacfwd(along[-1]))
    for got, expected in zip((value, *terms), jax.jit(lambda t: [each(t) for each in along])(0.0)):
        np.testing.assert_allclose(got, expected, rtol=1e-9, atol=1e-9)


def terms_of(random, value):
    return [jnp.asarray(value), *(jnp.asarray(random.standard_normal(value.shape)) for _ in range(ORDER))]


@pytest.mark.parametrize("policy", ["error", "fill"])
@pytest.mark.parametrize("operator", calls.GATHERS)
def test_gathers(operator, policy, x64):
    random = np.random.default_rng([5, *operator.encode(), *policy.encode()])
    data, where, _, form = problem(random, operator, policy)
    fill = {"fill_value": 2.5} if policy == "fill" else {}
    call = functools.partial(calls.in_jax(operator), indices=jnp.asarray(where), out_of_bounds=policy, **form, **fill)
    check(lambda data: call(data * data) * 3.0, terms_of(random, data))


@pytest.mark.parametrize("reduction", DIFFERENTIABLE)
@pytest.mark.parametrize("operator", calls.SCATTERS)
def test_scatters(operator, reduction, x64):
    random = np.random.default_rng([6, *operator.encode(), *reduction.encode()])
    policy, include_self = str(random.choice(POLICIES)), bool(random.integers(2))
    data, where, updates, form = problem(random, operator, policy)

    def call(data, updates):
        options = {"reduction": reduction, "include_self": include_self, "out_of_bounds": policy, **form}
        return calls.in_jax(operator)(data, jnp.asarray(where), updates * updates, **options) * 2.0

    check(call, terms_of(random, data), terms_of(random, updates))


def test_a_constant_operand_and_indices_that_are_an_argument(x64):
    data, rows, updates = np.arange(1.0, 4), jnp.array([2, 0, 2]), np.arange(5.0, 8)
    random = np.random.default_rng(7)
    check(lambda updates: strew.jax.scatter(data, rows, updates, reduction="max"), terms_of(random, updates))
    value, terms = jet.jet(strew.jax.gather, (jnp.asarray(data), rows), ([jnp.ones(3)], [jnp.zeros(3, int)]))
    assert value.tolist() == data[rows].tolist() and terms[0].tolist() == [1.0] * 3


def test_what_has_no_derivative_says_so():
    scatter = functools.partial(strew.jax.scatter, indices=jnp.array([1]), updates=jnp.ones(1), reduction="mul")
    with pytest.raises(NotImplementedError, match="strew_scatter with reduction='mul' has no gradient"):
        jet.jet(scatter, (jnp.ones(3),), ([jnp.ones(3)],))
