"""What nobody should do, and what then must not happen: a crash, a wrong number, a lock that is never given back."""

from __future__ import annotations

import ctypes
import datetime
import threading
import time
from decimal import Decimal
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from refusals import refused

import strew


def test_types_whose_names_are_no_text() -> None:
    class Strange:
        __module__ = "\udc80"

        def __array__(self, *_: Any, **__: Any) -> np.ndarray:
            return np.arange(3)

    assert strew.gather(Strange(), [2]).tolist() == [2]


def test_attributes_that_raise() -> None:
    class Raising:
        def __getattr__(self, name: str) -> Any:
            if name == "__dlpack__":
                raise KeyboardInterrupt
            raise AttributeError(name)

    with pytest.raises(KeyboardInterrupt):
        strew.gather(Raising(), [0])
    with pytest.raises(KeyboardInterrupt):
        strew.gather([1], [0], out=Raising())


def test_filled_cannot_be_changed() -> None:
    element = np.array(7)
    made = strew.filled(3, "i8", element)
    element[()] = 8
    assert strew.gather(made, [0]).tolist() == [7]
    for name in ("element", "shape", "dtype"):
        with pytest.raises(AttributeError):
            setattr(made, name, 1)
    with pytest.raises(ValueError, match="read-only"):
        made.element[()] = 9
    made._element = [5]
    with refused("PY1", "data", strew.ArrayError):
        strew.gather(made, [0])
    made._element = np.arange(4)
    with refused("PY1", "data", strew.ArrayError):
        strew.gather(made, [0])
    with refused("PY8"):
        strew.filled(2**63, "i1")


def test_pointers_of_ctypes_are_references() -> None:
    for kind in (ctypes.c_char_p, ctypes.c_wchar_p):
        with refused("PY4", "data", strew.ArrayError):
            strew.gather((kind * 2)(), [0])


@pytest.mark.parametrize(
    ("type_name", "scalar"),
    [("M8[D]", np.datetime64("2020-01-01", "D")), ("S2", np.bytes_(b"ab")), (ml_dtypes.bfloat16, ml_dtypes.bfloat16(2)),
     ("f4", np.float32(2)), ("?", np.True_)],
)  # fmt: skip
def test_scalars_of_numpy_are_of_their_type(type_name: Any, scalar: Any) -> None:
    assert strew.scatter(np.zeros(3, type_name), 1, scalar)[1] == scalar
    with refused("PY6", "output", strew.ArrayError):
        strew.gather(np.zeros(3, type_name), 0, out=scalar)


def test_not_a_time() -> None:
    nat = np.datetime64("NaT")
    assert np.isnat(strew.gather(np.zeros(3, "M8[D]"), [9], out_of_bounds="fill", fill_value=nat)).all()
    assert np.isnat(strew.scatter(np.zeros(3, "M8[D]"), [1], [nat])[1])
    assert np.isnat(strew.filled(3, "m8[s]", np.timedelta64("NaT")).element)


def test_objects_that_stand_for_numbers() -> None:
    assert strew.scatter(np.zeros(2, "i8"), [1], [Decimal(3)]).tolist() == [0, 3]
    with refused("PY11", "updates"):
        strew.scatter(np.zeros(2, "i8"), [1], [Decimal("2.7")])
    assert strew.scatter(np.zeros(2, "M8[D]"), [1], [datetime.date(2020, 1, 2)])[1] == np.datetime64("2020-01-02")
    with refused("PY11", "updates"):
        strew.scatter(np.zeros(2, "M8[D]"), [1], [datetime.datetime(2020, 1, 2, 5)])
    with refused("PY11", "updates"):
        strew.scatter(np.zeros(2, ml_dtypes.int4), [1], [300])


def test_none_is_no_array() -> None:
    for arrays in ((None, [0]), ([1], None)):
        with refused("PY1", "data" if arrays[0] is None else "indices", strew.ArrayError):
            strew.gather(*arrays)


@pytest.mark.parametrize("options", [{"reduction": "mean"}, {"reduction": "add", "include_self": False}])
def test_a_walk_over_the_whole_output_lets_others_run(options: dict[str, Any]) -> None:
    data = np.zeros(8_000_000)
    ticks = []
    ended = threading.Event()

    def tick() -> None:
        while not ended.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    ticker = threading.Thread(target=tick)
    ticker.start()
    begin = time.monotonic()
    strew.scatter(data, [0], [1.0], **options)
    end = time.monotonic()
    ended.set()
    ticker.join()
    assert any(begin < at < end for at in ticks)
