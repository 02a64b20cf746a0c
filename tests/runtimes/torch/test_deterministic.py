"""strew.torch.deterministic(): PyTorch's own operators on strew's kernels, for the time of a with statement."""

import itertools
import warnings

import pytest
import torch

import strew.torch

DTYPES = (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int32, torch.bool, torch.complex64)


def sequential(function):
    """By PyTorch alone, on one thread and in its deterministic mode."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    try:
        return function()
    finally:
        torch.use_deterministic_algorithms(False)
        torch.set_num_threads(threads)


def with_strew(function):
    with strew.torch.deterministic():
        return function()


def same(left, right):
    if left.is_complex():
        left, right = torch.view_as_real(left), torch.view_as_real(right)
    return torch.equal(left, right)


def drawn(generator, shape, dtype):
    if dtype == torch.bool:
        return torch.rand(shape, generator=generator) > 0.5
    return (torch.randn(shape, generator=generator, dtype=torch.complex64 if dtype.is_complex else None) * 9).to(dtype)


def expressions(generator, shape):
    """Everything that stands between brackets: integers, masks, slices, in any place and of any shape."""
    def rows(extent, *size):
        return torch.randint(-extent, extent, size, generator=generator)

    a, b, c = shape
    yield (rows(a, 9),)
    yield (rows(a, 9).int(),)
    yield (rows(a, 3, 2),)
    yield (rows(a, 0),)
    yield (None, rows(b, 9))
    yield (None, None, rows(c, 2, 2))
    yield (rows(a, 9), rows(b, 9))
    yield (rows(a, 5, 1), None, rows(c, 4))
    yield (None, rows(b, 6), rows(c, 6))
    yield (rows(a, 6), rows(b, 1), rows(c, 6))
    yield (rows(a, 2, 3), rows(b, 3), rows(c, 2, 1))
    yield (torch.rand(a, generator=generator) > 0.5,)
    yield (torch.rand(a, b, generator=generator) > 0.5,)
    yield (None, torch.rand(b, c, generator=generator) > 0.5)
    yield (torch.rand(a, generator=generator) > 2, rows(b, 1))


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("accumulate", [False, True])
def test_index_put(dtype, accumulate):
    generator = torch.Generator().manual_seed(1)
    shape = (4, 5, 3)
    for indices in expressions(generator, shape):
        for layout in (lambda one: one, lambda one: one.transpose(0, 2).contiguous().transpose(0, 2)):
            data = layout(drawn(generator, shape, dtype))
            values = drawn(generator, data[tuple(slice(None) if one is None else one for one in indices)].shape, dtype)
            for updates in (values, values[..., :1]) if values.dim() and values.shape[-1] else (values,):
                def put(data=data, indices=indices, updates=updates):
                    return torch.ops.aten.index_put_(data.clone(), indices, updates, accumulate)

                assert same(with_strew(put), sequential(put)), indices


def test_index_put_apart_and_not_at_the_front():
    """The dimensions of the indices then stand in front of the values'."""
    generator = torch.Generator().manual_seed(5)
    data, values = torch.randn(2, 4, 3, 5, generator=generator), torch.randn(6, 2, 3, generator=generator)
    indices = None, torch.randint(0, 4, (6,), generator=generator), None, torch.randint(0, 5, (6,), generator=generator)
    for accumulate in (False, True):
        def put(accumulate=accumulate):
            return torch.ops.aten.index_put(data, indices, values, accumulate)

        assert torch.equal(with_strew(put), sequential(put))


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_index(dtype):
    generator = torch.Generator().manual_seed(4)
    for indices in (*expressions(generator, (4, 5, 3)), (torch.tensor([1]), None), (None, torch.tensor(2), None)):
        for data in (drawn(generator, (4, 5, 3), dtype), drawn(generator, (3, 5, 4), dtype).transpose(0, 2)):
            def index(data=data, indices=indices):
                return torch.ops.aten.index(data, indices)

            assert same(with_strew(index), sequential(index)), indices


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("name", ["index_copy", "index_add"])
def test_slices(name, dtype):
    generator = torch.Generator().manual_seed(2)
    for dim, kind in itertools.product((0, 1, -1), (torch.int64, torch.int32)):
        data = drawn(generator, (4, 5, 3), dtype)
        index = torch.randint(0, data.shape[dim], (9,), generator=generator)
        index = index.to(kind if name == "index_add" else torch.int64)
        source = drawn(generator, [9 if n == dim % 3 else extent for n, extent in enumerate(data.shape)], dtype)
        for form in (
            lambda: getattr(torch, name)(data, dim, index, source),
            lambda: getattr(data.clone(), f"{name}_")(dim, index, source),
            lambda: getattr(torch, name)(data, dim, index, source, out=torch.empty_like(data)),
            lambda: getattr(torch, name)(data.mT, -2 if dim == -1 else dim, index, source.mT) if dim == 0 else data,
        ):
            assert same(with_strew(form), sequential(form))


