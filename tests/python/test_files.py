"""strew.files: scatters of files larger than the memory they may take have the bits of one call; whatever ends them."""

from __future__ import annotations

import os
import pathlib
import random
import signal
import subprocess
import sys
import time
from typing import Any

import numpy as np
import pytest
import strew
import strew.files
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

REDUCTIONS = ["none", "add", "sub", "mul", "min", "max", "mean"]
KILLS = int(os.environ.get("STREW_KILLS", "12"))


def write(folder: pathlib.Path, **arrays: Any) -> dict[str, str]:
    for name, array in arrays.items():
        np.save(folder / f"{name}.npy", array)
    return {name: str(folder / f"{name}.npy") for name in arrays}


def arrays_of(seed: int, rows: int, columns: int, positions: int, dtype: Any) -> dict[str, Any]:
    numbers = np.random.default_rng(seed)
    few = max(rows // 8, 1)
    indices = np.where(numbers.random(positions) < 0.5, numbers.integers(0, few, positions), numbers.integers(-rows, rows, positions))
    return {
        "table": (numbers.standard_normal((rows, columns)) * 9).astype(dtype),
        "indices": indices,
        "updates": (numbers.standard_normal((positions, columns)) * 9).astype(dtype),
    }


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.integers(0, 2**31),
    st.tuples(st.integers(1, 200), st.integers(0, 9), st.integers(0, 400)),
    st.sampled_from([np.float32, np.float16, np.int64, np.uint8]),
    st.sampled_from(REDUCTIONS),
    st.booleans(),
    st.sampled_from([1, 500, 4000, 1 << 20]),
)
def test_have_the_bits_of_one_call(
    tmp_path: pathlib.Path, seed: int, sizes: Any, dtype: Any, reduction: str, in_place: bool, memory: int
) -> None:
    arrays = arrays_of(seed, *sizes, dtype)
    files = write(tmp_path, **arrays)
    include_self = reduction == "none" or seed % 3 != 0
    expected = strew.scatter(*arrays.values(), reduction=reduction, include_self=include_self)
    target = files["table"] if in_place else str(tmp_path / "new.npy")
    how: dict[str, Any] = {"in_place": True} if in_place else {"out": target}
    strew.files.scatter(*files.values(), memory=memory, reduction=reduction, include_self=include_self, **how)
    got = np.load(target)
    assert got.tobytes() == expected.tobytes() and got.shape == expected.shape
    assert in_place or np.load(files["table"]).tobytes() == arrays["table"].tobytes()
    assert {path.name for path in tmp_path.iterdir()} <= {"table.npy", "indices.npy", "updates.npy", "new.npy"}


def test_indices_of_more_dimensions_and_types(tmp_path: pathlib.Path) -> None:
    table = np.arange(24, dtype=np.float64).reshape(4, 3, 2)
    indices = np.array([[3, 0], [3, 1]], np.uint8)
    updates = np.ones((2, 2, 3, 2))
    files = write(tmp_path, table=table, indices=indices, updates=updates)
    strew.files.scatter(*files.values(), memory="1K", in_place=True, reduction="add")
    assert np.load(files["table"]).tolist() == strew.scatter(table, indices, updates, reduction="add").tolist()


def test_a_bad_index_is_the_error_of_one_call_and_nothing_is_written(tmp_path: pathlib.Path) -> None:
    arrays = arrays_of(1, 50, 3, 200, np.float32)
    arrays["indices"][[77, 150]] = [50, -51]
    files = write(tmp_path, **arrays)
    with pytest.raises(strew.IndexOutOfBounds) as one:
        strew.scatter(*arrays.values())
    for how in ({"in_place": True}, {"out": str(tmp_path / "new.npy")}):
        with pytest.raises(strew.IndexOutOfBounds) as told:
            strew.files.scatter(*files.values(), memory=64, **how)  # type: ignore[arg-type]
        assert str(told.value) == str(one.value)
        assert (told.value.position, told.value.count) == (77, 2)
    assert np.load(files["table"]).tobytes() == arrays["table"].tobytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["indices.npy", "table.npy", "updates.npy"]


@pytest.mark.parametrize(
    "change, kind",
    [
        ({"updates": np.zeros((3, 2), np.float32)}, strew.ShapeError),
        ({"updates": np.zeros((4, 3), np.float64)}, strew.DTypeError),
        ({"indices": np.zeros(4, np.float32)}, strew.DTypeError),
        ({"table": np.zeros((5, 3), ">f4")}, strew.DTypeError),
        ({"table": np.asfortranarray(np.zeros((5, 3), np.float32))}, strew.ShapeError),
        ({"memory": "much"}, strew.OptionError),
        ({"reduction": "sum"}, strew.OptionError),
        ({"in_place": False}, strew.OptionError),
    ],
)
def test_what_is_refused(tmp_path: pathlib.Path, change: dict[str, Any], kind: type[Exception]) -> None:
    arrays = {
        "table": np.zeros((5, 3), np.float32),
        "indices": np.zeros(4, np.int64),
        "updates": np.zeros((4, 3), np.float32),
    }
    options: dict[str, Any] = {"memory": 1000, "in_place": True}
    options |= {name: value for name, value in change.items() if name not in arrays}
    files = write(tmp_path, **(arrays | {name: value for name, value in change.items() if name in arrays}))
    with pytest.raises(kind):
        strew.files.scatter(*files.values(), **options)
    assert len(list(tmp_path.iterdir())) == 3


