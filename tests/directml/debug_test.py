#!/usr/bin/env python3
"""What the header does for a program that ignores the results of Bind and Record: messages on stderr without NDEBUG, no
warning unless it asks for one."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("STREW_CLI", "")).parent
CLANG = shutil.which("clang++-14")

UNREAD = """
#include <strew/directml.h>
int main() {
  Microsoft::WRL::ComPtr<IDMLDevice> device;
  Microsoft::WRL::ComPtr<IDMLBindingTable> table;
  Microsoft::WRL::ComPtr<IDMLCommandRecorder> recorder;
  if (FAILED(DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(&device)))) return 1;
  if (FAILED(device->CreateBindingTable(nullptr, IID_PPV_ARGS(&table)))) return 2;
  if (FAILED(device->CreateCommandRecorder(IID_PPV_ARGS(&recorder)))) return 3;
  table->SetName(L"unread");
  table->BindInputs(0, nullptr);
  table->BindOutputs(0, nullptr);
  table->BindTemporaryResource(nullptr);
  table->BindPersistentResource(nullptr);
  recorder->RecordDispatch(nullptr, nullptr, table.Get());
  return device->GetDeviceRemovedReason() == E_INVALIDARG ? 0 : 4;
}
"""
# Methods that return an HRESULT in DirectML too.
FORGOTTEN = """
#include <strew/directml.h>
void forget(IDMLDevice* device, IDMLOperatorInitializer* initializer, IDMLBindingTable* table, void** made) {
  const strew_directml_options options = STREW_DIRECTML_OPTIONS_INIT;
  DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_NONE, __uuidof(IDMLDevice), made);
  DMLCreateDevice1(nullptr, DML_CREATE_DEVICE_FLAG_NONE, DML_FEATURE_LEVEL_1_0, __uuidof(IDMLDevice), made);
  strew_directml_create_device(&options, __uuidof(IDMLDevice), made);
  strew_directml_create_device(&options, static_cast<const void*>(&__uuidof(IDMLDevice)), made);
  device->CheckFeatureSupport(DML_FEATURE_FEATURE_LEVELS, 0, nullptr, 0, nullptr);
  device->CreateOperator(nullptr, __uuidof(IDMLOperator), made);
  device->CompileOperator(nullptr, DML_EXECUTION_FLAG_NONE, __uuidof(IDMLCompiledOperator), made);
  device->CreateOperatorInitializer(0, nullptr, __uuidof(IDMLOperatorInitializer), made);
  device->CreateCommandRecorder(__uuidof(IDMLCommandRecorder), made);
  device->CreateBindingTable(nullptr, __uuidof(IDMLBindingTable), made);
  initializer->Reset(0, nullptr);
  table->Reset(nullptr);
}
"""


def cache_value(name):
    found = re.search(rf"^{name}:\w+=(.*)$", (BUILD / "CMakeCache.txt").read_text(), re.MULTILINE)
    return found[1] if found else ""


def library(folder, name):
    return next(path for path in (folder / f"lib{name}.so", folder / f"lib{name}.a") if path.exists())


def compile_program(compiler, source, text, *flags):
    source.write_text(text)
    command = [*compiler, "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-I", ROOT / "include", source, *flags]
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout.decode()


def unused_results(text, *flags):
    """By clang: g++ 12 ignores [[nodiscard]] of virtual functions."""
    with tempfile.TemporaryDirectory(prefix="strew-directml-") as folder:
        source = pathlib.Path(folder) / "a.cpp"
        code, output = compile_program([CLANG], source, text, "-fsyntax-only", *flags)
    assert code == 0, output
    return output.count("[-Wunused-result]")


class Debug(unittest.TestCase):
    def messages(self, *flags):
        frontend, engine = library(BUILD / "frontends", "strew_directml"), library(BUILD, "strew")
        with tempfile.TemporaryDirectory(prefix="strew-directml-") as folder:
            source = pathlib.Path(folder) / "a.cpp"
            compiler = [cache_value("CMAKE_CXX_COMPILER") or shutil.which("c++"), *cache_value("CMAKE_CXX_FLAGS").split()]
            code, output = compile_program(compiler, source, UNREAD, "-Werror", *flags, frontend, engine, "-pthread", "-o",
                                           source.with_suffix(""), f"-Wl,-rpath,{frontend.parent}:{BUILD}")
            self.assertEqual((code, output), (0, ""))
            done = subprocess.run([source.with_suffix("")], check=False, stderr=subprocess.PIPE, timeout=60)
        self.assertEqual(done.returncode, 0)
        return done.stderr.decode().splitlines()

    def test_failures_are_written_without_ndebug(self):
        lines = self.messages("-UNDEBUG")
        self.assertEqual(len(lines), 3, lines)
        self.assertTrue(lines[0].startswith("strew: unread: IDMLBindingTable::BindInputs: DM24: "), lines)
        self.assertTrue(lines[2].startswith("strew: IDMLCommandRecorder::RecordDispatch: DM1: "), lines)

    def test_nothing_is_written_with_ndebug(self):
        self.assertEqual(self.messages("-DNDEBUG"), [])

    @unittest.skipUnless(CLANG, "clang++-14 is not installed")
    def test_a_ported_program_has_no_warnings_unless_it_asks(self):
        self.assertEqual(unused_results(UNREAD), 0)
        self.assertEqual(unused_results(UNREAD, "-DSTREW_DIRECTML_NODISCARD"), 5)

    @unittest.skipUnless(CLANG, "clang++-14 is not installed")
    def test_results_that_directml_returns_are_not_forgotten(self):
        self.assertEqual(unused_results(FORGOTTEN), 12)


if __name__ == "__main__":
    if not (BUILD / "CMakeCache.txt").is_file():
        sys.exit("debug_test.py: STREW_CLI names no program of a build")
    unittest.main()
