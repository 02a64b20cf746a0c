"""Errors: a sentence with the rule, of a type that does not depend on the version of PyTorch."""

import re

import numpy as np
import pytest
import torch
from calls import OPERATORS, SCATTERS, in_torch, random_call

import strew
import strew.torch

DATA, ROWS = torch.arange(12.0).reshape(4, 3), torch.tensor([1, 3])


def test_a_bad_index_is_an_index_error():
    sentence = r"IX1: indices: position 1 \(1\): component 0 of \(4\) is 4, outside \[-4, 3\]"
    with pytest.raises(IndexError, match=sentence):
        strew.torch.gather(DATA, torch.tensor([1, 4]))
    with pytest.raises(IndexError, match=sentence):
        strew.torch.gather(DATA.clone().requires_grad_(), torch.tensor([1, 4]))
    with pytest.raises(IndexError, match=sentence):
        torch.func.vmap(strew.torch.gather, (0, None))(DATA.reshape(4, 3).expand(2, 4, 3), torch.tensor([1, 4]))
    with pytest.raises(IndexError, match="position 0"):
        strew.torch.gather(DATA, torch.tensor([-1]), negative_indices="invalid")
    with pytest.raises(IndexError, match=r"IX2: .*position 1"):
        strew.torch.scatter(DATA, torch.tensor([1, 1]), DATA[:2], duplicates="error")


@pytest.mark.parametrize("operator", SCATTERS)
@pytest.mark.parametrize("reduction", ["none", "add", "mean", "max"])
def test_data_are_untouched_after_a_bad_index(operator, reduction):
    random = np.random.default_rng(2)
    count = 0
    while count < 20:
        (data, indices, updates), words = random_call(random, operator, torch.float32, torch.int64, reduction)
        if indices.numel() == 0 or updates.numel() == 0:
            continue
        count += 1
        words |= {"out_of_bounds": "error"}
        indices = indices.clone(memory_format=torch.contiguous_format)
        indices.view(-1)[-1] = 1000
        before = data.clone()
        with pytest.raises(IndexError, match="IX1: indices: position"):
            in_torch(operator + "_")(data, indices, updates, **words)
        assert torch.equal(data, before)


WRONG = {
    "AX1": lambda: strew.torch.gather(torch.tensor(1.0), ROWS),
    "AX2": lambda: strew.torch.gather(DATA, ROWS, axis=2),
    "AX3": lambda: strew.torch.gather(DATA, ROWS, axis=0, batch_dims=1),
    "AX4": lambda: strew.torch.gather(DATA, ROWS[None], axis=1, batch_dims=1),
    "AX5": lambda: strew.torch.scatter(DATA, ROWS, DATA),
    "EL1": lambda: strew.torch.gather_elements(DATA, ROWS),
    "EL2": lambda: strew.torch.gather_elements(DATA, ROWS[None], axis=-3),
    "EL3": lambda: strew.torch.scatter_elements(DATA, ROWS[None], DATA),
    "EL4": lambda: strew.torch.gather_elements(DATA, torch.zeros(4, 4, dtype=torch.int64)),
    "ND1": lambda: strew.torch.gather_nd(DATA, torch.tensor(1)),
    "ND2": lambda: strew.torch.gather_nd(DATA, ROWS, batch_dims=1),
    "ND3": lambda: strew.torch.gather_nd(DATA, torch.tensor([1, 1, 1])),
    "ND4": lambda: strew.torch.gather_nd(DATA, ROWS[None, :, None], batch_dims=1),
    "ND5": lambda: strew.torch.scatter_nd(DATA, ROWS[:, None], DATA),
    "TY2": lambda: strew.torch.scatter(DATA, ROWS, DATA[:2].double()),
    "TY3": lambda: strew.torch.gather(DATA, torch.tensor([1.0])),
    "TY4": lambda: strew.torch.scatter(DATA, ROWS, DATA[:2], reduction="xor"),
}


@pytest.mark.parametrize("rule", WRONG)
def test_rules(rule):
    with pytest.raises(RuntimeError, match=f"^{rule}: "):
        WRONG[rule]()


