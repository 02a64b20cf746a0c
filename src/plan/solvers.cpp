#include "plan/solvers.hpp"

#include <array>
#include <string>

#include "plan/select.hpp"

namespace strew {
namespace {

std::optional<std::string> refuse_nop(const problem& p) {
  if (p.moves_nothing()) return std::nullopt;
  return "every extent is at least 1, so bytes move";
}

program make_nop(const problem&) {
  return {};
}

std::optional<std::string> refuse_strided(const problem&) {
  return std::nullopt;
}

program make_strided(const problem& p) {
  program made;
  for (const axis& a : p.axes) made.outer_axes += is_outer(p, a) ? 1 : 0;
  made.cuts_windows = has_cut_windows(p);
  // Windows of different positions overlap: there a position's whole window comes before the next position.
  const bool windows_meet = p.is_write() && has_windows(p) && !is_unique(p);
  made.block_positions = windows_meet || made.cuts_windows ? 1 : max_block_positions;
  select_kernels(p, made);
  return made;
}

constexpr std::array table = {
    solver{"nop", refuse_nop, make_nop},
    solver{"strided", refuse_strided, make_strided},
};

}  // namespace

std::span<const solver> solvers() {
  return table;
}

}  // namespace strew
