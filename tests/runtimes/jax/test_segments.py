"""segment_reduce and sddmm of strew.jax: values beside the package, derivatives beside finite differences."""

import doctest
import functools
import inspect

import calls
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from segment_calls import (
    BAD_PLACES, EVERY_FORM, FORMS, IDS, INDICES, OFFSETS, POSITIONS, ROWS, SEGMENTS, WIDTH, check, in_jax, loop,
    on_each_device, placed, reals, weights_for,
)  # fmt: skip

import strew
import strew.jax


def of_products(options):
    return {name: one for name, one in options.items() if name != "num_segments"}


@EVERY_FORM
@pytest.mark.parametrize("reduction", ["add", "sub", "mul", "mean", "max", "min"])
@pytest.mark.parametrize("name", ["float32", "bfloat16", "int16"])
def test_values_are_those_of_the_package(form, reduction, name):
    indices, options, segments = FORMS[form]
    data, weights, base = reals(ROWS, WIDTH, name=name), weights_for(indices, name), reals(*segments, WIDTH, name=name)
    for given in ({}, {"weights": weights}, {"base": base}, {"weights": weights, "base": base, "include_self": False}):
        words = {"reduction": reduction, "accumulate": "native" if len(given) == 1 else "wide"}
        expected = strew.segment_reduce(data, indices, **given, **words, **options)
        call = functools.partial(strew.jax.segment_reduce, **words)
        if "num_segments" in options:
            call = functools.partial(call, num_segments=options["num_segments"])
        made = call(jnp.asarray(data), placed(indices), **in_jax({**given, **options}))
        assert calls.same_bits(made, expected), (given, words)
    products = strew.jax.sddmm(jnp.asarray(data), jnp.asarray(expected), placed(indices), **in_jax(of_products(options)))
    assert calls.same_bits(products, strew.sddmm(data, expected, indices, **of_products(options)))


@pytest.mark.parametrize("name", calls.WIDE)
def test_every_type(name, x64):
    data = reals(ROWS, WIDTH, name=name)
    for reduction in calls.reductions_of(name):
        words = {"segment_ids": IDS, "num_segments": SEGMENTS, "reduction": reduction}
        made = strew.jax.segment_reduce(jnp.asarray(data), INDICES, **words)
        assert calls.same_bits(made, strew.segment_reduce(data, INDICES, **words)), reduction


def test_under_jit_with_arrays_that_are_traced():
    data, weights = reals(ROWS, WIDTH, name="float32"), reals(POSITIONS, name="float32")

    @jax.jit
    def reduce(data, indices, ids, weights):
        return strew.jax.segment_reduce(data, indices, segment_ids=ids, num_segments=SEGMENTS, weights=weights)

    expected = strew.segment_reduce(data, INDICES, segment_ids=IDS, num_segments=SEGMENTS, weights=weights)
    assert calls.same_bits(reduce(data, INDICES, IDS, weights), expected)
    with pytest.raises(strew.OptionError, match="PY8: num_segments=None, and segment_ids are traced"):
        jax.jit(lambda data, ids: strew.jax.segment_reduce(data, segment_ids=ids))(data, IDS[:ROWS])


def test_the_number_of_segments_follows_from_what_is_known():
    data = jnp.ones((ROWS, WIDTH))
    assert strew.jax.segment_reduce(data, segment_ids=IDS[:ROWS]).shape == (3, WIDTH)
    assert strew.jax.segment_reduce(data, segment_ids=np.zeros(ROWS, "int32"), base=jnp.ones((7, WIDTH))).shape == (7, 3)
    assert strew.jax.segment_reduce(data, offsets=OFFSETS).shape == (2, WIDTH)


