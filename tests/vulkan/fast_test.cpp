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
  // Of floats that are small numbers, whose sums and products are exact in any order.
  std::vector<unsigned char> small_numbers(strew_dtype type, std::size_t count) {
    const std::size_t bytes = strew_dtype_bytes(type);
    std::vector<unsigned char> made(count * bytes);
    for (std::size_t n = 0; n < count; ++n) {
      const double wide = static_cast<double>(draw() % 17) - 8;
      const auto single = static_cast<float>(wide);
      if (bytes == 8) std::memcpy(made.data() + n * bytes, &wide, bytes);
      if (bytes == 4) std::memcpy(made.data() + n * bytes, &single, bytes);
    }
    return made;
  }
  std::vector<unsigned char> elements(const row_shapes& of, std::int64_t rows) {
    const auto count = static_cast<std::size_t>(rows * of.columns);
    return are_small ? small_numbers(of.type, count) : any_bytes(count * strew_dtype_bytes(of.type));
  }
  std::vector<unsigned char> any_indices(const row_shapes& of) {
    const std::size_t bytes = strew_dtype_bytes(of.index_type);
    std::vector<unsigned char> made(static_cast<std::size_t>(of.positions) * bytes);
    const std::int64_t reach = options.out_of_bounds == STREW_OOB_ERROR ? of.rows : 2 * of.rows;
    for (std::int64_t p = 0; p < of.positions; ++p) {
      const std::int64_t value = static_cast<std::int64_t>(draw() % static_cast<std::uint64_t>(2 * reach)) - reach;
      std::memcpy(made.data() + static_cast<std::size_t>(p) * bytes, &value, bytes);
    }
    return made;
  }

  void compare(const row_shapes& of, bool is_scatter, std::uint64_t shift) {
    options.reduction = is_scatter ? reduction : STREW_REDUCTION_NONE;
    device_plan plan(*on, of, is_scatter, options);
    dispatches = plan.dispatches();
    const auto data = elements(of, of.rows);
    const auto moved = elements(of, of.positions);
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
    EXPECT_EQ((is_scatter ? table : direct).get<unsigned char>(expected.size(), shift), expected)
        << "reduction " << reduction << " of type " << of.type << ", " << of.rows << " rows, shift " << shift;
  }
  // Many updates of one cell, of few cells, with some that are skipped, and of many.
  void compare_by_atomics(strew_dtype type) {
    for (const std::int64_t rows : {1, 37, 5000}) {
      options.out_of_bounds = rows == 37 ? STREW_OOB_SKIP : STREW_OOB_ERROR;
      compare({type, STREW_DTYPE_I32, rows, 3, 3000}, true, 0);
    }
    const bool is_wide = strew_dtype_bytes(type) == 8;
    const std::string kernel = std::string("\natomic_") + (is_wide ? "wide_" : "");
    EXPECT_EQ(dispatches.find(kernel) != std::string::npos, !is_wide || has_atomics_64()) << dispatches;
  }
  [[nodiscard]] bool has_atomics_64() const {
    char text[1024];
    strew_vulkan_device_describe(on->made, text, sizeof text);
    return std::string(text).find("atomics of 64 bits: yes") != std::string::npos;
  }

  strew_options options = STREW_OPTIONS_INIT;
  std::int32_t reduction = STREW_REDUCTION_ADD;
  bool are_small = false;
  std::string dispatches;  // of the last comparison
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

TEST_F(fast, integers_are_combined_by_atomics_with_the_bits_of_an_order) {
  for (const std::int32_t one : {STREW_REDUCTION_ADD, STREW_REDUCTION_SUB, STREW_REDUCTION_MIN, STREW_REDUCTION_MAX,
                                 STREW_REDUCTION_AND, STREW_REDUCTION_OR, STREW_REDUCTION_XOR}) {
    reduction = one;
    compare_by_atomics(STREW_DTYPE_I32);
    compare_by_atomics(STREW_DTYPE_I64);
    if (one != STREW_REDUCTION_MIN && one != STREW_REDUCTION_MAX) continue;  // without an order the sign is none
    compare_by_atomics(STREW_DTYPE_U32);
    compare_by_atomics(STREW_DTYPE_U64);
  }
}

TEST_F(fast, minima_and_maxima_of_any_floats_are_found_by_atomics) {
  for (const strew_dtype type : {STREW_DTYPE_F32, STREW_DTYPE_F64}) {
    for (reduction = STREW_REDUCTION_MIN; reduction <= STREW_REDUCTION_MAX; ++reduction) compare_by_atomics(type);
  }
}

TEST_F(fast, sums_of_floats_in_any_order_are_made_by_atomics) {
  options.unordered = 1;
  are_small = true;
  for (const strew_dtype type : {STREW_DTYPE_F32, STREW_DTYPE_F64}) {
    for (reduction = STREW_REDUCTION_ADD; reduction <= STREW_REDUCTION_SUB; ++reduction) compare_by_atomics(type);
  }
}

TEST_F(fast, updates_are_sorted_where_atomics_are_not_aligned) {
  for (const std::uint64_t shift : {1, 2, 4}) {
    compare({STREW_DTYPE_I32, STREW_DTYPE_I32, 37, 3, 3000}, true, shift);
    compare({STREW_DTYPE_I64, STREW_DTYPE_I32, 37, 3, 3000}, true, shift);
  }
}

// A cell with one update has the bits of the loop: subnormal, infinite and NaN too.
TEST_F(fast, a_float_with_one_update_has_its_bits_in_any_order) {
  options.unordered = 1;
  options.duplicates = STREW_DUPLICATES_ERROR;
  for (const strew_dtype type : {STREW_DTYPE_F32, STREW_DTYPE_F64}) {
    for (reduction = STREW_REDUCTION_ADD; reduction <= STREW_REDUCTION_MUL; ++reduction) {
      compare({type, STREW_DTYPE_I32, 5000, 500, 3}, true, 0);
    }
  }
}

// A device whose maker does not say what it was made with.
TEST_F(fast, atomics_of_64_bits_are_those_that_a_device_was_made_with) {
  strew_vulkan_context context = on->context;
  context.features = nullptr;
  context.arithmetic = STREW_VULKAN_INTEGERS;
  strew_vulkan_device* made = nullptr;
  strew_error error = STREW_ERROR_INIT;
  ASSERT_EQ(strew_vulkan_device_make(&context, on->queue, on->family, &made, &error), STREW_STATUS_OK) << error.message;
  options.reduction = STREW_REDUCTION_ADD;
  const device_plan given(*on, {.type = STREW_DTYPE_I64}, true, options);
  EXPECT_EQ(given.dispatches().find("atomic_wide") != std::string::npos, has_atomics_64());
  strew_vulkan_plan* plan = nullptr;
  ASSERT_EQ(strew_vulkan_plan_make(made, given.host, &plan, &error), STREW_STATUS_OK) << error.message;
  char text[2048];
  strew_vulkan_plan_describe(plan, text, sizeof text);
  EXPECT_EQ(std::string(text).find("atomic"), std::string::npos) << text;
  strew_vulkan_plan_destroy(plan);
  strew_vulkan_device_destroy(made);
}

}  // namespace
}  // namespace strew::vulkan_tests
