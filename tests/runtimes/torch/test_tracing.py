"""torch.jit.trace, with what it saves, and torch.fx.symbolic_trace: as of PyTorch's own operators, but for derivatives."""

import io

import pytest
import torch

import strew.torch

DATA, ROWS, UPDATES = torch.arange(12.0).reshape(4, 3), torch.tensor([1, 3, 1]), torch.ones(3, 3)
FORMS = {
    "gather": lambda data, rows, updates: strew.torch.gather(data, rows),
    "gather with options": lambda data, rows, updates: strew.torch.gather(data, rows, out_of_bounds="clamp", axis=0),
    "gather_elements": lambda data, rows, updates: strew.torch.gather_elements(data, rows[:, None]),
    "gather_nd": lambda data, rows, updates: strew.torch.gather_nd(data, rows[:, None]),
    "scatter": lambda data, rows, updates: strew.torch.scatter(data, rows, updates, reduction="max"),
    "scatter_": lambda data, rows, updates: strew.torch.scatter_(data * 1, rows, updates, reduction="add"),
    "scatter_zeros": lambda data, rows, updates: strew.torch.scatter_zeros((5, 3), rows, updates, reduction="mean"),
    "scatter_nd by name": lambda data, rows, updates: strew.torch.scatter_nd(
        data=data, indices=rows[:, None], updates=updates
    ),
}


class Step(torch.nn.Module):
    def __init__(self, form):
        super().__init__()
        self.form, self.weight = form, torch.nn.Parameter(torch.full((3,), 2.0))

    def forward(self, data, rows, updates):
        return self.form(data * self.weight, rows, updates * self.weight)


@pytest.mark.filterwarnings("ignore:.*torch.jit")
@pytest.mark.parametrize("requires_grad", [False, True])
@pytest.mark.parametrize("form", FORMS)
def test_traced_modules_are_saved(form, requires_grad):
    """With parameters that require grad, as modules have them, and with inputs that do."""
    step = Step(FORMS[form])
    traced = torch.jit.trace(step, (DATA.clone().requires_grad_(requires_grad), ROWS, UPDATES))
    saved = io.BytesIO()
    torch.jit.save(traced, saved)
    saved.seek(0)
    inputs = DATA + 1, torch.tensor([0, 2, 2]), UPDATES * 3
    wanted = step(*inputs)
    with torch.no_grad():
        assert torch.equal(torch.jit.load(saved)(*inputs), wanted)
    assert any("strew::" in node.kind() for node in traced.inlined_graph.nodes())


@pytest.mark.parametrize("form", FORMS)
def test_symbolic_traces(form):
    """One node a call, the function itself: the graph has its gradients."""
    step = Step(FORMS[form])
    traced = torch.fx.symbolic_trace(step)
    functions = [node.target for node in traced.graph.nodes if node.op == "call_function"]
    assert getattr(strew.torch, form.partition(" ")[0]) in functions
    inputs = DATA + 1, torch.tensor([0, 2, 2]), UPDATES * 3
    made, wanted = traced(*inputs), step(*inputs)
    assert torch.equal(made, wanted)
    weights = torch.arange(1.0, made.numel() + 1).reshape(made.shape)
    grads = [torch.autograd.grad((one * weights).sum(), module.weight)[0] for one, module in ((made, traced), (wanted, step))]
    assert torch.equal(*grads)


def test_tensors_of_a_subclass():
    class Marked(torch.Tensor):
        pass

    made = strew.torch.scatter(DATA.as_subclass(Marked), ROWS, UPDATES)
    assert type(made) is Marked and torch.equal(made.as_subclass(torch.Tensor), strew.torch.scatter(DATA, ROWS, UPDATES))
