// The limits of the machine's memory, measured in the run of the cases that they are compared with: a copy that writes
// past the caches, and independent reads of lines at random places.
#ifndef BENCH_LIMITS_HPP
#define BENCH_LIMITS_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "operands.hpp"

namespace bench {

struct limit {
  const char* name;
  const char* unit;  // of amount: "bytes", read and written, or "lines"
  bool is_copy;
  bool is_parallel;
};

class limits {
 public:
  static std::span<const limit> all();

  void run(const limit& one);
  std::int64_t amount(const limit& one) const;

 private:
  void allocate();

  block from_, to_;
  std::uint64_t runs_ = 0;
  std::atomic<std::uint64_t> seen_ = 0;  // so that no read is left out
};

}  // namespace bench

#endif
