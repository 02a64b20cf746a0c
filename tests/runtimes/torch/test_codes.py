"""Rows of quantised codes in strew.torch, gather_block_quantized and segment_reduce: values beside the package, gradients
beside those of the same calls on decoded tables, which PyTorch computes."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor
from torch.autograd import gradcheck, gradgradcheck

import strew
import strew.torch
from segment_forms import EVERY_FORM, FORMS, IDS, INDICES, OFFSETS, POSITIONS, ROWS, SEGMENTS

COLUMNS = 5
BYTES = {8: COLUMNS, 4: 3, 2: 2}


def drawn(*shape: int, high: int = 256, dtype: torch.dtype = torch.uint8) -> Tensor:
    made = torch.randint(0, high, shape, generator=torch.Generator().manual_seed(sum(shape)))
    return (made - (128 if dtype == torch.int8 else 0)).to(dtype)


def factors(*shape: int) -> Tensor:
    """Few bits, so that differences of float32 are exact."""
    return (drawn(*shape, high=15).float() - 7) / 4


def decoded(codes: Tensor, scales: Tensor, **how: Any) -> Tensor:
    """The whole table."""
    return strew.gather_block_quantized(codes, torch.arange(codes.shape[0]), scales, **how)


#: codes, scales, and how they are decoded. Rows are the first dimension.
KINDS: dict[str, tuple[Tensor, Tensor, dict[str, Any]]] = {
    "8 bits": (drawn(ROWS, BYTES[8]), factors(ROWS, 1), {"bits": 8}),
    "signed": (drawn(ROWS, BYTES[8], dtype=torch.int8), factors(ROWS, 3), {"bits": 8, "block_size": 2}),
    "4 bits": (drawn(ROWS, BYTES[4]), factors(ROWS, 2), {"block_size": 3, "columns": COLUMNS}),
    "2 bits": (drawn(ROWS, BYTES[2]), factors(ROWS, 3), {"bits": 2, "block_size": 2, "columns": COLUMNS}),
    "zero points": (drawn(ROWS, BYTES[4]), factors(ROWS, 3), {"block_size": 2, "zero_points": drawn(ROWS, 2), "columns": 5}),
    "codebook": (drawn(ROWS, BYTES[4]), factors(ROWS, 1), {"codebook": factors(16), "columns": COLUMNS}),
    "halves": (drawn(ROWS, 4), factors(ROWS, 2), {"packing": "halves", "block_size": 4}),
    "slices": (drawn(ROWS, 2, BYTES[4]), factors(ROWS, 2, 1), {"columns": COLUMNS}),
}
EVERY_KIND = pytest.mark.parametrize("kind", KINDS)
AT = torch.tensor([3, 0, -1, 3])


@EVERY_KIND
@pytest.mark.parametrize("dtype", [None, torch.float16, torch.bfloat16])
def test_values_are_those_of_the_package(kind: str, dtype: torch.dtype | None) -> None:
    codes, scales, how = KINDS[kind]
    for factor in (scales, scales.to(torch.float16)):
        made = strew.torch.gather_block_quantized(codes, AT, factor, dtype=dtype, **how)
        assert made.dtype == (factor.dtype if dtype is None else dtype)
        assert torch.equal(made, strew.gather_block_quantized(codes, AT, factor, dtype=dtype, **how))
    filled = {"out_of_bounds": "fill", "fill_value": 0.5, **how}
    made = strew.torch.gather_block_quantized(codes, AT + 1, scales, dtype=dtype, **filled)
    assert made[0].eq(0.5).all()
    assert torch.equal(made, strew.gather_block_quantized(codes, AT + 1, scales, dtype=dtype, **filled))


def test_values_of_exponents_and_along_another_axis() -> None:
    codes, exponents = drawn(2, 3, 4), drawn(2, 3, 1, high=20) + 118
    made = strew.torch.gather_block_quantized(codes, torch.tensor([[2, 0], [1, 1]]), exponents, axis=1, batch_dims=1)
    expected = strew.gather_block_quantized(codes, torch.tensor([[2, 0], [1, 1]]), exponents, axis=1, batch_dims=1)
    assert made.dtype == torch.float32 and torch.equal(made, expected)


@EVERY_KIND
def test_gradients_of_scales(kind: str) -> None:
    codes, scales, how = KINDS[kind]

    def gather(scales: Tensor) -> Tensor:
        return strew.torch.gather_block_quantized(codes, AT + 1, scales, out_of_bounds="fill", fill_value=3, **how)

    inputs = (scales.clone().requires_grad_(),)
    with pytest.warns(UserWarning, match="double precision"):
        assert gradcheck(gather, inputs, eps=0.5, atol=1e-3, check_forward_ad=True, check_batched_grad=True)
        assert gradgradcheck(lambda one: gather(one) ** 2, inputs, eps=0.5, atol=1e-2, rtol=1e-2)


def test_gradients_of_scales_along_another_axis() -> None:
    codes, scales = drawn(2, 3, 4), factors(2, 3, 4).requires_grad_()
    at = torch.tensor([[2, 0], [1, 1]])

    def gather(scales: Tensor) -> Tensor:
        return strew.torch.gather_block_quantized(codes, at, scales, axis=-2, batch_dims=1, block_size=2)

    with pytest.warns(UserWarning, match="double precision"):
        assert gradcheck(gather, (scales,), eps=0.5, atol=1e-3, check_forward_ad=True)


@EVERY_FORM
@EVERY_KIND
@pytest.mark.parametrize("reduction", ["add", "mean", "max"])
def test_reduced_values_are_those_of_the_package(form: str, kind: str, reduction: Any) -> None:
    (indices, options, _), (codes, scales, how) = FORMS[form], KINDS[kind]
    weights = factors(ROWS) if indices is None else factors(*indices.shape)
    for words in ({}, {"dtype": torch.bfloat16}, {"dtype": torch.float16, "accumulate": "native"}):
        given = {"weights": weights, "scales": scales, "reduction": reduction, **options, **how, **words}
        made = strew.torch.segment_reduce(codes, indices, **given)
        assert torch.equal(made, strew.segment_reduce(codes, indices, **given)) and made.dtype == words.get("dtype", torch.float32)


@EVERY_FORM
@pytest.mark.parametrize("reduction", ["add", "mean", "min", "max"])
@pytest.mark.parametrize("base", ["none", "included", "excluded"])
@pytest.mark.parametrize("kind", ["4 bits", "zero points", "slices"])
def test_gradients_are_those_of_decoded_tables(form: str, reduction: Any, base: str, kind: str) -> None:
    """Of weights and base bit for bit; of scales beside PyTorch's derivative of the decoding."""
    (indices, options, _), (codes, scales, how) = FORMS[form], KINDS[kind]
    weights = (factors(ROWS) if indices is None else factors(*indices.shape)) + 0.125
    shape = options.get("num_segments", SEGMENTS), *codes.shape[1:-1], COLUMNS
    words = {"reduction": reduction, "include_self": base != "excluded", **options}
    unit = decoded(codes, torch.ones_like(scales), **how)
    block = torch.arange(COLUMNS) // (how.get("block_size") or COLUMNS)
    inputs = [scales.clone().requires_grad_(), weights.requires_grad_()]
    inputs += [] if base == "none" else [factors(*shape).requires_grad_()]

    def fused(scales: Tensor, weights: Tensor, base: Tensor | None = None) -> Tensor:
        return strew.torch.segment_reduce(codes, indices, weights=weights, base=base, scales=scales, **words, **how)

    def apart(scales: Tensor, weights: Tensor, base: Tensor | None = None) -> Tensor:
        table = unit * scales[..., block]
        return strew.torch.segment_reduce(table, indices, weights=weights, base=base, **words)

    made, expected = fused(*inputs), apart(*inputs)
    assert torch.equal(made, expected)
    grad = factors(*made.shape)
    ours = torch.autograd.grad((made**2 * grad).sum(), inputs, create_graph=True)
    theirs = torch.autograd.grad((expected**2 * grad).sum(), inputs, create_graph=True)
    assert torch.allclose(ours[0], theirs[0], rtol=1e-5, atol=1e-3)
    assert all(torch.equal(one, other) for one, other in zip(ours[1:], theirs[1:], strict=True))
    ours, theirs = (torch.autograd.grad(sum((one**2).sum() for one in each), inputs) for each in (ours, theirs))
    assert all(torch.allclose(one, other, rtol=1e-4, atol=1) for one, other in zip(ours, theirs, strict=True))
    tangents = tuple(factors(*one.shape) for one in inputs)
    plain = tuple(one.detach() for one in inputs)
    ours, theirs = (torch.func.jvp(one, plain, tangents)[1] for one in (fused, apart))
    assert torch.allclose(ours, theirs, rtol=1e-5, atol=1e-3)


