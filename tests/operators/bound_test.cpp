// Plans that prepared indices are bound to: the same bits, and a refusal where the two do not fit.
#include <thread>

#include "operators/expect.hpp"
#include "operators/line.hpp"
#include "operators/planned.hpp"

namespace strew::support {
namespace {

constexpr int32_t policies[] = {STREW_OOB_ERROR, STREW_OOB_CLAMP, STREW_OOB_WRAP,
                                STREW_OOB_SKIP,  STREW_OOB_FILL,  STREW_OOB_ASSUME};

line<int32_t> line_of(operator_kind kind, const std::vector<int64_t>& indices, const strew_options& options) {
  const auto count = static_cast<int64_t>(indices.size());
  return {kind, {10, 20, 30, 40}, indices, counting<int32_t>(count, 1), options};
}

// What the plan does with the caller's indices it does with prepared ones, after those and their source are gone.
void expect_same(operator_kind kind, const std::vector<int64_t>& indices, const strew_options& options) {
  line<int32_t> once = line_of(kind, indices, options);
  const strew_error expected = once.run();
  line<int32_t> l = line_of(kind, indices, options);
  const arguments a = l.view();
  const plan_handle plan = plan_of(a);
  strew_error error = STREW_ERROR_INIT;
  prepared_handle prepared = prepared_of(plan, l.indices.data(), &error);
  ASSERT_EQ(error.status, expected.status) << error.message;
  if (expected.status != STREW_STATUS_OK) {
    EXPECT_STREQ(error.rule, "IX1");
    EXPECT_STREQ(error.message, expected.message);
    EXPECT_EQ(error.position, expected.position);
    EXPECT_EQ(error.bad_count, expected.bad_count);
    return;
  }
  const plan_handle bound = bound_of(plan, prepared);
  prepared.reset();
  std::fill(l.indices.begin(), l.indices.end(), -77);
  EXPECT_EQ(execute(bound, a).status, STREW_STATUS_OK);
  EXPECT_EQ(l.data, once.data) << name_of(kind) << " " << options.out_of_bounds;
  EXPECT_EQ(l.direct, once.direct) << name_of(kind) << " " << options.out_of_bounds;
}

TEST(bound, the_same_bits_under_every_policy) {
  for (const operator_kind kind : line_ops) {
    for (const int32_t outside : policies) {
      if (is_scatter(kind) && outside == STREW_OOB_FILL) continue;
      for (const int32_t negative : {STREW_NEGATIVE_FROM_END, STREW_NEGATIVE_INVALID}) {
        const strew_options options =
            options_of(is_scatter(kind) ? STREW_REDUCTION_SUB : STREW_REDUCTION_NONE, outside, negative);
        expect_same(kind, {3, 0, 3, 1}, options);
        expect_same(kind, {2, -1, 9, -9, 2, -4, 4}, options);  // under assume a broken promise
        expect_same(kind, {}, options);
      }
    }
  }
}

// The indices are the library's own then, so where the caller's were does not matter.
TEST(bound, its_other_tensors_must_be_of_the_processor) {
  line<int32_t> l = line_of(operator_kind::scatter, {1, 1, 0}, options_of(STREW_REDUCTION_ADD));
  const arguments near = l.view();
  strew_error error = STREW_ERROR_INIT;
  const prepared_handle prepared = prepared_of(plan_of(near), l.indices.data(), &error);
  for (const bool is_output : {true, false}) {
    arguments far = near;
    (is_output ? far.output : far.indices).device = 2;  // CUDA, in DLPack
    const plan_handle bound = bound_of(plan_of(far), prepared);
    const std::vector<int32_t> before = l.data;
    const strew_error done = execute(bound, near);
    EXPECT_STREQ(done.rule, is_output ? "PT3" : "");
    EXPECT_EQ(done.operand, is_output ? STREW_OPERAND_OUTPUT : STREW_OPERAND_NONE);
    EXPECT_EQ(l.data == before, is_output);
  }
}

TEST(bound, it_needs_no_indices_and_says_so) {
  line<int32_t> l = line_of(operator_kind::scatter, {1, 1, 0}, options_of(STREW_REDUCTION_ADD));
  const arguments a = l.view();
  const plan_handle plan = plan_of(a);
  const plan_handle bound = bound_of(plan, prepared_of(plan, l.indices.data()));
  std::string text(strew_plan_describe(bound.get(), nullptr, 0) + 1, '\0');
  strew_plan_describe(bound.get(), text.data(), text.size());
  EXPECT_NE(text.find("prepared"), std::string::npos) << text;
  EXPECT_EQ(strew_check(bound.get(), a.data.data, nullptr, a.updates.data, a.output.data, nullptr, nullptr),
            STREW_STATUS_OK);
  EXPECT_EQ(l.data, (std::vector<int32_t>{10, 20, 30, 40}));
  strew_error error = STREW_ERROR_INIT;
  EXPECT_EQ(strew_execute(plan.get(), a.data.data, nullptr, a.updates.data, a.output.data, nullptr, &error),
            STREW_STATUS_POINTER);
  // What it is given is not looked at, be it the output itself.
  EXPECT_EQ(strew_execute(bound.get(), a.data.data, a.output.data, a.updates.data, a.output.data, nullptr, nullptr),
            STREW_STATUS_OK);
  EXPECT_EQ(l.data, (std::vector<int32_t>{13, 23, 30, 40}));
}

// Where every position is inside, the policy makes no difference: equal problems, whatever was asked.
TEST(bound, valid_indices_are_bound_alike_under_every_policy) {
  for (const operator_kind kind : line_ops) {
    plan_handle first{nullptr, strew_plan_destroy};
    for (const int32_t outside : {STREW_OOB_CLAMP, STREW_OOB_ERROR, STREW_OOB_WRAP, STREW_OOB_SKIP, STREW_OOB_ASSUME}) {
      line<int32_t> l = line_of(kind, {3, -1, 0}, options_of(STREW_REDUCTION_NONE, outside));
      const plan_handle plan = plan_of(l.view());
      plan_handle bound = bound_of(plan, prepared_of(plan, l.indices.data()));
      if (first == nullptr) first = std::move(bound);
      EXPECT_TRUE(bound == nullptr || strew_plan_equal(first.get(), bound.get()) == 1) << name_of(kind) << outside;
    }
  }
}

// A bound plan requires what the plan requested: other indices can be prepared for it and bound in turn.
TEST(bound, again) {
  line<int32_t> l = line_of(operator_kind::scatter, {1, 1, 0}, options_of(STREW_REDUCTION_NONE));
  const arguments a = l.view();
  const plan_handle plan = plan_of(a);
  const plan_handle bound = bound_of(plan, prepared_of(plan, l.indices.data()));
  const std::vector<int64_t> others{-1, 2, 3};
  EXPECT_EQ(strew_plan_prepared_bytes(bound.get()), strew_plan_prepared_bytes(plan.get()));
  EXPECT_EQ(execute(bound_of(bound, prepared_of(bound, others.data())), a).status, STREW_STATUS_OK);
  EXPECT_EQ(l.data, (std::vector<int32_t>{10, 20, 2, 3}));
}

// Prepared for a gather, bound to a scatter of another type with another reduction.
TEST(bound, another_operator_type_and_reduction) {
  const array<int64_t> rows{{3}, {2, -3, 2}};
  const array<int32_t> data{{3, 2}, counting<int32_t>(6)};
  array<int32_t> output{{3, 2}, std::vector<int32_t>(6)};
  arguments reads = along(operator_kind::gather, 0);
  reads.data = data.view();
  reads.indices = rows.view();
  reads.output = output.view();
  const prepared_handle prepared = prepared_of(plan_of(reads), rows.values.data());
  array<double> sums{{3}, {0, 0, 0}};
  const array<double> updates{{3}, {1, 10, 100}};
  const strew_options adds = options_of(STREW_REDUCTION_ADD);
  arguments writes = along(operator_kind::scatter, 0);
  writes.data = writes.output = sums.view();
  writes.indices = rows.view();
  writes.updates = updates.view();
  writes.options = &adds;
  EXPECT_EQ(execute(bound_of(plan_of(writes), prepared), writes).status, STREW_STATUS_OK);
  EXPECT_EQ(sums.values, (std::vector<double>{10, 0, 101}));
  EXPECT_EQ(execute(bound_of(plan_of(reads), prepared), reads).status, STREW_STATUS_OK);
  EXPECT_EQ(output.values, (std::vector<int32_t>{4, 5, 0, 1, 4, 5}));
}

TEST(bound, IX2_from_what_was_found) {
  for (const operator_kind kind : line_scatters) {
    strew_options options = options_of(STREW_REDUCTION_ADD);
    line<int32_t> allows = line_of(kind, {3, 0, -1, 0}, options);
    const prepared_handle prepared = prepared_of(plan_of(allows.view()), allows.indices.data());
    options.duplicates = STREW_DUPLICATES_ERROR;
    line<int32_t> refuses = line_of(kind, {3, 0, -1, 0}, options);
    const plan_handle plan = plan_of(refuses.view());
    const strew_error expected = refuses.run();
    strew_error error = STREW_ERROR_INIT;
    const plan_handle none = bound_of(plan, prepared, &error);
    EXPECT_EQ(none, nullptr);
    EXPECT_EQ(error.status, STREW_STATUS_INDEX);
    EXPECT_STREQ(error.rule, "IX2");
    // The copy counts from the start. What was prepared for a plan that refuses duplicates has the tuple as stored.
    EXPECT_STREQ(error.message, "IX2: indices: position 2 (2) with tuple (3) writes a cell that position 0 (0) wrote");
    EXPECT_EQ(error.position, 2U);
    EXPECT_EQ(error.other_position, 0U);
    EXPECT_EQ(error.tuple_depth, 1U);
    EXPECT_EQ(error.tuple[0], 3U);
    EXPECT_EQ(error.tuple_negative[0], 0);
    const plan_handle refused = bound_of(plan, prepared_of(plan, refuses.indices.data()), &error);
    EXPECT_EQ(refused, nullptr);
    EXPECT_STREQ(error.message, expected.message);
    EXPECT_EQ(static_cast<int64_t>(error.tuple[0]), -1);
    EXPECT_EQ(error.tuple_negative[0], 1);
    line<int32_t> apart = line_of(kind, {3, 0, -2}, options);
    const plan_handle fits = plan_of(apart.view());
    const plan_handle bound = bound_of(fits, prepared_of(fits, apart.indices.data()));
    EXPECT_EQ(strew_plan_workspace(bound.get()), 0U);  // it was looked for once
    EXPECT_EQ(execute(bound, apart.view()).status, STREW_STATUS_OK);
    EXPECT_EQ(apart.data, (std::vector<int32_t>{12, 20, 33, 41}));
  }
}

// What the two plans of a refusal differ in.
struct index_side {
  shape table = {4}, positions = {3};
  strew_dtype type = STREW_DTYPE_I64;
  int32_t outside = STREW_OOB_SKIP;
  int32_t negative = STREW_NEGATIVE_FROM_END;
  operator_kind kind = operator_kind::gather;
};

plan_handle plan_of_side(const index_side& side, std::vector<int64_t>& room) {
  const strew_options options = options_of(STREW_REDUCTION_NONE, side.outside, side.negative);
  arguments a = along(side.kind, 0);
  a.options = &options;
  a.data = describe(room.data(), STREW_DTYPE_I8, side.table, {});
  a.indices = describe(room.data(), side.type, side.positions, {});
  a.output = describe(room.data(), STREW_DTYPE_I8, side.positions, {});
  a.data.strides = a.indices.strides = a.output.strides = nullptr;
  return plan_of(a);
}

std::string refusal(const index_side& prepared, const index_side& planned) {
  std::vector<int64_t> room(16);
  const prepared_handle given = prepared_of(plan_of_side(prepared, room), room.data());
  strew_error error = STREW_ERROR_INIT;
  const plan_handle bound = bound_of(plan_of_side(planned, room), given, &error);
  EXPECT_EQ(error.operand, error.status == STREW_STATUS_OK ? STREW_OPERAND_NONE : STREW_OPERAND_INDICES);
  return error.rule;
}

TEST(bound, PR1_to_PR4_what_does_not_fit) {
  EXPECT_EQ(refusal({}, {}), "");
  EXPECT_EQ(refusal({}, {.positions = {2}}), "PR1");
  EXPECT_EQ(refusal({.positions = {3}}, {.positions = {3, 1}}), "PR1");
  EXPECT_EQ(refusal({}, {.table = {5}}), "PR2");
  EXPECT_EQ(refusal({}, {.outside = STREW_OOB_CLAMP}), "PR3");
  EXPECT_EQ(refusal({}, {.negative = STREW_NEGATIVE_INVALID}), "PR3");
  EXPECT_EQ(refusal({}, {.type = STREW_DTYPE_U64}), "PR4");
  // Types before attributes before shapes.
  EXPECT_EQ(refusal({}, {.table = {5}, .positions = {2}, .type = STREW_DTYPE_I32, .outside = STREW_OOB_WRAP}), "PR4");
  EXPECT_EQ(refusal({}, {.table = {5}, .positions = {2}, .outside = STREW_OOB_WRAP}), "PR3");
  EXPECT_EQ(refusal({}, {.table = {5}, .positions = {2}}), "PR1");
  // The same indices and the same extent, but columns are tables of their own.
  EXPECT_EQ(refusal({.table = {4}, .positions = {2, 3}},
                    {.table = {4, 3}, .positions = {2, 3}, .kind = operator_kind::gather_elements}),
            "PR2");
}

// Windows are part of what is addressed, and what is left of a cut one is part of the policy.
std::string refusal_of_windows(int64_t window, int32_t partial) {
  array<int32_t> table{{5}, counting<int32_t>(5)};
  const array<int64_t> starts{{2, 1}, {4, 0}};
  const auto planned = [&](int64_t w, int32_t p) {
    strew_options options = options_of(STREW_REDUCTION_NONE, STREW_OOB_SKIP);
    options.partial_window = p;
    const array<int32_t> updates{{2, w}, counting<int32_t>(2 * w)};
    arguments a = stablehlo(operator_kind::stablehlo_scatter, {{1}, {}, {}, {}, {0}, 1, {}});
    a.data = a.output = table.view();
    a.indices = starts.view();
    a.updates = updates.view();
    a.options = &options;
    return plan_of(a);
  };
  strew_error error = STREW_ERROR_INIT;
  const prepared_handle prepared = prepared_of(planned(2, STREW_PARTIAL_ELEMENT), starts.values.data());
  const plan_handle bound = bound_of(planned(window, partial), prepared, &error);
  return error.rule;
}

TEST(bound, PR2_PR3_of_windows) {
  EXPECT_EQ(refusal_of_windows(2, STREW_PARTIAL_ELEMENT), "");
  EXPECT_EQ(refusal_of_windows(3, STREW_PARTIAL_ELEMENT), "PR2");
  EXPECT_EQ(refusal_of_windows(2, STREW_PARTIAL_WHOLE), "PR3");
}

// The members of a tuple lie along another dimension of indices of the same extents.
TEST(bound, PR1_of_the_tuple_dimension) {
  const array<int32_t> table{{3, 3}, counting<int32_t>(9)};
  const array<int64_t> tuples{{2, 2}, {0, 1, 2, 2}};
  array<int32_t> output{{2}, {0, 0}};
  const auto planned = [&](int64_t vector_dim) {
    arguments a = stablehlo(operator_kind::stablehlo_gather, {{}, {0, 1}, {}, {}, {0, 1}, vector_dim, {1, 1}});
    a.data = table.view();
    a.indices = tuples.view();
    a.output = output.view();
    return plan_of(a);
  };
  strew_error error = STREW_ERROR_INIT;
  const prepared_handle prepared = prepared_of(planned(1), tuples.values.data());
  EXPECT_NE(bound_of(planned(1), prepared, &error), nullptr);
  EXPECT_EQ(bound_of(planned(0), prepared, &error), nullptr);
  EXPECT_STREQ(error.rule, "PR1");
}

// An append without write indices has tuples of no member; one with them has as many indices where the batch is empty.
TEST(bound, PR1_of_the_number_of_members) {
  for (const int64_t batch : {int64_t{0}, int64_t{2}}) {
    const auto count = static_cast<size_t>(batch * 3);
    array<int32_t> cache{{batch, 3}, std::vector<int32_t>(count)};
    const array<int32_t> updates{{batch, 1}, std::vector<int32_t>(static_cast<size_t>(batch))};
    const array<int64_t> starts{{batch}, std::vector<int64_t>(static_cast<size_t>(batch))};
    const auto planned = [&](bool has_indices) {
      arguments a = along(operator_kind::tensor_scatter, 1);
      a.data = a.output = cache.view();
      a.updates = updates.view();
      if (has_indices) a.indices = starts.view();
      strew_plan* made = nullptr;
      strew_plan_tensor_scatter(&a.data, &a.updates, has_indices ? &a.indices : nullptr, &a.output, 1,
                                STREW_MODE_LINEAR, nullptr, &made, nullptr);
      EXPECT_NE(made, nullptr);
      return plan_handle{made, strew_plan_destroy};
    };
    for (const bool is_prepared_with : {false, true}) {
      const prepared_handle prepared = prepared_of(planned(is_prepared_with), starts.values.data());
      for (const bool is_bound_with : {false, true}) {
        strew_error error = STREW_ERROR_INIT;
        const plan_handle bound = bound_of(planned(is_bound_with), prepared, &error);
        EXPECT_EQ(bound != nullptr, is_prepared_with == is_bound_with) << batch << ": " << error.message;
        EXPECT_STREQ(error.rule, bound != nullptr ? "" : "PR1");
      }
    }
  }
}

// Of a window without a place wrap leaves out nothing, skip the starts that are not valid.
TEST(bound, windows_of_0_places_are_left_out_where_their_start_is_not_valid) {
  for (const int64_t extent : {int64_t{0}, int64_t{2}}) {
    for (const auto& [outside, skipped] : {std::pair{STREW_OOB_WRAP, 0U}, std::pair{STREW_OOB_CLAMP, 0U},
                                           std::pair{STREW_OOB_SKIP, 2U}, std::pair{STREW_OOB_FILL, 2U}}) {
      const array<int32_t> table{{extent}, std::vector<int32_t>(static_cast<size_t>(extent))};
      const array<int64_t> starts{{3, 1}, {0, 3, -1}};
      const array<int32_t> output{{3, 0}, {}};
      arguments a = stablehlo(operator_kind::stablehlo_gather, {{1}, {}, {}, {}, {0}, 1, {0}});
      a.data = table.view();
      a.indices = starts.view();
      a.output = output.view();
      strew_options options = STREW_OPTIONS_INIT;
      options.out_of_bounds = outside;
      options.negative_indices = STREW_NEGATIVE_INVALID;
      a.options = &options;
      const prepared_handle prepared = prepared_of(plan_of(a), starts.values.data());
      strew_prepared_info info = STREW_PREPARED_INFO_INIT;
      EXPECT_EQ(strew_prepared_inspect(prepared.get(), &info, nullptr), STREW_STATUS_OK);
      EXPECT_EQ(info.skipped, skipped) << outside << " over " << extent;
    }
  }
}

TEST(bound, from_many_threads_at_once) {
  constexpr int64_t count = 2000;
  line<int32_t> l{
      operator_kind::scatter, std::vector<int32_t>(64), {}, counting<int32_t>(count), options_of(STREW_REDUCTION_ADD)};
  for (int64_t n = 0; n < count; ++n) l.indices.push_back(n * 37 % 64);
  const arguments a = l.view();
  const plan_handle plan = plan_of(a);
  const prepared_handle prepared = prepared_of(plan, l.indices.data());
  std::vector<std::vector<int32_t>> results(4, std::vector<int32_t>(64));
  std::vector<std::thread> threads;
  for (auto& result : results) {
    threads.emplace_back([&] {
      const plan_handle bound = bound_of(plan, prepared);
      for (int n = 0; n < 50; ++n)
        strew_execute(bound.get(), a.data.data, nullptr, a.updates.data, result.data(), nullptr, nullptr);
    });
  }
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(l.run().status, STREW_STATUS_OK);
  for (const auto& result : results) EXPECT_EQ(result, l.data);
}

}  // namespace
}  // namespace strew::support