@pytest.mark.parametrize("rule", [rule for rule in WRONG if rule != "TY4"])
def test_rules_without_data(rule, monkeypatch):
    """The fake kernels break the same rules, and say so in the same words."""
    with pytest.raises(RuntimeError) as engine:
        WRONG[rule]()
    monkeypatch.setitem(globals(), "DATA", DATA.to("meta"))
    monkeypatch.setitem(globals(), "ROWS", ROWS.to("meta"))
    with torch.device("meta"), pytest.raises(RuntimeError) as fake:
        WRONG[rule]()
    assert str(fake.value) == str(engine.value)


@pytest.mark.parametrize("operator", OPERATORS)
def test_shapes_without_data(operator):
    random = np.random.default_rng(9)
    for _ in range(60):
        tensors, words = random_call(random, operator, torch.float32, torch.int32)
        made = in_torch(operator)(*(one.to("meta") for one in tensors), **words)
        wanted = in_torch(operator)(*tensors, **words)
        assert (made.shape, made.dtype, made.stride()) == (wanted.shape, wanted.dtype, wanted.stride())


def test_words():
    with pytest.raises(strew.OptionError, match="PY7: reduction='sum' is none of .*; did you mean 'add'"):
        strew.torch.scatter(DATA, ROWS, DATA[:2], reduction="sum")
    with pytest.raises(strew.OptionError, match="PY9"):
        strew.torch.gather(DATA, ROWS, out_of_bounds="skip")
    with pytest.raises(strew.OptionError, match="PY7: out_of_bounds='fill'"):
        strew.torch.scatter(DATA, ROWS, DATA[:2], out_of_bounds="fill")
    with pytest.raises(strew.OptionError, match="PY7"):
        strew.torch.scatter(DATA, ROWS, DATA[:2], duplicates=["error"])
    with pytest.raises(RuntimeError, match="AT1: options: unknown bits"):
        torch.ops.strew.gather(DATA, ROWS, 0, 0, 1 << 20)
    with pytest.raises(RuntimeError, match="AT1"):
        torch.ops.strew.gather(DATA, ROWS, 0, 0, 7 << 4)


def test_fill_values():
    nan = float("nan")
    for dtype, value in (
        (torch.uint8, 300), (torch.int32, 0.5), (torch.bool, 2), (torch.float32, 1j), (torch.int8, nan),
    ):  # fmt: skip
        with pytest.raises(strew.Error, match="PY11: fill_value="):
            strew.torch.gather(torch.zeros(3, dtype=dtype), ROWS, out_of_bounds="fill", fill_value=value)
    with pytest.raises(strew.Error, match="AT3"):
        strew.torch.gather(DATA, ROWS, fill_value=1)
    with pytest.raises(RuntimeError, match="AT4: fill"):
        torch.ops.strew.gather(DATA, ROWS, 0, 0, 4 << 4, torch.zeros(2))


def test_what_is_no_tensor_of_the_cpu():
    with pytest.raises(NotImplementedError, match="strew::gather.*SparseCPU"):
        strew.torch.gather(DATA.to_sparse(), ROWS)
    assert strew.torch.gather(DATA.to("meta"), ROWS.to("meta")).device.type == "meta"


@pytest.mark.parametrize("name", [*OPERATORS, *(name + form for name in SCATTERS for form in ("_", "_zeros"))])
def test_no_kernel_stands_for_another_device(name):
    """So that PyTorch says what is wrong, as it does for the sparse tensor above."""
    for key in ("CUDA", "XPU", "MPS", "PrivateUse1", "CompositeImplicitAutograd", "CompositeExplicitAutograd"):
        assert not torch._C._dispatch_has_kernel_for_dispatch_key(f"strew::{name}", key)
    assert torch._C._dispatch_has_kernel_for_dispatch_key(f"strew::{name}", "CPU")


@pytest.mark.skipif(not torch.cuda.is_available(), reason="this machine has no CUDA device")
def test_cuda():
    with pytest.raises(NotImplementedError, match="strew::gather.*CUDA"):
        strew.torch.gather(DATA.cuda(), ROWS.cuda())


def test_no_memory():
    with pytest.raises(RuntimeError, match="not enough memory|can't allocate|aoti_torch_empty_strided"):
        strew.torch.gather(torch.zeros(1, 1).expand(2, 2**45), ROWS[:1])


