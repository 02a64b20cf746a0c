"""The borrowed names on arrays of PyTorch and JAX, beside the functions that they are named after."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import strew

torch = pytest.importorskip("torch")
jax = pytest.importorskip("jax")
jnp = jax.numpy

KINDS = [torch.float32, torch.float64, torch.bfloat16, torch.float16, torch.int32, torch.int64, torch.uint8]


def source_and_index(kind: Any, dim: int) -> tuple[Any, Any, Any]:
    x = (torch.arange(60) % 7).reshape(3, 4, 5).to(kind)
    index = torch.tensor([2, 0, 2, 1, 2])
    extents = [3, 4, 5]
    extents[dim] = 5
    return x, index, (torch.arange(300)[: int(np.prod(extents))] % 3).reshape(extents).to(kind)


@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
@pytest.mark.parametrize("padding", [None, 2])
def test_embedding_bag(mode: Any, padding: int | None) -> None:
    draw = torch.Generator().manual_seed(5)
    table = torch.randint(-8, 9, (9, 24), generator=draw).float()  # whose sums and products are exact
    rows = torch.randint(0, 9, (40,), generator=draw)
    offsets = torch.tensor([0, 7, 7, 19, 33])
    ours = strew.torch_names.embedding_bag(rows, table, offsets, mode=mode, padding_idx=padding)
    assert torch.equal(ours, torch.nn.functional.embedding_bag(rows, table, offsets, mode=mode, padding_idx=padding))
    two = rows.reshape(8, 5)
    theirs = torch.nn.functional.embedding_bag(two, table, mode=mode, padding_idx=padding)
    assert torch.equal(strew.torch_names.embedding_bag(two, table, mode=mode, padding_idx=padding), theirs)
    if mode == "sum":
        weights = torch.randint(-4, 5, (40,), generator=draw).float()
        theirs = torch.nn.functional.embedding_bag(rows, table, offsets, mode="sum", per_sample_weights=weights)
        assert torch.equal(
            strew.torch_names.embedding_bag(rows, table, offsets, mode="sum", per_sample_weights=weights), theirs
        )


@pytest.mark.parametrize("reduce", ["sum", "mean", "max", "min", "prod", "amax", "amin"])
@pytest.mark.parametrize("initial", [None, 0.0, 3.0])
def test_segment_reduce(reduce: Any, initial: float | None) -> None:
    draw = torch.Generator().manual_seed(6)
    data = torch.randint(1, 4, (12, 5), generator=draw).float()  # whose sums and products are exact
    lengths, offsets = torch.tensor([3, 0, 7, 2]), torch.tensor([0, 3, 3, 10, 12])
    if reduce == "mean" and initial:
        return
    for given in ({"lengths": lengths}, {"offsets": offsets}, {"lengths": lengths[:3], "unsafe": True}):
        ours = strew.torch_names.segment_reduce(data, reduce, **given, initial=initial)
        theirs = torch.segment_reduce(data, reduce, **given, initial=initial)
        assert torch.equal(ours.nan_to_num(-7), theirs.nan_to_num(-7)), given
    wide, rows = data.T.contiguous(), torch.tensor([[3, 9], [12, 0], [0, 12], [1, 11], [6, 6]])
    ours = strew.torch_names.segment_reduce(wide, reduce, lengths=rows, axis=1, initial=initial)
    theirs = torch.segment_reduce(wide, reduce, lengths=rows, axis=1, initial=initial)
    assert torch.equal(ours.nan_to_num(-7), theirs.nan_to_num(-7))


@pytest.mark.filterwarnings("ignore:Sparse CSR")
def test_spmm_of_torch_and_scipy() -> None:
    """Values whose products and sums are exact; torch.sparse.mm with reduce is the same for the others."""
    draw = torch.Generator().manual_seed(7)
    dense = torch.randint(-3, 4, (6, 9), generator=draw).float() * (torch.rand(6, 9, generator=draw) < 0.4)
    dense[2] = 0
    other, csr = torch.randint(-5, 6, (9, 4), generator=draw).float(), dense.to_sparse_csr()
    assert torch.equal(strew.pyg.spmm(csr, other), csr @ other)
    for ours, theirs in (("sum", "sum"), ("mean", "mean"), ("max", "amax"), ("min", "amin")):
        found = strew.pyg.spmm(csr, other, ours)
        assert isinstance(found, torch.Tensor) and torch.equal(found, torch.sparse.mm(csr, other, theirs)), ours
    sparse = pytest.importorskip("scipy.sparse")
    matrix = sparse.csr_matrix(dense.numpy())
    np.testing.assert_array_equal(strew.pyg.spmm(matrix, other.numpy()), matrix @ other.numpy())
    assert torch.equal(strew.pyg.segment(other, torch.tensor([0, 4, 4, 9])), torch.stack([other[:4].sum(0), other[:0].sum(0), other[4:].sum(0)]))


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("dim", [0, 1, -1])
def test_index_add(kind: Any, dim: int) -> None:
    x, index, source = source_and_index(kind, dim)
    for alpha in (1, 2):
        expected = torch.index_add(x, dim, index, source, alpha=alpha)
        found = strew.index_add(x, dim, index, source, alpha=alpha)
        assert isinstance(found, torch.Tensor) and torch.equal(found, expected)
    assert strew.index_add(x, dim, index, source, out=x) is x
    assert torch.equal(x, torch.index_add(source_and_index(kind, dim)[0], dim, index, source))


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_index_copy(kind: Any) -> None:
    x, _, source = source_and_index(kind, 1)
    index = torch.tensor([3, 0, 1])
    expected = torch.index_copy(x, 1, index, source[:, :3])
    assert torch.equal(strew.index_copy(x, 1, index, source[:, :3]), expected)


@pytest.mark.filterwarnings("ignore:index_reduce")
@pytest.mark.parametrize("reduce", ["prod", "mean", "amax", "amin"])
@pytest.mark.parametrize("include_self", [True, False])
@pytest.mark.parametrize("kind", [torch.float32, torch.int64], ids=str)
def test_index_reduce(kind: Any, reduce: str, include_self: bool) -> None:
    x, index, source = source_and_index(kind, 0)
    source -= 1
    expected = torch.index_reduce(x, 0, index, source, reduce, include_self=include_self)
    found = strew.index_reduce(x, 0, index, source, reduce, include_self=include_self)
    assert torch.equal(found, expected)


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("dim", [0, 1, -1])
def test_elements_as_torch(kind: Any, dim: int) -> None:
    x, _, source = source_and_index(kind, dim)
    index = (torch.arange(60) * 7 % 3).reshape(3, 4, 5)[:, :3, :2]
    assert torch.equal(strew.torch_names.gather(x, dim, index), torch.gather(x, dim, index))
    source = (torch.arange(60) % 3).reshape(3, 4, 5).to(kind)
    assert torch.equal(strew.scatter_add(x, dim, index, source), torch.scatter_add(x, dim, index, source))
    unique = torch.arange(3).reshape(3, 1, 1) if dim == 0 else torch.arange(1).reshape(1, 1, 1)
    expected = torch.scatter(x, dim, unique, source)
    assert torch.equal(strew.torch_names.scatter(x, dim, unique, source), expected)
    found = strew.torch_names.scatter(x, dim, unique, 5)
    assert isinstance(found, torch.Tensor) and torch.equal(found, torch.scatter(x, dim, unique, 5))


@pytest.mark.parametrize("reduce", ["sum", "prod", "mean", "amax", "amin"])
@pytest.mark.parametrize("include_self", [True, False])
@pytest.mark.parametrize("kind", [torch.float32, torch.int64], ids=str)
def test_scatter_reduce_as_torch(kind: Any, reduce: Any, include_self: bool) -> None:
    x = (torch.arange(60) % 7).reshape(3, 4, 5).to(kind)
    index, source = (torch.arange(60) * 7 % 3).reshape(3, 4, 5), (torch.arange(60) % 5).reshape(3, 4, 5).to(kind) - 1
    expected = torch.scatter_reduce(x, 0, index, source, reduce, include_self=include_self)
    assert torch.equal(strew.scatter_reduce(x, 0, index, source, reduce, include_self=include_self), expected)


@pytest.mark.parametrize("kind", [torch.float32, torch.bfloat16, torch.int64], ids=str)
def test_index_put_and_select_as_torch(kind: Any) -> None:
    x = torch.arange(40).reshape(2, 4, 5).to(kind)
    for indices in [
        (torch.tensor([1, 0, 1]),), (torch.tensor([0, 1, 1]), torch.tensor([2, 0, -4])),
        (torch.tensor([1, 0]), None, torch.tensor([2, 2])), (None, torch.tensor([1, 2]), torch.tensor([[0], [4]])),
        (torch.tensor([True, False]),), (torch.arange(8).reshape(2, 4) % 3 == 0,),
    ]:  # fmt: skip
        expected = torch.ops.aten.index_put(x, list(indices), torch.ones((), dtype=kind), True)
        found = strew.index_put(x, indices, torch.ones((), dtype=kind), accumulate=True)
        assert isinstance(found, torch.Tensor) and torch.equal(found, expected)
    index = torch.tensor([3, 0, 3])
    assert torch.equal(strew.index_select(x, 1, index), torch.index_select(x, 1, index))


def test_pyg_on_tensors() -> None:
    """By torch's own functions, as torch_geometric.utils.scatter does it."""
    rows, index = torch.arange(12.0).reshape(4, 3) - 5, torch.tensor([2, 0, 2, 2])
    for reduce, named in (("sum", "sum"), ("min", "amin"), ("max", "amax"), ("mean", "mean")):
        wide = index[:, None].expand_as(rows)
        expected = torch.zeros(4, 3).scatter_reduce(0, wide, rows, named, include_self=False)
        found = strew.pyg.scatter(rows, index, 0, 4, reduce)  # type: ignore[arg-type]
        assert isinstance(found, torch.Tensor) and torch.equal(found, expected)
    assert isinstance(strew.pyg.scatter(jnp.ones((2, 3)), jnp.asarray([1, 1]), 0), jax.Array)


