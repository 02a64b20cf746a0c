#include "fuzz/operators/verify.hpp"

#include "fuzz/shared/callbacks.hpp"
#include "fuzz/shared/require.hpp"
#include "support/lists.hpp"

namespace strew::fuzz {

bool finds_pointers_first(const verdict& expected) {
  return expected.status == STREW_STATUS_POINTER;
}

void verify_memory(fixture& of, const verdict& expected, strew_status status) {
  if (status == STREW_STATUS_OK && expected.status == STREW_STATUS_OK) {
    STREW_REQUIRE(of.now() == expected.after || !of.has_one_result());
  } else if (status != STREW_STATUS_OK && status != STREW_STATUS_CANCELLED) {
    STREW_REQUIRE(of.now() == expected.before);
  }
  of.reset(expected.before);
}

verdict verify_call(fixture& of) {
  verdict made;
  made.before = of.now();
  made.status = cases::run(of.call(), nullptr, &made.error);
  verify_record(made.status, made.error);
  STREW_REQUIRE(made.status != STREW_STATUS_CANCELLED && made.status != STREW_STATUS_MEMORY);
  STREW_REQUIRE(of.inputs_are(made.before));
  made.after = of.now();
  STREW_REQUIRE(made.status == STREW_STATUS_OK || made.after == made.before);
  of.reset(made.before);
  return made;
}

void verify_again(fixture& of, const verdict& expected) {
  strew_error error = STREW_ERROR_INIT;
  const strew_status status = cases::run(of.call(), nullptr, &error);
  verify_record(status, error);
  STREW_REQUIRE(status == expected.status && is_same(error, expected.error));
  verify_memory(of, expected, status);
}

namespace {

using text_function = std::size_t (*)(const strew_plan*, char*, std::size_t);

void verify_text(const strew_plan* plan, text_function text, choices& in) {
  const std::size_t length = text(plan, nullptr, 0);
  STREW_REQUIRE(length > 0 && length < (1U << 20));
  std::vector<char> whole(length + 1, '#');
  STREW_REQUIRE(text(plan, whole.data(), whole.size()) == length && std::strlen(whole.data()) == length);
  const std::size_t capacity = static_cast<std::size_t>(in.below(length + 2));
  std::vector<char> part(capacity, '#');
  STREW_REQUIRE(text(plan, part.data(), capacity) == length);
  if (capacity == 0) return;
  const std::size_t kept = std::min(length, capacity - 1);
  STREW_REQUIRE(part[kept] == '\0' && std::memcmp(part.data(), whole.data(), kept) == 0);
}

void verify_twin(const fixture& of, const strew_plan* plan) {
  strew_plan* twin = nullptr;
  strew_error error = STREW_ERROR_INIT;
  STREW_REQUIRE(cases::make_plan(of.call(), &twin, &error) == STREW_STATUS_OK && twin != nullptr);
  STREW_REQUIRE(strew_plan_equal(plan, twin) == 1 && strew_plan_hash(plan) == strew_plan_hash(twin));
  STREW_REQUIRE(strew_plan_workspace(plan) == strew_plan_workspace(twin));
  STREW_REQUIRE(strew_plan_bytes(plan) == strew_plan_bytes(twin));
  strew_plan_destroy(twin);
}

}  // namespace

void verify_plan(fixture& of, const verdict& expected, const strew_plan* plan, choices& in) {
  verify_text(plan, strew_plan_problem, in);
  verify_text(plan, strew_plan_describe, in);
  verify_text(plan, strew_plan_explain, in);
  verify_twin(of, plan);
  strew_error error = STREW_ERROR_INIT;
  const strew_status found = strew_check(plan, of.data(), of.indices(), of.updates(), of.output(), nullptr, &error);
  verify_record(found, error);
  STREW_REQUIRE(found == expected.status && is_same(error, expected.error));
  STREW_REQUIRE(of.now() == expected.before);
  const strew_status status = strew_execute(plan, of.data(), of.indices(), of.updates(), of.output(), nullptr, &error);
  verify_record(status, error);
  STREW_REQUIRE(status == expected.status && is_same(error, expected.error));
  verify_memory(of, expected, status);
}

namespace {

// An execution with any callbacks of the caller, and whether its result must be that without them.
struct watched_execution {
  callbacks calls;
  strew_allocator allocator = calls.allocator();
  strew_executor executor = calls.executor();
  std::unique_ptr<std::uint8_t[]> workspace;
  strew_execution value = STREW_EXECUTION_INIT;
  bool may_lack_memory = false;
  bool may_stop = false;

