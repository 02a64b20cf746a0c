"""Scripts that tests run in an interpreter of their own."""

from __future__ import annotations

import subprocess
import sys
import textwrap

has_gil = getattr(sys, "_is_gil_enabled", lambda: True)()


def run(script: str, *arguments: str, timeout: float = 60) -> str:
    """What `script` prints; it must end by itself, in time and without an error."""
    command = [sys.executable, "-c", textwrap.dedent(script), *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=timeout)
    assert done.returncode == 0, done.stdout
    return done.stdout.strip()
