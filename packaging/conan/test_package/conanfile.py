"""A program that links the package, with each frontend that the package has."""

import pathlib

from conan import ConanFile
from conan.tools.build import can_run
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout


class Consumer(ConanFile):
    settings = "os", "arch", "compiler", "build_type"

    def requirements(self):
        self.requires(self.tested_reference_str)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["WITH_FRONTENDS"] = bool(self.dependencies["strew"].options.frontends)
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def test(self):
        if can_run(self):
            folder = pathlib.Path(self.cpp.build.bindir).absolute()
            for program in sorted(path for path in folder.glob("consumer*") if path.suffix in ("", ".exe")):
                self.run(str(program), env="conanrun")
