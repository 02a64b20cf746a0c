"""Properties of the machine on which results depend."""

from __future__ import annotations

import datetime
import importlib.metadata
import os
import pathlib
import platform

CORES = len(os.sched_getaffinity(0))


def processor() -> str:
    names = {line.split(":", 1)[0].strip(): line.split(":", 1)[1].strip()
             for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines() if ":" in line}
    name = names.get("model name") or names.get("CPU part") or platform.machine()
    family = f" (family {names['cpu family']}, model {names['model']})" if "cpu family" in names else ""
    return name + family


def memory_gib() -> float:
    return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1)


def available_bytes() -> int:
    """Memory that can be taken without swapping: what is free, and what only caches files."""
    lines = pathlib.Path("/proc/meminfo").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))


def version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def describe() -> dict:
    return {
        "date": datetime.date.today().isoformat(),
        "cpu": processor(),
        "cores": CORES,
        "memory_gib": memory_gib(),
        "system": f"{platform.system()} {platform.release()}, Python {platform.python_version()}",
        "load": os.getloadavg()[0],
    }
