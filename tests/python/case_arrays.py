"""Arrays for random calls: element types, contents, layouts, index values. All follow from a case's seed."""

from __future__ import annotations

import math
from typing import Any

import ml_dtypes
import numpy as np
from oracle_forms import Form
from oracle_numbers import COMPLEX, INTEGERS, REALS, encode

NUMBERS = ("bool", *INTEGERS, *REALS, *COMPLEX)
#: types that only move
MOVED = {
    "record": np.dtype([("a", "<i4"), ("b", "u1")]),
    "pair": np.dtype([("x", "<f8"), ("y", "<i8")]),
    "datetime": np.dtype("datetime64[ns]"),
    "timedelta": np.dtype("timedelta64[s]"),
    "text": np.dtype("S3"),
    "float8": np.dtype(ml_dtypes.float8_e4m3fn),
    "longdouble": np.dtype(np.longdouble),
}
LAYOUTS = ("packed", "fortran", "reversed", "strided", "sliced", "transposed", "mixed", "misaligned")


def dtype_named(name: str) -> np.dtype:
    if name in MOVED:
        return MOVED[name]
    return np.dtype(ml_dtypes.bfloat16 if name == "bfloat16" else name)


# ---- contents


def _reals(rng: np.random.Generator, name: str, values: str, count: int) -> np.ndarray:
    exponent_bits, fraction_bits = REALS[name]
    unsigned = np.dtype(f"u{(1 + exponent_bits + fraction_bits) // 8}")
    # No format holds sevenths exactly, so every sum rounds and shows the order of its terms.
    numbers = rng.integers(-40, 41, count) * 2.0 ** rng.integers(0, 7, count) / 7
    if values == "signs":
        numbers = rng.choice([0.0, -0.0, 0.0, -0.0, 1.0, -1.0], count)
    raw = np.array([int.from_bytes(encode(name, x), "little") for x in numbers.tolist()], np.uint64)
    if values == "special":
        infinity = ((1 << exponent_bits) - 1) << fraction_bits
        noise = rng.integers(0, 1 << fraction_bits, count, np.uint64)
        near = noise % 4
        kinds = [0, infinity, infinity | noise, infinity | 1, noise, infinity - 1 - near, (1 << fraction_bits) + near]
        special = np.stack([np.broadcast_to(np.asarray(kind, np.uint64), (count,)) for kind in kinds])
        chosen = special[rng.integers(0, len(kinds), count), np.arange(count)] if count else raw
        sign = rng.integers(0, 2, count, np.uint64) << np.uint64(exponent_bits + fraction_bits)
        raw = np.where(rng.random(count) < 0.4, chosen | sign, raw)
    return raw.astype(unsigned)


def _integers(rng: np.random.Generator, name: str, values: str, count: int) -> np.ndarray:
    width = INTEGERS[name][0]
    raw = rng.integers(-40, 41, count).astype(np.uint64)
    if values == "special":
        top = 1 << (8 * width - 1)
        extremes = rng.choice(np.array([top, top - 1, 2**64 - 1, 0], np.uint64), count)
        raw = np.where(rng.random(count) < 0.4, extremes, raw)
    return raw.astype(f"u{width}")


def contents(rng: np.random.Generator, name: str, values: str, shape: tuple[int, ...]) -> np.ndarray:
    """Packed elements of any bits, as opaque bytes of the type's width."""
    count, width = math.prod(shape), dtype_named(name).itemsize
    if name == "bool":
        raw = rng.choice(np.array([0, 0, 1, 1, 2, 255], np.uint8), count)
    elif name in MOVED or values == "bits":
        raw = np.frombuffer(rng.bytes(count * width), np.uint8)
    elif name in COMPLEX:
        raw = _reals(rng, COMPLEX[name], values, 2 * count)
    else:
        raw = _reals(rng, name, values, count) if name in REALS else _integers(rng, name, values, count)
    return np.frombuffer(raw.tobytes(), f"V{width}").reshape(shape)


# ---- layouts


