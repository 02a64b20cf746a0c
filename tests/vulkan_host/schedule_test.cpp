// What a device does for a plan, found on the host alone: the order of points, their keys, the dispatches and their
// memory. No device is needed.
#include <gtest/gtest.h>
#include <strew/strew.h>

#include <algorithm>
#include <string>
#include <vector>

#include "host/schedule.hpp"

namespace strew::vulkan {
namespace {

using extents = std::vector<std::int64_t>;

strew_tensor tensor_of(strew_dtype type, const extents& of) {
  strew_tensor made = STREW_TENSOR_INIT;
  made.dtype = type;
  made.rank = of.size();
  made.extents = of.data();
  return made;
}

class scheduled {
 public:
  scheduled(bool is_scatter, const extents& table, const extents& list, const extents& moved,
            const strew_options& options = STREW_OPTIONS_INIT, strew_dtype type = STREW_DTYPE_F32,
            const device_facts& facts = {}) {
    const strew_tensor data = tensor_of(type, table), indices = tensor_of(STREW_DTYPE_I64, list);
    const strew_tensor direct = tensor_of(type, moved);
    strew_error error = STREW_ERROR_INIT;
    if (is_scatter)
      strew_plan_scatter(&data, &indices, &direct, &data, 0, 0, &options, &plan_, &error);
    else
      strew_plan_gather(&data, &indices, &direct, 0, 0, &options, &plan_, &error);
    EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
    strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
    strew_plan_view(plan_, &view, &error);
    reason = make_schedule(view, facts, made);
  }
  ~scheduled() { strew_plan_destroy(plan_); }
  scheduled(const scheduled&) = delete;
  scheduled& operator=(const scheduled&) = delete;

  // "start validate report move": what is part of a call that combines in a way, or of any.
  [[nodiscard]] std::string kernels(way by = way::sorting) const {
    std::string text;
    for (const dispatch& one : made.dispatches) {
      if (one.by != way::any && one.by != by) continue;
      text += std::string(text.empty() ? "" : " ") + name_of(one.general.what);
      if (one.has_fast) text += std::string("/") + name_of(one.fast.what);
    }
    return text;
  }
  // The last dispatch of a kernel; null: there is none.
  [[nodiscard]] const dispatch* find(kernel what) const {
    const auto found = std::find_if(made.dispatches.rbegin(), made.dispatches.rend(),
                                    [what](const dispatch& one) { return one.general.what == what; });
    return found == made.dispatches.rend() ? nullptr : &*found;
  }
  [[nodiscard]] const points& move() const { return made.tables[made.dispatches.front().tables]; }

  schedule made;
  refusal reason = nullptr;

