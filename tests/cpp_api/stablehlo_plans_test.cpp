// A gather or scatter of StableHLO that is one of strew's operators has the plan of that operator: the same problem and
// the same solvers, so the same speed.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "strew/strew.hpp"

namespace {

namespace hlo = strew::stablehlo;

// Whose defaults both calls have.
enum class policy { of_strew, of_stablehlo };

strew::options gather_policy(policy of) {
  if (of == policy::of_strew) return {};
  return {.out_of_bounds = strew::out_of_bounds::clamp, .negative_indices = strew::negative_indices::invalid};
}
strew::options scatter_policy(policy of, strew::reduction reduction) {
  if (of == policy::of_strew) return {.reduction = reduction};
  return {.reduction = reduction,
          .accumulate = strew::accumulate::native,
          .out_of_bounds = strew::out_of_bounds::skip,
          .negative_indices = strew::negative_indices::invalid};
}
hlo::gather_options as_gather(const strew::options& from) {
  return {.out_of_bounds = from.out_of_bounds, .negative_indices = from.negative_indices};
}
hlo::scatter_options as_scatter(const strew::options& from) {
  return {.reduction = from.reduction,
          .accumulate = from.accumulate,
          .out_of_bounds = from.out_of_bounds,
          .negative_indices = from.negative_indices};
}

using extent_list = std::vector<std::int64_t>;

// Operands of a plan, which looks at no element.
struct layout {
  extent_list table, indices, direct;
  strew::dtype type = strew::dtype::f32;

