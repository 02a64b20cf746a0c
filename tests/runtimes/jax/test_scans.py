"""segment_scan of strew.jax: values beside the package, derivatives beside finite differences and beside matrices."""

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
    on_each_device, placed, reals,
)  # fmt: skip

import strew
import strew.jax

EITHER = pytest.mark.parametrize("exclusive", [False, True], ids=["inclusive", "exclusive"])


def scan_of(form, **words):
    """The scan of this form, of data alone."""
    indices, options, _ = FORMS[form]
    return lambda data: strew.jax.segment_scan(data, placed(indices), **in_jax(options), **words)


@EVERY_FORM
@EITHER
@pytest.mark.parametrize("name", ["float32", "bfloat16", "int16"])
def test_values_are_those_of_the_package(form, exclusive, name):
    indices, options, _ = FORMS[form]
    data = reals(ROWS, WIDTH, name=name)
    for reduction, accumulate in (("add", "wide"), ("add", "native"), *((word, "wide") for word in ("mul", "min", "max"))):
        words = {"reduction": reduction, "accumulate": accumulate, "exclusive": exclusive}
        made = scan_of(form, **words)(jnp.asarray(data))
        assert calls.same_bits(made, strew.segment_scan(data, indices, **words, **options)), words


@EITHER
def test_ranks_have_the_width_of_the_integers_of_jax(exclusive, either_width):
    ids = np.random.default_rng(0).integers(0, 5, 40)
    expected = strew.segment_scan(segment_ids=ids, exclusive=exclusive)
    made = strew.jax.segment_scan(segment_ids=ids, exclusive=exclusive)
    assert calls.same_bits(made, expected.astype("int64" if either_width else "int32"))
    made = jax.jit(lambda ids: strew.jax.segment_scan(segment_ids=ids, num_segments=5, exclusive=exclusive))(ids)
    assert made.tolist() == expected.tolist()
    batches = ids.reshape(2, 20)
    made = jax.vmap(lambda ids: strew.jax.segment_scan(segment_ids=ids, num_segments=5))(batches)
    assert made.tolist() == [strew.segment_scan(segment_ids=one).tolist() for one in batches]


def test_the_number_of_segments_is_known_when_a_program_is_traced():
    data = jnp.ones((ROWS, WIDTH))
    with pytest.raises(strew.OptionError, match="PY8: num_segments=None, and segment_ids are traced"):
        jax.jit(lambda ids: strew.jax.segment_scan(data, segment_ids=ids))(IDS[:ROWS])
    made = jax.jit(lambda offsets: strew.jax.segment_scan(data, offsets=offsets))(OFFSETS)
    assert made[:, 0].tolist() == [0, 1, 2, 0]
    whole = jax.jit(lambda offsets: strew.jax.segment_scan(data, offsets=offsets, num_segments=3))(OFFSETS)
    assert whole[:, 0].tolist() == [0, 1, 2, 1]


@EVERY_FORM
def test_derivatives_of_first_and_second_order(form, x64):
    inclusive, exclusive = scan_of(form), scan_of(form, exclusive=True)
    check(lambda data: inclusive(data) * exclusive(data**2), reals(ROWS, WIDTH))


@EVERY_FORM
@EITHER
def test_the_gradient_is_that_of_the_matrix(form, exclusive):
    """Of integers in floats, so that sums have no order."""
    scan = scan_of(form, exclusive=exclusive)
    data = jnp.asarray(np.random.default_rng(3).integers(-9, 9, (ROWS, WIDTH)).astype("float32"))
    made, pull = jax.vjp(scan, data)
    columns = [scan(one.reshape(ROWS, WIDTH)) for one in jnp.eye(ROWS * WIDTH)]
    given = np.random.default_rng(4).integers(-9, 9, made.shape).astype("float32")
    expected = np.array([float((column * given).sum()) for column in columns])
    assert np.array_equal(np.ravel(pull(jnp.asarray(given))[0]), expected)
    assert np.array_equal(jax.linear_transpose(scan, data)(jnp.asarray(given))[0], pull(jnp.asarray(given))[0])


