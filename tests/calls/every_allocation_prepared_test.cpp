// Prepared indices, bound plans and checks: every allocation fails once, and every block of the caller's allocator.
#include <gtest/gtest.h>
#include <strew/problem.h>

#include "counting_allocator.hpp"
#include "every_failure.hpp"
#include "variants.hpp"

namespace strew::testing {
namespace {

struct prepared_deleter {
  void operator()(strew_prepared* prepared) const { strew_prepared_destroy(prepared); }
};
using prepared_owner = std::unique_ptr<strew_prepared, prepared_deleter>;

enum class asked : std::uint8_t { info, order, lists };

class every_block : public ::testing::TestWithParam<deep_call> {
 protected:
  template <class Body>
  void for_each_variant(const Body& body) {
    for (const variant& one : variants) {
      if (!one.fits(GetParam())) continue;
      SCOPED_TRACE(one.name);
      const auto with = operands_of(GetParam(), one);
      const plan_owner plan = plan_of(GetParam(), *with);
      ASSERT_NE(plan, nullptr) << with->error.message;
      body(*with, plan.get());
    }
  }
};
INSTANTIATE_TEST_SUITE_P(of, every_block, ::testing::ValuesIn(deep_calls),
                         [](const auto& test) { return test.param.name; });

TEST_P(every_block, of_preparing) {
  for_each_variant([](deep_operands& with, const strew_plan* plan) {
    strew_prepared* made = nullptr;
    const auto call = [&] { return strew_prepare(plan, with.i.data, &with.execution, &made, &with.error); };
    const strew_status usual = call();
    strew_prepared_destroy(made);
    EXPECT_GT(expect_every_failure_is_clean(with.error, usual, call, [&] { return made == nullptr; }), 0);
    EXPECT_EQ(made == nullptr, usual != STREW_STATUS_OK);
    strew_prepared_destroy(made);
  });
}

TEST_P(every_block, of_binding_and_of_what_was_bound) {
  const bool is_gather = GetParam().is_gather;
  for_each_variant([&](deep_operands& with, const strew_plan* plan) {
    strew_prepared* made = nullptr;
    if (strew_prepare(plan, with.i.data, &with.execution, &made, &with.error) != STREW_STATUS_OK) return;
    const prepared_owner prepared(made);
    strew_plan* bound = nullptr;
    const auto bind = [&] { return strew_plan_bind(plan, prepared.get(), &bound, &with.error); };
    const strew_status usual = bind();
    strew_plan_destroy(bound);
    EXPECT_GT(expect_every_failure_is_clean(with.error, usual, bind, [&] { return bound == nullptr; }), 0);
    const plan_owner owner(bound);
    if (bound == nullptr) return;
    const auto run = [&] {
      with.clear_output();
      return strew_execute(bound, with.d.data, nullptr, is_gather ? nullptr : with.u.data, with.o.data, &with.execution,
                           &with.error);
    };
    const strew_status ran = run();
    expect_every_failure_is_clean(with.error, ran, run, [&] { return with.output_is_untouched(); });
  });
}

// What is computed when it is asked for. A failure leaves nothing behind, so that it can be asked for again.
TEST_P(every_block, of_what_is_known_of_prepared_indices) {
  for_each_variant([&](deep_operands& with, const strew_plan* plan) {
    for (const asked what : {asked::info, asked::order, asked::lists}) {
      for (int n = 0;; ++n) {
        strew_prepared* made = nullptr;
        if (strew_prepare(plan, with.i.data, &with.execution, &made, &with.error) != STREW_STATUS_OK) return;
        const prepared_owner prepared(made);
        const std::uint64_t count = strew_prepared_order(made, 0, nullptr);
        std::vector<std::uint64_t> order(static_cast<std::size_t>(count));
        strew_prepared_info info = STREW_PREPARED_INFO_INIT;
        strew_prepared_lists lists = STREW_PREPARED_LISTS_INIT;
        bool is_known = false;
        fail_allocation_after(n);
        if (what == asked::order) {
          is_known = strew_prepared_order(made, count, order.data()) == count;
        } else {
          const strew_status status = what == asked::info ? strew_prepared_inspect(made, &info, &with.error)
                                                          : strew_prepared_view(made, &lists, &with.error);
          is_known = status == STREW_STATUS_OK;
          EXPECT_TRUE(is_known || status == STREW_STATUS_MEMORY);
        }
        const bool has_failed = an_allocation_failed();
        fail_allocation_after(-1);
        EXPECT_TRUE(is_known || has_failed);
        EXPECT_EQ(strew_prepared_inspect(made, &info, &with.error), STREW_STATUS_OK);
        EXPECT_EQ(strew_prepared_view(made, &lists, &with.error), STREW_STATUS_OK);
        if (!has_failed) break;
      }
    }
  });
}

TEST_P(every_block, of_a_check) {
  const bool is_gather = GetParam().is_gather;
  for_each_variant([&](deep_operands& with, const strew_plan* plan) {
    const auto call = [&] {
      return strew_check(plan, with.d.data, with.i.data, is_gather ? nullptr : with.u.data, with.o.data,
                         &with.execution, &with.error);
    };
    const strew_status usual = call();
    expect_every_failure_is_clean(with.error, usual, call, [&] { return with.output_is_untouched(); });
    EXPECT_TRUE(with.output_is_untouched());
  });
}

// A tuple that is bad or refused, two that collide or are refused.
TEST_P(every_block, of_the_records_of_errors_found_elsewhere) {
  for_each_variant([](deep_operands& with, const strew_plan* plan) {
    for (const std::uint64_t value : {std::uint64_t{1}, static_cast<std::uint64_t>(beyond)}) {
      strew_problem_bad_index index = STREW_PROBLEM_BAD_INDEX_INIT;
      index.position = 1;
      index.bad_count = index.tuple_depth = 1;
      index.tuple = &value;
      const auto make_index = [&] { return strew_plan_index_error(plan, &index, &with.error); };
      EXPECT_GT(expect_every_failure_is_clean(with.error, make_index(), make_index, [] { return true; }), 0);
      strew_problem_duplicate twice = STREW_PROBLEM_DUPLICATE_INIT;
      twice.position = twice.tuple_depth = 1;
      twice.tuple = twice.other_tuple = &value;
      const auto make_twice = [&] { return strew_plan_duplicate_error(plan, &twice, &with.error); };
      EXPECT_GT(expect_every_failure_is_clean(with.error, make_twice(), make_twice, [] { return true; }), 0);
    }
  });
}

// The same with the allocator of the caller, which refuses its first, its second, ... block. A bad index is reported
// rather than missing memory.
template <class Call>
int refuse_each(counting_allocator& memory, strew_error& error, const Call& call) {
  const std::size_t before = memory.live();
  for (int n = 0; n < 100; ++n) {
    memory.refuse_after(n);
    const strew_status status = call();
    if (!memory.has_refused()) return n;
    const bool is_bad_index = std::string_view(error.rule) == "IX1";
    EXPECT_EQ(status, is_bad_index ? STREW_STATUS_INDEX : STREW_STATUS_MEMORY) << n << ": " << error.message;
    EXPECT_TRUE(is_bad_index || std::string_view(error.rule) == "MM1") << n << ": " << error.rule;
    EXPECT_EQ(memory.live(), before) << n;
  }
  ADD_FAILURE() << "100 blocks";
  return 0;
}

TEST_P(every_block, of_the_callers_allocator_in_an_execution) {
  for_each_variant([&](deep_operands& with, const strew_plan* plan) {
    counting_allocator memory;
    with.execution.allocator = memory.face();
    const int blocks = refuse_each(memory, with.error, [&] {
      with.clear_output();
      const strew_status status = execute(plan, with, GetParam().is_gather);
      EXPECT_EQ(status == STREW_STATUS_OK, !with.output_is_untouched());
      return status;
    });
    EXPECT_EQ(memory.live(), 0U);
    const bool validated_badly = with.error.status == STREW_STATUS_INDEX && std::string_view(with.error.rule) == "IX1";
    EXPECT_EQ(blocks > 0, strew_plan_workspace(plan) > 0 && !validated_badly);
  });
}

TEST_P(every_block, of_the_callers_allocator_in_a_preparation) {
  for_each_variant([](deep_operands& with, const strew_plan* plan) {
    counting_allocator memory;
    with.execution.allocator = memory.face();
    strew_prepared* made = nullptr;
    const int blocks = refuse_each(
        memory, with.error, [&] { return strew_prepare(plan, with.i.data, &with.execution, &made, &with.error); });
    const bool was_made = made != nullptr;
    EXPECT_EQ(was_made, with.error.status == STREW_STATUS_OK);
    EXPECT_EQ(memory.live() > 0, was_made && strew_plan_prepared_bytes(plan) > 0);
    EXPECT_TRUE(blocks > 0 || !was_made);
    strew_prepared_destroy(made);
    EXPECT_EQ(memory.live(), 0U);
  });
}

}  // namespace
}  // namespace strew::testing
