// Index tuples of positions in any order, side by side, so that kernels resolve them as those of a line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace strew::engine {

// `count` tuples of so many bytes: tuple i is that of position_of(i), `stride` bytes apart from `first` on. The sizes
// of one index are known to the compiler, which calls no function for them then.
template <class PositionOf>
void gather_tuples(const std::byte* first, std::int64_t stride, std::size_t bytes, std::size_t count,
                   const PositionOf& position_of, std::byte* to) {
  const auto copy = [&](auto size) {
    for (std::size_t i = 0; i < count; ++i) std::memcpy(to + i * size, first + position_of(i) * stride, size);
  };
  switch (bytes) {
    case 4:
      return copy(std::integral_constant<std::size_t, 4>());
    case 8:
      return copy(std::integral_constant<std::size_t, 8>());
    default:
      return copy(bytes);
  }
}

}  // namespace strew::engine
