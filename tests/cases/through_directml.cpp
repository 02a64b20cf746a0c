#include "cases/through_platforms.hpp"

namespace strew::cases {

std::optional<frontend_run> call_through_directml(const test_case& p, arena& memory) {
  return is_of_platforms(p.op) ? call_through(support::call_directml, p, memory) : std::nullopt;
}

}  // namespace strew::cases