@pytest.mark.parametrize("accumulate", ["wide", "native"])
@pytest.mark.parametrize("reduction", ["add", "max"])
def test_gradients_of_narrow_values(accumulate: Any, reduction: Any) -> None:
    """In the types of the operands; where each value rounds, a maximum is of the position that it is of then."""
    codes, scales, how = KINDS["8 bits"]
    words = {"segment_ids": IDS, "num_segments": 3, "reduction": reduction, "accumulate": accumulate}
    narrow = {"dtype": torch.bfloat16, "scales": scales / 3, **how}
    weights, base = factors(POSITIONS).to(torch.bfloat16).requires_grad_(), factors(3, COLUMNS).to(torch.bfloat16)
    base.requires_grad_()
    made = strew.torch.segment_reduce(codes, INDICES, weights=weights, base=base, **words, **narrow)
    of_weights, of_base = torch.autograd.grad(made.float().sum(), (weights, base))
    wide = torch.bfloat16 if accumulate == "native" else torch.float32
    table = decoded(codes, scales / 3, dtype=wide, **how)
    others = [one.detach().to(wide).requires_grad_() for one in (weights, base)]
    made = strew.torch.segment_reduce(table, INDICES, weights=others[0], base=others[1], **words)
    expected = torch.autograd.grad(made.float().sum(), others)
    assert of_weights.dtype == of_base.dtype == torch.bfloat16
    assert torch.equal(of_weights, expected[0].to(torch.bfloat16)) and torch.equal(of_base, expected[1].to(torch.bfloat16))


