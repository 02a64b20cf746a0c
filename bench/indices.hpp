// Index values.
#ifndef BENCH_INDICES_HPP
#define BENCH_INDICES_HPP

#include <cstdint>

#include "cases.hpp"

namespace bench {

// The same numbers on every machine and in every run.
class numbers {
 public:
  explicit numbers(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  std::int64_t below(std::int64_t limit);

 private:
  std::uint64_t state_;
};

// Writes the index tensor of a case, in its index type, to `memory`.
void write_indices(const description& about, void* memory);

}  // namespace bench

#endif
