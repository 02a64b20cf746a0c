"""PyTorch and JAX in one call, and what strew does where ml_dtypes is missing."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import strew

torch, jax = pytest.importorskip("torch"), pytest.importorskip("jax")
jnp = jax.numpy
ROWS = [3, 0]


def test_operands_of_two_libraries() -> None:
    table = np.arange(12, dtype="f4").reshape(4, 3)
    ours, theirs = torch.from_numpy(table.copy()), jnp.asarray(table)
    assert isinstance(strew.gather(theirs, torch.tensor(ROWS)), jax.Array)
    assert isinstance(strew.gather(ours, jnp.array(ROWS)), torch.Tensor)
    out = torch.zeros(2, 3)
    assert strew.gather(theirs, ROWS, out=out) is out
    assert out.tolist() == table[ROWS].tolist()
    sums = strew.scatter(ours, jnp.array(ROWS), theirs[:2], reduction="add")
    assert sums.tolist() == strew.scatter(table, ROWS, table[:2], reduction="add").tolist()


@pytest.mark.parametrize("name", ["bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e8m0fnu"])
def test_small_floats_of_two_libraries(name: str) -> None:
    ours = torch.arange(1.0, 13.0).reshape(4, 3).to(getattr(torch, name))
    theirs = jnp.arange(1.0, 13.0).reshape(4, 3).astype(getattr(jnp, name))
    moved = strew.scatter(ours, ROWS, theirs[:2])
    assert moved.dtype == ours.dtype
    assert moved.view(torch.uint8)[3].tolist() == np.asarray(theirs[0]).view(np.uint8).tolist()
    assert strew.gather(theirs, ROWS, out=ours[:2]) is not None
    if name.startswith("float8"):
        with pytest.raises(strew.DTypeError) as caught:
            strew.scatter(ours, ROWS, jnp.zeros((2, 3), "float8_e4m3b11fnuz"))
        assert caught.value.rule == ("TY2" if name in ("float8_e4m3fn", "float8_e5m2") else "PY10")


def test_a_float8_of_three_libraries_is_one_type() -> None:
    table = torch.arange(1.0, 13.0).reshape(4, 3).to(torch.float8_e5m2)
    rows = np.asarray(jnp.ones((2, 3), jnp.float8_e5m2))
    strew.scatter(table, ROWS, rows, out=table)
    assert table.view(torch.uint8)[ROWS].tolist() == rows.view(np.uint8).tolist()
    plan = strew.plan(strew.gather, table, ROWS)
    assert plan(rows.repeat(2, 0), ROWS).dtype == rows.dtype


def test_torch_needs_no_ml_dtypes() -> None:
    script = """
import sys
sys.modules["ml_dtypes"] = None
import torch, strew
for dtype in (torch.bfloat16, torch.float8_e4m3fn):
    data = torch.arange(12.0).reshape(4, 3).to(dtype)
    assert strew.gather(data, [3, 0]).dtype == dtype
    assert strew.scatter(data, [3, 0], data[:2]).view(torch.uint8).tolist() is not None
print("works")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert done.stdout.strip() == "works", done.stderr


def test_neither_is_imported_for_the_other() -> None:
    script = "import sys, torch, strew; strew.gather(torch.ones(3), [0]); print('jax' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert done.stdout.strip() == "False", done.stderr