def test_gradients_of_batches() -> None:
    codes, scales = drawn(2, ROWS, 4), factors(2, ROWS, 2).requires_grad_()
    weights = factors(2, POSITIONS).requires_grad_()
    at, ids = torch.stack([INDICES, INDICES.flip(0)]), torch.stack([IDS, IDS.flip(0)])
    how: dict[str, Any] = {"block_size": 4, "batch_dims": 1}
    calls: list[Callable[[Tensor, Tensor], Tensor]] = [
        lambda s, w: strew.torch.segment_reduce(codes, at, segment_ids=ids, weights=w, scales=s, reduction="mean", **how),
        lambda s, w: strew.torch.segment_reduce(
            codes, at, offsets=torch.stack([OFFSETS] * 2), num_segments=3, weights=w, scales=s, padding_index=0, **how
        ),
        lambda s, w: strew.torch.segment_reduce(codes, at.reshape(2, 3, 2), weights=w.reshape(2, 3, 2), scales=s, **how),
        lambda s, w: strew.torch.segment_reduce(codes, segment_ids=ids[:, :ROWS], weights=w[:, :ROWS], scales=s, **how),
    ]
    for call in calls:
        with pytest.warns(UserWarning, match="double precision"):
            assert gradcheck(call, (scales, weights), eps=0.5, atol=1e-2, check_forward_ad=True)


