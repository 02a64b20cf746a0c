#include "judge.hpp"

#include "callbacks.hpp"
#include "must.hpp"

namespace strew::fuzz {

bool has_one_result(const problem& of) {
  return of.options.unordered == 0 && of.options.out_of_bounds != STREW_OOB_ASSUME;
}

void judge_output(problem& of, const verdict& expected, strew_status status) {
  const std::vector<std::uint8_t> now = of.output.contents();
  if (status == STREW_OK && expected.status == STREW_OK) {
    STREW_MUST(now == expected.after || !has_one_result(of));
  } else if (status != STREW_OK && status != STREW_CANCELLED) {
    STREW_MUST(now == expected.before);
  }
  of.output.set(expected.before);
}

verdict judge_call(problem& of) {
  verdict made;
  made.before = of.output.contents();
  const std::vector<std::uint8_t> inputs[] = {of.data.contents(), of.indices.contents(), of.updates.contents()};
  made.status = run(of, nullptr, made.error);
  judge_record(made.status, made.error);
  STREW_MUST(made.status != STREW_CANCELLED && made.status != STREW_ERROR_MEMORY);
  STREW_MUST(inputs[0] == of.data.contents() && inputs[1] == of.indices.contents() &&
             inputs[2] == of.updates.contents());
  made.after = of.output.contents();
  STREW_MUST(made.status == STREW_OK || made.after == made.before);
  of.output.set(made.before);
  return made;
}

void judge_again(problem& of, const verdict& expected) {
  strew_error error = STREW_ERROR_INIT;
  const strew_status status = run(of, nullptr, error);
  judge_record(status, error);
  STREW_MUST(status == expected.status && is_same(error, expected.error));
  judge_output(of, expected, status);
}

namespace {

using text_function = std::size_t (*)(const strew_plan*, char*, std::size_t);

void judge_text(const strew_plan* plan, text_function text, bytes& in) {
  const std::size_t length = text(plan, nullptr, 0);
  STREW_MUST(length > 0 && length < (1U << 20));
  std::vector<char> whole(length + 1, '#');
  STREW_MUST(text(plan, whole.data(), whole.size()) == length && std::strlen(whole.data()) == length);
  const std::size_t capacity = static_cast<std::size_t>(in.below(length + 2));
  std::vector<char> part(capacity, '#');
  STREW_MUST(text(plan, part.data(), capacity) == length);
  if (capacity == 0) return;
  const std::size_t kept = std::min(length, capacity - 1);
  STREW_MUST(part[kept] == '\0' && std::memcmp(part.data(), whole.data(), kept) == 0);
}

void judge_twin(const problem& of, const strew_plan* plan) {
  strew_plan* twin = nullptr;
  strew_error error = STREW_ERROR_INIT;
  STREW_MUST(fuzz::plan(of, &twin, error) == STREW_OK && twin != nullptr);
  STREW_MUST(strew_plan_equal(plan, twin) == 1 && strew_plan_hash(plan) == strew_plan_hash(twin));
  STREW_MUST(strew_plan_workspace(plan) == strew_plan_workspace(twin));
  STREW_MUST(strew_plan_bytes(plan) == strew_plan_bytes(twin));
  strew_plan_destroy(twin);
}

}  // namespace

void judge_plan(problem& of, const verdict& expected, const strew_plan* plan, bytes& in) {
  judge_text(plan, strew_plan_problem, in);
  judge_text(plan, strew_plan_describe, in);
  judge_text(plan, strew_plan_explain, in);
  judge_twin(of, plan);
  strew_error error = STREW_ERROR_INIT;
  const strew_status found = strew_check(plan, of.data_pointer(), of.indices_pointer(), of.updates_pointer(),
                                         of.output.data(), nullptr, &error);
  judge_record(found, error);
  STREW_MUST(found == expected.status && is_same(error, expected.error));
  STREW_MUST(of.output.contents() == expected.before);
  const strew_status status = strew_execute(plan, of.data_pointer(), of.indices_pointer(), of.updates_pointer(),
                                            of.output.data(), nullptr, &error);
  judge_record(status, error);
  STREW_MUST(status == expected.status && is_same(error, expected.error));
  judge_output(of, expected, status);
}

namespace {

// An execution with everything that a caller may bring, and whether it must work as one without does.
struct own_execution {
  callbacks calls;
  strew_allocator allocator = calls.allocator();
  strew_executor executor = calls.executor();
  std::unique_ptr<std::uint8_t[]> workspace;
  strew_execution value = STREW_EXECUTION_INIT;
  bool may_lack_memory = false;
  bool may_stop = false;

