#include "cases/through_platforms.hpp"

namespace strew::cases {

std::optional<frontend_run> call_through_onnx(const test_case& p, arena& memory) {
  return p.is_stablehlo() ? std::nullopt : call_through(support::call_onnx, p, memory);
}

}  // namespace strew::cases
