"""A bad index is refused with rule and position, what is wrong with a call is said when it is traced."""

import functools

import calls
import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest

import strew
import strew.jax

BAD = "OUT_OF_RANGE: IX1: indices: position 1 \\(1\\): component 0 of \\(9\\) is 9, outside \\[-4, 3\\]"


def call_of(operator):
    """With a bad index at position 1."""
    data = jnp.arange(4.0)
    if operator in calls.GATHERS:
        return functools.partial(calls.in_jax(operator), data)
    return lambda indices: calls.in_jax(operator)(data, indices, jnp.ones(3))


def indices_of(operator, values):
    made = jnp.array(values)
    return made[:, None] if operator.endswith("_nd") else made


@pytest.mark.parametrize("operator", calls.OPERATORS)
def test_a_bad_index_is_a_runtime_error_each_time(operator):
    call = call_of(operator)
    call(indices_of(operator, [0, 1, 2]))
    for _ in range(3):
        with pytest.raises(jax.errors.JaxRuntimeError, match=BAD):
            jax.block_until_ready(call(indices_of(operator, [0, 9, -1])))
    jax.block_until_ready(call(indices_of(operator, [0, 3, -4])))


@pytest.mark.parametrize("operator", calls.OPERATORS)
def test_inside_a_program_too(operator):
    """After a success JAX itself makes a ValueError of it (its issue 34083)."""
    call = jax.jit(call_of(operator))
    with pytest.raises(jax.errors.JaxRuntimeError, match=BAD):
        jax.block_until_ready(call(indices_of(operator, [0, 9, -1])))
    call(indices_of(operator, [0, 1, 2]))
    with pytest.raises((jax.errors.JaxRuntimeError, ValueError), match=BAD):
        jax.block_until_ready(call(indices_of(operator, [0, 9, -1])))


def test_data_that_are_not_donated_are_untouched():
    data = jnp.arange(4.0)
    before = np.array(data)
    with pytest.raises(jax.errors.JaxRuntimeError):
        jax.block_until_ready(strew.jax.scatter(data, jnp.array([0, 7]), jnp.ones(2), reduction="add"))
    assert calls.same_bits(data, before)


def test_duplicates_are_refused_on_request():
    with pytest.raises(jax.errors.JaxRuntimeError, match="OUT_OF_RANGE: IX2: indices: position 2"):
        strew.jax.scatter(jnp.zeros(4), jnp.array([1, 2, 1]), jnp.ones(3), duplicates="error")


def test_a_bad_index_in_a_gradient_and_in_a_loop():
    with pytest.raises(jax.errors.JaxRuntimeError, match="IX1"):
        jax.grad(lambda data: strew.jax.gather(data, jnp.array([4])).sum())(jnp.ones(4))

    def step(data, row):
        return strew.jax.scatter(data, row, jnp.float32(1), reduction="add"), None

    with pytest.raises(jax.errors.JaxRuntimeError, match="IX1.*component 0 of \\(4\\)"):
        jax.block_until_ready(jax.lax.scan(step, jnp.zeros(4), jnp.array([0, 1, 4])))


ROW = jnp.array([0])


def set_one(**options):
    return strew.jax.scatter(jnp.ones(3), ROW, jnp.ones(1), **options)


def fill_small(value):
    return strew.jax.gather(jnp.ones(3, "int8"), ROW, out_of_bounds="fill", fill_value=value)


