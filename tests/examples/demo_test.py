#!/usr/bin/env python3
"""The target demo: it builds every program that examples/run-demo calls, and nothing besides what these need."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("STREW_CLI", "")).parent
LIBRARIES = {"strew_base", "strew_core", "strew_threads", "strew_files", "strew_outofcore", "strew_onnx_proto",
             "strew_frontend_common", "strew_directml", "strew_bnns", "example_pictures"}
IF_BUILT = {"strew_vulkan_objects", "strew_vulkan"}  # where the program has devices


def called_programs():
    """The examples that the parts of the demo call, as a command or in a substitution."""
    scripts = "".join(path.read_text() for path in (ROOT / "examples/demo").glob("*.sh"))
    programs = {path.stem for path in (ROOT / "examples").glob("*.cpp") if "\nint main(" in path.read_text()}
    return {one for one in programs if re.search(rf"(?:^|show |\$\(| ){one} ", scripts, re.MULTILINE)}


class Demo(unittest.TestCase):
    def test_what_is_called_and_nothing_else_is_built(self):
        commands = subprocess.run(["ninja", "-C", BUILD, "-t", "commands", "demo"], check=True, stdout=subprocess.PIPE)
        compiled = set(re.findall(r" -o (?:\w+/)*CMakeFiles/(\w+)\.dir/\S+\.o ", commands.stdout.decode()))
        called = called_programs()
        self.assertGreater(len(called), 3)
        self.assertEqual(compiled - IF_BUILT, called | LIBRARIES | {"strew_cli"})


if __name__ == "__main__":
    if not (BUILD / "build.ninja").is_file() or not shutil.which("ninja"):
        sys.exit(77)  # another generator
    if "demo: phony" not in subprocess.run(["ninja", "-C", BUILD, "-t", "targets"], check=True,
                                           stdout=subprocess.PIPE).stdout.decode():
        sys.exit(77)  # without examples
    unittest.main()