def test_the_gradient_of_16_bit_floats_is_rounded_once():
    """257, which is the sum of the first position, is no bfloat16, and 257 + 1 is one."""
    rows = np.zeros(2, "int32")
    _, pull = jax.vjp(lambda data: strew.jax.segment_scan(data, rows, segment_ids=rows), jnp.ones(1, "bfloat16"))
    assert pull(jnp.array([256, 1], "bfloat16"))[0].tolist() == [258]


def test_complex_derivatives(x64):
    check(scan_of("ids"), reals(ROWS, WIDTH, name="complex128"))


def test_batches(x64):
    at, ids, begins = np.stack([INDICES, INDICES[::-1]]), np.stack([IDS, IDS[::-1]]), np.stack([OFFSETS] * 2)
    data = reals(2, ROWS, WIDTH)
    for options in (
        {"indices": at, "segment_ids": ids}, {"indices": at, "offsets": begins, "num_segments": 3, "exclusive": True},
        {"indices": at.reshape(2, 3, 2)}, {"segment_ids": ids[:, :ROWS], "exclusive": True},
        {"indices": at, "segment_ids": ids, "padding_index": -1},
    ):  # fmt: skip
        scan = functools.partial(strew.jax.segment_scan, batch_dims=1, **options)
        assert calls.same_bits(scan(data), strew.segment_scan(data, batch_dims=1, **options))
        _, pull = jax.vjp(scan, data)
        _, alone = jax.vjp(lambda data: jnp.stack([of_one(data[n], n, options) for n in range(2)]), data)
        given = jnp.asarray(reals(*scan(data).shape))
        assert np.allclose(pull(given)[0], alone(given)[0])


def of_one(data, number, options):
    """The scan of one entry of the batch."""
    own = {name: given[number] if isinstance(given, np.ndarray) else given for name, given in options.items()}
    return strew.jax.segment_scan(data, **own)


@EVERY_FORM
@pytest.mark.parametrize("reduction", ["add", "max"])
def test_vmap_is_a_loop(form, reduction):
    scan, many = scan_of(form, reduction=reduction), reals(5, ROWS, WIDTH, name="float32")
    assert calls.same_bits(jax.vmap(scan, 1)(np.moveaxis(many, 0, 1)), loop(scan, many))
    if reduction == "add":
        gradient = jax.grad(lambda data: (scan(data) ** 2).sum())
        assert calls.same_bits(jax.vmap(gradient)(many), loop(gradient, many))


def test_vmap_of_indices_and_ids():
    data = reals(ROWS, WIDTH, name="float32")
    at, ids = np.stack([INDICES, INDICES[::-1]]), np.stack([IDS, IDS[::-1]], 1)
    scan = functools.partial(strew.jax.segment_scan, num_segments=SEGMENTS)
    expected = [strew.segment_scan(data, at[n], segment_ids=ids[:, n], num_segments=SEGMENTS) for n in range(2)]
    made = jax.vmap(lambda at, ids: scan(jnp.asarray(data), at, segment_ids=ids), (0, 1))(at, ids)
    assert calls.same_bits(made, np.stack(expected))


def test_shard_map_scans_on_each_device():
    data = reals(64, 8, name="float32")
    rows, ids = (np.random.default_rng(n).integers(0, size, 32) for n, size in ((0, 64), (1, 5)))

    def scan(data, rows, ids):
        return strew.jax.segment_scan(data, rows, segment_ids=ids, num_segments=5, padding_index=3)

    call = on_each_device(scan)
    parts = [(rows[n : n + 8], ids[n : n + 8]) for n in range(0, 32, 8)]
    expected = [strew.segment_scan(data, at, segment_ids=to, num_segments=5, padding_index=3) for at, to in parts]
    assert calls.same_bits(jax.jit(call)(data, rows, ids), np.concatenate(expected))
    gradient = jax.jit(jax.grad(lambda data: (call(data, rows, ids) ** 2).sum()))(jnp.asarray(data))
    alone = sum(jax.grad(lambda data: (scan(data, at, to) ** 2).sum())(jnp.asarray(data)) for at, to in parts)
    assert np.allclose(gradient, alone, rtol=1e-5)
    ranks = on_each_device(lambda data, ids: strew.jax.segment_scan(segment_ids=ids, num_segments=5))
    assert ranks(data, ids).tolist() == sum((strew.segment_scan(segment_ids=to).tolist() for _, to in parts), [])