REFUSED = [
    (strew.DTypeError, "TY3", lambda: strew.jax.gather(jnp.ones(3), jnp.ones(2))),
    (strew.DTypeError, "TY2", lambda: strew.jax.scatter(jnp.ones(3), jnp.array([0]), jnp.ones(1, "int32"))),
    (strew.DTypeError, "TY4", lambda: set_one(reduction="and")),
    (strew.ShapeError, "AX5", lambda: strew.jax.scatter(jnp.ones(3), jnp.array([0]), jnp.ones(2))),
    (strew.ShapeError, "AX2", lambda: strew.jax.gather(jnp.ones(3), jnp.array([0]), axis=1)),
    (strew.ShapeError, "AX3", lambda: strew.jax.gather(jnp.ones((3, 3)), jnp.ones((3, 1), "int32"), batch_dims=1)),
    (strew.ShapeError, "EL1", lambda: strew.jax.gather_elements(jnp.ones((3, 3)), jnp.array([0]))),
    (strew.ShapeError, "ND3", lambda: strew.jax.gather_nd(jnp.ones(3), jnp.zeros((1, 2), "int32"))),
    (strew.OptionError, "PY7.*'add'", lambda: set_one(reduction="sum")),
    (strew.OptionError, "PY7", lambda: strew.jax.gather(jnp.ones(3), jnp.array([0]), out_of_bounds="clip")),
    (strew.OptionError, "PY9", lambda: strew.jax.gather(jnp.ones(3), jnp.array([0]), out_of_bounds="skip")),
    (strew.OptionError, "AT3", lambda: strew.jax.gather(jnp.ones(3), jnp.array([0]), fill_value=1)),
    (strew.OptionError, "AT4", lambda: fill_small(0.5)),
    (strew.OptionError, "PY8", lambda: strew.jax.gather(jnp.ones(3), jnp.array([0]), axis="0")),
    (strew.ArrayError, "PY1", lambda: strew.jax.gather(jnp.ones(3), [0])),
    (strew.ArrayError, "PY1", lambda: strew.jax.gather(jnp.ones(3), None)),
    (strew.ArrayError, "PY4", lambda: strew.jax.gather(jnp.ones(3, "int4"), jnp.array([0]))),
    (strew.ArrayError, "PY4", lambda: strew.jax.gather(jnp.ones(3, ml_dtypes.float4_e2m1fn), jnp.array([0]))),
    (strew.ArrayError, "PY4", lambda: strew.jax.gather(jax.random.split(jax.random.key(0)), jnp.array([0]))),
    (TypeError, "'axes'. Did you mean 'axis'", lambda: strew.jax.gather(jnp.ones(3), jnp.array([0]), axes=1)),
    (TypeError, "'dim'. Did you mean 'axis'", lambda: strew.jax.gather(jnp.ones(3), ROW, dim=0)),
    (TypeError, "'reduce'. Did you mean 'reduction'", lambda: set_one(reduce="add")),
    (TypeError, "'out'. Its keywords are axis", lambda: set_one(out=None)),
    (TypeError, "order is data, indices; write axis=0, by", lambda: strew.jax.gather(jnp.ones(3), 0, ROW)),
    (TypeError, "missing 1 required argument: 'indices'", lambda: strew.jax.gather(jnp.ones(3))),
    (strew.DTypeError, "TY3.*flatnonzero", lambda: strew.jax.gather(jnp.ones(3), jnp.array([True, False, True]))),
    (strew.DTypeError, "TY3.*astype..int64", lambda: strew.jax.gather(jnp.ones(3), np.ones(2))),
    (strew.DTypeError, "TY3.*the order is data, indices", lambda: strew.jax.gather(ROW, np.ones(2))),
    (strew.DTypeError, "TY2.*astype..float32", lambda: strew.jax.scatter(jnp.ones(3), ROW, np.ones(1, int))),
    (strew.DTypeError, "TY2.*order is data, indices, updates", lambda: strew.jax.scatter(jnp.ones(3), np.ones(1), ROW)),
    (strew.OptionError, "PY8: axis=<ndarray>", lambda: strew.jax.gather(jnp.ones(3), ROW, axis=np.zeros((99, 3)))),
    (strew.OptionError, "PY7: out_of_bounds=<ArrayImpl>", lambda: set_one(out_of_bounds=jnp.ones(99))),
    (strew.DTypeError, "PY11: fill_value=<ndarray>", lambda: fill_small(np.zeros((99, 3)))),
    (strew.DTypeError, "PY11: fill_value is a traced", lambda: jax.jit(fill_small)(1)),
    (strew.ArrayError, "PY4.*astype", lambda: strew.jax.gather(np.zeros(999, object), ROW)),
    (strew.ArrayError, "PY1.*list\\(it\\)", lambda: strew.jax.gather(jnp.ones(3), iter([0]))),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "text", "call"), REFUSED, ids=[text for _, text, _ in REFUSED])
def test_what_is_wrong_with_a_call(kind, text, call):
    with pytest.raises(kind, match=text) as caught:
        call()
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 200


def test_an_axis_may_be_an_array_of_one_integer():
    assert strew.jax.gather(jnp.ones((2, 3)), ROW, axis=np.array(1)).shape == (2, 1)
