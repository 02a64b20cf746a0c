// What the pages leave undefined: indices outside, negative ones, duplicates; the options of a device that change it.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "directml/bound_case.hpp"

namespace {

using namespace directml_test;
using floats = std::vector<float>;
using numbers = std::vector<std::uint32_t>;
using integers = std::vector<std::int32_t>;

// Runs with these indices and expects IX1; nothing is written.
template <class I>
strew_error expect_outside(described& problem, const std::vector<I>& values) {
  watched_device watched;
  work made(watched.get(), problem);
  made.fill(indices, values);
  const auto before = made.memory;
  EXPECT_EQ(made.run().result, E_INVALIDARG);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(made.memory[i].image(), before[i].image());
  const strew_error record = last_error();
  EXPECT_EQ(record.status, STREW_STATUS_INDEX);
  EXPECT_EQ(record.operand, STREW_OPERAND_INDICES);
  expect_message(watched, E_INVALIDARG, "RecordDispatch", "IndicesTensor", "IX1");
  made.fill(indices, std::vector<I>(values.size(), 0));
  EXPECT_EQ(made.run().result, S_OK);
  return record;
}

TEST(directml_policy, IX1_record_of_a_tuple) {
  auto problem = gather_nd(i32({1, 4, 6}), i32({2, 3, 2}), i32({1, 2, 3}), 2, 3);
  const strew_error record = expect_outside(problem, integers{0, 0, 3, 5, 1, 1, 2, 2, 3, -7, 4, 9});
  EXPECT_EQ(record.position, 4u);
  EXPECT_EQ(record.bad_count, 2u);
  EXPECT_EQ(record.component, 1u);
  EXPECT_EQ(record.extent, 6);
  EXPECT_EQ(record.allowed_low, -6);
  EXPECT_EQ(record.allowed_high, 5);
  ASSERT_EQ(record.tuple_depth, 2u);
  EXPECT_EQ(record.tuple[0], 3u);
  EXPECT_EQ(record.tuple[1], static_cast<std::uint64_t>(std::int64_t{-7}));
  EXPECT_EQ(record.tuple_negative[0], 0);
  EXPECT_EQ(record.tuple_negative[1], 1);
  ASSERT_GE(record.coordinate_rank, 2u);
  EXPECT_EQ(record.coordinates[record.coordinate_rank - 2], 1);
  EXPECT_EQ(record.coordinates[record.coordinate_rank - 1], 1);
}

TEST(directml_policy, IX1_record_of_an_element) {
  auto problem = scatter(i32({3, 3}), u32({2, 3}), i32({2, 3}), i32({3, 3}), 0);
  const strew_error record = expect_outside(problem, numbers{0, 1, 2, 0, 3, 4});
  EXPECT_EQ(record.position, 4u);
  EXPECT_EQ(record.bad_count, 2u);
  EXPECT_EQ(record.component, 0u);
  EXPECT_EQ(record.extent, 3);
  EXPECT_EQ(record.allowed_low, 0);
  EXPECT_EQ(record.allowed_high, 2);
  EXPECT_EQ(record.tuple[0], 3u);
}

TEST(directml_policy, IX1_with_a_batch) {
  auto problem = gather_nd1(i32({1, 2, 3}), u32({2, 4, 1}), i32({1, 2, 4}), 2, 3, 1);
  EXPECT_EQ(expect_outside(problem, numbers{0, 1, 2, 0, 0, 1, 2, 3}).position, 7u);
}

TEST(directml_policy, IX1_of_gather) {
  auto problem = gather(i32({1, 3}), u32({2, 2}), i32({2, 2}), 1, 2);
  EXPECT_EQ(expect_outside(problem, numbers{0, 1, 3, 0}).position, 2u);
}

TEST(directml_policy, unsigned_values_are_never_negative) {
  auto narrow = scatter(i32({3}), u32({2}), i32({2}), i32({3}), 0);
  const strew_error record = expect_outside(narrow, numbers{1, 0xFFFFFFFF});
  EXPECT_EQ(record.tuple[0], 0xFFFFFFFFu);
  EXPECT_EQ(record.tuple_negative[0], 0);
  auto wide = scatter(i32({3}), {DML_TENSOR_DATA_TYPE_UINT64, {2}, {}}, i32({2}), i32({3}), 0);
  const strew_error record_64 = expect_outside(wide, std::vector<std::uint64_t>{1, UINT64_MAX});
  EXPECT_EQ(record_64.tuple[0], UINT64_MAX);
  EXPECT_EQ(record_64.tuple_negative[0], 0);
}

TEST(directml_policy, negative_values_count_from_the_end_once) {
  const auto device = make_device(DML_FEATURE_LEVEL_3_0);
  auto narrow = gather(i32({1, 3}), i32({1, 4}), i32({1, 4}), 1, 1);
  EXPECT_EQ(run(device.get(), narrow, integers{5, 6, 7}, integers{-1, -3, 2, -2}), (integers{7, 5, 7, 6}));
  auto wide = scatter_nd(i32({1, 3}), {DML_TENSOR_DATA_TYPE_INT64, {2, 1}, {}}, i32({1, 2}), i32({1, 3}), 1, 2);
  EXPECT_EQ(run(device.get(), wide, integers{5, 6, 7}, std::vector<std::int64_t>{-1, -3}, integers{8, 9}),
            (integers{9, 6, 8}));
  const strew_error record = expect_outside(narrow, integers{0, -4, 0, 0});
  EXPECT_EQ(record.position, 1u);
  EXPECT_EQ(record.tuple_negative[0], 1);
}

TEST(directml_policy, as_documented_clamps_gathers) {
  auto options = options_at();
  options.as_documented = 1;
  const auto device = make_device(options);
  auto by_axis = gather(i32({1, 3}), i32({1, 4}), i32({1, 4}), 1, 1);
  EXPECT_EQ(run(device.get(), by_axis, integers{5, 6, 7}, integers{-1, -4, 3, 99}), (integers{7, 5, 7, 7}));
  auto elements = gather_elements(i32({1, 3}), u32({1, 2}), i32({1, 2}), 1);
  EXPECT_EQ(run(device.get(), elements, integers{5, 6, 7}, numbers{0xFFFFFFFF, 0}), (integers{7, 5}));
  auto tuples = gather_nd(i32({2, 3}), i32({1, 2}), i32({1, 1}), 2, 1);
  EXPECT_EQ(run(device.get(), tuples, integers{1, 2, 3, 4, 5, 6}, integers{0, 9}), (integers{3}));  // by dimension
  auto batched = gather_nd1(i32({2, 3}), i32({2, 1}), i32({1, 2}), 2, 2, 1);
  EXPECT_EQ(run(device.get(), batched, integers{1, 2, 3, 4, 5, 6}, integers{9, -9}), (integers{3, 4}));
}

TEST(directml_policy, as_documented_skips_scatters) {
  auto options = options_at();
  options.as_documented = 1;
  const auto device = make_device(options);
  auto elements = scatter(i32({3}), i32({4}), i32({4}), i32({3}), 0);
  EXPECT_EQ(run(device.get(), elements, integers{5, 6, 7}, integers{3, -4, -1, 0}, integers{1, 2, 3, 4}),
            (integers{4, 6, 3}));
  auto tuples = scatter_nd(i32({2, 2}), u32({2, 1}), i32({2, 2}), i32({2, 2}), 2, 2);
  EXPECT_EQ(run(device.get(), tuples, integers{1, 2, 3, 4}, numbers{0xFFFFFFFF, 0}, integers{5, 6, 7, 8}),
            (integers{7, 8, 3, 4}));
}

TEST(directml_policy, options_of_gathers_are_passed_on) {
  strew_options gathers = STREW_OPTIONS_INIT;
  gathers.out_of_bounds = STREW_OOB_WRAP;
  auto options = options_at();
  options.gather = &gathers;
  const auto device = make_device(options);
  auto problem = gather(i32({1, 3}), i32({1, 4}), i32({1, 4}), 1, 1);
  EXPECT_EQ(run(device.get(), problem, integers{5, 6, 7}, integers{-1, -4, 4, 3}), (integers{7, 7, 6, 5}));
  auto scatters = scatter(i32({3}), i32({1}), i32({1}), i32({3}), 0);
  work made(device.get(), scatters);
  made.fill(indices, integers{3});
  EXPECT_EQ(made.run().result, E_INVALIDARG);
  EXPECT_STREQ(last_error().rule, "IX1");
}

TEST(directml_policy, options_of_scatters_are_passed_on) {
  strew_options scatters = STREW_OPTIONS_INIT;
  scatters.out_of_bounds = STREW_OOB_CLAMP;
  scatters.negative_indices = STREW_NEGATIVE_INVALID;
  auto options = options_at();
  options.scatter = &scatters;
  const auto device = make_device(options);
  auto problem = scatter(i32({3}), i32({2}), i32({2}), i32({3}), 0);
  EXPECT_EQ(run(device.get(), problem, integers{5, 6, 7}, integers{-1, 9}, integers{1, 2}), (integers{1, 6, 2}));
  auto gathers = gather(i32({1, 3}), i32({1, 1}), i32({1, 1}), 1, 1);
  EXPECT_EQ(run(device.get(), gathers, integers{5, 6, 7}, integers{-1}), (integers{7}));
}

TEST(directml_policy, fill_writes_the_value_of_the_options) {
  const std::int64_t value = -9;
  strew_options gathers = STREW_OPTIONS_INIT;
  gathers.out_of_bounds = STREW_OOB_FILL;
  gathers.fill_dtype = STREW_DTYPE_I64;
  gathers.fill_value = &value;
  auto options = options_at();
  options.gather = &gathers;
  auto problem = gather(i32({1, 3}), i32({1, 2}), i32({1, 2}), 1, 1);
  EXPECT_EQ(run(make_device(options).get(), problem, integers{5, 6, 7}, integers{3, 1}), (integers{-9, 6}));
}

TEST(directml_policy, lenient_shapes_of_the_elements_forms) {
  auto options = options_at();
  options.lenient = 1;
  watched_device watched(options);
  auto scatters = scatter(i32({3, 3}), u32({2, 2}), i32({2, 2}), i32({3, 3}), 0);
  EXPECT_EQ(run(watched.get(), scatters, integers(9), numbers{1, 0, 0, 2}, integers{1, 2, 3, 4}),
            (integers{3, 2, 0, 1, 0, 0, 0, 4, 0}));
  auto gathers = gather_elements(i32({3, 3}), u32({2, 2}), i32({2, 2}), 0);
  EXPECT_EQ(run(watched.get(), gathers, integers{1, 2, 3, 4, 5, 6, 7, 8, 9}, numbers{1, 0, 0, 2}),
            (integers{4, 2, 1, 8}));
  auto longer = scatter(i32({3, 3}), u32({2, 4}), i32({2, 4}), i32({3, 3}), 0);
  com_ptr<IDMLOperator> made;
  EXPECT_EQ(longer.create(watched.get(), made.put()), E_INVALIDARG);
  const std::string rule = last_error().rule;
  EXPECT_TRUE(rule == "DM13" || rule == "EL4") << rule;
  expect_refused(make_device().get(), scatters, E_INVALIDARG, "DM13");
  expect_refused(make_device().get(), gathers, E_INVALIDARG, "DM13");
}

TEST(directml_policy, defaults_can_be_asked) {
  strew_options options = STREW_OPTIONS_INIT;
  options.negative_indices = STREW_NEGATIVE_INVALID;
  EXPECT_EQ(strew_directml_default_options(0, 1, &options), S_OK);
  EXPECT_EQ(options.out_of_bounds, STREW_OOB_ERROR);
  EXPECT_EQ(options.negative_indices, STREW_NEGATIVE_FROM_END);
  EXPECT_EQ(strew_directml_default_options(1, 0, &options), S_OK);
  EXPECT_EQ(options.out_of_bounds, STREW_OOB_CLAMP);
  EXPECT_EQ(strew_directml_default_options(1, 1, &options), S_OK);
  EXPECT_EQ(options.out_of_bounds, STREW_OOB_SKIP);
  options.struct_size = 1;
  EXPECT_EQ(strew_directml_default_options(0, 0, &options), E_INVALIDARG);
  EXPECT_EQ(strew_directml_default_options(0, 0, nullptr), E_INVALIDARG);
}

}  // namespace
