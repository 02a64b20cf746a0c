"""JAX arrays in, JAX arrays out; they never change."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import strew

jax = pytest.importorskip("jax")
jnp = jax.numpy
TABLE = jnp.arange(12.0).reshape(4, 3)
ROWS = jnp.array([3, 0])
NAMES = [
    *("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "float16", "bfloat16", "float32", "complex64"),
    *("float8_e4m3fn", "float8_e5m2", "float8_e4m3b11fnuz", "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e3m4"),
    *("float8_e4m3", "float8_e8m0fnu"),
]


def test_jax_is_on_the_cpu() -> None:
    assert jax.default_backend() == "cpu"


@pytest.mark.parametrize("name", NAMES)
def test_every_type_moves_as_through_numpy(name: str) -> None:
    data = (TABLE + 1).astype(getattr(jnp, name))
    same = np.asarray(data)
    found = strew.gather(data, ROWS)
    assert isinstance(found, jax.Array)
    assert found.dtype == data.dtype
    assert np.asarray(found).tobytes() == strew.gather(same, [3, 0]).tobytes() == same[[3, 0]].tobytes()
    moved = strew.scatter(data, ROWS, data[:2])
    assert isinstance(moved, jax.Array)
    assert np.asarray(moved).tobytes() == strew.scatter(same, [3, 0], same[:2]).tobytes()
    assert np.asarray(data).tobytes() == same.tobytes()


@pytest.mark.parametrize("name", ["int8", "int32", "uint16", "float16", "bfloat16", "float32", "complex64"])
def test_sums_are_those_of_the_numpy_path(name: str) -> None:
    data = (TABLE + 1).astype(getattr(jnp, name))
    same = np.asarray(data)
    found = strew.scatter(data, jnp.array([0, 2, 0]), data[:3], reduction="add")
    assert isinstance(found, jax.Array)
    assert np.asarray(found).tobytes() == strew.scatter(same, [0, 2, 0], same[:3], reduction="add").tobytes()


@pytest.mark.parametrize("name", ["int64", "uint64", "float64", "complex128"])
def test_wide_types(name: str) -> None:
    with jax.enable_x64(True):
        data = jnp.arange(12).reshape(4, 3).astype(name)
        found = strew.gather(data, jnp.array([3, 0], "int64"))
        assert found.dtype == np.dtype(name)
        assert np.asarray(found).tobytes() == np.asarray(data)[[3, 0]].tobytes()


def test_the_kind_of_data_decides() -> None:
    assert isinstance(strew.gather(TABLE, [3, 0]), jax.Array)
    assert isinstance(strew.gather(TABLE, np.array([3, 0])), jax.Array)
    assert type(strew.gather(np.asarray(TABLE), ROWS)) is np.ndarray
    assert isinstance(strew.scatter(strew.filled((4, 3), jnp.float32), ROWS, TABLE[:2]), jax.Array)
    assert strew.scatter(TABLE, ROWS, [[1, 2, 3], [4, 5, 6]])[3].tolist() == [1, 2, 3]
    assert strew.gather(TABLE, [9], out_of_bounds="fill", fill_value=jnp.float32(7)).tolist() == [[7] * 3]


def test_plans() -> None:
    plan = strew.plan(strew.gather, TABLE, ROWS)
    assert plan(TABLE, ROWS).tolist() == TABLE[ROWS].tolist()
    bound = plan.bind(strew.prepare(plan, ROWS))(TABLE)
    assert isinstance(bound, jax.Array)
    assert bound.tolist() == TABLE[ROWS].tolist()


def test_jax_arrays_are_no_destinations() -> None:
    before = TABLE.tolist()
    for call in (
        lambda: strew.gather(TABLE, ROWS, out=jnp.zeros((2, 3))),
        lambda: strew.scatter(TABLE, ROWS, TABLE[:2], out=TABLE),
        lambda: strew.plan(strew.gather, TABLE, ROWS)(TABLE, ROWS, out=jnp.zeros((2, 3))),
    ):
        with pytest.raises(strew.ArrayError, match="JAX") as caught:
            call()
        assert (caught.value.rule, caught.value.operand) == ("PY6", "output")
    assert TABLE.tolist() == before
    out = np.zeros((2, 3), "f4")
    assert strew.gather(TABLE, ROWS, out=out) is out
    assert out.tolist() == TABLE[ROWS].tolist()


def test_results_are_arrays_like_others() -> None:
    found = strew.gather(TABLE, ROWS)
    assert (jnp.sin(found) + 1).shape == (2, 3)
    assert jax.jit(lambda x: x * 2)(found).tolist() == (TABLE[ROWS] * 2).tolist()


@pytest.mark.parametrize("transform", [jax.jit, jax.grad, jax.vmap])
def test_traced_arrays_are_refused_in_a_sentence(transform: Any) -> None:
    for call in (
        lambda x: strew.gather(x, [0]),
        lambda x: strew.take(x, [0], 0),
        lambda x: strew.segment_sum(x, ROWS),
        lambda x: strew.pyg.scatter(x, ROWS, dim_size=4),
        lambda x: strew.index_add(x, 0, [1], 1.0),
        lambda x: strew.index_put(x, ([0],), 1.0),
    ):
        with pytest.raises(strew.ArrayError, match=r"^PY1: (data|a|src|input): .*traced.*strew\.jax"):
            transform(lambda x: call(x).sum())(TABLE)  # noqa: B023


def test_traced_indices_are_refused_in_a_sentence() -> None:
    table = np.asarray(TABLE)
    for call in (
        lambda i: strew.gather(table, i),
        lambda i: strew.segment_sum(table[:2], i),
        lambda i: strew.pyg.scatter(table[:2], i),
        lambda i: strew.bincount(i),
        lambda i: strew.index_put(TABLE, (i, i), 1.0),
        lambda i: strew.take_along_axis(table, i[:, None], 0),
    ):
        with pytest.raises(strew.ArrayError, match=r"^PY1: (indices|segment_ids|index|x): .*traced.*strew\.jax"):
            jax.jit(call)(jnp.asarray(ROWS))


def test_types_that_jax_cannot_share() -> None:
    for name in ("int4", "uint4", "float4_e2m1fn"):
        with pytest.raises(Exception, match=r"DLPack|whole bytes"):
            strew.gather(jnp.zeros((4, 3)).astype(getattr(jnp, name)), ROWS)
    with pytest.raises(TypeError, match="key_data"):
        strew.gather(jax.random.key(0)[None], [0])


def test_failures() -> None:
    with pytest.raises(strew.IndexOutOfBounds) as caught:
        strew.gather(TABLE, jnp.array([0, 4]))
    assert (caught.value.position, caught.value.index) == (1, (4,))
    with pytest.raises(strew.DTypeError):
        strew.scatter(TABLE, ROWS, TABLE[:2].astype("int32"))