def test_torch_sources_are_expanded() -> None:
    x = torch.zeros(2, 3, dtype=torch.bfloat16)
    strew.index_add(x, 0, torch.tensor([1, 1]), torch.ones(3, dtype=torch.bfloat16), out=x)
    strew.index_add(x, 1, [0], 4, out=x)
    assert x.tolist() == [[4, 0, 0], [6, 2, 2]]
    with pytest.raises(strew.ShapeError, match="PY14: source"):
        strew.index_add(x, 0, [0], torch.ones(2, dtype=torch.bfloat16))
    with pytest.raises(strew.IndexOutOfBounds, match="IX1"):
        strew.index_add(x, 0, torch.tensor([-1]), 1)


def test_numpys_names_on_tensors() -> None:
    x = torch.tensor([[10, 30, 20], [60, 40, 50]])
    assert torch.equal(strew.take(x, torch.tensor([0, -1])), torch.tensor([10, 50]))
    assert torch.equal(strew.take_along_axis(x, x.argsort(1)), x.sort(1).values)
    assert torch.equal(strew.take_along_axis(x[:1], torch.tensor([[2], [0]])), torch.tensor([[20], [10]]))
    strew.put_along_axis(x, x.argmax(1, keepdim=True), 99, 1)
    assert x.tolist() == [[10, 99, 20], [99, 40, 50]]
    strew.put_along_axis(x, [5], 7, None)
    assert x.tolist() == [[10, 99, 20], [99, 40, 7]]
    with pytest.raises(strew.ShapeError, match="PY14: arr"):
        strew.put_along_axis(x.T, [5], 7, None)
    assert strew.bincount(torch.tensor([1, 1, 3]), torch.tensor([0.5, 1, 2])).tolist() == [0, 1.5, 0, 2]


