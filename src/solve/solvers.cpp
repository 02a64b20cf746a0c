#include <array>

#include "solve/solver.hpp"

namespace strew::engine {

namespace {

constexpr std::array<const solver*, 18> order = {
    &nop_solver,     &copy_solver,    &decoded_solver, &segments_solver, &collected_solver, &dots_solver,
    &buckets_solver, &sorted_solver,  &private_solver, &binned_solver,   &split_solver,     &grouped_solver,
    &owned_solver,   &windows_solver, &runs_solver,    &rows_solver,     &elements_solver,  &strided_solver};

}  // namespace

std::span<const solver* const> solvers() {
  return order;
}

const char* why_paired(const problem& p) {
  if (p.decoding) return "units are codes, which are decoded";
  if (p.from || p.is_weighted()) return "updates have indices or weights of their own";
  if (p.segments) return "offsets stand for indices";
  if (p.is_scan()) return "values on the way are results";
  return p.omits_starts() ? "places that indices address are left out" : "positions have numbers";
}

const solver* find_solver(std::string_view name) {
  for (const solver* row : order) {
    if (name == row->name) return row;
  }
  return nullptr;
}

}  // namespace strew::engine
