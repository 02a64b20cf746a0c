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
    for updates in (torch.ones(2), torch.ones(2, requires_grad=True)):
        for reduction in ("add", "max"):
            with pytest.raises(RuntimeError, match="Inplace update to inference tensor outside InferenceMode"):
                strew.torch.scatter_(data, ROWS, updates, reduction=reduction)
    assert torch.equal(data, torch.tensor([0.0, 2.0, 0.0]))


@pytest.mark.parametrize("reduction", ["add", "none", "mean", "max"])
def test_views_that_may_not_be_written(reduction):
    """As index_add_ of PyTorch refuses them, and before anything is written."""
    leaf = torch.zeros(4, 2, requires_grad=True)
    base = leaf * 1
    with torch.no_grad():
        without = base[1:]
    for view in (base.split(2)[0], base.unbind(1)[0], leaf.split(2)[1], leaf[1:], without):
        updates = torch.ones(2, *view.shape[1:])
        with pytest.raises(RuntimeError) as theirs:
            view.index_add_(0, ROWS, updates)
        with pytest.raises(RuntimeError) as ours:
            strew.torch.scatter_(view, ROWS, updates, reduction=reduction)
        # A view of no_grad is a leaf too, which is what strew says of it.
        assert str(ours.value) == str(theirs.value) or view is without
        assert not view.any()
    with torch.no_grad():
        strew.torch.scatter_(leaf.split(2)[1], ROWS, torch.ones(2, 2), **ADD)
    assert leaf.sum() == 4
    plain = torch.zeros(4, 2)
    sums = strew.torch.scatter_(plain.split(2)[0], ROWS, torch.ones(2, 2), **ADD)
    assert torch.equal(plain[:2], sums) and sums.sum() == 4


@pytest.mark.parametrize("kind", ["", "_elements", "_nd"])
def test_operands_without_data_among_others(kind):
    data, rows = torch.zeros(4), ROWS[:, None] if kind == "_nd" else ROWS
    call = {form: getattr(strew.torch, f"scatter{kind}{form}") for form in ("", "_", "_zeros")}
    gather = getattr(strew.torch, f"gather{kind}")
    for make in (
        lambda: call["_"](data, rows.to("meta"), torch.ones(2), **ADD),
        lambda: call["_"](data, rows, torch.ones(2, device="meta"), **ADD),
        lambda: call[""](data, rows.to("meta"), torch.ones(2), **ADD),
        lambda: call[""](data, rows.to("meta"), torch.ones(2, requires_grad=True), **ADD),
        lambda: call["_zeros"]((4,), rows.to("meta"), torch.ones(2), **ADD),
        lambda: gather(data, rows.to("meta")),
        lambda: gather(data.to("meta"), rows),
    ):
        with pytest.raises(RuntimeError, match=r"expected to be on one device, but got \(\w+\) \w+, \(\w+\) \w+"):
            make()
    assert not data.any() and data._version == 0
