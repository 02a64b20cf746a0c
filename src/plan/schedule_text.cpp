#include "plan/schedule_text.hpp"

#include <algorithm>
#include <cstddef>

#include "plan/estimate.hpp"
#include "plan/expected.hpp"
#include "problem/names.hpp"
#include "solve/traits.hpp"

namespace strew::engine {
namespace {

std::string kernels_text(const problem& p) {
  std::string text;
  if (!p.coordinates.empty()) {
    text += formatted("resolve={}/{}{} ", info(p.index_type).name, name_of(p.policy.outside),
                      has_cut_windows(p) ? "/cut" : "");
  }
  if (p.reduce != reduction::none) return text + formatted("combine={}/{}", info(p.type).name, name_of(p.reduce));
  const auto width = static_cast<std::size_t>(p.width);
  return text + formatted("{}={}", name_of(p.way), kernel::has_own_width(width) ? formatted("w{}", width) : "w*");
}

template <class Count>
std::string counted(Count count, const char* thing) {
  return formatted("{} {}{}", count, thing, count == 1 ? "" : "s");
}

// "2 positions, each 3 units of 4 bytes, in blocks of 512; kernels resolve=i64/error write=w4"
std::string amount_text(const problem& p, const program& chosen) {
  const std::size_t outer = count_outer(p);
  const std::size_t block = chosen.by->block == nullptr ? 0 : chosen.by->block(chosen);
  const std::int64_t units = count_points(p.axes.data() + outer, p.axes.size() - outer);
  return formatted("{}, each {} of {}{}; kernels {}", counted(count_points(p.axes.data(), outer), "position"),
                   counted(units, "unit"), counted(p.width, "byte"),
                   block == 0 ? "" : formatted(", in blocks of {}", block), kernels_text(p));
}

// "expected 1.2 ms in 1 task, 700 us in 2; measured 650 us in 2"
std::string times_text(const plan& p, const step& made, const candidate& by, std::uint64_t threads) {
  const index_facts facts = made.role == step_role::main ? p.known : index_facts{};
  const auto number = static_cast<std::size_t>(&by - made.candidates.begin());
  std::string expected;
  std::string measured;
  for (const std::uint64_t tasks : {std::uint64_t{1}, threads}) {
    if (!expected.empty() && (tasks == 1 || !can_divide(made, by))) break;
    expected += formatted("{}{} in {}", expected.empty() ? "expected " : ", ",
                          time_text(expected_time(made, by, *p.kernels, facts, {tasks})), counted(tasks, "task"));
    const double time = made.learned->time(experience::slot(number, tasks));
    if (time != 0)
      measured +=
          formatted("{}{} in {}", measured.empty() ? "; measured " : ", ", time_text(time), counted(tasks, "task"));
  }
  return expected + measured;
}

// Why a row that applies is no candidate.
const char* reason_of_no_choice(const plan& p, const step& made) {
  if (p.spec && p.spec->requested != nullptr) return "another was requested";
  return made.learned == nullptr ? "there is too little to do for a choice"
                                 : "others are expected to be faster, whatever the indices are";
}

// The candidates with their times, and the refused rows of the table before the last one.
void add_choice(std::string& text, const plan& p, const step& made, std::uint64_t threads) {
  for (const candidate& one : made.candidates) {
    const bool is_first = &one == made.candidates.begin();
    add_line(text, is_first ? "solver" : "or", formatted("{}: {}", one.made.by->name, one.made.by->method));
    if (one.takes_rows)
      add_line(text, "", "where each index repeats along the last axis of positions, which is then part of a row");
    if (one.made.by->needs_order)
      add_line(text, "", "where all indices are known to be in order, or may ascend in a few runs");
    if (!made.problem.moves_nothing()) add_line(text, "", amount_text(made.form_of(one).problem, one.made));
    if (made.learned != nullptr) add_line(text, "", times_text(p, made, one, threads));
  }
  const situation in{made.problem, *p.kernels, made.role == step_role::main ? p.known : index_facts{}};
  for (const solver* row : solvers()) {
    if (row == made.candidates.back().made.by) return;
    const bool is_candidate = std::any_of(made.candidates.begin(), made.candidates.end(),
                                          [&](const candidate& one) { return one.made.by == row; });
    const char* reason = refusal_of(*row, in);
    if (reason == nullptr) reason = reason_of_no_choice(p, made);
    if (!is_candidate) add_line(text, formatted("not {}", row->name), reason);
  }
}

// What a step is called, and what it does.
struct step_text {
  const char* key;
  const char* text;
};

const char* copy_text(const plan& p, const plan_label& label) {
  if (p.neutral) return "the output becomes the neutral element of the reduction";
  if (p.unheld)
    return label.has_data ? "the base is copied to segments without a position, unless in place"
                          : "segments without a position become 0";
  if (!label.is_of_segments) return "data are copied to the output, unless in place";
  return label.has_data ? "the base is copied to the output, unless in place" : "the output becomes 0";
}

const char* reducing_text(const plan& p, const plan_label& label, bool is_aside) {
  if (label.has_right) return "products of rows of data and of right are summed, one sum for each position";
  if (p.move().is_scan()) return "rows of data go to the accumulators of their segments, whose values to the output";
  if (p.has_accumulators()) return "rows of data go to the accumulators of their segments";
  return is_aside ? "rows of data go to their segments in the copy" : "rows of data go to their segments in the output";
}

step_text text_of(const plan& p, const plan_label& label, const step& one, bool is_aside) {
  switch (one.role) {
    case step_role::copy:
      return {"copy", copy_text(p, label)};
    case step_role::load:
      return {"load", p.move().is_scan() ? "the accumulators become empty" : "accumulators are filled from the output"};
    case step_role::store:
      return {"store", "accumulators that were updated are written to the output"};
    default:
      if (label.is_of_segments) return {"main", reducing_text(p, label, is_aside)};
      if (!p.ops.is_scatter) return {"main", "data are read at the indices, and written to the output"};
      if (p.has_accumulators()) return {"main", "updates go to the accumulators at the indices"};
      return {"main", is_aside ? "updates go to the copy at the indices" : "updates go to the output at the indices"};
  }
}

// Walks the schedule of a plan.
class schedule_printer {
 public:
  schedule_printer(std::string& text, const plan& p, const plan_label& label) : text_(text), plan_(p), label_(label) {}

