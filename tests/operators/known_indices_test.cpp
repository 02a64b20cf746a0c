// What a plan knows of the indices that it is bound to, so that its executions do not look: explain tells.
#include <algorithm>
#include <initializer_list>
#include <string>

#include "operators/expect.hpp"
#include "operators/line.hpp"
#include "operators/planned.hpp"

namespace strew::support {
namespace {

constexpr int64_t known_cells = 1000, known_positions = 70'000;

std::string explained(const plan_handle& plan) {
  std::string text(strew_plan_explain(plan.get(), nullptr, 0) + 1, '\0');
  strew_plan_explain(plan.get(), text.data(), text.size());
  return text;
}

std::string solver_of(const plan_handle& plan) {
  const std::string text = explained(plan);
  const size_t at = text.find("solver       ");
  return text.substr(at, text.find('\n', at) - at);
}

// Bound to what it was made for, after executions with the bits of the plan: where binding found out all by itself,
// where it had done so before, and where they were inspected, before anything else or then.
plan_handle bound_and_run(const arguments& a, std::vector<int32_t>& output, const std::vector<int64_t>& indices) {
  const std::vector<int32_t> before = output;
  EXPECT_EQ(run(a).status, STREW_STATUS_OK);
  const std::vector<int32_t> expected = output;
  const plan_handle plan = plan_of(a);
  const prepared_handle once = prepared_of(plan, indices.data());
  const prepared_handle inspected = prepared_of(plan, indices.data());
  info_of(inspected);
  plan_handle first = bound_of(plan, once);
  const plan_handle second = bound_of(plan, once);
  info_of(once);
  const plan_handle third = bound_of(plan, once);
  const plan_handle fourth = bound_of(plan, inspected);
  for (const plan_handle* bound : std::initializer_list<const plan_handle*>{&first, &second, &third, &fourth}) {
    std::copy(before.begin(), before.end(), output.begin());
    EXPECT_EQ(execute(*bound, a).status, STREW_STATUS_OK);
    EXPECT_EQ(output, expected);
    EXPECT_EQ(solver_of(*bound), solver_of(first));
  }
  return first;
}

std::string explained_sum(const std::vector<int64_t>& indices) {
  line<int32_t> l{operator_kind::scatter, std::vector<int32_t>(known_cells), indices,
                  counting<int32_t>(known_positions), options_of(STREW_REDUCTION_ADD)};
  return explained(bound_and_run(l.view(), l.data, l.indices));
}

TEST(known_indices, that_ascend) {
  std::vector<int64_t> indices(known_positions);
  for (int64_t n = 0; n < known_positions; ++n) indices[static_cast<size_t>(n)] = n / 70;
  EXPECT_NE(explained_sum(indices).find("solver       sorted"), std::string::npos);
  for (const int64_t place : {int64_t{1}, known_positions / 2 + 7, known_positions - 1}) {
    std::vector<int64_t> others = indices;
    std::swap(others[static_cast<size_t>(place)], others[static_cast<size_t>(place) - (place == 1 ? 0 : 71)]);
    if (place == 1) others[0] = 5;
    EXPECT_EQ(explained_sum(others).find("solver       sorted"), std::string::npos) << place;
  }
}

// Values without a place under skip: those before all cells, and those after them.
TEST(known_indices, that_ascend_beyond_the_table) {
  std::vector<int64_t> indices(known_positions);
  for (int64_t n = 0; n < known_positions; ++n) indices[static_cast<size_t>(n)] = n / 60;
  for (const int64_t first : {int64_t{0}, int64_t{-2}}) {
    std::fill_n(indices.begin(), 3, first);
    line<int32_t> l{operator_kind::scatter, std::vector<int32_t>(known_cells), indices,
                    counting<int32_t>(known_positions),
                    options_of(STREW_REDUCTION_SUB, STREW_OOB_SKIP, STREW_NEGATIVE_INVALID)};
    bound_and_run(l.view(), l.data, l.indices);
    l.indices[known_positions / 2] = known_cells;  // the others still ascend
    EXPECT_NE(explained(bound_and_run(l.view(), l.data, l.indices)).find("not sorted"), std::string::npos);
  }
}

// An index operand of rows of `width` numbers, each of them the same.
std::string explained_elements(operator_kind kind, int64_t different, int32_t reduction) {
  constexpr int64_t width = 4, rows = known_positions / 2;
  array<int32_t> table{{known_cells, width}, counting<int32_t>(known_cells * width)};
  array<int64_t> indices{{rows, width}, std::vector<int64_t>(rows * width)};
  array<int32_t> direct{{rows, width}, counting<int32_t>(rows * width)};
  for (int64_t n = 0; n < rows * width; ++n) indices.values[static_cast<size_t>(n)] = n / width * 37 % known_cells;
  if (different != 0) indices.values[static_cast<size_t>(different)] = known_cells - 1;
  const strew_options options = options_of(reduction);
  arguments a = along(kind, 0);
  a.data = table.view();
  a.indices = indices.view();
  (is_scatter(kind) ? a.updates : a.output) = direct.view();
  if (is_scatter(kind)) a.output = a.data;
  a.options = &options;
  if (reduction != STREW_REDUCTION_MEAN) {
    EXPECT_NE(explained(plan_of(a)).find("where each index repeats"), std::string::npos);
  }
  return explained(bound_and_run(a, is_scatter(kind) ? table.values : direct.values, indices.values));
}

TEST(known_indices, that_repeat_along_a_row) {
  for (const operator_kind kind : {operator_kind::gather_elements, operator_kind::scatter_elements}) {
    const int32_t reduction = is_scatter(kind) ? STREW_REDUCTION_ADD : STREW_REDUCTION_NONE;
    const std::string rows = explained_elements(kind, 0, reduction);
    EXPECT_EQ(rows.find("where each index repeats"), std::string::npos);
    EXPECT_NE(rows.find("35000 positions"), std::string::npos) << rows;
    for (const int64_t different : {1, 70'001, 139'999}) {
      const std::string elements = explained_elements(kind, different, reduction);
      EXPECT_EQ(elements.find("where each index repeats"), std::string::npos);
      EXPECT_NE(elements.find("140000 positions"), std::string::npos) << elements;
    }
  }
}

// Accumulators for each element of the table.
TEST(known_indices, that_repeat_along_a_row_of_means) {
  for (const int64_t different : {0, 70'001}) {
    const std::string text = explained_elements(operator_kind::scatter_elements, different, STREW_REDUCTION_MEAN);
    EXPECT_EQ(text.find("where each index repeats"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace strew::support
