"""JAX's own indexing gives under install() what it gives without: values, types, errors, derivatives."""

import operator

import calls
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import export

import strew.jax

CUBE = np.arange(60.0, dtype="f4").reshape(5, 4, 3) / 7
MASK = CUBE[:, 0, 0] > 2
REPEATED = np.array([4, 0, 4, -2, 1])

READS = {
    "an array": lambda x: x[jnp.asarray(REPEATED)],
    "a negative number": lambda x: x[-1],
    "numbers and slices": lambda x: x[1, ::-1, 1:],
    "an array and a slice": lambda x: x[1:, jnp.array([0, 3])],
    "a slice between arrays": lambda x: x[jnp.array([0, 1]), :, jnp.array([2, 0])],
    "arrays that broadcast": lambda x: x[jnp.array([[0], [2]]), jnp.array([1, 3])],
    "a new axis": lambda x: x[None, jnp.array([2]), ..., 0],
    "a mask": lambda x: x[MASK],
    "no index": lambda x: x[jnp.zeros((0,), "int32")],
    "a window of no width": lambda x: x[jnp.array([1]), 2:2],
    "unsigned": lambda x: x[jnp.array([4, 1], "uint8")],
    "outside, clamped": lambda x: x[jnp.array([9, -9, 2])],
    "outside, filled": lambda x: x.at[jnp.array([9, -9, 2])].get(mode="fill", fill_value=-1),
    "outside, NaN": lambda x: x.at[jnp.array([9, -9, 2])].get(mode="fill"),
    "outside, clipped": lambda x: x.at[jnp.array([9, -9, 2])].get(mode="clip"),
    "promised": lambda x: x.at[jnp.array([3, 2])].get(mode="promise_in_bounds", unique_indices=True),
    "take": lambda x: jnp.take(x, jnp.asarray(REPEATED), axis=0),
    "take, flat": lambda x: jnp.take(x, jnp.array([59, 7]), axis=None),
    "take, wrapped": lambda x: jnp.take(x, jnp.array([9, -9]), axis=1, mode="wrap"),
    "take_along_axis": lambda x: jnp.take_along_axis(x, jnp.argsort(-x, axis=1), axis=1),
    "take_along_axis, broadcast": lambda x: jnp.take_along_axis(x, jnp.zeros((1, 2, 1), "int32"), axis=1),
    "dynamic_index_in_dim": lambda x: jax.lax.dynamic_index_in_dim(x, 2, 1),
    "choose": lambda x: jnp.choose(jnp.array([0, 1, 2]), [x[0, 0], x[1, 1], x[2, 2]]),
    "searched": lambda x: x[jnp.searchsorted(x[:, 0, 0], jnp.array([0.5, 3.0])), 0],
    "flatnonzero": lambda x: jnp.flatnonzero(x > 4, size=70, fill_value=-1),
    "sorted": lambda x: jnp.sort(x.reshape(-1)[::-1])[:5],
    "diagonal": lambda x: jnp.diagonal(x),
    "map_coordinates": lambda x: jax.scipy.ndimage.map_coordinates(x[0], jnp.array([[0.5, 2.2], [1.0, 0.1]]), 1),
    "interp": lambda x: jnp.interp(jnp.array([0.5, 1.5]), x[0, 0], x[1, 0]),
}  # fmt: skip

