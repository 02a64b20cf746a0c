"""One result for any number of threads, run after run: eagerly, compiled, and for PyTorch's own operators."""

import pytest
import torch

import strew.torch

ROWS, WIDTH, POSITIONS = 2000, 32, 20_000
RUNS, THREADS = 6, (1, 2, 4, 8)

_draw = torch.Generator().manual_seed(0)
DATA = torch.randn(ROWS, WIDTH, generator=_draw)
AT = torch.randint(0, ROWS, (POSITIONS,), generator=_draw)
UPDATES = torch.randn(POSITIONS, WIDTH, generator=_draw)
WEIGHTS = DATA.clone().requires_grad_()


def count_results(function):
    results = set()
    for threads in THREADS:
        torch.set_num_threads(threads)
        for _ in range(RUNS):
            results.add(function().contiguous().numpy().tobytes())
    return len(results)


def gradient(function):
    return torch.autograd.grad(function(WEIGHTS), WEIGHTS, UPDATES)[0]


# The table of docs/runtimes/torch.md.
OF_PYTORCH = {
    "index_put accumulate": lambda: DATA.index_put((AT,), UPDATES, accumulate=True),
    "index_put": lambda: DATA.index_put((AT,), UPDATES),
    "index_copy": lambda: DATA.index_copy(0, AT, UPDATES),
    "put_": lambda: DATA.clone().put_(AT * WIDTH, UPDATES[:, 0].contiguous()),
    "index_add": lambda: DATA.index_add(0, AT, UPDATES),
    "scatter_add": lambda: DATA.scatter_add(0, AT[:, None].expand(-1, WIDTH), UPDATES),
    "gradient of x[i]": lambda: gradient(lambda weights: weights[AT]),
    "gradient of an embedding": lambda: gradient(lambda weights: torch.nn.functional.embedding(AT, weights)),
}
OF_STREW = {
    **{
        f"scatter {reduction}": lambda reduction=reduction: strew.torch.scatter(DATA, AT, UPDATES, reduction=reduction)
        for reduction in ("none", "add", "sub", "mean", "mul", "max")
    },
    "scatter_ add": lambda: strew.torch.scatter_(DATA.clone(), AT, UPDATES, reduction="add"),
    "scatter_elements add": lambda: strew.torch.scatter_elements(
        DATA, AT[:, None].expand(-1, WIDTH), UPDATES, reduction="add"
    ),
    "scatter_nd add": lambda: strew.torch.scatter_nd(DATA, AT[:, None], UPDATES, reduction="add"),
    "scatter_zeros add": lambda: strew.torch.scatter_zeros(DATA.shape, AT, UPDATES, reduction="add"),
    "gradient of gather": lambda: gradient(lambda weights: strew.torch.gather(weights, AT)),
}


@pytest.mark.parametrize("name", OF_STREW)
def test_strew(name):
    assert count_results(OF_STREW[name]) == 1


@pytest.mark.parametrize("name", OF_PYTORCH)
def test_pytorch_within_deterministic(name):
    with strew.torch.deterministic():
        assert count_results(OF_PYTORCH[name]) == 1


@pytest.mark.parametrize("name", ["scatter add", "scatter none", "scatter_nd add", "gradient of gather"])
def test_strew_compiled(name):
    """One result for each number of threads at which it is compiled, and the same."""
    eager, results = OF_STREW[name]().contiguous().numpy().tobytes(), set()
    for threads in THREADS:
        torch._dynamo.reset()
        torch.set_num_threads(threads)
        compiled = torch.compile(OF_STREW[name])
        results |= {compiled().contiguous().numpy().tobytes() for _ in range(RUNS)}
    assert results == {eager}


def test_the_gradient_has_the_bits_of_the_deterministic_mode():
    with strew.torch.deterministic():
        made = OF_PYTORCH["gradient of x[i]"]()
    torch.use_deterministic_algorithms(True)
    try:
        assert torch.equal(made, OF_PYTORCH["gradient of x[i]"]())
    finally:
        torch.use_deterministic_algorithms(False)
