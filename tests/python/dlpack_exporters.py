"""Producers of DLPack capsules made by hand, which count what the consumer does with them."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

CODES = {"i": 0, "u": 1, "f": 2, "V": 4, "c": 5, "b": 6}  # V: bfloat16 of ml_dtypes
READ_ONLY = 1


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("rank", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("extents", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Managed(ctypes.Structure):
    _fields_ = [("tensor", Tensor), ("context", ctypes.c_void_p), ("deleter", DELETER)]


class ManagedVersioned(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("deleter", DELETER),
        ("flags", ctypes.c_uint64),
        ("tensor", Tensor),
    ]


new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
name_of = ctypes.pythonapi.PyCapsule_GetName
name_of.restype = ctypes.c_char_p
name_of.argtypes = [ctypes.py_object]


class Exporter:
    """An array of no library: DLPack of version 1, and nothing else."""

    name = b"dltensor_versioned"
    device = (1, 0)
    version = (1, 1)
    lanes = 1
    flags = 0
    has_strides = True
    byte_offset = 0

    def __init__(self, array: np.ndarray, **changes: Any) -> None:
        self.array = array
        self.deleted = 0
        self.capsules: list[Any] = []
        self.kept: list[Any] = []
        for key, value in changes.items():
            setattr(self, key, value)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device

    def __dlpack__(self, *, max_version: tuple[int, int] | None = None, **options: Any) -> Any:
        assert max_version is not None
        assert max_version[0] >= 1
        managed = ManagedVersioned(*self.version, None, DELETER(self._delete), self.flags, self._tensor())
        return self._capsule(managed)

    def _tensor(self) -> Tensor:
        array, rank = self.array, self.array.ndim
        lists = ctypes.c_int64 * max(rank, 1)
        extents = lists(*array.shape)
        strides = lists(*(stride // array.itemsize for stride in array.strides)) if self.has_strides else None
        dtype = (CODES[array.dtype.kind], array.itemsize * 8, self.lanes)
        address = array.ctypes.data - self.byte_offset
        return Tensor(address, *self.device, rank, *dtype, extents, strides, self.byte_offset)

    def _capsule(self, managed: ctypes.Structure) -> Any:
        self.kept.append(managed)
        capsule = new_capsule(ctypes.addressof(managed), self.name, None)
        self.capsules.append(capsule)
        return capsule

    def _delete(self, managed: int) -> None:
        assert managed in [ctypes.addressof(each) for each in self.kept]
        self.deleted += 1

    @property
    def taken(self) -> int:
        return sum(name_of(capsule) == b"used_" + self.name for capsule in self.capsules)


class OldExporter(Exporter):
    """A producer from before version 1: it knows no max_version."""

    name = b"dltensor"

    def __dlpack__(self) -> Any:  # type: ignore[override]
        return self._capsule(Managed(self._tensor(), None, DELETER(self._delete)))
