"""segment_reduce of rows of codes: the bits of decoding, reducing and rounding by their own calls, and refusals."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from quantized_cases import packed
from refusals import refused

import strew

CODES = np.array([[0x10, 0x32], [0x54, 0x76], [0x98, 0xBA]], np.uint8)  # 0 1 2 3, 4 5 6 7, 8 9 10 11
SCALES = np.array([[1, 10], [2, 20], [3, 30]], np.float32)
ROWS, OFFSETS = [1, 0, 0, 2], [0, 2]


def bags(data: Any = CODES, indices: Any = ROWS, **more: Any) -> Any:
    form = {} if "segment_ids" in more or "offsets" in more else {"offsets": OFFSETS, "num_segments": 2}
    return strew.segment_reduce(data, indices, **{"scales": SCALES, "block_size": 2, **form, **more})


def test_sums_of_decoded_rows() -> None:
    made = bags()
    assert made.dtype == np.float32 and made.tolist() == [[8, 11, 140, 170], [24, 28, 320, 360]]
    zeros = np.array([[0x21], [0x00], [0x08]], np.uint8)
    made = bags(zero_points=zeros, weights=[1, 100, 0.5, 2])
    assert made.tolist() == [[-92, 10, 120, 1140], [-0.5, 6, 600, 665]]
    assert bags(columns=3, reduction="max").tolist() == [[8, 10, 120], [24, 27, 300]]


def test_results_beside_the_output_and_bases() -> None:
    base = np.zeros((2, 4), np.float16)
    made, arg, count = bags(base=base, reduction="max", arg=True, count=True)
    assert made.dtype == np.float16 and made.tolist() == [[8, 10, 120, 140], [24, 27, 300, 330]]
    assert arg.tolist() == [[0] * 4, [3] * 4] and count.tolist() == [2, 2]
    same = bags(base=base, out=base)
    assert same is base and base.tolist() == [[8, 11, 140, 170], [24, 28, 320, 360]]


def test_types_of_results() -> None:
    assert bags(scales=SCALES.astype(np.float16)).dtype == np.float16
    assert bags(dtype="float16").dtype == np.float16
    exponents = np.full((3, 2), 128, np.uint8)
    assert bags(scales=exponents).tolist() == [[8, 12, 16, 20], [16, 20, 24, 28]]


def decoded(codes: NDArray[Any], scales: Any, **how: Any) -> Any:
    rows = np.arange(len(codes))
    return strew.gather_block_quantized(codes, rows, scales, dtype="float32", **how)


@pytest.mark.parametrize("reduction", ["add", "sub", "mul", "min", "max", "mean"])
@pytest.mark.parametrize("bits, packing", [(8, "low_first"), (4, "low_first"), (4, "halves"), (2, "low_first")])
def test_bits_are_those_of_the_parts(reduction: Any, bits: int, packing: Any) -> None:
    draw = np.random.default_rng(bits)
    rows, columns, positions = 50, 96, 400
    codes = packed(draw.integers(0, 1 << bits, (rows, columns)), bits)
    scales = draw.normal(size=(rows, 3)).astype(np.float16)
    how: dict[str, Any] = {"bits": bits, "packing": packing, "block_size": 32}
    indices, ids = draw.integers(0, rows, positions), draw.integers(0, 40, positions)
    weights = draw.normal(size=positions).astype(np.float32)
    of: dict[str, Any] = {"reduction": reduction, "segment_ids": ids, "num_segments": 40}
    for more in ({}, {"weights": weights}):
        parts = strew.segment_reduce(decoded(codes, scales, **how), indices, **of, **more)
        for dtype in ("float32", "float16"):
            made = strew.segment_reduce(codes, indices, scales=scales, dtype=dtype, **how, **of, **more)
            with np.errstate(over="ignore"):
                assert np.array_equal(made, parts.astype(dtype), equal_nan=True), (dtype, more.keys())


@pytest.mark.parametrize("columns", [8, 100, 700, 1500])
@pytest.mark.parametrize("weights", [None, np.float32, np.float16])
def test_long_bags_and_long_rows(columns: int, weights: Any) -> None:
    draw = np.random.default_rng(columns)
    rows, positions = 200, 3000
    codes = draw.integers(0, 256, (rows, columns), np.uint8)
    scales = draw.normal(size=(rows, 1)).astype(np.float32)
    ends = np.cumsum([0, 96, 1, 95, 192, 0, 500, 97, 1000])
    indices = draw.integers(0, rows, positions)
    ids = draw.integers(0, 9, positions)
    factors = None if weights is None else draw.normal(size=positions).astype(weights)
    of_floats = None if factors is None else factors.astype(np.float32)
    for of in ({"offsets": ends}, {"segment_ids": ids}):
        for dtype in ("float32", "float16"):
            if weights is np.float16 and dtype == "float32":
                continue
            for reduction in ("add", "max", "mean"):
                parts = strew.segment_reduce(
                    decoded(codes, scales, bits=8), indices, weights=of_floats, reduction=reduction, **of
                )  # fmt: skip
                made = strew.segment_reduce(
                    codes, indices, scales=scales, bits=8, dtype=dtype, weights=factors, reduction=reduction, **of
                )  # fmt: skip
                with np.errstate(over="ignore"):
                    assert np.array_equal(made, parts.astype(dtype)), (dtype, reduction, of.keys())


PROGRAM = os.environ.get("STREW_CLI", "")


@pytest.mark.skipif(not PROGRAM, reason="STREW_CLI does not name the program")
@pytest.mark.parametrize("bits, packing", [(8, "low_first"), (4, "low_first"), (4, "halves"), (2, "low_first")])
@pytest.mark.parametrize("reduction", ["add", "mean", "max"])
def test_the_command_has_the_same_bits(tmp_path: Path, reduction: Any, bits: int, packing: Any) -> None:
    draw = np.random.default_rng(bits)
    zeros = packed(draw.integers(0, 1 << bits, (50, 3)), bits)
    of = {
        "codes": packed(draw.integers(0, 1 << bits, (50, 96)), bits), "rows": draw.integers(0, 50, 400),
        "ids": draw.integers(0, 40, 400), "weights": draw.normal(size=400).astype(np.float32),
        "scales": draw.normal(size=(50, 3)).astype(np.float16), "zeros": zeros,
    }  # fmt: skip
    for name, array in of.items():
        np.save(tmp_path / f"{name}.npy", array)
    made = strew.segment_reduce(
        of["codes"], of["rows"], segment_ids=of["ids"], num_segments=40, weights=of["weights"], scales=of["scales"],
        zero_points=zeros, bits=bits, block_size=32, packing=packing, reduction=reduction, count=True,
    )  # fmt: skip
    line = (
        f"segment-reduce codes.npy --indices rows.npy --segments ids.npy --num-segments 40 --weights weights.npy --scales "
        f"scales.npy --zero-points zeros.npy --bits {bits} --block-size 32 --packing {packing} --reduction {reduction} "
        f"-o out.npy --count count.npy"
    )
    subprocess.run([PROGRAM, *line.split()], cwd=tmp_path, check=True)
    for name, array in zip(("out.npy", "count.npy"), made):
        told = np.load(tmp_path / name)
        assert told.dtype == array.dtype and told.tobytes() == array.tobytes(), name


def test_refusals() -> None:
    with refused("PY9"):
        bags(scales=None, codebook=np.zeros(16, np.float32))
    with refused("PY9", "output"):
        bags(out=np.zeros((2, 4), np.float32), columns=4)
    with refused("QB3", "scales"):
        bags(scales=SCALES[:2])
    with refused("QB1"):
        bags(bits=3)
    with refused("TY5", "data"):
        bags(CODES.astype(np.int32))
    with refused("OF1", "segments"):
        bags(offsets=[2, 1], num_segments=2)
    with pytest.raises(strew.IndexOutOfBounds) as bad:
        bags(indices=[1, 0, 3, 2])
    assert bad.value.position == 2 and bad.value.operand == "indices"


@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_lists_of_weights_and_of_a_base_go_with_decoded_rows(dtype: str) -> None:
    codes = np.array([[0x10, 0x32], [0x54, 0x76]], np.uint8)
    made = strew.segment_reduce(
        codes, [0, 1], offsets=[0, 2], scales=np.ones((2, 1), dtype), weights=[2.0, 1.0], base=[[0.5, 0, 0, 0]], dtype=dtype
    )  # fmt: skip
    assert made.dtype == dtype
    assert made.tolist() == [[4.5, 7, 10, 13]]


def test_a_plan_takes_lists_of_weights_and_of_a_base() -> None:
    codes, scales = np.array([[0x10, 0x32], [0x54, 0x76]], np.uint8), np.ones((2, 1), np.float16)
    named: Any = {"offsets": [0, 2], "scales": scales, "weights": [2.0, 1.0], "base": [[0.5, 0, 0, 0]]}
    plan = strew.plan(strew.segment_reduce, codes, [0, 1], **named)
    assert plan(codes, [0, 1], **named).tolist() == strew.segment_reduce(codes, [0, 1], **named).tolist()
