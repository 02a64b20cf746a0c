// However a write is divided among tasks, its bits are those of the sequential loop: numbers of tasks, solvers, indices
// that gather in few places, misaligned operands, tasks in random order on several threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "operators/call.hpp"
#include "threads/shuffling_executor.hpp"

namespace strew::support {
namespace {

constexpr const char* arrangements[] = {"uniform",  "one place", "two hot",     "sorted",
                                        "reversed", "zipf",      "permutation", "clustered"};

int64_t place(const std::string& arrangement, int64_t cells, int64_t n, int64_t count, std::mt19937_64& draw) {
  const auto any = static_cast<int64_t>(draw() % static_cast<uint64_t>(cells));
  if (arrangement == "one place") return cells / 3;
  if (arrangement == "two hot") return n % 3 == 0 ? any : (n % 3 == 1 ? cells / 2 : cells - 1);
  if (arrangement == "sorted") return n * cells / count;
  if (arrangement == "reversed") return cells - 1 - n * cells / count;
  if (arrangement == "zipf") return any % (1 + static_cast<int64_t>(draw() % static_cast<uint64_t>(cells)));
  if (arrangement == "permutation") return n * 7919 % cells;
  if (arrangement == "clustered") return (n / 100 * 1009 + any % 20) % cells;
  return any;
}

// Operands of f32, at an odd address if misaligned, and the result of the loop.
struct division {
  int64_t cells, width, count;
  bool adds, is_misaligned;
  std::vector<int64_t> indices;
  std::vector<std::byte> table, updates, expected;
  std::byte* workspace = nullptr;
  uint64_t workspace_bytes = 0;
  std::string refusal;

  division(int64_t of_cells, int64_t of_width, int64_t of_count, bool add, bool misaligned, const char* arrangement,
           bool has_negative = true)
      : cells(of_cells), width(of_width), count(of_count), adds(add), is_misaligned(misaligned) {
    std::mt19937_64 draw(17);
    for (int64_t n = 0; n < count; ++n) indices.push_back(place(arrangement, cells, n, count, draw));
    if (has_negative) {
      for (std::size_t i = 0; i < indices.size(); i += 5) indices[i] -= cells;  // counted from the end
    }
    fill(table, cells * width, draw);
    fill(updates, count * width, draw);
    expected = table;
    run_loop();
  }

  [[nodiscard]] std::size_t odd() const { return is_misaligned ? 1 : 0; }
  void fill(std::vector<std::byte>& bytes, int64_t size, std::mt19937_64& draw) const {
    bytes.resize(static_cast<std::size_t>(size) * sizeof(float) + 1);
    for (std::size_t i = 0; i < static_cast<std::size_t>(size); ++i) {
      const float value = static_cast<float>(draw() % 2000) / 7 - 100;
      std::memcpy(&bytes[odd() + i * sizeof value], &value, sizeof value);
    }
  }
  void run_loop() {
    for (std::size_t n = 0; n < indices.size(); ++n) {
      const auto row = static_cast<std::size_t>((indices[n] + cells) % cells * width);
      for (std::size_t k = 0; k < static_cast<std::size_t>(width); ++k) {
        float old = 0;
        float update = 0;
        std::byte* const cell = &expected[odd() + (row + k) * sizeof old];
        std::memcpy(&old, cell, sizeof old);
        std::memcpy(&update, &updates[odd() + (n * static_cast<std::size_t>(width) + k) * sizeof update],
                    sizeof update);
        if (adds) update = old + update;
        std::memcpy(cell, &update, sizeof update);
      }
    }
  }

