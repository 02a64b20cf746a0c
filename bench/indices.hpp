// Index values.
#ifndef BENCH_INDICES_HPP
#define BENCH_INDICES_HPP

#include <cstdint>

#include "cases.hpp"

namespace bench {

// Writes the index tensor of a case, in its index type, to `memory`.
void write_indices(const description& about, void* memory);

}  // namespace bench

#endif
