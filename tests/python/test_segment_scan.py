"""segment_scan of the package: forms of segments, types, refusals, and random calls beside a plain loop."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from refusals import refused

import strew

TABLE = np.arange(1.0, 7.0).reshape(3, 2)
IDS = [1, 0, 1]


def test_offsets_ids_and_groups() -> None:
    assert strew.segment_scan(TABLE, segment_ids=IDS).tolist() == [[1, 2], [3, 4], [6, 8]]
    assert strew.segment_scan(TABLE, segment_ids=IDS, exclusive=True).tolist() == [[0, 0], [0, 0], [1, 2]]
    assert strew.segment_scan(TABLE, [2, 0, 1], offsets=[0, 2, 2]).tolist() == [[5, 6], [6, 8], [0, 0]]
    assert strew.segment_scan(TABLE, [2, 0, 1], offsets=[1], num_segments=1).tolist() == [[0, 0], [1, 2], [4, 6]]
    assert strew.segment_scan(TABLE[:, 0], [[2, 0], [1, 1]], reduction="max").tolist() == [[5, 5], [3, 3]]


def test_ranks_in_segments() -> None:
    assert strew.segment_scan(segment_ids=[2, 0, 2, 2, 0], exclusive=True).tolist() == [0, 0, 1, 2, 1]
    counted = strew.segment_scan(segment_ids=np.array([[0, 0], [0, 1]]), batch_dims=1)
    assert counted.tolist() == [[1, 2], [1, 1]]
    assert counted.dtype == np.int64
    out = np.full(3, 7)
    assert strew.segment_scan(segment_ids=[0, 5, 0], segment_out_of_bounds="skip", num_segments=1, out=out) is out
    assert out.tolist() == [1, 0, 2]
    assert strew.segment_scan(segment_ids=np.zeros(0, np.int64)).shape == (0,)


def test_paddings() -> None:
    assert strew.segment_scan(TABLE, segment_ids=IDS, padding_segment=-1).tolist() == [[0, 0], [3, 4], [0, 0]]
    rows = strew.segment_scan(TABLE[:, 0], [0, 1, 0], segment_ids=[0, 0, 0], padding_index=1)
    assert rows.tolist() == [1, 0, 2]


REFUSED: list[tuple[str, str | None, Any]] = [
    ("SG1", "indices", lambda: strew.segment_scan(TABLE)),
    ("SG2", None, lambda: strew.segment_scan(TABLE, [0], offsets=[0], batch_dims=3)),
    ("SG3", "segments", lambda: strew.segment_scan(TABLE, segment_ids=[0])),
    ("SG3", "output", lambda: strew.segment_scan(TABLE, segment_ids=IDS, out=np.zeros(3))),
    ("SG3", "segments", lambda: strew.segment_scan(TABLE, offsets=[0, 3], num_segments=0)),
    ("PY8", "segments", lambda: strew.segment_scan(segment_ids=np.array([2**63], np.uint64))),
    ("AT1", None, lambda: strew.segment_scan(TABLE, segment_ids=IDS, reduction="mean")),  # type: ignore[call-overload]
    ("AT7", "segments", lambda: strew.segment_scan(TABLE, segment_ids=IDS, padding_segment=2)),
    ("TY2", "output", lambda: strew.segment_scan(TABLE, segment_ids=IDS, out=np.zeros((3, 2), np.float32))),
    ("TY3", "indices", lambda: strew.segment_scan(TABLE, [0.5], offsets=[0, 1])),
    ("PY8", None, lambda: strew.segment_scan(TABLE, segment_ids=IDS, num_segments=-1)),
    ("PY9", None, lambda: strew.segment_scan(TABLE, [0], offsets=[0], segment_ids=[0])),
    ("PY9", None, lambda: strew.segment_scan(TABLE, [[0]], num_segments=1)),
    ("PY9", "data", lambda: strew.segment_scan(offsets=[0, 2])),
    ("PY9", "data", lambda: strew.segment_scan(None, [0], segment_ids=[0])),
    ("OF1", "segments", lambda: strew.segment_scan(TABLE, offsets=[2, 1])),
    ("IX1", "segments", lambda: strew.segment_scan(TABLE, segment_ids=[0, -1, 0])),
    ("OV2", "output", lambda: strew.segment_scan(TABLE, segment_ids=IDS, out=TABLE)),
]


@pytest.mark.parametrize(("rule", "operand", "call"), REFUSED)
def test_refusals(rule: str, operand: str | None, call: Any) -> None:
    with refused(rule, operand):
        call()


def scanned(rows: Any, ids: Any, exclusive: bool, combine: Any) -> Any:
    """One position after the other, in the type of the rows."""
    made, running = np.zeros_like(rows), {}
    for position, segment in enumerate(ids):
        before = running.get(segment)
        running[segment] = rows[position] if before is None else combine(before, rows[position])
        value = before if exclusive else running[segment]
        if value is not None:
            made[position] = value
    return made


@pytest.mark.parametrize("seed", range(20))
def test_random_calls(seed: int) -> None:
    draw = np.random.default_rng(seed)
    count, segments, columns = draw.integers(1, 2000), draw.integers(1, 50), draw.integers(1, 40)
    dtype = ("f4", "f8", "i4", "u1")[seed % 4]
    rows = (draw.normal(size=(count, columns)) * 100).astype(dtype)
    ids = draw.integers(0, segments, count)
    name, combine = (("add", np.add), ("max", np.maximum), ("mul", np.multiply), ("min", np.minimum))[seed // 4 % 4]
    for exclusive in (False, True):
        with np.errstate(all="ignore"):
            expected = scanned(rows, ids, exclusive, combine)
        made = strew.segment_scan(rows, segment_ids=ids, reduction=name, exclusive=exclusive, threads=1 + seed % 3)  # type: ignore[call-overload]
        assert made.tobytes() == expected.tobytes()
