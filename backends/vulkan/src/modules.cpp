#include "src/modules.hpp"

#include <algorithm>
#include <iterator>

#include "modules.inc"

namespace strew::vulkan {
namespace {

// Which floats a variant adds or multiplies; 0: none.
int width_of(const variant& of) {
  if (of.what == kernel::decode) return 32;
  const std::uint32_t type = of.constants[0];
  if (of.what == kernel::atomic) return type == STREW_DTYPE_F32 ? 32 : type == STREW_DTYPE_F64 ? 64 : 0;
  if (of.what != kernel::apply) return 0;
  const std::uint32_t how = of.constants[1];
  const bool orders = how == STREW_REDUCTION_MIN || how == STREW_REDUCTION_MAX;
  const bool is_weighted = of.constants[2] != 0;
  if (type < STREW_DTYPE_F16 || (orders && !is_weighted)) return 0;
  return type == STREW_DTYPE_F64 || type == STREW_DTYPE_C128 ? 64 : 32;
}

// Of elements of 8 bytes, which not every device combines.
bool is_wide_atomic(const variant& of) {
  return of.what == kernel::atomic && (of.constants[0] == STREW_DTYPE_U64 || of.constants[0] == STREW_DTYPE_F64);
}

std::string with_arithmetic(const std::string& name, arithmetic by, int width) {
  if (by == arithmetic::integers || width == 0) return name + "_integers";
  return name + "_" + name_of(by) + "_" + std::to_string(width);
}

}  // namespace

const char* name_of(arithmetic by) {
  static constexpr const char* names[] = {"integers", "guarded", "promised", "flushing"};
  return names[static_cast<std::size_t>(by)];
}

const shader_module* find_module(const std::string& name) {
  const auto* const found =
      std::find_if(std::begin(modules), std::end(modules), [&](const shader_module& m) { return name == m.name; });
  return found == std::end(modules) ? nullptr : found;
}

std::string probe_name(arithmetic by, int width) {
  return with_arithmetic("probe", by, width);
}

const shader_module& module_of(const variant& of, const arithmetic_pair& by) {
  std::string name = name_of(of.what);
  if (is_wide_atomic(of)) name += "_wide";
  const bool computes = of.what == kernel::apply || of.what == kernel::decode || of.what == kernel::atomic;
  if (!computes) return *find_module(name);
  const int width = width_of(of);
  return *find_module(with_arithmetic(name, width == 64 ? by.wide : by.single, width));
}

}  // namespace strew::vulkan
