// Where operands lie: overlap, emptiness, null pointers, and offsets beyond 2^32.
#include <gtest/gtest.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "support/array.hpp"

namespace strew::support {
namespace {

void expect_overlap(const strew_error& error) {
  EXPECT_EQ(error.status, STREW_STATUS_OVERLAP) << error.message;
  EXPECT_NE(error.message[0], 0);
}

TEST(nd_overlap, a_gather_has_no_form_in_place) {
  array<int32_t> data{{3}, {1, 2, 3}};
  const array<int32_t> indices{{3, 1}, {2, 2, 0}};
  expect_overlap(gather_nd(data.view(), indices.view(), data.view()));
  EXPECT_EQ(data.values, (std::vector<int32_t>{1, 2, 3}));
}

TEST(nd_overlap, output_over_indices) {
  std::vector<int32_t> memory = {0, 1, 2, 0};
  const shape four = {4};
  const shape tuples = {4, 1};
  const shape element = {4};
  const shape tuple_strides = {4, 4};
  const strew_tensor output = describe(memory.data(), STREW_DTYPE_I32, four, element);
  const strew_tensor indices = describe(memory.data(), STREW_DTYPE_I32, tuples, tuple_strides);
  const array<int32_t> data{{4}, {5, 6, 7, 8}};
  expect_overlap(gather_nd(data.view(), indices, output));
  expect_overlap(scatter_nd(data.view(), indices, data.view(), output));
  EXPECT_EQ(memory, (std::vector<int32_t>{0, 1, 2, 0}));
}

// Every shift of updates against the output, and the two where they only touch.
TEST(nd_overlap, updates_at_every_shift) {
  const array<int32_t> indices{{4, 1}, {0, 1, 2, 3}};
  const shape four = {4};
  const shape element = {4};
  for (int64_t shift = -16; shift <= 16; ++shift) {
    std::vector<unsigned char> memory(64, 3);
    const strew_tensor output = describe(memory.data() + 16, STREW_DTYPE_I32, four, element);
    const strew_tensor updates = describe(memory.data() + 16 + shift, STREW_DTYPE_I32, four, element);
    const strew_error error = scatter_nd(output, indices.view(), updates, output, 0, options_of(STREW_REDUCTION_ADD));
    if (shift == -16 || shift == 16) {
      EXPECT_EQ(error.status, STREW_STATUS_OK) << shift << ": " << error.message;
      EXPECT_EQ(memory[16], 6);
    } else {
      expect_overlap(error);
      EXPECT_EQ(memory, std::vector<unsigned char>(64, 3)) << shift;
    }
  }
}

TEST(nd_overlap, data_under_the_output_with_other_strides) {
  array<int32_t> square{{2, 2}, {1, 2, 3, 4}};
  array<int32_t> transposed = square;
  strew_tensor output = square.view();
  transposed.strides = {4, 8};
  output.strides = transposed.strides.data();
  const array<int32_t> indices{{1, 1}, {0}};
  const array<int32_t> updates{{1, 2}, {8, 9}};
  expect_overlap(scatter_nd(square.view(), indices.view(), updates.view(), output));
  EXPECT_EQ(square.values, (std::vector<int32_t>{1, 2, 3, 4}));
}

// Columns of one matrix interleave without sharing a byte, and the common row stride proves it.
TEST(nd_overlap, interleaved_columns_are_apart) {
  std::vector<int32_t> matrix = {0, 0, 7, 8, 0, 0, 9, 10, 0, 0, 11, 12};
  const shape extents = {3, 2};
  const shape strides = {16, 4};
  const strew_tensor output = describe(matrix.data(), STREW_DTYPE_I32, extents, strides);
  const strew_tensor updates = describe(matrix.data() + 2, STREW_DTYPE_I32, extents, strides);
  const array<int32_t> indices{{3, 1}, {2, 1, 0}};
  const strew_error error = scatter_nd(output, indices.view(), updates, output);
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(matrix, (std::vector<int32_t>{11, 12, 7, 8, 9, 10, 9, 10, 7, 8, 11, 12}));
}

TEST(nd_overlap, data_may_be_updates_and_inputs_may_overlap) {
  const array<int32_t> data{{3}, {1, 2, 3}};
  const array<int32_t> indices{{3, 1}, {2, 0, 1}};
  array<int32_t> output{{3}, {0, 0, 0}};
  const strew_error error = scatter_nd(data.view(), indices.view(), data.view(), output.view());
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(output.values, (std::vector<int32_t>{2, 3, 1}));
}

// ---- empty operands

strew_tensor nothing(const shape& extents, strew_dtype dtype) {
  strew_tensor t = STREW_TENSOR_INIT;
  t.dtype = dtype;
  t.rank = extents.size();
  t.extents = extents.data();
  return t;
}

TEST(nd_empty, no_position_needs_no_pointer) {
  const shape five = {5};
  const shape no_tuples = {0, 1};
  const shape no_elements = {0};
  const strew_error error = gather_nd(nothing(five, STREW_DTYPE_F32), nothing(no_tuples, STREW_DTYPE_I64),
                                      nothing(no_elements, STREW_DTYPE_F32));
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
}

TEST(nd_empty, a_scatter_without_positions_copies_data) {
  const shape no_tuples = {0, 1};
  const shape no_elements = {0};
  const array<float> data{{3}, {1, 2, 3}};
  array<float> output{{3}, {7, 7, 7}};
  const strew_error error =
      scatter_nd(data.view(), nothing(no_tuples, STREW_DTYPE_U8), nothing(no_elements, STREW_DTYPE_F32), output.view());
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(output.values, data.values);
}

TEST(nd_empty, empty_slices_still_have_their_indices_validated) {
  const shape extents = {2, 0};
  const shape direct = {3, 0};
  const array<int64_t> indices{{3, 1}, {0, 7, -9}};
  strew_error error = gather_nd(nothing(extents, STREW_DTYPE_F32), indices.view(), nothing(direct, STREW_DTYPE_F32));
  EXPECT_EQ(error.status, STREW_STATUS_INDEX);
  EXPECT_EQ(error.position, 1U);
  EXPECT_EQ(error.bad_count, 2U);
  error = scatter_nd(nothing(extents, STREW_DTYPE_F32), indices.view(), nothing(direct, STREW_DTYPE_F32),
                     nothing(extents, STREW_DTYPE_F32));
  EXPECT_EQ(error.status, STREW_STATUS_INDEX);
  const array<int64_t> good{{3, 1}, {0, 1, -2}};
  error = gather_nd(nothing(extents, STREW_DTYPE_F32), good.view(), nothing(direct, STREW_DTYPE_F32));
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
}

TEST(nd_empty, a_needed_null_pointer_is_refused) {
  const shape five = {5};
  const shape one = {1};
  const array<int32_t> indices{{1, 1}, {0}};
  array<float> output{{1}, {7}};
  strew_error error = gather_nd(nothing(five, STREW_DTYPE_F32), indices.view(), output.view());
  EXPECT_EQ(error.status, STREW_STATUS_POINTER);
  EXPECT_STREQ(error.rule, "PT1");
  const array<float> data{{5}, {1, 2, 3, 4, 5}};
  error = gather_nd(data.view(), indices.view(), nothing(one, STREW_DTYPE_F32));
  EXPECT_EQ(error.status, STREW_STATUS_POINTER);
  EXPECT_EQ(output.values[0], 7);
}

// ---- far away

TEST(nd_far, views_of_giant_extents_by_stride_0) {
  const int64_t many = int64_t{1} << 33;
  std::vector<float> row = {1, 2, 3, 4};
  const shape extents = {many, 4};
  const shape strides = {0, 4};
  const strew_tensor data = describe(row.data(), STREW_DTYPE_F32, extents, strides);
  array<float> output{{3, 4}, std::vector<float>(12)};
  const array<int64_t> good{{3, 1}, {many - 1, -many, 5}};
  strew_error error = gather_nd(data, good.view(), output.view());
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(output.values, (std::vector<float>{1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4}));
  const array<int64_t> bad{{3, 1}, {many - 1, many, -many - 1}};
  error = gather_nd(data, bad.view(), output.view());
  EXPECT_EQ(error.status, STREW_STATUS_INDEX);
  EXPECT_EQ(error.position, 1U);
  EXPECT_EQ(error.extent, many);
  EXPECT_EQ(error.allowed_low, -many);
  EXPECT_EQ(error.allowed_high, many - 1);
  EXPECT_EQ(error.bad_count, 2U);
}

// Each of 2^40 positions counts, though they all read one word.
TEST(nd_far, giant_broadcast_positions_count_each) {
  const int64_t many = int64_t{1} << 40;
  const shape data_extents = {3, 0};
  const shape direct_extents = {many, 2, 0};
  std::vector<int16_t> words = {1, 3};
  const shape index_extents = {many, 2, 1};
  const shape repeated = {0, 2, 2};
  const strew_tensor indices = describe(words.data(), STREW_DTYPE_I16, index_extents, repeated);
  const strew_error error =
      gather_nd(nothing(data_extents, STREW_DTYPE_F32), indices, nothing(direct_extents, STREW_DTYPE_F32));
  EXPECT_EQ(error.status, STREW_STATUS_INDEX) << error.message;
  EXPECT_EQ(error.position, 1U);
  EXPECT_EQ(error.bad_count, static_cast<uint64_t>(many));
}

#ifdef __linux__
// Address space without memory behind it; pages come as they are touched.
class sparse_memory {
 public:
  explicit sparse_memory(size_t bytes) : bytes_(bytes) {
    constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void* start = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    start_ = start == MAP_FAILED ? nullptr : static_cast<unsigned char*>(start);
  }
  ~sparse_memory() {
    if (start_ != nullptr) munmap(start_, bytes_);
  }
  sparse_memory(const sparse_memory&) = delete;
  sparse_memory& operator=(const sparse_memory&) = delete;
  unsigned char* start() const { return start_; }

