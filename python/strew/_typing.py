"""The types in the signatures of strew, for type checkers and for code that passes arrays and options through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from strew._words import Accumulate as Accumulate
from strew._words import Duplicates as Duplicates
from strew._words import GatherBounds as GatherBounds
from strew._words import Mode as Mode
from strew._words import NegativeIndices as NegativeIndices
from strew._words import OnError as OnError
from strew._words import PartialWindow as PartialWindow
from strew._words import Reduction as Reduction
from strew._words import ScatterBounds as ScatterBounds
from strew._words import UpdateComputation as UpdateComputation

if TYPE_CHECKING:
    from strew._filled import Filled

TakeMode = Literal["raise", "wrap", "clip"]
IndexReduce = Literal["prod", "mean", "amax", "amin"]
ScatterReduce = Literal["sum", "prod", "mean", "amax", "amin"]
SegmentReduce = Literal["sum", "add", "mul", "mean", "min", "max", "any"]
Order = Literal["unsorted", "sorted", "ascending", "reversed", "descending"]
Dims = Sequence[int]


class DLPack(Protocol):
    """An array of another library."""

    def __dlpack__(self, *args: Any, **kwargs: Any) -> Any: ...


class Torch(DLPack, Protocol):
    """A torch.Tensor, identified by a method that other arrays lack: strew does not import torch."""

    def new_empty(self, *args: Any, **kwargs: Any) -> Any: ...


class Jax(DLPack, Protocol):
    """A jax.Array, identified by a method that other arrays lack."""

    def block_until_ready(self) -> Any: ...


class Buffer(Protocol):
    """memoryview, array.array, bytearray, mmap."""

    def __buffer__(self, flags: int, /) -> memoryview: ...


Tensor = Union[Torch, Jax]
Kind = Union[NDArray[Any], Torch, Jax]
Operand = Union[ArrayLike, DLPack, "Filled"]
Destination = Union[NDArray[Any], DLPack, Buffer]
Array = Destination  # what calls return: an array of the kind of data, or out

ScalarT = TypeVar("ScalarT", bound=np.generic)
TensorT = TypeVar("TensorT", bound=Tensor)
KindT = TypeVar("KindT", bound=Kind)
OutT = TypeVar("OutT", bound=Destination)