def test_the_table_may_be_what_is_replaced(tmp_path: pathlib.Path) -> None:
    arrays = arrays_of(2, 30, 2, 40, np.float32)
    files = write(tmp_path, **arrays)
    strew.files.scatter(*files.values(), memory="1K", out=files["table"], reduction="add")
    assert np.load(files["table"]).tobytes() == strew.scatter(*arrays.values(), reduction="add").tobytes()
    assert len(list(tmp_path.iterdir())) == 3


def test_a_missing_file_is_the_error_of_python(tmp_path: pathlib.Path) -> None:
    files = write(tmp_path, **arrays_of(2, 30, 2, 40, np.float32))
    os.unlink(files["updates"])
    with pytest.raises(FileNotFoundError, match="No such file or directory") as caught:
        strew.files.scatter(*files.values(), memory="1K", in_place=True)
    assert caught.value.filename == files["updates"]
    assert len(list(tmp_path.iterdir())) == 2


CHILD = """
import sys, strew.files
table, indices, updates, done = sys.argv[1:]
print("begun", flush=True)
strew.files.scatter(table, indices, updates, memory=20000, in_place=True, reduction="add", done=done)
"""


def test_a_killed_scatter_is_completed_or_has_not_begun(tmp_path: pathlib.Path) -> None:
    arrays = arrays_of(3, 4000, 16, 20000, np.float32)
    expected = strew.scatter(*arrays.values(), reduction="add").tobytes()
    old = arrays["table"].tobytes()
    files = write(tmp_path, **arrays)
    done = tmp_path / "done"
    draw = random.Random(int(os.environ.get("STREW_SEED", "5")))
    seen = {"old": 0, "completed": 0, "whole": 0}
    longest = 0.2
    for _ in range(KILLS):
        np.save(files["table"], arrays["table"])
        done.unlink(missing_ok=True)
        command = [sys.executable, "-c", CHILD, *files.values(), str(done)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ) as child:
            assert child.stdout is not None
            child.stdout.readline()
            begun = time.monotonic()
            time.sleep(draw.uniform(0, longest))
            child.kill()
            if child.wait() == 0:
                longest = max(0.8 * (time.monotonic() - begun), 0.01)
        completed = strew.files.recover(files["table"])
        now = np.load(files["table"]).tobytes()
        assert now in (old, expected), "a mixture"
        assert done.exists() == (now == expected)
        assert completed <= (now == expected)
        seen["old" if now == old else "completed" if completed else "whole"] += 1
        # Started again, the program does what is left to do, and no more.
        strew.files.scatter(*files.values(), memory=20000, in_place=True, reduction="add", done=done)
        assert np.load(files["table"]).tobytes() == expected
    assert KILLS < 100 or min(seen.values()) > 0, seen
    assert sorted(path.name for path in tmp_path.iterdir()) == ["done", "indices.npy", "table.npy", "updates.npy"]


def limited_to(size: int) -> None:
    """What this process writes at this place of a file or after it fails."""
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


has_limits = pytest.mark.skipif(os.name == "nt", reason="Windows has no limit for the size of a file")


@has_limits
def test_a_table_that_is_half_written_is_refused_until_it_is_completed(tmp_path: pathlib.Path) -> None:
    arrays = arrays_of(4, 2000, 8, 4000, np.float32)
    expected = strew.scatter(*arrays.values(), reduction="add").tobytes()
    files = write(tmp_path, **arrays)

    def limited() -> None:  # the updates fit a file of this size, and what is written at the end of the table does not
        limited_to(4000 * 36 + 1000)

    np.save(files["table"], np.concatenate([arrays["table"]] * 3))
    whole = np.load(files["table"])
    arrays["indices"][-1] = 5999
    np.save(files["indices"], arrays["indices"])
    expected = strew.scatter(whole, arrays["indices"], arrays["updates"], reduction="add").tobytes()
    ended = subprocess.run(
        [sys.executable, "-c", CHILD, *files.values(), str(tmp_path / "done")],
        preexec_fn=limited, capture_output=True, text=True, env=os.environ,
    )  # fmt: skip
    assert "File too large" in ended.stderr, ended.stderr
    with pytest.raises(FileExistsError, match="recover"):
        strew.files.scatter(*files.values(), memory=20000, in_place=True)
    assert strew.files.recover(files["table"])
    assert np.load(files["table"]).tobytes() == expected


@has_limits
def test_no_room_for_the_journals_leaves_the_table_as_it_is(tmp_path: pathlib.Path) -> None:
    arrays = arrays_of(6, 2000, 64, 400, np.float32)
    files = write(tmp_path, **arrays)

    def limited() -> None:  # the updates fit, the journals of a block of the table do not
        limited_to(400 * 260 + 1000)

    child = CHILD.replace("memory=20000", "memory=1 << 20")
    ended = subprocess.run(
        [sys.executable, "-c", child, *files.values(), str(tmp_path / "done")],
        preexec_fn=limited, capture_output=True, text=True, env=os.environ,
    )  # fmt: skip
    assert "no room for a journal" in ended.stderr, ended.stderr
    assert np.load(files["table"]).tobytes() == arrays["table"].tobytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["indices.npy", "table.npy", "updates.npy"]