def _blank(rng: np.random.Generator, width: int, extents: list[int], offset: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Elements among random bytes, and those bytes."""
    memory = np.frombuffer(bytearray(rng.bytes(offset + width * math.prod(extents))), np.uint8)
    if not memory.size - offset:
        return np.empty(extents, f"V{width}"), memory
    return np.frombuffer(memory.data, f"V{width}", offset=offset).reshape(extents), memory


def lay_out(rng: np.random.Generator, raw: np.ndarray, dtype: np.dtype, layout: str) -> tuple[np.ndarray, np.ndarray]:
    """An array of `layout` that holds `raw`, writable, and the memory it lies in."""
    width, shape = raw.dtype.itemsize, raw.shape
    order = list(rng.permutation(len(shape))) if layout in ("transposed", "mixed") else list(range(len(shape)))
    order = order[::-1] if layout == "fortran" else order
    steps = {"reversed": [-1], "strided": [2], "mixed": [1, -1, 2, -2]}.get(layout, [1])
    margin = 1 if layout in ("strided", "sliced", "mixed") else 0
    chosen = [int(rng.choice(steps)) for _ in order]
    big = [abs(step) * shape[d] + 2 * margin for d, step in zip(order, chosen)]
    owner, memory = _blank(rng, width, big, 1 if layout == "misaligned" else 0)
    lines: list[Any] = [slice(margin, margin + abs(step) * shape[d], abs(step)) for d, step in zip(order, chosen)]
    turns: list[Any] = [slice(None, None, -1 if step < 0 else 1) for step in chosen]
    inner = owner[tuple([*lines, ...])][tuple([*turns, ...])]
    view = inner.transpose([order.index(d) for d in range(len(shape))])
    view[...] = raw
    return view.view(dtype), memory


def broadcast(rng: np.random.Generator, raw: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """An array with strides of 0 along some dimensions; what it holds differs from `raw` there."""
    few: list[Any] = [slice(0, 1) if rng.random() < 0.6 else slice(None) for _ in raw.shape]
    return np.broadcast_to(raw[tuple([*few, ...])].copy(), raw.shape).view(dtype)


# ---- index values


def _member_values(rng: np.random.Generator, n: int, w: int, kind: str, from_end: bool, count: int) -> list[int]:
    last = max(n - w, 0)
    inside = rng.integers(0, last + 1, count)
    if kind == "few":
        inside = rng.choice(inside[:2], count) if count else inside
    if kind == "steps":
        inside = (int(rng.integers(0, last + 1)) + int(rng.integers(-2, 3)) * np.arange(count)) % (last + 1)
    if kind == "unique":
        inside = np.resize(rng.permutation(last + 1), count)
    values = [int(v) for v in inside]
    if kind in ("mixed", "extreme"):
        near = [-2 * n, -n - 1, -n, -1, 0, n - 1, n, n + 1, 7 * n + 3, n - w, n - w + 1, n - w + 1, -w, 1 - w]
        near += 4 * [n - w + 1, 1 - w] if w > 1 else []  # windows that hang over
        far = [sign * 2**bits + low for bits in (7, 8, 15, 31, 32, 63) for sign in (1, -1) for low in (-1, 0, 1)]
        strange = near if kind == "mixed" else near + far
        chance = rng.choice([0.1, 0.5])
        values = [int(strange[rng.integers(len(strange))]) if rng.random() < chance else v for v in values]
    if from_end and n >= w:
        values = [v - n if 0 <= v < n and rng.random() < 0.3 else v for v in values]
    return values


def index_values(rng: np.random.Generator, form: Form, shape: tuple[int, ...], name: str, kind: str,
                 from_end: bool) -> np.ndarray:  # fmt: skip
    """Indices of `shape`; what the index type cannot hold becomes 0."""
    width, is_signed = INTEGERS[name]
    low, high = (-(1 << 8 * width - 1), (1 << 8 * width - 1) - 1) if is_signed else (0, (1 << 8 * width) - 1)
    indices = np.zeros(shape, name)
    count = math.prod(form.positions)
    for t, (n, w) in enumerate(form.members):
        values = _member_values(rng, n, w, kind, from_end and is_signed, count)
        for p, value in zip(np.ndindex(*form.positions), values):
            indices[form.index_at(p, t)] = value if low <= value <= high else 0
    return indices


def scalar(rng: np.random.Generator, name: str, values: str) -> Any:
    """One element as a NumPy scalar."""
    return contents(rng, name, values, ()).view(dtype_named(name))[()]
