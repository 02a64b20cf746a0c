"""Scatter and gather for tensors: one exact contract, one engine.

Results are bitwise identical to the sequential loop for any number of threads; there is one bounds policy; errors
report the index and leave the destination unchanged. Arrays are read without a copy (NumPy, PyTorch, JAX, memoryview,
lists), and results are of the kind of the input.
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
)
from strew._filled import Filled, filled
from strew._plans import plan, prepare
from strew._strew import (
    Plan,
    Prepared,
    __version__,
    gather,
    gather_elements,
    gather_nd,
    rules,
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
    "segment_max",
    "segment_mean",
    "segment_min",
    "segment_sum",
    "show_config",
    "stablehlo",
    "take",
    "take_along_axis",
    "tensor_scatter",
    "torch_names",
]
