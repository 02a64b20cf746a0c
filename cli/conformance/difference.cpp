#include "conformance/difference.hpp"

#include <cmath>
#include <cstring>

#include "element_number.hpp"

namespace strew::cli::conformance {
namespace {

// What is compared of an element: its bits, or floats.
struct components {
  dtype type;
  bool is_float;
};

components components_of(dtype type) {
  switch (type) {
    case dtype::f16:
    case dtype::bf16:
    case dtype::f32:
    case dtype::f64:
      return {type, true};
    case dtype::c64:
      return {dtype::f32, true};
    case dtype::c128:
      return {dtype::f64, true};
    default:
      return {type, false};
  }
}

bool is_near(double expected, double got, const std::optional<tolerance>& allowed) {
  if (std::isnan(expected) || std::isnan(got)) return std::isnan(expected) && std::isnan(got);
  if (!allowed) return false;
  if (std::isinf(expected) || std::isinf(got)) return expected == got;
  return std::abs(got - expected) <= allowed->atol + allowed->rtol * std::abs(expected);
}

}  // namespace

std::optional<difference> find_difference(const tensor& expected, const tensor& got,
                                          const std::optional<tolerance>& allowed) {
  const components of = components_of(expected.type);
  const std::size_t element = width(expected.type), step = width(of.type);
  const auto is_same = [&](const std::byte* a, const std::byte* b) {
    if (std::memcmp(a, b, step) == 0) return true;
    return of.is_float && is_near(float_value(of.type, a), float_value(of.type, b), allowed);
  };
  difference found;
  for (std::size_t at = 0; at < expected.bytes.size(); at += element) {
    bool is_equal = true;
    for (std::size_t i = at; i < at + element; i += step) {
      is_equal = is_equal && is_same(expected.bytes.data() + i, got.bytes.data() + i);
    }
    if (is_equal) continue;
    if (found.count++ == 0) found.first = at / element;
  }
  return found.count == 0 ? std::nullopt : std::optional(found);
}

}  // namespace strew::cli::conformance