  own_execution(std::uint64_t needed, bytes& in) {
    value.threads = in.below(4);
    if (in.one_in(2)) value.allocator = &allocator;
    if (in.one_in(2)) value.executor = &executor;
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
    return (may_lack_memory && status == STREW_ERROR_MEMORY) || (may_stop && status == STREW_CANCELLED);
  }
};

}  // namespace

void judge_execution(problem& of, const verdict& expected, const strew_plan* plan, bytes& in) {
  own_execution own(strew_plan_workspace(plan), in);
  strew_error error = STREW_ERROR_INIT;
  const bool is_check = in.one_in(4);
  const auto run_plan = [&] {
    return is_check ? strew_check(plan, of.data_pointer(), of.indices_pointer(), of.updates_pointer(), of.output.data(),
                                  &own.value, &error)
                    : strew_execute(plan, of.data_pointer(), of.indices_pointer(), of.updates_pointer(),
                                    of.output.data(), &own.value, &error);
  };
  const strew_status status = in.one_in(3) && !is_check ? run(of, &own.value, error) : run_plan();
  judge_record(status, error);
  STREW_MUST(own.calls.is_balanced());
  STREW_MUST(own.may_end_with(status) || (status == expected.status && is_same(error, expected.error)));
  if (is_check) {
    STREW_MUST(of.output.contents() == expected.before);
  } else {
    judge_output(of, expected, status);
  }
}

namespace {

void judge_facts(const strew_prepared* prepared, const strew_plan* plan) {
  strew_prepared_facts facts = STREW_PREPARED_FACTS_INIT;
  strew_error error = STREW_ERROR_INIT;
  STREW_MUST(strew_prepared_inspect(prepared, &facts, &error) == STREW_OK);
  STREW_MUST(facts.bytes == strew_plan_prepared_bytes(plan) && facts.reserved == 0);
  STREW_MUST(facts.left_out <= facts.positions && facts.duplicates <= facts.positions - facts.left_out);
  STREW_MUST(facts.duplicates == 0 || facts.other_position < facts.first_position);
  STREW_MUST(facts.order >= STREW_UNSORTED && facts.order <= STREW_ASCENDING);
  STREW_MUST(facts.order != STREW_ASCENDING || facts.duplicates == 0);
  std::vector<std::uint64_t> order(static_cast<std::size_t>(facts.positions));
  STREW_MUST(strew_prepared_order(prepared, facts.positions, order.data()) == facts.positions);
  std::vector<bool> is_seen(order.size());
  for (const std::uint64_t position : order) {
    STREW_MUST(position < order.size() && !is_seen[static_cast<std::size_t>(position)]);
    is_seen[static_cast<std::size_t>(position)] = true;
  }
  std::vector<std::uint64_t> part(order.size() / 2);
  STREW_MUST(strew_prepared_order(prepared, part.size(), part.data()) == facts.positions);
  STREW_MUST(std::equal(part.begin(), part.end(), order.begin()));
}

void judge_bound(problem& of, const verdict& expected, const strew_plan* plan, strew_prepared* prepared, bytes& in) {
  strew_plan* bound = nullptr;
  strew_error error = STREW_ERROR_INIT;
  const strew_status made = strew_plan_bind(plan, prepared, &bound, &error);
  judge_record(made, error);
  strew_prepared_destroy(prepared);
  STREW_MUST((bound != nullptr) == (made == STREW_OK));
  if (made != STREW_OK) {
    STREW_MUST(made == STREW_ERROR_INDEX && of.options.duplicates == STREW_DUPLICATES_ERROR);
    STREW_MUST(expected.status != STREW_OK);  // the judgement of indices is the last of all
    return;
  }
  own_execution own(strew_plan_workspace(bound), in);
  const strew_status status =
      strew_execute(bound, of.data_pointer(), nullptr, of.updates_pointer(), of.output.data(), &own.value, &error);
  judge_record(status, error);
  STREW_MUST(own.may_end_with(status) || status == expected.status);
  judge_output(of, expected, status);
  judge_text(bound, strew_plan_explain, in);
  strew_plan_destroy(bound);
}

}  // namespace

void judge_prepared(problem& of, const verdict& expected, const strew_plan* plan, bytes& in) {
  own_execution own(strew_plan_prepare_workspace(plan), in);
  strew_prepared* prepared = nullptr;
  strew_error error = STREW_ERROR_INIT;
  const strew_status status = strew_prepare(plan, of.indices_pointer(), &own.value, &prepared, &error);
  judge_record(status, error);
  STREW_MUST((prepared != nullptr) == (status == STREW_OK));
  if (status != STREW_OK) {
    STREW_MUST(own.calls.is_balanced());
    STREW_MUST(own.may_end_with(status) || status == STREW_ERROR_INDEX);
    STREW_MUST(status != STREW_ERROR_INDEX || expected.status != STREW_OK);
    STREW_MUST(status != expected.status || is_same(error, expected.error));
    return;
  }
  judge_facts(prepared, plan);
  judge_bound(of, expected, plan, prepared, in);
  STREW_MUST(own.calls.is_balanced());
}

void judge_solver(problem& of, const verdict& expected, bytes& in) {
  const char* const usual = of.options.solver;
  of.options.solver = strew_solver_name(in.below(16));
  strew_plan* plan = nullptr;
  strew_error error = STREW_ERROR_INIT;
  const strew_status made = fuzz::plan(of, &plan, error);
  judge_record(made, error);
  STREW_MUST(made == STREW_OK || (made == STREW_ERROR_ATTRIBUTE && std::strcmp(error.rule, "AT5") == 0));
  if (plan != nullptr) {
    const strew_status status = strew_execute(plan, of.data_pointer(), of.indices_pointer(), of.updates_pointer(),
                                              of.output.data(), nullptr, &error);
    judge_record(status, error);
    STREW_MUST(status == expected.status && is_same(error, expected.error));
    judge_output(of, expected, status);
  }
  strew_plan_destroy(plan);
  of.options.solver = usual;
}

}  // namespace strew::fuzz