SEGMENTS = {"sum": jax.ops.segment_sum, "max": jax.ops.segment_max, "min": jax.ops.segment_min}
IDS = np.array([4, 0, 2, 0, 2, 2], np.int32)


@pytest.mark.parametrize("name, kind", [
    (name, kind) for kind in ("float32", "bfloat16", "float16", "int32", "uint8", "int8", "bool")
    for name in SEGMENTS if (name, kind) != ("sum", "bool")  # jax.ops has no sum of bool
])  # fmt: skip
@pytest.mark.parametrize("number", [None, 7])
def test_segments(name: str, kind: str, number: int | None) -> None:
    data = jnp.asarray((np.arange(18) * 5 % 11 - 4 * (kind[0] != "u")).reshape(6, 3), dtype=kind)
    expected = SEGMENTS[name](data, jnp.asarray(IDS), number)
    found = getattr(strew, f"segment_{name}")(data, jnp.asarray(IDS), number)
    assert isinstance(found, jax.Array) and found.dtype == expected.dtype
    np.testing.assert_array_equal(np.asarray(found), np.asarray(expected))


def test_segment_mean_of_jax_and_torch() -> None:
    data = np.arange(6, dtype=np.float32)
    for made in (jnp.asarray(data), torch.from_numpy(data)):
        found = strew.segment_mean(made, IDS)
        assert type(found) is type(made)
        assert found.tolist() == [2.0, 0.0, np.float32(11) / np.float32(3), 0.0, 0.0]


