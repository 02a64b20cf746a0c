"""What JAX would narrow without a word is looked at before: a value that does not survive is refused, others are used."""

import functools

import calls
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from conftest import wide_types

import strew
import strew.jax

TABLE = jnp.arange(6.0).reshape(3, 2)
ROW = np.array([1], "int32")
BIG = 2**33


def gathered(indices, **options):
    return strew.jax.gather(TABLE, indices, **options)


def updated(updates, dtype="float32", **options):
    return strew.jax.scatter(jnp.zeros(3, dtype), ROW, updates, **options)


def filled(value, dtype):
    return strew.jax.gather(np.zeros(3, dtype), np.array([5]), out_of_bounds="fill", fill_value=value)


LOST = [
    ("indices: 8589934592 at position 1 \\(1\\) .* int32", lambda: gathered(np.array([1, BIG]))),
    ("indices: 8589934592 at position 3 \\(1, 1\\)", lambda: gathered(np.array([[1, 2], [0, BIG]]))),
    ("indices: -8589934592 at position 0", lambda: gathered(np.array([-BIG]))),
    ("indices: 18446744073709551615 at .* uint32", lambda: gathered(np.array([2**64 - 1], "uint64"))),
    ("indices: 8589934592 does not fit int32", lambda: gathered(np.int64(BIG))),
    ("indices: 8589934592 .* a Python int", lambda: gathered(BIG)),
    ("indices: -1180591620717411303424 ", lambda: gathered(-(2**70))),
    ("indices: 4294967296", lambda: gathered(np.array([2**32]), out_of_bounds="clamp")),
    ("indices: 4294967296", lambda: strew.jax.gather_nd(TABLE, np.array([[2**32, 0]]), out_of_bounds="wrap")),
    ("indices: 4294967296", lambda: strew.jax.gather_elements(TABLE, np.array([[2**32, 0]]))),
    ("indices: 2147483648", lambda: strew.jax.scatter(TABLE, np.array([2**31]), TABLE[:1], out_of_bounds="skip")),
    ("indices: 4294967297", lambda: strew.jax.scatter_elements(TABLE, np.array([[2**32 + 1, 0]]), TABLE[:1])),
    ("indices: 4294967297", lambda: strew.jax.scatter_nd(TABLE, np.array([[2**32 + 1]]), TABLE[:1])),
    ("data: 1099511627776 at position 1", lambda: strew.jax.gather(np.array([1, 2**40]), ROW)),
    ("data: 1e\\+300 at position 0 \\(0\\) .* float32", lambda: strew.jax.gather(np.array([1e300]), 0)),
    ("data: 1e\\+300j .* complex64", lambda: strew.jax.gather(np.array([1e300j]), 0)),
    ("updates: -1e\\+39", lambda: updated(np.array([-1e39]))),
    ("updates: 1e\\+300 .* a Python float", lambda: strew.jax.scatter(jnp.zeros(3), 0, 1e300)),
    ("updates: 4294967296 ", lambda: updated(np.array([2**32]), "int32", reduction="add")),
    ("fill_value=1099511627776 ", lambda: filled(2**40, "int64")),
    ("fill_value=1e\\+300 .* float64 data", lambda: filled(1e300, "float64")),
]


@pytest.mark.parametrize(("text", "call"), LOST, ids=[text for text, _ in LOST])
def test_a_value_that_does_not_survive_is_refused(text, call):
    with pytest.raises(strew.DTypeError, match=f"^PY11: {text}") as caught:
        call()
    assert str(caught.value).endswith("unless jax_enable_x64 is set") and caught.value.rule == "PY11"
    assert caught.value.operand in ("data", "indices", "updates", None) and len(str(caught.value)) < 150


@pytest.mark.parametrize(("text", "call"), LOST[:3], ids=[text for text, _ in LOST[:3]])
def test_inside_a_program_and_a_gradient_too(text, call):
    with pytest.raises(strew.DTypeError, match=text):
        jax.jit(call)()
    with pytest.raises(strew.DTypeError, match=text):
        jax.vmap(lambda _: call())(jnp.ones(2))


