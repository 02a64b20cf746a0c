// An open file, and calls that a signal may interrupt.
#pragma once

#include <cerrno>
#include <type_traits>
#include <utility>

#include "platform/files.hpp"

namespace strew::files {

class descriptor {
 public:
  explicit descriptor(int number = -1) : number_(number) {}
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor() {
    if (number_ >= 0) platform::close_file(number_);
  }
  int get() const { return number_; }
  void set(int number) { number_ = number; }
  // Some errors are only reported by close. An interrupted close has closed the file nevertheless.
  bool close_now() { return platform::close_file(std::exchange(number_, -1)) || errno == EINTR; }

 private:
  int number_;
};

// Repeats a call interrupted by a signal. A call returns false, or a negative number, when it fails.
template <class Call>
auto uninterrupted(const Call& call) {
  const auto failed = [](auto found) {
    if constexpr (std::is_same_v<decltype(found), bool>)
      return !found;
    else
      return found < 0;
  };
  auto found = call();
  while (failed(found) && errno == EINTR) found = call();
  return found;
}

}  // namespace strew::files
