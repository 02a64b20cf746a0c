// The statistics of a sample of the indices, and the candidate that an execution chooses by it.
#include "facts/sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

#include "execute/choose.hpp"

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

index_facts facts_of(const problem& p, const std::byte* indices) {
  index_facts made;
  sample(p, kernel::portable(), indices, made);
  return made;
}
index_facts sample_of(const indices_list& indices) {
  return facts_of(gather(), reinterpret_cast<const std::byte*>(indices.data()));
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
  const index_facts seen = sample_of(scrambled());
  EXPECT_EQ(seen.sampled, 32U);
  EXPECT_EQ(seen.even, 0U);
  EXPECT_LT(seen.ascending, seen.sampled);
  EXPECT_EQ(seen.most_frequent, 1U);
}

TEST(sample, of_a_range_is_even_and_sorted) {
  indices_list indices(positions);
  std::iota(indices.begin(), indices.end(), 0);
  const index_facts seen = sample_of(indices);
  EXPECT_EQ(seen.even, seen.sampled);
  EXPECT_EQ(seen.ascending, seen.sampled);
  EXPECT_EQ(seen.most_frequent, 1U);
}

TEST(sample, of_sorted_indices_is_sorted) {
  indices_list indices = scrambled();
  std::sort(indices.begin(), indices.end());
  EXPECT_TRUE(sample_of(indices).order.is(index_order::ascending));
  std::reverse(indices.begin(), indices.end());
  EXPECT_TRUE(sample_of(indices).order.is(index_order::descending));
  EXPECT_FALSE(sample_of(indices).order.is(index_order::descending, source::proof));
}

TEST(sample, tells_how_often_one_value_comes) {
  indices_list indices = scrambled();
  std::fill_n(indices.begin(), indices.size() / 2, 5);
  const index_facts seen = sample_of(indices);
  EXPECT_EQ(seen.most_frequent, 16U);
  EXPECT_EQ(seen.even, 16U);
}

TEST(sample, of_lines_too_short_for_neighbours_is_empty) {
  problem p = gather();
  p.axes.clear();
  p.axes.push_back({positions / 2, 0, 2, 16});
  p.axes.push_back({2, 0, 1, 8});
  const indices_list indices = scrambled();
  EXPECT_EQ(facts_of(p, reinterpret_cast<const std::byte*>(indices.data())).sampled, 0U);
}

TEST(sample, stays_inside_lines_and_indices) {
  problem p = gather();
  p.axes.clear();
  p.axes.push_back({7, 0, 3, 24});
  p.axes.push_back({3, 0, 1, 8});
  const indices_list indices(21, 4);  // exactly those that are addressed, so that sanitizers detect reads beyond
  const index_facts seen = facts_of(p, reinterpret_cast<const std::byte*>(indices.data()));
  EXPECT_EQ(seen.sampled, 21U);
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
  const index_facts even = facts_of(p, last_row);
  EXPECT_EQ(even.sampled, 32U);
  EXPECT_EQ(even.even, 32U);
  EXPECT_EQ(even.ascending, 0U);  // the second member falls
  for (std::size_t i = 1; i < indices.size(); i += 6) indices[i] += 1000;
  EXPECT_EQ(facts_of(p, last_row).even, 0U);
}

// Ascending in each of two halves, not over both.
TEST(sample, of_sorted_parts_are_runs) {
  indices_list indices = scrambled();
  const auto half = static_cast<std::ptrdiff_t>(indices.size() / 2);
  std::sort(indices.begin(), indices.begin() + half);
  std::sort(indices.begin() + half, indices.end());
  EXPECT_TRUE(sample_of(indices).order.is(index_order::runs));
}

TEST(facts, a_weaker_source_does_not_replace_a_stronger_one) {
  fact<bool> known;
  known.learn(true, source::proof);
  known.learn(false, source::sample);
  EXPECT_TRUE(known.is(true, source::proof));
  known.learn(false, source::proof);
  EXPECT_TRUE(known.is(false, source::proof));
}

