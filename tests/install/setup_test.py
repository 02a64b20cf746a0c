#!/usr/bin/env python3
"""tools/setup and tools/python with stand-ins for apt-get, dpkg-query and pip: what they list, install and refuse."""
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
STAND_INS = {
    "id": "echo 0",
    "dpkg-query": 'for package; do :; done; case " $INSTALLED " in *" $package "*) printf "installed " ;; *) exit 1 ;; esac',
    "apt-get": 'echo "apt-get $*" >>"$CALLS"; case "$*" in *--assume-no*) cat "$(dirname "$0")/sums"; exit 1 ;; esac',
}
SUMS = """\
0 upgraded, 63 newly installed, 0 to remove and 5 not upgraded.
Need to get 84.1 MB of archives.
After this operation, 321 MB of additional disk space will be used.
Abort.
"""


def packages(name, group):
    lines = (ROOT / "tools" / name).read_text().splitlines()
    return [word for line in lines if line.split()[:1] == [group] for word in line.split()[1:]]


class Setup(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="strew-setup-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.told = self.folder / "told"  # what is printed and what is called, in order
        (self.folder / "sums").write_text(SUMS)
        for name, body in STAND_INS.items():
            self.stand_in(self.folder / name, body)

    def stand_in(self, path, body):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)

    def run_tool(self, *command, installed=(), **more):
        environment = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}", "CALLS": str(self.told),
                       "INSTALLED": " ".join(installed), **more}
        if "NO_SETUP" not in more:
            environment.pop("NO_SETUP", None)
        with self.told.open("a") as told:
            code = subprocess.run(command, cwd=ROOT, env=environment, check=False, stdout=told, stderr=told,
                                  timeout=60).returncode
        return code, self.told.read_text()

    def test_with_every_package_nothing_is_said_or_called(self):
        installed = packages("packages.txt", "build") + packages("packages.txt", "demo")
        self.assertEqual(self.run_tool("tools/setup", "build", "demo", installed=installed, NO_SETUP="1"), (0, ""))
        self.assertEqual(self.run_tool("tools/setup", "build", "demo", installed=installed), (0, ""))

    def test_packages_and_sizes_are_listed_before_the_installation(self):
        code, told = self.run_tool("tools/setup", "build", "demo", installed=["g++", "unzip"])
        self.assertEqual(code, 0)
        missing = [one for one in packages("packages.txt", "build") + packages("packages.txt", "demo")
                   if one not in ("g++", "unzip")]
        lines = told.splitlines()
        self.assertIn(f"setup: installing with apt-get {' '.join(missing)} (", lines[0])
        self.assertIn("NO_SETUP=1", lines[0])
        installing = [line.startswith("apt-get install -y") for line in lines]
        self.assertEqual(installing.count(True), 1)
        self.assertTrue(lines[-1].startswith("apt-get install -y") and lines[-1].endswith(" ".join(missing)), told)
        for said in ("63 newly installed", "84.1 MB to download", "321 MB on the disk"):
            self.assertIn(said, told)

    def test_without_permission_nothing_is_installed_and_the_missing_are_listed(self):
        code, told = self.run_tool("tools/setup", "build", "build", installed=["g++", "cmake"], NO_SETUP="1")
        self.assertEqual(code, 1)
        self.assertNotIn("apt-get update", told)
        self.assertNotIn("apt-get install -y", told)
        self.assertIn("Missing: ninja-build libfmt-dev libhwy-dev libtbb-dev libzip-dev"
                      " protobuf-compiler libprotobuf-dev\n", told)

    def test_python_packages_likewise(self):
        venv = self.folder / "venv"
        self.stand_in(venv / "bin/pip", 'echo "pip $*" >>"$CALLS"')
        (venv / "installed").write_text("\n".join(packages("python_packages.txt", "build")[1:]) + "\n")
        first = packages("python_packages.txt", "build")[0]
        code, told = self.run_tool("tools/python", venv, "build", NO_SETUP="1")
        self.assertEqual((code, told.count("pip ")), (1, 0))
        self.assertTrue(told.endswith(f": {first}\n"), told)
        code, told = self.run_tool("tools/python", venv, "build")
        self.assertEqual((code, told.count("pip install")), (0, 1))
        self.assertIn(first, (venv / "installed").read_text())
        self.assertEqual(self.run_tool("tools/python", venv, "build", NO_SETUP="1")[0], 0)

    def test_make_python_says_what_it_needs(self):
        code, told = self.run_tool("make", "--no-print-directory", "NO_SETUP=1", "python")
        self.assertEqual(code, 2)
        self.assertIn("Missing: " + " ".join(packages("packages.txt", "python")), told)
        for name in ("libhwy-dev", "libfmt-dev", "libtbb-dev"):
            self.assertIn(name, told)
        self.assertNotIn("apt-get update", told)

    def test_the_package_goes_into_the_active_environment(self):
        active = self.folder / "active"
        self.stand_in(active / "bin/python", 'echo "python $*" >>"$CALLS"')
        code, told = self.run_tool("tools/pip/install", "nowhere", VIRTUAL_ENV=str(active))
        self.assertEqual(code, 0, told)
        calls = [line for line in told.splitlines() if line.startswith("python ")]
        self.assertTrue(calls[-2].startswith("python -m pip install ") and calls[-2].endswith(" ."), told)
        self.assertEqual(calls[-1], f"python -I tools/pip/installed.py {active}")
        self.assertFalse((ROOT / "nowhere").exists())

    def test_without_one_it_goes_into_the_build_folder(self):
        build = self.folder / "build"
        self.stand_in(build / "venv/bin/python", 'echo "python $*" >>"$CALLS"')
        self.stand_in(build / "venv/bin/pip", 'echo "pip $*" >>"$CALLS"')
        code, told = self.run_tool("tools/pip/install", build, VIRTUAL_ENV="", CONDA_PREFIX="")
        self.assertEqual(code, 0, told)
        self.assertEqual(told.splitlines()[-1], f"python -I tools/pip/installed.py {build}/venv")

    def test_make_hands_the_refusal_on(self):
        code, told = self.run_tool("make", "--no-print-directory", "NO_SETUP=1", "demo")
        self.assertEqual(code, 2)
        self.assertIn("Missing: " + " ".join(packages("packages.txt", "build")), told)
        self.assertNotIn("gtest", told)
        self.assertNotIn("apt-get update", told)


if __name__ == "__main__":
    unittest.main()
