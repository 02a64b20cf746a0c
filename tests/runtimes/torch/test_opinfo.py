"""PyTorch's own samples and error inputs for its gathers and scatters, mapped onto strew's operators.

What is left out is counted by its reason, and nothing else may be.
"""

from collections import Counter

import pytest
import torch
from torch.testing._internal.common_methods_invocations import op_db

import strew.torch

REDUCE = {"sum": "add", "prod": "mul", "mean": "mean", "amax": "max", "amin": "min", "add": "add", "multiply": "mul"}
PYTORCH = {"negative_indices": "invalid"}  # except in index_put, PyTorch has none
INFOS = {
    info.name: info
    for info in op_db
    if info.name in ("gather", "index_select", "index_add", "index_copy", "scatter", "scatter_add")
} | {
    f"{info.name} {info.variant_test_name}": info
    for info in op_db
    if info.name in ("index_reduce", "scatter_reduce")
}  # fmt: skip


class Left(Exception):
    """A sample that strew does not take, with the reason."""


def call(name, data, arguments, options):
    """PyTorch's call as a call of strew."""
    if name == "gather":
        dim, index = arguments
        return strew.torch.gather_elements(data, checked(data, index), axis=dim, **PYTORCH)
    if name == "index_select":
        dim, index = arguments
        return strew.torch.gather(data, slices(data, index), axis=dim, **PYTORCH)
    if name in ("index_add", "index_copy"):
        dim, index, source = arguments
        alpha = options.get("alpha", 1)
        updates = source if alpha == 1 else scaled(source, alpha)
        reduction = "add" if name == "index_add" else "none"
        return strew.torch.scatter(data, slices(data, index), updates, axis=dim, reduction=reduction, **PYTORCH)
    if name == "index_reduce":
        dim, index, source, reduce = arguments
        words = {"reduction": REDUCE[reduce], "include_self": options.get("include_self", True)}
        return strew.torch.scatter(data, slices(data, index), source, axis=dim, **words, **PYTORCH)
    return of_elements(name, data, *arguments, **options)


def of_elements(name, data, dim, index, source, reduce=None, include_self=True):
    checked(data, index)
    if not isinstance(source, torch.Tensor):  # one value for all
        source = torch.full(index.shape, source, dtype=data.dtype)
    elif any(extent > most for extent, most in zip(index.shape, source.shape)):
        raise Left("an index larger than its source, which PyTorch refuses")
    source = source[tuple(slice(extent) for extent in index.shape)]
    words = {"reduction": "add" if name == "scatter_add" else REDUCE[reduce] if reduce else "none"}
    words["include_self"] = include_self if name == "scatter_reduce" else True
    return strew.torch.scatter_elements(data, index, source, axis=dim, **words, **PYTORCH)


def scaled(source, alpha):
    if source.dtype == torch.uint8 and alpha < 0:
        raise Left("a negative factor for an unsigned type")
    return source * torch.tensor(alpha, dtype=source.dtype)


def slices(data, index):
    if data.dim() == 0:
        raise Left("data of rank 0, which have no axis")
    return index.reshape(-1) if index.dim() == 0 else index


def checked(data, index):
    if data.dim() == 0 or index.dim() == 0:
        raise Left("data or indices of rank 0, which have no axis")
    if index.dim() != data.dim() and index.numel() == 0:
        raise Left("empty indices of another rank than data")
    return index


DTYPES = (
    torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.bfloat16,
    torch.float32, torch.float64, torch.complex64, torch.complex128, torch.complex32,
)  # fmt: skip


QUIET = (
    "ignore:ComplexHalf support", "ignore:index_reduce", "ignore:scatter_reduce",
    "ignore:The reduce argument of torch.scatter",
)  # fmt: skip


def is_close(name, made, wanted):
    """Moves bit for bit; sums of 16 bits are rounded once here, and there sometimes at each update."""
    if made.dtype in (torch.float16, torch.bfloat16):
        return torch.allclose(made, wanted, rtol=0.05, atol=0.05, equal_nan=True)
    if made.dtype == torch.complex32:
        return torch.equal(torch.view_as_real(made), torch.view_as_real(wanted))
    return torch.allclose(made, wanted, equal_nan=True)


def compare(name, info, dtype, left):
    passed = 0
    for sample in info.sample_inputs("cpu", dtype, requires_grad=False):
        try:
            made = call(info.name, sample.input, sample.args, sample.kwargs)
        except Left as reason:
            left[str(reason)] += 1
            continue
        except RuntimeError as refused:
            if dtype != torch.complex32 or "TY4" not in str(refused):
                raise
            left["sums of complex32, a type that strew only moves"] += 1
            continue
        wanted = info.op(sample.input, *sample.args, **sample.kwargs)
        assert made.shape == wanted.shape and is_close(name, made, wanted), (sample, made, wanted)
        passed += 1
    return passed


@pytest.mark.filterwarnings(*QUIET)
@pytest.mark.parametrize("name", INFOS)
def test_samples(name):
    info, left, passed = INFOS[name], Counter(), 0
    for dtype in DTYPES:
        if info.supports_dtype(dtype, "cpu"):
            passed += compare(name, info, dtype, left)
    print(f"{name}: {passed} samples, left out {dict(left)}")
    assert passed > 10 * len(left)


@pytest.mark.filterwarnings(*QUIET)
@pytest.mark.parametrize("name", INFOS)
def test_gradients_of_samples(name):
    """Where PyTorch has a derivative, and strew one of the same sample."""
    info, compared = INFOS[name], 0
    if name.endswith("prod"):
        pytest.skip("products have no derivative in strew.torch")
    for sample in info.sample_inputs("cpu", torch.float64, requires_grad=True):
        tensors = [one for one in (sample.input, *sample.args) if isinstance(one, torch.Tensor) and one.requires_grad]
        try:
            made = call(info.name, sample.input, sample.args, sample.kwargs)
        except Left:
            continue
        wanted = info.op(sample.input, *sample.args, **sample.kwargs)
        weights = torch.randn(wanted.shape, dtype=torch.float64)
        ours = torch.autograd.grad(made, tensors, weights, allow_unused=True)
        theirs = torch.autograd.grad(wanted, tensors, weights, allow_unused=True)
        for one, other in zip(ours, theirs):
            zero = torch.zeros(())
            assert torch.allclose(zero if one is None else one, zero if other is None else other), sample
        compared += 1
    assert compared > 1


@pytest.mark.parametrize("name", [name for name in INFOS if INFOS[name].error_inputs_func is not None])
def test_error_inputs(name):
    info, refused, left = INFOS[name], 0, Counter()
    for error in info.error_inputs(torch.device("cpu")):
        sample = error.sample_input
        if "out" in sample.kwargs:
            left["out, which strew.torch's functions do not have"] += 1
            continue
        try:
            with pytest.raises((RuntimeError, IndexError, KeyError)):
                call(info.name, sample.input, sample.args, sample.kwargs)
            refused += 1
        except Left as reason:
            left[str(reason)] += 1
    print(f"{name}: {refused} refused, left out {dict(left)}")
    assert refused + sum(left.values()) > 0
