// A generator of random numbers with the same sequence on every machine.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <iterator>

namespace strew::differential {

class random_source {
 public:
  explicit random_source(uint64_t seed) : state_(seed) {}

  uint64_t bits() {  // splitmix64
    uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  // A number in [low, high].
  int64_t between(int64_t low, int64_t high) {
    const uint64_t count = static_cast<uint64_t>(high) - static_cast<uint64_t>(low) + 1;
    const uint64_t step = count == 0 ? bits() : bits() % count;
    return static_cast<int64_t>(static_cast<uint64_t>(low) + step);
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
  uint64_t state_;
};

}  // namespace strew::differential