// Costs little if no index repeats in the sample: writes 1. The other writes 2.
workload cost_of_first(const program&, const situation& in, std::uint64_t) {
  return {.positions = in.facts.most_frequent == 1 ? 1.0 : 1e9};
}
workload cost_of_last(const program&, const situation&, std::uint64_t) {
  return {.positions = 1e6};
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

step step_of(const solver& first, const solver& last) {
  step one;
  one.problem = gather();
  one.is_sampled = true;
  one.learned = std::make_shared<experience>();
  for (const solver* by : {&first, &last}) {
    candidate made;
    made.made.by = by;
    one.candidates.push_back(made);
  }
  return one;
}

std::byte written_by(const step& one, const indices_list& indices) {
  std::byte written{};
  const auto* at = reinterpret_cast<const std::byte*>(indices.data());
  EXPECT_TRUE(run(choose(one, kernel::portable(), at, {}, false), {nullptr, &written, at}, {}));
  return written;
}

TEST(candidates, the_one_that_costs_least_is_run) {
  const solver first{.name = "first",
                     .method = "writes 1",
                     .refuse = no_reason,
                     .make = nothing_to_make,
                     .run = write<1>,
                     .block = no_block,
                     .cost = cost_of_first};
  const solver last{.name = "last",
                    .method = "writes 2",
                    .refuse = no_reason,
                    .make = nothing_to_make,
                    .run = write<2>,
                    .block = no_block,
                    .cost = cost_of_last};
  for (const bool repeats : {false, true})
    EXPECT_EQ(written_by(step_of(first, last), repeats ? indices_list(positions, 3) : scrambled()),
              std::byte(repeats ? 2 : 1));
}

// As where memory is touched for the first time.
bool write_slowly(const program& by, const part& work, const cancellation& cancel) {
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  return write<1>(by, work, cancel);
}

TEST(candidates, the_time_of_a_first_execution_that_is_far_longer_than_expected_is_not_noted) {
  solver first{.name = "first",
               .method = "writes 1",
               .refuse = no_reason,
               .make = nothing_to_make,
               .run = write_slowly,
               .block = no_block,
               .cost = cost_of_first};
  solver last = first;
  last.cost = cost_of_last;
  const indices_list indices = scrambled();
  const step unused = step_of(first, last);
  written_by(unused, indices);
  EXPECT_EQ(unused.learned->time(experience::slot(0, 1)), 0);
  first.cost = [](const program&, const situation&, std::uint64_t) { return workload{.positions = 1e9}; };
  last.cost = [](const program&, const situation&, std::uint64_t) { return workload{.positions = 1e11}; };
  const step used = step_of(first, last);
  written_by(used, indices);
  EXPECT_GT(used.learned->time(experience::slot(0, 1)), 0);
}

// Something else ran while the faster candidate was measured for the first time.
TEST(candidates, one_that_was_disturbed_is_looked_at_again) {
  solver first{.name = "first",
               .method = "writes 1",
               .refuse = no_reason,
               .make = nothing_to_make,
               .run = write<1>,
               .block = no_block,
               .cost = [](const program&, const situation&, std::uint64_t) { return workload{.positions = 1000}; }};
  solver last = first;
  last.cost = [](const program&, const situation&, std::uint64_t) { return workload{.positions = 2000}; };
  const step one = step_of(first, last);
  const indices_list indices = scrambled();
  const auto choose_next = [&] {
    const auto* at = reinterpret_cast<const std::byte*>(indices.data());
    return choose(one, kernel::portable(), at, {}, false).chosen.by == &one.candidates[0];
  };
  EXPECT_TRUE(choose_next());
  one.learned->note(experience::slot(0, 1), 3000);
  one.learned->note(experience::slot(1, 1), 900);
  int executions = 0;
  for (; executions < 200 && !choose_next(); ++executions) one.learned->note(experience::slot(1, 1), 900);
  EXPECT_GT(executions, 50);  // looks at it cost little
  EXPECT_LT(executions, 200);
  one.learned->note(experience::slot(0, 1), 450);
  EXPECT_TRUE(choose_next());
}

}  // namespace
}  // namespace strew::engine::testing
