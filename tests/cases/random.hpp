// A source of choices with the same sequence on every machine: from a seed, or from the input of a fuzzer.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <span>

namespace strew::cases {

class random_source {
 public:
  explicit random_source(uint64_t seed) : state_(seed) {}

  // A choice reads as few bytes as possible. After the last byte, choices come from a seed computed from all of them.
  explicit random_source(std::span<const uint8_t> input) : state_(input.size()), input_(input) {
    for (const uint8_t byte : input) state_ = (state_ ^ byte) * 0x100000001b3U;
  }

  uint64_t bits() { return input_.empty() ? next() : from_input(8); }

  // A number in [low, high].
  int64_t between(int64_t low, int64_t high) {
    const uint64_t count = static_cast<uint64_t>(high) - static_cast<uint64_t>(low) + 1;
    const uint64_t drawn = input_.empty() ? next() : from_input(bytes_for(count));
    return static_cast<int64_t>(static_cast<uint64_t>(low) + (count == 0 ? drawn : drawn % count));
  }

  bool chance(int percent) { return between(0, 99) < percent; }

  template <class T>
  T pick(std::initializer_list<T> values) {
    return pick_from(values);
  }

  template <class List>
  auto pick_from(const List& values) {
    return *std::next(std::begin(values), between(0, static_cast<int64_t>(std::size(values)) - 1));
  }

 private:
  uint64_t next() {  // splitmix64
    uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  static int bytes_for(uint64_t count) {
    int bytes = 1;
    for (uint64_t last = (count - 1) >> 8; last != 0; last >>= 8) ++bytes;
    return bytes;
  }

  uint64_t from_input(int bytes) {
    uint64_t value = 0;
    for (; bytes > 0 && !input_.empty(); --bytes, input_ = input_.subspan(1)) value = value << 8 | input_.front();
    return value;
  }

  uint64_t state_;
  std::span<const uint8_t> input_;
};

}  // namespace strew::cases
