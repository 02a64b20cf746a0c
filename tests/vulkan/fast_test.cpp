// The kernels for whole rows, which few random problems reach: against the processor, and where addresses rule them out
// against the general ones.
#include <algorithm>
#include <random>

#include "vulkan/device_plan.hpp"

namespace strew::vulkan_tests {
namespace {

class fast : public ::testing::Test {
 protected:
  void SetUp() override {
    on = gpu::find();
    if (on == nullptr) GTEST_SKIP() << "there is no Vulkan device that is accepted";
  }

  // Bytes, each of any value; of f32 many are subnormal, infinite or NaN then.
  std::vector<unsigned char> any_bytes(std::size_t count) {
    std::vector<unsigned char> made(count);
    for (unsigned char& one : made) one = static_cast<unsigned char>(draw());
    for (std::size_t n = 3; n < count; n += 28) made[n] = static_cast<unsigned char>(n % 56 == 3 ? 0x7F : 0);
    return made;
  }
  std::vector<unsigned char> any_indices(const row_shapes& of) {
    const std::size_t bytes = strew_dtype_bytes(of.index_type);
    std::vector<unsigned char> made(static_cast<std::size_t>(of.positions) * bytes);
    for (std::int64_t p = 0; p < of.positions; ++p) {
      const std::int64_t value = static_cast<std::int64_t>(draw() % static_cast<std::uint64_t>(2 * of.rows)) - of.rows;
      std::memcpy(made.data() + static_cast<std::size_t>(p) * bytes, &value, bytes);
    }
    return made;
  }

  void compare(const row_shapes& of, bool is_scatter, std::uint64_t shift) {
    strew_options options = STREW_OPTIONS_INIT;
    if (is_scatter) options.reduction = STREW_REDUCTION_ADD;
    device_plan plan(*on, of, is_scatter, options);
    const std::size_t row = static_cast<std::size_t>(of.columns) * strew_dtype_bytes(of.type);
    const auto data = any_bytes(static_cast<std::size_t>(of.rows) * row);
    const auto moved = any_bytes(static_cast<std::size_t>(of.positions) * row);
    const auto indices = any_indices(of);
    std::vector<unsigned char> expected = is_scatter ? data : moved;
    strew_error error = STREW_ERROR_INIT;
    strew_execute(plan.host, is_scatter ? expected.data() : data.data(), indices.data(), moved.data(), expected.data(),
                  nullptr, &error);
    ASSERT_EQ(error.status, STREW_STATUS_OK) << error.message;
    const gpu_buffer table = on->make_buffer(data.size() + 64), list = on->buffer_of(indices);
    const gpu_buffer direct = on->make_buffer(moved.size() + 64);
    table.put(data, shift);
    direct.put(moved, shift);
    plan.call.data = table.at(shift);
    plan.call.indices = list.at();
    (is_scatter ? plan.call.updates : plan.call.output) = direct.at(shift);
    if (is_scatter) plan.call.output = table.at(shift);
    ASSERT_EQ(plan.run(*on).status, STREW_STATUS_OK);
    EXPECT_EQ((is_scatter ? table : direct).get<unsigned char>(expected.size(), shift), expected);
  }

  gpu* on = nullptr;
  std::mt19937_64 draw{7};
};

TEST_F(fast, rows_are_read_by_units_of_4_8_and_16_bytes) {
  for (const strew_dtype index_type : {STREW_DTYPE_I64, STREW_DTYPE_I32, STREW_DTYPE_I16, STREW_DTYPE_I8}) {
    for (const std::int64_t columns : {1, 2, 3, 4, 64}) {
      const row_shapes of{STREW_DTYPE_F32, index_type, 40, columns, 700};
      EXPECT_NE(device_plan(*on, of, false, STREW_OPTIONS_INIT).dispatches().find("rows"), std::string::npos);
      compare(of, false, 0);
      compare(of, false, 1);
      compare(of, false, 4);
    }
  }
}

TEST_F(fast, sums_of_rows_keep_the_order_of_positions) {
  for (const std::int64_t rows : {3, 40, 5000}) {
    for (const std::int64_t columns : {1, 3, 64}) {
      const row_shapes of{STREW_DTYPE_F32, STREW_DTYPE_I32, rows, columns, 900};
      compare(of, true, 0);
      compare(of, true, 2);
    }
  }
}

// More than one workgroup can sort, and keys of up to three digits.
TEST_F(fast, long_lists_are_sorted_by_digits) {
  for (const std::int64_t rows : {200, 70000}) {
    compare({STREW_DTYPE_F32, STREW_DTYPE_I32, rows, 1, 10000}, true, 0);
    compare({STREW_DTYPE_F64, STREW_DTYPE_I64, rows, 2, 5000}, true, 0);
  }
}

// Cells with thousands of updates, by the general kernel.
TEST_F(fast, long_lists_of_one_cell_are_applied_in_order) {
  for (const std::int64_t rows : {1, 4, 50}) {
    compare({STREW_DTYPE_U32, STREW_DTYPE_I32, rows, 1, 14784}, true, 0);
    compare({STREW_DTYPE_F32, STREW_DTYPE_I32, rows, 1, 190080}, true, 1);
  }
}

}  // namespace
}  // namespace strew::vulkan_tests
