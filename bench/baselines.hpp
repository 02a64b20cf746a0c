// The baselines that strew is compared with: serial loops, one function per case. Null where there is no such loop.
#ifndef BENCH_BASELINES_HPP
#define BENCH_BASELINES_HPP

#include "shapes.hpp"

namespace bench {

struct memory {
  void* data = nullptr;
  void* indices = nullptr;
  void* updates = nullptr;
  void* output = nullptr;
};

// Returns false if an index was out of bounds.
using baseline = bool (*)(const loop&, const memory&);

// Without index checks.
baseline find_plain(const description& about);

// Checks each index in the loop; negative ones count from the end.
baseline find_checked(const description& about);

// Specialised for the case: memcpy of rows or runs, whole rows where indices repeat, a tiled transpose.
baseline find_bulk(const description& about);

}  // namespace bench

#endif
