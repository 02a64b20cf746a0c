#include <cstdint>
#include <string>

#include "base/arithmetic.hpp"
#include "plan/plan.hpp"
#include "problem/names.hpp"
#include "solve/traits.hpp"

namespace strew {
inline namespace engine {
namespace {

std::uint64_t distinct_index_bytes(const problem& p) {
  std::uint64_t count = p.space.members.size();
  for (const auto& position : p.space.positions) {
    if (position.index_stride != 0 || position.extent == 0)
      count = saturated_product(count, static_cast<std::uint64_t>(position.extent));
  }
  return saturated_product(count, static_cast<std::uint64_t>(facts(p.index_type).width));
}

// Each unit is read and written; a combine also reads the value it meets.
std::uint64_t moved_bytes(const problem& p) {
  if (p.moves_nothing()) return 0;
  const std::uint64_t passes = p.reduce == reduction::none ? 2 : 3;
  return saturated_product(unit_bytes(p), passes);
}

std::string kernels_text(const problem& p) {
  std::string text;
  if (!p.coordinates.empty()) {
    text += formatted(" resolve={}/{}{}", facts(p.index_type).name, name_of(p.policy.outside),
                      has_cut_windows(p) ? "/cut" : "");
  }
  if (p.reduce != reduction::none) return text + formatted(" combine={}/{}", facts(p.type).name, name_of(p.reduce));
  const auto width = static_cast<std::size_t>(p.width);
  return text + formatted(" {}={}", name_of(p.way), kernel::has_own_width(width) ? formatted("w{}", width) : "w*");
}

std::string describe(const step& made) {
  const problem& p = made.what;
  const solver& by = *made.how.by;
  if (p.moves_nothing()) return by.name;
  const std::size_t positions = by.block(made.how);
  const std::string block = positions == 0 ? "" : formatted(" block={}", positions);
  const std::size_t outer = count_outer(p);
  return formatted("{}{}{} {}x{}x{}B", by.name, kernels_text(p), block, count_points(p.axes.data(), outer),
                   count_points(p.axes.data() + outer, p.axes.size() - outer), p.width);
}

// The rows of the table that come before the one chosen.
void explain_refusals(std::string& text, const step& made, const kernel::kernel_set& kernels) {
  for (const solver* row : solvers()) {
    if (row == made.how.by) return;
    const char* reason = row->refuse({made.what, kernels});
    text += formatted("\n  not {}: {}", row->name, reason != nullptr ? reason : "another was asked for");
  }
}

}  // namespace

std::uint64_t bytes_of(const plan& p) {
  const std::uint64_t main = saturated_sum(moved_bytes(p.main.what), distinct_index_bytes(p.main.what));
  return saturated_sum(main, p.prologue ? moved_bytes(p.prologue->what) : 0);
}

std::string describe(const plan& p) {
  std::string text = describe(p.main);
  if (p.staged) text += " through cells";
  if (p.aside != 0) text += " in a copy";
  if (p.has_own_indices) text += " of prepared indices";
  if (p.duplicates) text += " after a search for duplicates";
  if (p.prologue) text += formatted(" after copy: {}", describe(*p.prologue));
  return text + formatted(" judge={} bytes={} workspace={}", p.judges ? "yes" : "no", bytes_of(p), p.workspace);
}

std::string explain(const plan& p) {
  std::string text = describe(p);
  explain_refusals(text, p.main, *p.kernels);
  if (p.aside != 0)
    text += "\ncopy: the table is small beside its updates, so indices are judged while a copy of it is made";
  if (p.staged) text += "\ncells: the reduction keeps a value and a count for each cell of the output";
  if (p.duplicates) text += "\nduplicates: positions are sorted by the cells they write, before the first write";
  if (p.prologue) {
    text += "\ncopy of data to output, left out in place: " + describe(*p.prologue);
    explain_refusals(text, *p.prologue, *p.kernels);
  }
  return text;
}

}  // namespace engine
}  // namespace strew
