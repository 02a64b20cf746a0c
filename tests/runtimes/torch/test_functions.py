"""torch.func over every operator: vmap against a loop, and transforms of transforms."""

import itertools

import numpy as np
import pytest
import torch
from calls import GATHERS, OPERATORS, SCATTERS, bits, in_torch, random_call
from differentiable import CALLS
from torch.func import functional_call, grad, hessian, jacfwd, jacrev, jvp, vjp, vmap

import strew.torch

BATCH = 3


def batches(random, operator, forms):
    """A call and how many of its operands have a batch, and where."""
    (tensors, words) = random_call(random, operator, torch.float64, torch.int64, "add")
    for has_batch in itertools.product((False, True), repeat=len(tensors)):
        if any(has_batch) and (forms != "in place" or has_batch[0]):
            dims = tuple(int(random.integers(one.dim() + 1)) if has else None for one, has in zip(tensors, has_batch))
            yield [_batch(random, one, dim) for one, dim in zip(tensors, dims)], dims, words


def _batch(random, tensor, dim):
    if dim is None:
        return tensor
    order = [tensor[..., torch.randperm(tensor.shape[-1])] if tensor.dim() else tensor for _ in range(BATCH)]
    return torch.stack(order, dim)


def one_by_one(function, tensors, dims):
    return torch.stack([
        function(*(one if dim is None else one.select(dim, n) for one, dim in zip(tensors, dims)))
        for n in range(BATCH)
    ])  # fmt: skip


@pytest.mark.parametrize("operator", OPERATORS)
def test_vmap_is_a_loop(operator):
    random = np.random.default_rng(5)
    for _ in range(25):
        for tensors, dims, words in batches(random, operator, ""):
            if operator.endswith("_nd"):
                tensors[1] = tensors[1] % 1  # tuples were mixed up with the last dimension

            def call(*operands, words=words):
                return in_torch(operator)(*operands, **words)

            wanted = one_by_one(call, tensors, dims)
            assert bits(vmap(call, dims)(*tensors)) == bits(wanted)
            raw = vmap(lambda *operands: call(*operands) + 0, dims, chunk_size=2)(*tensors)
            assert torch.equal(raw, wanted)


@pytest.mark.parametrize("operator", SCATTERS)
def test_vmap_in_place(operator):
    random = np.random.default_rng(6)
    for _ in range(25):
        for tensors, dims, words in batches(random, operator, "in place"):
            if operator.endswith("_nd"):
                tensors[1] = tensors[1] % 1
            written = tensors[0].clone()
            result = vmap(lambda *all: in_torch(operator + "_")(*all, **words), dims)(written, *tensors[1:])
            wanted = one_by_one(lambda *all: in_torch(operator)(*all, **words), tensors, dims)
            assert torch.equal(written.movedim(dims[0], 0), wanted) and torch.equal(result, wanted)


def test_vmap_does_not_write_one_tensor_for_many():
    with pytest.raises(RuntimeError, match="vmap"):
        vmap(lambda updates: strew.torch.scatter_(torch.zeros(3), torch.tensor([1]), updates))(torch.ones(4, 1))


def test_raw_operators_have_batching_rules():
    data, rows = torch.randn(3, 4, 2), torch.tensor([[1, 3], [0, 0], [2, 1]])
    made = vmap(torch.ops.strew.gather)(data, rows)
    assert torch.equal(made, torch.stack([one[at] for one, at in zip(data, rows)]))
    zeros = vmap(lambda at: torch.ops.strew.scatter_zeros([4, 2], at, torch.ones(2, 2), options=1))(rows)
    assert torch.equal(zeros[1, 0], torch.tensor([2.0, 2.0]))
    written = torch.zeros(3, 4, 2)
    vmap(lambda one, at: torch.ops.strew.scatter_(one, at, torch.ones(2, 2), options=1), out_dims=None)(written, rows)
    assert torch.equal(written, zeros)


@pytest.mark.parametrize("name", [name for name in CALLS if "without self" not in name and "no pos" not in name])
def test_jacobians_agree(name):
    function, inputs = CALLS[name]
    inputs = tuple(one.detach() for one in inputs)
    everything = tuple(range(len(inputs)))
    backward, forward = jacrev(function, everything)(*inputs), jacfwd(function, everything)(*inputs)
    wanted = torch.autograd.functional.jacobian(function, inputs)
    for one, other, third in zip(backward, forward, wanted):
        assert torch.allclose(one, other) and torch.allclose(one, third)


@pytest.mark.parametrize("name", ["gather along", "scatter nd add", "scatter elements max", "zeros along mean"])
def test_transforms_of_transforms(name):
    function, inputs = CALLS[name]
    first, *others = (one.detach() for one in inputs)

    def loss(one):
        return (function(one, *others) ** 3).sum()

    many = torch.stack([first, first * 2, first + 1])
    alone = torch.stack([grad(loss)(one) for one in many])
    assert torch.allclose(vmap(grad(loss))(many), alone)
    assert torch.allclose(grad(lambda all: vmap(loss)(all).sum())(many), alone)
    direction = torch.rand_like(first)
    product = jvp(grad(loss), (first,), (direction,))[1]
    second = hessian(loss)(first).flatten(-first.dim())
    assert torch.allclose(product, second @ direction.flatten())
    assert torch.allclose(vmap(lambda one: jvp(loss, (one,), (one,))[1])(many), (alone * many).flatten(1).sum(1))
    assert torch.allclose(vjp(grad(loss), first)[1](direction)[0], product)


def test_per_sample_gradients_of_a_module():
    class Embedding(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.table = torch.nn.Parameter(torch.randn(5, 3))

        def forward(self, rows):
            return strew.torch.gather(self.table, rows)

    module, rows = Embedding(), torch.tensor([[0, 1], [4, 4], [2, 0]])
    parameters = {"table": module.table.detach()}
    per_sample = vmap(grad(lambda p, at: functional_call(module, p, (at,)).sum()), (None, 0))(parameters, rows)["table"]
    assert torch.equal(per_sample[1, :, 0], torch.tensor([0.0, 0.0, 0.0, 0.0, 2.0]))


@pytest.mark.parametrize("operator", GATHERS)
def test_nested_vmap(operator):
    data, rows = torch.randn(2, 3, 4, 4), torch.randint(0, 4, (2, 3, 4, 4))
    if operator == "gather_nd":
        rows = rows[..., :1]
    made = vmap(vmap(in_torch(operator)))(data, rows)
    wanted = torch.stack([torch.stack([in_torch(operator)(*one) for one in zip(*two)]) for two in zip(data, rows)])
    assert torch.equal(made, wanted)
