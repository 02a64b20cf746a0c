"""segment_reduce, sddmm and EmbeddingBag of strew.torch: values beside the package, gradients beside finite differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor
from torch.autograd import gradcheck, gradgradcheck

import strew
import strew.torch
from segment_forms import (
    EVERY_FORM, FORMS, IDS, INDICES, OFFSETS, POSITIONS, ROWS, SEGMENTS, WIDTH, as_arrays, reals, weights_for,
)  # fmt: skip

@EVERY_FORM
@pytest.mark.parametrize("reduction", ["add", "mean", "max"])
def test_values_are_those_of_the_package(form: str, reduction: Any) -> None:
    indices, options, positions = FORMS[form]
    data, weights = reals(ROWS, WIDTH), weights_for(indices, positions)
    made = strew.torch.segment_reduce(data, indices, weights=weights, reduction=reduction, **options)
    places = None if indices is None else indices.numpy()
    expected = strew.segment_reduce(
        data.numpy(), places, weights=weights.numpy(), reduction=reduction, **as_arrays(options)
    )
    assert made.numpy().tobytes() == expected.tobytes()
    options = {name: value for name, value in options.items() if name != "num_segments"}
    products = strew.torch.sddmm(data, made, indices, **options)
    assert products.numpy().tobytes() == strew.sddmm(data.numpy(), expected, places, **as_arrays(options)).tobytes()


@EVERY_FORM
@pytest.mark.parametrize("reduction", ["add", "mean", "min", "max"])
@pytest.mark.parametrize("base", ["none", "included", "excluded"])
def test_gradients_of_first_and_second_order(form: str, reduction: Any, base: str) -> None:
    indices, options, positions = FORMS[form]
    data, weights = reals(ROWS, WIDTH).requires_grad_(), weights_for(indices, positions).requires_grad_()
    start = None if base == "none" else reals(options.get("num_segments", SEGMENTS), WIDTH).requires_grad_()

    def reduce(data: Tensor, weights: Tensor, base: Tensor | None) -> Tensor:
        return strew.torch.segment_reduce(
            data, indices, weights=weights, base=base, reduction=reduction, include_self=include, **options
        )

    include = base != "excluded"
    assert gradcheck(reduce, (data, weights, start), check_forward_ad=True)
    assert gradgradcheck(reduce, (data, weights, start))


@EVERY_FORM
def test_gradients_of_products(form: str) -> None:
    indices, options, _ = FORMS[form]
    count = options.get("num_segments", SEGMENTS)
    options = {name: value for name, value in options.items() if name != "num_segments"}
    left, right = reals(ROWS, WIDTH).requires_grad_(), reals(count, WIDTH).requires_grad_()

    def multiply(left: Tensor, right: Tensor) -> Tensor:
        return strew.torch.sddmm(left, right, indices, **options)

    assert gradcheck(multiply, (left, right), check_forward_ad=True)
    assert gradgradcheck(multiply, (left, right))


def test_complex_gradients() -> None:
    data = torch.complex(reals(ROWS, WIDTH), reals(WIDTH, ROWS).T).requires_grad_()
    weights = torch.complex(reals(POSITIONS), reals(POSITIONS, 1)[:, 0]).requires_grad_()

    def reduce(data: Tensor, weights: Tensor) -> Tensor:
        return strew.torch.segment_reduce(data, INDICES, segment_ids=IDS, weights=weights)

    assert gradcheck(reduce, (data, weights))
    assert gradgradcheck(reduce, (data, weights))


def test_batches() -> None:
    data, weights = reals(2, ROWS, WIDTH).requires_grad_(), reals(2, POSITIONS).requires_grad_()
    at, ids, begins = torch.stack([INDICES, INDICES.flip(0)]), torch.stack([IDS, IDS.flip(0)]), torch.stack([OFFSETS] * 2)

    def by_ids(data: Tensor, weights: Tensor) -> Tensor:
        return strew.torch.segment_reduce(data, at, segment_ids=ids, weights=weights, batch_dims=1, reduction="mean")

    def by_offsets(data: Tensor, weights: Tensor) -> Tensor:
        return strew.torch.segment_reduce(data, at, offsets=begins, num_segments=3, weights=weights, batch_dims=1)

    def by_groups(data: Tensor, weights: Tensor) -> Tensor:
        rows = at.reshape(2, 3, 2)
        return strew.torch.segment_reduce(data, rows, weights=weights.reshape(2, 3, 2), batch_dims=1)

    def largest(data: Tensor, weights: Tensor) -> Tensor:
        return strew.torch.segment_reduce(data, at, segment_ids=ids, weights=weights, batch_dims=1, reduction="max")

    def smallest(data: Tensor, weights: Tensor) -> Tensor:
        rows = at.reshape(2, 3, 2)
        return strew.torch.segment_reduce(data, rows, weights=weights.reshape(2, 3, 2), batch_dims=1, reduction="min")

    for function in (by_ids, by_offsets, by_groups, largest, smallest):
        assert gradcheck(function, (data, weights))
        assert gradgradcheck(function, (data, weights))


@EVERY_FORM
@pytest.mark.parametrize("reduction", ["add", "max"])
def test_vmap_is_a_loop(form: str, reduction: Any) -> None:
    indices, options, positions = FORMS[form]
    many, weights = reals(5, ROWS, WIDTH), weights_for(indices, positions)

    def reduce(data: Tensor) -> Tensor:
        return strew.torch.segment_reduce(data, indices, weights=weights, reduction=reduction, **options)

    def square(data: Tensor) -> Tensor:
        return (reduce(data) ** 2).sum()

    assert torch.equal(torch.vmap(reduce)(many), torch.stack([reduce(one) for one in many]))
    by_rows = torch.func.vmap(torch.func.grad(square))(many)
    assert torch.equal(by_rows, torch.stack([torch.func.grad(square)(one) for one in many]))
    raw = torch.vmap(lambda one: torch.ops.strew.sddmm(one, one, INDICES, IDS, [POSITIONS], 0, 0, 0, 128, None, None))
    assert torch.equal(raw(many), torch.stack([strew.torch.sddmm(one, one, INDICES, segment_ids=IDS) for one in many]))


@pytest.mark.parametrize("reduction", ["max", "min"])
def test_extremes_with_weights_of_a_wider_type(reduction: Any) -> None:
    """Sums of many products, rounded once."""
    data, weights = reals(2, 64).to(torch.bfloat16).requires_grad_(), reals(100).float().requires_grad_()
    at, ids = torch.arange(100) % 2, torch.arange(100) // 2
    made = strew.torch.segment_reduce(data, at, segment_ids=ids, weights=weights, reduction=reduction)
    of_data, of_weights = torch.autograd.grad(made.float().sum(), (data, weights))
    wide = data.detach().float().requires_grad_()
    made = strew.torch.segment_reduce(wide, at, segment_ids=ids, weights=weights, reduction=reduction)
    expected, of_wide = torch.autograd.grad(made.sum(), (wide, weights))
    assert of_data.dtype == torch.bfloat16 and torch.equal(of_data, expected.to(torch.bfloat16))
    assert of_weights.dtype == torch.float32 and torch.equal(of_weights, of_wide)


def test_weights_of_a_wider_type() -> None:
    data, weights = reals(ROWS, WIDTH).to(torch.bfloat16).requires_grad_(), reals(POSITIONS).float().requires_grad_()
    made = strew.torch.segment_reduce(data, INDICES, segment_ids=IDS, weights=weights)
    made.float().sum().backward()
    assert data.grad is not None and data.grad.dtype == torch.bfloat16
    assert weights.grad is not None and weights.grad.dtype == torch.float32
    assert torch.equal(weights.grad, strew.torch.sddmm(data.detach().float(), torch.ones(3, 3), INDICES, segment_ids=IDS))


@pytest.mark.parametrize("reduction", ["sub", "mul", "none"])
def test_what_has_no_derivative_says_so(reduction: Any) -> None:
    data = reals(ROWS, WIDTH).requires_grad_()
    made = strew.torch.segment_reduce(data, INDICES, segment_ids=IDS, reduction=reduction)
    with pytest.raises(NotImplementedError, match=f"reduction='{reduction}' has no derivative; add, mean, min and max have"):
        made.sum().backward()


def test_all_of_a_gradient_goes_to_the_position_that_an_extreme_is_of() -> None:
    """To the first of equals, to the first NaN, to the old value where that stayed."""
    data = torch.tensor([[5.0, 1.0], [5.0, 2.0], [3.0, float("nan")], [0.0, float("nan")]]).requires_grad_()
    base = torch.tensor([[5.0, -1.0], [7.0, -1.0], [7.0, 8.0]]).requires_grad_()
    ids = torch.tensor([0, 0, 0, 1])
    given = torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    made = strew.torch.segment_reduce(data, segment_ids=ids, num_segments=3, reduction="max")
    (of_data,) = torch.autograd.grad(made, data, given)
    assert of_data.tolist() == [[1, 0], [0, 0], [0, 2], [3, 4]]
    made = strew.torch.segment_reduce(data, segment_ids=ids, base=base, reduction="max")
    of_data, of_base = torch.autograd.grad(made, (data, base), given)
    assert of_data.tolist() == [[0, 0], [0, 0], [0, 2], [0, 4]] and of_base.tolist() == [[1, 0], [3, 0], [5, 6]]


@pytest.mark.parametrize("policy", ["clamp", "wrap"])
def test_gradients_of_extremes_where_indices_are_repaired(policy: Any) -> None:
    data = reals(ROWS, WIDTH).requires_grad_()

    def reduce(data: Tensor) -> Tensor:
        at = torch.tensor([7, -6, 0, 4], dtype=torch.int8)
        return strew.torch.segment_reduce(data, at, offsets=torch.tensor([0, 1, 1]), reduction="max", out_of_bounds=policy)

    assert gradcheck(reduce, (data,), check_forward_ad=True)


@pytest.mark.parametrize("base", [None, torch.ones(2, WIDTH)])
def test_gradients_of_extremes_without_rows(base: Tensor | None) -> None:
    data, nothing = torch.ones(0, WIDTH).requires_grad_(), torch.zeros(0, dtype=torch.int64)
    start = None if base is None else base.clone().requires_grad_()
    made = strew.torch.segment_reduce(
        data, nothing, segment_ids=nothing, num_segments=2, base=start, reduction="max", out_of_bounds="clamp"
    )
    made.sum().backward()
    assert data.grad is not None and data.grad.shape == (0, WIDTH)
    assert start is None or start.grad is not None and start.grad.eq(1).all()


REFUSED: list[tuple[str, type[Exception], Callable[[], Any]]] = [
    ("IX1: segments: ", IndexError, lambda: strew.torch.segment_reduce(reals(4, 3), segment_ids=IDS[:4], num_segments=2)),
    ("OF1: segments: ", IndexError, lambda: strew.torch.segment_reduce(reals(4, 3), offsets=torch.tensor([3, 1]))),
    ("SG1: indices: ", RuntimeError, lambda: strew.torch.segment_reduce(reals(4, 3))),
    ("SG3: right: ", RuntimeError, lambda: strew.torch.sddmm(reals(4, 3), reals(3, 4), INDICES, segment_ids=IDS)),
    ("TY3: indices: ", RuntimeError, lambda: strew.torch.sddmm(reals(4, 3), reals(3, 3), reals(6), segment_ids=IDS)),
    ("PY9: ", strew.OptionError, lambda: strew.torch.segment_reduce(reals(4, 3), segment_ids=IDS, offsets=OFFSETS)),
    (
        "PY8: ",
        strew.OptionError,
        lambda: strew.torch.segment_reduce(reals(4, 3), segment_ids=IDS[:4], num_segments=-1),
    ),
    (
        "segment_reduce(): argument 'segment_ids' must be a Tensor, not list: ",
        TypeError,
        lambda: strew.torch.segment_reduce(reals(2, 3), segment_ids=[0, 1], num_segments=2),
    ),
]


def test_ids_of_a_type_without_a_maximum_in_torch() -> None:
    data = reals(3, 2)
    made = strew.torch.segment_reduce(data, segment_ids=torch.tensor([1, 0, 1], dtype=torch.uint16))
    assert torch.equal(made, torch.stack([data[1], data[0] + data[2]]))


@pytest.mark.parametrize(("text", "kind", "call"), REFUSED)
def test_refusals(text: str, kind: type[Exception], call: Callable[[], Any]) -> None:
    with pytest.raises(kind) as caught:
        call()
    assert str(caught.value).startswith(text)


@pytest.mark.parametrize("reduction", ["mean", "max"])
def test_compiled_code_has_the_same_bits(reduction: Any) -> None:
    data, weights = reals(ROWS, WIDTH).requires_grad_(), reals(POSITIONS).requires_grad_()

    def loss(data: Tensor, weights: Tensor) -> Tensor:
        made = strew.torch.segment_reduce(
            data, INDICES, segment_ids=IDS, num_segments=SEGMENTS, weights=weights, reduction=reduction
        )
        return (made * made).sum()

    expected = torch.autograd.grad(loss(data, weights), (data, weights))
    compiled = torch.compile(loss, backend="aot_eager", fullgraph=True)
    made = torch.autograd.grad(compiled(data, weights), (data, weights))
    assert all(torch.equal(one, other) for one, other in zip(made, expected))


class Bags(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.bags = strew.torch.EmbeddingBag(5, 2, mode="sum", include_last_offset=True)

    def forward(self, rows: Tensor, begins: Tensor) -> Tensor:
        made: Tensor = self.bags(rows, begins)
        return made


def test_bags_are_exported() -> None:
    model, rows, begins = Bags(), torch.tensor([0, 4, 1]), torch.tensor([0, 2, 3])
    program = torch.export.export(model, (rows, begins))
    assert torch.equal(program.module()(rows, begins), model(rows, begins))
    assert any("strew.segment_reduce" in str(node.target) for node in program.graph.nodes)


@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
@pytest.mark.parametrize("padding", [None, 2])
@pytest.mark.parametrize("last", [False, True])
def test_bags_are_those_of_torch(mode: str, padding: int | None, last: bool) -> None:
    weight = torch.tensor(np.arange(12.0).reshape(6, 2))
    arguments = {"mode": mode, "padding_idx": padding, "include_last_offset": last, "_weight": weight.clone()}
    theirs = torch.nn.EmbeddingBag(6, 2, **arguments)
    ours = strew.torch.EmbeddingBag(6, 2, **arguments)
    ours.load_state_dict(theirs.state_dict())
    rows, begins = torch.tensor([0, 5, 2, 1, 1, 3, 4]), torch.tensor([0, 2, 2, 5] + [7] * last)
    assert torch.equal(ours(rows, begins), theirs(rows, begins))
    assert torch.equal(ours(rows[:6].reshape(2, 3)), theirs(rows[:6].reshape(2, 3)))
    factors = torch.arange(1.0, 8.0, dtype=torch.float64) if mode == "sum" else None
    for one in (ours, theirs):
        (one(rows, begins, per_sample_weights=factors) ** 2).sum().backward()
    assert torch.allclose(ours.weight.grad, theirs.weight.grad)


def test_what_bags_do_not_support_is_refused() -> None:
    rows, begins = torch.tensor([0, 1]), torch.tensor([0])
    for name, value in {"max_norm": 1.0, "scale_grad_by_freq": True, "sparse": True}.items():
        with pytest.raises(NotImplementedError, match=name):
            strew.torch.EmbeddingBag(3, 2, **{name: value})(rows, begins)
    bags = strew.torch.EmbeddingBag(3, 2)
    for wrong in (lambda: bags(rows), lambda: bags(rows.reshape(1, 2), begins)):
        with pytest.raises(ValueError, match="offsets"):
            wrong()
    with pytest.raises(ValueError, match="3 dimensions"):
        bags(rows.reshape(1, 1, 2))
    with pytest.raises(NotImplementedError, match="per_sample_weights"):
        bags(rows, begins, per_sample_weights=torch.ones(2))
