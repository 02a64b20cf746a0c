#include "files/mapping.hpp"

#include <utility>

#include "files/platform/pages.hpp"

namespace strew::files {

bool is_little(std::uint64_t pieces, std::uint64_t piece_bytes, std::uint64_t bytes) {
  constexpr std::uint64_t part = 8, read_ahead = std::uint64_t{1} << 17U;  // of Linux, unless it is set otherwise
  if (piece_bytes >= read_ahead) return false;
  const std::uint64_t pages = piece_bytes / page_bytes() + 2;  // a piece begins anywhere in a page
  std::uint64_t touched = 0;
  return !__builtin_mul_overflow(pieces, pages * page_bytes(), &touched) && touched < bytes / part;
}

mapping::mapping(mapping&& other) noexcept {
  *this = std::move(other);
}

mapping& mapping::operator=(mapping&& other) noexcept {
  std::swap(base_, other.base_);
  std::swap(length_, other.length_);
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(watch_, other.watch_);
  return *this;
}

}  // namespace strew::files
