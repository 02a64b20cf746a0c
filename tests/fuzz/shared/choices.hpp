// The fuzzer's input as a source of choices, for cases and for calls of frontends that no case covers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cases/random.hpp"
#include "cases/test_case.hpp"

namespace strew::fuzz {

using numbers = cases::shape;

class choices : public cases::random_source {
 public:
  choices(const std::uint8_t* data, std::size_t size) : random_source(std::span(data, size)) {}

  // Below `count`, which is at least 1.
  std::uint64_t below(std::uint64_t count) {
    return static_cast<std::uint64_t>(between(0, static_cast<std::int64_t>(count - 1)));
  }
  bool one_in(std::uint64_t count) { return below(count) == count - 1; }
  std::uint8_t byte() { return static_cast<std::uint8_t>(below(256)); }
  std::uint64_t any() { return bits(); }
  // Numbers near limits: small ones, powers of two, the limits of the types.
  std::uint64_t arbitrary() {
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
  // Fills from a generator, so that an operand does not use up the input.
  void fill(std::vector<std::uint8_t>& to) {
    cases::random_source values(any());
    for (std::uint8_t& one : to) one = static_cast<std::uint8_t>(values.bits());
  }
};

}  // namespace strew::fuzz
