"""Without the GIL: the module requires none, and threads that call at once get the same bits."""

from __future__ import annotations

import sys
import threading

import numpy as np
import pytest
from processes import has_gil

import strew

pytestmark = pytest.mark.skipif(has_gil, reason="this interpreter has a GIL; needs CPython 3.13t or later")


def test_the_import_left_the_gil_off() -> None:
    assert not sys._is_gil_enabled()  # type: ignore[attr-defined]


def test_one_plan_in_many_threads() -> None:
    table, rows = np.arange(4000.0).reshape(1000, 4), np.arange(1000)[::-1].copy()
    plan = strew.plan(strew.gather, table, rows)
    wrong: list[int] = []

    def work(number: int) -> None:
        for _ in range(200):
            if not np.array_equal(plan(table, rows), table[::-1]) or plan != strew.plan(strew.gather, table, rows):
                wrong.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
