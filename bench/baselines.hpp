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

// False: an index was outside.
using baseline = bool (*)(const loop&, const memory&);

// Trusts the indices.
baseline find_plain(const description& about);

// Tests each index as it goes; negative ones count from the end.
baseline find_checked(const description& about);

// Knows what the case is: memcpy of rows or runs, whole rows where indices repeat, tiles of a transposition.
baseline find_bulk(const description& about);

}  // namespace bench

#endif
