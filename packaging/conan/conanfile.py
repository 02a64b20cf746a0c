"""strew for Conan 2, of the sources that this file lies in: conan create packaging/conan."""

import pathlib
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, rmdir
from conan.tools.scm import Version

required_conan_version = ">=2.4"

SOURCES = ("CMakeLists.txt", "LICENSE", "backends/*", "cli/*", "docs/contract.md", "frontends/*", "include/*", "src/*",
           "tools/cmake/*")  # fmt: skip
FRONTENDS = ("directml", "bnns")
OLDEST = {"gcc": "12", "clang": "14"}


class Strew(ConanFile):
    name = "strew"
    description = "Scatter and gather for tensors: one exact contract, one engine, many frontends"
    license = "MIT"
    homepage = "https://strew.invalid/"
    topics = ("scatter", "gather", "tensor", "indexing", "directml", "bnns")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {name: [True, False] for name in ("shared", "fPIC", "frontends", "cli", "tbb", "simd")}
    default_options = {"shared": False, "fPIC": True, "frontends": True, "cli": False, "tbb": True, "simd": True}
    implements = ["auto_shared_fpic"]

    def set_version(self):
        header = pathlib.Path(self.recipe_folder).parents[1] / "include/strew/version.h"
        self.version = re.search(r'STREW_VERSION_STRING "([0-9.]+)"', header.read_text())[1]

    def export_sources(self):
        root = str(pathlib.Path(self.recipe_folder).parents[1])
        for pattern in SOURCES:
            copy(self, pattern, root, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        """fmt and Highway are headers that are compiled in: users of the package do not see them."""
        if self.options.tbb:
            self.requires("onetbb/[>=2021.7]")
        if self.options.simd:
            self.requires("highway/[>=1.0.3]", visible=False)
        if self.options.frontends or self.options.cli:
            self.requires("fmt/[>=9]", options={"header_only": True}, visible=False)
        if self.options.cli:  # the program names no library that a static libzip needs in turn
            self.requires("libzip/[>=1.7]", options={"shared": True}, visible=False)
            self.requires("protobuf/[>=3.21]", visible=False)
            self.requires("zlib/[>=1.2]", visible=False)

    def build_requirements(self):
        if self.options.cli:
            self.tool_requires("protobuf/<host_version>")

    def validate(self):
        check_min_cppstd(self, 20)
        oldest = OLDEST.get(str(self.settings.compiler))
        if oldest and Version(self.settings.compiler.version) < oldest:
            raise ConanInvalidConfiguration(f"strew needs {self.settings.compiler} {oldest} or later")

    def generate(self):
        """CMake finds Highway by the name of its own package; the recipe of Conan has another."""
        dependencies = CMakeDeps(self)
        dependencies.set_property("highway", "cmake_file_name", "hwy")
        dependencies.set_property("highway::hwy", "cmake_target_name", "hwy::hwy")
        dependencies.generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables.update({
            "STREW_BUILD_CLI": bool(self.options.cli),
            "STREW_BUILD_FRONTENDS": bool(self.options.frontends),
            "STREW_BUILD_EXAMPLES": False,
            "STREW_BUILD_TESTS": False,
            "STREW_FETCH": False,
            "STREW_SIMD": bool(self.options.simd),
            "STREW_TBB": "ON" if self.options.tbb else "STANDARD",
        })  # fmt: skip
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, str(pathlib.Path(self.package_folder) / "licenses"))
        CMake(self).install()
        for folder in ("lib/cmake", "lib/pkgconfig", "share"):  # Conan's generators write these for users
            rmdir(self, str(pathlib.Path(self.package_folder) / folder))

    def package_info(self):
        self.cpp_info.set_property("cmake_target_name", "strew::everything")
        engine = self.cpp_info.components["engine"]
        engine.set_property("cmake_target_name", "strew::strew")
        engine.set_property("pkg_config_name", "strew")
        engine.libs = ["strew"]
        if self.settings.os == "Linux":
            engine.system_libs = ["pthread", "dl", "m"]
        packages = [need.ref.name for need, found in self.dependencies.items() if found.recipe != "Platform"]
        if "onetbb" in packages:
            engine.requires = ["onetbb::libtbb"]
        elif self.options.tbb:  # the system's (platform_requires), of which Conan knows the version alone
            engine.system_libs.append("tbb")
        for name in FRONTENDS if self.options.frontends else ():
            part = self.cpp_info.components[name]
            part.set_property("cmake_target_name", f"strew::{name}")
            part.set_property("pkg_config_name", f"strew-{name}")
            part.libs = [f"strew_{name}"]
            part.requires = ["engine"]
