from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Strew(CMakePackage):
    """Scatter and gather for tensors: one exact contract, one engine, many frontends."""

    homepage = "https://strew.invalid/"
    url = "https://strew.invalid/strew-0.1.0.tar.gz"

    license("MIT")

    version("0.1.0", sha256="@SHA256@")

    variant("shared", default=True, description="Shared libraries")
    variant("frontends", default=True, description="strew::directml and strew::bnns")
    variant("cli", default=True, description="The program strew")
    variant("tbb", default=True, description="Threads of oneTBB for large calls; without it those of strew itself")
    variant("simd", default=True, description="Kernels for AVX2 and AVX-512, chosen at run time, or for NEON")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.21:", type="build")
    depends_on("highway@1.0.3:", type="build", when="+simd")
    depends_on("fmt@9:", type="build", when="+frontends")
    depends_on("fmt@9:", type="build", when="+cli")
    depends_on("libzip@1.7:", when="+cli")
    depends_on("protobuf@3.21:", when="+cli")
    depends_on("zlib-api", when="+cli")
    depends_on("intel-tbb@2021.1.1:", when="+tbb")

    conflicts("%gcc@:11", msg="strew needs C++20")
    conflicts("%clang@:13", msg="strew needs C++20")

    def cmake_args(self):
        return [
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define_from_variant("STREW_BUILD_CLI", "cli"),
            self.define_from_variant("STREW_BUILD_FRONTENDS", "frontends"),
            self.define_from_variant("STREW_SIMD", "simd"),
            self.define("STREW_BUILD_EXAMPLES", False),
            self.define("STREW_BUILD_TESTS", False),
            self.define("STREW_FETCH", False),
            self.define("STREW_TBB", "ON" if self.spec.satisfies("+tbb") else "STANDARD"),
        ]