def test_a_donated_base_is_written():
    base = jnp.zeros((SEGMENTS, 64))
    address = base.unsafe_buffer_pointer()
    data, ids = jnp.ones((POSITIONS, 64)), jnp.asarray(IDS)
    reduce = jax.jit(lambda base: strew.jax.segment_reduce(data, segment_ids=ids, base=base), donate_argnums=0)
    assert "output_operand_alias" in reduce.lower(base).as_text()
    made = reduce(base)
    assert made.unsafe_buffer_pointer() == address and made[:, 0].tolist() == [3, 0, 3]
    kept = jnp.zeros((SEGMENTS, 64))
    strew.jax.segment_reduce(data, segment_ids=ids, base=kept)
    assert not kept.any()


STARTS = [
    *((form, "none") for form in FORMS),
    *((form, base) for form in ("ids", "padded", "nested groups") for base in ("included", "excluded")),
]  # fmt: skip


@pytest.mark.parametrize(("form", "base"), STARTS)
@pytest.mark.parametrize("reduction", ["add", "mean", "min", "max"])
def test_derivatives_of_first_and_second_order(form, reduction, base, x64):
    indices, options, segments = FORMS[form]

    def reduce(data, weights, *base):
        return strew.jax.segment_reduce(
            data, placed(indices), weights=weights, base=base[0] if base else None, reduction=reduction,
            include_self=include, **in_jax(options),
        )  # fmt: skip

    include = base != "excluded"
    start = [] if base == "none" else [reals(*segments, WIDTH)]
    check(reduce, reals(ROWS, WIDTH), weights_for(indices), *start)


@EVERY_FORM
def test_derivatives_of_products(form, x64):
    indices, options, segments = FORMS[form]

    def multiply(left, right):
        return strew.jax.sddmm(left, right, placed(indices), **in_jax(of_products(options)))

    check(multiply, reals(ROWS, WIDTH), reals(*segments, WIDTH))


@pytest.mark.parametrize("reduction", ["add", "mean"])
@pytest.mark.parametrize("include", [True, False])
def test_transposes_of_the_operator_itself(reduction, include, x64):
    """Of what is not a tangent: a mean, and a base."""
    data, base = jnp.asarray(reals(ROWS, WIDTH)), jnp.asarray(reals(SEGMENTS, WIDTH))

    def reduce(data, base):
        return strew.jax.segment_reduce(
            data, INDICES, segment_ids=IDS, base=base, reduction=reduction, include_self=include
        )

    given = jnp.asarray(reals(SEGMENTS, WIDTH)) + 1
    transposed = jax.linear_transpose(reduce, data, base)(given)
    _, pull = jax.vjp(reduce, data, base)
    assert all(np.allclose(one, other) for one, other in zip(transposed, pull(given)))


def test_complex_derivatives(x64):
    data, weights = reals(ROWS, WIDTH, name="complex128"), reals(POSITIONS, name="complex128")

    def reduce(data, weights):
        return strew.jax.segment_reduce(data, INDICES, segment_ids=IDS, weights=weights)

    check(reduce, data, weights)


def test_batches(x64):
    at, ids, begins = np.stack([INDICES, INDICES[::-1]]), np.stack([IDS, IDS[::-1]]), np.stack([OFFSETS] * 2)
    for options in (
        {"indices": at, "segment_ids": ids, "reduction": "mean"}, {"indices": at, "offsets": begins, "num_segments": 3},
        {"indices": at.reshape(2, 3, 2)}, {"indices": at.reshape(2, 3, 2), "reduction": "min"},
        {"indices": at, "segment_ids": ids, "reduction": "max"},
    ):  # fmt: skip
        shape = options["indices"].shape
        reduce = functools.partial(strew.jax.segment_reduce, batch_dims=1, **options)
        data, weights = reals(2, ROWS, WIDTH), reals(*shape)
        expected = strew.segment_reduce(data, weights=weights, batch_dims=1, **options)
        assert calls.same_bits(reduce(data, weights=weights), expected)
        check(lambda data, weights: reduce(data, weights=weights), data, weights)


