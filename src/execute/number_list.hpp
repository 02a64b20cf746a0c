// Numbers that stay below a limit: of 32 bits where all do, so that half of the room for 64-bit ones remains.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strew::engine {

class number_list {
 public:
  number_list() = default;
  number_list(std::byte* first, std::uint64_t largest) : first_(first), is_narrow_(is_narrow(largest)) {}

  static bool is_narrow(std::uint64_t largest) { return (largest >> 32U) == 0; }
  static std::uint64_t width_of(std::uint64_t largest) {
    return is_narrow(largest) ? sizeof(std::uint32_t) : sizeof(std::uint64_t);
  }

  [[nodiscard]] std::uint64_t operator[](std::uint64_t n) const {
    return is_narrow_ ? reinterpret_cast<const std::uint32_t*>(first_)[n]
                      : reinterpret_cast<const std::uint64_t*>(first_)[n];
  }
  void set(std::uint64_t n, std::uint64_t number) {
    if (is_narrow_)
      reinterpret_cast<std::uint32_t*>(first_)[n] = static_cast<std::uint32_t>(number);
    else
      reinterpret_cast<std::uint64_t*>(first_)[n] = number;
  }
  [[nodiscard]] const std::byte* first() const { return first_; }

 private:
  std::byte* first_ = nullptr;
  bool is_narrow_ = false;
};

}  // namespace strew::engine