@pytest.mark.parametrize("accumulate", [False, True])
def test_put(accumulate):
    generator = torch.Generator().manual_seed(3)
    for data in (torch.randn(4, 5), torch.randn(5, 4).T, torch.randn(8, 5)[::2]):
        index = torch.randint(-20, 20, (3, 7), generator=generator)
        source = torch.randn(7, 3, generator=generator).T

        def put(data=data, index=index, source=source):
            return data.clone(memory_format=torch.preserve_format).put_(index, source, accumulate)

        wanted = data.clone().contiguous()
        for at, value in zip(index.flatten(), source.flatten()):
            wanted.view(-1)[at] = wanted.view(-1)[at] + value if accumulate else value
        assert torch.equal(with_strew(put), wanted)


@pytest.mark.parametrize("accumulate", [False, True])
def test_gradients_through_the_operators(accumulate):
    data = torch.randn(6, 3, dtype=torch.float64, requires_grad=True)
    values = torch.randn(4, 3, dtype=torch.float64, requires_grad=True)
    at = torch.tensor([1, 5, 0, 2])
    with strew.torch.deterministic():
        assert torch.autograd.gradcheck(lambda d, v: d.index_put((at,), v, accumulate), (data, values))
        assert torch.autograd.gradcheck(lambda d, v: d.index_add(0, at, v), (data, values))
        assert torch.autograd.gradcheck(lambda d: d[at, 1] * d[:, torch.tensor([0, 0])][0, 0], (data,))
        saved = data.exp()
        product = saved * saved
        saved.index_add_(0, at, values)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            product.sum().backward()


@pytest.mark.filterwarnings("ignore:Use of index_put_ on expanded tensors")
def test_what_is_left_to_pytorch():
    """The same result or the same error as without: types that differ, alpha, scalars, shapes that do not fit."""
    at = torch.tensor([1, 1])
    for call in (
        lambda: torch.zeros(3).index_put_((at,), torch.ones(2, dtype=torch.float64)),
        lambda: torch.zeros(3).index_put_((at,), torch.ones(3)),
        lambda: torch.zeros(3).index_put_((at, at), torch.ones(2)),
        lambda: torch.zeros(3).index_put_((torch.tensor([True, False]),), torch.ones(1)),
        lambda: torch.zeros(3).index_add_(0, at, torch.ones(2), alpha=3),
        lambda: torch.zeros(3).index_add_(0, at, torch.ones(3)),
        lambda: torch.zeros(()).index_add_(0, torch.tensor([0, 0]), torch.ones(2)),
        lambda: torch.zeros(()).index_put_((torch.tensor(True),), torch.tensor(2.0)),
        lambda: torch.zeros(3).index_copy_(1, at, torch.ones(2)),
        lambda: torch.index_copy(torch.zeros(3), 0, at[:1], torch.ones(1), out=torch.empty(0)),
        lambda: torch.zeros(1).expand(3).index_put_((at,), torch.ones(2)),
        lambda: torch.zeros(3).put_(at, torch.ones(3)),
        lambda: torch.zeros(4).to_sparse().index_add(0, at, torch.ones(2).to_sparse()),
    ):
        results = []
        for run in (lambda f: f(), with_strew):
            try:
                results.append(run(call))
            except (RuntimeError, IndexError, NotImplementedError) as refused:
                results.append(type(refused))
        alone, ours = results
        assert alone == ours if isinstance(alone, type) else torch.equal(alone.to_dense(), ours.to_dense())


