// Numbers that are the same on every machine (xorshift64*, Vigna), and the digest of bytes (FNV-1a, 64 bits).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace strew::digest {

class drawing {
 public:
  explicit drawing(uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u | 1) {}

  uint64_t bits() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545F4914F6CDD1Du;
  }
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>((bits() >> 16) % static_cast<uint64_t>(high - low + 1));
  }
  bool once_in(int64_t times) { return between(1, times) == 1; }

 private:
  uint64_t state_;
};

class fnv {
 public:
  void add(const void* bytes, size_t count) {
    for (size_t i = 0; i < count; ++i) value_ = (value_ ^ static_cast<const unsigned char*>(bytes)[i]) * 0x100000001B3u;
  }
  void add(const std::vector<unsigned char>& bytes) { add(bytes.data(), bytes.size()); }
  uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 0xCBF29CE484222325u;
};

}  // namespace strew::digest
