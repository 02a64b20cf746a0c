"""What all tests of strew.torch need."""

import sys

import pytest
import torch


def pytest_configure(config):
    """PyTorch's own modules warn of each other, as they are imported."""
    for kind in ("DeprecationWarning", "FutureWarning"):
        for text in (".torch.jit.script", ".isinstance.treespec"):
            config.addinivalue_line("filterwarnings", f"ignore:{text}:{kind}")


@pytest.fixture(autouse=True)
def fresh_compiler():
    """What one test compiled is nothing to the next."""
    yield
    if "torch._dynamo" in sys.modules:
        torch._dynamo.reset()
    torch.set_num_threads(2)


@pytest.fixture
def seen(monkeypatch):
    """One element for each index_put that strew's kernels take within deterministic()."""
    from strew.torch import _overrides as overrides

    count = []
    for name in ("_put_rows", "_put_operator"):
        run = getattr(overrides, name)

        def counted(*all, run=run):
            taken = run(*all)
            count.extend([1] * taken)
            return taken

        monkeypatch.setattr(overrides, name, counted)
    return count
