// An open file, and calls that a signal may interrupt.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <utility>

namespace strew::files {

class descriptor {
 public:
  explicit descriptor(int number = -1) : number_(number) {}
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int get() const { return number_; }
  void set(int number) { number_ = number; }
  // Some errors are only reported by close. An interrupted close has closed the file nevertheless.
  bool close_now() { return ::close(std::exchange(number_, -1)) == 0 || errno == EINTR; }

 private:
  int number_;
};

// Repeats a call interrupted by a signal. A call returns a negative number when it fails.
template <class Call>
int uninterrupted(const Call& call) {
  int found = 0;
  do {
    found = call();
  } while (found < 0 && errno == EINTR);
  return found;
}

}  // namespace strew::files
