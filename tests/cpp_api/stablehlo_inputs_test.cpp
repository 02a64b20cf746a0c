// StableHLO's scatter of several inputs: all results or none.
#include <gtest/gtest.h>

#include <cstdint>
#include <new>
#include <string_view>
#include <vector>

#include "strew/stablehlo/inputs.hpp"
#include "strew/strew.hpp"

namespace {

namespace hlo = strew::stablehlo;

struct two_inputs {
  std::vector<std::int32_t> sums{1, 2, 3, 4}, updates{5, 6, 7};
  std::vector<double> counts{0, 0, 0, 0}, ones{1, 1, 1};
  std::vector<std::int64_t> at{2, 0, 2};
  hlo::scatter_dimensions dimensions{
      .inserted_window_dims = {0}, .scatter_dims_to_operand_dims = {0}, .index_vector_dim = 1};

  strew::result<void> run(const hlo::scatter_options& with) {
    return hlo::try_scatter({{sums, updates, sums}, {counts, ones, counts}}, at, dimensions, with);
  }
  void expect_refused(const strew::result<void>& done, std::string_view rule) const {
    EXPECT_EQ(done.error().rule(), rule) << done.error().message();
    EXPECT_EQ(sums, (std::vector<std::int32_t>{1, 2, 3, 4}));
    EXPECT_EQ(counts, (std::vector<double>{0, 0, 0, 0}));
  }
};

TEST(cpp_api_stablehlo_inputs, each_is_the_scatter_of_one) {
  two_inputs t;
  ASSERT_TRUE(t.run({.reduction = strew::reduction::add}));
  EXPECT_EQ(t.sums, (std::vector<std::int32_t>{7, 2, 15, 4}));
  EXPECT_EQ(t.counts, (std::vector<double>{1, 0, 2, 0}));
  ASSERT_TRUE(t.run({.reduction = strew::reduction::mean, .include_self = false}));  // with a workspace
  EXPECT_EQ(t.sums, (std::vector<std::int32_t>{6, 2, 6, 4}));
  EXPECT_EQ(t.counts, (std::vector<double>{1, 0, 1, 0}));
}

// The second input alone is wrong, and the first is not written.
TEST(cpp_api_stablehlo_inputs, none_is_written_if_one_is_refused) {
  two_inputs t;
  const strew::result<void> bits = t.run({.reduction = hlo::update_computation::xor_});
  t.expect_refused(bits, "TY4");
  EXPECT_TRUE(bits.error().message().starts_with("input 1 of 2: TY4")) << bits.error().message();
  t.expect_refused(t.run({.duplicates = strew::duplicates::error}), "IX2");
  t.expect_refused(t.run({.out_of_bounds = strew::out_of_bounds::fill}), "AT2");
}

TEST(cpp_api_stablehlo_inputs, rules_of_several) {
  two_inputs t;
  std::vector<double> longer(5);
  const std::vector<double> more(4);
  const auto& sums = t.sums;
  t.expect_refused(hlo::try_scatter({}, t.at, t.dimensions), "SC5");
  t.expect_refused(hlo::try_scatter({{sums, t.updates, t.sums}, {longer, t.ones, longer}}, t.at, t.dimensions), "SC1");
  t.expect_refused(hlo::try_scatter({{sums, t.updates, t.sums}, {t.counts, more, t.counts}}, t.at, t.dimensions),
                   "SC3");
  t.expect_refused(hlo::try_scatter({{sums, t.updates, t.sums}, {sums, t.updates, t.sums}}, t.at, t.dimensions), "OV2");
}

// All memory is obtained before the first write, and from the allocator of the execution.
TEST(cpp_api_stablehlo_inputs, the_workspace_is_of_the_allocator) {
  two_inputs t;
  struct counter {
    int blocks = 0, most = 0;
  } counts;
  const strew_allocator counting{sizeof counting, 1, &counts,
                                 [](void* of, std::uint64_t bytes, std::uint64_t) -> void* {
                                   counter& c = *static_cast<counter*>(of);
                                   return c.blocks == c.most ? nullptr : (++c.blocks, ::operator new(bytes));
                                 },
                                 [](void* of, void* block, std::uint64_t, std::uint64_t) {
                                   --static_cast<counter*>(of)->blocks;
                                   ::operator delete(block);
                                 }};
  const auto run = [&] {
    return hlo::try_scatter({{t.sums, t.updates, t.sums}, {t.counts, t.ones, t.counts}}, t.at, t.dimensions,
                            {.reduction = strew::reduction::mean, .include_self = false}, {.allocator = &counting});
  };
  t.expect_refused(run(), "MM1");
  counts.most = 1;
  EXPECT_TRUE(run());
  EXPECT_EQ(t.sums, (std::vector<std::int32_t>{6, 2, 6, 4}));
  EXPECT_EQ(counts.blocks, 0);
}

TEST(cpp_api_stablehlo_inputs, hints_are_checked) {
  two_inputs t;
  t.dimensions.indices_are_sorted = true;
  EXPECT_FALSE(t.run({.check_hints = true}));
  t.dimensions = {
      .inserted_window_dims = {0}, .scatter_dims_to_operand_dims = {0}, .index_vector_dim = 1, .unique_indices = true};
  t.expect_refused(t.run({.check_hints = true}), "IX2");
  EXPECT_TRUE(t.run({}));
}

}  // namespace
