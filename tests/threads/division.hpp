// Writes whose positions meet in cells, with the result of the sequential loop.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "operators/planned.hpp"
#include "threads/executors.hpp"

namespace strew::support {

constexpr const char* arrangements[] = {"uniform",  "one place", "two hot",     "hot first", "hot last", "sorted",
                                        "reversed", "zipf",      "permutation", "clustered", "runs",     "many runs"};

inline int64_t place(const std::string& arrangement, int64_t cells, int64_t n, int64_t count, std::mt19937_64& draw) {
  const auto any = static_cast<int64_t>(draw() % static_cast<uint64_t>(cells));
  if (arrangement == "one place") return cells / 3;
  if (arrangement == "hot first") return n % 2 == 0 ? any : 0;
  if (arrangement == "hot last") return n % 2 == 0 ? any : cells - 1;
  if (arrangement == "two hot") return n % 3 == 0 ? any : (n % 3 == 1 ? cells / 2 : cells - 1);
  if (arrangement == "sorted") return n * cells / count;
  if (arrangement == "reversed") return cells - 1 - n * cells / count;
  if (arrangement == "zipf") return any % (1 + static_cast<int64_t>(draw() % static_cast<uint64_t>(cells)));
  if (arrangement == "permutation") return n * 7919 % cells;
  if (arrangement == "runs") return n * 5 % count * cells / count;
  if (arrangement == "many runs") return n * 17 % count * cells / count;
  if (arrangement == "clustered") return (n / 100 * 1009 + any % 20) % cells;
  return any;
}

// Operands of f32, at an odd address if misaligned, and the result of the loop.
struct division {
  int64_t cells, width, count;
  bool adds, is_misaligned;
  bool is_ordered = true;
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

  // Updates become whole numbers, of which any order has the same sum.
  void combine_in_any_order() {
    is_ordered = false;
    for (auto* bytes : {&table, &updates}) {
      for (std::size_t at = odd(); at + sizeof(float) <= bytes->size(); at += sizeof(float)) {
        float value = 0;
        std::memcpy(&value, &(*bytes)[at], sizeof value);
        value = std::floor(value);
        std::memcpy(&(*bytes)[at], &value, sizeof value);
      }
    }
    expected = table;
    run_loop();
  }

  // By memcmp, as operator== compares one byte at a time, each of which the thread sanitizer looks up.
  [[nodiscard]] bool is_expected(const std::vector<std::byte>& made) const {
    return made.size() == expected.size() && std::memcmp(made.data(), expected.data(), made.size()) == 0;
  }

  // False: the solver is not applicable. A plan bound to prepared indices is executed twice, as it may keep what the
  // first execution found out.
  bool check(const char* solver, uint64_t tasks) {
    shuffling_executor executor(tasks);
    std::vector<std::byte> made = table;
    const strew_error error = run(made, solver, tasks, executor.made);
    if (std::string(error.rule) == "AT5") return false;
    EXPECT_EQ(std::string(error.rule), refusal) << error.message;
    EXPECT_LE(executor.most, tasks == 1 ? 0 : tasks);
    EXPECT_TRUE(is_expected(made)) << (solver == nullptr ? "default" : solver) << ", " << tasks << " tasks";
    const plan_handle bound = bound_plan(solver);
    for (int times = 0; bound != nullptr && times < 2; ++times) execute(bound, tasks, executor.made);
    return true;
  }

  // On a table of these bytes.
  strew_error run(std::vector<std::byte>& made, const char* solver, uint64_t tasks, const strew_executor& executor) {
    const strew_options options = options_for(solver);
    const strew_execution execution = execution_of(tasks, executor);
    const operands with(*this, made);
    strew_error error = STREW_ERROR_INIT;
    strew_scatter(&with.data, &with.indices, &with.updates, &with.data, 0, 0, &options, &execution, &error);
    return error;
  }

  // Of prepared indices, which may be kept; null if one is bad.
  plan_handle bound_plan(const char* solver = nullptr, prepared_handle* kept = nullptr) {
    const strew_options options = options_for(solver);
    const operands with(*this, table);
    strew_operator scatter = STREW_OPERATOR_INIT;
    scatter.kind = STREW_OPERATOR_SCATTER;
    strew_plan* made = nullptr;
    EXPECT_EQ(strew_plan_make(&scatter, &with.data, &with.indices, &with.updates, &with.data, &options, &made, nullptr),
              STREW_STATUS_OK);
    const plan_handle plan(made, strew_plan_destroy);
    strew_error error = STREW_ERROR_INIT;
    prepared_handle prepared = prepared_of(plan, indices.data(), &error);
    EXPECT_EQ(std::string(error.rule), refusal);
    plan_handle bound = prepared == nullptr ? plan_handle(nullptr, strew_plan_destroy) : bound_of(plan, prepared);
    if (kept != nullptr) *kept = std::move(prepared);
    return bound;
  }
  strew_status run(std::vector<std::byte>& made, const plan_handle& bound, uint64_t tasks,
                   const strew_executor& executor) const {
    const strew_execution execution = execution_of(tasks, executor);
    return strew_execute(bound.get(), made.data() + odd(), nullptr, updates.data() + odd(), made.data() + odd(),
                         &execution, nullptr);
  }
  void execute(const plan_handle& bound, uint64_t tasks, const strew_executor& executor) const {
    std::vector<std::byte> made = table;
    EXPECT_EQ(run(made, bound, tasks, executor), STREW_STATUS_OK);
    EXPECT_TRUE(is_expected(made)) << "prepared, at most " << tasks << " tasks";
  }

 private:
  struct operands {
    int64_t of_table[2], of_updates[2];
    strew_tensor data = STREW_TENSOR_INIT, indices = STREW_TENSOR_INIT, updates = STREW_TENSOR_INIT;

    operands(division& of, std::vector<std::byte>& bytes)
        : of_table{of.cells, of.width}, of_updates{of.count, of.width} {
      view(data, STREW_DTYPE_F32, bytes.data() + of.odd(), of_table, of.width == 1 ? 1 : 2);
      view(updates, STREW_DTYPE_F32, of.updates.data() + of.odd(), of_updates, of.width == 1 ? 1 : 2);
      view(indices, STREW_DTYPE_I64, of.indices.data(), of_updates, 1);
    }
    operands(const operands&) = delete;
    operands& operator=(const operands&) = delete;

    static void view(strew_tensor& made, strew_dtype dtype, void* bytes, const int64_t* extents, std::size_t rank) {
      made.dtype = dtype;
      made.data = bytes;
      made.rank = rank;
      made.extents = extents;
    }
  };

  [[nodiscard]] strew_options options_for(const char* solver) const {
    strew_options made = STREW_OPTIONS_INIT;
    made.reduction = adds ? STREW_REDUCTION_ADD : STREW_REDUCTION_NONE;
    made.unordered = is_ordered ? 0 : 1;
    made.solver = solver;
    return made;
  }
  [[nodiscard]] strew_execution execution_of(uint64_t tasks, const strew_executor& executor) const {
    strew_execution made = STREW_EXECUTION_INIT;
    made.executor = &executor;
    made.threads = tasks;  // 1: nothing is run elsewhere
    made.workspace = workspace;
    made.workspace_bytes = workspace_bytes;
    return made;
  }
};

}  // namespace strew::support