@EVERY_FORM
@pytest.mark.parametrize("reduction", ["add", "max"])
def test_gradients_of_codebooks(form: str, reduction: Any) -> None:
    """Beside PyTorch's derivative of the decoding, with that of scales, of either order."""
    (indices, options, _), (codes, scales, how) = FORMS[form], KINDS["codebook"]
    unit = decoded(codes, torch.ones_like(scales), **{**how, "codebook": torch.arange(16.0)}).long()
    inputs = scales.clone().requires_grad_(), how["codebook"].clone().requires_grad_()
    numbers = torch.arange(4) - 1

    def fused(scales: Tensor, codebook: Tensor) -> tuple[Tensor, Tensor]:
        given = {"scales": scales, "codebook": codebook, "columns": COLUMNS}
        rows = strew.torch.gather_block_quantized(codes, numbers * 2, **given, out_of_bounds="fill")
        return rows, strew.torch.segment_reduce(codes, indices, reduction=reduction, **options, **given)

    def apart(scales: Tensor, codebook: Tensor) -> tuple[Tensor, Tensor]:
        table = codebook[unit] * scales
        rows = strew.torch.gather(table, numbers * 2, out_of_bounds="fill")
        return rows, strew.torch.segment_reduce(table, indices, reduction=reduction, **options)

    def derivatives(call: Callable[..., tuple[Tensor, Tensor]]) -> tuple[Tensor, ...]:
        rows, reduced = call(*inputs)
        first = torch.autograd.grad((rows**2).sum() + (reduced**3).sum(), inputs, create_graph=True)
        return *first, *torch.autograd.grad(sum((one**2).sum() for one in first), inputs)

    for one, other in zip(derivatives(fused), derivatives(apart), strict=True):
        assert torch.allclose(one, other, rtol=1e-4, atol=1e-2)
    plain, tangents = tuple(one.detach() for one in inputs), (factors(ROWS, 1), factors(16) + 1)
    ours, theirs = (torch.func.jvp(call, plain, tangents)[1] for call in (fused, apart))
    assert all(torch.allclose(one, other) for one, other in zip(ours, theirs, strict=True))


@EVERY_KIND
def test_vmap_is_a_loop(kind: str) -> None:
    codes, scales, how = KINDS[kind]
    many, tables = torch.stack([AT, AT.flip(0), AT - 1]), torch.stack([scales, scales * 2, -scales])

    def gather(codes: Tensor, at: Tensor, scales: Tensor) -> Tensor:
        return strew.torch.gather_block_quantized(codes, at, scales, out_of_bounds="fill", fill_value=2, **how)

    def reduce(codes: Tensor, at: Tensor, scales: Tensor) -> Tensor:
        return strew.torch.segment_reduce(codes, at, offsets=torch.tensor([0, 1, 4]), scales=scales, **how)

    of_zero_points = {"zero_points"} & set(how)
    for call in (gather, reduce):
        each = torch.stack([call(codes, at, scales) for at in many])
        assert torch.equal(torch.vmap(call, (None, 0, None))(codes, many, scales), each)
        each = torch.stack([call(codes, at, table) for at, table in zip(many, tables, strict=True)])
        assert torch.equal(torch.vmap(call, (None, 0, 0))(codes, many, tables), each)
        if not of_zero_points:
            stacked = torch.stack([codes, codes.flip(0)])
            each = torch.stack([call(one, AT, scales) for one in stacked])
            assert torch.equal(torch.vmap(call, (0, None, None))(stacked, AT, scales), each)
        loss = torch.func.grad(lambda table, at, call=call: (call(codes, at, table) ** 2).sum())
        each = torch.stack([loss(table, at) for at, table in zip(many, tables, strict=True)])
        assert torch.allclose(torch.vmap(loss)(tables, many), each)


def test_a_batch_of_codebooks_is_refused() -> None:
    codes, scales, how = KINDS["codebook"]
    books = torch.stack([how["codebook"]] * 2)
    with pytest.raises(RuntimeError, match="a batch of codebooks"):
        torch.vmap(lambda book: strew.torch.gather_block_quantized(codes, AT, scales, codebook=book))(books)
    with pytest.raises(RuntimeError, match="a batch of codebooks"):
        torch.vmap(lambda book: strew.torch.segment_reduce(codes, AT[:, None], scales=scales, codebook=book))(books)


