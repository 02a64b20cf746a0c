"""Autocast: the table of docs/runtimes/torch.md."""

import pytest
import torch

import strew.torch

ROWS = torch.tensor([1, 1, 0])
EACH = ROWS[:, None].expand(3, 2)
OF_PYTORCH = {
    "index_copy": lambda x, v: x.index_copy(0, ROWS, v),
    "index_copy_": lambda x, v: x.index_copy_(0, ROWS, v),
    "index_add": lambda x, v: x.index_add(0, ROWS, v),
    "index_add_": lambda x, v: x.index_add_(0, ROWS, v),
    "index_put": lambda x, v: x.index_put((ROWS,), v),
    "put_": lambda x, v: x.put_(ROWS, v[:, 0]),
    "scatter": lambda x, v: x.scatter(0, EACH, v),
    "scatter_add": lambda x, v: x.scatter_add(0, EACH, v),
    "scatter_reduce": lambda x, v: x.scatter_reduce(0, EACH, v, "sum"),
    "x[i]": lambda x, v: x[ROWS],
    "gather": lambda x, v: x.gather(0, EACH),
}
OF_STREW = {
    "scatter": lambda x, v: strew.torch.scatter(x, ROWS, v),
    "scatter_": lambda x, v: strew.torch.scatter_(x, ROWS, v),
    "scatter add": lambda x, v: strew.torch.scatter(x, ROWS, v, reduction="add"),
    "scatter_elements": lambda x, v: strew.torch.scatter_elements(x, EACH, v),
    "scatter_nd": lambda x, v: strew.torch.scatter_nd(x, ROWS[:, None], v),
}
MIXED = ((torch.float32, torch.bfloat16), (torch.bfloat16, torch.float32))


def outcome(call, types):
    data, updates = torch.zeros(4, 2, dtype=types[0]), torch.arange(6, dtype=types[1]).reshape(3, 2)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        try:
            made = call(data, updates)
        except RuntimeError as refused:
            return type(refused)
    return made.dtype, made.float().tolist()


@pytest.mark.parametrize("types", [*MIXED, (torch.float32, torch.float32)], ids=str)
@pytest.mark.parametrize("name", OF_PYTORCH)
def test_within_deterministic(name, types):
    alone = outcome(OF_PYTORCH[name], types)
    with strew.torch.deterministic():
        assert outcome(OF_PYTORCH[name], types) == alone
    reads, promotes = name in ("x[i]", "gather"), name == "index_copy"
    if types in MIXED:
        wanted = types[0] if reads else torch.float32
        assert alone[0] == wanted if reads or promotes else alone is RuntimeError


@pytest.mark.parametrize("types", MIXED, ids=str)
@pytest.mark.parametrize("name", OF_STREW)
def test_strew_refuses_types_that_differ(name, types):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        with pytest.raises(RuntimeError, match="TY2"):
            OF_STREW[name](torch.zeros(4, 2, dtype=types[0]), torch.ones(3, 2, dtype=types[1]))
        assert strew.torch.gather(torch.zeros(4, 2, dtype=types[0]), ROWS).dtype == types[0]
