"""torch.compile, torch.export and AOTInductor: what they make of each operator is what it does eagerly."""

import pytest
import torch
import torch._dynamo.testing
from differentiable import CALLS, indices_of
from torch.func import grad, hessian, jacfwd, jacrev, jvp, vmap

import strew.torch

ROWS = indices_of(1, 2, 1)


def step(data, updates):
    """All forms, with gradients of each."""
    rows = strew.torch.gather(data, ROWS)
    sums = strew.torch.scatter(data, ROWS, updates, reduction="add")
    means = strew.torch.scatter_zeros(data.shape, ROWS, updates * rows, reduction="mean")
    largest = strew.torch.scatter(data, ROWS, rows * 2, reduction="max", include_self=False)
    in_place = strew.torch.scatter_(sums * 2, ROWS, updates)
    return (rows.sum() + (sums * means).sum() + (largest * in_place).sin().sum()).reshape(1)


def both(function, inputs):
    result = function(*inputs)
    return result, *torch.autograd.grad(result.sum(), inputs, allow_unused=True)


def is_close(left, right):
    return all(torch.allclose(one, other) for one, other in zip(left, right))


@pytest.mark.parametrize("dynamic", [False, True])
def test_a_whole_graph(dynamic):
    compiled = torch.compile(step, fullgraph=True, dynamic=dynamic)
    for rows in (5, 7):
        inputs = torch.randn(rows, 4, requires_grad=True), torch.randn(3, 4, requires_grad=True)
        assert is_close(both(compiled, inputs), both(step, inputs))


@pytest.mark.parametrize("name", CALLS)
def test_each_operator_traced(name):
    function, inputs = CALLS[name]
    compiled = torch.compile(function, fullgraph=True, backend="aot_eager")
    assert is_close(both(compiled, inputs), both(function, inputs))


def test_sizes_stay_symbols():
    traced = torch._dynamo.testing.CompileCounterWithBackend("aot_eager")
    compiled = torch.compile(lambda data, rows: strew.torch.gather(data, rows, axis=1), backend=traced, dynamic=True)
    for extents in ((3, 5, 2), (4, 6, 3), (7, 9, 5)):
        data, rows = torch.randn(extents, requires_grad=True), torch.arange(extents[1] - 1)
        compiled(data, rows).sum().backward()
        assert torch.equal(data.grad[:, :-1], torch.ones(extents)[:, :-1])
    assert traced.frame_count == 1


def test_without_gradients():
    data, updates = torch.randn(5, 4), torch.randn(3, 4)
    compiled = torch.compile(lambda d, u: strew.torch.scatter_(d, ROWS, u, reduction="add") + 1, fullgraph=True)
    written = data.clone()
    made = compiled(written, updates)
    wanted = strew.torch.scatter(data, ROWS, updates, reduction="add")
    assert torch.equal(written, wanted) and torch.equal(made, wanted + 1)


TRANSFORMS = {
    "vmap": lambda f, x: vmap(f)(x.expand(2, *x.shape)),
    "grad": lambda f, x: grad(lambda y: (f(y) ** 2).sum())(x),
    "vmap of grad": lambda f, x: vmap(grad(lambda y: (f(y) ** 2).sum()))(torch.stack([x, x + 1])),
    "grad of vmap": lambda f, x: grad(lambda y: (vmap(lambda z: f(z * y))(torch.stack([x, x + 1])) ** 2).sum())(x),
    "jvp": lambda f, x: jvp(f, (x,), (x + 1,))[1],
    "jacrev": lambda f, x: jacrev(f)(x),
    "jacfwd": lambda f, x: jacfwd(f)(x),
    "hessian": lambda f, x: hessian(lambda y: (f(y) ** 3).sum())(x),
}


@pytest.mark.parametrize("transform", TRANSFORMS)
@pytest.mark.parametrize("name", ["gather along", "scatter along add", "scatter along none", "scatter along max"])
def test_transforms_inside(name, transform):
    function, (first, *others) = CALLS[name]
    others = [other.detach() for other in others]

    def whole(one):
        return TRANSFORMS[transform](lambda x: function(x, *others) ** 2, one)

    compiled = torch.compile(whole, fullgraph=True, backend="aot_eager")
    assert torch.allclose(compiled(first.detach()), whole(first.detach()))
    assert is_close(both(compiled, [first]), both(whole, [first]))


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.table = torch.nn.Parameter(torch.randn(6, 4))

    def forward(self, rows, values):
        messages = strew.torch.gather(self.table, rows, out_of_bounds="clamp") * values
        return strew.torch.scatter(self.table, rows, messages, reduction="mean", out_of_bounds="clamp").relu()


@pytest.mark.parametrize("strict", [False, True])
def test_export(strict):
    model, rows, values = Model(), torch.tensor([1, 5, 1]), torch.randn(3, 4)
    count = torch.export.Dim("count", min=2, max=100)
    program = torch.export.export(model, (rows, values), dynamic_shapes=({0: count}, {0: count}), strict=strict)
    operators = {str(node.target) for node in program.graph.nodes}
    assert {"strew.gather.default", "strew.scatter.default"} <= operators
    for more in (torch.tensor([0, 0, 5, 2]), torch.tensor([3, 9])):
        inputs = more, torch.randn(len(more), 4)
        assert torch.equal(program.module()(*inputs), model(*inputs))


def test_aot_inductor(tmp_path):
    """A model compiled ahead of time calls the operators through their schemas."""
    model, inputs = Model(), (torch.tensor([1, 5, 1]), torch.randn(3, 4))
    with torch.no_grad():
        program = torch.export.export(model, inputs)
        package = torch._inductor.aoti_compile_and_package(program, package_path=str(tmp_path / "model.pt2"))
        assert torch.equal(torch._inductor.aoti_load_package(package)(*inputs), model(*inputs))


def test_a_bad_index_in_compiled_code():
    compiled = torch.compile(lambda data, rows: strew.torch.gather(data, rows) + 1, fullgraph=True)
    data = torch.randn(4, 2)
    assert torch.equal(compiled(data, torch.tensor([3])), data[3:] + 1)
    with pytest.raises(IndexError, match="IX1: indices: position 0"):
        compiled(data, torch.tensor([4]))


def test_a_bad_shape_while_tracing():
    compiled = torch.compile(lambda data, rows: strew.torch.gather(data, rows, axis=2), backend="aot_eager")
    with pytest.raises(Exception, match="AX2: axis is 2"):
        compiled(torch.randn(4, 2), torch.tensor([1]))
