"""Borrowed names on tensors that require grad: derivatives, a network that learns through them, the core's errors."""

import numpy as np
import pytest
import torch
from torch.autograd import gradcheck

import strew
from strew import pyg, torch_names

X, U = torch.arange(12.0, dtype=torch.float64).reshape(4, 3) / 7, torch.tensor([[3.0, 1, 2]] * 3, dtype=torch.float64).cumsum(0)
I, E = torch.tensor([1, 0, 1]), torch.tensor([[0, 1, 2], [1, 3, 1]])
DISTINCT = torch.tensor([2, 0, 3])
CUBE = torch.arange(24.0, dtype=torch.float64).reshape(2, 3, 4).sin()

# With PyTorch's own function where there is one with these bits of meaning.
DIFFERENTIABLE = {
    "index_select": (lambda x, u: strew.index_select(x, 1, [2, 0, 2]), lambda x, u: x.index_select(1, torch.tensor([2, 0, 2]))),
    "index_add": (lambda x, u: strew.index_add(x, 0, I, u), lambda x, u: x.index_add(0, I, u)),
    "index_add alpha": (lambda x, u: strew.index_add(x, 0, I, u, alpha=-0.3), lambda x, u: x.index_add(0, I, u, alpha=-0.3)),
    "index_copy": (lambda x, u: strew.index_copy(x, 0, DISTINCT, u), lambda x, u: x.index_copy(0, DISTINCT, u)),
    "index_reduce mean": (lambda x, u: strew.index_reduce(x, 0, I, u, "mean", include_self=False),
                          lambda x, u: x.index_reduce(0, I, u, "mean", include_self=False)),
    "index_reduce amax": (lambda x, u: strew.index_reduce(x, 0, I, u, "amax"), lambda x, u: x.index_reduce(0, I, u, "amax")),
    "gather": (lambda x, u: torch_names.gather(x, 0, E), lambda x, u: x.gather(0, E)),
    "scatter": (lambda x, u: torch_names.scatter(x, 0, E[:1], u), lambda x, u: x.scatter(0, E[:1], u[:1])),
    "scatter one value": (lambda x, u: torch_names.scatter(x, 0, E[:1], 2.0), lambda x, u: x.scatter(0, E[:1], 2.0)),
    "scatter_add": (lambda x, u: strew.scatter_add(x, 0, E, u), lambda x, u: x.scatter_add(0, E, u[:2])),
    "scatter_reduce": (lambda x, u: strew.scatter_reduce(x, 1, E % 3, u, "mean"),
                       lambda x, u: x.scatter_reduce(1, E % 3, u[:2], "mean")),
    "index_put": (lambda x, u: strew.index_put(x, (I,), u, True), lambda x, u: x.index_put((I,), u, True)),
    "index_put tuples": (lambda x, u: strew.index_put(x, (I, I), u[0]), lambda x, u: x.index_put((I[1:], I[1:]), u[0, 1:])),
    "segment_sum": (lambda x, u: strew.segment_sum(u, I), lambda x, u: u.new_zeros(2, 3).index_add(0, I, u)),
    "segment_mean": (lambda x, u: strew.segment_mean(u, [1, 0, 1], 3),
                     lambda x, u: u.new_zeros(3, 3).index_reduce(0, I, u, "mean", include_self=False)),
    "segment_max": (lambda x, u: strew.segment_max(u, I),
                    lambda x, u: u.new_zeros(2, 3).index_reduce(0, I, u, "amax", include_self=False)),
    "segment_min": (lambda x, u: strew.segment_min(u, I),
                    lambda x, u: u.new_zeros(2, 3).index_reduce(0, I, u, "amin", include_self=False)),
    **{f"pyg {reduce}": (lambda x, u, reduce=reduce: pyg.scatter(u, I, reduce=reduce),
                         lambda x, u, own=own: u.new_zeros(2, 3).index_reduce(0, I, u, own, include_self=False))
       for reduce, own in (("mean", "mean"), ("max", "amax"), ("min", "amin"))},
    "pyg elements": (lambda x, u: pyg.scatter(u[:2], E, 1, 4),
                     lambda x, u: u.new_zeros(2, 4).scatter_add(1, E, u[:2])),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore:index_reduce")
@pytest.mark.parametrize("name", DIFFERENTIABLE)
def test_derivatives(name):
    ours, theirs = DIFFERENTIABLE[name]
    inputs = [tensor.clone().requires_grad_() for tensor in (X, U)]
    made, wanted = ours(*inputs), theirs(*inputs)
    assert torch.equal(made, wanted) and made.requires_grad
    weights = torch.arange(1.0, made.numel() + 1, dtype=made.dtype).reshape(made.shape)
    grads = [torch.autograd.grad((one * weights).sum(), inputs, allow_unused=True) for one in (made, wanted)]
    for one, other in zip(*grads):
        assert (one is None) == (other is None) and (one is None or torch.allclose(one, other))
    assert gradcheck(lambda x, u: ours(x, u) + 0 * x.sum() + 0 * u.sum(), inputs)


@pytest.mark.parametrize("where", [
    (torch.tensor([1, 0]), None, torch.tensor([2, 2])), (None, torch.tensor([1, 2]), torch.tensor([[0], [3]])),
    (CUBE > 0.5,), (None, torch.tensor([1, 2])),
], ids=["apart", "behind", "mask", "one"])  # fmt: skip
def test_derivatives_of_index_put(where):
    values = torch.tensor(1.5, dtype=torch.float64, requires_grad=True)
    data = CUBE.clone().requires_grad_()
    assert gradcheck(lambda x, v: strew.index_put(x, where, v, True), (data, values))
    in_place = CUBE.clone()
    assert strew.index_put(in_place, where, values, True, out=in_place) is in_place and in_place.requires_grad
    assert torch.equal(in_place, strew.index_put(CUBE, where, values, True))
    gradient, = torch.autograd.grad(in_place.sum(), values)
    assert gradient == torch.autograd.grad(strew.index_put(data, where, values, True).sum(), values)[0] > 0


def test_rank_zero():
    one = torch.tensor(5.0, dtype=torch.float64, requires_grad=True)
    at = torch.tensor(0)
    for call in (
        lambda x: torch_names.gather(x, 0, at), lambda x: strew.index_select(x, 0, at),
        lambda x: strew.index_add(x, 0, at, x), lambda x: strew.scatter_add(x, 0, at, x * x),
    ):  # fmt: skip
        assert call(one).shape == () and gradcheck(call, (one,))
    written = torch.zeros((), dtype=torch.float64)
    assert strew.scatter_add(written, -1, at, one, out=written) is written
    assert torch.autograd.grad(written * 2, one)[0] == 2


def test_in_place():
    updates, sums = U.clone().requires_grad_(), torch.zeros(4, 3, dtype=torch.float64)
    assert strew.index_add(sums, 0, I, updates, out=sums) is sums
    sums.square().sum().backward()
    assert torch.equal(updates.grad, 2 * torch.zeros(4, 3, dtype=torch.float64).index_add(0, I, U)[I])
    leaf = X.clone().requires_grad_()
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad"):
        strew.index_add(leaf, 0, I, U, out=leaf)
    assert torch.equal(leaf.detach(), X)
    with pytest.raises(strew.ArrayError, match="PY1: out: .*gradient"):
        strew.index_add(leaf, 0, I, U, out=torch.empty_like(X))
    with pytest.raises(strew.ArrayError, match="PY1: out: .*gradient"):
        strew.index_select(leaf, 0, I, out=torch.empty(3, 3, dtype=torch.float64))
    with pytest.raises(strew.ArrayError, match="PY1: source: .*requires grad, and input is no tensor"):
        strew.index_add(X.numpy(), 0, I, updates)


def test_without_gradients():
    leaf = X.clone().requires_grad_()
    with torch.no_grad():
        assert not strew.index_add(leaf, 0, I, U).requires_grad
        out = torch.empty_like(X)
        assert strew.index_add(leaf, 0, I, U, out=out) is out
        assert torch.equal(out, X.index_add(0, I, U))
        assert strew.index_add(leaf, 0, I, U, out=leaf) is leaf and torch.equal(leaf, out)
        assert torch.equal(strew.index_put(leaf, (None, I), 7.0), strew.index_put(leaf.detach(), (None, I), 7.0))
        assert not pyg.scatter(leaf, [0, 1, 1, 0]).requires_grad


def test_bits_of_training_are_those_of_values():
    for dtype in (torch.float16, torch.bfloat16, torch.float32):
        rows, at = torch.randn(500, 4).to(dtype), torch.randint(0, 9, (500,))
        for reduce in ("sum", "mean", "min", "max", "mul", "any"):
            assert torch.equal(pyg.scatter(rows.clone().requires_grad_(), at, reduce=reduce), pyg.scatter(rows, at, reduce=reduce))
        data = rows[:9].clone().requires_grad_()
        assert torch.equal(strew.index_add(data, 0, at, rows, alpha=0.7), strew.index_add(rows[:9], 0, at, rows, alpha=0.7))
        assert torch.equal(strew.index_add(data, 0, [1], 0.3), strew.index_add(rows[:9], 0, [1], 0.3))


WRONG = {
    "bad index": lambda x: strew.index_add(x, 0, [9], X[:1]),
    "negative": lambda x: torch_names.gather(x, 0, -1 - E),
    "type": lambda x: strew.index_add(x, 0, I, U.float()),
    "index type": lambda x: torch_names.gather(x, 0, E.float()),
    "words": lambda x: torch_names.gather(x, 0, np.array([["a"]])),
    "shape": lambda x: torch_names.gather(x, 0, torch.zeros(1, 9, dtype=torch.int64)),
    "rank": lambda x: strew.scatter_add(x, 0, I, U),
    "dim": lambda x: strew.index_select(x, 7, I),
    "tuples": lambda x: strew.index_put(x, ([9], [0]), 1.0),
    "segments": lambda x: strew.segment_sum(x, I),
    "groups": lambda x: pyg.scatter(x, [0, 1, 7, 0], dim_size=3),
    "in place": lambda x: strew.index_add(x, 0, [0, 9, 0], U, out=x),
}


@pytest.mark.parametrize("name", WRONG)
def test_errors_are_those_of_values(name):
    """Class, message and attributes do not depend on whether a tensor requires grad."""
    errors = []
    for tensor in (X.clone(), X.clone().requires_grad_() * 1):
        before = tensor.detach().clone()
        with pytest.raises(strew.Error) as caught:
            WRONG[name](tensor)
        assert torch.equal(tensor, before)
        errors.append((type(caught.value), str(caught.value), vars(caught.value)))
    assert errors[0] == errors[1]


def test_a_product_says_that_it_has_no_derivative():
    made = pyg.scatter(U.clone().requires_grad_(), I, reduce="mul")
    with pytest.raises(NotImplementedError, match="reduction='mul' has no derivative"):
        made.sum().backward()


def test_the_core_names_what_has_gradients():
    leaf = X.clone().requires_grad_()
    for call in (
        lambda: strew.gather(leaf, I), lambda: strew.scatter(X, I, leaf[:3]), lambda: strew.take(leaf, I),
        lambda: strew.bincount(I, leaf[0]), lambda: strew.gather_nd(leaf, I[:, None]),
    ):  # fmt: skip
        with pytest.raises(strew.ArrayError, match=r"strew\.torch .*gradients"):
            call()


def test_a_network_learns_through_borrowed_names():
    """Two rounds of messages along a ring of 12 nodes; the embedding learns too."""
    torch.manual_seed(0)
    sources, targets = torch.arange(12).repeat(2), torch.cat([(torch.arange(12) + 1) % 12, (torch.arange(12) - 1) % 12])
    labels = (torch.arange(12) // 3) % 2
    embedding, layer, readout = torch.nn.Embedding(12, 8), torch.nn.Linear(8, 8), torch.nn.Linear(8, 2)
    parameters = [*embedding.parameters(), *layer.parameters(), *readout.parameters()]
    optimizer = torch.optim.Adam(parameters, lr=0.05)
    losses = []
    for _ in range(40):
        hidden = embedding.weight
        for combine in (
            lambda rows: pyg.scatter(rows, targets, dim_size=12, reduce="mean"),
            lambda rows: strew.segment_max(rows, targets, 12),
        ):
            hidden = layer(combine(strew.index_select(hidden, 0, sources))).tanh() + hidden
        loss = torch.nn.functional.cross_entropy(readout(hidden), labels)
        optimizer.zero_grad()
        loss.backward()
        assert all(weight.grad is not None and weight.grad.abs().sum() > 0 for weight in parameters)
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.1 * losses[0]


def test_torch_func():
    assert torch.equal(
        torch.func.grad(lambda u: (strew.segment_sum(u, I, 2) ** 2).sum())(U),
        2 * torch.zeros(2, 3, dtype=torch.float64).index_add(0, I, U)[I],
    )