 private:
  size_t bytes_;
  unsigned char* start_;
};

TEST(nd_far, rows_beyond_2_to_the_32_bytes) {
  const int64_t rows = (int64_t{3} << 30) + 5;
  const sparse_memory memory(static_cast<size_t>(rows) * 4);
  if (memory.start() == nullptr) GTEST_SKIP() << "no address space";
  const shape extents = {rows};
  const shape element = {4};
  const strew_tensor table = describe(memory.start(), STREW_DTYPE_I32, extents, element);
  const array<uint32_t> indices{{3, 1}, {static_cast<uint32_t>(rows - 1), 1U << 30, 3}};
  const array<int32_t> updates{{3}, {11, 12, 13}};
  strew_error error = scatter_nd(table, indices.view(), updates.view(), table, 0, options_of(STREW_REDUCTION_ADD));
  ASSERT_EQ(error.status, STREW_STATUS_OK) << error.message;
  const auto* elements = reinterpret_cast<const int32_t*>(memory.start());
  EXPECT_EQ(elements[rows - 1], 11);
  EXPECT_EQ(elements[int64_t{1} << 30], 12);
  EXPECT_EQ(elements[3], 13);
  EXPECT_EQ(elements[0], 0);
  array<int32_t> output{{4}, {0, 0, 0, 0}};
  const array<int64_t> from_end{{4, 1}, {-1, int64_t{1} << 30, 3, -rows}};
  error = gather_nd(table, from_end.view(), output.view());
  ASSERT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(output.values, (std::vector<int32_t>{11, 12, 13, 0}));
}

// The stride of the first dimension is 2^32 - 65536: in 32 bits it is negative.
TEST(nd_far, a_stride_just_below_2_to_the_32) {
  const shape extents = {2, 65536, 65535};
  const sparse_memory memory(size_t{2} * 65536 * 65535);
  if (memory.start() == nullptr) GTEST_SKIP() << "no address space";
  const shape strides = {int64_t{65536} * 65535, 65535, 1};
  const strew_tensor table = describe(memory.start(), STREW_DTYPE_U8, extents, strides);
  const array<int32_t> indices{{2, 3}, {1, 0, 61440, 1, 65535, 65534}};
  const array<uint8_t> updates{{2}, {21, 22}};
  strew_error error = scatter_nd(table, indices.view(), updates.view(), table);
  ASSERT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(memory.start()[int64_t{65536} * 65535 + 61440], 21);
  EXPECT_EQ(memory.start()[int64_t{2} * 65536 * 65535 - 1], 22);
  array<uint8_t> output{{2}, {0, 0}};
  error = gather_nd(table, indices.view(), output.view());
  ASSERT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(output.values, updates.values);
}

// A start that is in order only if start and slice are added in 32 bits.
TEST(nd_far, a_bad_row_of_a_wide_table) {
  const int64_t wide = 536870912;
  const sparse_memory memory(static_cast<size_t>(3 * wide));
  if (memory.start() == nullptr) GTEST_SKIP() << "no address space";
  const shape extents = {3, wide};
  const shape dense = {wide, 1};
  const shape direct = {1, wide};
  const shape repeated = {0, 0};
  unsigned char byte = 1;
  const strew_tensor table = describe(memory.start(), STREW_DTYPE_U8, extents, dense);
  const strew_tensor updates = describe(&byte, STREW_DTYPE_U8, direct, repeated);
  const array<int32_t> indices{{1, 1}, {3}};
  const strew_error error = scatter_nd(table, indices.view(), updates, table);
  EXPECT_EQ(error.status, STREW_STATUS_INDEX) << error.message;
  EXPECT_EQ(error.extent, 3);
}
#endif

}  // namespace
}  // namespace strew::support
