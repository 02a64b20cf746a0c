// What surrounds an execution: cancelling, the floating-point state, plans, structs of other versions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "call.hpp"

namespace strew::testing {
namespace {

int stop(void* polls) {
  ++*static_cast<int*>(polls);
  return 1;
}
int go_on(void* polls) {
  ++*static_cast<int*>(polls);
  return 0;
}

TEST(execution, the_cancel_callback_stops_it_as_rule_CN1) {
  scatter_call call;
  int polls = 0;
  call.execution.cancel = stop;
  call.execution.cancel_context = &polls;
  EXPECT_EQ(call.run(), STREW_STATUS_CANCELLED);
  EXPECT_STREQ(call.error.rule, "CN1");
  EXPECT_EQ(polls, 1);
  call.execution.cancel = go_on;
  EXPECT_EQ(call.run(), STREW_STATUS_OK);
  EXPECT_GE(polls, 3);  // once for the copy, once for the move
}

TEST(execution, errors_are_found_before_the_callback_is_asked) {
  scatter_call call;
  int polls = 0;
  call.execution.cancel = stop;
  call.execution.cancel_context = &polls;
  call.indices[1] = 4;
  EXPECT_EQ(call.run(), STREW_STATUS_INDEX);
  EXPECT_EQ(polls, 0);
}

#if defined(__x86_64__)
TEST(execution, the_callers_rounding_neither_matters_nor_changes) {
  scatter_call call;
  call.options.reduction = STREW_REDUCTION_ADD;
  call.table.assign(12, 1.0F);
  call.updates.assign(6, 0x1p-24F);  // half a unit: to even is 1, upwards is the next number
  const unsigned strange = (_mm_getcsr() & ~0x6000U) | 0x4000U | 0x8040U;  // upwards, flush to zero, denormals are zero
  const unsigned saved = _mm_getcsr();
  _mm_setcsr(strange);
  const strew_status status = call.run();
  const unsigned after = _mm_getcsr();
  _mm_setcsr(saved);
  EXPECT_EQ(status, STREW_STATUS_OK);
  EXPECT_EQ(after & 0xffc0U, strange & 0xffc0U);
  EXPECT_EQ(call.result[0], 1.0F);
  call.table.assign(12, 0x1p-149F);
  call.updates.assign(6, 0x1p-149F);
  _mm_setcsr(strange);
  EXPECT_EQ(call.run(), STREW_STATUS_OK);
  _mm_setcsr(saved);
  EXPECT_EQ(call.result[0], 0x1p-148F);
}
#endif

TEST(execution, a_table_without_elements_needs_no_updates) {
  scatter_call call;
  call.table_extents[0] = 0;
  call.options.out_of_bounds = STREW_OOB_SKIP;
  strew_tensor u = call.updates_view();
  u.data = nullptr;
  const strew_tensor d = call.data_view();
  const strew_tensor i = call.indices_view();
  const strew_tensor o = call.output_view();
  EXPECT_EQ(strew_scatter_nd(&d, &i, &u, &o, 0, &call.options, nullptr, &call.error), STREW_STATUS_OK)
      << call.error.message;
  call.options.out_of_bounds = STREW_OOB_ERROR;
  EXPECT_EQ(strew_scatter_nd(&d, &i, &u, &o, 0, &call.options, nullptr, &call.error), STREW_STATUS_INDEX);
  EXPECT_TRUE(call.output_is_untouched());
}

TEST(execution, structs_of_other_sizes_and_versions_are_refused) {
  for (int spoiled = 0; spoiled < 4; ++spoiled) {
    scatter_call call;
    if (spoiled == 0) call.options.struct_size = 4;
    if (spoiled == 1) call.options.version = 2;
    if (spoiled == 2) call.execution.struct_size += 8;
    if (spoiled == 3) call.execution.version = 0;
    EXPECT_EQ(call.run(), STREW_STATUS_POINTER) << spoiled;
    EXPECT_STREQ(call.error.rule, "PT2");
    EXPECT_TRUE(call.output_is_untouched());
  }
}

TEST(execution, an_unknown_error_struct_is_refused_and_not_written) {
  scatter_call call;
  call.error.struct_size = 12;
  const strew_error before = call.error;
  EXPECT_EQ(call.run(), STREW_STATUS_POINTER);
  EXPECT_EQ(std::memcmp(&before, &call.error, sizeof before), 0);
  EXPECT_TRUE(call.output_is_untouched());
}

TEST(execution, a_rank_beyond_1024_is_rule_EX1_and_its_extents_are_not_read) {
  scatter_call call;
  strew_tensor d = call.data_view();
  d.rank = std::numeric_limits<std::uint64_t>::max();
  const strew_tensor i = call.indices_view();
  const strew_tensor u = call.updates_view();
  const strew_tensor o = call.output_view();
  EXPECT_EQ(strew_scatter_nd(&d, &i, &u, &o, 0, nullptr, nullptr, &call.error), STREW_STATUS_SHAPE);
  EXPECT_STREQ(call.error.rule, "EX1");
  EXPECT_EQ(call.error.operand, STREW_OPERAND_DATA);
}

std::string text(std::size_t (*print)(const strew_plan*, char*, std::size_t), const strew_plan* plan) {
  std::string made(print(plan, nullptr, 0) + 1, '\0');
  EXPECT_EQ(print(plan, made.data(), made.size()), made.size() - 1);
  made.pop_back();
  return made;
}

TEST(tuning, is_a_line_a_number) {
  std::string text(strew_tuning(nullptr, 0) + 1, '\0');
  text.resize(strew_tuning(text.data(), text.size()));
  constexpr std::string_view first = "min_run                         24  positions with evenly stepping indices that ";
  EXPECT_EQ(text.rfind(first, 0), 0U) << text;
  EXPECT_GT(std::count(text.begin(), text.end(), '\n'), 10);
  const std::size_t last = text.rfind('\n', text.size() - 2) + 1;
  std::istringstream threads(text.substr(last));
  std::string name, effect;
  std::uint64_t count = 0;
  std::getline(threads >> name >> count, effect);
  EXPECT_EQ(name, "threads");
  EXPECT_GE(count, 1U);
  EXPECT_EQ(effect.rfind("  threads of large calls", 0), 0U) << effect;
  EXPECT_EQ(text.back(), '\n');
}

// Of a text that is a tuning file: the number beside each name; what is no number fails.
std::map<std::string, double> numbers_of(const std::string& text) {
  std::map<std::string, double> numbers;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name;
    words >> name;
    if (name == "#" || name == "processor") continue;
    double value = 0;
    words >> value;
    EXPECT_TRUE(words && std::isfinite(value) && value > 0) << line;
    EXPECT_TRUE(numbers.emplace(name, value).second) << line;
  }
  return numbers;
}

TEST(machine, has_its_numbers_in_lines_after_their_source) {
  std::string text(strew_machine(nullptr, 0) + 1, '\0');
  text.resize(strew_machine(text.data(), text.size()));
  EXPECT_EQ(text.rfind("# assumed: STREW_TUNING_FILE is not set\nstrew_tuning     1\nprocessor ", 0), 0U) << text;
  EXPECT_EQ(text.back(), '\n');
  EXPECT_GE(numbers_of(text).size(), 16U);
}

TEST(machine, is_measured_in_the_same_numbers) {
  char small[8] = "xxxxxxx";
  EXPECT_EQ(strew_tune(small, 0), strew_tune(nullptr, 8));
  EXPECT_STREQ(small, "xxxxxxx");
  std::string assumed(strew_machine(nullptr, 0) + 1, '\0'), measured(strew_tune(nullptr, 0) + 1, '\0');
  assumed.resize(strew_machine(assumed.data(), assumed.size()));
  measured.resize(strew_tune(measured.data(), measured.size()));
  EXPECT_EQ(measured.rfind("strew_tuning     1\nprocessor ", 0), 0U) << measured;
  std::map<std::string, double> before = numbers_of(assumed), after = numbers_of(measured);
  EXPECT_EQ(before.size(), after.size());
  for (const auto& [name, value] : before) EXPECT_EQ(after.count(name), 1U) << name;
  for (const char* cache : {"first_cache", "second_cache", "last_cache"}) EXPECT_EQ(before[cache], after[cache]);
  EXPECT_NE(before["position"], after["position"]) << "nothing was measured";
}

TEST(targets, are_lines_of_which_one_is_chosen) {
  std::string text(strew_targets(nullptr, 0) + 1, '\0');
  text.resize(strew_targets(text.data(), text.size()));
  EXPECT_EQ(text.rfind("portable  ", 0), 0U) << text;
  const size_t chosen = text.find(" chosen ");
  EXPECT_NE(chosen, std::string::npos) << text;
  EXPECT_EQ(text.find(" chosen ", chosen + 1), std::string::npos) << text;
  EXPECT_EQ(text.back(), '\n');
}

TEST(build, is_a_line_a_fact) {
  std::string text(strew_build_info(nullptr, 0) + 1, '\0');
  text.resize(strew_build_info(text.data(), text.size()));
  EXPECT_EQ(text.rfind(std::string("version       ") + strew_version() + "\nabi           1\n", 0), 0U) << text;
  std::string targets(strew_targets(nullptr, 0) + 1, '\0');
  targets.resize(strew_targets(targets.data(), targets.size()));
  std::map<std::string, std::string> values;
  std::istringstream lines(text);
  for (std::string name, value; lines >> name; values[name] = value) std::getline(lines >> std::ws, value);
  std::string names, chosen;
  std::istringstream rows(targets);
  for (std::string name, state, reason; rows >> name >> state; std::getline(rows, reason)) {
    names += (names.empty() ? "" : " ") + name;
    if (state == "chosen") chosen = name;
  }
  EXPECT_EQ(values["targets"], names);
  EXPECT_EQ(values["target"], chosen);
  EXPECT_EQ(values["highway"] == "none", names == "portable") << text;
  EXPECT_GE(std::stoi(values["thread_count"]), 1);
  EXPECT_TRUE(values["threads"] != "none" || values["thread_count"] == "1") << text;
  for (const char* name : {"system", "compiler", "libraries", "optimised", "assertions", "threads"})
    EXPECT_FALSE(values[name].empty()) << name << " of " << text;
  EXPECT_EQ(text.back(), '\n');
}

TEST(plan, prints_problem_solver_and_refusals) {
  scatter_call call;
  strew_plan* plan = nullptr;
  ASSERT_EQ(call.plan(&plan), STREW_STATUS_OK);
  EXPECT_EQ(text(strew_plan_problem, plan),
            "write w12 opaque none index=i64 error/from_end/element axes 2(t0 d12 i8) coordinates 4/1(t12 +0) "
            "positions 2(i8) members 4/1(+0) data w48 axes");
  EXPECT_EQ(text(strew_plan_describe, plan),
            "scatter_nd: data f32 [4, 3], indices i64 [2, 1], updates f32 [2, 3]; solver rows; 160 bytes to read and "
            "write, workspace 0");
  const std::regex of_this_machine("thread, [0-9]+ ns");
  EXPECT_EQ(std::regex_replace(text(strew_plan_explain, plan), of_this_machine, "thread, # ns"),
            "in short     reads and writes 160 bytes on 1 thread, in less than 1 us if all is in memory\n"
            "operator     scatter_nd\n"
            "data         f32 [4, 3]\n"
            "indices      i64 [2, 1]\n"
            "updates      f32 [2, 3]\n"
            "output       f32 [4, 3]\n"
            "options      reduction none, out of bounds: error, negative indices: from_end\n"
            "validates    every index, before the first write\n"
            "copy         data are copied to the output, unless in place\n"
            "solver       copy: copies along both operands, without indices\n"
            "             1 position, each 1 unit of 48 bytes; kernels write=w*\n"
            "not nop      every extent is at least 1, so bytes move\n"
            "main         updates go to the output at the indices\n"
            "solver       rows: resolves a block of positions, then takes one row after the other, prefetched\n"
            "             2 positions, each 1 unit of 12 bytes, in blocks of 512; kernels resolve=i64/error write=w*\n"
            "not nop      every extent is at least 1, so bytes move\n"
            "not copy     indices choose the places\n"
            "not decoded  units are moved as they are\n"
            "not segments no updates are combined, or their accumulators are in memory\n"
            "not collected no updates of their own need accumulators\n"
            "not dots     no products are summed\n"
            "not buckets  no accumulators are needed\n"
            "not sorted   there is too little to do for a choice\n"
            "not private  the last write of a cell wins\n"
            "not binned   a unit is wider than an element\n"
            "not split    no kernel resolves an index and writes its element in one loop\n"
            "not grouped  there is too little to do for a choice\n"
            "not owned    there is too little to do for a choice\n"
            "not windows  no windows overlap\n"
            "not runs     too few positions stand in a line\n"
            "bytes        160 to read and write, 64 in place\n"
            "estimate     1 thread, # ns, by the costs of the fastest candidates and the numbers that strew tune "
            "--show prints\n"
            "workspace    0 bytes\n"
            "problem      " +
                text(strew_plan_problem, plan));
  EXPECT_EQ(strew_plan_bytes(plan), 2U * 12 * 2 + 2 * 8 + 48 * 2);
  EXPECT_EQ(strew_plan_workspace(plan), 0U);
  char little[8] = "xxxxxxx";
  EXPECT_GT(strew_plan_describe(plan, little, 4), 4U);
  EXPECT_STREQ(little, "sca");
  strew_plan_destroy(plan);
}

// Made with data as output a scatter copies nothing, and its bytes are those of what it does.
TEST(plan, in_place_the_copy_of_data_is_not_counted) {
  scatter_call call;
  const strew_tensor d = call.data_view(), i = call.indices_view(), u = call.updates_view(), o = call.output_view();
  std::uint64_t bytes[2] = {};
  for (const bool is_in_place : {false, true}) {
    strew_plan* plan = nullptr;
    ASSERT_EQ(strew_plan_scatter_nd(&d, &i, &u, is_in_place ? &d : &o, 0, nullptr, &plan, nullptr), STREW_STATUS_OK);
    bytes[is_in_place] = strew_plan_bytes(plan);
    EXPECT_EQ(text(strew_plan_explain, plan)
                      .find(is_in_place ? "64 to read and write, in place" : "160 to read and write, 64 in place") !=
                  std::string::npos,
              true);
    strew_plan_destroy(plan);
  }
  EXPECT_EQ(bytes[0] - bytes[1], 2U * 48);
}

// 2^62 bytes in, as many out, and 2^62 indices of 8 bytes that overlap each other.
TEST(plan, bytes_beyond_64_bits_are_the_largest_number) {
  const std::int64_t table[] = {4}, positions[] = {std::int64_t{1} << 62U}, step[] = {1};
  strew_tensor data = STREW_TENSOR_INIT, indices = STREW_TENSOR_INIT, output = STREW_TENSOR_INIT;
  data.dtype = output.dtype = STREW_DTYPE_U8;
  indices.dtype = STREW_DTYPE_I64;
  data.rank = indices.rank = output.rank = 1;
  data.extents = table;
  indices.extents = output.extents = positions;
  indices.strides = step;
  strew_plan* plan = nullptr;
  ASSERT_EQ(strew_plan_gather(&data, &indices, &output, 0, 0, nullptr, &plan, nullptr), STREW_STATUS_OK);
  EXPECT_EQ(strew_plan_bytes(plan), UINT64_MAX);
  EXPECT_NE(text(strew_plan_describe, plan).find("18446744073709551615 bytes"), std::string::npos);
  strew_plan_destroy(plan);
}

// A text of two, three and four bytes a character, at every place of the cut.
TEST(error, messages_are_cut_between_characters) {
  for (const std::string& character : {std::string("\u00e4"), std::string("\u20ac"), std::string("\U0001f600")}) {
    for (std::size_t shift = 0; shift < 4; ++shift) {
      scatter_call call;
      std::string name(shift, 'x');
      while (name.size() < 600) name += character;
      call.options.solver = name.c_str();
      EXPECT_EQ(call.run(), STREW_STATUS_ATTRIBUTE);
      const std::string message = call.error.message;
      const std::string head = message.substr(0, message.find(name.substr(0, 8)));
      EXPECT_EQ((message.size() - head.size() - shift) % character.size(), 0U) << message;
      EXPECT_GE(message.size() + character.size(), sizeof call.error.message);
    }
  }
}

TEST(plan, equal_problems_compare_and_hash_equal) {
  scatter_call call;
  scatter_call other;
  strew_plan* a = nullptr;
  strew_plan* b = nullptr;
  ASSERT_EQ(call.plan(&a), STREW_STATUS_OK);
  ASSERT_EQ(other.plan(&b), STREW_STATUS_OK);
  EXPECT_EQ(strew_plan_equal(a, b), 1);
  EXPECT_EQ(strew_plan_hash(a), strew_plan_hash(b));
  strew_plan_destroy(b);
  other.options.out_of_bounds = STREW_OOB_CLAMP;
  ASSERT_EQ(other.plan(&b), STREW_STATUS_OK);
  EXPECT_EQ(strew_plan_equal(a, b), 0);
  EXPECT_NE(strew_plan_hash(a), strew_plan_hash(b));
  strew_plan_destroy(a);
  strew_plan_destroy(b);
}

TEST(plan, null_arguments_are_refused_or_harmless) {
  scatter_call call;
  EXPECT_EQ(call.plan(nullptr), STREW_STATUS_POINTER);
  EXPECT_EQ(strew_execute(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, &call.error), STREW_STATUS_POINTER);
  EXPECT_STREQ(call.error.rule, "PT1");
  strew_plan_destroy(nullptr);
  EXPECT_EQ(strew_plan_describe(nullptr, nullptr, 0), 0U);
  EXPECT_EQ(strew_plan_equal(nullptr, nullptr), 1);
  EXPECT_EQ(strew_plan_bytes(nullptr), 0U);
}

TEST(rules, are_listed_in_order_with_their_texts) {
  std::uint64_t count = 0;
  while (const char* name = strew_rule_name(count)) {
    EXPECT_NE(strew_rule_text(name), nullptr) << name;
    ++count;
  }
  EXPECT_GT(count, 20U);
  EXPECT_EQ(strew_rule_text("ND9"), nullptr);
  EXPECT_EQ(strew_rule_text(nullptr), nullptr);
  EXPECT_STREQ(strew_status_name(STREW_STATUS_INDEX), "index");
  EXPECT_STREQ(strew_status_name(99), "unknown");
  EXPECT_STREQ(strew_dtype_name(STREW_DTYPE_BF16), "bf16");
  EXPECT_EQ(strew_dtype_bytes(STREW_DTYPE_C128), 16U);
  EXPECT_EQ(strew_dtype_bytes(999), 0U);
}

}  // namespace
}  // namespace strew::testing
