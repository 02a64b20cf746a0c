// Reductions with state whose accumulators are kept for the cells of one bucket at a time: what they cost, and that the
// bits are those of a table of accumulators, whichever way the positions are divided.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "operators/planned.hpp"
#include "support/one_in.hpp"

namespace strew::support {
namespace {

// Rows of a table and of updates; contents are any bits that are small finite numbers in each type.
struct rows_call {
  strew_dtype type = STREW_DTYPE_F16;
  shape table, positions, direct;
  std::vector<int32_t> indices;
  std::vector<std::byte> data, updates;
  strew_options options = STREW_OPTIONS_INIT;
  strew_execution execution = STREW_EXECUTION_INIT;

  rows_call(strew_dtype of, int64_t cells, int64_t width, int64_t count, unsigned seed = 1)
      : type(of), table{cells, width}, positions{count}, direct{count, width} {
    std::mt19937 draw(seed);
    for (int64_t i = 0; i < count; ++i) indices.push_back(static_cast<int32_t>(draw() % static_cast<uint64_t>(cells)));
    fill(data, cells * width, draw);
    fill(updates, count * width, draw);
    options.reduction = STREW_REDUCTION_ADD;
  }

  void fill(std::vector<std::byte>& bytes, int64_t count, std::mt19937& draw) const {
    if (type == STREW_DTYPE_F16) {
      put<uint16_t>(bytes, count, [&] { return static_cast<uint16_t>(0x3000 + draw() % 0x800); });
    } else if (type == STREW_DTYPE_F32) {
      put<float>(bytes, count, [&] { return static_cast<float>(draw() % 1000) / 7; });
    } else {
      put<int8_t>(bytes, count, [&] { return static_cast<int8_t>(draw()); });
    }
  }
  template <class T, class Value>
  static void put(std::vector<std::byte>& bytes, int64_t count, const Value& value) {
    bytes.resize(static_cast<std::size_t>(count) * sizeof(T));
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      const T made = value();
      std::memcpy(&bytes[i * sizeof(T)], &made, sizeof made);
    }
  }

  arguments view() {
    arguments a;
    a.kind = operator_kind::scatter;
    a.data = describe(data.data(), type, table, {});
    a.indices = describe(indices.data(), STREW_DTYPE_I32, positions, {});
    a.updates = describe(updates.data(), type, direct, {});
    for (strew_tensor* one : {&a.data, &a.indices, &a.updates}) one->strides = nullptr;
    a.output = a.data;
    a.options = &options;
    a.execution = &execution;
    return a;
  }
  plan_handle plan() { return plan_of(view()); }

