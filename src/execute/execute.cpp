#include "execute/execute.hpp"

#include <atomic>

#include "execute/index_checks.hpp"
#include "execute/neutral.hpp"
#include "execute/plain_call.hpp"
#include "execute/step_resources.hpp"
#include "execute/unheld.hpp"

namespace strew::engine {
namespace {

constexpr std::int64_t one_position = 1;  // of which counts are sums

// Walks the schedule of a plan.
class execution {
 public:
  execution(const plan& p, const pointers& at, const execution_context& with) : plan_(p), at_(at), with_(with) {}
  [[nodiscard]] bool has_small_copy() const { return next_ == 0 && plan_.has_small_copy(); }

  // From where it is. False: it has to be called again, and goes on at another entry. `aside`: room for a small copy.
  bool run(std::byte* aside, status& bad) {
    aside_ = aside;
    bad.reset();
    resources_.reset();
    while (next_ < plan_.schedule.size()) {
      const schedule::entry& one = plan_.schedule[next_++];
      const progress made = run(one, bad);
      if (made == progress::back) next_ = one.on_bad;
      if (made != progress::on) return made == progress::end;
    }
    return true;
  }

 private:
  enum class progress : std::uint8_t { on, back, end };

  progress run(const schedule::entry& one, status& bad) {
    switch (one.what) {
      case action::validate:
        is_validated_ = true;
        bad = validate_indices(plan_, at_, with_, &facts_);
        break;
      case action::find_duplicates:
        bad = prepare();
        if (!bad) bad = check_duplicates(plan_, at_.indices, resources_.workspace(), with_);
        break;
      case action::set_aside:
        return set_aside();
      case action::run:
        return run_step(plan_.steps[one.step], one.on_bad != schedule::nowhere && !is_validated_, bad);
      case action::write_back:
        copy_bytes(at_.output + plan_.output.reach.low, aside_, plan_.private_copy, with_);
        return progress::end;
    }
    return bad ? progress::end : progress::on;
  }

  status prepare() {
    const bool notes = static_cast<bool>(plan_.neutral);  // beside a copy too
    return resources_.obtain(facts_, notes || (aside_ == nullptr && requires_workspace(plan_, with_)));
  }

  progress set_aside() {
    if (resources_.obtain(facts_, aside_ == nullptr || static_cast<bool>(plan_.neutral))) return progress::back;
    if (aside_ == nullptr) aside_ = resources_.workspace();
    if (plan_.neutral) {
      fill_neutral(*plan_.neutral, aside_, plan_.private_copy);
    } else {
      copy_bytes(aside_, (in_place_ ? at_.output : at_.data) + plan_.output.reach.low, plan_.private_copy, with_);
    }
    return progress::on;
  }

  // `is_early`: the indices are not validated yet.
  progress run_step(const step& one, bool is_early, status& bad) {
    if (one.role == step_role::copy && in_place_) return progress::on;
    bad = prepare();
    if (bad) return is_early ? progress::back : progress::end;
    if (one.role == step_role::copy && plan_.unheld) {
      if (!copy_unheld(plan_, at_, with_)) bad = cancelled();
      return bad ? progress::end : progress::on;
    }
    std::atomic<bool> skips = false;
    if (!engine::run(resources_.choice_of(one), memory_of(one), with_, is_early ? &skips : nullptr))
      bad = aside_ != nullptr ? cancelled_before_writing() : cancelled();
    if (plan_.neutral && one.role == step_role::main && !skips.load() && !bad) bad = finish();
    if (!skips.load() || bad) return bad ? progress::end : progress::on;
    if (!in_place_ || aside_ != nullptr) return progress::back;
    // In place nothing can be repeated. If the indices are good by now, another thread changed them: what had no start
    // was skipped, as where a value becomes bad after validation.
    bad = validate_indices(plan_, at_, with_);
    return bad ? progress::end : progress::on;
  }

  // Where a copy is in the workspace, slots are noted after it.
  status finish() {
    pointers at = at_;
    if (aside_ != nullptr) at.output = aside_ - plan_.output.reach.low;
    const std::uint64_t before = plan_.has_small_copy() ? 0 : plan_.private_copy;
    if (finish_neutral(plan_, at, resources_.workspace() + before, with_)) return {};
    return aside_ != nullptr ? cancelled_before_writing() : cancelled();
  }

  [[nodiscard]] step_memory memory_of(const step& one) const {
    step_memory made = resources_.memory_of(one, aside_);
    if (one.role == step_role::copy && plan_.neutral)
      made.direct = const_cast<std::byte*>(plan_.neutral->element.data());  // which is only read
    return made;
  }

  const plan& plan_;
  const pointers& at_;
  const execution_context& with_;
  const bool in_place_ = plan_.ops.is_scatter && at_.data == at_.output;
  bool is_validated_ = false;
  index_facts facts_ = plan_.known;
  std::size_t next_ = first_entry(plan_, at_.indices, with_, facts_);
  step_resources resources_{plan_, at_, with_};
  std::byte* aside_ = nullptr;
};

// A separate function: others do not need the stack of the copy.
[[gnu::noinline]] bool run_with_small_copy(execution& one, status& bad) {
  std::byte mine[max_small_copy];
  return one.run(mine, bad);
}

// A separate function, so that plain calls need none of its stack.
[[gnu::noinline]] status run_schedule(const plan& p, const pointers& at, const execution_context& with) {
  if (auto bad = check_operands(p, at, with)) return bad;
  execution one(p, at, with);
  status bad;
  bool is_done = one.has_small_copy() && run_with_small_copy(one, bad);
  while (!is_done) is_done = one.run(nullptr, bad);
  return bad;
}

pointers places_of(const further_plan& of, const pointers& at) {
  const bool counts = of.kind == further_kind::counts;
  pointers made = at;
  made.data = reinterpret_cast<const std::byte*>(&of.absent);
  if (counts) made.updates = reinterpret_cast<const std::byte*>(&one_position);
  made.output = counts ? at.count : at.arg;
  made.start = at.data;
  return made;
}

// All checks are made and all memory is there before anything is written. Old values are read before the output is.
[[gnu::noinline]] status run_with_further(const plan& p, const pointers& at, const execution_context& with) {
  if (auto bad = check_operands(p, at, with)) return bad;
  if (auto bad = check_further(p, at, with)) return bad;
  if (auto bad = check_execution(p, at, with)) return bad;
  memory_block owned;
  execution_context inner = with;
  if (auto bad = obtain_workspace(with, p.workspace, owned, inner.workspace)) return bad;
  inner.workspace_bytes = p.workspace;
  inner.is_validated = true;
  for (const auto& one : p.further) {
    if (auto bad = execute(one->made, places_of(*one, at), inner)) return bad;
  }
  inner.is_validated = false;  // what is learned of the indices serves the choice of a solver
  return run_schedule(p, at, inner);
}

}  // namespace

status execute(const plan& p, const pointers& given, const execution_context& with) {
  STREW_ASSERT(!p.is_in_place || (p.ops.is_scatter && given.data == given.output));
  const pointers at = with_bound_indices(p, given);
  if (!p.further.empty()) return run_with_further(p, at, with);
  if (p.schedule.is_plain && run_plain(p, at, with)) return {};
  return run_schedule(p, at, with);
}

}  // namespace strew::engine