ROWS = jnp.asarray(REPEATED)
NEW = jnp.asarray(np.random.default_rng(0).standard_normal((5, 4, 3)), "float32")
WRITES = {
    "set": lambda x: x.at[jnp.array([2, 0])].set(NEW[:2]),
    "set, last wins": lambda x: x.at[ROWS].set(NEW),
    "set, broadcast": lambda x: x.at[:, jnp.array([1, 3])].set(7.0),
    "set, mask": lambda x: x.at[MASK].set(0),
    "set, number": lambda x: x.at[-1, 2, 0].set(-5),
    "add": lambda x: x.at[jnp.array([2, 0])].add(NEW[:2]),
    "add, window": lambda x: x.at[jnp.array([0, 3]), 1:3].add(NEW[:2, 1:3]),
    "add, dropped": lambda x: x.at[jnp.array([9, -9, 1])].add(1.0),
    "add, clipped": lambda x: x.at[jnp.array([9, -9, 1])].add(1.0, mode="clip"),
    "add, number": lambda x: x.at[2].add(1),
    "subtract": lambda x: x.at[jnp.array([2, 0])].subtract(NEW[:2]),
    "multiply": lambda x: x.at[jnp.array([2, 0])].multiply(NEW[:2]),
    "divide": lambda x: x.at[jnp.array([2, 0])].divide(NEW[:2]),
    "power": lambda x: x.at[jnp.array([2, 0])].power(2),
    "min": lambda x: x.at[ROWS].min(NEW),
    "max": lambda x: x.at[ROWS].max(NEW),
    "apply": lambda x: x.at[ROWS[:1]].apply(jnp.sin),
    "apply, unique": lambda x: x.at[jnp.array([1, 3]), 0].apply(jnp.exp),
    "nothing": lambda x: x.at[jnp.zeros((0,), "int32")].set(1.0),
    "put_along_axis": lambda x: jnp.put_along_axis(x, jnp.array([[[1]]] * 5), 9.0, axis=1, inplace=False),
    "put": lambda x: jnp.put(x, jnp.array([1, 30]), jnp.array([5.0, 6.0]), inplace=False),
    "place": lambda x: jnp.place(x, x > 4, jnp.array([1.0]), inplace=False),
    "fill_diagonal": lambda x: jnp.fill_diagonal(x[0], 3.0, inplace=False),
    "bincount": lambda x: jnp.bincount(jnp.array([0, 2, 2, 5]), length=7),
    "bincount, weights": lambda x: jnp.bincount(jnp.array([0, 2, 5]), weights=x[0, :3, 0], length=7),
    "histogram": lambda x: jnp.histogram(x, bins=5)[0],
    "unique": lambda x: jnp.unique(jnp.round(x), size=10),
    "segment_sum": lambda x: jax.ops.segment_sum(x, jnp.array([0, 1, 3, 4, 2]), 6),
    "segment_prod": lambda x: jax.ops.segment_prod(x, jnp.array([0, 1, 3, 4, 2]), 6),
    "segment_min": lambda x: jax.ops.segment_min(x, jnp.abs(ROWS), 6),
    "segment_max": lambda x: jax.ops.segment_max(x, jnp.abs(ROWS), 6),
    "segment_sum, outside": lambda x: jax.ops.segment_sum(x, jnp.array([0, 9, -1, 2, 3]), 4),
    "add to integers": lambda x: jnp.zeros(4, "int8").at[jnp.array([1, 1, 3])].add(jnp.array([100, 100, 1], "int8")),
    "or of bools": lambda x: jnp.zeros(4, bool).at[jnp.array([1, 1])].max(jnp.array([True, False])),
    "small floats": lambda x: x.astype("float8_e4m3fn").at[1].set(0).astype("float32"),
    "integers of four bits": lambda x: jnp.arange(6).astype("int4").at[jnp.array([1])].set(3).astype("int8"),
    "random keys": lambda x: jax.random.key_data(jax.random.split(jax.random.key(0), 4)[jnp.array([3, 1])]),
}  # fmt: skip
DERIVATIVES = {
    "a gather": lambda x: (x[ROWS[:3:2]] ** 2).sum(),
    "take_along_axis": lambda x: (jnp.take_along_axis(x, jnp.argsort(x, 0), 0) * CUBE).sum(),
    "set": lambda x: (x.at[jnp.array([1, 2])].set(x[:2] * 2) ** 2).sum(),
    "add": lambda x: (x.at[jnp.array([1, 2])].add(x[:2] * 2) ** 2).sum(),
    "max": lambda x: x.at[jnp.array([1, 2])].max(x[:2] * 2).sum(),
    "multiply": lambda x: x.at[jnp.array([1, 2])].multiply(x[:2], unique_indices=True).sum(),
    "segment_sum": lambda x: (jax.ops.segment_sum(x, jnp.array([0, 1, 3, 4, 2]), 6) ** 2).sum(),
    "a hessian": lambda x: jnp.diagonal(jax.hessian(lambda v: (v[jnp.array([0, 2])] ** 3).sum())(x[0, :, 0])).sum(),
}  # fmt: skip
BATCHED = {
    "rows": (lambda x, n: x[n], (None, 0)),
    "both": (lambda x, n: x[n % 4], (0, 0)),
    "set": (lambda x, n: x.at[n % 4].set(0), (0, 0)),
    "add": (lambda x, n: x.at[n % 4].add(1), (0, 0)),
    "add, one array": (lambda x, n: x.at[n].add(1), (None, 0)),
}
ALL = {
    **{f"read: {name}": call for name, call in READS.items()},
    **{f"write: {name}": call for name, call in WRITES.items()},
    **{f"gradient: {name}": jax.grad(call) for name, call in DERIVATIVES.items()},
    **{
        f"vmap: {name}": lambda x, call=call, axes=axes: jax.vmap(call, axes)(x, jnp.arange(5))
        for name, (call, axes) in BATCHED.items()
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def usual():
    strew.jax.uninstall()
    return {name: np.asarray(call(jnp.asarray(CUBE))) for name, call in ALL.items()}


@pytest.fixture(scope="module")
def under_install(usual):
    strew.jax.install()
    yield
    strew.jax.uninstall()


@pytest.mark.parametrize("name", ALL)
def test_the_same_as_before(name, usual, under_install):
    got = np.asarray(ALL[name](jnp.asarray(CUBE)))
    expected = usual[name]
    assert got.dtype == expected.dtype and got.shape == expected.shape
    assert got.tobytes() == expected.tobytes() or np.allclose(got, expected, rtol=1e-6, equal_nan=True)
    if name.startswith("read"):
        assert got.tobytes() == expected.tobytes()


@pytest.mark.parametrize("call", [lambda x: x[1.5], lambda x: x[0, 0, 0, 0], lambda x: x.at[jnp.array([0.5])].set(1)])
def test_the_same_errors(call, under_install):
    with pytest.raises((TypeError, IndexError)):
        call(jnp.asarray(CUBE))


def test_repeated_additions_are_the_loop_in_order(under_install):
    random = np.random.default_rng(1)
    rows, updates = random.integers(0, 9, 4000), random.standard_normal((4000, 3)).astype("float32")
    for name, ufunc in (("add", np.add), ("multiply", np.multiply)):
        expected = np.ones((9, 3), "float32")
        with np.errstate(all="ignore"):
            ufunc.at(expected, rows, updates)
        got = getattr(jnp.ones((9, 3)).at[rows], name)(updates)
        assert calls.same_bits(got, expected), name


def test_donation_is_kept(under_install):
    call = jax.jit(lambda x, rows: x.at[rows].add(1.0), donate_argnums=0)
    x = jnp.zeros((500, 3))
    address = x.unsafe_buffer_pointer()
    x = call(x, jnp.array([3, 3]))
    assert x.unsafe_buffer_pointer() == address and x[3].tolist() == [2, 2, 2]


def lowered(call, *arguments):
    return jax.jit(call).lower(*arguments).as_text()


def test_install_and_uninstall():
    x, rows = jnp.asarray(CUBE), jnp.asarray(REPEATED)
    call = jax.jit(operator.getitem)
    for _ in range(2):
        strew.jax.install()
        strew.jax.install()
        assert "strew_stablehlo_gather" in call.lower(x, rows).as_text()
        assert "strew_stablehlo_scatter" in lowered(lambda x, rows: x.at[rows].add(1.0), x, rows)
        strew.jax.uninstall()
        assert "strew" not in call.lower(x, rows).as_text()
    strew.jax.uninstall()


USUAL = {
    "scatter_apply": lambda x: x.at[ROWS].apply(jnp.sin),
    "integers of four bits": lambda x: x.astype("int4")[ROWS],
    "random keys": lambda x: jax.random.split(jax.random.key(0), 4)[jnp.array([3, 1])],
    "complex minima": lambda x: jax.lax.scatter_min(
        x[:, 0, 0].astype("complex64"), ROWS[:, None], NEW[:, 0, 0].astype("complex64"),
        jax.lax.ScatterDimensionNumbers((), (0,), (0,)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", USUAL)
def test_what_strew_does_not_take_goes_the_usual_way(name, under_install):
    text = lowered(USUAL[name], jnp.asarray(CUBE))
    assert "stablehlo.gather" in text or "stablehlo.scatter" in text
    assert "@strew_stablehlo_scatter" not in text


def test_exported_programs_do_not_need_strew(under_install):
    exported = export.export(jax.jit(operator.getitem))(jnp.asarray(CUBE), jnp.asarray(REPEATED))
    assert "@strew" not in exported.mlir_module()
    assert exported.call(jnp.asarray(CUBE), jnp.asarray(REPEATED)).shape == CUBE[REPEATED].shape


def test_shapes_that_are_not_known_go_the_usual_way(under_install):
    (size,) = export.symbolic_shape("n")
    spec = jax.ShapeDtypeStruct((size, 3), "float32")
    exported = export.export(jax.jit(lambda x: x[jnp.array([1, 0])]))(spec)
    assert exported.call(jnp.ones((4, 3))).shape == (2, 3)