  strew::const_view table_view() const { return {static_cast<const void*>(nullptr), type, table}; }
  strew::view output_table() const { return {static_cast<void*>(nullptr), type, table}; }
  strew::const_view at() const { return {static_cast<const std::int64_t*>(nullptr), indices}; }
  strew::const_view updates() const { return {static_cast<const void*>(nullptr), type, direct}; }
  strew::view result() const { return {static_cast<void*>(nullptr), type, direct}; }
};

struct both {
  strew::plan own, windowed;
};

using making = both (*)(policy);

both row_gather(policy of) {
  const layout l{{1 << 20, 64}, {1 << 16}, {1 << 16, 64}};
  const strew::options with = gather_policy(of);
  return {strew::plan_gather(l.table_view(), l.at(), l.result(), 0, with),
          hlo::plan_gather(l.table_view(), l.at(), l.result(),
                           {.offset_dims = {1},
                            .collapsed_slice_dims = {0},
                            .start_index_map = {0},
                            .index_vector_dim = 1,
                            .slice_sizes = {1, 64}},
                           as_gather(with))};
}

both pair_gather(policy of) {
  const layout l{{512, 2048}, {1 << 16, 2}, {1 << 16}, strew::dtype::i32};
  const strew::options with = gather_policy(of);
  return {strew::plan_gather_nd(l.table_view(), l.at(), l.result(), with),
          hlo::plan_gather(
              l.table_view(), l.at(), l.result(),
              {.collapsed_slice_dims = {0, 1}, .start_index_map = {0, 1}, .index_vector_dim = 1, .slice_sizes = {1, 1}},
              as_gather(with))};
}

both element_gather(policy of) {
  const layout l{{512, 2048}, {512, 16}, {512, 16}};
  const strew::options with = gather_policy(of);
  return {strew::plan_gather_elements(l.table_view(), l.at(), l.result(), 1, with),
          hlo::plan_gather(l.table_view(), l.at(), l.result(),
                           {.collapsed_slice_dims = {1},
                            .operand_batching_dims = {0},
                            .start_indices_batching_dims = {0},
                            .start_index_map = {1},
                            .index_vector_dim = 2,
                            .slice_sizes = {1, 1}},
                           as_gather(with))};
}

both batched_gather(policy of) {
  const layout l{{8, 4096, 128}, {8, 256}, {8, 256, 128}, strew::dtype::f16};
  strew::options with = gather_policy(of);
  with.batch_dims = 1;
  return {strew::plan_gather(l.table_view(), l.at(), l.result(), 1, with),
          hlo::plan_gather(l.table_view(), l.at(), l.result(),
                           {.offset_dims = {2},
                            .collapsed_slice_dims = {1},
                            .operand_batching_dims = {0},
                            .start_indices_batching_dims = {0},
                            .start_index_map = {1},
                            .index_vector_dim = 2,
                            .slice_sizes = {1, 1, 128}},
                           as_gather(with))};
}

const hlo::scatter_dimensions added_rows{
    .update_window_dims = {1}, .inserted_window_dims = {0}, .scatter_dims_to_operand_dims = {0}, .index_vector_dim = 1};
const hlo::scatter_dimensions added_elements{
    .inserted_window_dims = {0}, .scatter_dims_to_operand_dims = {0}, .index_vector_dim = 1};

both index_add_of(const layout& l, const hlo::scatter_dimensions& dimensions, const strew::options& with) {
  return {strew::plan_scatter(l.table_view(), l.at(), l.updates(), l.output_table(), 0, with),
          hlo::plan_scatter(l.table_view(), l.at(), l.updates(), l.output_table(), dimensions, as_scatter(with))};
}
both row_add(policy of) {
  return index_add_of({{1 << 20, 64}, {1 << 16}, {1 << 16, 64}}, added_rows, scatter_policy(of, strew::reduction::add));
}
both half_row_add(policy of) {
  return index_add_of({{1 << 16, 128}, {1 << 18}, {1 << 18, 128}, strew::dtype::bf16}, added_rows,
                      scatter_policy(of, strew::reduction::add));
}
both histogram(policy of) {
  return index_add_of({{4096}, {1 << 22}, {1 << 22}, strew::dtype::i64}, added_elements,
                      scatter_policy(of, strew::reduction::add));
}
both permutation(policy of) {
  return index_add_of({{1 << 25}, {1 << 25}, {1 << 25}, strew::dtype::i64}, added_elements,
                      scatter_policy(of, strew::reduction::none));
}

both column_maximum(policy of) {
  const layout l{{256, 4096}, {512}, {256, 512}};
  const strew::options with = scatter_policy(of, strew::reduction::max);
  return {strew::plan_scatter(l.table_view(), l.at(), l.updates(), l.output_table(), 1, with),
          hlo::plan_scatter(l.table_view(), l.at(), l.updates(), l.output_table(),
                            {.update_window_dims = {0},
                             .inserted_window_dims = {1},
                             .scatter_dims_to_operand_dims = {1},
                             .index_vector_dim = 1},
                            as_scatter(with))};
}

both pair_product(policy of) {
  const layout l{{512, 2048, 4}, {1 << 14, 2}, {1 << 14, 4}, strew::dtype::f64};
  const strew::options with = scatter_policy(of, strew::reduction::mul);
  return {strew::plan_scatter_nd(l.table_view(), l.at(), l.updates(), l.output_table(), with),
          hlo::plan_scatter(l.table_view(), l.at(), l.updates(), l.output_table(),
                            {.update_window_dims = {1},
                             .inserted_window_dims = {0, 1},
                             .scatter_dims_to_operand_dims = {0, 1},
                             .index_vector_dim = 1},
                            as_scatter(with))};
}

both element_minimum(policy of) {
  const layout l{{512, 2048}, {512, 16}, {512, 16}, strew::dtype::i32};
  const strew::options with = scatter_policy(of, strew::reduction::min);
  return {strew::plan_scatter_elements(l.table_view(), l.at(), l.updates(), l.output_table(), 1, with),
          hlo::plan_scatter(l.table_view(), l.at(), l.updates(), l.output_table(),
                            {.inserted_window_dims = {1},
                             .input_batching_dims = {0},
                             .scatter_indices_batching_dims = {0},
                             .scatter_dims_to_operand_dims = {1},
                             .index_vector_dim = 2},
                            as_scatter(with))};
}

constexpr std::array<making, 11> same_calls{row_gather,     pair_gather,  element_gather, batched_gather,
                                            row_add,        half_row_add, histogram,      permutation,
                                            column_maximum, pair_product, element_minimum};

// What a plan says of its work: all but the names of its operator and operands.
std::string report(const strew::plan& of) {
  const std::string text = of.explain();
  return text.substr(text.find("\nvalidates"));
}

TEST(cpp_api_stablehlo_plans, are_those_of_the_operator_that_does_the_same) {
  for (const making make : same_calls) {
    for (const policy of : {policy::of_strew, policy::of_stablehlo}) {
      const both made = make(of);
      EXPECT_TRUE(made.windowed == made.own) << made.windowed.explain() << made.own.explain();
      EXPECT_EQ(made.windowed.hash(), made.own.hash());
      EXPECT_EQ(report(made.windowed), report(made.own));
    }
  }
}

// No plan depends on a hint: what sorted or unique indices allow is done when they are found to be.
TEST(cpp_api_stablehlo_plans, do_not_trust_hints) {
  const layout l{{1 << 20, 64}, {1 << 16}, {1 << 16, 64}};
  const hlo::scatter_options add{.reduction = strew::reduction::add};
  const auto plan_with = [&](bool sorted, bool unique) {
    hlo::scatter_dimensions hinted = added_rows;
    hinted.indices_are_sorted = sorted;
    hinted.unique_indices = unique;
    return hlo::plan_scatter(l.table_view(), l.at(), l.updates(), l.output_table(), hinted, add);
  };
  EXPECT_TRUE(plan_with(true, true) == plan_with(false, false));

  std::vector<std::int64_t> ascending(1 << 16);
  for (std::size_t i = 0; i < ascending.size(); ++i) ascending[i] = static_cast<std::int64_t>(i);
  const strew::plan plan = plan_with(false, false);
  const strew::prepared inspected = plan.prepare(ascending);
  EXPECT_EQ(inspected.info().order, strew::index_order::ascending);
  EXPECT_EQ(report(plan.bind(inspected)), report(row_add(policy::of_stablehlo).own.bind(inspected)));
  EXPECT_NE(report(plan.bind(inspected)), report(plan));
}

}  // namespace
