"""How the package was built and what it uses on this machine."""

from __future__ import annotations

import pathlib
import platform
from typing import Literal, overload

import numpy

from strew import _strew
from strew._errors import chosen

_MODES = {"stdout": True, "dicts": False}


@overload
def show_config(mode: Literal["stdout"] = "stdout") -> None: ...
@overload
def show_config(mode: Literal["dicts"]) -> dict[str, str]: ...
def show_config(mode: str = "stdout") -> dict[str, str] | None:
    """Prints how strew was built and what it uses on this machine, for reports of faults and for a first look.

    The lines are those of strew_build_info and `strew caps --build`: version, compiler, assertions, whose threads large
    calls use and how many, the kernel sets and the chosen one, Highway; and of this package: Python, NumPy, its place.

    Source: numpy.show_config.

    Args:
        mode: "stdout" prints the lines, "dicts" returns them.

    Returns:
        With "dicts" the values by name, texts; later versions may have more of them.

    Raises:
        OptionError: another mode (PY7).

    >>> import strew
    >>> config = strew.show_config(mode="dicts")
    >>> config["version"] == strew.__version__, "portable" in config["targets"]
    (True, True)
    """
    prints = chosen("mode", mode, _MODES)
    config = dict(line.split(None, 1) for line in _strew._build_text().splitlines())
    config["python"] = f"{platform.python_implementation()} {platform.python_version()}"
    config["numpy"] = numpy.__version__
    config["place"] = str(pathlib.Path(__file__).parent)
    if not prints:
        return config
    print("\n".join(f"{name:<14}{value}" for name, value in config.items()))
    return None