@EVERY_KIND
def test_opcheck(kind: str) -> None:
    codes, scales, how = KINDS[kind]
    size = *codes.shape[1:-1], how.get("columns", 8 if kind == "halves" else COLUMNS)
    decodes = scales, how.get("zero_points"), how.get("codebook")
    numbers = how.get("bits", 4), int("packing" in how), how.get("block_size", 0), 1
    gathered = codes, AT, *decodes, [4, *size], 0, 0, 0, *numbers
    torch.library.opcheck(torch.ops.strew.gather_block_quantized.default, gathered)
    reduced = codes, INDICES, IDS, None, None, *decodes, [3, *size], 0, 0, 1, 128, None, None, *numbers
    torch.library.opcheck(torch.ops.strew.segment_reduce_codes.default, reduced)


@pytest.mark.parametrize("dynamic", [False, True])
def test_compiled_code_has_the_same_bits(dynamic: bool) -> None:
    codes, scales, how = KINDS["zero points"]

    def loss(codes: Tensor, scales: Tensor, weights: Tensor) -> Tensor:
        rows = strew.torch.gather_block_quantized(codes, AT, scales, **how)
        bags = strew.torch.segment_reduce(
            codes, INDICES, segment_ids=IDS, num_segments=SEGMENTS, weights=weights, scales=scales, **how
        )
        return (bags**2).sum() + rows.sum()

    inputs = scales.clone().requires_grad_(), factors(POSITIONS).requires_grad_()
    compiled = torch.compile(loss, backend="aot_eager", fullgraph=True, dynamic=dynamic)
    made = torch.autograd.grad(compiled(codes, *inputs), inputs)
    expected = torch.autograd.grad(loss(codes, *inputs), inputs)
    assert all(torch.equal(one, other) for one, other in zip(made, expected, strict=True))


class Bags(torch.nn.Module):
    """A table of codes, whose bags are summed."""

    def __init__(self) -> None:
        super().__init__()
        codes, scales, _ = KINDS["4 bits"]
        self.register_buffer("codes", codes)
        self.register_buffer("scales", scales)

    def forward(self, rows: Tensor, begins: Tensor) -> tuple[Tensor, Tensor]:
        how: dict[str, Any] = {"block_size": 3, "columns": COLUMNS, "dtype": torch.bfloat16}
        bags = strew.torch.segment_reduce(self.codes, rows, offsets=begins, scales=self.scales, **how)
        return bags, strew.torch.gather_block_quantized(self.codes, rows, self.scales, **how)


def same(left: tuple[Tensor, ...], right: tuple[Tensor, ...]) -> bool:
    return all(torch.equal(one, other) for one, other in zip(left, right, strict=True))


@pytest.mark.parametrize("ahead", [False, True])
def test_export(ahead: bool, tmp_path: Any) -> None:
    """And compiled ahead of time, by AOTInductor."""
    model, begins, count = Bags(), torch.tensor([0, 2, 3]), torch.export.Dim("count", min=3, max=100)
    program = torch.export.export(model, (INDICES, begins), dynamic_shapes=({0: count}, None))
    assert {"strew.segment_reduce_codes.default", "strew.gather_block_quantized.default"} <= {
        str(node.target) for node in program.graph.nodes
    }
    if ahead:
        path = torch._inductor.aoti_compile_and_package(program, package_path=str(tmp_path / "model.pt2"))
        run: Any = torch._inductor.aoti_load_package(path)
    else:
        run = program.module()
    for rows in (INDICES, INDICES[:4]):
        assert same(tuple(run(rows, begins)), model(rows, begins))


def test_tensors_without_data() -> None:
    codes, scales, how = KINDS["4 bits"]
    with torch.device("meta"):
        made = strew.torch.gather_block_quantized(codes.to("meta"), AT.to("meta"), scales.to("meta"), **how)
        assert made.device.type == "meta" and made.shape == (4, COLUMNS) and made.dtype == torch.float32
        bags = strew.torch.segment_reduce(codes.to("meta"), AT.to("meta")[:, None], scales=scales.to("meta"), **how)
    assert bags.device.type == "meta" and bags.shape == (4, COLUMNS)
    with pytest.raises(RuntimeError, match=r"one device, but got .*\(scales\) meta"):
        strew.torch.gather_block_quantized(codes, AT, scales.to("meta"), **how)


