// Host memory with guard zones around it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "strew/directml.h"

namespace directml_test {

// Bytes between two zones; all can be compared with what they were.
class guarded {
 public:
  static constexpr std::size_t zone = 64;

  explicit guarded(std::size_t bytes, unsigned char filled = 0xCD) : all_(bytes + 2 * zone, 0xA5) {
    std::memset(data(), filled, bytes);
  }
  template <class T>
  static guarded of(const std::vector<T>& values, std::size_t bytes = 0) {
    const std::size_t used = values.size() * sizeof(T);
    guarded made(bytes > used ? bytes : used);
    if (used > 0) std::memcpy(made.data(), values.data(), used);
    return made;
  }

  void* data() { return all_.data() + zone; }
  std::size_t size() const { return all_.size() - 2 * zone; }
  template <class T>
  std::vector<T> read(std::size_t count, std::size_t offset = 0) const {
    std::vector<T> values(count);
    if (count > 0) std::memcpy(values.data(), all_.data() + zone + offset, count * sizeof(T));
    return values;
  }
  // Zones and contents: equal copies mean that no byte was written.
  const std::vector<unsigned char>& image() const { return all_; }
  bool is_guarded() const {
    for (std::size_t i = 0; i < zone; ++i) {
      if (all_[i] != 0xA5 || all_[all_.size() - 1 - i] != 0xA5) return false;
    }
    return true;
  }
  DML_BUFFER_BINDING binding() { return {data(), 0, size()}; }

 private:
  std::vector<unsigned char> all_;
};

}  // namespace directml_test
