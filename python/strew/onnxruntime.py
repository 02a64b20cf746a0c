"""strew as an execution provider of ONNX Runtime, 1.24 or later: Gather, GatherElements, GatherND, Scatter,
ScatterElements, ScatterND, TensorScatter and GatherBlockQuantized of a model run on strew's kernels, without a change to
the model, and so does SegmentReduce of the domain ai.strew.

    options = onnxruntime.SessionOptions()
    strew.onnxruntime.add_to(options)
    session = onnxruntime.InferenceSession("model.onnx", options)

docs/runtimes/onnxruntime.md has what differs from the runtime's own operators.
"""

from __future__ import annotations

import ctypes
import functools
import re
from typing import Any, NamedTuple

from strew import _libraries

__all__ = ["PROVIDER", "Counts", "add_to", "counts", "library"]

#: The name of the provider in a session's get_providers().
PROVIDER = "StrewExecutionProvider"

_FIRST_VERSION = (1, 24)
_REGISTRATION = "strew"
#: An entry of options that have the provider: the runtime does not say which ones they have, and fails on two.
_MARK = "strew.provider"


class Counts(NamedTuple):
    """What the provider did in this process, since it was loaded."""

    calls: int  #: nodes that ran on strew's kernels, or were refused by them
    in_place: int  #: those among them that wrote into their data, or base, without a copy
    divided: int  #: calls whose work was divided among the threads of their session


def library() -> str:
    """The path of the library that ONNX Runtime loads, for programs that register it themselves, in any language:
    RegisterExecutionProviderLibrary(env, "strew", path). With session_options.register_custom_ops_library(path) a session
    without the provider has SegmentReduce too.

    Returns:
        a path that is absolute if that of the package is.

    Raises:
        ImportError: this installation of strew was built without the library.
    """
    path = _libraries.library("strew_onnxruntime")
    if not path.is_file():
        raise ImportError(f"this installation of strew was built without its library for ONNX Runtime: {path}")
    return str(path)


def add_to(session_options: Any) -> None:
    """Adds the provider to options: sessions that are made with them run the operators above on strew's kernels, and
    all other nodes as before. The library is registered once in a process. Options that were given here before stay as
    they are.

    Args:
        session_options: onnxruntime.SessionOptions. A session that is given `providers` too uses those instead.

    Raises:
        ImportError: the package onnxruntime is missing or before 1.24, or strew was built without the library.
        TypeError: these are no SessionOptions.
    """
    runtime = _runtime()
    if not isinstance(session_options, runtime.SessionOptions):
        raise TypeError(f"add_to() takes onnxruntime.SessionOptions, not {type(session_options).__name__}")
    if _is_marked(session_options):
        return
    session_options.add_provider_for_devices(_devices(runtime), {})
    session_options.add_session_config_entry(_MARK, "added")


def counts() -> Counts:
    """How often strew's kernels were called.

    Returns:
        the counts of this process, of all sessions.

    Raises:
        ImportError: this installation of strew was built without the library.
    """
    numbers = (ctypes.c_uint64 * len(Counts._fields))()
    _counting_function()(numbers)
    return Counts(*numbers)


def _runtime() -> Any:
    try:
        import onnxruntime
    except ModuleNotFoundError as error:
        if error.name != "onnxruntime":
            raise
        raise ImportError("strew.onnxruntime needs the package onnxruntime, 1.24 or later") from error
    version: str = onnxruntime.__version__
    numbers = re.match(r"(\d+)\.(\d+)", version)
    if numbers is not None and (int(numbers[1]), int(numbers[2])) < _FIRST_VERSION:
        raise ImportError(
            f"strew.onnxruntime needs onnxruntime 1.24 or later, which has kernels from outside, and this is {version}"
        )
    return onnxruntime


def _devices(runtime: Any) -> list[Any]:
    def known() -> list[Any]:
        return [device for device in runtime.get_ep_devices() if device.ep_name == PROVIDER]

    if not known():
        runtime.register_execution_provider_library(_REGISTRATION, library())
    return known()


def _is_marked(session_options: Any) -> bool:
    try:
        return bool(session_options.get_session_config_entry(_MARK))
    except RuntimeError:  # there is no such entry
        return False


@functools.cache
def _counting_function() -> Any:
    function = ctypes.CDLL(library()).strew_onnxruntime_counts
    function.argtypes = [ctypes.POINTER(ctypes.c_uint64)]
    function.restype = None
    return function