  // The bytes of the table after a call on a copy of this one.
  [[nodiscard]] std::vector<std::byte> result(const char* solver, const strew_executor* executor = nullptr) const {
    rows_call copy = *this;
    copy.options.solver = solver;
    copy.execution.executor = executor;
    const strew_error error = run(copy.view());
    EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
    return copy.data;
  }
};

std::string explanation_of(const plan_handle& plan) {
  std::string text(strew_plan_explain(plan.get(), nullptr, 0), ' ');
  strew_plan_explain(plan.get(), text.data(), text.size() + 1);
  return text;
}

// Tasks of one thread, the last one first.
strew_executor four_tasks_in_reverse() {
  strew_executor made = STREW_EXECUTOR_INIT;
  made.min_bytes = 1;
  made.concurrency = [](void*) { return uint64_t{4}; };
  made.is_inside = [](void*) { return 0; };
  made.run = [](void*, uint64_t count, void (*task)(void*, uint64_t), void* argument) {
    while (count-- > 0) task(argument, count);
  };
  return made;
}

void expect_same_bits(const rows_call& call) {
  const strew_executor reverse = four_tasks_in_reverse();
  const std::vector<std::byte> expected = call.result("strided");
  EXPECT_TRUE(call.result(nullptr) == expected);
  EXPECT_TRUE(call.result("buckets") == expected);
  EXPECT_TRUE(call.result("buckets", &reverse) == expected);
}

TEST(buckets, three_rows_into_a_million_cost_what_three_rows_cost) {
  rows_call call(STREW_DTYPE_F16, 8, 64, 3);
  call.table = {1'000'000, 64};
  const plan_handle plan = call.plan();
  EXPECT_LE(strew_plan_workspace(plan.get()), 2048U);
  EXPECT_EQ(strew_plan_keeps_state(plan.get()), 0);
  EXPECT_NE(explanation_of(plan).find("\nsolver       buckets: divides positions among buckets of cells"),
            std::string::npos)
      << explanation_of(plan);
  EXPECT_NE(explanation_of(plan).find("\nthrough      accumulators: of the cells of one bucket at a time"),
            std::string::npos)
      << explanation_of(plan);
}

TEST(buckets, the_workspace_is_at_most_16_MiB_or_the_bytes_of_indices_and_updates) {
  for (const int64_t cells : {int64_t{1}, int64_t{1000}, int64_t{1'000'000}, int64_t{2'000'000}, int64_t{1} << 33}) {
    for (const int64_t width : {int64_t{1}, int64_t{2}, int64_t{64}, int64_t{5000}, int64_t{1} << 20}) {
      for (const int64_t count : {2, 1000, 1025, 100'000, 500'000, 5'000'000, 100'000'000}) {
        if (cells * width > int64_t{1} << 50) continue;
        rows_call call(STREW_DTYPE_F16, 1, 1, 1);
        call.table = {cells, width};
        call.positions = {count};
        call.direct = {count, width};
        const auto given = static_cast<uint64_t>(count) * (4 + 2 * static_cast<uint64_t>(width));
        EXPECT_LE(strew_plan_workspace(call.plan().get()), std::max<uint64_t>(given, uint64_t{1} << 24))
            << cells << " " << width << " " << count;
      }
    }
  }
}

TEST(buckets, a_small_table_with_many_narrow_updates_has_an_accumulator_for_each_cell) {
  const auto keeps_all = [](int64_t cells, int64_t width, int64_t count) {
    return strew_plan_keeps_state(rows_call(STREW_DTYPE_F16, cells, width, count).plan().get());
  };
  EXPECT_EQ(keeps_all(1000, 1, 50), 1);  // 8 bytes each, 160 for an update
  EXPECT_EQ(keeps_all(1000, 1, 49), 0);
  EXPECT_EQ(keeps_all(1000, 7, 1000), 1);
  EXPECT_EQ(keeps_all(1000, 8, 1000), 0);
  EXPECT_EQ(keeps_all(3'000'000, 1, 3'000'000), 0);  // 24 MB of them
}

TEST(buckets, sums_are_rounded_once) {
  // 2048 + 1 is a tie in f16 and would stay 2048 at each update.
  rows_call call(STREW_DTYPE_F16, 3, 1, 2);
  call.indices = {1, 1};
  const uint16_t old[] = {0x3c00, 0x6800, 0x3c00}, one[] = {0x3c00, 0x3c00};
  std::memcpy(call.data.data(), old, sizeof old);
  std::memcpy(call.updates.data(), one, sizeof one);
  const std::vector<std::byte> made = call.result("buckets");
  uint16_t found[3];
  std::memcpy(found, made.data(), sizeof found);
  EXPECT_EQ(found[0], 0x3c00);
  EXPECT_EQ(found[1], 0x6801);  // 2050
  EXPECT_EQ(found[2], 0x3c00);
}

TEST(buckets, a_mean_divides_by_the_updates_of_a_row) {
  rows_call call(STREW_DTYPE_F32, 3, 2, 3);
  call.indices = {2, 0, 2};
  const float old[] = {1, 2, 3, 4, 5, 6}, updates[] = {1, 1, 7, 8, 3, 3};
  std::memcpy(call.data.data(), old, sizeof old);
  std::memcpy(call.updates.data(), updates, sizeof updates);
  call.options.reduction = STREW_REDUCTION_MEAN;
  for (const bool excluded : {false, true}) {
    call.options.exclude_self = excluded ? 1 : 0;
    const std::vector<std::byte> made = call.result("buckets");
    float found[6];
    std::memcpy(found, made.data(), sizeof found);
    const float with[] = {4, 5, 3, 4, 3, 10.0F / 3}, without[] = {7, 8, 3, 4, 2, 2};
    for (int i = 0; i < 6; ++i) EXPECT_EQ(found[i], (excluded ? without : with)[i]) << i;
  }
}

// Sorted as they are; in buckets that are sorted; in buckets with a slot for each cell; in pieces of wide rows.
TEST(buckets, every_division_makes_the_bits_of_a_table_of_accumulators) {
  const struct {
    int64_t cells, width, count;
  } shapes[] = {{1, 1, 5000},     {50, 3, 700},       {100'000, 2, 3000}, {100'000, 2, 300'000},
                {500, 7, 70'000}, {30, 40'000, 1100}, {7, 40'000, 40},    {3000, 100, 20'000}};
  for (const auto& one : shapes) {
    for (const strew_dtype type : {STREW_DTYPE_F16, STREW_DTYPE_F32, STREW_DTYPE_I8}) {
      for (const int32_t reduce : {STREW_REDUCTION_ADD, STREW_REDUCTION_MEAN}) {
        const bool is_long = one.count * one.width > 10'000'000;
        rows_call call(type, one.cells, one.width, is_long ? one.count / support::one_in() : one.count);
        call.options.reduction = reduce;
        call.options.exclude_self = reduce == STREW_REDUCTION_ADD && type == STREW_DTYPE_F16 ? 0 : 1;
        SCOPED_TRACE(std::to_string(one.cells) + " " + std::to_string(one.width) + " " + std::to_string(one.count));
        expect_same_bits(call);
      }
    }
  }
}

// More positions than there is room for records: in rounds, and, where one cell has them all, without records.
TEST(buckets, positions_beyond_the_workspace_take_rounds) {
  constexpr int64_t count = 6'000'000;
  rows_call call(STREW_DTYPE_I8, 100'000, 1, count);
  call.options.reduction = STREW_REDUCTION_MEAN;
  call.options.solver = "buckets";
  const std::uint64_t records = static_cast<std::uint64_t>(count) * sizeof(std::uint64_t);
  EXPECT_LT(strew_plan_workspace(call.plan().get()), records);
  expect_same_bits(call);
  for (std::size_t i = 0; i < call.indices.size(); ++i)
    if (i % 100 != 0) call.indices[i] = 70'000;
  expect_same_bits(call);
}

TEST(buckets, positions_without_a_start_touch_nothing) {
  for (const int64_t count : {500, 50'000}) {
    rows_call call(STREW_DTYPE_F16, 1000, 9, count);
    for (std::size_t i = 0; i < call.indices.size(); i += 3) call.indices[i] = i % 2 == 0 ? 1000 : -5000;
    for (std::int32_t& index : call.indices)
      if (index == 17) index = 1234;
    call.options.out_of_bounds = STREW_OOB_SKIP;
    expect_same_bits(call);
    const std::vector<std::byte> made = call.result(nullptr);
    EXPECT_EQ(std::memcmp(&made[17 * 18], &call.data[17 * 18], 18), 0);
  }
}

TEST(buckets, any_poll_can_cancel) {
  for (const int64_t count : {1000, 200'000}) {
    rows_call call(STREW_DTYPE_F16, 5000, 8, count);
    call.execution.threads = 1;
    struct counter {
      int calls = 0, stop_at = 0;
    } polls;
    call.execution.cancel_context = &polls;
    call.execution.cancel = [](void* context) {
      auto* c = static_cast<counter*>(context);
      return ++c->calls == c->stop_at ? 1 : 0;
    };
    EXPECT_EQ(run(call.view()).status, STREW_STATUS_OK);
    const int all = polls.calls;
    EXPECT_GE(all, 2);
    for (int stop_at = 1; stop_at <= all; ++stop_at) {
      polls = {0, stop_at};
      EXPECT_EQ(run(call.view()).status, STREW_STATUS_CANCELLED) << stop_at << " of " << all;
      EXPECT_EQ(polls.calls, stop_at);
    }
  }
}

TEST(buckets, a_workspace_too_small_by_a_byte_is_refused) {
  rows_call call(STREW_DTYPE_F16, 50, 3, 2000);
  call.options.solver = "buckets";
  const std::vector<std::byte> before = call.data;
  const uint64_t bytes = strew_plan_workspace(call.plan().get());
  std::vector<std::byte> workspace(bytes + 1);
  call.execution.workspace = workspace.data() + 1;  // at any address
  call.execution.workspace_bytes = bytes - 1;
  const strew_error error = run(call.view());
  EXPECT_EQ(error.status, STREW_STATUS_MEMORY);
  EXPECT_STREQ(error.rule, "MM2");
  EXPECT_TRUE(call.data == before);
  call.execution.workspace_bytes = bytes;
  const std::vector<std::byte> expected = rows_call(STREW_DTYPE_F16, 50, 3, 2000).result("strided");
  EXPECT_EQ(run(call.view()).status, STREW_STATUS_OK);
  EXPECT_TRUE(call.data == expected);
}

TEST(buckets, sums_without_state_are_refused) {
  rows_call call(STREW_DTYPE_F32, 50, 3, 2000);
  call.options.solver = "buckets";
  const strew_error error = run(call.view());
  EXPECT_STREQ(error.rule, "AT5");
  EXPECT_NE(std::string(error.message).find("no accumulators are needed"), std::string::npos) << error.message;
}

}  // namespace
}  // namespace strew::support
