"""Several devices: shard_map runs each part where it is, programs that XLA divides are right."""

import calls
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import Mesh, NamedSharding, PartitionSpec

import strew.jax

DATA = np.arange(512, dtype="f4").reshape(64, 8)
ROWS = np.random.default_rng(0).integers(0, 64, 32)


@pytest.fixture
def mesh():
    return Mesh(np.array(jax.devices()), ("x",))


def placed(mesh):
    data = jax.device_put(DATA, NamedSharding(mesh, PartitionSpec()))
    return data, jax.device_put(ROWS, NamedSharding(mesh, PartitionSpec("x")))


def mapped(mesh, function, **options):
    specs = {"in_specs": (PartitionSpec(), PartitionSpec("x")), "out_specs": PartitionSpec("x")}
    if hasattr(jax, "shard_map"):
        return jax.shard_map(function, mesh=mesh, **specs, **options)
    from jax.experimental.shard_map import shard_map

    return shard_map(function, mesh=mesh, **specs, check_rep=options.get("check_vma", True))


@pytest.mark.parametrize("is_checked", [True, False], ids=["checked", "unchecked"])
def test_shard_map_gathers_on_each_device(mesh, is_checked):
    call = jax.jit(mapped(mesh, strew.jax.gather, check_vma=is_checked))
    data, rows = placed(mesh)
    text = call.lower(data, rows).compile().as_text()
    assert "strew_gather" in text and "all-gather" not in text
    assert calls.same_bits(call(data, rows), DATA[ROWS])


@pytest.mark.parametrize("is_checked", [True, False], ids=["checked", "unchecked"])
def test_gradients_through_shard_map(mesh, is_checked):
    call = mapped(mesh, strew.jax.gather, check_vma=is_checked)
    data, rows = placed(mesh)
    gradient = jax.jit(jax.grad(lambda data: (call(data, rows) ** 2).sum()))(data)
    expected = np.zeros_like(DATA)
    np.add.at(expected, ROWS, 2 * DATA[ROWS])
    assert np.allclose(gradient, expected)


def test_scatter_in_shard_map(mesh):
    def double_the_first(data, rows):
        return strew.jax.scatter(rows, jnp.array([0]), rows[:1] * 2)

    call = jax.jit(mapped(mesh, double_the_first, check_vma=False))
    data, rows = placed(mesh)
    expected = ROWS.copy().reshape(4, 8)
    expected[:, 0] *= 2
    assert call(data, rows).tolist() == expected.reshape(-1).tolist()


def test_a_program_that_xla_divides(mesh):
    data, rows = placed(mesh)
    assert calls.same_bits(jax.jit(strew.jax.gather)(data, rows), DATA[ROWS])
    assert calls.same_bits(strew.jax.gather(data, rows), DATA[ROWS])


def test_jax_divides_its_own_operators_also_when_installed(mesh, installed):
    data, rows = placed(mesh)
    call = jax.jit(lambda data, rows: data[rows])
    text = call.lower(data, rows).compile().as_text()
    assert "strew" not in text and "all-gather" not in text
    assert calls.same_bits(call(data, rows), DATA[ROWS])
    inside = jax.jit(mapped(mesh, lambda data, rows: data[rows]))
    text = inside.lower(data, rows).compile().as_text()
    assert "strew_stablehlo_gather" in text and "all-gather" not in text
    assert calls.same_bits(inside(data, rows), DATA[ROWS])