  // False: the solver is not applicable.
  bool check(const char* solver, uint64_t tasks) {
    shuffling_executor executor(tasks);
    std::vector<std::byte> made = table;
    strew_options options = STREW_OPTIONS_INIT;
    options.reduction = adds ? STREW_REDUCTION_ADD : STREW_REDUCTION_NONE;
    options.solver = solver;
    strew_execution execution = STREW_EXECUTION_INIT;
    execution.executor = &executor.made;
    execution.threads = tasks;  // 1: nothing is run elsewhere
    execution.workspace = workspace;
    execution.workspace_bytes = workspace_bytes;
    const int64_t of_table[] = {cells, width}, of_updates[] = {count, width};
    const auto view = [&](std::vector<std::byte>& bytes, const int64_t* extents) {
      strew_tensor one = STREW_TENSOR_INIT;
      one.dtype = STREW_DTYPE_F32;
      one.data = bytes.data() + odd();
      one.rank = width == 1 ? 1 : 2;
      one.extents = extents;
      return one;
    };
    const strew_tensor data = view(made, of_table), direct = view(updates, of_updates);
    strew_tensor index = STREW_TENSOR_INIT;
    index.dtype = STREW_DTYPE_I64;
    index.data = indices.data();
    index.rank = 1;
    index.extents = of_updates;
    strew_error error = STREW_ERROR_INIT;
    strew_scatter(&data, &index, &direct, &data, 0, 0, &options, &execution, &error);
    if (std::string(error.rule) == "AT5") return false;
    EXPECT_EQ(std::string(error.rule), refusal) << error.message;
    EXPECT_LE(executor.most, tasks == 1 ? 0 : tasks);
    EXPECT_TRUE(made == expected) << (solver == nullptr ? "default" : solver) << ", " << tasks << " tasks";
    return true;
  }
};

// How often each solver ran.
using census = std::vector<std::pair<std::string, int>>;

void check_all(division one, census& ran) {
  for (const uint64_t tasks : {1U, 2U, 3U, 5U, 8U, 16U}) {
    one.check(nullptr, tasks);
    for (auto& [solver, times] : ran) times += one.check(solver.c_str(), tasks) ? 1 : 0;
  }
}

TEST(division, of_elements_of_several_bins) {
  census ran{{"binned", 0}, {"split", 0}, {"sorted", 0}, {"owned", 0}};
  for (const char* arrangement : arrangements) {
    SCOPED_TRACE(arrangement);
    check_all(division(700'001, 1, 20'000, true, false, arrangement), ran);
    check_all(division(700'001, 1, 20'000, false, true, arrangement), ran);
  }
  for (const auto& [solver, times] : ran) EXPECT_EQ(times, 96) << solver;
}

TEST(division, of_rows) {
  census ran{{"owned", 0}, {"rows", 0}};
  for (const char* arrangement : arrangements) {
    SCOPED_TRACE(arrangement);
    check_all(division(300, 20, 5000, true, true, arrangement), ran);
    check_all(division(4000, 150, 2000, false, false, arrangement), ran);
  }
  for (const auto& [solver, times] : ran) EXPECT_EQ(times, 96) << solver;
}

// The copy of a small table that is worked on is for solvers of one task.
TEST(division, of_a_small_table_with_many_updates) {
  division small(100, 1, 5000, true, false, "uniform");
  for (const uint64_t tasks : {1U, 3U}) {
    EXPECT_TRUE(small.check("binned", tasks));
    EXPECT_TRUE(small.check("split", tasks));
  }
}

// A copy of the table is worked on by several tasks.
TEST(division, of_a_table_of_some_kilobytes_with_many_updates) {
  for (const char* arrangement : arrangements) {
    SCOPED_TRACE(arrangement);
    for (const bool adds : {true, false}) {
      division some(20'000, 1, 300'000, adds, false, arrangement);
      for (const uint64_t tasks : {1U, 2U, 3U, 16U}) some.check(nullptr, tasks);
      EXPECT_TRUE(some.check("split", 5));
    }
  }
}

// So many updates are done partly by tasks, partly by one, until it is known which is faster.
TEST(division, of_writes_that_are_long_enough_to_try) {
  for (const char* arrangement : {"uniform", "two hot", "zipf"}) {
    SCOPED_TRACE(arrangement);
    division cached(70'001, 1, 1'200'000, true, false, arrangement);
    division large(7'000'001, 1, 1'100'000, false, true, arrangement);
    for (const uint64_t tasks : {2U, 5U}) {
      cached.check(nullptr, tasks);
      large.check(nullptr, tasks);
    }
  }
}

TEST(division, of_a_copied_table_writes_nothing_where_an_index_is_bad) {
  for (const bool adds : {true, false}) {
    division some(20'000, 1, 300'000, adds, false, "uniform");
    some.indices[250'001] = 20'000;
    some.expected = some.table;
    some.refusal = "IX1";
    for (const uint64_t tasks : {1U, 2U, 3U, 16U}) some.check(nullptr, tasks);
    EXPECT_TRUE(some.check("split", 5));
  }
}

// Ascending values, also where one cell has more updates than a task, and values that are not in order only at one
// place, which is where two tasks meet, or the last one.
TEST(division, of_values_in_order) {
  constexpr int64_t cells = 600'000, count = 240'000;
  for (const char* arrangement : {"sorted", "uniform", "one place", "two hot"}) {
    SCOPED_TRACE(arrangement);
    for (const int64_t disorder : {int64_t{0}, count / 2, int64_t{65536}, count - 20}) {
      division some(cells, 1, count, true, false, arrangement, false);
      std::sort(some.indices.begin(), some.indices.end());
      std::fill(some.indices.end() - 9, some.indices.end(), cells - 1);
      if (disorder != 0) some.indices[static_cast<std::size_t>(disorder) - 1] = cells - 1;  // among less ones
      some.expected = some.table;
      some.run_loop();
      for (const uint64_t tasks : {1U, 2U, 16U}) some.check(nullptr, tasks);
    }
  }
}

TEST(division, of_rows_in_order) {
  division some(3000, 30, 70'000, true, false, "uniform", false);
  std::sort(some.indices.begin(), some.indices.end());
  some.expected = some.table;
  some.run_loop();
  for (const uint64_t tasks : {1U, 2U, 3U, 16U}) some.check(nullptr, tasks);
}

TEST(division, with_a_workspace_of_the_caller_at_any_address) {
  division elements(700'001, 1, 20'000, true, false, "uniform");
  std::vector<std::byte> memory(1 << 24);
  for (const std::size_t address : {0U, 1U, 63U}) {
    elements.workspace = memory.data() + address;
    elements.workspace_bytes = memory.size() - address;
    EXPECT_TRUE(elements.check("binned", 3));
  }
}

// Enough for the default executor and for a sample: what calls without any option do.
TEST(division, of_large_calls_by_default) {
  for (const char* arrangement : arrangements) {
    SCOPED_TRACE(arrangement);
    division elements(7'000'000, 1, 200'000, true, false, arrangement);
    division rows(2000, 30, 70'000, true, false, arrangement);
    for (const uint64_t tasks : {1U, 3U, 16U}) {
      elements.check(nullptr, tasks);
      rows.check(nullptr, tasks);
    }
  }
}

}  // namespace
}  // namespace strew::support
