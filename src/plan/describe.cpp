#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <string>

#include "plan/plan.hpp"
#include "problem/names.hpp"

namespace strew {
namespace {

// Products of axes fit in 63 bits: they were checked operand by operand.
std::uint64_t points(const problem& p, std::size_t first, std::size_t last) {
  std::uint64_t count = 1;
  for (std::size_t i = first; i < last; ++i) count *= static_cast<std::uint64_t>(p.axes[i].extent);
  return count;
}

std::uint64_t distinct_index_bytes(const problem& p) {
  std::uint64_t count = p.space.members.size();
  for (const auto& position : p.space.positions) {
    if (position.index_stride != 0 || position.extent == 0) count *= static_cast<std::uint64_t>(position.extent);
  }
  return count * static_cast<std::uint64_t>(facts(p.index_type).width);
}

// Each unit is read and written; a combine also reads the value it meets.
std::uint64_t moved_bytes(const problem& p) {
  if (p.moves_nothing()) return 0;
  const std::uint64_t passes = p.reduce == reduction::none ? 2 : 3;
  return points(p, 0, p.axes.size()) * static_cast<std::uint64_t>(p.width) * passes;
}

std::string kernels_text(const problem& p, const program& g) {
  std::string text;
  if (!p.coordinates.empty()) {
    text += fmt::format(" resolve={}/{}{}", facts(p.index_type).name, name_of(p.policy.outside),
                        g.cuts_windows ? "/cut" : "");
  }
  if (p.reduce != reduction::none) return text + fmt::format(" combine={}/{}", facts(p.type).name, name_of(p.reduce));
  const auto width = static_cast<std::size_t>(p.width);
  return text + fmt::format(" {}={}", name_of(p.way), kernel::has_own_width(width) ? fmt::format("w{}", width) : "w*");
}

std::string describe(const problem& p, const program& g) {
  if (p.moves_nothing()) return g.solver;
  return fmt::format("{}{} block={} {}x{}x{}B", g.solver, kernels_text(p, g), g.block_positions,
                     points(p, 0, g.outer_axes), points(p, g.outer_axes, p.axes.size()), p.width);
}

void explain_refusals(std::string& text, const program& g) {
  for (const refusal& no : g.refused) text += fmt::format("\n  not {}: {}", no.solver, no.reason);
}

}  // namespace

std::uint64_t bytes_of(const plan& p) {
  const std::uint64_t main = moved_bytes(p.what.main) + distinct_index_bytes(p.what.main);
  return main + (p.what.prologue ? moved_bytes(*p.what.prologue) : 0);
}

std::string describe(const plan& p) {
  std::string text = describe(p.what.main, p.main);
  if (p.what.prologue) text += fmt::format(" after copy: {}", describe(*p.what.prologue, p.prologue));
  return text + fmt::format(" judge={} bytes={}", p.judges ? "yes" : "no", bytes_of(p));
}

std::string explain(const plan& p) {
  std::string text = describe(p);
  explain_refusals(text, p.main);
  if (p.what.prologue && !p.prologue.refused.empty()) {
    text += "\ncopy of data to output, left out in place:";
    explain_refusals(text, p.prologue);
  }
  return text;
}

}  // namespace strew
