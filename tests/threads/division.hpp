// Writes whose positions meet in cells, with the result of the sequential loop.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "operators/call.hpp"
#include "threads/executors.hpp"

namespace strew::support {

constexpr const char* arrangements[] = {"uniform", "one place", "two hot", "hot first",   "hot last",
                                        "sorted",  "reversed",  "zipf",    "permutation", "clustered"};

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
    const strew_error error = run(made, solver, tasks, executor.made);
    if (std::string(error.rule) == "AT5") return false;
    EXPECT_EQ(std::string(error.rule), refusal) << error.message;
    EXPECT_LE(executor.most, tasks == 1 ? 0 : tasks);
    EXPECT_TRUE(made == expected) << (solver == nullptr ? "default" : solver) << ", " << tasks << " tasks";
    return true;
  }

  // On a table of these bytes.
  strew_error run(std::vector<std::byte>& made, const char* solver, uint64_t tasks, const strew_executor& executor) {
    strew_options options = STREW_OPTIONS_INIT;
    options.reduction = adds ? STREW_REDUCTION_ADD : STREW_REDUCTION_NONE;
    options.solver = solver;
    strew_execution execution = STREW_EXECUTION_INIT;
    execution.executor = &executor;
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
    return error;
  }
};

}  // namespace strew::support
