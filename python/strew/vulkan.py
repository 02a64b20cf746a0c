"""Plans on Vulkan devices, on arrays in host memory: with the bits and the errors of the processor.

    gpu = strew.vulkan.Device()
    sums = gpu.call(strew.scatter, table, rows, updates, reduction="add")
    adds = strew.plan(strew.scatter, table, rows, updates, reduction="add")
    gpu.execute(adds, table, rows, updates, out=table)

Operands are copied to the device and the result back, or used where they are if the device can reach the memory of the
host. A package that was built without Vulkan has this module too: `devices` and `Device` say so. `import strew` does not
look for devices.
"""

from __future__ import annotations

import inspect
from typing import Any, Callable, Literal, NamedTuple

from strew import _strew
from strew._errors import DeviceError, chosen
from strew._plans import plan as _plan
from strew._typing import Destination, Operand

__all__ = ["Device", "DeviceError", "DeviceInfo", "devices"]

Arithmetic = Literal["fastest", "promised", "guarded", "integers"]
_ARITHMETIC = {"fastest": 0, "promised": 1, "guarded": 2, "integers": 3}
_REFUSED = "; refused: "
_SETTINGS = ("threads", "on_error")  # of the processor


class DeviceInfo(NamedTuple):
    """A device that the loader of Vulkan has found."""

    number: int  #: for `Device`
    name: str  #: with that of its driver
    refused: str | None  #: why it cannot be used; None: it can


def devices() -> list[DeviceInfo]:
    """The Vulkan devices of this machine, in the order of the loader.

    Source: strew; docs/python.md.

    Raises:
        DeviceError: there is no loader or no driver (VK7), or the package was built without Vulkan.
    """
    _need_backend()
    return [_info_of(line) for line in _strew._vulkan_devices().splitlines()]


def _info_of(line: str) -> DeviceInfo:
    """Of "0: NAME; refused: WHY"."""
    number, _, rest = line.partition(": ")
    name, _, refused = rest.partition(_REFUSED)
    return DeviceInfo(int(number), name, refused or None)


def _need_backend() -> None:
    if not _strew._has_vulkan():
        raise DeviceError("this strew was built without Vulkan: CMake's option STREW_BUILD_VULKAN builds it")


class Device:
    """A Vulkan device with a queue of the package's own, and the pipelines of the plans that it has executed.

    Any number of threads may use one; their calls follow one another. It is released with its last reference.

    Source: strew; docs/python.md.

    Args:
        number: that of `devices`; None: the first that can be used.
        arithmetic: how sums and products of floats are computed, always with the same bits: "fastest", the first of the
            others that the device has and computes right; "promised", its own operations; "guarded", those with what
            may have been flushed computed again; "integers".

    Raises:
        DeviceError: there is no such device (VK7), it lacks what is needed (VK1, VK5) or fails (VK2), or the package was
            built without Vulkan.
        AllocationError: memory of the device (VK3).
    """

    __slots__ = ("_native",)

    def __init__(self, number: int | None = None, arithmetic: Arithmetic = "fastest") -> None:
        _need_backend()
        way = chosen("arithmetic", arithmetic, _ARITHMETIC)
        if number is None and way != 0:  # the first one is the library's choice in the fastest way alone
            number = next((one.number for one in devices() if one.refused is None), 0)
        self._native = _strew._vulkan_open(number, way)

    def describe(self) -> str:
        """Name and driver, the ways of 32- and 64-bit floats, the number of pipelines that were made: a line each."""
        return str(_strew._vulkan_describe(self._native)).rstrip("\n")

    def execute(
        self, plan: _strew.Plan, *arrays: Operand | None, out: Destination | None = None, **named: Operand | None
    ) -> Any:
        """Executes a plan on arrays, as `plan(*arrays, out=out, **named)` does; a bound plan takes no indices.

        Args:
            plan: of an operator with one result, but not of segment_scan, nor of segment_reduce on codes (PB6).
            arrays, named: those of a call of the plan.
            out: destination; it is unchanged after an error of indices.

        Returns:
            out, or a new array of the kind of data.

        Raises:
            what the call would raise; AllocationError and ShapeError for what does not fit the device (VK3, VK4);
            DeviceError: the device fails (VK2).
        """
        if not isinstance(plan, _strew.Plan):
            raise TypeError(f"execute() takes a strew.Plan, not {type(plan).__name__}: call() takes an operator")
        return _strew._vulkan_execute(self._native, plan, *arrays, out=out, **named)

    def call(self, operator: Callable[..., Any], *arrays: Any, **options: Any) -> Any:
        """Calls an operator on the device: a plan that is made, as by `strew.plan`, and executed once.

        Args:
            operator: a function of strew: `strew.gather` ... `strew.stablehlo.scatter`.
            arrays, options: as in a call of it; threads= and on_error= mean nothing here.

        Returns:
            what the call would return, as far as that is one array.

        Raises:
            what the call would raise, and what `execute` does.
        """
        made = _plan(operator, *arrays, **options)
        signature = inspect.signature(operator)
        given = signature.bind(*arrays, **options).arguments
        by_place = [given.get(one.name) for one in signature.parameters.values() if one.kind is one.POSITIONAL_OR_KEYWORD]
        named = {name: given[name] for name in inspect.signature(made).parameters if name in given and name not in _SETTINGS}
        return self.execute(made, *(one for one in by_place if one is not None), **named)

    def __repr__(self) -> str:
        return f"<strew.vulkan.Device: {self.describe().splitlines()[0].partition(': ')[2]}>"