  watched_execution(std::uint64_t needed, choices& in) {
    value.threads = in.below(4);
    if (in.one_in(2)) value.allocator = &allocator;
    if (in.one_in(2)) value.executor = &executor;
    if (in.one_in(3)) value.on_error = STREW_ON_ERROR_DISCARD;
    calls.concurrency = 1 + in.below(6);
    if (in.one_in(4)) {
      calls.allocations_left = in.below(4);
      may_lack_memory = value.allocator != nullptr;
    }
    if (in.one_in(4)) {
      value.cancel = callbacks::cancel;
      value.cancel_context = &calls;
      calls.polls_left = in.one_in(3) ? ~std::uint64_t{0} : in.below(6);
      may_stop = true;
    }
    if (!in.one_in(3) || needed > (1U << 22)) return;
    const std::uint64_t size = in.one_in(4) ? in.below(needed + 1) : needed + in.below(3);
    const std::uint64_t skip = in.below(8);  // at any alignment
    workspace = std::make_unique<std::uint8_t[]>(static_cast<std::size_t>(size + skip));
    value.workspace = workspace.get() + skip;
    value.workspace_bytes = size;
    may_lack_memory = may_lack_memory || size < needed;
  }

  [[nodiscard]] bool may_end_with(strew_status status) const {
    return (may_lack_memory && status == STREW_STATUS_MEMORY) || (may_stop && status == STREW_STATUS_CANCELLED);
  }
  [[nodiscard]] bool discards(strew_status status) const {
    return value.on_error == STREW_ON_ERROR_DISCARD && (status == STREW_STATUS_INDEX || status == STREW_STATUS_MEMORY);
  }
};

}  // namespace

void verify_execution(fixture& of, const verdict& expected, const strew_plan* plan, choices& in) {
  watched_execution execution(strew_plan_workspace(plan), in);
  strew_error error = STREW_ERROR_INIT;
  const bool is_check = in.one_in(4);
  const auto run_plan = [&] {
    return is_check ? strew_check(plan, of.data(), of.indices(), of.updates(), of.output(), &execution.value, &error)
                    : strew_execute(plan, of.data(), of.indices(), of.updates(), of.output(), &execution.value, &error);
  };
  const strew_status status = in.one_in(3) && !is_check ? cases::run(of.call(), &execution.value, &error) : run_plan();
  verify_record(status, error);
  STREW_REQUIRE(execution.calls.is_balanced());
  STREW_REQUIRE(execution.may_end_with(status) || (status == expected.status && is_same(error, expected.error)));
  if (is_check) {
    STREW_REQUIRE(of.now() == expected.before);
  } else if (execution.discards(status)) {
    STREW_REQUIRE(of.inputs_are(expected.before));
    of.reset(expected.before);
  } else {
    verify_memory(of, expected, status);
  }
}

namespace {

void verify_info(const strew_prepared* prepared, const strew_plan* plan, bool may_lack_memory) {
  strew_prepared_info info = STREW_PREPARED_INFO_INIT;
  strew_error error = STREW_ERROR_INIT;
  const strew_status inspected = strew_prepared_inspect(prepared, &info, &error);
  verify_record(inspected, error);
  if (inspected == STREW_STATUS_MEMORY) {  // to sort the positions
    STREW_REQUIRE(may_lack_memory);
    return;
  }
  STREW_REQUIRE(inspected == STREW_STATUS_OK && info.bytes == strew_plan_prepared_bytes(plan) && info.reserved == 0);
  STREW_REQUIRE(info.skipped <= info.positions && info.duplicates <= info.positions - info.skipped);
  STREW_REQUIRE(info.duplicates == 0 || info.other_position < info.first_position);
  STREW_REQUIRE(info.order >= STREW_ORDER_UNSORTED && info.order <= STREW_ORDER_DESCENDING);
  const bool is_strict = info.order == STREW_ORDER_ASCENDING || info.order == STREW_ORDER_DESCENDING;
  STREW_REQUIRE(!is_strict || info.duplicates == 0);
  STREW_REQUIRE(info.distinct <= info.positions - info.skipped && info.most_frequent <= info.positions - info.skipped);
  std::vector<std::uint64_t> order(static_cast<std::size_t>(info.positions));
  STREW_REQUIRE(strew_prepared_order(prepared, info.positions, order.data()) == info.positions);
  std::vector<bool> is_seen(order.size());
  for (const std::uint64_t position : order) {
    STREW_REQUIRE(position < order.size() && !is_seen[static_cast<std::size_t>(position)]);
    is_seen[static_cast<std::size_t>(position)] = true;
  }
  std::vector<std::uint64_t> part(order.size() / 2);
  STREW_REQUIRE(strew_prepared_order(prepared, part.size(), part.data()) == info.positions);
  STREW_REQUIRE(std::equal(part.begin(), part.end(), order.begin()));
}

void verify_lists(const strew_prepared* prepared, bool may_lack_memory) {
  strew_prepared_lists lists = STREW_PREPARED_LISTS_INIT;
  strew_error error = STREW_ERROR_INIT;
  const strew_status listed = strew_prepared_view(prepared, &lists, &error);
  verify_record(listed, error);
  STREW_REQUIRE(listed == STREW_STATUS_OK || (listed == STREW_STATUS_MEMORY && may_lack_memory));
  if (listed != STREW_STATUS_OK) return;
  const support::cell_lists all = support::lists_of(lists);
  std::vector<std::uint64_t> order(all.order.size());
  STREW_REQUIRE(strew_prepared_order(prepared, order.size(), order.data()) == lists.positions && order == all.order);
  STREW_REQUIRE(lists.serial != 0 && all.starts.front() == 0 && all.starts.back() == lists.positions - lists.skipped);
  for (std::size_t s = 0; s < all.cells.size(); ++s) {
    STREW_REQUIRE(all.starts[s] < all.starts[s + 1] && (s == 0 || all.cells[s - 1] < all.cells[s]));
    for (std::uint64_t n = all.starts[s] + 1; n < all.starts[s + 1]; ++n)
      STREW_REQUIRE(order[static_cast<std::size_t>(n) - 1] < order[static_cast<std::size_t>(n)]);
  }
}

void verify_bound(fixture& of, const verdict& expected, const strew_plan* plan, strew_prepared* prepared, choices& in) {
  strew_plan* bound = nullptr;
  strew_error error = STREW_ERROR_INIT;
  const strew_status made = strew_plan_bind(plan, prepared, &bound, &error);
  verify_record(made, error);
  strew_prepared_destroy(prepared);
  STREW_REQUIRE((bound != nullptr) == (made == STREW_STATUS_OK));
  if (made != STREW_STATUS_OK) {
    STREW_REQUIRE(made == STREW_STATUS_INDEX && of.test_case().duplicates == STREW_DUPLICATES_ERROR);
    STREW_REQUIRE(expected.status != STREW_STATUS_OK);  // indices are validated after all other checks
    return;
  }
  watched_execution execution(strew_plan_workspace(bound), in);
  const strew_status status =
      strew_execute(bound, of.data(), nullptr, of.updates(), of.output(), &execution.value, &error);
  verify_record(status, error);
  // the indices of the call are not used, so they may be null or overlap the output
  const bool may_do_without = expected.status == STREW_STATUS_OVERLAP || expected.status == STREW_STATUS_POINTER;
  STREW_REQUIRE(execution.may_end_with(status) || status == expected.status || may_do_without);
  verify_memory(of, expected, status);
  verify_text(bound, strew_plan_explain, in);
  strew_plan_destroy(bound);
}

}  // namespace

void verify_prepared(fixture& of, const verdict& expected, const strew_plan* plan, choices& in) {
  watched_execution execution(strew_plan_prepare_workspace(plan), in);
  strew_prepared* prepared = nullptr;
  strew_error error = STREW_ERROR_INIT;
  const strew_status status = strew_prepare(plan, of.indices(), &execution.value, &prepared, &error);
  verify_record(status, error);
  STREW_REQUIRE((prepared != nullptr) == (status == STREW_STATUS_OK));
  if (status != STREW_STATUS_OK) {
    STREW_REQUIRE(execution.calls.is_balanced());
    const bool lacks_indices = status == STREW_STATUS_POINTER && of.indices() == nullptr;
    STREW_REQUIRE(execution.may_end_with(status) || status == STREW_STATUS_INDEX || lacks_indices);
    STREW_REQUIRE(status != STREW_STATUS_INDEX || expected.status != STREW_STATUS_OK);
    STREW_REQUIRE(status != expected.status || lacks_indices || is_same(error, expected.error));
    return;
  }
  if (in.one_in(2)) verify_lists(prepared, execution.may_lack_memory);
  verify_info(prepared, plan, execution.may_lack_memory);
  verify_bound(of, expected, plan, prepared, in);
  STREW_REQUIRE(execution.calls.is_balanced());
}

void verify_solver(fixture& of, const verdict& expected, choices& in) {
  strew_options options;
  strew_plan* plan = nullptr;
  strew_error error = STREW_ERROR_INIT;
  const strew_status made = cases::make_plan(of.call_with(strew_solver_name(in.below(16)), options), &plan, &error);
  verify_record(made, error);
  STREW_REQUIRE(made == STREW_STATUS_OK || (made == STREW_STATUS_ATTRIBUTE && std::strcmp(error.rule, "AT5") == 0));
  if (plan != nullptr) {
    const strew_status status =
        strew_execute(plan, of.data(), of.indices(), of.updates(), of.output(), nullptr, &error);
    verify_record(status, error);
    STREW_REQUIRE(status == expected.status && is_same(error, expected.error));
    verify_memory(of, expected, status);
  }
  strew_plan_destroy(plan);
}

}  // namespace strew::fuzz
