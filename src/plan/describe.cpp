#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/arithmetic.hpp"
#include "plan/plan.hpp"
#include "problem/names.hpp"
#include "solve/traits.hpp"

namespace strew::engine {
namespace {

std::uint64_t distinct_index_bytes(const problem& p) {
  std::uint64_t count = p.space.members.size();
  for (const auto& position : p.space.positions) {
    if (position.index_stride != 0 || position.extent == 0)
      count = saturated_product(count, static_cast<std::uint64_t>(position.extent));
  }
  return saturated_product(count, static_cast<std::uint64_t>(info(p.index_type).width));
}

// Each unit is read and written; a reduction also reads the value that it is combined with.
std::uint64_t moved_bytes(const problem& p) {
  if (p.moves_nothing()) return 0;
  const std::uint64_t passes = p.reduce == reduction::none ? 2 : 3;
  return saturated_product(unit_bytes(p), passes);
}

std::string kernels_text(const problem& p) {
  std::string text;
  if (!p.coordinates.empty()) {
    text += formatted(" resolve={}/{}{}", info(p.index_type).name, name_of(p.policy.outside),
                      has_cut_windows(p) ? "/cut" : "");
  }
  if (p.reduce != reduction::none) return text + formatted(" combine={}/{}", info(p.type).name, name_of(p.reduce));
  const auto width = static_cast<std::size_t>(p.width);
  return text + formatted(" {}={}", name_of(p.way), kernel::has_own_width(width) ? formatted("w{}", width) : "w*");
}

std::string describe(const step& made, const program& chosen) {
  const problem& p = made.problem;
  const solver& by = *chosen.by;
  if (p.moves_nothing()) return by.name;
  const std::size_t positions = by.block(chosen);
  const std::string block = positions == 0 ? "" : formatted(" block={}", positions);
  const std::size_t outer = count_outer(p);
  return formatted("{}{}{} {}x{}x{}B", by.name, kernels_text(p), block, count_points(p.axes.data(), outer),
                   count_points(p.axes.data() + outer, p.axes.size() - outer), p.width);
}

std::string describe(const step& made) {
  std::string text = describe(made, made.candidates[0]);
  for (std::size_t i = 1; i < made.candidates.size(); ++i) text += formatted(" or {}", made.candidates[i].by->name);
  return text;
}

// The candidates after the first, and the refused rows of the table before the last candidate.
void explain_choice(std::string& text, const plan& p, const step& made) {
  const index_info known = made.role == step_role::main ? p.known : index_info{};
  for (std::size_t i = 1; i < made.candidates.size(); ++i) {
    text += formatted("\n  or {}, where in a sample of the indices {}", describe(made, made.candidates[i]),
                      made.candidates[i - 1].by->mismatch({}));
  }
  for (const solver* row : solvers()) {
    if (row == made.candidates.back().by) return;
    if (std::any_of(made.candidates.begin(), made.candidates.end(), [&](const program& one) { return one.by == row; }))
      continue;
    const char* reason = row->refuse({made.problem, *p.kernels, known});
    text += formatted("\n  not {}: {}", row->name, reason != nullptr ? reason : "another was requested");
  }
}

}  // namespace

std::uint64_t bytes_of(const plan& p) {
  const std::uint64_t main = saturated_sum(moved_bytes(p.move), distinct_index_bytes(p.move));
  const step* copy = p.find(step_role::copy);
  return saturated_sum(main, copy != nullptr ? moved_bytes(copy->problem) : 0);
}

std::string describe(const plan& p) {
  std::string text = describe(p.main());
  if (p.has_accumulators()) text += " through accumulators";
  if (p.private_copy != 0) text += " in a copy";
  if (p.bound_indices) text += " of prepared indices";
  if (p.duplicates) text += " after a search for duplicates";
  if (const step* copy = p.find(step_role::copy)) text += formatted(" after copy: {}", describe(*copy));
  return text + formatted(" validate={} bytes={} workspace={}", p.validates ? "yes" : "no", bytes_of(p), p.workspace);
}

std::string explain(const plan& p) {
  std::string text = describe(p);
  explain_choice(text, p, p.main());
  if (p.private_copy != 0)
    text += "\ncopy: the table is small beside its updates, so indices are validated while a copy of it is made";
  if (p.has_accumulators())
    text += "\naccumulators: the reduction keeps a value and a count for each cell of the output";
  if (p.duplicates) text += "\nduplicates: positions are sorted by the cells they write, before the first write";
  if (const step* copy = p.find(step_role::copy)) {
    text += "\ncopy of data to output, left out in place: " + describe(*copy);
    explain_choice(text, p, *copy);
  }
  return text;
}

std::string tuning_text() {
  constexpr std::size_t name_width = 24;
  constexpr std::size_t value_width = 10;
  std::string text;
  for (const auto& row : kernel::tuning_rows) {
    const std::string_view name = row.name;
    const std::string value = formatted("{}", kernel::portable().tuning.*row.value);
    text.append(name).append(name_width - std::min(name.size(), name_width), ' ');
    text.append(value_width - std::min(value.size(), value_width), ' ').append(value);
    text.append("  ").append(row.text).append("\n");
  }
  return text;
}

}  // namespace strew::engine
