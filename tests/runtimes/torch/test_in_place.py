"""What autograd asks of an operator that writes its argument."""

import pytest
import torch

import strew.torch

ROWS = torch.tensor([1, 1])
ADD = {"reduction": "add"}


def test_a_leaf_that_requires_grad():
    leaf = torch.zeros(3, requires_grad=True)
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad is being used in an in-place operation"):
        strew.torch.scatter_(leaf, ROWS, torch.ones(2), **ADD)
    assert torch.equal(leaf, torch.zeros(3))
    with torch.no_grad():
        strew.torch.scatter_(leaf, ROWS, torch.ones(2), **ADD)
    assert leaf[1] == 2


@pytest.mark.parametrize("updates", [torch.ones(2), torch.ones(2, requires_grad=True)])
@pytest.mark.parametrize("operator", ["scatter_", "scatter_elements_", "scatter_nd_"])
def test_versions_are_counted(operator, updates):
    data = torch.zeros(3)
    view, version = data[1:], data._version
    rows = ROWS[:, None] if operator == "scatter_nd_" else ROWS
    getattr(strew.torch, operator)(data, rows, updates, **ADD)
    assert data._version > version and view._version == data._version


@pytest.mark.parametrize("reduction", ["add", "none", "max"])
def test_what_was_saved_is_not_overwritten_unnoticed(reduction):
    leaf = torch.zeros(3, requires_grad=True)
    saved = leaf.exp()
    product = saved * saved
    strew.torch.scatter_(saved, ROWS, torch.ones(2), reduction=reduction)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        product.sum().backward()


def test_saved_indices_are_not_overwritten_unnoticed():
    data, rows = torch.zeros(3, requires_grad=True), ROWS.clone()
    gathered = strew.torch.gather(data, rows)
    rows += 1
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        gathered.sum().backward()


@pytest.mark.parametrize("reduction", ["add", "none", "mean", "max"])
def test_a_view_of_what_has_a_gradient(reduction):
    leaf, updates = torch.zeros(4, 2, requires_grad=True), torch.ones(2, 2, requires_grad=True)
    base = leaf * 3
    strew.torch.scatter_(base[1:], ROWS, updates, reduction=reduction)
    base.sum().backward()
    kept = {"add": 3.0, "none": 0.0, "mean": 1.0, "max": 0.0}[reduction]
    assert torch.equal(leaf.grad[:, 0], torch.tensor([3.0, 3.0, kept, 3.0]))


def test_data_without_gradient_take_that_of_updates():
    updates = torch.ones(2, requires_grad=True)
    sums = strew.torch.scatter_(torch.zeros(3), ROWS, updates, **ADD)
    assert sums.requires_grad
    (sums * torch.arange(3.0)).sum().backward()
    assert torch.equal(updates.grad, torch.ones(2))


def test_after_an_error_nothing_has_changed():
    data, version = torch.zeros(3), 0
    for updates in (torch.ones(2), torch.ones(2, requires_grad=True)):
        with pytest.raises(IndexError):
            strew.torch.scatter_(data, torch.tensor([1, 3]), updates, **ADD)
    assert torch.equal(data, torch.zeros(3)) and data._version == version and not data.requires_grad


def test_shared_memory_is_refused():
    data = torch.zeros(4)
    with pytest.raises(RuntimeError, match="OV2: output: it overlaps updates"):
        strew.torch.scatter_(data, ROWS, data[1:3])
    with pytest.raises(RuntimeError, match="SZ3"):
        strew.torch.scatter_(torch.zeros(1).expand(4), ROWS, torch.ones(2))


def test_an_inference_tensor():
    with torch.inference_mode():
        data = torch.zeros(3)
        assert strew.torch.scatter_(data, ROWS, torch.ones(2), **ADD)[1] == 2
