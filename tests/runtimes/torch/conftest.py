"""What all tests of strew.torch need."""

import sys
import warnings

import pytest
import torch

with warnings.catch_warnings():  # PyTorch's own modules warn of each other
    warnings.simplefilter("ignore")
    import torch._decomp.decompositions_for_jvp
    import torch._dynamo


@pytest.fixture(autouse=True)
def fresh_compiler():
    """What one test compiled is nothing to the next."""
    yield
    torch._dynamo.reset()
    torch.set_num_threads(2)
    assert "strew.torch" not in sys.modules or not sys.modules["strew._torch_deterministic"]._users