@EVERY_FORM
@pytest.mark.parametrize("reduction", ["add", "max"])
def test_vmap_is_a_loop(form, reduction):
    indices, options, segments = FORMS[form]
    many, weights = reals(5, ROWS, WIDTH, name="float32"), weights_for(indices, "float32")
    bases = reals(5, *segments, WIDTH, name="float32")

    def reduce(data, weights, base=None):
        return strew.jax.segment_reduce(
            data, placed(indices), weights=weights, base=base, reduction=reduction, **in_jax(options)
        )

    def square(data):
        return (reduce(data, weights) ** 2).sum()

    of_data = functools.partial(reduce, weights=weights)
    assert calls.same_bits(jax.vmap(of_data, 1)(np.moveaxis(many, 0, 1)), loop(of_data, many))
    assert calls.same_bits(
        jax.vmap(lambda data, base: reduce(data, weights, base))(many, bases),
        loop(lambda data, base: reduce(data, weights, base), many, bases),
    )
    assert calls.same_bits(jax.vmap(jax.grad(square))(many), loop(jax.grad(square), many))
    factors = np.stack([weights * number for number in range(5)])
    each = functools.partial(reduce, many[0])
    assert calls.same_bits(jax.vmap(each)(factors), loop(each, factors))
    products = functools.partial(strew.jax.sddmm, indices=placed(indices), **in_jax(of_products(options)))
    assert calls.same_bits(jax.vmap(products)(many, bases), loop(products, many, bases))


def test_vmap_of_indices_and_ids():
    data = reals(ROWS, WIDTH, name="float32")
    at, ids = np.stack([INDICES, INDICES[::-1]]), np.stack([IDS, IDS[::-1]], 1)
    reduce = functools.partial(strew.jax.segment_reduce, num_segments=SEGMENTS)
    expected = [strew.segment_reduce(data, at[n], segment_ids=ids[:, n], num_segments=3) for n in range(2)]
    made = jax.vmap(lambda at, ids: reduce(jnp.asarray(data), at, segment_ids=ids), (0, 1))(at, ids)
    assert calls.same_bits(made, np.stack(expected))


def test_weights_of_a_wider_type():
    data, weights = reals(ROWS, WIDTH, name="bfloat16"), reals(POSITIONS, name="float32")

    def total(data, weights):
        return strew.jax.segment_reduce(data, INDICES, segment_ids=IDS, weights=weights).astype("float32").sum()

    of_data, of_weights = jax.grad(total, (0, 1))(jnp.asarray(data), jnp.asarray(weights))
    assert of_data.dtype == "bfloat16" and of_weights.dtype == "float32"
    rows = np.ones((SEGMENTS, WIDTH), "float32")
    assert calls.same_bits(of_weights, strew.sddmm(data.astype("float32"), rows, INDICES, segment_ids=IDS))


def test_extremes_with_weights_of_a_wider_type():
    """Sums of many products, rounded once."""
    data, weights = reals(2, 64, name="bfloat16"), reals(100, name="float32")
    at, ids = np.arange(100) % 2, np.arange(100) // 2

    def total(data, weights):
        made = strew.jax.segment_reduce(data, at, segment_ids=ids, weights=weights, reduction="max")
        return made.astype("float32").sum()

    of_data, of_weights = jax.grad(total, (0, 1))(jnp.asarray(data), jnp.asarray(weights))
    wide, of_wide = jax.grad(total, (0, 1))(jnp.asarray(data.astype("float32")), jnp.asarray(weights))
    assert calls.same_bits(of_data, wide.astype("bfloat16")) and calls.same_bits(of_weights, of_wide)


