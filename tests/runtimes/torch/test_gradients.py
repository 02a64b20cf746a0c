"""Derivatives against differences, for every kind of addressing and reduction: backward, forward, batched, twice."""

import pytest
import torch
from differentiable import CALLS, PLACES, scatter_of
from torch.autograd import forward_ad, gradcheck, gradgradcheck

import strew.torch


@pytest.mark.parametrize("name", CALLS)
def test_gradcheck(name):
    function, inputs = CALLS[name]
    modes = {"check_forward_ad": True, "check_batched_grad": True, "check_batched_forward_grad": True}
    assert gradcheck(function, inputs, **modes, check_undefined_grad=True)
    assert gradgradcheck(function, inputs, check_fwd_over_rev=True, check_rev_over_rev=True)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("reduction", ["none", "add", "sub", "mean", "min", "max"])
def test_in_place_has_the_gradients_of_the_new_result(place, reduction):
    function, (data, updates) = scatter_of(place, reduction)
    name, _, indices, _, options = PLACES[place]

    def in_place(data, updates):
        written = data * 1
        getattr(strew.torch, f"scatter{name}_")(written, indices, updates, reduction=reduction, **options)
        return written

    weights = torch.rand(data.shape, dtype=torch.float64)
    wanted = torch.autograd.grad((function(data, updates) * weights).sum(), (data, updates))
    made = torch.autograd.grad((in_place(data, updates) * weights).sum(), (data, updates))
    assert all(torch.equal(one, other) for one, other in zip(wanted, made))
    assert gradcheck(in_place, (data, updates), check_forward_ad=True)


@pytest.mark.parametrize("reduction", ["max", "min"])
def test_an_extreme_that_several_attain_is_shared(reduction):
    data = torch.tensor([2.0, 5.0], requires_grad=True)
    updates = torch.tensor([2.0, 2.0, 5.0], requires_grad=True)
    strew.torch.scatter(data, torch.tensor([0, 0, 1]), updates, reduction=reduction).sum().backward()
    assert torch.equal(data.grad, torch.tensor([1 / 3, 1 / 2]))
    assert torch.equal(updates.grad, torch.tensor([1 / 3, 1 / 3, 1 / 2]))
    nan = torch.tensor([float("nan")], requires_grad=True)
    strew.torch.scatter(nan, torch.tensor([0]), torch.ones(1), reduction=reduction).sum().backward()
    assert nan.grad.item() == 1


def test_the_last_of_repeated_updates_has_the_gradient():
    updates = torch.ones(3, 2, requires_grad=True)
    strew.torch.scatter(torch.zeros(4, 2), torch.tensor([1, 2, 1]), updates).sum().backward()
    assert torch.equal(updates.grad[:, 0], torch.tensor([0.0, 1.0, 1.0]))


def test_a_mean_of_many_halves():
    """The count is not rounded to float16, which ends at 65504."""
    updates = torch.ones(100_000, dtype=torch.float16, requires_grad=True)
    at = torch.zeros(100_000, dtype=torch.int64)
    mean = strew.torch.scatter_zeros((1,), at, updates, reduction="mean", include_self=False)
    (mean * 1000).sum().backward()
    assert mean.item() == 1 and abs(updates.grad[0].item() - 0.01) < 1e-5


def test_products_have_no_derivative():
    data = torch.ones(2, requires_grad=True)
    made = strew.torch.scatter(data, torch.tensor([0]), torch.ones(1), reduction="mul")
    with pytest.raises(NotImplementedError, match="reduction='mul' has no derivative"):
        made.sum().backward()
    with forward_ad.dual_level(), pytest.raises(NotImplementedError, match="reduction='mul' has no derivative"):
        dual = forward_ad.make_dual(torch.ones(2), torch.ones(2))
        strew.torch.scatter(dual, torch.tensor([0]), torch.ones(1), reduction="mul")


def test_no_gradient_is_recorded_where_none_is_wanted():
    data, indices = torch.ones(3, requires_grad=True), torch.tensor([0, 2])
    with torch.no_grad():
        assert strew.torch.gather(data, indices).grad_fn is None
    with torch.inference_mode():
        assert strew.torch.gather(data, indices).is_inference()
    assert strew.torch.gather(data.detach(), indices).grad_fn is None
    assert "StrewGather" in type(strew.torch.gather(data, indices).grad_fn).__name__


def test_an_operator_without_derivatives_says_so():
    made = torch.ops.strew.gather(torch.ones(3, requires_grad=True), torch.tensor([0]))
    with pytest.warns(UserWarning, match="an autograd kernel was not registered"):
        made.sum().backward()


def test_hooks_and_retained_gradients():
    data = torch.ones(3, 2, requires_grad=True)
    rows = strew.torch.gather(data, torch.tensor([0, 0]))
    rows.retain_grad()
    seen = []
    rows.register_hook(lambda grad: seen.append(grad.shape))
    rows.sum().backward()
    assert seen == [(2, 2)] and torch.equal(rows.grad, torch.ones(2, 2))
