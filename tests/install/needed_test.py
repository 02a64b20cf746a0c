#!/usr/bin/env python3
"""What a plain `cmake -S . -B build` finds, fetches and says: nothing is left out without a word. What is missing is made
so by CMake's own switches; a proxy that nobody serves stands for a machine without a way out."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SMALL = ("-DSTREW_BUILD_TESTS=OFF", "-DSTREW_BUILD_EXAMPLES=OFF")
NO_WAY_OUT = {name: "http://127.0.0.1:9" for name in ("http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy")}
SETTINGS = ("STREW_FETCH=ON", "STREW_SIMD=ON", "STREW_TBB=AUTO", "STREW_BUILD_CLI=ON", "SKBUILD=OFF",
            "CMAKE_DISABLE_FIND_PACKAGE_hwy=OFF", "CMAKE_DISABLE_FIND_PACKAGE_fmt=OFF", "CMAKE_DISABLE_FIND_PACKAGE_TBB=OFF",
            "FETCHCONTENT_SOURCE_DIR_STREW_HWY=")
HIDDEN = {name: f"CMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in ("hwy", "fmt", "TBB")}
HIGHWAY = pathlib.Path("/usr/include/hwy")


class Needed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="strew-needed-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.build = cls.folder / "build"

    def configure(self, *settings, code=0):
        """What CMake says, in one line; each call begins with the defaults in the same folder."""
        defines = [f"-D{one}" for one in (*SETTINGS, *settings)]
        done = subprocess.run(["cmake", "-S", ROOT, "-B", self.build, *SMALL, *defines], check=False, timeout=120,
                              env={**os.environ, **NO_WAY_OUT, "no_proxy": ""}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        told = done.stdout.decode()
        self.assertEqual(bool(done.returncode), bool(code), told)
        return " ".join(told.split())

    def test_what_is_missing_is_named_with_the_setting_that_builds_without(self):
        told = self.configure("STREW_FETCH=OFF", HIDDEN["hwy"], HIDDEN["fmt"], code=1)
        self.assertIn("strew needs fmt, Highway, not found here and not downloaded (STREW_FETCH is off): "
                      "apt install libfmt-dev libhwy-dev (Debian), brew install fmt highway (Homebrew), "
                      "conda install fmt libhwy (conda-forge), or build without: -DSTREW_BUILD_CLI=OFF "
                      "-DSTREW_BUILD_FRONTENDS=OFF -DSTREW_SIMD=OFF Call Stack", told)

    def test_under_pip_the_settings_are_those_of_pip(self):
        told = self.configure("SKBUILD=ON", "STREW_FETCH=OFF", HIDDEN["hwy"], HIDDEN["fmt"], code=1)
        self.assertIn("or build without: -Ccmake.define.STREW_BUILD_CLI=OFF -Ccmake.define.STREW_SIMD=OFF Call", told)

    def test_without_a_way_out_it_ends_with_the_sentence_and_one_attempt(self):
        told = self.configure(HIDDEN["hwy"], HIDDEN["fmt"], code=1)
        self.assertEqual(told.count("strew: downloading "), 1, told)
        self.assertRegex(told, r"strew needs fmt, Highway, not found here and not downloaded \(https://\S+: [^)]+\): apt ")
        self.assertEqual(told.count("CMake Error"), 1, told)

    def test_a_library_that_was_asked_for_is_not_replaced(self):
        told = self.configure("STREW_TBB=ON", HIDDEN["TBB"], code=1)
        self.assertIn("strew needs oneTBB, not found here", told)
        self.assertIn("-DSTREW_TBB=AUTO", told)

    def test_a_misspelt_choice_of_threads_is_refused(self):
        self.assertIn("STREW_TBB is standrad, which is none of AUTO, ON, STANDARD, OFF",
                      self.configure("STREW_TBB=standrad", code=1))

    def test_without_onetbb_there_are_threads_all_the_same(self):
        for setting in (HIDDEN["TBB"], "STREW_TBB=STANDARD"):
            self.assertIn("strew: threads of its own (std::thread)", self.configure(setting))

    def test_a_build_with_less_was_asked_for_and_says_so(self):
        told = self.configure("STREW_TBB=OFF", "STREW_SIMD=OFF", "STREW_BUILD_CLI=OFF")
        for said in ("WITHOUT threads, as STREW_TBB=OFF asks", "WITHOUT kernels for AVX2 and AVX-512, as STREW_SIMD=OFF asks",
                     "WITHOUT the program strew, as STREW_BUILD_CLI=OFF asks"):
            self.assertIn(f"strew: {said}", told)
        self.assertNotIn("WITHOUT", self.configure())

    @unittest.skipUnless(HIGHWAY.is_dir(), "Highway is elsewhere")
    def test_a_folder_of_its_own_is_taken_for_an_archive(self):
        (self.folder / "highway").mkdir()
        (self.folder / "highway/hwy").symlink_to(HIGHWAY)
        told = self.configure("STREW_FETCH=OFF", HIDDEN["hwy"],
                              f"FETCHCONTENT_SOURCE_DIR_STREW_HWY={self.folder / 'highway'}")
        self.assertRegex(told, r"strew: kernels for AVX2 and AVX-512 by Highway \d+\.\d+\.\d+")

    def test_an_archive_with_other_contents_is_refused(self):
        archive = self.build / "archives/hwy-1.0.3.tar.gz"
        archive.parent.mkdir(parents=True, exist_ok=True)
        archive.write_bytes(b"something else")
        self.addCleanup(archive.unlink)
        told = self.configure(HIDDEN["hwy"], code=1)
        self.assertRegex(told, r"hwy-1\.0\.3\.tar\.gz is not the pinned archive https://\S+: its SHA-256 is \w{64}, not \w{64}")


if __name__ == "__main__":
    if not shutil.which("cmake"):
        sys.exit(77)
    unittest.main()
