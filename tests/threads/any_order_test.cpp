// Sums in any order, in tasks that each have a table of their own: cells of one update have the bits of the sequential
// loop, cells of none keep theirs, and integers, minima and maxima have those of the loop wherever indices repeat.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "threads/executors.hpp"

namespace strew::support {
namespace {

struct kind_of_sum {
  strew_dtype type;
  int32_t reduction;
};

// The calls of one reduction, of elements of any bits.
struct sums {
  static constexpr int64_t cells = 3001, positions = 2000;
  kind_of_sum kind;
  std::size_t width = strew_dtype_bytes(kind.type);
  std::vector<int64_t> indices;
  std::vector<std::byte> table, updates;

  sums(kind_of_sum of, bool repeats, uint64_t seed) : kind(of) {
    std::mt19937_64 draw(seed);
    for (int64_t n = 0; n < positions; ++n)
      indices.push_back(repeats ? static_cast<int64_t>(draw() % (cells / 4)) : n * 7919 % cells);
    fill(table, cells, draw);
    fill(updates, positions, draw);
  }
  void fill(std::vector<std::byte>& bytes, int64_t count, std::mt19937_64& draw) const {
    bytes.resize(static_cast<std::size_t>(count) * width);
    for (std::byte& one : bytes) one = static_cast<std::byte>(draw() % 8 == 0 ? 0x80 : draw());
    // Zeros of both signs.
    for (std::size_t at = 0; at < bytes.size(); at += 5 * width)
      std::memset(&bytes[at], 0, width - (draw() % 2 == 0 ? 1 : 0));
  }
  // Of NaNs only those remain that a reduction stores, and cells that have one are zero.
  template <class Float>
  void drop_nans() {
    for (std::size_t at = 0; at < table.size(); at += sizeof(Float)) {
      Float value;
      std::memcpy(&value, &table[at], sizeof value);
      if (value != value) std::memset(&table[at], 0, sizeof value);
    }
  }

  // False: the solver is not applicable.
  bool run(const char* solver, uint64_t tasks, int32_t unordered, std::vector<std::byte>& made) {
    made = table;
    strew_tensor data = view(made, cells), index = view(updates, positions), update = view(updates, positions);
    index.dtype = STREW_DTYPE_I64;
    index.data = indices.data();
    strew_options options = STREW_OPTIONS_INIT;
    options.reduction = kind.reduction;
    options.accumulate = STREW_ACCUMULATE_NATIVE;
    options.unordered = unordered;
    options.solver = solver;
    shuffling_executor executor(tasks);
    strew_execution execution = STREW_EXECUTION_INIT;
    execution.executor = &executor.made;
    execution.threads = tasks;
    strew_error error = STREW_ERROR_INIT;
    strew_scatter(&data, &index, &update, &data, 0, 0, &options, &execution, &error);
    if (std::string(error.rule) == "AT5") return false;
    EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
    return true;
  }
  strew_tensor view(std::vector<std::byte>& bytes, const int64_t& count) const {
    strew_tensor made = STREW_TENSOR_INIT;
    made.dtype = kind.type;
    made.data = bytes.data();
    made.rank = 1;
    made.extents = &count;
    return made;
  }
};

void expect_bits_of_loop(sums& of, int32_t unordered) {
  std::vector<std::byte> expected, found;
  ASSERT_TRUE(of.run("elements", 1, unordered, expected));
  for (const uint64_t tasks : several_tasks) {
    ASSERT_TRUE(of.run("private", tasks, unordered, found)) << strew_dtype_name(of.kind.type);
    EXPECT_EQ(std::memcmp(found.data(), expected.data(), found.size()), 0)
        << strew_dtype_name(of.kind.type) << ", reduction " << of.kind.reduction << ", " << tasks << " tasks";
  }
}

TEST(any_order, cells_of_one_update_or_none_have_the_bits_of_the_loop) {
  int seen = 0;
  for (int32_t type = STREW_DTYPE_F16; type <= STREW_DTYPE_C128; ++type) {
    for (const int32_t reduction : {STREW_REDUCTION_ADD, STREW_REDUCTION_SUB, STREW_REDUCTION_MUL}) {
      const bool is_complex = type >= STREW_DTYPE_C64;
      if (is_complex && reduction == STREW_REDUCTION_MUL) continue;
      for (const bool has_nans : {true, false}) {
        sums one({static_cast<strew_dtype>(type), reduction}, false, 7);
        if (!has_nans && one.width < 4) continue;
        if (!has_nans)
          type == STREW_DTYPE_F32 || type == STREW_DTYPE_C64 ? one.drop_nans<float>() : one.drop_nans<double>();
        expect_bits_of_loop(one, 1);
        ++seen;
      }
    }
  }
  EXPECT_EQ(seen, 26);
}

TEST(any_order, integers_wrap_to_the_same_bits) {
  for (int32_t type = STREW_DTYPE_I8; type <= STREW_DTYPE_U64; ++type) {
    for (int32_t reduction = STREW_REDUCTION_ADD; reduction <= STREW_REDUCTION_XOR; ++reduction) {
      if (reduction == STREW_REDUCTION_MEAN) continue;
      sums one({static_cast<strew_dtype>(type), reduction}, true, 11);
      expect_bits_of_loop(one, 0);
    }
  }
}

TEST(any_order, minima_and_maxima_of_floats_too) {
  for (int32_t type = STREW_DTYPE_F16; type <= STREW_DTYPE_F64; ++type) {
    for (const int32_t reduction : {STREW_REDUCTION_MIN, STREW_REDUCTION_MAX}) {
      for (const bool has_nans : {true, false}) {
        sums one({static_cast<strew_dtype>(type), reduction}, true, 13);
        if (!has_nans && one.width < 4) continue;
        if (!has_nans) type == STREW_DTYPE_F32 ? one.drop_nans<float>() : one.drop_nans<double>();
        expect_bits_of_loop(one, 0);
      }
    }
  }
}

TEST(any_order, is_refused_where_bits_would_change) {
  const struct {
    kind_of_sum kind;
    int32_t unordered;
  } all[] = {{{STREW_DTYPE_F32, STREW_REDUCTION_ADD}, 0},  {{STREW_DTYPE_C64, STREW_REDUCTION_SUB}, 0},
             {{STREW_DTYPE_C64, STREW_REDUCTION_MUL}, 1},  {{STREW_DTYPE_BOOL, STREW_REDUCTION_ADD}, 1},
             {{STREW_DTYPE_F32, STREW_REDUCTION_NONE}, 1}, {{STREW_DTYPE_F32, STREW_REDUCTION_MEAN}, 1}};
  std::vector<std::byte> made;
  for (const auto& [kind, unordered] : all) EXPECT_FALSE(sums(kind, true, 3).run("private", 2, unordered, made));
}

}  // namespace
}  // namespace strew::support
