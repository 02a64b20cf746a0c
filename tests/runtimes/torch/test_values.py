"""Every operator, type, reduction and index type has the bits of strew on NumPy's side."""

import numpy as np
import pytest
import torch
from calls import (
    DTYPES, GATHERS, INTEGERS, OPERATORS, SCATTERS, bits, expected, in_torch, random_call, reductions_of,
)  # fmt: skip

import strew
import strew.torch


@pytest.mark.parametrize("operator", OPERATORS)
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_random_calls(operator, dtype):
    random = np.random.default_rng(OPERATORS.index(operator) + 10 * DTYPES.index(dtype))
    for index_dtype in INTEGERS:
        for _ in range(12):
            tensors, form = random_call(random, operator, dtype, index_dtype)
            made = in_torch(operator)(*tensors, **form)
            assert bits(made) == bits(expected(operator, tensors, form)), (tensors, form)
            assert made.is_contiguous()


@pytest.mark.parametrize("operator", SCATTERS)
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_every_reduction_in_its_three_forms(operator, dtype):
    random = np.random.default_rng(7)
    for reduction in reductions_of(dtype):
        for index_dtype in (torch.int32, torch.int64, torch.uint8):
            (data, indices, updates), form = random_call(random, operator, dtype, index_dtype, reduction)
            wanted = bits(expected(operator, (data, indices, updates), form))
            assert bits(in_torch(operator)(data, indices, updates, **form)) == wanted
            written = data.clone()
            assert in_torch(operator + "_")(written, indices, updates, **form) is written
            assert bits(written) == wanted
            zeros = in_torch(operator + "_zeros")(data.shape, indices, updates, **form)
            assert bits(zeros) == bits(expected(operator, (torch.zeros_like(data), indices, updates), form))


def test_in_place_through_a_view():
    base = torch.arange(24.0).reshape(4, 6)
    wanted = strew.scatter(base[:, ::2].clone(), torch.tensor([1, 1]), torch.ones(2, 3), reduction="add")
    untouched = base[:, 1::2].clone()
    strew.torch.scatter_(base[:, ::2], torch.tensor([1, 1]), torch.ones(2, 3), reduction="add")
    assert torch.equal(base[:, ::2], wanted) and torch.equal(base[:, 1::2], untouched)


def test_broadcast_operands():
    data, indices = torch.randn(1, 5).expand(3, 5), torch.tensor([2]).expand(4)
    assert torch.equal(strew.torch.gather(data, indices, axis=1), data.index_select(1, indices.contiguous()))
    added = strew.torch.scatter(data, indices, torch.tensor(1.0).expand(3, 4), axis=1, reduction="add")
    assert torch.equal(added[:, 2], data[:, 2] + 4)


def test_many_dimensions():
    data = torch.randn([2] * 14)
    for axis in (0, 7, 13):
        assert torch.equal(strew.torch.gather(data, torch.tensor([1, 0]), axis=axis), data.flip(axis))


@pytest.mark.filterwarnings("ignore:ComplexHalf support")
def test_other_element_types_are_moved():
    data = torch.randn(6, 3).to(torch.float8_e4m3fn)
    rows = strew.torch.gather(data, torch.tensor([5, 0]))
    assert rows.dtype == data.dtype and torch.equal(rows.view(torch.uint8), data.view(torch.uint8)[[5, 0]])
    half = torch.view_as_complex(torch.randn(6, 2).half())
    assert torch.equal(torch.view_as_real(strew.torch.gather(half, torch.tensor([3]))), torch.view_as_real(half)[[3]])


def test_conjugated_and_negated_views():
    data, indices = torch.randn(5, 3, dtype=torch.complex64), torch.tensor([4, 1, 4])
    conjugated, negated = data.conj(), data.conj().imag
    assert conjugated.is_conj() and negated.is_neg()
    assert torch.equal(strew.torch.gather(conjugated, indices), conjugated.resolve_conj()[indices])
    assert torch.equal(strew.torch.gather(negated, indices), negated.resolve_neg()[indices])
    wanted = strew.torch.scatter(conjugated.resolve_conj(), indices, data[:3], reduction="add")
    assert torch.equal(strew.torch.scatter(conjugated, indices, data[:3], reduction="add"), wanted)


def test_a_shared_copy_is_not_written():
    """torch._lazy_clone shares memory until one of the tensors is written."""
    data = torch.zeros(4)
    lazy = torch._lazy_clone(data)
    strew.torch.scatter_(lazy, torch.tensor([1]), torch.ones(1))
    assert lazy[1] == 1 and data[1] == 0
    lazy = torch._lazy_clone(data)
    strew.torch.gather(lazy, torch.tensor([1]))
    assert torch._C._is_cow_tensor(lazy)


@pytest.mark.parametrize("value", [0, -1, 2.5, float("nan")])
def test_fill_values(value):
    made = strew.torch.gather(torch.ones(2), torch.tensor([5, 1]), out_of_bounds="fill", fill_value=value)
    assert torch.equal(made.nan_to_num(7), torch.tensor([value, 1.0]).nan_to_num(7))


@pytest.mark.parametrize("operator", GATHERS)
def test_more_calls_than_are_remembered(operator):
    """Plans of other calls are thrown away and made again."""
    random = np.random.default_rng(3)
    calls = [random_call(random, operator, torch.float32, torch.int64) for _ in range(150)]
    for _ in range(3):
        for tensors, form in calls:
            assert bits(in_torch(operator)(*tensors, **form)) == bits(expected(operator, tensors, form))


WITHOUT_OLD_VALUES = {"add": [-6.0, 0.0, -4.0], "sub": [6.0, 0.0, 4.0], "mul": [8.0, 0.0, -4.0], "mean": [-3.0, 0.0, -4.0],
                      "max": [-2.0, 0.0, -4.0], "min": [-4.0, 0.0, -4.0], "none": [-4.0, 0.0, -4.0]}  # fmt: skip


@pytest.mark.parametrize("reduction", WITHOUT_OLD_VALUES)
@pytest.mark.parametrize("requires_grad", [False, True])
def test_zeros_are_no_old_values(reduction, requires_grad):
    """By hand: a default is in no random call that gives every option."""
    at, updates = torch.tensor([0, 2, 0]), torch.tensor([-2.0, -4.0, -4.0], requires_grad=requires_grad)
    for name, indices in (("scatter", at), ("scatter_elements", at), ("scatter_nd", at[:, None])):
        into_zeros = in_torch(name + "_zeros")
        assert into_zeros((3,), indices, updates, reduction=reduction).tolist() == WITHOUT_OLD_VALUES[reduction]
        counted = into_zeros((3,), indices, updates, reduction=reduction, include_self=True)
        assert torch.equal(counted, in_torch(name)(torch.zeros(3), indices, updates, reduction=reduction))
        replaced = into_zeros((3,), indices, updates, reduction=reduction, include_self=False)
        assert replaced.tolist() == ([2.0, 0.0, -4.0] if reduction == "sub" else WITHOUT_OLD_VALUES[reduction])
    assert bits(strew.torch.scatter_zeros((1,), at[:1], torch.tensor([-0.0]), reduction="add")) == bits(torch.zeros(1))
    flags = strew.torch.scatter_zeros((2,), torch.tensor([0, 0]), torch.tensor([True, True]), reduction="and")
    assert flags.tolist() == [True, False]
