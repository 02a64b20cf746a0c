class Strew < Formula
  desc "Scatter and gather for tensors, with one exact contract"
  homepage "https://strew.invalid/"
  url "https://strew.invalid/strew-0.1.0.tar.gz"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "cmake" => :build
  depends_on "fmt" => :build
  depends_on "highway" => :build
  depends_on "libzip"
  depends_on "protobuf"
  depends_on "tbb"

  uses_from_macos "zlib"

  def install
    args = %w[
      -DBUILD_SHARED_LIBS=ON
      -DSTREW_BUILD_CLI=ON
      -DSTREW_BUILD_EXAMPLES=OFF
      -DSTREW_BUILD_FRONTENDS=ON
      -DSTREW_BUILD_TESTS=OFF
      -DSTREW_FETCH=OFF
      -DSTREW_SIMD=ON
      -DSTREW_TBB=ON
    ]
    system "cmake", "-S", ".", "-B", "build", *args, *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/strew --version")
    (testpath/"test.cpp").write <<~CPP
      #include <strew/strew.hpp>
      #include <vector>
      int main() {
        std::vector<float> table(8), updates{9, 10, 11, 12};
        std::vector<std::int64_t> rows{4, 3, 4, 7};
        strew::scatter(table, rows, updates, 0, {.reduction = strew::reduction::add});
        return table[4] == 20 ? 0 : 1;
      }
    CPP
    system ENV.cxx, "-std=c++20", "test.cpp", "-I#{include}", "-L#{lib}", "-lstrew", "-o", "test"
    system "./test"
  end
end