CODES, SCALES, _ = KINDS["8 bits"]
REFUSED: list[tuple[str, type[Exception], Callable[[], Any]]] = [
    ("IX1: indices: ", IndexError, lambda: strew.torch.gather_block_quantized(CODES, AT + 1, SCALES, bits=8)),
    ("QB1: ", RuntimeError, lambda: strew.torch.gather_block_quantized(CODES, AT, SCALES, bits=3)),
    ("QB1: ", RuntimeError, lambda: strew.torch.gather_block_quantized(CODES, AT, SCALES, bits=2**33 + 8)),
    ("QB2: ", RuntimeError, lambda: strew.torch.gather_block_quantized(CODES, AT, SCALES, axis=1)),
    ("QB3: scales: ", RuntimeError, lambda: strew.torch.gather_block_quantized(CODES, AT, SCALES[:2], bits=8)),
    ("QB4: codebook: ", RuntimeError, lambda: strew.torch.gather_block_quantized(CODES, AT, SCALES, codebook=SCALES)),
    ("TY5: data: ", RuntimeError, lambda: strew.torch.gather_block_quantized(CODES.short(), AT, SCALES, bits=8)),
    ("AX2: ", RuntimeError, lambda: strew.torch.gather_block_quantized(CODES, AT, SCALES, axis=2)),
    ("PY7: dtype=", strew.OptionError, lambda: strew.torch.gather_block_quantized(CODES, AT, SCALES, dtype=torch.int8)),
    ("PY7: packing=", strew.OptionError, lambda: strew.torch.gather_block_quantized(CODES, AT, SCALES, packing="low")),  # type: ignore[arg-type]
    ("PY8: columns=", strew.OptionError, lambda: strew.torch.gather_block_quantized(CODES, AT, SCALES, columns=-1)),
    ("AT3: ", strew.Error, lambda: strew.torch.gather_block_quantized(CODES, AT, SCALES, bits=8, fill_value=1)),
    ("PY9: ", strew.OptionError, lambda: strew.torch.gather_block_quantized(CODES, AT, SCALES, out_of_bounds="skip")),
    ("PY9: bits is given, but no scales", strew.OptionError, lambda: strew.torch.segment_reduce(CODES, AT[:, None], bits=8)),
    (
        "PY9: codebook is given, but no scales",
        strew.OptionError,
        lambda: strew.torch.segment_reduce(CODES, AT[:, None], codebook=SCALES),
    ),
    ("QB3: scales: ", RuntimeError, lambda: strew.torch.segment_reduce(CODES, AT[:, None], scales=SCALES[:2], bits=8)),
    (
        "gather_block_quantized(): argument 'scales' must be a Tensor, not float: ",
        TypeError,
        lambda: strew.torch.gather_block_quantized(CODES, AT, 1.0, bits=8),  # type: ignore[arg-type]
    ),
]


@pytest.mark.parametrize(("text", "kind", "call"), REFUSED)
def test_refusals(text: str, kind: type[Exception], call: Callable[[], Any]) -> None:
    with pytest.raises(kind) as caught:
        call()
    assert str(caught.value).startswith(text)


def test_a_base_tells_columns_and_type() -> None:
    codes, scales, how = KINDS["4 bits"]
    base = torch.ones(2, COLUMNS, dtype=torch.float16)
    made = strew.torch.segment_reduce(codes, AT.reshape(2, 2), base=base, scales=scales, block_size=3)
    assert made.dtype == torch.float16 and made.shape == (2, COLUMNS)
    assert torch.equal(made, strew.segment_reduce(codes, AT.reshape(2, 2), base=base, scales=scales, block_size=3))


@pytest.mark.parametrize("name", ["gather_block_quantized", "segment_reduce"])
def test_options_are_those_of_the_package(name: str) -> None:
    ours = inspect.signature(getattr(strew.torch, name)).parameters
    theirs = inspect.signature(getattr(strew, name)).parameters
    assert list(ours) == [each for each in theirs if each not in ("out", "threads", "on_error", "arg", "count")]
    assert all(ours[each].default == theirs[each].default for each in ours)
