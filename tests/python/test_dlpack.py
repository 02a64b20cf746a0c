"""Arrays by DLPack, versioned and not: read where they are, given back exactly once, refused with the reason."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from dlpack_exporters import READ_ONLY, Exporter, OldExporter
from refusals import refused

import strew

TABLE = np.arange(12.0).reshape(4, 3)
ROWS = np.array([3, 0])
EXPORTERS = [Exporter, OldExporter]


@pytest.mark.parametrize("make", EXPORTERS)
@pytest.mark.parametrize("dtype", ["?", "b", "B", "h", "H", "i", "I", "q", "Q", "e", "f", "d", "F", "D"])
def test_types(make: type[Exporter], dtype: str) -> None:
    given = make(TABLE.astype(dtype))
    found = strew.gather(given, ROWS)
    assert type(found) is np.ndarray
    assert found.dtype == np.dtype(dtype)
    assert found.tolist() == TABLE.astype(dtype)[ROWS].tolist()
    assert given.deleted == len(given.capsules)


@pytest.mark.parametrize("make", EXPORTERS)
def test_bfloat16_goes_into_a_destination(make: type[Exporter]) -> None:
    data, out = TABLE.astype(ml_dtypes.bfloat16), np.zeros((2, 3), ml_dtypes.bfloat16)
    strew.gather(make(data), ROWS, out=out)
    assert out.tolist() == TABLE[ROWS].tolist()


@pytest.mark.parametrize("make", EXPORTERS)
@pytest.mark.parametrize(
    "array", [TABLE[::-1], TABLE[::2, 1:], TABLE.T, TABLE[:, :0], TABLE[:0], np.broadcast_to(TABLE[0], (5, 3))]
)
def test_strides_and_offsets(make: type[Exporter], array: np.ndarray) -> None:
    rows = np.array([1, 0]) if len(array) else np.zeros(0, "i8")
    for offset in (0, 64):
        out = np.zeros((len(rows), array.shape[1]))
        strew.gather(make(array, byte_offset=offset), rows, out=out)
        assert out.tolist() == array[rows].tolist()


def test_no_strides_is_packed() -> None:
    assert strew.gather(Exporter(TABLE, has_strides=False), ROWS, out=np.zeros((2, 3))).tolist() == TABLE[ROWS].tolist()


def test_rank_zero() -> None:
    assert strew.gather_nd(Exporter(np.array(7)), np.zeros((2, 0), "i8"), out=np.zeros(2, "i8")).tolist() == [7, 7]


@pytest.mark.parametrize("make", EXPORTERS)
def test_all_operands(make: type[Exporter]) -> None:
    data, rows, updates = make(TABLE.copy()), make(ROWS), make(np.ones((2, 3)))
    out = make(np.zeros((4, 3)))
    assert strew.scatter(data, rows, updates, reduction="add", out=out) is out
    assert out.array.tolist() == [[1, 2, 3], [3, 4, 5], [6, 7, 8], [10, 11, 12]]
    for each in (data, rows, updates, out):
        assert (len(each.capsules), each.deleted, each.taken) == (1, 1, 1)


@pytest.mark.parametrize("make", EXPORTERS)
def test_in_place(make: type[Exporter]) -> None:
    data = make(TABLE.copy())
    assert strew.scatter(data, ROWS, np.ones((2, 3)), out=data) is data
    assert data.array[ROWS].tolist() == [[1] * 3] * 2
    assert data.deleted == len(data.capsules) == 1


def failing_calls(data: Any, rows: Any) -> list[tuple[str, Any]]:
    return [
        ("IX1", lambda: strew.gather(data, [7], out=np.zeros((1, 3)))),
        ("AX5", lambda: strew.gather(data, rows, out=np.zeros((1, 1)))),
        ("TY2", lambda: strew.gather(data, rows, out=np.zeros((2, 3), "f4"))),
        ("PY4", lambda: strew.gather(data, np.array([{}]))),
        ("PY6", lambda: strew.gather(data, rows, out=[1])),
        ("PY5", lambda: strew.gather(data, rows, out=b"abc")),
        ("PY9", lambda: strew.gather(data, rows, out_of_bounds="skip")),
        ("PY8", lambda: strew.gather(data, rows, out=np.zeros((2, 3)), threads=0)),
    ]


@pytest.mark.parametrize("make", EXPORTERS)
def test_failures_give_back_exactly_once(make: type[Exporter]) -> None:
    data, rows = make(TABLE), make(ROWS)
    for rule, call in failing_calls(data, rows):
        with pytest.raises(strew.Error) as caught:
            call()
        assert caught.value.rule == rule, str(caught.value)
        assert data.deleted == len(data.capsules)
        assert rows.deleted == len(rows.capsules)


def test_plans_give_back_too() -> None:
    data, rows = Exporter(TABLE), Exporter(ROWS)
    plan = strew.plan(strew.gather, data, rows, out=np.zeros((2, 3)))
    assert data.deleted == rows.deleted == 1
    plan(data, rows, out=np.zeros((2, 3)))
    assert data.deleted == rows.deleted == 2


def test_read_only() -> None:
    constant = Exporter(np.zeros((2, 3)), flags=READ_ONLY)
    with refused("PY5", "output", strew.ArrayError):
        strew.gather(TABLE, ROWS, out=constant)
    assert constant.deleted == 1
    assert strew.gather(constant, [1], out=np.ones((1, 3))).tolist() == [[0] * 3]
    with refused("PY5", "output", strew.ArrayError):
        strew.scatter(constant, [0], np.ones((1, 3)), out=constant)


def test_a_copy_is_no_destination() -> None:
    copied = Exporter(np.zeros((2, 3)), flags=2)
    assert strew.gather(copied, [1]).tolist() == [[0] * 3]
    with refused("PY5", "output", strew.ArrayError):
        strew.gather(TABLE, ROWS, out=copied)


def test_pinned_memory_is_of_the_host() -> None:
    assert strew.gather(Exporter(TABLE, device=(3, 0)), ROWS).tolist() == TABLE[ROWS].tolist()


@pytest.mark.parametrize(("device", "words"), [(2, "CUDA"), (10, "ROCm"), (8, "Metal"), (14, "14")])
def test_other_devices(device: int, words: str) -> None:
    far = Exporter(TABLE, device=(device, 0))
    with refused("PY2", "data", strew.ArrayError) as caught:
        strew.gather(far, ROWS)
    assert words in str(caught.value)
    with refused("PY2", "output", strew.ArrayError):
        strew.gather(TABLE, ROWS, out=far)
    with refused("PY2", "updates", strew.ArrayError):
        strew.scatter(TABLE, ROWS, far)
    assert far.capsules == []  # nobody requested memory that cannot be read


def test_capsules_that_cannot_be_read_stay_with_their_producer() -> None:
    newer = Exporter(TABLE, version=(2, 0))
    with refused("PY1", "data", strew.ArrayError):
        strew.gather(newer, ROWS)
    assert newer.deleted == newer.taken == 0


@pytest.mark.parametrize("make", EXPORTERS)
def test_types_that_numpy_cannot_read_by_dlpack(make: type[Exporter]) -> None:
    small = strew.gather(make(TABLE.astype(ml_dtypes.bfloat16)), ROWS)
    assert (small.dtype, small.tolist()) == (ml_dtypes.bfloat16, TABLE[ROWS].tolist())
    vectors = make(np.arange(24.0).reshape(2, 3, 4), lanes=4)
    vectors.array = vectors.array[:, :, 0]  # each element is the four numbers from here on
    vectors.has_strides = False
    found = strew.gather(vectors, [1])
    assert found.dtype.itemsize == 32
    assert np.frombuffer(found.tobytes()).tolist() == list(range(12, 24))
    assert vectors.deleted == vectors.taken


def refusing(error: Exception, module: str = "elsewhere") -> Exporter:
    def refuse(self: Any, **options: Any) -> Any:
        raise error

    return type("Refusing", (Exporter,), {"__dlpack__": refuse, "__module__": module})(TABLE)


@pytest.mark.parametrize(("error", "module"), [
    (BufferError("only dense ones are shared\nand more"), "elsewhere"),
    (BufferError("only dense ones are shared"), "torch"),
    (RuntimeError("only dense ones are shared"), "torch"),
    (ValueError("only dense ones are shared"), "torch"),
])  # fmt: skip
def test_what_its_library_does_not_share_is_named(error: Exception, module: str) -> None:
    with refused("PY1", "updates", strew.ArrayError) as caught:
        strew.scatter(TABLE, ROWS, refusing(error, module))
    assert str(caught.value).endswith("not shared by its own library: only dense ones are shared")
    assert caught.value.__cause__ is None


def test_what_else_the_producer_raises_comes_through() -> None:
    for error, module in ((RuntimeError("not today"), "elsewhere"), (KeyboardInterrupt(), "torch")):
        with pytest.raises(type(error)):
            strew.gather(refusing(error, module), ROWS)


@pytest.mark.parametrize(("name", "answer", "cure"), [
    ("requires_grad", True, "detach()"), ("is_conj", lambda self: True, "resolve_conj()"),
    ("is_neg", lambda self: True, "resolve_neg()"),
])  # fmt: skip
def test_tensors_whose_memory_does_not_say_all(name: str, answer: Any, cure: str) -> None:
    tensor = type("Tensor", (Exporter,), {"__module__": "torch", name: answer})(TABLE)
    with refused("PY1", "data", strew.ArrayError) as caught:
        strew.gather(tensor, ROWS)
    assert str(caught.value).endswith(f"give tensor.{cure}")


def test_producers_that_break_the_protocol() -> None:
    used = Exporter(TABLE)
    capsule = used.__dlpack__(max_version=(1, 1))
    out = np.zeros((2, 3))
    for broken in (5, None, capsule):

        class Broken(Exporter):
            def __dlpack__(self, **options: Any) -> Any:
                return broken  # noqa: B023

        if broken is capsule:
            strew.gather(Broken(TABLE), ROWS, out=out)
        with refused("PY1", "data", strew.ArrayError):
            strew.gather(Broken(TABLE), ROWS, out=out)
    with refused("PY1", "data", strew.ArrayError):
        strew.gather(Exporter(TABLE, device=1), ROWS)
    assert used.deleted == 1
