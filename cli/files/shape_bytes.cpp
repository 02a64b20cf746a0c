#include "files/shape_bytes.hpp"

#include <algorithm>
#include <string>

namespace strew::files {

result<std::uint64_t> shape_bytes(std::uint64_t element_bytes, std::span<const std::int64_t> extents,
                                  failure_kind kind) {
  const auto negative = std::find_if(extents.begin(), extents.end(), [](std::int64_t extent) { return extent < 0; });
  if (negative != extents.end()) {
    return failure{kind, engine::formatted("an extent of the shape is negative: {}", *negative)};
  }
  if (std::find(extents.begin(), extents.end(), 0) != extents.end()) return std::uint64_t{0};
  auto bytes = static_cast<std::int64_t>(element_bytes);
  for (const std::int64_t extent : extents) {
    if (__builtin_mul_overflow(bytes, extent, &bytes)) {
      return failure{kind, "the shape has more bytes than 63 bits can count"};
    }
  }
  return static_cast<std::uint64_t>(bytes);
}

std::string shape_text(std::span<const std::int64_t> extents) {
  std::string text = "[";
  for (const std::int64_t extent : extents) text += (text.size() > 1 ? ", " : "") + std::to_string(extent);
  return text + "]";
}

}  // namespace strew::files