  void print() {
    const schedule& all = plan_.schedule;
    if (!all.has(action::validate))
      add("validates",
          plan_.bound_indices ? "nothing: the prepared indices are valid" : "nothing: no index can be invalid");
    for (std::size_t n = 0; n < all.size(); ++n) {
      if (std::any_of(all.begin(), all.begin() + n, [&](const schedule::entry& one) { return one.on_bad == n; }))
        add("if bad", "where an index is bad, or there is no memory for the copy, an execution goes on here");
      if (n != 0 && n == all.first_if_discarded)
        add("if discarded", "an execution begins here and validates on the way; a bad index leads back to the checks");
      print(all[n]);
    }
  }

 private:
  void print(const schedule::entry& one) {
    switch (one.what) {
      case action::validate:
        add("validates", "every index, before the first write");
        if (may_prove_order())
          add("", "or that all are in order between valid ones, if a sample is, for several tasks");
        break;
      case action::find_duplicates:
        add("duplicates", is_searched_by_bits(*plan_.duplicates)
                              ? "a bit for each cell that can be written is set where one is, before the first write"
                              : "positions are sorted by the cells they write, before the first write");
        break;
      case action::set_aside:
        is_aside_ = true;
        add("validates", "indices are validated while a copy of the small table is updated, then it is written");
        add("", formatted("the copy has {} bytes, {}", plan_.private_copy,
                          plan_.has_small_copy() ? "on the stack" : "in the workspace"));
        break;
      case action::run:
        print_step(plan_.steps[one.step]);
        break;
      case action::write_back:
        is_aside_ = false;
        add("write back", "the copy is written to the output, which is the end");
        break;
    }
  }

  void print_step(const step& one) {
    const auto [key, text] = text_of(plan_, label_, one, is_aside_);
    const bool is_known = printed_main_ && one.role == step_role::main;
    add(key, is_known ? formatted("{}, as before", text) : text);
    if (is_known) return;
    add_choice(text_, plan_, one, label_.threads);
    if (one.role != step_role::main) return;
    printed_main_ = true;
    if (plan_.has_accumulators())
      add("through", plan_.move().is_scan() ? "accumulators: a value and a count for each element of the segments"
                                            : "accumulators: a value and a count for each cell of the output");
    if (plan_.neutral) add("then", "what had no update becomes 0: if an element is still neutral, updates are noted");
    if (one.problem.pass == accumulator_pass::all)
      add("through", "accumulators: of the cells of one bucket at a time, of those with updates");
  }

  [[nodiscard]] bool may_prove_order() const {
    const step& main = plan_.main();
    return main.is_sampled && std::any_of(main.candidates.begin(), main.candidates.end(),
                                          [](const candidate& one) { return one.made.by->needs_order; });
  }

  void add(std::string_view key, std::string_view value) { add_line(text_, key, value); }

  std::string& text_;
  const plan& plan_;
  const plan_label& label_;
  bool is_aside_ = false;
  bool printed_main_ = false;
};

}  // namespace

void add_line(std::string& text, std::string_view key, std::string_view value) {
  constexpr std::size_t key_width = 13;
  text.append(text.empty() ? "" : "\n").append(key).append(std::max(key_width, key.size() + 1) - key.size(), ' ');
  text.append(value);
}

void add_schedule(std::string& text, const plan& p, const plan_label& label) {
  schedule_printer(text, p, label).print();
}

}  // namespace strew::engine
