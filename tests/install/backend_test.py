#!/usr/bin/env python3
"""tools/pip/strew_backend.py: oneTBB of PyPI is a requirement of the build exactly where it is needed. scikit-build-core
has a stand-in: what it asks for itself is its own business."""
import os
import pathlib
import platform
import sys
import tempfile
import types
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/pip"))
sys.dont_write_bytecode = True


def stand_in():
    build = types.ModuleType("scikit_build_core.build")
    build.get_requires_for_build_wheel = build.get_requires_for_build_editable = lambda settings=None: ["ninja"]
    build.build_wheel = lambda *arguments: "the wheel"
    package = types.ModuleType("scikit_build_core")
    package.build = build
    return {"scikit_build_core": package, "scikit_build_core.build": build}


with mock.patch.dict(sys.modules, stand_in()):
    import strew_backend as backend


class Backend(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="strew-backend-")
        self.addCleanup(folder.cleanup)
        self.prefix = pathlib.Path(folder.name)
        clean = {name: "" for name in ("CMAKE_PREFIX_PATH", "TBB_ROOT", "CONDA_PREFIX", "CMAKE_ARGS", "SKBUILD_CMAKE_DEFINE")}
        for patch in (
            mock.patch.object(backend, "SYSTEM", (str(self.prefix),)),
            mock.patch.object(sys, "prefix", str(self.prefix)),
            mock.patch.dict(os.environ, clean),
            mock.patch.object(platform, "libc_ver", lambda: ("glibc", "2.36")),
            mock.patch.object(platform, "machine", lambda: "x86_64"),
        ):
            patch.start()
            self.addCleanup(patch.stop)

    def is_asked_for(self, settings=None):
        wheel = backend.get_requires_for_build_wheel(settings)
        self.assertEqual(wheel, backend.get_requires_for_build_editable(settings))
        self.assertEqual(wheel[0], "ninja")
        self.assertIn(wheel[1:], ([], [backend.TBB]))
        return len(wheel) > 1

    def test_where_the_system_has_none(self):
        self.assertTrue(self.is_asked_for())
        self.assertTrue(self.is_asked_for({"cmake.define.STREW_SIMD": "OFF", "cmake.define.STREW_TBB": "ON"}))

    def test_not_where_the_system_has_it(self):
        for place in ("lib/cmake/TBB", "lib64/cmake/tbb"):
            with self.subTest(place=place), tempfile.TemporaryDirectory() as other:
                config = pathlib.Path(other, place, "TBBConfig.cmake")
                config.parent.mkdir(parents=True)
                config.touch()
                with mock.patch.dict(os.environ, {"CMAKE_PREFIX_PATH": f"/nothing:{other}"}):
                    self.assertFalse(self.is_asked_for())
        self.assertTrue(self.is_asked_for())

    def test_not_where_the_build_is_asked_to_do_without(self):
        for value in ("OFF", "off", "STANDARD", "0", ["ON", "OFF"]):
            self.assertFalse(self.is_asked_for({"cmake.define.STREW_TBB": value}), value)
        for name, value in (("CMAKE_ARGS", "-DX=1 -DSTREW_TBB:STRING=OFF"), ("SKBUILD_CMAKE_DEFINE", "A=B;STREW_TBB=OFF")):
            with mock.patch.dict(os.environ, {name: value}):
                self.assertFalse(self.is_asked_for(), name)

    def test_not_where_pypi_has_no_wheel(self):
        for name, value in (("libc_ver", ("glibc", "2.17")), ("libc_ver", ("", "")), ("machine", "aarch64")):
            with mock.patch.object(platform, name, lambda value=value: value):
                self.assertFalse(self.is_asked_for(), value)

    def test_the_other_hooks_are_those_of_scikit_build_core(self):
        self.assertEqual(backend.build_wheel("folder"), "the wheel")


if __name__ == "__main__":
    unittest.main()
