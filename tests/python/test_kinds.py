"""Types of arrays are remembered by address while they live, and are not kept alive by that."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest
from processes import has_gil, run
from refusals import refused

import strew

MANY = 200  # more than are remembered
ROWS = np.array([2, 0])
DATA = np.arange(6.0).reshape(3, 2)


class Counted(type):
    """A metaclass that counts how often its types are looked at."""

    looks = 0

    def __getattribute__(cls, name: str) -> Any:
        if name == "__module__":
            Counted.looks += 1
        return super().__getattribute__(name)


class Wrapped:
    """No array of NumPy, but one that becomes one."""

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return DATA


def test_an_exit_with_types_of_the_script() -> None:
    script = """
import numpy as np
import strew

class Unit(np.ndarray):
    def plan(self):
        return PLAN

data, rows = np.arange(6.0).reshape(3, 2), np.array([2, 0])
strew.gather(data.view(Unit), rows)
PLAN = strew.plan(strew.gather, data, rows)
"""
    assert run(script) == ""


# In a process of its own: without a GIL, CPython 3.13 keeps every type for ever once a second thread has been started.
def test_a_type_dies_after_its_last_use() -> None:
    script = """
import gc
import weakref
import numpy as np
import strew

class Table(np.ndarray):
    pass

data, rows = np.arange(6.0).reshape(3, 2), np.array([2, 0])
found = strew.gather(data.view(Table), rows.view(Table))
watched = weakref.ref(Table)
del Table, found
gc.collect()
print(watched())
"""
    assert run(script) == "None"


def test_a_type_is_not_taken_for_an_earlier_one_at_its_address() -> None:
    addresses: set[int] = set()
    for number in range(MANY):
        base = (np.ma.MaskedArray, np.ndarray)[number % 2]
        made: Any = type("Made", (base,), {})
        addresses.add(id(made))
        data = DATA.view(made)
        if base is np.ndarray:
            np.testing.assert_array_equal(strew.gather(data, ROWS), DATA[ROWS])
        else:
            with refused("PY1", "data", strew.ArrayError):
                strew.gather(data, ROWS)
        del made, data
        gc.collect()
    if has_gil:
        assert len(addresses) < MANY // 2, "addresses were not used again: this shows nothing"


@pytest.mark.parametrize("number", [1, 60, MANY])
def test_types_that_live_at_once(number: int) -> None:
    types = [type("Made", ((np.ndarray, np.ma.MaskedArray)[n % 2],), {}) for n in range(number)]
    for _ in range(2):
        for n, made in enumerate(types):
            if n % 2 == 0:
                assert strew.gather(DATA.view(made), ROWS).tolist() == DATA[ROWS].tolist()
            else:
                with refused("PY1", "data", strew.ArrayError):
                    strew.gather(DATA.view(made), ROWS)


def test_a_type_is_looked_at_once_whatever_came_before() -> None:
    for _ in range(2):
        kept = [Counted("Made", (Wrapped,), {}) for _ in range(MANY)]
        for made in kept:
            strew.gather(made(), ROWS)
        last = Counted("Last", (Wrapped,), {})
        strew.gather(last(), ROWS)
        before = Counted.looks
        for _ in range(5):
            assert strew.gather(last(), ROWS).tolist() == DATA[ROWS].tolist()
        assert Counted.looks == before
        del kept, made, last
        gc.collect()
