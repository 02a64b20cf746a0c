// The fuzzer's input as a source of choices. When it is used up, every choice is the first one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace strew::fuzz {

class bytes {
 public:
  bytes(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}

  // Below `count`, which is at least 1.
  std::uint64_t below(std::uint64_t count) { return count <= 256 ? byte() % count : any() % count; }
  bool one_in(std::uint64_t count) { return byte() % count == count - 1; }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low) + 1));
  }
  std::uint8_t byte() { return at_ == end_ ? std::uint8_t{0} : *at_++; }
  std::uint64_t any() {
    std::uint64_t value = 0;
    for (int i = 0; i < 8; ++i) value = value << 8 | byte();
    return value;
  }
  // Numbers near which things go wrong: small ones, powers of two, the ends.
  std::uint64_t wild() {
    switch (below(6)) {
      case 0:
        return any();
      case 1:
        return std::uint64_t{1} << below(64);
      case 2:
        return ~std::uint64_t{0} - below(4);
      case 3:
        return ~std::uint64_t{0} >> below(64);
      default:
        return below(9);
    }
  }
  // Cheap filling: not every byte of an operand is worth a byte of input.
  void fill(std::vector<std::uint8_t>& to) {
    std::uint64_t state = any();
    for (std::uint8_t& one : to) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      one = static_cast<std::uint8_t>(state >> 56);
    }
  }

 private:
  const std::uint8_t* at_;
  const std::uint8_t* end_;
};

}  // namespace strew::fuzz