def test_views_are_taken(seen):
    data = torch.zeros(8, 5, 3)
    with strew.torch.deterministic():
        for view in (data[::2], data.transpose(0, 2), data[:, 1:3], data[..., 0], data.flatten()[1:]):
            view.index_put_((torch.tensor([1, 1]),), torch.ones(2, *view.shape[1:]), accumulate=True)
    assert len(seen) == 5 and data.sum() == 2 * (15 + 40 + 6 + 5 + 1)


BAD = {
    "x[i] = v": lambda x: x.__setitem__(torch.tensor([0, 4]), torch.ones(2, *x.shape[1:])),
    "x[i, j] = v": lambda x: x.__setitem__((torch.tensor([0, 4]), torch.tensor([0, 0])), torch.ones(2, *x.shape[2:])),
    "accumulate": lambda x: x.index_put_((torch.tensor([0, -5]),), torch.ones(()), accumulate=True),
    "x[i]": lambda x: x[torch.tensor([0, 4] * 40)],
    "index_add_": lambda x: x.index_add_(0, torch.tensor([0, -1]), torch.ones(2, *x.shape[1:])),
    "index_add_ 1": lambda x: x.index_add_(1, torch.tensor([0, 9]), torch.ones(4, 2, *x.shape[2:])),
    "index_add": lambda x: x.index_add(0, torch.tensor([0, 9]), torch.ones(2, *x.shape[1:])),
    "index_copy_": lambda x: x.index_copy_(0, torch.tensor([0, 9]), torch.ones(2, *x.shape[1:])),
    "index_copy out": lambda x: torch.index_copy(
        torch.ones(x.shape), 0, torch.tensor([0, 9]), torch.ones(2, *x.shape[1:]), out=x
    ),
    "put_": lambda x: x.put_(torch.tensor([0, 900]), torch.ones(2)),
}


@pytest.mark.parametrize("shape", [(4, 2), (4, 3, 2)], ids=str)
@pytest.mark.parametrize("name", BAD)
def test_a_bad_index(name, shape):
    """Of the class and in the words of PyTorch, with the position, and nothing is written."""
    with pytest.raises((IndexError, RuntimeError)) as alone:
        BAD[name](torch.zeros(shape))
    data = torch.zeros(shape)
    with strew.torch.deterministic(), pytest.raises((IndexError, RuntimeError)) as ours:
        BAD[name](data)
    assert type(ours.value) is type(alone.value)
    words = str(alone.value).partition("\n")[0]
    assert str(ours.value).startswith(f"{words} (IX1: indices: position")
    assert torch.equal(data, torch.zeros(shape))


def test_indices_without_dimensions():
    """Alone, and among others: each addresses one place, or one row."""
    at = torch.tensor(1), torch.tensor(2)
    for accumulate in (False, True):
        for indices, values in (
            (at, torch.tensor(5.0)), ((at[0],), torch.tensor(5.0)), ((at[0],), torch.arange(4.0)),
            ((None, at[1]), torch.arange(4.0)), ((at[0], torch.tensor([1, 1])), torch.ones(2)),
        ):  # fmt: skip
            def put(indices=indices, values=values, accumulate=accumulate):
                return torch.ops.aten.index_put_(torch.ones(4, 4), indices, values, accumulate)

            assert torch.equal(with_strew(put), sequential(put)), indices


def test_masks_of_bytes_warn_as_before():
    mask = torch.tensor([1, 0, 1, 0], dtype=torch.uint8)
    with strew.torch.deterministic(), pytest.warns(UserWarning, match="indexing with dtype torch.uint8 is now deprec"):
        data = torch.zeros(4).index_put_((mask,), torch.ones(2), accumulate=True)
    assert torch.equal(data, mask.float())
