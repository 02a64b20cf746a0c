"""segment_scan of strew.torch: values beside the package and a loop, gradients beside finite differences."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor
from torch.autograd import forward_ad, gradcheck, gradgradcheck

import strew
import strew.torch
from strew.torch._library import version_of
from segment_forms import EVERY_FORM, FORMS, GROUPS, IDS, INDICES, OFFSETS, POSITIONS, ROWS, WIDTH, reals

EITHER_MODE = pytest.mark.parametrize("exclusive", [False, True])


def loop(rows: list[list[float]], ids: list[int], exclusive: bool) -> list[list[float]]:
    """Running sums by id."""
    sums: dict[int, list[float]] = {}
    made = []
    for row, of in zip(rows, ids, strict=True):
        before = sums.get(of, [0.0] * len(row))
        sums[of] = [one + other for one, other in zip(before, row, strict=True)]
        made.append(before if exclusive else sums[of])
    return made


@EITHER_MODE
def test_values_are_those_of_a_loop(exclusive: bool) -> None:
    data = reals(ROWS, WIDTH)
    made = strew.torch.segment_scan(data, INDICES, segment_ids=IDS, exclusive=exclusive)
    assert made.tolist() == loop(data[INDICES].tolist(), IDS.tolist(), exclusive)


@EVERY_FORM
@EITHER_MODE
@pytest.mark.parametrize("reduction", ["add", "mul", "min", "max"])
@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16, torch.int16])
def test_values_are_those_of_the_package(form: str, exclusive: bool, reduction: Any, dtype: torch.dtype) -> None:
    indices, options, _ = FORMS[form]
    data = (reals(ROWS, WIDTH) * 8).to(dtype)
    for accumulate in ("wide", "native"):
        words: dict[str, Any] = {"reduction": reduction, "exclusive": exclusive, "accumulate": accumulate}
        made = strew.torch.segment_scan(data, indices, **options, **words)
        expected = strew.segment_scan(data, indices, **options, **words)
        assert made.dtype == dtype and torch.equal(made, expected)


def test_ranks() -> None:
    experts = torch.tensor([2, 0, 2, 2, 0], dtype=torch.int8)
    ranks = strew.torch.segment_scan(segment_ids=experts, exclusive=True)
    assert ranks.dtype == torch.int64 and ranks.tolist() == [0, 0, 1, 2, 1]
    both = torch.stack([experts, experts.flip(0)])
    assert strew.torch.segment_scan(segment_ids=both, batch_dims=1).tolist() == [[1, 1, 2, 3, 2], [1, 1, 2, 2, 3]]
    by_vmap = torch.vmap(lambda ids: strew.torch.segment_scan(segment_ids=ids, num_segments=3, exclusive=True))
    assert by_vmap(both).tolist() == [[0, 0, 1, 2, 1], [0, 0, 1, 1, 2]]


@EVERY_FORM
@EITHER_MODE
def test_gradients_of_any_order(form: str, exclusive: bool) -> None:
    indices, options, _ = FORMS[form]

    def scan(data: Tensor) -> Tensor:
        return strew.torch.segment_scan(data, indices, exclusive=exclusive, **options)

    data = reals(ROWS, WIDTH).requires_grad_()
    modes = {"check_forward_ad": True, "check_batched_grad": True, "check_batched_forward_grad": True}
    assert gradcheck(scan, (data,), **modes)
    assert gradgradcheck(lambda one: scan(one) ** 2, (data,), check_fwd_over_rev=True, check_rev_over_rev=True)


@pytest.mark.parametrize("policy", ["clamp", "wrap"])
def test_gradients_where_indices_and_ids_are_repaired(policy: Any) -> None:
    at, ids = torch.tensor([7, -6, 0, 4, 1], dtype=torch.int8), torch.tensor([0, -4, 1, 5, 0])

    def scan(data: Tensor) -> Tensor:
        return strew.torch.segment_scan(
            data, at, segment_ids=ids, num_segments=2, out_of_bounds=policy, segment_out_of_bounds=policy,
            padding_index=1, segment_negative_indices="from_end",
        )  # fmt: skip

    assert gradcheck(scan, (reals(ROWS, WIDTH).requires_grad_(),), check_forward_ad=True)


def test_gradients_of_batches() -> None:
    data = reals(2, ROWS, WIDTH).requires_grad_()
    at, ids = torch.stack([INDICES, INDICES.flip(0)]), torch.stack([IDS, IDS.flip(0)])
    calls: list[Callable[[Tensor], Tensor]] = [
        lambda one: strew.torch.segment_scan(one, at, segment_ids=ids, batch_dims=1, padding_index=-1),
        lambda one: strew.torch.segment_scan(one, at, offsets=torch.stack([OFFSETS] * 2), num_segments=3, batch_dims=1),
        lambda one: strew.torch.segment_scan(one, at.reshape(2, 3, 2), batch_dims=1, exclusive=True),
        lambda one: strew.torch.segment_scan(one, segment_ids=ids[:, :ROWS], num_segments=3, batch_dims=1),
        lambda one: strew.torch.segment_scan(one, at.reshape(2, 2, 3), segment_ids=ids.reshape(2, 2, 3), batch_dims=1),
    ]
    for call in calls:
        assert gradcheck(call, (data,), check_forward_ad=True)
        assert gradgradcheck(call, (data,))


@pytest.mark.parametrize("begins", [[[0], [0]], [[0, 1], [0, 2]], [[1, 3, 4], [0, 0, 2]]])
def test_any_number_of_offsets(begins: list[list[int]]) -> None:
    """Also none but the end of the last segment."""
    data, offsets = reals(2, ROWS, WIDTH).requires_grad_(), torch.tensor(begins)

    def scan(data: Tensor) -> Tensor:
        return strew.torch.segment_scan(data, offsets=offsets, batch_dims=1)

    assert torch.equal(scan(data), strew.segment_scan(data.detach(), offsets=offsets, batch_dims=1))
    assert gradcheck(scan, (data,), check_forward_ad=True)


def test_gradients_of_other_types() -> None:
    data = torch.complex(reals(ROWS, WIDTH), reals(WIDTH, ROWS).T).requires_grad_()
    assert gradcheck(lambda one: strew.torch.segment_scan(one, INDICES, segment_ids=IDS), (data,))
    many = torch.ones(300, dtype=torch.bfloat16, requires_grad=True)
    made = strew.torch.segment_scan(many, segment_ids=torch.zeros(300, dtype=torch.int64))
    (of_many,) = torch.autograd.grad(made, many, torch.ones_like(made))
    assert of_many.tolist() == torch.arange(300, 0, -1).to(torch.bfloat16).tolist()  # each rounded once


@pytest.mark.parametrize("reduction", ["mul", "min", "max"])
def test_what_has_no_derivative_says_so(reduction: Any) -> None:
    text = f"segment_scan with reduction='{reduction}' has no derivative; add has"
    data = reals(ROWS, WIDTH).requires_grad_()
    made = strew.torch.segment_scan(data, INDICES, segment_ids=IDS, reduction=reduction)
    with pytest.raises(NotImplementedError, match=text):
        made.sum().backward()
    with forward_ad.dual_level(), pytest.raises(NotImplementedError, match=text):
        dual = forward_ad.make_dual(data.detach(), torch.ones(ROWS, WIDTH))
        strew.torch.segment_scan(dual, INDICES, segment_ids=IDS, reduction=reduction)


@EVERY_FORM
@EITHER_MODE
def test_vmap_is_a_loop(form: str, exclusive: bool) -> None:
    indices, options, _ = FORMS[form]
    many = reals(5, ROWS, WIDTH)

    def scan(data: Tensor) -> Tensor:
        return strew.torch.segment_scan(data, indices, exclusive=exclusive, **options)

    def square(data: Tensor) -> Tensor:
        return (scan(data) ** 2).sum()

    assert torch.equal(torch.vmap(scan)(many), torch.stack([scan(one) for one in many]))
    by_rows = torch.func.vmap(torch.func.grad(square))(many)
    assert torch.equal(by_rows, torch.stack([torch.func.grad(square)(one) for one in many]))
    numbers = 0, 0, strew.torch._options.REDUCTIONS["add"], 128, None, None, 3, exclusive
    raw = torch.vmap(lambda one: torch.ops.strew.segment_scan(one, INDICES, IDS, [POSITIONS, WIDTH], *numbers))
    each = [strew.torch.segment_scan(one, INDICES, segment_ids=IDS, exclusive=exclusive) for one in many]
    assert torch.equal(raw(many), torch.stack(each))


def test_one_result_for_any_number_of_threads() -> None:
    random = torch.Generator().manual_seed(3)
    data = torch.randn(200_000, 4, generator=random, requires_grad=True)
    ids = torch.randint(0, 50, (200_000,), generator=random)
    made = []
    for threads in (1, 2, 4):
        torch.set_num_threads(threads)
        scanned = strew.torch.segment_scan(data, segment_ids=ids, num_segments=50)
        made.append((scanned.detach(), *torch.autograd.grad(scanned.square().sum(), data)))
    assert all(torch.equal(one, other) for each in made[1:] for one, other in zip(made[0], each, strict=True))
    expected = strew.segment_scan(data.detach().numpy(), segment_ids=ids.numpy())
    assert made[0][0].numpy().tobytes() == np.asarray(expected).tobytes()


def as_operands(form: str, exclusive: bool) -> tuple[Any, ...]:
    """Of the operator, of data that are drawn."""
    indices, options, _ = FORMS[form]
    segments = options.get("segment_ids", options.get("offsets"))
    number = 0 if "segment_ids" in options else 1 if "offsets" in options else 2
    size = [*(reals(ROWS).shape if indices is None else indices.shape), WIDTH]
    add = strew.torch._options.REDUCTIONS["add"]
    return reals(ROWS, WIDTH), indices, segments, size, number, 0, add, 128, None, None, 3 * (number < 2), exclusive


@pytest.mark.parametrize("form", ["ids", "offsets", "groups", "rows"])
def test_opcheck(form: str) -> None:
    torch.library.opcheck(torch.ops.strew.segment_scan.default, as_operands(form, True))


def test_tensors_without_data() -> None:
    made = strew.torch.segment_scan(
        torch.empty(4, 3, device="meta"), INDICES.to("meta"), segment_ids=IDS.to("meta"), num_segments=3
    )
    assert made.device.type == "meta" and made.shape == (6, 3)
    ranks = strew.torch.segment_scan(segment_ids=IDS.to("meta"), num_segments=3)
    assert ranks.shape == (6,) and ranks.dtype == torch.int64
    data = torch.empty(4, 3, device="meta", requires_grad=True)
    made = strew.torch.segment_scan(data, INDICES.to("meta"), segment_ids=IDS.to("meta"), num_segments=3, padding_index=1)
    made.sum().backward()
    assert data.grad is not None and data.grad.shape == (4, 3)


@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("form", ["ids", "padded", "offsets", "groups", "rows"])
def test_compiled_code_has_the_same_bits(form: str, dynamic: bool) -> None:
    indices, options, _ = FORMS[form]

    def loss(data: Tensor) -> Tensor:
        made = strew.torch.segment_scan(data, indices, **options)
        return (made * made).sum()

    compiled = torch.compile(loss, backend="aot_eager", fullgraph=True, dynamic=dynamic)
    data = reals(ROWS, WIDTH).requires_grad_()
    expected = torch.autograd.grad(loss(data), data)
    assert torch.equal(torch.autograd.grad(compiled(data), data)[0], expected[0])


class Routed(torch.nn.Module):
    """Tokens in the queues of their experts: places in the queues, sums on the way and at their ends."""

    def forward(self, tokens: Tensor, experts: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        ranks = strew.torch.segment_scan(segment_ids=experts, num_segments=3, exclusive=True)
        sums = strew.torch.segment_scan(tokens, segment_ids=experts, num_segments=3)
        return ranks, sums, strew.torch.segment_reduce(tokens, segment_ids=experts, num_segments=3)


def same(left: tuple[Tensor, ...], right: tuple[Tensor, ...]) -> bool:
    return all(torch.equal(one, other) for one, other in zip(left, right, strict=True))


def test_export() -> None:
    model, count = Routed(), torch.export.Dim("count", min=2, max=100)
    program = torch.export.export(model, (reals(6, 2), IDS), dynamic_shapes=({0: count}, {0: count}))
    assert sum("strew.segment_scan" in str(node.target) for node in program.graph.nodes) == 2
    for inputs in ((reals(6, 2), IDS), (reals(4, 2), IDS[:4])):
        assert same(program.module()(*inputs), model(*inputs))


def test_aot_inductor(tmp_path: Any) -> None:
    """A package of compiled code has the operators as calls."""
    model, count = Routed(), torch.export.Dim("count", min=2, max=100)
    program = torch.export.export(model, (reals(6, 2), IDS), dynamic_shapes=({0: count}, {0: count}))
    path = torch._inductor.aoti_compile_and_package(program, package_path=str(tmp_path / "model.pt2"))
    loaded = torch._inductor.aoti_load_package(path)
    for inputs in ((reals(6, 2), IDS), (reals(4, 2), IDS[:4])):
        assert same(loaded(*inputs), model(*inputs))
    if version_of(torch.__version__) >= (2, 15):  # 2.10 prints the error
        with pytest.raises(RuntimeError, match="IX1: segments: position 0"):
            loaded(reals(6, 2), IDS + 1)


REFUSED: list[tuple[str, type[Exception], Callable[[], Any]]] = [
    ("IX1: segments: ", IndexError, lambda: strew.torch.segment_scan(reals(4, 3), segment_ids=IDS[:4], num_segments=2)),
    ("IX1: indices: ", IndexError, lambda: strew.torch.segment_scan(reals(2, 3), INDICES, segment_ids=IDS)),
    ("OF1: segments: ", IndexError, lambda: strew.torch.segment_scan(reals(4, 3), offsets=torch.tensor([3, 1]))),
    ("SG1: indices: ", RuntimeError, lambda: strew.torch.segment_scan(reals(4, 3))),
    ("SG3: segments: ", RuntimeError, lambda: strew.torch.segment_scan(reals(4, 3), segment_ids=IDS, num_segments=3)),
    ("SG3: segments: ", RuntimeError, lambda: strew.torch.segment_scan(reals(4, 3), offsets=OFFSETS, num_segments=0)),
    ("TY3: indices: ", RuntimeError, lambda: strew.torch.segment_scan(reals(4, 3), reals(6), segment_ids=IDS)),
    ("PY7: ", strew.OptionError, lambda: strew.torch.segment_scan(reals(6), segment_ids=IDS, reduction="sum")),  # type: ignore[arg-type]
    ("AT1: ", RuntimeError, lambda: strew.torch.segment_scan(reals(6), segment_ids=IDS, reduction="mean")),  # type: ignore[arg-type]
    ("PY9: data: ", strew.OptionError, lambda: strew.torch.segment_scan(offsets=OFFSETS)),
    ("PY9: ", strew.OptionError, lambda: strew.torch.segment_scan(reals(6), segment_ids=IDS, offsets=OFFSETS)),
    ("PY9: ", strew.OptionError, lambda: strew.torch.segment_scan(reals(4, 3), GROUPS, num_segments=3)),
    ("PY8: ", strew.OptionError, lambda: strew.torch.segment_scan(reals(6), segment_ids=IDS, num_segments=-1)),
    (
        "segment_scan(): argument 'segment_ids' must be a Tensor, not list: ",
        TypeError,
        lambda: strew.torch.segment_scan(reals(2, 3), segment_ids=[0, 1], num_segments=2),  # type: ignore[arg-type]
    ),
]


@pytest.mark.parametrize(("text", "kind", "call"), REFUSED)
def test_refusals(text: str, kind: type[Exception], call: Callable[[], Any]) -> None:
    with pytest.raises(kind) as caught:
        call()
    assert str(caught.value).startswith(text)


def test_options_are_those_of_the_package() -> None:
    ours = inspect.signature(strew.torch.segment_scan).parameters
    theirs = inspect.signature(strew.segment_scan).parameters
    assert list(ours) == [name for name in theirs if name not in ("out", "threads", "on_error")]
    assert all(ours[name].default == theirs[name].default for name in ours)
