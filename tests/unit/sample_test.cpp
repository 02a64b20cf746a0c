// The statistics of a sample of the indices, and the candidate that an execution chooses by it.
#include "execute/sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "execute/run_step.hpp"

namespace strew::engine::testing {
namespace {

constexpr std::int64_t positions = 100'000;
using indices_list = std::vector<std::int64_t>;

// Bytes of a table gathered through one index per position.
problem gather() {
  problem p;
  p.width = 1;
  p.axes.push_back({positions, 0, 1, 8});
  p.coordinates.push_back({positions, 1, 1, 0});
  return p;
}

index_sample sample_of(const indices_list& indices) {
  return sample(gather(), kernel::portable(), reinterpret_cast<const std::byte*>(indices.data()));
}

// Neither sorted nor anywhere with a constant step.
indices_list scrambled() {
  indices_list indices(positions);
  std::uint64_t state = 7;
  for (std::int64_t& index : indices) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    index = static_cast<std::int64_t>((state >> 33U) % positions);
  }
  return indices;
}

TEST(sample, of_scrambled_indices_is_neither_even_nor_sorted) {
  const index_sample seen = sample_of(scrambled());
  EXPECT_EQ(seen.positions, 32U);
  EXPECT_EQ(seen.even, 0U);
  EXPECT_LT(seen.ascending, seen.positions);
  EXPECT_EQ(seen.most_frequent, 1U);
}

TEST(sample, of_a_range_is_even_and_sorted) {
  indices_list indices(positions);
  std::iota(indices.begin(), indices.end(), 0);
  const index_sample seen = sample_of(indices);
  EXPECT_EQ(seen.even, seen.positions);
  EXPECT_EQ(seen.ascending, seen.positions);
  EXPECT_EQ(seen.most_frequent, 1U);
}

TEST(sample, of_sorted_indices_is_sorted) {
  indices_list indices = scrambled();
  std::sort(indices.begin(), indices.end());
  EXPECT_EQ(sample_of(indices).ascending, 32U);
}

TEST(sample, tells_how_often_one_value_comes) {
  indices_list indices = scrambled();
  std::fill_n(indices.begin(), indices.size() / 2, 5);
  const index_sample seen = sample_of(indices);
  EXPECT_EQ(seen.most_frequent, 16U);
  EXPECT_EQ(seen.even, 16U);
}

TEST(sample, of_lines_too_short_for_neighbours_is_empty) {
  problem p = gather();
  p.axes.clear();
  p.axes.push_back({positions / 2, 0, 2, 16});
  p.axes.push_back({2, 0, 1, 8});
  const indices_list indices = scrambled();
  EXPECT_EQ(sample(p, kernel::portable(), reinterpret_cast<const std::byte*>(indices.data())).positions, 0U);
}

TEST(sample, stays_inside_lines_and_indices) {
  problem p = gather();
  p.axes.clear();
  p.axes.push_back({7, 0, 3, 24});
  p.axes.push_back({3, 0, 1, 8});
  const indices_list indices(21, 4);  // exactly those that are addressed, so that sanitizers detect reads beyond
  const index_sample seen = sample(p, kernel::portable(), reinterpret_cast<const std::byte*>(indices.data()));
  EXPECT_EQ(seen.positions, 21U);
  EXPECT_EQ(seen.most_frequent, 21U);
}

// Every arrangement reads the addressed indices only, each in memory of exactly that size; the sanitizers watch.
TEST(sample, follows_strides_and_offsets) {
  problem p = gather();
  p.axes.clear();
  p.axes.push_back({4, 0, 50, -160});  // from the last row to the first
  p.axes.push_back({10, 0, 5, 16});    // tuples of two
  p.axes.push_back({5, 1, 1, 0});      // of a slice, without indices
  p.coordinates.push_back({positions, 1, 1, 8});
  indices_list indices(80);
  for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = static_cast<std::int64_t>(i % 2 == 0 ? i : 80 - i);
  const auto* last_row = reinterpret_cast<const std::byte*>(indices.data() + 60);
  const index_sample even = sample(p, kernel::portable(), last_row);
  EXPECT_EQ(even.positions, 32U);
  EXPECT_EQ(even.even, 32U);
  EXPECT_EQ(even.ascending, 0U);  // the second member falls
  for (std::size_t i = 1; i < indices.size(); i += 6) indices[i] += 1000;
  EXPECT_EQ(sample(p, kernel::portable(), last_row).even, 0U);
}

TEST(sample, of_few_even_steps_makes_runs_step_back) {
  EXPECT_TRUE(runs_solver.suits({}, {.positions = 32, .even = 4}));
  EXPECT_FALSE(runs_solver.suits({}, {.positions = 32, .even = 1}));
  EXPECT_FALSE(runs_solver.suits({}, {.positions = 32, .ascending = 32}));
}

// The first candidate writes 1 if no index repeats in the sample, the last one writes 2.
bool not_repeated(const program& /*chosen*/, const index_sample& seen) {
  return seen.most_frequent == 1;
}
const char* no_reason(const situation&) {
  return nullptr;
}
program nothing_to_make(const situation&) {
  return {};
}
template <int Value>
bool write(const program&, const part& work, const cancellation&) {
  *work.direct = std::byte{Value};
  return true;
}
std::size_t no_block(const program&) {
  return 0;
}

TEST(candidates, the_first_that_suits_the_sample_is_run) {
  const solver first{.name = "first",
                     .method = "writes 1",
                     .refuse = no_reason,
                     .make = nothing_to_make,
                     .run = write<1>,
                     .block = no_block,
                     .suits = not_repeated,
                     .unless = "an index repeats"};
  const solver last{.name = "last",
                    .method = "writes 2",
                    .refuse = no_reason,
                    .make = nothing_to_make,
                    .run = write<2>,
                    .block = no_block};
  step one;
  one.problem = gather();
  one.is_sampled = true;
  for (const solver* by : {&first, &last}) {
    program made;
    made.by = by;
    one.candidates.push_back(made);
  }
  for (const bool repeats : {false, true}) {
    const indices_list indices = repeats ? indices_list(positions, 3) : scrambled();
    std::byte written{};
    const auto* at = reinterpret_cast<const std::byte*>(indices.data());
    ASSERT_TRUE(run(choose(one, kernel::portable(), at, {}, false), {nullptr, &written, at}, {}));
    EXPECT_EQ(written, std::byte(repeats ? 2 : 1));
  }
}

}  // namespace
}  // namespace strew::engine::testing
