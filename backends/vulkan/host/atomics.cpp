#include "host/atomics.hpp"

namespace strew::vulkan {
namespace {

bool is_integer(strew_dtype type) {
  return type >= STREW_DTYPE_I8 && type <= STREW_DTYPE_U64;
}
bool is_extreme(std::int32_t reduction) {
  return reduction == STREW_REDUCTION_MIN || reduction == STREW_REDUCTION_MAX;
}

// Products of integers commute too, but no device multiplies atomically; a mean counts its updates, and an excluded old
// value is replaced by the first one.
bool commutes(const strew_problem_step& step) {
  const std::int32_t how = step.reduction;
  if (step.exclude_self != 0 || how == STREW_REDUCTION_NONE || how == STREW_REDUCTION_MEAN) return false;
  if (is_integer(step.dtype)) return how != STREW_REDUCTION_MUL;
  const bool is_float = step.dtype == STREW_DTYPE_F32 || step.dtype == STREW_DTYPE_F64;
  return is_float && (is_extreme(how) || step.unordered != 0);
}

}  // namespace

std::uint64_t atomic_bytes(const strew_problem_step& step, const device_facts& of) {
  const auto bytes = static_cast<std::uint64_t>(step.width);
  const bool has_width = bytes == 4 || (bytes == 8 && of.has_atomics_64);
  return has_width && commutes(step) ? bytes : 0;
}

std::uint32_t atomic_type(const strew_problem_step& step) {
  if (!is_integer(step.dtype)) return step.dtype;
  return step.width == 8 ? STREW_DTYPE_U64 : STREW_DTYPE_U32;
}

bool has_signed_order(const strew_problem_step& step) {
  return is_extreme(step.reduction) && step.dtype >= STREW_DTYPE_I8 && step.dtype <= STREW_DTYPE_I64;
}

}  // namespace strew::vulkan
