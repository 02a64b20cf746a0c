#include "execute/choose.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "execute/facts.hpp"
#include "plan/estimate.hpp"
#include "plan/expected.hpp"
#include "platform/float_state.hpp"
#include "problem/points.hpp"

namespace strew::engine {
namespace {

constexpr double long_beside_fixed = 10;   // times: what a part takes beside the same with every part
constexpr double begins = 5000;            // ns until a part runs as fast as a whole execution
constexpr double tried = 3;                // times as long as the best: may be better, and parts of it cost little
constexpr double possible = 2;             // ... and a whole execution
constexpr double close = 1.5;              // ... as measured times go
constexpr double unsure = 0.1;             // of the time: a look at another candidate is not free, however it seems
constexpr double new_memory = 2;           // times longer than expected: memory is touched for the first time
constexpr std::uint32_t looks_again = 64;  // executions, before a look at those that were measured

// 1, 2, 3, 4, 6, 8, 12, 16, ...: ever less often.
bool is_milestone(std::uint32_t executions) {
  return std::has_single_bit(executions) || (executions % 3 == 0 && std::has_single_bit(executions / 3));
}

struct option : way {
  double estimate = 0;
  double measured = 0;  // 0: it is not
  double expected = 0;
  double hoped = 0;  // what it may take if something else disturbed it when it was measured

  [[nodiscard]] bool is_measured() const { return measured != 0; }
};

class chooser {
 public:
  chooser(const step& one, const kernel::kernel_set& kernels, const index_facts& facts, const execution_context& with,
          bool has_workspace)
      : step_(one), kernels_(kernels), facts_(facts), with_(with), has_workspace_(has_workspace) {}

  // Of numbers of tasks up to `most` the largest one and 1, then powers of 2 as far as there is room; an executor that
  // says what a task is worth has chosen itself.
  step_choice choose(std::uint64_t most) {
    if (most > 1) ready_ = readiness_of(with_.pool);
    const bool is_free = with_.pool.min_bytes == 0;
    if (most > 1) add_all(most);
    if (is_free || count_ == 0) add_all(1);
    for (std::uint64_t tasks = 2; is_free && tasks < most; tasks *= 2) add_all(tasks);
    return decide();
  }

 private:
  // That tasks can rely on, or look for.
  [[nodiscard]] index_order order() const {
    const bool is_known = facts_.order.by == source::proof || facts_.order.value == index_order::runs;
    return is_known ? facts_.order.value : index_order::none;
  }
  // One task needs no proof of an order.
  [[nodiscard]] bool is_possible(const candidate& one, std::uint64_t tasks) const {
    const solver& by = *one.made.by;
    if (by.workspace != nullptr && !has_workspace_) return false;
    if (by.needs_order && order() == index_order::none && !(tasks == 1 && facts_.is_in_order())) return false;
    return one.takes_rows == (step_.rows != nullptr && facts_.repeats.is(true, source::proof));
  }

  void add_all(std::uint64_t tasks) {
    for (std::size_t i = 0; i < step_.candidates.size() && count_ < options_.size(); ++i) {
      const candidate& one = step_.candidates[i];
      if (is_possible(one, tasks) && (tasks == 1 || can_divide(step_, one))) add(i, tasks);
    }
  }

  void add(std::size_t candidate_number, std::uint64_t tasks) {
    option made;
    made.by = &step_.candidates[candidate_number];
    made.tasks = tasks;
    made.slot = experience::slot(candidate_number, tasks);
    made.estimate = expected_time(step_, *made.by, kernels_, facts_, {tasks, ready_ == readiness::asleep});
    made.measured = step_.learned->time(made.slot);
    options_[count_++] = made;
  }

  // Estimates that are not measured yet are corrected by how far off the others are.
  void expect() {
    const option* known = nullptr;
    for (std::size_t i = 0; i < count_; ++i)
      if (options_[i].is_measured() && (known == nullptr || options_[i].measured < known->measured))
        known = &options_[i];
    const double off = known == nullptr ? 1.0 : std::clamp(known->measured / known->estimate, 0.25, 4.0);
    for (option* one = options_.data(); one != options_.data() + count_; ++one) {
      one->expected = one->is_measured() ? one->measured : one->estimate * off;
      one->hoped = std::min(one->expected, one->estimate * off);
    }
  }

  template <class Wanted>
  const option* fastest(const Wanted& wanted, double option::*by = &option::expected) const {
    const option* best = nullptr;
    for (std::size_t i = 0; i < count_; ++i)
      if (wanted(options_[i]) && (best == nullptr || options_[i].*by < best->*by)) best = &options_[i];
    return best;
  }

