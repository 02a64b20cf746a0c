// What is measured: a table of data. Every row becomes one contest of strew with loops in C over the same memory.
#ifndef BENCH_CASES_HPP
#define BENCH_CASES_HPP

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "strew/strew.h"

namespace bench {

enum class operation { gather, scatter, gather_elements, scatter_elements, gather_nd, scatter_nd, tensor_scatter };

// How index values are drawn from [0, extent).
enum class spread {
  uniform,
  skewed,      // a few destinations take most of the indices
  sorted,      // uniform, ascending
  permuted,    // no value twice
  contiguous,  // a run of neighbours
  strided,     // a run with a constant step
  same,        // one value
  broadcast    // uniform, and repeated along each row of the index tensor
};

// Where the elements of data lie.
enum class layout {
  packed,
  pitched,    // rows are further apart than they are long
  transposed  // the last two dimensions have changed places in memory
};

enum class door {
  plan,  // one plan, executed again and again
  call   // the whole operator each time
};

struct description {
  std::string name{};
  operation op{};
  std::vector<std::int64_t> data{};
  std::vector<std::int64_t> indices{};
  std::int64_t axis = 0;
  strew_dtype element = STREW_F32;
  strew_dtype index = STREW_I64;
  spread values = spread::uniform;
  std::int32_t reduction = STREW_NONE;
  layout memory = layout::packed;
  door by = door::plan;
  bool in_place = true;      // of a scatter: output is data
  bool is_prepared = false;  // measure a plan with bound indices too
};

inline bool is_scatter(operation op) {
  return op == operation::scatter || op == operation::scatter_elements || op == operation::scatter_nd ||
         op == operation::tensor_scatter;
}

std::span<const description> cases();

}  // namespace bench

#endif
