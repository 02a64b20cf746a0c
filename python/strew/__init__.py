"""Scatter and gather for tensors: one exact contract, one engine.

Results are bitwise identical to the sequential loop for any number of threads; there is one bounds policy; errors
report the index and leave the destination unchanged. Arrays are read without a copy (NumPy, PyTorch, JAX, memoryview,
lists), and results are of the kind of the input.

>>> import numpy as np, strew
>>> table = np.arange(6.0).reshape(3, 2)
>>> strew.gather(table, [2, -3])
array([[4., 5.],
       [0., 1.]])
>>> strew.scatter(np.zeros(3), [2, 0, 2], [1.0, 2.0, 3.0], reduction="add")
array([2., 0., 4.])

along one axis      gather, scatter
an element each     gather_elements, scatter_elements
index tuples        gather_nd, scatter_nd
a KV cache          tensor_scatter
bags, neighbours    segment_reduce: rows by indices, weighted and summed, without the rows between
running sums        segment_scan: of each segment; ranks, the place of a token in the queue of its expert
pairs of rows       sddmm: sums of their products, at chosen pairs
quantised rows      gather_block_quantized: codes of 8, 4 or 2 bits, decoded on the way
windows             the module stablehlo
made once           plan and prepare: a Plan, a Prepared, used in many calls
one value           filled: a Filled, which is data or updates without an array
names of NumPy      take, take_along_axis, put_along_axis, bincount, at, add_at
names of PyTorch    index_add, index_copy, index_put, index_reduce, index_select, scatter_add, scatter_reduce; all of
                    them in the module torch_names
names of JAX, PyG   segment_sum, segment_max, segment_min, segment_mean; the module pyg
in other runtimes   import strew.torch, strew.jax or strew.onnxruntime, which `import strew` does not
on a device         import strew.vulkan, likewise: plans on Vulkan devices
errors              Error, and of it IndexOutOfBounds, DuplicateIndex, ShapeError, DTypeError, OptionError, ArrayError,
                    OverlapError, AllocationError; rules() has the text of each rule that they name
this build          show_config

help(strew.gather) has arguments and rules of a function. docs/python.md describes the package, docs/contract.md what
all functions promise.
"""

from strew import pyg, stablehlo, torch_names
from strew._config import show_config
from strew._errors import (
    AllocationError,
    ArrayError,
    DTypeError,
    DuplicateIndex,
    Error,
    IndexOutOfBounds,
    OptionError,
    OverlapError,
    ShapeError,
    rules,
)
from strew._filled import Filled, filled
from strew._gather_block_quantized import gather_block_quantized
from strew._plans import plan, prepare
from strew._sddmm import sddmm
from strew._segment_reduce import segment_reduce
from strew._segment_scan import segment_scan
from strew._strew import (
    Plan,
    Prepared,
    __version__,
    gather,
    gather_elements,
    gather_nd,
    scatter,
    scatter_elements,
    scatter_nd,
    tensor_scatter,
)
from strew.numpy_names import bincount, put_along_axis, take, take_along_axis
from strew.segments import segment_max, segment_mean, segment_min, segment_sum
from strew.torch_names import (
    index_add,
    index_copy,
    index_put,
    index_reduce,
    index_select,
    scatter_add,
    scatter_reduce,
)
from strew.ufunc_at import add_at, at

__all__ = [
    "AllocationError",
    "ArrayError",
    "DTypeError",
    "DuplicateIndex",
    "Error",
    "Filled",
    "IndexOutOfBounds",
    "OptionError",
    "OverlapError",
    "Plan",
    "Prepared",
    "ShapeError",
    "__version__",
    "add_at",
    "at",
    "bincount",
    "filled",
    "gather",
    "gather_block_quantized",
    "gather_elements",
    "gather_nd",
    "index_add",
    "index_copy",
    "index_put",
    "index_reduce",
    "index_select",
    "plan",
    "prepare",
    "put_along_axis",
    "pyg",
    "rules",
    "scatter",
    "scatter_add",
    "scatter_elements",
    "scatter_nd",
    "scatter_reduce",
    "sddmm",
    "segment_max",
    "segment_mean",
    "segment_min",
    "segment_reduce",
    "segment_scan",
    "segment_sum",
    "show_config",
    "stablehlo",
    "take",
    "take_along_axis",
    "tensor_scatter",
    "torch_names",
]


def __dir__() -> list[str]:
    """What is public: the names above, and the modules for other runtimes that were imported."""
    return [*__all__, *(name for name in ("jax", "onnxruntime", "torch") if name in globals())]