def test_what_jax_drops_is_an_error() -> None:
    data = jnp.ones(3)
    assert SEGMENTS["sum"](data, jnp.array([0, -1, 9]), 3).tolist() == [1, 0, 0]
    with pytest.raises(strew.IndexOutOfBounds) as caught:
        strew.segment_sum(data, jnp.array([0, -1, 9]), 3)
    assert (caught.value.position, caught.value.count) == (1, 2)


def test_numpys_names_on_jax() -> None:
    x = jnp.asarray([[10, 30, 20], [60, 40, 50]])
    for found, expected in [
        (strew.take(x, jnp.asarray([0, -1])), [10, 50]),
        (strew.take(x, 1, axis=1), [30, 40]),
        (strew.take_along_axis(x, x.argsort(1)), [[10, 20, 30], [40, 50, 60]]),
        (strew.take_along_axis(x[:1], jnp.asarray([[2], [0]])), [[20], [10]]),
        (strew.index_add(x, 0, [1, 1], jnp.asarray([1, 2, 3])), [[10, 30, 20], [62, 44, 56]]),
        (strew.index_add(x, 0, [0], 1, alpha=3), [[13, 33, 23], [60, 40, 50]]),
    ]:
        assert isinstance(found, jax.Array) and found.tolist() == expected
    with pytest.raises(strew.ArrayError, match=r"^PY6: arr: is a JAX array; JAX arrays never change$"):
        strew.put_along_axis(x, [[0]], 1, 1)


def test_what_pytorch_does_not_share() -> None:
    with pytest.raises(strew.ArrayError) as caught:
        strew.bincount([0, 1], torch.ones(2, requires_grad=True))
    assert (caught.value.rule, caught.value.operand) == ("PY1", "weights")
    with pytest.raises(strew.ArrayError) as caught:
        strew.segment_sum(torch.ones(2), torch.zeros(2, dtype=torch.int64, device="meta"))
    assert (caught.value.rule, caught.value.operand) == ("PY1", "segment_ids")


