// Solvers by name: what each is for, what it refuses, and that all make the same bits.
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <strew/strew.hpp>
#include <string>
#include <vector>

namespace strew::testing {
namespace {

using floats = std::vector<float>;
using indices_list = std::vector<std::int64_t>;

std::string solver_of(const floats& data, std::vector<std::int64_t> extents, const indices_list& indices,
                      std::int64_t axis) {
  const const_view table(data.data(), extents);
  const const_view index(indices);
  std::vector<std::int64_t> output_extents = shape_along_axis(table, index, axis);
  floats output(static_cast<std::size_t>(
      std::accumulate(output_extents.begin(), output_extents.end(), std::int64_t{1}, std::multiplies<>())));
  const std::string text = plan_gather(table, index, view(output.data(), output_extents), axis).describe();
  const std::string before = "; solver ";
  const std::size_t first = text.find(before) + before.size();
  return text.substr(first, text.find_first_of(" ;", first) - first);
}

TEST(solvers, are_listed_fastest_first_and_end) {
  std::vector<std::string> names;
  while (const char* name = strew_solver_name(names.size())) names.emplace_back(name);
  EXPECT_EQ(names, (std::vector<std::string>{"nop", "copy", "decoded", "segments", "collected", "dots", "buckets",
                                             "sorted", "private", "binned", "split", "grouped", "owned", "windows",
                                             "runs", "rows", "elements", "strided"}));
}

TEST(solvers, are_chosen_by_shape) {
  const floats data(6400, 1);
  const indices_list many(40, 3);
  const indices_list few{1, 2, 3, 4, 5, 6, 7, 8, 9};
  EXPECT_EQ(solver_of(data, {6400}, {}, 0), "nop");
  EXPECT_EQ(solver_of(data, {6400}, many, 0), "elements");
  EXPECT_EQ(solver_of(data, {100, 64}, many, 0), "runs");
  EXPECT_EQ(solver_of(data, {100, 64}, few, 0), "rows");
  EXPECT_EQ(solver_of(data, {6400}, few, 0), "elements");
  EXPECT_EQ(solver_of(data, {100, 64}, few, 1), "elements");
}

TEST(solvers, a_scatter_of_depth_0_is_a_copy_and_its_reason_is_told) {
  const floats data{1, 2, 3, 4};
  const indices_list indices{0, 0, 0};
  floats output(3);
  const plan made = plan_gather(const_view(data), const_view(indices), view(output), 0);
  EXPECT_NE(made.explain().find("\nnot copy     indices choose the places"), std::string::npos) << made.explain();
  EXPECT_NE(made.explain().find("\nnot runs     too few positions"), std::string::npos) << made.explain();
}

TEST(solvers, of_many_positions_there_is_a_choice_with_its_times) {
  const floats data(500);
  for (const std::size_t count : {2'000U, 65536U}) {
    const indices_list indices(count);
    floats output(5 * count);
    const view rows(output.data(), {static_cast<std::int64_t>(count), 5});
    const plan made = plan_gather(const_view(data.data(), {100, 5}), const_view(indices), rows, 0);
    const bool chooses = made.describe().find("; solver runs or rows;") != std::string::npos;
    EXPECT_EQ(chooses, count == 65536) << made.describe();
    const char* other =
        "\nor           rows: resolves a block of positions, then takes one row after the other, prefetched"
        "\n             65536 positions, each 1 unit of 20 bytes, in blocks of 512; kernels resolve=i64/error read=w*"
        "\n             expected ";
    EXPECT_EQ(made.explain().find(other) != std::string::npos, chooses) << made.explain();
  }
}

TEST(solvers, whatever_the_sample_shows_the_sums_are_those_of_the_loop) {
  constexpr std::int64_t cells = 1000;
  for (const std::int64_t factor : {1, 7919}) {  // a range that begins again and again; scrambled
    indices_list indices(70'000);
    for (std::size_t i = 0; i < indices.size(); ++i)
      indices[i] = static_cast<std::int64_t>(i) * factor * factor % cells;
    std::iota(indices.begin(), indices.begin() + 100, 0);
    floats updates(indices.size()), expected(cells, 0.5F);
    for (std::size_t i = 0; i < updates.size(); ++i) {
      updates[i] = 1.0F / static_cast<float>(i + 1);
      expected[static_cast<std::size_t>(indices[i])] += updates[i];
    }
    floats found(cells, 0.5F);
    const options add{.reduction = reduction::add};
    const plan made = plan_scatter(const_view(found), const_view(indices), const_view(updates), view(found), 0, add);
    made.execute({found.data(), indices.data(), updates.data(), found.data()});
    EXPECT_EQ(found, expected) << factor;
    floats bound(cells, 0.5F);
    made.bind(made.prepare(indices.data())).execute({bound.data(), nullptr, updates.data(), bound.data()});
    EXPECT_EQ(bound, expected) << factor;
  }
}

// Rows of a large table that are written one after the other need no bins; elements anywhere in it do.
TEST(solvers, bins_are_for_positions_that_jump_about_in_the_table) {
  constexpr std::int64_t rows = 8192, columns = 1024;
  floats table(rows * columns);
  const indices_list indices(rows * 64);
  const floats updates(indices.size());
  for (const std::int64_t axis : {0, 1}) {
    const std::vector<std::int64_t> extents =
        axis == 1 ? std::vector{rows, std::int64_t{64}} : std::vector{rows * 64 / columns, columns};
    const plan made =
        plan_scatter_elements(const_view(table.data(), {rows, columns}), const_view(indices.data(), extents),
                              const_view(updates.data(), extents), view(table.data(), {rows, columns}), axis);
    // Where they may be used, their cost on this machine decides.
    const bool is_refused = made.explain().find("\nnot binned   positions are in the order") != std::string::npos;
    EXPECT_EQ(is_refused, axis == 1) << made.explain();
  }
}

// Sums of integers have the same bits in any order, those of floats only if they may.
TEST(solvers, tasks_have_tables_of_their_own_where_the_order_is_free) {
  const indices_list indices(30'000);
  const auto explained = [&](const auto& updates, bool ordered) {
    auto table = updates;
    table.resize(1000);
    const options with{.reduction = reduction::add, .ordered = ordered};
    return plan_scatter(const_view(table), const_view(indices), const_view(updates), view(table), 0, with).explain();
  };
  const std::string method =
      "\nor           private: each task combines its part of the positions in a table of its own, then all tables "
      "are combined\n";
  const std::string reason = "\nnot private  sums of floats are in the order of positions\n";
  EXPECT_NE(explained(std::vector<std::int32_t>(indices.size()), true).find(method), std::string::npos);
  EXPECT_NE(explained(floats(indices.size()), false).find(method), std::string::npos);
  EXPECT_NE(explained(floats(indices.size()), false).find("in any order"), std::string::npos);
  EXPECT_NE(explained(floats(indices.size()), true).find(reason), std::string::npos);
}

TEST(solvers, one_that_is_unknown_or_not_applicable_is_refused) {
  const floats data{1, 2, 3, 4};
  const indices_list indices{0, 2, 1};
  floats output(3, -1);
  for (const auto& [name, reason] : {std::pair("fast", "no solver fast"), std::pair("copy", "indices choose"),
                                     std::pair("rows", "width of an element")}) {
    const auto outcome = try_gather(const_view(data), const_view(indices), view(output), 0, {.solver = name});
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code(), status::attribute);
    EXPECT_EQ(outcome.error().rule(), "AT5");
    EXPECT_NE(std::string(outcome.error().message()).find(reason), std::string::npos) << outcome.error().message();
    EXPECT_EQ(output, floats(3, -1));
  }
}

// A table of 60 rows; index values step evenly, stand still, jump and count from the end.
TEST(solvers, all_that_apply_make_the_same_bits) {
  floats data(60 * 5);
  std::iota(data.begin(), data.end(), 0.25F);
  indices_list indices;
  for (std::int64_t i = 0; i < 60; ++i) indices.push_back(i);
  for (std::int64_t i = 0; i < 40; ++i) indices.push_back(7);
  for (std::int64_t i = 0; i < 50; ++i) indices.push_back(i * i % 60 - 60);
  const auto n = static_cast<std::int64_t>(indices.size());
  floats updates(static_cast<std::size_t>(n) * 5);
  std::iota(updates.begin(), updates.end(), 1.0F);
  for (const reduction reduce : {reduction::none, reduction::add, reduction::min}) {
    floats expected = data;
    for (std::size_t p = 0; p < indices.size(); ++p) {
      const auto row = static_cast<std::size_t>(indices[p] < 0 ? indices[p] + 60 : indices[p]);
      for (std::size_t c = 0; c < 5; ++c) {
        float& cell = expected[row * 5 + c];
        const float update = updates[p * 5 + c];
        cell = reduce == reduction::none ? update : reduce == reduction::add ? cell + update : std::min(cell, update);
      }
    }
    int used = 0;
    for (std::uint64_t number = 0; const char* name = strew_solver_name(number); ++number) {
      floats table = data;
      const auto outcome = try_scatter(view(table.data(), {60, 5}), const_view(indices),
                                       const_view(updates.data(), {n, 5}), 0, {.reduction = reduce, .solver = name});
      if (!outcome) {
        EXPECT_EQ(outcome.error().rule(), "AT5") << name;
        continue;
      }
      ++used;
      EXPECT_EQ(table, expected) << name;
    }
    EXPECT_GE(used, 3);
  }
}

}  // namespace
}  // namespace strew::testing
