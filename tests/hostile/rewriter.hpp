// Another process that rewrites indices in shared memory for as long as it lives.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <stdexcept>

namespace strew::hostile {

class rewriter {
 public:
  // At any time at most one of `count` indices is bad; the others are in [0, good]. `rewrites`, shared too, counts.
  rewriter(volatile std::int64_t* indices, std::uint64_t count, std::int64_t good, volatile std::uint64_t* rewrites) {
    const pid_t parent = getpid();
    child_ = fork();
    if (child_ < 0) throw std::runtime_error("no second process");
    if (child_ == 0) {
      rewrite(indices, count, good, rewrites, parent);
      _exit(0);
    }
  }
  ~rewriter() {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  rewriter(const rewriter&) = delete;
  rewriter& operator=(const rewriter&) = delete;

 private:
  static std::int64_t bad_value(std::uint64_t random) {
    const auto any = static_cast<std::int64_t>(random);
    switch (random >> 61U) {
      case 0:
        return INT64_MIN;
      case 1:
        return INT64_MAX;
      case 2:
        return any % 64;  // a little outside, or inside
      case 3:
        return -(any & 63);
      case 4:
        return (std::int64_t{1} << 32) + (any & 15);
      case 5:
        return (any & 0xffff) << 20;
      default:
        return any;
    }
  }

  static void rewrite(volatile std::int64_t* indices, std::uint64_t count, std::int64_t good,
                      volatile std::uint64_t* rewrites, pid_t parent) {
    std::uint64_t state = 88172645463325252U;
    for (std::uint64_t n = 0; n % 1024 != 0 || getppid() == parent; ++n) {
      state ^= state << 13U;
      state ^= state >> 7U;
      state ^= state << 17U;
      volatile std::int64_t& at = indices[(state >> 8U) % count];
      at = bad_value(state * 2685821657736338717U);
      at = static_cast<std::int64_t>((state >> 40U) % static_cast<std::uint64_t>(good + 1));
      *rewrites = n + 1;
    }
  }

  pid_t child_;
};

}  // namespace strew::hostile
