// Extents and offsets beyond 2^32 in every form: views that repeat one value, and sparse files.
#include "operators/expect.hpp"

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

#include <cstdio>

namespace strew::support {
namespace {

constexpr int64_t giant = int64_t{1} << 33;

// One row repeated 2^33 times: every index below is good, 2^33 is not, and no 32 bits hold them.
TEST(far, gathers_of_repeated_rows) {
  std::vector<int32_t> row = {5, 6};
  const shape extents = {giant, 2};
  const shape strides = {0, 4};
  const strew_tensor data = describe(row.data(), STREW_DTYPE_I32, extents, strides);
  for (const uint64_t bad : {uint64_t{giant}, uint64_t{giant} + 1, UINT64_MAX}) {
    array<uint64_t> indices{{3}, {giant - 1, uint64_t{1} << 32, 0}};
    array<int32_t> output{{3, 2}, std::vector<int32_t>(6, 7)};
    arguments a = along(operator_kind::gather, 0);
    a.data = data;
    a.indices = indices.view();
    a.output = output.view();
    strew_error error = run(a);
    EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
    EXPECT_EQ(output.values, (std::vector<int32_t>{5, 6, 5, 6, 5, 6}));
    indices.values[2] = bad;
    error = run(a);
    EXPECT_EQ(error.status, STREW_STATUS_INDEX);
    EXPECT_EQ(error.position, 2U);
    EXPECT_EQ(error.tuple[0], bad);
    EXPECT_EQ(error.allowed_high, giant - 1);
  }
}

TEST(far, elements_and_windows_of_repeated_rows) {
  std::vector<int32_t> row = {5, 6};
  const shape extents = {giant, 2};
  const shape strides = {0, 4};
  const array<int64_t> last{{1, 2}, {giant - 1, -giant}};
  array<int32_t> output{{1, 2}, {7, 7}};
  arguments a = along(operator_kind::gather_elements, 0);
  a.data = describe(row.data(), STREW_DTYPE_I32, extents, strides);
  a.indices = last.view();
  a.output = output.view();
  EXPECT_EQ(run(a).status, STREW_STATUS_OK);
  EXPECT_EQ(output.values, (std::vector<int32_t>{5, 6}));
  const array<int64_t> start{{1, 1}, {giant - 2}};
  array<int32_t> window{{1, 2, 2}, {7, 7, 7, 7}};
  a = stablehlo(operator_kind::stablehlo_gather, {{1, 2}, {}, {}, {}, {0}, 1, {2, 2}});
  a.data = describe(row.data(), STREW_DTYPE_I32, extents, strides);
  a.indices = start.view();
  a.output = window.view();
  EXPECT_EQ(run(a).status, STREW_STATUS_OK);
  EXPECT_EQ(window.values, (std::vector<int32_t>{5, 6, 5, 6}));
}

// More positions than 32 bits count, all but none of them moved: the output is empty, the indices repeat.
TEST(far, a_bad_position_beyond_2_to_the_32) {
  const shape positions = {giant, 2};
  const shape repeated = {0, 8};
  std::vector<int64_t> pair = {0, 7};
  const shape data = {3, 0};
  const shape output = {giant, 2, 0};
  arguments a = along(operator_kind::gather, 0);
  a.data = describe(nullptr, STREW_DTYPE_I32, data, data);
  a.indices = describe(pair.data(), STREW_DTYPE_I64, positions, repeated);
  a.output = describe(nullptr, STREW_DTYPE_I32, output, output);
  const strew_error error = run(a);
  EXPECT_EQ(error.status, STREW_STATUS_INDEX);
  EXPECT_EQ(error.position, 1U);
  EXPECT_EQ(error.bad_count, static_cast<uint64_t>(giant));
}

#ifdef __linux__
// A sparse file, mapped: only the pages that are touched take space.
class sparse_bytes {
 public:
  explicit sparse_bytes(size_t bytes) : bytes_(bytes) {
    std::FILE* file = std::tmpfile();
    if (file == nullptr) return;
    if (ftruncate(fileno(file), static_cast<off_t>(bytes)) == 0) {
      start_ = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
    }
    std::fclose(file);
  }
  ~sparse_bytes() {
    if (start_ != MAP_FAILED) munmap(start_, bytes_);
  }
  sparse_bytes(const sparse_bytes&) = delete;
  sparse_bytes& operator=(const sparse_bytes&) = delete;
  bool is_there() const { return start_ != MAP_FAILED; }
  uint8_t* at(int64_t offset) const { return static_cast<uint8_t*>(start_) + offset; }

 private:
  size_t bytes_;
  void* start_ = MAP_FAILED;
};

// Rows of 2^31 bytes, two of them and a bit: the second dimension is written in place beyond 2^32.
TEST(far, scatters_into_a_sparse_file) {
  const int64_t wide = int64_t{1} << 31;
  const sparse_bytes memory(static_cast<size_t>(3 * wide));
  if (!memory.is_there()) GTEST_SKIP() << "no address space";
  const shape extents = {3, wide};
  const shape strides = {wide, 1};
  const array<uint8_t> updates{{3, 2}, {1, 2, 3, 4, 5, 6}};
  arguments a = along(operator_kind::scatter, 1);
  a.data = a.output = describe(memory.at(0), STREW_DTYPE_U8, extents, strides);
  const array<uint32_t> columns{{2}, {static_cast<uint32_t>(wide - 1), 3}};
  a.indices = columns.view();
  a.updates = updates.view();
  EXPECT_EQ(run(a).status, STREW_STATUS_OK);
  for (int64_t row = 0; row < 3; ++row) {
    EXPECT_EQ(*memory.at(row * wide + wide - 1), 2 * row + 1);
    EXPECT_EQ(*memory.at(row * wide + 3), 2 * row + 2);
  }
  const strew_options options = options_of(STREW_REDUCTION_ADD);
  const array<int64_t> indices_from_end{{3, 2}, {-1, 3, -1, 3, -1, 3}};
  a.kind = operator_kind::scatter_elements;
  a.indices = indices_from_end.view();
  a.options = &options;
  EXPECT_EQ(run(a).status, STREW_STATUS_OK);
  EXPECT_EQ(*memory.at(3 * wide - 1), 10);
  EXPECT_EQ(*memory.at(2 * wide + 3), 12);
  EXPECT_EQ(*memory.at(2 * wide + 4), 0);
}
#endif

}  // namespace
}  // namespace strew::support