def test_all_of_a_gradient_goes_to_the_position_that_an_extreme_is_of():
    """To the first of equals, to the first NaN, to the old value where that stayed."""
    data = jnp.array([[5.0, 1.0], [5.0, 2.0], [3.0, np.nan], [0.0, np.nan]])
    base = jnp.array([[5.0, -1.0], [7.0, -1.0], [7.0, 8.0]])
    ids, given = jnp.array([0, 0, 0, 1]), jnp.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    reduce = functools.partial(strew.jax.segment_reduce, segment_ids=ids, num_segments=3, reduction="max")
    _, pull = jax.vjp(reduce, data)
    assert pull(given)[0].tolist() == [[1, 0], [0, 0], [0, 2], [3, 4]]
    _, pull = jax.vjp(lambda data, base: reduce(data, base=base), data, base)
    of_data, of_base = pull(given)
    assert of_data.tolist() == [[0, 0], [0, 0], [0, 2], [0, 4]] and of_base.tolist() == [[1, 0], [3, 0], [5, 6]]


def test_derivatives_of_extremes_without_rows():
    nothing = jnp.zeros(0, "int32")

    def reduce(data, base=None):
        return strew.jax.segment_reduce(
            data, nothing, segment_ids=nothing, num_segments=2, base=base, reduction="max", out_of_bounds="clamp"
        )

    data, base = jnp.ones((0, WIDTH)), jnp.ones((2, WIDTH))
    assert jax.jvp(reduce, (data,), (data,))[1].tolist() == [[0.0] * WIDTH] * 2
    assert jax.grad(lambda data: reduce(data).sum())(data).shape == (0, WIDTH)
    assert jax.grad(lambda base: (reduce(data, base) ** 2).sum())(base).tolist() == [[2.0] * WIDTH] * 2


def test_the_gradient_of_rows_adds_in_order():
    random = np.random.default_rng(5)
    rows, ids = random.integers(0, 50, 3000), random.integers(0, 20, 3000)
    given, weights = reals(20, 4, name="float32"), reals(3000, name="float32")
    reduce = functools.partial(strew.jax.segment_reduce, num_segments=20, weights=weights)
    _, pull = jax.vjp(lambda data: reduce(data, jnp.asarray(rows), segment_ids=jnp.asarray(ids)), jnp.zeros((50, 4)))
    expected = np.zeros((50, 4), "float32")
    np.add.at(expected, rows, given[ids] * weights[:, None])
    assert np.array_equal(pull(jnp.asarray(given))[0], expected)


@pytest.mark.parametrize("reduction", ["mean", "max"])
def test_shard_map_reduces_on_each_device(reduction):
    data = reals(64, 8, name="float32")
    rows, ids = (np.random.default_rng(n).integers(0, size, 32) for n, size in ((0, 64), (1, 5)))

    def reduce(data, rows, ids):
        return strew.jax.segment_reduce(data, rows, segment_ids=ids, num_segments=5, reduction=reduction)

    call = on_each_device(reduce)
    parts = [(rows[n : n + 8], ids[n : n + 8]) for n in range(0, 32, 8)]
    expected = [strew.segment_reduce(data, at, segment_ids=to, num_segments=5, reduction=reduction) for at, to in parts]
    assert calls.same_bits(jax.jit(call)(data, rows, ids), np.concatenate(expected))
    gradient = jax.jit(jax.grad(lambda data: (call(data, rows, ids) ** 2).sum()))(jnp.asarray(data))
    alone = sum(jax.grad(lambda data: (reduce(data, at, to) ** 2).sum())(jnp.asarray(data)) for at, to in parts)
    assert np.allclose(gradient, alone, rtol=1e-5)


@pytest.mark.parametrize("reduction", ["sub", "max"])
def test_what_has_no_transpose_says_so(reduction):
    def reduce(data):
        return strew.jax.segment_reduce(data, INDICES, segment_ids=IDS, num_segments=SEGMENTS, reduction=reduction)

    message = f"strew_segment_reduce with reduction='{reduction}' has no transpose"
    with pytest.raises(NotImplementedError, match=message):
        jax.linear_transpose(reduce, jnp.ones((ROWS, WIDTH)))(jnp.ones((SEGMENTS, WIDTH)))