def test_with_wide_types_they_are_what_they_are(x64):
    with pytest.raises(jax.errors.JaxRuntimeError, match="IX1: indices: .* is 8589934592, outside \\[-3, 2\\]"):
        jax.block_until_ready(gathered(np.array([BIG])))
    assert gathered(np.array([BIG]), out_of_bounds="clamp").tolist() == [[4.0, 5.0]]
    assert strew.jax.gather(np.array([1e300]), 0).tolist() == 1e300
    assert filled(1e300, "float64").tolist() == [1e300] and filled(2**40, "int64").tolist() == [2**40]


def test_the_switch_is_read_at_each_call():
    with wide_types(True):
        assert strew.jax.gather(np.array([2**40]), ROW - 1).tolist() == [2**40]
    with pytest.raises(strew.DTypeError, match="PY11"):
        strew.jax.gather(np.array([2**40]), ROW - 1)


@pytest.mark.parametrize("value", [0.1, 1e-300, -0.0, np.inf, -np.inf, np.nan, 3.4e38])
def test_floats_are_rounded_as_everywhere_in_jax(value):
    for given in (np.array([value]), np.array([complex(value, 1)]), np.float64(value), value):
        data = jnp.atleast_1d(given) if np.ndim(given) == 0 else given
        assert calls.same_bits(strew.jax.gather(data, ROW - 1), jnp.asarray(data))
    assert calls.same_bits(updated(np.array([value])), jnp.zeros(3).at[1].set(value))


def test_integers_at_the_ends_of_the_narrow_type_are_used():
    ends = np.array([-(2**31), 2**31 - 1])
    assert strew.jax.gather(ends, np.array([1, 0], "uint64")).tolist() == ends[::-1].tolist()
    assert strew.jax.gather(np.array([2**32 - 1], "uint64"), 0).tolist() == 2**32 - 1
    assert strew.jax.gather(np.zeros((2, 0)), np.zeros(0, "int64")).shape == (0, 0)


@pytest.mark.parametrize("operator", calls.OPERATORS)
def test_random_calls_on_numpy_arrays(operator):
    """Arrays of 64 bits have the results of the same values in 32."""
    random = np.random.default_rng(list(operator.encode()))
    wide = {"int32": "int64", "uint32": "uint64", "float32": "float64", "complex64": "complex128"}
    for _ in range(8):
        arrays, form = calls.random_call(random, operator, tuple(wide))
        given = [array.astype(wide.get(array.dtype.name, array.dtype)) for array in arrays]
        call = functools.partial(calls.in_jax(operator), **form)
        assert calls.same_bits(call(*given), calls.in_numpy(operator)(*arrays, **form)), (operator, form)


def test_what_is_no_array_is_refused_in_one_line():
    for given in ([2**33], (1,), "abc", None, slice(0, 1), strew.filled((3,), "int32"), np.ma.array([1]), {1}):
        with pytest.raises(strew.ArrayError, match="^PY[14]: indices: ") as caught:
            gathered(given)
        assert "\n" not in str(caught.value)
    with pytest.raises(strew.ArrayError, match="^PY3: data: .*newbyteorder"):
        strew.jax.gather(np.zeros(3, ">f4"), ROW)
    for dtype in ("O", "U3", "M8[s]", "longdouble", "i4,f4"):
        with pytest.raises(strew.ArrayError, match="^PY4: data: elements of type ") as caught:
            strew.jax.gather(np.zeros(1000, dtype), ROW)
        assert len(str(caught.value)) < 250


def test_objects_that_are_arrays_of_jax_by_their_own_word():
    class Parameter:
        def __jax_array__(self):
            return TABLE

    assert strew.jax.gather(Parameter(), ROW).tolist() == [[2.0, 3.0]]


def test_under_install_indices_of_numpy_are_those_of_jax(installed):
    """JAX has narrowed them before anything is lowered: the same with strew's kernels and without."""
    narrow = np.array([BIG + 1]).astype("int32")
    assert calls.same_bits(TABLE[np.array([BIG + 1])], TABLE[narrow])
    with pytest.raises(OverflowError):
        TABLE[BIG]
