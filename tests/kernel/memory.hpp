// Operands of a kernel: initialised bytes, with guard regions around those that the kernel may access.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace strew::testing {

class random_engine {  // splitmix64: the same sequence on every machine
 public:
  explicit random_engine(std::uint64_t seed) : state_(seed) {}
  std::uint64_t operator()() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

 private:
  std::uint64_t state_;
};

// A number in [low, high].
inline std::int64_t between(random_engine& draw, std::int64_t low, std::int64_t high) {
  const auto count = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + (count == 0 ? draw() : draw() % count));
}

template <class T>
T pick(random_engine& draw, std::initializer_list<T> values) {
  return values.begin()[draw() % values.size()];
}

// The largest length that is tested.
constexpr std::size_t most = 70;

// The bytes that units at these strides span, relative to the first unit.
class reach {
 public:
  explicit reach(std::size_t width) : high(static_cast<std::ptrdiff_t>(width)) {}
  reach& along(std::size_t count, std::ptrdiff_t stride) {
    const std::ptrdiff_t last = count == 0 ? 0 : static_cast<std::ptrdiff_t>(count - 1) * stride;
    (last < 0 ? low : high) += last;
    return *this;
  }
  std::ptrdiff_t low = 0;
  std::ptrdiff_t high;
};

// The bytes of a reach around an origin, which is `misalignment` bytes after an aligned address.
class memory {
 public:
  memory(const reach& range, std::size_t misalignment, random_engine& draw)
      : bytes_(static_cast<std::size_t>(range.high - range.low) + 2 * guard + 64) {
    for (std::size_t from = 0; from < bytes_.size(); from += sizeof(std::uint64_t)) {
      const std::uint64_t bits = draw();
      std::memcpy(bytes_.data() + from, &bits, std::min(sizeof bits, bytes_.size() - from));
    }
    const auto before = guard - range.low;
    const auto address = reinterpret_cast<std::uintptr_t>(bytes_.data()) + static_cast<std::uintptr_t>(before);
    origin_ = before + static_cast<std::ptrdiff_t>((16 - address % 16) % 16 + misalignment);
  }

  std::byte* origin() { return bytes_.data() + origin_; }
  std::byte* at(std::ptrdiff_t offset) { return origin() + offset; }
  bool operator==(const memory& other) const { return bytes_ == other.bytes_; }

 private:
  static constexpr std::ptrdiff_t guard = 64;
  std::vector<std::byte> bytes_;
  std::ptrdiff_t origin_ = 0;
};

}  // namespace strew::testing