@pytest.mark.parametrize("reduction", ["mul", "min", "max"])
def test_what_has_no_derivative_says_so(reduction):
    data, scan = jnp.ones((ROWS, WIDTH)), scan_of("ids", reduction=reduction)
    with pytest.raises(NotImplementedError, match=f"strew_segment_scan with reduction='{reduction}' has no gradient"):
        jax.grad(lambda data: scan(data).sum())(data)
    with pytest.raises(NotImplementedError, match=f"strew_segment_scan with reduction='{reduction}' has no transpose"):
        jax.linear_transpose(scan, data)(jnp.ones((POSITIONS, WIDTH)))


TABLE = jnp.ones((ROWS, WIDTH))
REFUSED = [
    (strew.OptionError, "PY9: data", lambda: strew.jax.segment_scan()),
    (strew.OptionError, "PY9: data", lambda: strew.jax.segment_scan(offsets=OFFSETS)),
    (strew.OptionError, "PY9: data", lambda: strew.jax.segment_scan(None, INDICES, segment_ids=IDS)),
    (strew.OptionError, "PY9", lambda: strew.jax.segment_scan(TABLE, segment_ids=IDS, offsets=OFFSETS)),
    (strew.OptionError, "PY9", lambda: strew.jax.segment_scan(TABLE, INDICES, num_segments=3)),
    (strew.OptionError, "PY8", lambda: strew.jax.segment_scan(TABLE, segment_ids=IDS[:4], num_segments=-1)),
    (strew.OptionError, "AT1", lambda: strew.jax.segment_scan(TABLE, segment_ids=IDS[:4], reduction="mean")),
    (strew.OptionError, "PY7", lambda: strew.jax.segment_scan(TABLE, segment_ids=IDS[:4], reduction="sum")),
    (strew.ShapeError, "SG1", lambda: strew.jax.segment_scan(TABLE)),
    (strew.ShapeError, "SG3", lambda: strew.jax.segment_scan(TABLE, segment_ids=IDS)),
    (strew.ShapeError, "SG3", lambda: strew.jax.segment_scan(TABLE, offsets=OFFSETS, num_segments=0)),
    (strew.DTypeError, "TY3", lambda: strew.jax.segment_scan(TABLE, segment_ids=jnp.ones(ROWS), num_segments=2)),
    (TypeError, "'weights'", lambda: strew.jax.segment_scan(TABLE, segment_ids=IDS[:4], weights=IDS)),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "text", "call"), REFUSED)
def test_what_is_wrong_with_a_call(kind, text, call):
    with pytest.raises(kind, match=text):
        call()


@pytest.mark.parametrize("is_in_a_program", [False, True])
def test_bad_indices_ids_and_offsets(is_in_a_program):
    wrap = jax.jit if is_in_a_program else (lambda function: function)
    scan = functools.partial(strew.jax.segment_scan, num_segments=SEGMENTS)
    for text, at, by in BAD_PLACES:
        with pytest.raises(jax.errors.JaxRuntimeError, match=f"OUT_OF_RANGE: {text}"):
            jax.block_until_ready(wrap(lambda at, by: scan(TABLE, at, **by))(at, by))


def test_the_docstring():
    function = inspect.unwrap(strew.jax.segment_scan)
    (examples,) = doctest.DocTestFinder().find(function, "segment_scan", globs={})
    assert doctest.DocTestRunner().run(examples).failed == 0 and examples.examples