  step_choice decide() {
    expect();
    const std::uint32_t executions = step_.learned->begin(kind());
    const option* best = fastest([](const option&) { return true; });
    STREW_ASSERT(best != nullptr);
    step_choice made{&step_, *best, order(), true};
    if (executions == 0) {
      made.credible = whole_nanoseconds(best->estimate * new_memory);
      add_tried(*best, made);
    } else if (const option* other = other_to_look_at(*best, executions)) {
      made.chosen = *other;
      made.usual = executions == 1 ? 0 : best->expected;
      made.expected = other->expected;
    } else {
      made.expected = best->expected;
    }
    made.rouses = ready_ == readiness::rousing && made.chosen.tasks > 1;
    return made;
  }

  // Null: none may be better, or it would cost too much to see. The second execution is free to look.
  [[nodiscard]] const option* other_to_look_at(const option& best, std::uint32_t executions) const {
    const option* other = fastest([&](const option& one) {
      return &one != &best && !one.is_measured() && one.expected < best.expected * possible;
    });
    if (other == nullptr && is_milestone(executions))
      other = fastest([&](const option& one) { return &one != &best && one.hoped < best.expected * close; },
                      &option::hoped);
    if (other == nullptr && executions % looks_again == 0)
      other = fastest([&](const option& one) { return &one != &best && one.expected < best.expected * close; });
    if (other == nullptr) return nullptr;
    if (executions == 1 && other->expected < best.expected * close) return other;
    const double extra = std::max(other->expected - best.expected, best.expected * unsure);
    return step_.learned->may_spend(extra) ? other : nullptr;
  }

  // What each part takes anew, to wake threads above all, is little beside what it does.
  [[nodiscard]] static bool tells_by_parts(const option& one) {
    if (one.by->made.by->sorts) return false;
    const double fixed = one.tasks > 1 ? this_machine().wake : begins;
    return one.expected >= step_choice::tried_parts * fixed * long_beside_fixed;
  }

  // Parts of one axis follow one another in the order of positions, so that different candidates may do them.
  void add_tried(const option& best, step_choice& made) const {
    const form& of = step_.form_of(*best.by);
    // Reductions that keep their state within an execution end with it.
    const bool has_parts = of.problem.pass != accumulator_pass::all && count_outer(of.problem) != 0 &&
                           of.problem.axes[0].extent >= 4 * step_choice::tried_parts;
    if (!has_parts || !tells_by_parts(best)) return;
    std::array<const option*, max_options> all;
    std::size_t close_ones = 0;
    for (std::size_t i = 0; i < count_; ++i)
      if (options_[i].by->takes_rows == best.by->takes_rows && options_[i].expected < best.expected * tried &&
          tells_by_parts(options_[i]))
        all[close_ones++] = &options_[i];
    std::sort(all.begin(), all.begin() + close_ones,
              [](const option* left, const option* right) { return left->expected < right->expected; });
    if (close_ones < 2) return;
    for (std::size_t i = 0; i < std::min(close_ones, step_choice::max_tried); ++i)
      made.tried[made.tried_count++] = *all[i];
  }

  // Times are those of indices of one kind.
  [[nodiscard]] std::uint32_t kind() const {
    const auto hot = static_cast<std::uint32_t>(facts_.share_of(facts_.most_frequent) * 2);
    const auto even = static_cast<std::uint32_t>(facts_.share_of(facts_.even) * 2);
    return hot << 12U | even << 8U | static_cast<std::uint32_t>(facts_.order.value) << 4U |
           (facts_.repeats.is(true, source::proof) ? 1U : 0U);
  }

  static constexpr std::size_t max_options = 32;

  const step& step_;
  const kernel::kernel_set& kernels_;
  const index_facts& facts_;
  const execution_context& with_;
  bool has_workspace_;
  readiness ready_ = readiness::awake;
  std::array<option, max_options> options_;
  std::size_t count_ = 0;
};

// A separate function: what runs then does not need its stack.
[[gnu::noinline]] step_choice choose_one(const step& one, const kernel::kernel_set& kernels, const index_facts& facts,
                                         const execution_context& with, bool has_workspace, std::uint64_t most) {
  const platform::float_state computing;
  return chooser(one, kernels, facts, with, has_workspace).choose(most);
}

}  // namespace

step_choice choose(const step& one, const kernel::kernel_set& kernels, const std::byte* indices,
                   const execution_context& with, bool has_workspace, index_facts known) {
  if (one.problem.moves_nothing()) return {&one, {&one.candidates[0]}};
  const std::uint64_t most = count_tasks(with.pool, with.threads, one.work);
  if (one.learned == nullptr) {
    // The solver itself looks for runs where it is asked for.
    const index_order order = known.order.by == source::proof ? known.order.value : index_order::runs;
    return {&one, {&one.candidates[0], most}, one.candidates[0].made.by->needs_order ? order : index_order::none};
  }
  if (one.is_sampled) learn(one, kernels, indices, most, with, known);
  return choose_one(one, kernels, known, with, has_workspace, most);
}

}  // namespace strew::engine