@pytest.mark.parametrize("dtype", [torch.uint16, torch.uint32, torch.uint64], ids=str)
def test_the_largest_of_unsigned_ids(dtype: Any) -> None:
    ids = torch.tensor([0, 3, 3]).to(dtype)
    assert strew.segment_sum(torch.tensor([1, 2, 4]), ids).tolist() == [1, 0, 0, 6]
    assert strew.pyg.scatter(torch.tensor([1, 2, 4]), ids).tolist() == [1, 0, 0, 6]


def scalar_calls(names: Any) -> dict[str, Any]:
    """Calls with something of rank 0, by what they are; `names` is torch or what is named after it."""
    calls: dict[str, Any] = {}
    for data in (torch.tensor(5.0), torch.ones(3)):
        for index in (torch.tensor(0), torch.tensor([0]), torch.tensor([0, 0])):
            for dim in (0, -1, 1):
                shapes = tuple(data.shape), tuple(index.shape), dim
                calls[f"index_select {shapes}"] = lambda d=data, i=index, dim=dim: names.index_select(d, dim, i)
                calls[f"gather {shapes}"] = lambda d=data, i=index, dim=dim: names.gather(d, dim, i)
                for source in (torch.tensor(2.0), torch.tensor([2.0]), torch.tensor([2.0, 3.0])):
                    for name, more in (
                        ("scatter", ()), ("scatter_add", ()), ("scatter_reduce", ("mean",)), ("index_add", ()),
                        ("index_copy", ()), ("index_reduce", ("prod",)),
                    ):  # fmt: skip
                        calls[f"{name} {shapes} {tuple(source.shape)}"] = (
                            lambda name=name, d=data, i=index, s=source, dim=dim, more=more: getattr(names, name)(d, dim, i, s, *more)
                        )
    return calls


@pytest.mark.filterwarnings("ignore:index_reduce")
def test_rank_zero_as_torch() -> None:
    """What PyTorch takes has its result. Beyond that only a source is broadcast."""
    taken = 0
    ours, theirs = scalar_calls(strew.torch_names), scalar_calls(torch)
    for name, call in theirs.items():
        try:
            wanted = call()
        except (RuntimeError, IndexError):
            if name.startswith(("index_select", "gather")):
                with pytest.raises(strew.ShapeError):
                    ours[name]()
            continue
        found = ours[name]()
        assert found.shape == wanted.shape and torch.equal(found, wanted), name
        taken += 1
    assert taken > 60


def test_rank_zero_in_place_and_out() -> None:
    one, at = torch.tensor(5.0), torch.tensor(0)
    assert strew.scatter_add(one, 0, at, one + 1, out=one) is one and one == 11
    out = np.zeros(())
    assert strew.index_select(np.array(7.0), 0, 0, out=out) is out and out == 7
    with pytest.raises(strew.IndexOutOfBounds, match="IX1: index: "):
        strew.index_add(one, 0, [1], 1.0, out=one)
    assert one == 11


def test_conjugated_and_negated_views_are_resolved() -> None:
    x = torch.randn(4, 3, dtype=torch.complex64)
    for view in (x.conj(), x.conj().imag, x.mT.conj().mT):
        at, wide = torch.tensor([1, 0, 1]), torch.tensor([[0, 1, 2], [1, 3, 1]])
        assert torch.equal(strew.index_select(view, 0, at), view.index_select(0, at))
        assert torch.equal(strew.torch_names.gather(view, 0, wide), view.gather(0, wide))
        assert torch.equal(strew.index_add(view, 0, at, view[:3]), view.index_add(0, at, view[:3]))
        assert torch.equal(strew.scatter_add(view, 0, wide, view), view.scatter_add(0, wide, view))
        assert torch.equal(strew.index_put(view, (at,), view[:3], True), view.index_put((at,), view[:3], True))
        assert torch.equal(strew.segment_sum(view, [0, 0, 1, 1]), torch.stack([view[:2].sum(0), view[2:].sum(0)]))
        with pytest.raises(strew.ArrayError, match=r"^PY1: out: .*resolve_(conj|neg)"):
            strew.index_add(view, 0, at, view[:3], out=view)
