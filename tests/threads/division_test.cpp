// However a write is divided among tasks, its bits are those of the sequential loop: numbers of tasks, solvers, indices
// that gather in few places, misaligned operands, tasks in random order on several threads.
#include "threads/division.hpp"

#include <gtest/gtest.h>
#if !defined(_WIN32)
#include <sys/wait.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "threads/at_once.hpp"

namespace strew::support {
namespace {

// How often each solver ran.
using census = std::vector<std::pair<std::string, int>>;

void check_all(division one, census& ran) {
  for (const uint64_t tasks : {1U, 2U, 3U, 5U, 8U, 16U}) {
    one.check(nullptr, tasks);
    for (auto& [solver, times] : ran) times += one.check(solver.c_str(), tasks) ? 1 : 0;
  }
}

TEST(division, of_elements_of_several_bins) {
  census ran{{"binned", 0}, {"split", 0}, {"sorted", 0}, {"grouped", 0}, {"owned", 0}};
  for (const char* arrangement : arrangements) {
    SCOPED_TRACE(arrangement);
    check_all(division(700'001, 1, 20'000, true, false, arrangement), ran);
    check_all(division(700'001, 1, 20'000, false, true, arrangement), ran);
  }
  for (const auto& [solver, times] : ran) EXPECT_EQ(times, 144) << solver;
}

TEST(division, of_rows) {
  census ran{{"grouped", 0}, {"owned", 0}, {"rows", 0}};
  for (const char* arrangement : arrangements) {
    SCOPED_TRACE(arrangement);
    check_all(division(300, 20, 5000, true, true, arrangement), ran);
    check_all(division(4000, 150, 2000, false, false, arrangement), ran);
  }
  for (const auto& [solver, times] : ran) EXPECT_EQ(times, 144) << solver;
}

TEST(division, of_sums_in_any_order) {
  census ran{{"private", 0}};
  for (const char* arrangement : arrangements) {
    SCOPED_TRACE(arrangement);
    division elements(2001, 1, 20'000, true, true, arrangement);
    division rows(300, 20, 5000, true, false, arrangement);
    for (division* one : {&elements, &rows}) {
      EXPECT_FALSE(one->check("private", 2));  // they are sums of floats
      one->combine_in_any_order();
      check_all(*one, ran);
    }
  }
  EXPECT_EQ(ran[0].second, 144);
}

// Rows of which a task may apply some columns only: of several lines of the cache, as elements or as bytes.
TEST(division, of_rows_that_are_hot) {
  census ran{{"owned", 0}};
  for (const char* arrangement : {"one place", "two hot", "hot first", "hot last", "zipf"}) {
    SCOPED_TRACE(arrangement);
    for (const bool is_misaligned : {false, true}) {
      check_all(division(7, 37, 3000, true, is_misaligned, arrangement), ran);
      check_all(division(70, 500, 1000, true, is_misaligned, arrangement), ran);
      check_all(division(70, 333, 1000, false, is_misaligned, arrangement), ran);
    }
  }
  EXPECT_EQ(ran[0].second, 180);
}

// The same prepared indices by other numbers of tasks than those that first kept their order.
TEST(division, of_rows_whose_order_is_kept) {
  for (const char* arrangement : arrangements) {
    SCOPED_TRACE(arrangement);
    division rows(300, 20, 70'000, true, true, arrangement);
    for (const uint64_t first : {1U, 6U, 7U, 64U, 80U}) {
      const plan_handle bound = rows.bound_plan("grouped");
      for (const uint64_t tasks : {first, uint64_t{3}, uint64_t{5}, uint64_t{8}, uint64_t{16}, first}) {
        shuffling_executor executor(tasks);
        rows.execute(bound, tasks, executor.made);
      }
    }
  }
}

// Whoever comes first keeps it, the others meanwhile do without.
TEST(division, of_rows_whose_order_several_threads_find) {
  division rows(300, 20, 70'000, true, false, "uniform");
  for (int times = 0; times < 10; ++times) {
    const plan_handle bound = rows.bound_plan("grouped");
    testing::at_once(3, [&](int) {
      shuffling_executor executor(8);
      for (int n = 0; n < 3; ++n) rows.execute(bound, 8, executor.made);
    });
  }
}

#if !defined(_WIN32)
// Which prepared indices keep beside their own.
std::vector<uint64_t> order_of_places(const division& rows) {
  std::vector<uint64_t> order(rows.indices.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto place = [&](uint64_t n) { return (rows.indices[n] + rows.cells) % rows.cells; };
  std::stable_sort(order.begin(), order.end(), [&](uint64_t a, uint64_t b) { return place(a) < place(b); });
  return order;
}

// The child has one task.
TEST(division, of_rows_whose_order_is_kept_before_a_fork) {
  division rows(300, 20, 70'000, true, false, "uniform");
  prepared_handle prepared(nullptr, strew_prepared_destroy);
  const plan_handle bound = rows.bound_plan("grouped", &prepared);
  watching_executor serial(8);
  for (int times = 0; times < 2; ++times) {
    rows.execute(bound, 8, serial.made);
    EXPECT_EQ(serial.most, 8U);
    EXPECT_EQ(order_of(prepared), order_of_places(rows));
    const pid_t child = fork();
    if (child == 0) {
      serial.most = 0;
      rows.execute(bound, 8, serial.made);
      _exit(::testing::Test::HasFailure() || serial.most != 0 || order_of(prepared) != order_of_places(rows) ? 1 : 0);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
}
#endif

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

// Sorted pieces one after the other, as few and as many as are looked for, and one more; of one length, or of any, also
// with a piece of one position, or a value that is counted from the end.
TEST(division, of_values_in_runs) {
  constexpr int64_t cells = 3000, count = 20'000;
  for (const int64_t runs : {1, 2, 3, 15, 16, 17}) {
    for (const int64_t shift : {0, 1, 500}) {
      SCOPED_TRACE(std::to_string(runs) + " runs, shifted by " + std::to_string(shift));
      division some(cells, 1, count, true, false, "uniform", false);
      const auto end_of = [&](int64_t n) {
        return some.indices.begin() + (n == 0 || n == runs ? n * count / runs : n * count / runs - shift);
      };
      for (int64_t n = 0; n < runs; ++n) std::sort(end_of(n), end_of(n + 1));
      if (shift == 1) some.indices[0] = cells - 1;
      if (shift == 500) some.indices[static_cast<std::size_t>(count / 2)] -= cells;
      some.expected = some.table;
      some.run_loop();
      for (const uint64_t tasks : {2U, 3U, 16U}) EXPECT_TRUE(some.check("sorted", tasks));
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
