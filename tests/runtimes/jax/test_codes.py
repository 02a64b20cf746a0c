"""Rows of codes in strew.jax, picked and reduced: values beside the package, derivatives beside those of decoded rows."""

import doctest
import functools
import inspect

import calls
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from segment_calls import (
    EVERY_FORM, FORMS, IDS, INDICES, POSITIONS, ROWS, SEGMENTS, in_jax, loop, on_each_device, placed, reals,
    weights_for,
)  # fmt: skip

import strew
import strew.jax

WIDTH, BLOCK = 6, 4


def numbers(*shape, dtype="uint8"):
    return np.random.default_rng(shape).integers(0, 256, shape).astype(dtype)


def codes_of(kind):
    """Rows of codes, and the words that decode them."""
    scales = reals(ROWS, 2, name="float32")
    if kind == "signed bytes":
        return numbers(ROWS, WIDTH, dtype="int8"), {"bits": 8, "block_size": BLOCK, "scales": scales}
    if kind == "exponents":
        return numbers(ROWS, 2), {"bits": 2, "columns": WIDTH, "scales": numbers(ROWS, 1) // 4 + 100, "dtype": "bfloat16"}
    if kind == "codebook":
        words = {"codebook": reals(16, name="float32"), "columns": 5, "dtype": "float16"}
        return numbers(ROWS, 3), {**words, "block_size": BLOCK, "scales": scales}
    if kind == "halves":
        return numbers(ROWS, 4), {"packing": "halves", "block_size": BLOCK, "scales": scales.astype("float16")}
    return numbers(ROWS, 3), {"zero_points": numbers(ROWS, 1), "block_size": BLOCK, "scales": scales}


KINDS = ("zero points", "signed bytes", "exponents", "codebook", "halves")
EVERY_KIND = pytest.mark.parametrize("kind", KINDS)


def summed(**words):
    """segment_reduce of codes with zero points, by ids."""
    codes, decoders = codes_of("zero points")
    words = {"segment_ids": IDS, "num_segments": SEGMENTS, **words}
    return functools.partial(strew.jax.segment_reduce, jnp.asarray(codes), INDICES, **in_jax({**decoders, **words}))


# ---- gather_block_quantized


@EVERY_KIND
def test_picked_rows_are_those_of_the_package(kind):
    codes, words = codes_of(kind)
    for policy in ({}, {"out_of_bounds": "clamp"}, {"out_of_bounds": "fill"}, {"out_of_bounds": "fill", "fill_value": 7}):
        at = INDICES.reshape(2, 3) + (5 if policy else 0)
        made = strew.jax.gather_block_quantized(jnp.asarray(codes), at, **in_jax(words), **policy)
        assert calls.same_bits(made, strew.gather_block_quantized(codes, at, **words, **policy)), policy


def test_axes_and_batch_dimensions():
    codes, scales = numbers(2, 3, ROWS, 2), reals(2, 3, ROWS, 1, name="float32")
    at = np.random.default_rng(0).integers(0, ROWS, (2, 5))
    for words in ({"axis": 2, "batch_dims": 1}, {"axis": -2, "batch_dims": 1}, {"axis": 2}):
        made = strew.jax.gather_block_quantized(codes, at, scales, **words)
        assert calls.same_bits(made, strew.gather_block_quantized(codes, at, scales, **words)), words


@EVERY_KIND
@pytest.mark.parametrize("has", ["codes", "indices", "scales", "both", "codebook"])
def test_vmap_of_picked_rows_is_a_loop(kind, has):
    codes, words = codes_of(kind)
    words = in_jax(words)
    decoders = {name: words.pop(name) for name in ("scales", "zero_points", "codebook") if name in words}
    if has == "codebook" and has not in decoders:
        return
    batched = {"codes": ("data",), "both": ("data", "indices", "scales")}.get(has, (has,))
    operands = {"data": jnp.asarray(codes), "indices": jnp.asarray(INDICES), **decoders}
    given = {name: jnp.stack([operands[name], operands[name][::-1]], -1) for name in batched}
    call = jax.vmap(lambda one: strew.jax.gather_block_quantized(**{**operands, **one}, **words), -1)
    expected = [
        strew.jax.gather_block_quantized(**{**operands, **{name: one[..., n] for name, one in given.items()}}, **words)
        for n in range(2)
    ]
    assert calls.same_bits(call(given), np.stack(expected))


def test_shard_map_picks_on_each_device():
    codes, words = codes_of("zero points")
    at = np.random.default_rng(0).integers(0, ROWS, 32)
    call = on_each_device(lambda data, at: strew.jax.gather_block_quantized(data, at, **in_jax(words)))
    assert calls.same_bits(jax.jit(call)(codes, at), strew.gather_block_quantized(codes, at, **words))


@pytest.mark.parametrize("name", ["scales", "codebook"])
def test_a_derivative_of_what_decodes_is_an_error(name):
    codes, words = codes_of("codebook")
    words = in_jax(words)
    decoder = words.pop(name)
    for call in (
        lambda one: strew.jax.gather_block_quantized(codes, INDICES, **{name: one}, **words),
        lambda one: strew.jax.segment_reduce(codes, INDICES, segment_ids=IDS, **{name: one}, **words),
    ):  # fmt: skip
        with pytest.raises(NotImplementedError, match=f"^strew_[a-z_]* has no gradient of {name}; jax.lax.stop_gradient"):
            jax.grad(lambda one: call(one).astype("float32").sum())(decoder)
        assert not jax.grad(lambda one: call(jax.lax.stop_gradient(one)).astype("float32").sum())(decoder).any()


# ---- segment_reduce


@EVERY_KIND
@EVERY_FORM
def test_sums_of_codes_are_those_of_the_package(form, kind):
    indices, options, segments = FORMS[form]
    codes, words = codes_of(kind)
    weights = weights_for(indices, "float32")
    columns = strew.gather_block_quantized(codes, [0], **words).shape[-1]
    base = reals(*segments, columns, name=words.get("dtype", str(words["scales"].dtype)))
    for given in (
        {}, {"weights": weights, "accumulate": "native"}, {"base": base, "reduction": "mean"},
        {"weights": weights, "reduction": "max"},
    ):  # fmt: skip
        every = {**words, **given, **options}
        if "base" in given:
            every = {name: one for name, one in every.items() if name not in ("columns", "dtype")}
        expected = strew.segment_reduce(codes, indices, **every)
        made = strew.jax.segment_reduce(jnp.asarray(codes), placed(indices), **in_jax(every))
        assert calls.same_bits(made, expected), given


def test_a_type_of_jax_is_a_type_of_results():
    assert summed(dtype=jnp.bfloat16)().dtype == "bfloat16" and summed(dtype="float16")().dtype == "float16"


@EVERY_FORM
@pytest.mark.parametrize("reduction", ["add", "mean"])
@pytest.mark.parametrize("kind", ["zero points", "codebook"])
def test_derivatives_are_those_of_decoded_rows(form, reduction, kind):
    indices, options, segments = FORMS[form]
    codes, words = codes_of(kind)
    words["dtype"] = "float32"
    rows = jnp.asarray(strew.gather_block_quantized(codes, np.arange(ROWS), **words))
    options = in_jax({**options, "reduction": reduction})

    def total(weights, base, include_self, rows, **words):
        made = strew.jax.segment_reduce(
            rows, placed(indices), weights=weights, base=base, include_self=include_self, **options, **words
        )
        return (made**2).sum()

    of_codes = functools.partial(total, rows=jnp.asarray(codes), **{**in_jax(words), "columns": None, "dtype": None})
    weights, base = weights_for(indices, "float32"), reals(*segments, rows.shape[-1], name="float32")
    for include_self in (True, False):
        gradient = jax.grad(functools.partial(of_codes, include_self=include_self), (0, 1))
        expected = jax.grad(functools.partial(total, rows=rows, include_self=include_self), (0, 1))
        for one, other in zip(gradient(weights, base), expected(weights, base)):
            assert np.allclose(one, other, rtol=1e-5, atol=1e-4)


BAD = np.array([6, 1, -1, 0, 2, 2], "int32")
POLICIES = [
    (INDICES, {}), (INDICES, {"padding_index": 3}), (BAD, {"out_of_bounds": "skip"}), (BAD, {"out_of_bounds": "wrap"}),
]  # fmt: skip


@pytest.mark.parametrize(("at", "policy"), POLICIES, ids=["error", "padded", "skip", "wrap"])
@pytest.mark.parametrize("positions", [2, POSITIONS])
def test_derivatives_of_few_and_of_many_positions(at, policy, positions):
    """Of fewer positions than rows only their rows are decoded. A position without a row has 0, whatever is given."""
    codes, words = codes_of("zero points")
    rows = strew.gather_block_quantized(codes, np.arange(ROWS), **words)

    def reduce(data, weights, **words):
        options = {"segment_ids": IDS[:positions], "num_segments": SEGMENTS, "weights": weights, **policy}
        return strew.jax.segment_reduce(data, at[:positions], **options, **words)

    weights = jnp.asarray(reals(positions, name="float32"))
    given = jnp.full((SEGMENTS, WIDTH), jnp.inf if len(policy) == 1 else 2.0)
    _, pull = jax.vjp(lambda weights: reduce(codes, weights, **in_jax(words)), weights)
    _, expected = jax.vjp(lambda weights: reduce(rows, weights), weights)
    assert np.allclose(pull(given)[0], expected(given)[0], rtol=1e-5, equal_nan=True)


def test_second_derivatives():
    codes, words = codes_of("zero points")
    rows = strew.gather_block_quantized(codes, np.arange(ROWS), **words)
    weights, base = reals(POSITIONS, name="float32") / 100, reals(SEGMENTS, WIDTH, name="float32")

    def total(weights, base, data, **words):
        options = {"segment_ids": IDS, "weights": weights, "base": base, "reduction": "mean", **words}
        return jnp.sin(strew.jax.segment_reduce(data, INDICES, **options)).sum()

    of_codes = jax.hessian(functools.partial(total, data=codes, **in_jax(words)), (0, 1))(weights, base)
    of_rows = jax.hessian(functools.partial(total, data=rows), (0, 1))(weights, base)
    for one, other in zip(jax.tree.leaves(of_codes), jax.tree.leaves(of_rows)):
        assert np.allclose(one, other, rtol=1e-3, atol=1e-3) and one.any()


def test_weights_of_a_narrow_type():
    weights = jnp.asarray(reals(POSITIONS, name="bfloat16"))
    codes, words = codes_of("zero points")
    rows = strew.gather_block_quantized(codes, INDICES, **words).sum(1)
    made = jax.grad(lambda one: summed(weights=one, dtype="bfloat16")().astype("float32").sum())(weights)
    assert made.dtype == "bfloat16" and np.allclose(made.astype("float32"), rows, rtol=1e-2)


@pytest.mark.parametrize("reduction", ["min", "max", "mul"])
def test_what_has_no_derivative_says_so(reduction):
    message = f"of codes with reduction='{reduction}' has no gradient; those with add and mean have one"
    with pytest.raises(NotImplementedError, match=message):
        jax.grad(lambda weights: summed(weights=weights, reduction=reduction)().sum())(jnp.ones(POSITIONS))


def test_vmap_of_sums_is_a_loop():
    codes, words = codes_of("codebook")
    words = in_jax(words)
    many = jnp.stack([jnp.asarray(codes), jnp.asarray(codes)[::-1]])
    weights = jnp.asarray(reals(2, POSITIONS, name="float32"))
    scales, books = (jnp.stack([words[name], words[name] * 2]) for name in ("scales", "codebook"))
    base = jnp.asarray(reals(2, SEGMENTS, 5, name="float16"))

    def reduce(data, weights, scales, codebook, base):
        every = {**words, "scales": scales, "codebook": codebook, "columns": None, "dtype": None, "base": base}
        return strew.jax.segment_reduce(data, INDICES, segment_ids=IDS, num_segments=SEGMENTS, weights=weights, **every)

    every = many, weights, scales, books, base
    for has in ((0,), (1,), (2,), (3,), (4,), (0, 2, 4), (0, 1, 2, 3, 4)):
        dims = tuple(0 if n in has else None for n in range(5))
        given = [one if n in has else one[0] for n, one in enumerate(every)]
        whole = [one if n in has else jnp.stack([one, one]) for n, one in enumerate(given)]
        assert calls.same_bits(jax.vmap(reduce, dims)(*given), loop(reduce, *whole)), has


def test_shard_map_sums_on_each_device():
    codes, words = codes_of("zero points")
    at, ids = (np.random.default_rng(n).integers(0, size, 32) for n, size in ((0, ROWS), (1, 5)))
    weights = reals(32, name="float32")

    def reduce(data, at, ids, weights):
        return strew.jax.segment_reduce(data, at, segment_ids=ids, num_segments=5, weights=weights, **in_jax(words))

    call, parts = on_each_device(reduce), [slice(n, n + 8) for n in range(0, 32, 8)]
    expected = [
        strew.segment_reduce(codes, at[n], segment_ids=ids[n], num_segments=5, weights=weights[n], **words) for n in parts
    ]
    assert calls.same_bits(jax.jit(call)(codes, at, ids, weights), np.concatenate(expected))
    gradient = jax.jit(jax.grad(lambda weights: (call(codes, at, ids, weights) ** 2).sum()))(weights)
    alone = [jax.grad(lambda one: (reduce(codes, at[n], ids[n], one) ** 2).sum())(weights[n]) for n in parts]
    assert np.allclose(gradient, np.concatenate(alone), rtol=1e-5)


CODES = jnp.zeros((ROWS, 2), "uint8")
SCALES = jnp.ones((ROWS, 1))
PICK, SUM = strew.jax.gather_block_quantized, functools.partial(strew.jax.segment_reduce, segment_ids=IDS[:ROWS])
REFUSED = [
    (strew.DTypeError, "TY5", lambda: PICK(SCALES, INDICES, SCALES)),
    (strew.DTypeError, "TY5", lambda: PICK(CODES, INDICES, SCALES.astype("int32"))),
    (strew.OptionError, "QB1", lambda: PICK(CODES, INDICES, SCALES, bits=3)),
    (strew.ShapeError, "QB2", lambda: PICK(CODES, INDICES, SCALES, columns=9)),
    (strew.ShapeError, "QB3", lambda: PICK(CODES, INDICES, SCALES[:1])),
    (strew.ShapeError, "QB4", lambda: PICK(CODES, INDICES, SCALES, zero_points=CODES)),
    (strew.OptionError, "PY9: output", lambda: PICK(CODES, INDICES, SCALES, out_of_bounds="skip")),
    (strew.OptionError, "PY7", lambda: PICK(CODES, INDICES, SCALES, packing="high_first")),
    (strew.OptionError, "PY7", lambda: PICK(CODES, INDICES, SCALES, packing=["halves"])),
    (strew.OptionError, "PY7", lambda: PICK(CODES, INDICES, SCALES, dtype="float64")),
    (strew.ArrayError, "PY1: scales", lambda: PICK(CODES, INDICES, None)),
    (strew.OptionError, "PY9: bits", lambda: SUM(TABLE, bits=2)),
    (strew.OptionError, "PY9: codebook", lambda: SUM(TABLE, codebook=jnp.ones(16))),
    (strew.ShapeError, "QB3", lambda: SUM(CODES, scales=SCALES[:1])),
    (strew.DTypeError, "TY5", lambda: SUM(TABLE, scales=SCALES)),
    (TypeError, "'zeros'", lambda: PICK(CODES, INDICES, SCALES, zeros=CODES)),
]  # fmt: skip
TABLE = jnp.ones((ROWS, 2))


@pytest.mark.parametrize(("kind", "text", "call"), REFUSED)
def test_what_is_wrong_with_a_call(kind, text, call):
    with pytest.raises(kind, match=text):
        call()


def test_a_bad_index():
    with pytest.raises(jax.errors.JaxRuntimeError, match="OUT_OF_RANGE: IX1: indices: position 0 "):
        jax.block_until_ready(PICK(CODES, jnp.array([9]), SCALES))


def test_a_donated_base_is_written():
    codes, words = codes_of("zero points")
    base = jnp.zeros((SEGMENTS, WIDTH))
    address = base.unsafe_buffer_pointer()
    reduce = jax.jit(lambda base: summed(base=base)(), donate_argnums=0)
    made = reduce(base)
    assert made.unsafe_buffer_pointer() == address
    assert calls.same_bits(made, strew.segment_reduce(codes, INDICES, segment_ids=IDS, num_segments=SEGMENTS, **words))


def test_the_docstring():
    function = inspect.unwrap(strew.jax.gather_block_quantized)
    (examples,) = doctest.DocTestFinder().find(function, "gather_block_quantized", globs={})
    assert doctest.DocTestRunner().run(examples).failed == 0 and examples.examples
