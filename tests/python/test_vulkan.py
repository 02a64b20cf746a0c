"""strew.vulkan: plans on a device give the bits and the errors of the processor. What needs a device is skipped where there
is none."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from typing import Any

import numpy as np
import pytest
from refusals import refused

import strew
import strew.vulkan
from strew import _strew

IS_BUILT = _strew._has_vulkan()
TABLE = np.arange(1, 13, dtype="f4").reshape(4, 3) / 8
ROWS = np.array([3, 1, 3, -4])
UPDATES = np.linspace(-1, 1, 12, dtype="f4").reshape(4, 3)
CODES = np.array([[0x10, 0x32], [0x54, 0x76]], "u1")
HALF = np.array([1, 2**-11, 2**-11, -0.0], "f2")


def why_no_device() -> str | None:
    try:
        found = strew.vulkan.devices()
    except strew.vulkan.DeviceError as bad:
        return str(bad)
    return None if any(one.refused is None for one in found) else f"no device can be used: {found}"


@pytest.fixture(scope="module")
def gpu() -> strew.vulkan.Device:
    if why := why_no_device():
        pytest.skip(why)
    return strew.vulkan.Device()


# The operator, its arrays and its options.
CALLS: list[tuple[Any, tuple[Any, ...], dict[str, Any]]] = [
    (strew.gather, (TABLE, ROWS), {}),
    (strew.gather, (TABLE.astype("c16"), ROWS + 7), {"out_of_bounds": "fill", "fill_value": 2}),
    (strew.gather_elements, (TABLE.astype("M8[s]"), ROWS[:3, None].astype("i1")), {"axis": 1, "out_of_bounds": "wrap"}),
    (strew.gather_nd, (TABLE, [[1, 2], [0, 0]]), {}),
    (strew.scatter, (TABLE, ROWS, UPDATES), {"reduction": "add"}),
    (strew.scatter, (np.zeros(3, "f2"), [1, 1, 1, 0], HALF), {"reduction": "add"}),
    (strew.scatter_elements, (np.arange(5, dtype="i8"), [4, 0, 4], [7, -1, 9]), {"reduction": "max", "duplicates": "allow"}),
    (strew.scatter_nd, (TABLE, [[3], [3]], UPDATES[:2]), {}),
    (strew.tensor_scatter, (np.zeros((1, 4, 2), "u1"), np.ones((1, 2, 2), "u1"), [1]), {}),
    (strew.segment_reduce, (TABLE, ROWS), {"offsets": np.array([0, 3, 4]), "weights": np.ones(4, "f4") / 3}),
    (strew.sddmm, (TABLE, UPDATES[:2]), {"indices": [3, 0], "segment_ids": [1, 0]}),
    (strew.gather_block_quantized, (CODES, [1, 0]), {"scales": np.ones((2, 1), "f4") / 3}),
    (strew.segment_reduce, (TABLE,), {"segment_ids": [0, 2, 2, 0], "num_segments": 3, "reduction": "min"}),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=lambda call: f"{call[0].__name__}-{np.asarray(call[1][0]).dtype}")
def test_a_call_has_the_bits_of_the_processor(gpu: strew.vulkan.Device, call: Any) -> None:
    operator, arrays, options = call
    wanted, got = operator(*arrays, **options), gpu.call(operator, *arrays, **options)
    assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape)
    assert got.tobytes() == wanted.tobytes()


def test_a_plan_in_place_on_views(gpu: strew.vulkan.Device) -> None:
    wide = np.zeros((4, 8), "f4")
    wide[:] = 5
    table, updates = wide[:, 1:7:2], np.asfortranarray(UPDATES)[::-1]
    adds = strew.plan(strew.scatter, table, ROWS, updates, reduction="add", out=table)
    wanted = wide.copy()
    adds(wanted[:, 1:7:2], ROWS, updates, out=wanted[:, 1:7:2])
    assert gpu.execute(adds, table, ROWS, updates, out=table) is table
    assert wide.tobytes() == wanted.tobytes()


def test_a_plan_with_prepared_indices(gpu: strew.vulkan.Device) -> None:
    adds = strew.plan(strew.scatter, TABLE, ROWS, UPDATES, reduction="add")
    bound = adds.bind(strew.prepare(adds, ROWS))
    assert gpu.execute(bound, TABLE, UPDATES).tobytes() == adds(TABLE, ROWS, UPDATES).tobytes()


def test_errors_are_those_of_the_processor(gpu: strew.vulkan.Device) -> None:
    out = np.full((4, 3), 7, "f4")
    bad = np.array([0, 1, 9, -5])
    with pytest.raises(strew.IndexOutOfBounds) as wanted:
        strew.scatter(TABLE, bad, UPDATES, out=out)
    with pytest.raises(strew.IndexOutOfBounds) as got:
        gpu.call(strew.scatter, TABLE, bad, UPDATES, out=out)
    assert str(got.value) == str(wanted.value)
    assert vars(got.value) == vars(wanted.value)
    assert (out == 7).all()
    plan = strew.plan(strew.gather, TABLE, ROWS)
    with refused("PY12", None):
        gpu.execute(plan, TABLE)
    with refused("PY15", "data"):
        gpu.execute(plan, TABLE.view("i4"), ROWS)
    with refused("PB6", "arg"):
        gpu.call(strew.segment_reduce, TABLE, segment_ids=[0, 0, 1, 1], reduction="max", arg=True)
    with refused("PB6", "output"):
        gpu.call(strew.segment_scan, TABLE, segment_ids=[0, 0, 1, 1])
    with pytest.raises(TypeError, match="call\\(\\) takes an operator"):
        gpu.execute(strew.gather, TABLE, ROWS)  # type: ignore[arg-type]


def test_threads_take_turns(gpu: strew.vulkan.Device) -> None:
    plan = strew.plan(strew.gather, TABLE, ROWS)
    results: list[Any] = [None] * 4

    def work(number: int) -> None:
        for _ in range(5):
            results[number] = gpu.execute(plan, TABLE + np.float32(number), ROWS)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(len(results))]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    for number, result in enumerate(results):
        assert np.array_equal(result, (TABLE + np.float32(number))[ROWS])


def test_what_a_device_says_of_itself(gpu: strew.vulkan.Device) -> None:
    first = next(one for one in strew.vulkan.devices() if one.refused is None)
    assert gpu.describe().splitlines()[0] == f"device: {first.name}"
    assert repr(gpu) == f"<strew.vulkan.Device: {first.name}>"


def test_a_way_of_floats_is_chosen(gpu: strew.vulkan.Device) -> None:
    integers = strew.vulkan.Device(arithmetic="integers")
    assert "f32: integers" in integers.describe()
    args = (TABLE, ROWS, UPDATES)
    assert np.array_equal(integers.call(strew.scatter, *args, reduction="add"), strew.scatter(*args, reduction="add"))


@pytest.mark.skipif(not IS_BUILT, reason="built without Vulkan")
def test_what_is_no_device() -> None:
    with refused("PY7", None, strew.OptionError):
        strew.vulkan.Device(arithmetic="exact")  # type: ignore[arg-type]
    for number in (-1, 2**40, 1.5):
        with refused("PY8", None, strew.OptionError):
            strew.vulkan.Device(number)  # type: ignore[arg-type]
    with refused("VK7", None, strew.vulkan.DeviceError):
        strew.vulkan.Device(4_000_000_000)


@pytest.mark.skipif(not IS_BUILT, reason="built without Vulkan")
def test_without_a_driver() -> None:
    program = (
        "import strew.vulkan as vulkan\n"
        "for ask in (vulkan.devices, vulkan.Device):\n"
        "    try: ask()\n"
        "    except vulkan.DeviceError as bad: print(bad)\n"
    )
    nowhere = {"VK_DRIVER_FILES": "/nowhere.json", "VK_ICD_FILENAMES": "/nowhere.json"}
    told = subprocess.run([sys.executable, "-c", program], env={**os.environ, **nowhere}, check=True, stdout=subprocess.PIPE)
    lines = told.stdout.decode().splitlines()
    assert len(lines) == 2 and all(line.startswith("VK7: libvulkan.so.1 ") for line in lines), lines


@pytest.mark.skipif(IS_BUILT, reason="built with Vulkan")
def test_a_package_without_vulkan_says_so() -> None:
    for ask in (strew.vulkan.devices, strew.vulkan.Device):
        with pytest.raises(strew.vulkan.DeviceError, match="built without Vulkan"):
            ask()


def test_its_error_leaves_a_process() -> None:
    copied = pickle.loads(pickle.dumps(strew.vulkan.DeviceError("VK7: no")))
    assert type(copied) is strew.vulkan.DeviceError and isinstance(copied, strew.Error) and str(copied) == "VK7: no"
