"""Errors: a sentence with the rule, of a type that does not depend on the version of PyTorch."""

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
    with pytest.raises(RuntimeError, match="Expected a value of type 'Tensor' for argument 'data'"):
        strew.torch.gather(np.zeros(3), ROWS)
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