 private:
  strew_plan* plan_ = nullptr;
};

strew_options with(std::int32_t reduction) {
  strew_options made = STREW_OPTIONS_INIT;
  made.reduction = reduction;
  return made;
}

TEST(schedule, reads_are_validated_and_moved) {
  const scheduled rows(false, {9, 8}, {5}, {5, 8});
  EXPECT_EQ(rows.reason, nullptr);
  EXPECT_EQ(rows.kernels(), "start validate report move/rows");
  EXPECT_EQ(rows.made.room.all(), 0U);
  EXPECT_EQ(rows.made.dispatches[3].fast.constants[0], 16U);
  EXPECT_EQ(rows.made.dispatches[3].when, stage::write);
  EXPECT_EQ(rows.made.dispatches[1].when, stage::validate);
}

TEST(schedule, sums_are_sorted_by_cells) {
  const scheduled few(true, {9, 8}, {5}, {5, 8}, with(STREW_REDUCTION_ADD));
  EXPECT_EQ(few.kernels(), "start validate report keys sort_small move places apply");
  EXPECT_TRUE(few.made.dispatches[5].copies);
  const scheduled many(true, {300, 8}, {5000}, {5000, 8}, with(STREW_REDUCTION_ADD));
  // 301 keys have two digits; each has three phases.
  EXPECT_EQ(many.kernels(), "start validate report keys radix radix radix radix radix radix move places apply");
  EXPECT_EQ(many.made.room.key_bytes, 20224U) << "5000 keys of 4 bytes, rounded up to 256";
  EXPECT_EQ(many.made.dispatches[3].keys_to, list::kept) << "after two passes they are there again";
  EXPECT_EQ(many.made.dispatches[6].keys_to, list::scratch);
  EXPECT_EQ(many.made.dispatches[9].keys_to, list::kept);
}

TEST(schedule, the_last_of_few_cells_is_found_by_a_list_of_them) {
  const scheduled few(true, {9, 8}, {5}, {5, 8});
  EXPECT_EQ(few.kernels(), "start validate report clear keys move move");
  EXPECT_NE(few.made.dispatches[4].flags & winners, 0U);
  const scheduled many(true, {std::int64_t{1} << 40, 1}, {5}, {5, 1});
  EXPECT_EQ(many.kernels(), "start validate report keys sort_small move move_sorted");
  EXPECT_NE(many.made.dispatches[3].flags & wide_keys, 0U) << "of 2^40 cells";
}

TEST(schedule, repeats_are_searched_by_positions_before_anything_is_written) {
  strew_options refuses = with(STREW_REDUCTION_ADD);
  refuses.duplicates = STREW_DUPLICATES_ERROR;
  const scheduled one(true, {9, 8}, {5}, {5, 8}, refuses);
  EXPECT_EQ(one.kernels(),
            "start validate report keys sort_small repeats repeats report keys sort_small move places apply");
}

constexpr device_facts without_64 = {}, with_64 = {.has_atomics_64 = true};

TEST(atomics, serve_where_addresses_are_aligned_and_nothing_is_kept) {
  const scheduled sums(true, {9, 8}, {5}, {5, 8}, with(STREW_REDUCTION_ADD), STREW_DTYPE_I32);
  EXPECT_EQ(sums.kernels(way::sorting), "start validate report keys sort_small move places apply");
  EXPECT_EQ(sums.kernels(way::atomics), "start validate report move atomic");
  const dispatch& atomics = *sums.find(kernel::atomic);
  EXPECT_EQ(atomics.when, stage::write);
  EXPECT_EQ(atomics.alignment, 4U);
  EXPECT_EQ(atomics.count, 5U);
  EXPECT_EQ(atomics.invocations, 40U);
  EXPECT_EQ(atomics.flags & (sorted | winners | signed_order), 0U);
  EXPECT_GT(sums.made.room.kept(), 0U) << "of an order that is prepared";
}

TEST(atomics, come_behind_the_search_for_repeats) {
  strew_options refuses = with(STREW_REDUCTION_MAX);
  refuses.duplicates = STREW_DUPLICATES_ERROR;
  const scheduled one(true, {9, 8}, {5}, {5, 8}, refuses, STREW_DTYPE_I32);
  EXPECT_EQ(one.kernels(way::atomics), "start validate report keys sort_small repeats repeats report move atomic");
  EXPECT_NE(one.find(kernel::atomic)->flags & signed_order, 0U);
}

bool is_defined(strew_dtype type, std::int32_t how) {
  if (type >= STREW_DTYPE_C64) return how < STREW_REDUCTION_MIN;
  if (type >= STREW_DTYPE_F16) return how < STREW_REDUCTION_AND;
  return type != STREW_DTYPE_BOOL || how != STREW_REDUCTION_MEAN;
}

// Letters of the reductions that atomics serve for, in the order of their numbers.
std::string served(strew_dtype type, const device_facts& facts, bool is_unordered, bool excludes = false) {
  const std::string letters = "-asmlhe&|^";
  std::string found;
  for (std::int32_t how = STREW_REDUCTION_NONE; how <= STREW_REDUCTION_XOR; ++how) {
    if (!is_defined(type, how)) continue;
    strew_options options = with(how);
    options.unordered = is_unordered ? 1 : 0;
    options.exclude_self = excludes ? 1 : 0;
    const scheduled made(true, {9, 8}, {5}, {5, 8}, options, type, facts);
    if (made.find(kernel::atomic) != nullptr) found += letters[static_cast<std::size_t>(how)];
  }
  return found;
}

TEST(atomics, serve_for_what_has_the_result_of_any_order) {
  for (const strew_dtype type : {STREW_DTYPE_I32, STREW_DTYPE_U32})
    EXPECT_EQ(served(type, without_64, false), "aslh&|^");
  for (const strew_dtype type : {STREW_DTYPE_I64, STREW_DTYPE_U64}) {
    EXPECT_EQ(served(type, with_64, false), "aslh&|^");
    EXPECT_EQ(served(type, without_64, true), "");
  }
  EXPECT_EQ(served(STREW_DTYPE_F32, without_64, false), "lh");
  EXPECT_EQ(served(STREW_DTYPE_F64, with_64, false), "lh");
  EXPECT_EQ(served(STREW_DTYPE_F64, without_64, false), "");
}

TEST(atomics, serve_for_sums_of_floats_where_the_caller_allows_any_order) {
  EXPECT_EQ(served(STREW_DTYPE_F32, without_64, true), "asmlh") << "a mean counts its updates";
  EXPECT_EQ(served(STREW_DTYPE_F64, with_64, true), "asmlh");
  EXPECT_EQ(served(STREW_DTYPE_F64, without_64, true), "");
}

TEST(atomics, serve_for_no_element_that_they_cannot_combine_alone) {
  for (const strew_dtype type : {STREW_DTYPE_BOOL, STREW_DTYPE_I8, STREW_DTYPE_I16, STREW_DTYPE_U8, STREW_DTYPE_U16,
                                 STREW_DTYPE_F16, STREW_DTYPE_BF16, STREW_DTYPE_C64, STREW_DTYPE_C128})
    EXPECT_EQ(served(type, with_64, true), "") << type;
  EXPECT_EQ(served(STREW_DTYPE_I32, with_64, true, true), "") << "the first update replaces the old value";
  EXPECT_EQ(served(STREW_DTYPE_F32, with_64, true, true), "");
}

TEST(schedule, nothing_is_validated_without_positions) {
  EXPECT_EQ(scheduled(false, {9, 8}, {0}, {0, 8}).kernels(), "start");
  EXPECT_EQ(scheduled(false, {9, 0}, {5}, {5, 0}).kernels(), "start validate report");
}

TEST(points, are_enumerated_with_the_order_of_a_cell_outermost) {
  // Positions along both dimensions of the indices; the columns share them.
  const scheduled one(true, {9, 8}, {2, 3}, {2, 3, 8}, with(STREW_REDUCTION_MUL));
  const points& p = one.move();
  EXPECT_EQ(p.problem.points, 6U);
  EXPECT_EQ(p.problem.columns, 8U);
  EXPECT_TRUE(p.collides);
  EXPECT_EQ(p.problem.key_unit, 32) << "bytes of a row";
  EXPECT_EQ(p.problem.no_key, 9U);
  EXPECT_EQ(p.alignment, 4U);
}

TEST(points, that_are_too_many_are_not_numbered) {
  const scheduled one(false, {2}, {std::int64_t{1} << 20, std::int64_t{1} << 12},
                      {std::int64_t{1} << 20, std::int64_t{1} << 12});
  EXPECT_NE(one.reason, nullptr);
  const scheduled fewer(false, {2}, {std::int64_t{1} << 20, std::int64_t{1} << 11},
                        {std::int64_t{1} << 20, std::int64_t{1} << 11});
  EXPECT_EQ(fewer.reason, nullptr);
}

TEST(variants, of_integers_without_an_order_are_of_unsigned_ones) {
  const auto type_of = [](strew_dtype type, std::int32_t reduction) {
    return scheduled(true, {9, 8}, {5}, {5, 8}, with(reduction), type).find(kernel::apply)->general.constants[0];
  };
  EXPECT_EQ(type_of(STREW_DTYPE_I32, STREW_REDUCTION_ADD), STREW_DTYPE_U32);
  EXPECT_EQ(type_of(STREW_DTYPE_I32, STREW_REDUCTION_MIN), STREW_DTYPE_I32);
  EXPECT_EQ(type_of(STREW_DTYPE_I8, STREW_REDUCTION_MEAN), STREW_DTYPE_I8);
  EXPECT_EQ(type_of(STREW_DTYPE_F32, STREW_REDUCTION_ADD), STREW_DTYPE_F32);
}

// With 24 of weighted floats and 20 of the other kernels they are 129, which a device has memory for.
TEST(variants, are_bounded_by_types_and_reductions) {
  std::vector<variant> all;
  for (strew_dtype type = STREW_DTYPE_BOOL; type <= STREW_DTYPE_C128; ++type) {
    for (std::int32_t how = STREW_REDUCTION_ADD; how <= STREW_REDUCTION_XOR; ++how) {
      if (!is_defined(type, how)) continue;
      strew_options options = with(how);
      options.unordered = 1;
      const scheduled one(true, {9, 8}, {5}, {5, 8}, options, type, with_64);
      for (const kernel what : {kernel::apply, kernel::atomic}) {
        const dispatch* const made = one.find(what);
        if (made != nullptr && std::find(all.begin(), all.end(), made->general) == all.end())
          all.push_back(made->general);
      }
    }
  }
  EXPECT_EQ(all.size(), 3U + 24U + 24U + 24U + 6U + 4U)
      << "bool, integers without an order and with one, floats, complex, atomics";
}

}  // namespace
}  // namespace strew::vulkan
