#include "cases/overlap.hpp"
#include "cases/through_platforms.hpp"

namespace strew::cases {

// BNNS scatters are in place: the data must be the output, or overlap no other operand.
std::optional<frontend_run> call_through_bnns(const test_case& p, arena& memory) {
  if (!is_of_platforms(p.op)) return std::nullopt;
  const bool is_apart = p.place == output_place::own;
  if (p.is_scatter() && !is_apart && !(is_in_place(p) && p.data.strides == p.output.strides)) return std::nullopt;
  return call_through(support::call_bnns, p, memory);
}

}  // namespace strew::cases