LARGE = np.zeros((1000, 3), np.float32)
TOLD = [
    (TypeError, "gather(): argument 'data' must be a Tensor, not numpy.ndarray: torch.from_numpy(array) makes one, in the "
     "same memory", lambda: strew.torch.gather(LARGE, ROWS)),
    (TypeError, "scatter(): argument 'updates' must be a Tensor, not numpy.ndarray: torch.from_numpy(array) makes one, in "
     "the same memory", lambda: strew.torch.scatter(DATA, ROWS, LARGE)),
    (TypeError, "gather_nd(): argument 'indices' must be a Tensor, not list: torch.tensor(value) makes one",
     lambda: strew.torch.gather_nd(DATA, [[1]])),
    (TypeError, "scatter_(): argument 'updates' must be a Tensor, not float: torch.tensor(value) makes one",
     lambda: strew.torch.scatter_(DATA.clone(), ROWS, 1.0)),
    (TypeError, "scatter_zeros(): argument 'updates' must be a Tensor, not NoneType",
     lambda: strew.torch.scatter_zeros((4,), ROWS, None)),
    (TypeError, "gather(): argument 'axis' must be int, not str", lambda: strew.torch.gather(DATA, ROWS, axis="rows")),
    (TypeError, "gather() takes 2 positional arguments but 3 were given: the order is data, indices; write axis=0, by name",
     lambda: strew.torch.gather(DATA, 0, ROWS)),
    (TypeError, "scatter() missing 1 required argument: 'updates'", lambda: strew.torch.scatter(DATA, ROWS)),
    (TypeError, "gather() got an unexpected keyword argument 'dim'. Did you mean 'axis'?",
     lambda: strew.torch.gather(DATA, ROWS, dim=1)),
    (TypeError, "gather() got an unexpected keyword argument 'axes'. Did you mean 'axis'?",
     lambda: strew.torch.gather(DATA, ROWS, axes=1)),
    (RuntimeError, "TY3: indices: their type is bool, not an integer type: mask.nonzero() has the index tuples of a mask, "
     "mask.nonzero(as_tuple=True)[0] the indices along one dimension", lambda: strew.torch.gather(DATA, DATA[:, 0] > 1)),
    (RuntimeError, "TY3: indices: their type is float32, not an integer type: indices.long() converts them",
     lambda: strew.torch.gather(DATA, DATA[0])),
    (RuntimeError, "TY3: indices: their type is float32, not an integer type; the order is data, indices",
     lambda: strew.torch.gather(ROWS, DATA)),
    (RuntimeError, "TY2: updates: its type int64 differs from the float32 of data; the order is data, indices, updates",
     lambda: strew.torch.scatter(DATA, DATA[:2], ROWS)),
    (RuntimeError, "TY2: updates: its type float64 differs from the float32 of data: updates.to(data.dtype) converts them",
     lambda: strew.torch.scatter(DATA, ROWS, DATA[:2].double())),
    (RuntimeError, "TY3: indices: their type is float32, not an integer type; the order is size, indices, updates",
     lambda: strew.torch.scatter_zeros((4, 3), DATA, ROWS)),
    (RuntimeError, "AX5: updates: its shape is [4, 3], but data [4, 3] and indices [2] require [2, 3]",
     lambda: strew.torch.scatter(DATA, ROWS, DATA)),
    (RuntimeError, "EL4: indices: dimension 1 is of size 5, more than the 3 of data",
     lambda: strew.torch.gather_elements(DATA, torch.zeros(1, 5, dtype=torch.int64))),
    (IndexError, "IX1: indices: position 0 (0): component 0 of (9) is 9, outside [-4, 3] (dimension 0 of size 4); 1 of 1 "
     "position is bad", lambda: strew.torch.gather(DATA, torch.tensor([9]))),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "text", "call"), TOLD, ids=[text.partition(" ")[0] + str(n) for n, (_, text, _) in enumerate(TOLD)])
def test_what_is_said_of_a_wrong_call(kind, text, call):
    """In one line and PyTorch's words, whatever the arrays that are given."""
    with pytest.raises(kind) as caught:
        call()
    assert str(caught.value).startswith(text) and "\n" not in str(caught.value)


@pytest.mark.parametrize("rule", WRONG)
def test_words_are_those_of_pytorch(rule):
    with pytest.raises(RuntimeError) as caught:
        WRONG[rule]()
    assert not re.search(r"\b(extents?|[iuf]\d\d?|axis \d+ (is )?of)\b|: call:", str(caught.value)), str(caught.value)
