"""lax.gather and lax.scatter of generated dimension numbers under install(): JAX's bits where nothing is rounded, those
of the sequential loop where something is."""

import calls
import jax
import jax.numpy as jnp
import numpy as np
import pytest
import windows

import strew.jax

INDICES = ("int32", "int8", "uint8", "int16", "uint32")
TYPES = ("bool", "int8", "uint8", "int16", "int32", "uint32", "float16", "bfloat16", "float32", "complex64")


def drawn(seed, count, modes=windows.MODES, types=TYPES):
    random = np.random.default_rng(seed)
    combinations = windows.every(types, modes)
    for number in range(count):
        dtype, mode = combinations[number % len(combinations)]
        yield windows.Windows(random, dtype, str(random.choice(INDICES)), mode), dtype, random


def each(problems, call):
    return [np.asarray(call(*one)) for one in problems]


def both(problems, call):
    """What JAX computes, and what it computes under install()."""
    usual = each(problems, call)
    strew.jax.install()
    try:
        return usual, each(problems, call)
    finally:
        strew.jax.uninstall()


def is_wrong_in_jax(one):
    """A scatter whose indices have no members applies only the last update in XLA; JAX 0.6 does not clip uint32."""
    is_unclipped = jax.__version_info__ < (0, 7) and one.mode == "clip" and one.indices.dtype == "uint32"
    return not one.mapped or is_unclipped


def test_gathers_are_those_of_jax():
    problems = [(one,) for one, _, _ in drawn(1, 240)]
    usual, installed = both(problems, lambda one: jax.jit(one.gather)(one.data, one.indices))
    for (one,), expected, got in zip(problems, usual, installed):
        assert calls.same_bits(got, expected), vars(one)


@pytest.mark.parametrize("reduction", list(windows.REDUCTIONS))
def test_scatters_are_those_of_jax_or_of_the_loop(reduction):
    if windows.REDUCTIONS[reduction] is None:
        pytest.skip("lax.scatter_sub is younger than this JAX")
    exact = TYPES[:6]
    problems = []
    for one, dtype, random in drawn([2, *reduction.encode()], 90):
        is_refused = dtype == "bool" and reduction in ("add", "sub", "mul")
        if not is_refused and not (dtype == "complex64" and reduction in ("min", "max")):
            problems.append((one, dtype, calls.elements(random, one.direct, dtype)))

    def call(one, _, updates):
        return jax.jit(lambda *arrays: one.scatter(reduction, *arrays))(one.data, one.indices, updates)

    usual, installed = both(problems, call)
    for (one, dtype, updates), expected, got in zip(problems, usual, installed):
        if dtype not in exact and reduction != "none" or is_wrong_in_jax(one):
            with np.errstate(all="ignore"):
                expected = one.loop(reduction, updates)
        assert calls.same_bits(got, expected), (dtype, updates, vars(one))


def test_the_loop_is_that_of_jax():
    """The definition of the other test, where both are exact."""
    for one, dtype, random in drawn(3, 24, types=("int32", "uint8")):
        if is_wrong_in_jax(one):
            continue
        updates = calls.elements(random, one.direct, dtype)
        got = one.scatter("add", jnp.asarray(one.data), jnp.asarray(one.indices), jnp.asarray(updates))
        with np.errstate(all="ignore"):
            assert calls.same_bits(got, one.loop("add", updates)), vars(one)


def test_wide_types(x64):
    problems = []
    for one, dtype, random in drawn(4, 24, types=("int64", "uint64", "float64", "complex128")):
        problems.append((one, calls.elements(random, one.direct, dtype)))
    usual, installed = both(problems, lambda one, _: jax.jit(one.gather)(one.data, one.indices.astype("int64")))
    for expected, got in zip(usual, installed):
        assert calls.same_bits(got, expected)

    def add(one, updates):
        return one.scatter("add", *map(jnp.asarray, (one.data, one.indices, updates)))

    _, installed = both(problems, add)
    for (one, updates), got in zip(problems, installed):
        with np.errstate(all="ignore"):
            assert calls.same_bits(got, one.loop("add", updates)), vars(one)


def test_they_do_run_on_strew(installed):
    for one, dtype, random in drawn(5, 20, types=TYPES[1:]):
        assert "@strew_stablehlo_gather" in jax.jit(one.gather).lower(one.data, one.indices).as_text()
        updates = calls.elements(random, one.direct, dtype)
        call = jax.jit(lambda *arrays: one.scatter("add", *arrays))  # noqa: B023  (lowered at once)
        assert "@strew_stablehlo_scatter" in call.lower(one.data, one.indices, updates).as_text()
