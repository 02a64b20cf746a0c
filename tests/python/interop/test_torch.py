"""PyTorch tensors in, PyTorch tensors out; what cannot be shared is refused in a sentence."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import strew

torch = pytest.importorskip("torch")
TABLE = torch.arange(12.0).reshape(4, 3)
ROWS = torch.tensor([3, 0])
NAMES = [
    *("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"),
    *("float16", "bfloat16", "float32", "float64", "complex32", "complex64", "complex128"),
    *("float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu"),
]


def bits(tensor: Any) -> list[Any]:
    return tensor.contiguous().view(torch.uint8).tolist()


def of_type(name: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch calls complex32 experimental
        return (TABLE % 2 if name == "bool" else TABLE + 1).to(getattr(torch, name))


@pytest.mark.filterwarnings("ignore:ComplexHalf")
@pytest.mark.parametrize("name", NAMES)
def test_every_type_moves(name: str) -> None:
    data = of_type(name)
    for given in (data, data.t()[:, ::2], data[1:, 1:]):
        rows = torch.tensor([1, 0])
        found = strew.gather(given, rows)
        assert (type(found), found.dtype) == (torch.Tensor, data.dtype)
        assert bits(found) == bits(given[[1, 0]])
        moved = strew.scatter(given, rows, given[:2])
        wanted = given.contiguous().view(torch.uint8).clone()
        wanted[[1, 0]] = given[:2].contiguous().view(torch.uint8)
        assert moved.dtype == data.dtype
        assert bits(moved) == wanted.tolist()


REDUCED = ["int8", "int32", "int64", "uint16", "float16", "bfloat16", "float32", "float64", "complex64"]


@pytest.mark.parametrize("name", REDUCED)
def test_sums_are_those_of_the_numpy_path(name: str) -> None:
    data, rows = of_type(name), [0, 2, 0]
    found = strew.scatter(data, rows, data[:3], reduction="add")
    same = (TABLE + 1).numpy().astype(strew.filled(1, data.dtype).dtype)
    assert type(found) is torch.Tensor
    assert found.view(torch.uint8).numpy().tobytes() == strew.scatter(same, rows, same[:3], reduction="add").tobytes()


@pytest.mark.parametrize("name", ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"])
def test_every_index_type(name: str) -> None:
    assert strew.gather(TABLE, ROWS.to(getattr(torch, name))).tolist() == TABLE[ROWS].tolist()


def test_the_kind_of_data_decides() -> None:
    assert type(strew.gather(TABLE, np.array([3, 0]))) is torch.Tensor
    assert type(strew.gather(TABLE, [3, 0])) is torch.Tensor
    assert type(strew.gather(TABLE.numpy(), ROWS)) is np.ndarray
    assert type(strew.scatter(strew.filled((4, 3), "f4"), ROWS, TABLE[:2])) is torch.Tensor
    assert type(strew.scatter(strew.filled((4, 3), torch.float32), ROWS, TABLE[:2].numpy())) is np.ndarray
    assert strew.scatter(TABLE, ROWS, [[1, 2, 3], [4, 5, 6]])[3].tolist() == [1, 2, 3]


def test_subclasses_and_plans() -> None:
    parameter = torch.nn.Parameter(TABLE, requires_grad=False)
    assert torch.equal(strew.gather(parameter, ROWS), TABLE[ROWS])
    plan = strew.plan(strew.gather, TABLE, ROWS)
    assert torch.equal(plan(TABLE, ROWS), TABLE[ROWS])
    assert torch.equal(plan.bind(strew.prepare(plan, ROWS))(TABLE), TABLE[ROWS])
    with torch.inference_mode():
        assert strew.gather(torch.ones(3), [0]).tolist() == [1]


def test_destinations() -> None:
    for out in (torch.zeros(2, 3), torch.zeros(3, 2).t(), torch.zeros(4, 3)[::2]):
        assert strew.gather(TABLE, ROWS, out=out) is out
        assert torch.equal(out, TABLE[ROWS])
    data = TABLE.clone()
    address = data.data_ptr()
    assert strew.scatter(data, ROWS, TABLE[:2], reduction="add", out=data) is data
    assert (data.data_ptr(), data[3].tolist()) == (address, [9, 11, 13])
    assert strew.scatter(data, ROWS, TABLE[:2], out=data[:])[0].tolist() == [3, 4, 5]
    array = np.zeros((2, 3), "f4")
    assert strew.gather(TABLE, ROWS, out=array) is array
    assert strew.gather(TABLE.numpy(), [3, 0], out=torch.zeros(2, 3)).tolist() == array.tolist()


def test_fill_values() -> None:
    for value in (7, 7.0, np.float32(7), torch.tensor(7.0)):
        found = strew.gather(TABLE.bfloat16(), [9], out_of_bounds="fill", fill_value=value)
        assert (found.dtype, found.tolist()) == (torch.bfloat16, [[7] * 3])


def test_rank_zero_and_nothing() -> None:
    assert strew.gather_nd(torch.tensor(3.0), np.zeros((2, 0), int)).tolist() == [3, 3]
    assert strew.gather(torch.zeros(0, 3), torch.zeros(0, dtype=torch.int64)).shape == (0, 3)


REFUSED: list[tuple[str, Any, str]] = [
    ("requires grad", lambda: TABLE.clone().requires_grad_(), "detach()"),
    ("conjugated", lambda: torch.complex(TABLE, TABLE).conj(), "resolve_conj()"),
    ("negative", lambda: torch.complex(TABLE, TABLE + 1).conj().imag, "resolve_neg()"),
    ("sparse", lambda: TABLE.to_sparse(), "to_dense()"),
    ("meta", lambda: TABLE.to("meta"), "meta"),
]


@pytest.mark.parametrize(("make", "text"), [line[1:] for line in REFUSED], ids=[line[0] for line in REFUSED])
def test_what_torch_does_not_share_is_refused_with_its_operand(make: Any, text: str) -> None:
    for operand, call in [
        ("data", lambda: strew.gather(make(), ROWS)),
        ("indices", lambda: strew.gather(TABLE, make())),
        ("updates", lambda: strew.scatter(TABLE, ROWS, make())),
        ("output", lambda: strew.gather(TABLE, ROWS, out=make())),
    ]:
        with pytest.raises(strew.ArrayError) as caught:
            call()
        assert (caught.value.rule, caught.value.operand) == ("PY1", operand)
        assert text in str(caught.value) and "\n" not in str(caught.value)


def test_no_memory_is_one_error_for_every_library() -> None:
    huge = np.broadcast_to(np.zeros((), np.int64), (2**45,))
    with pytest.raises(strew.AllocationError) as caught:
        strew.gather(TABLE[:1], huge)
    assert (caught.value.rule, caught.value.operand) == ("MM1", "output")
    with pytest.raises(strew.ShapeError, match="SZ2"):
        strew.gather(torch.zeros(1, 8, dtype=torch.float64), np.broadcast_to(np.zeros((), np.int64), (2**59,)))


def test_a_negative_bit_never_changes_signs_in_silence() -> None:
    negative = torch.complex(TABLE, TABLE + 1).conj().imag
    assert negative.is_neg()
    assert torch.equal(strew.gather(negative.resolve_neg(), ROWS), negative.resolve_neg()[ROWS])


def test_failures_leave_the_tensor() -> None:
    out = torch.full((2, 3), 7.0)
    with pytest.raises(strew.IndexOutOfBounds) as caught:
        strew.gather(TABLE, torch.tensor([0, 4]), out=out)
    assert (caught.value.position, caught.value.index) == (1, (4,))
    with pytest.raises(strew.ShapeError):
        strew.gather(TABLE, ROWS, out=torch.zeros(1, 3).expand(2, 3))
    with pytest.raises(strew.DTypeError):
        strew.gather(TABLE, torch.tensor([True]))
    with pytest.raises(strew.DTypeError):
        strew.scatter(TABLE, ROWS, TABLE[:2].double())
    assert bool((out == 7).all())


class OnAnotherDevice:
    """A tensor as a machine with CUDA would have it."""

    def __init__(self, tensor: Any) -> None:
        self.tensor = tensor

    def __dlpack_device__(self) -> tuple[int, int]:
        return (2, 0)

    def __dlpack__(self, **options: Any) -> Any:
        raise AssertionError("not to be asked")


OnAnotherDevice.__module__ = "torch"


def test_cuda_is_refused() -> None:
    with pytest.raises(strew.ArrayError, match="CUDA") as caught:
        strew.gather(OnAnotherDevice(TABLE), ROWS)
    assert caught.value.rule == "PY2"


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")
def test_real_cuda_is_refused() -> None:
    with pytest.raises(strew.ArrayError, match="CUDA"):
        strew.gather(TABLE.cuda(), ROWS)


def test_a_write_is_noted_for_autograd() -> None:
    weights, saved = torch.ones(3, requires_grad=True), torch.ones(3)
    product = (weights * saved).sum()
    strew.scatter(saved, [1], [5.0], out=saved)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        product.backward()


def test_small_floats_of_different_kinds_do_not_mix() -> None:
    data = torch.zeros(3, dtype=torch.float8_e4m3fn)
    assert strew.scatter(data, [1], torch.ones(1).to(torch.float8_e4m3fn)).dtype == torch.float8_e4m3fn
    with pytest.raises(strew.DTypeError, match="TY2"):
        strew.scatter(data, [1], torch.ones(1).to(torch.float8_e5m2))


def test_what_only_looks_like_a_tensor() -> None:
    assert strew.gather(torch.Size([4, 5]), [1]).tolist() == [5]