@pytest.mark.parametrize("reduction", ["sub", "mul"])
def test_what_has_no_derivative_says_so(reduction):
    def total(data):
        return strew.jax.segment_reduce(data, INDICES, segment_ids=IDS, reduction=reduction).sum()

    with pytest.raises(NotImplementedError, match=f"strew_segment_reduce with reduction='{reduction}' has no gradient"):
        jax.grad(total)(jnp.ones((ROWS, WIDTH)))


TABLE = jnp.ones((ROWS, WIDTH))
REFUSED = [
    (strew.OptionError, "PY9", lambda: strew.jax.segment_reduce(TABLE, segment_ids=IDS, offsets=OFFSETS)),
    (strew.OptionError, "PY9", lambda: strew.jax.segment_reduce(TABLE, INDICES.reshape(3, 2), num_segments=3)),
    (strew.OptionError, "PY8", lambda: strew.jax.segment_reduce(TABLE, segment_ids=IDS[:4], num_segments=-1)),
    (strew.OptionError, "PY7", lambda: strew.jax.segment_reduce(TABLE, segment_ids=IDS[:4], reduction="sum")),
    (strew.OptionError, "PY7", lambda: strew.jax.segment_reduce(TABLE, segment_ids=IDS[:4], reduction=["add"])),
    (strew.OptionError, "AT1", lambda: strew.jax.segment_reduce(TABLE, offsets=OFFSETS, segment_out_of_bounds="skip")),
    (strew.OptionError, "AT7", lambda: strew.jax.sddmm(TABLE, TABLE[:3], INDICES, segment_ids=IDS, padding_index=9)),
    (strew.ShapeError, "SG1", lambda: strew.jax.segment_reduce(TABLE)),
    (strew.ShapeError, "SG3: weights", lambda: strew.jax.segment_reduce(TABLE, segment_ids=IDS[:4], weights=jnp.ones(3))),
    (strew.ShapeError, "SG3: right", lambda: strew.jax.sddmm(TABLE, jnp.ones((3, 4)), INDICES, segment_ids=IDS)),
    (strew.DTypeError, "TY3", lambda: strew.jax.sddmm(TABLE, TABLE, jnp.ones(6), segment_ids=IDS)),
    (strew.DTypeError, "PB4", lambda: strew.jax.sddmm(TABLE, jnp.ones((3, 3), "int32"), INDICES, segment_ids=IDS)),
    (strew.ArrayError, "PY1", lambda: strew.jax.segment_reduce(None, segment_ids=IDS)),
    (strew.ArrayError, "PY1: right", lambda: strew.jax.sddmm(TABLE, None, INDICES, segment_ids=IDS)),
    (TypeError, "'ids'", lambda: strew.jax.segment_reduce(TABLE, ids=IDS)),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "text", "call"), REFUSED)
def test_what_is_wrong_with_a_call(kind, text, call):
    with pytest.raises(kind, match=text):
        call()


@pytest.mark.parametrize("is_in_a_program", [False, True])
def test_bad_indices_ids_and_offsets(is_in_a_program):
    wrap = jax.jit if is_in_a_program else (lambda function: function)
    reduce = functools.partial(strew.jax.segment_reduce, num_segments=SEGMENTS)
    for text, at, by in BAD_PLACES:
        with pytest.raises(jax.errors.JaxRuntimeError, match=f"OUT_OF_RANGE: {text}"):
            jax.block_until_ready(wrap(lambda at, by: reduce(TABLE, at, **by))(at, by))
        # The result of the call is not needed here, and XLA removes it.
        with pytest.raises(jax.errors.JaxRuntimeError, match="OUT_OF_RANGE: (IX1|OF1): "):
            jax.block_until_ready(wrap(jax.grad(lambda data: reduce(data, at, **by).sum()))(TABLE))


@pytest.mark.parametrize("operator", ["segment_reduce", "sddmm"])
def test_the_docstrings(operator):
    function = inspect.unwrap(calls.in_jax(operator))
    (examples,) = doctest.DocTestFinder().find(function, operator, globs={})
    assert doctest.DocTestRunner().run(examples).failed == 0 and examples.examples
