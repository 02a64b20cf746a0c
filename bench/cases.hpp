// The benchmark cases, as tables. Every row becomes one comparison of strew with loops in C over the same memory.
#ifndef BENCH_CASES_HPP
#define BENCH_CASES_HPP

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cases/operator_kind.hpp"
#include "cases/spread.hpp"
#include "strew/strew.h"

namespace bench {

using strew::cases::is_scatter;
using strew::cases::operator_kind;
using strew::cases::spread;

// The memory layout of data.
enum class layout {
  packed,
  pitched,    // rows are further apart than they are long
  transposed  // the last two dimensions are exchanged in memory
};

enum class frontend {
  plan,     // one plan, executed repeatedly
  call,     // the one-shot operator
  new_call  // the same, with other extents in each call: see new_shapes
};

// Shapes of data in turn, the first extent one longer each time: far more than the library keeps plans.
constexpr std::int64_t new_shapes = 1024;

struct description {
  std::string name{};
  operator_kind op = operator_kind::gather;
  std::vector<std::int64_t> data{};
  std::vector<std::int64_t> indices{};
  std::int64_t axis = 0;
  std::int64_t batch_dims = 0;  // axis, where there are any
  strew_dtype element = STREW_DTYPE_F32;
  strew_dtype index = STREW_DTYPE_I64;
  spread values = spread::uniform;
  bool is_broadcast = false;  // values repeat along each row of the index tensor
  std::int32_t reduction = STREW_REDUCTION_NONE;
  layout memory = layout::packed;
  frontend by = frontend::plan;
  bool in_place = true;  // of a scatter: output is data
  bool refuses_duplicates = false;
  bool is_unordered = false;
  bool is_prepared = false;  // measure a plan with bound indices too
  bool is_cold = false;      // measure it with all operands outside of the caches too
};

std::span<const description> cases();  // first those that read, then those that write
std::span<const description> read_cases();
std::span<const description> write_cases();

// Six operators at sizes from 10 indices on.
std::vector<description> sweep();

// Drawn at random over operator, type, shape, distribution and reduction, the same for a seed on every machine: so that
// nothing is tuned for the chosen cases only.
std::vector<description> drawn(std::int64_t count, std::uint64_t seed);

}  // namespace bench

#endif
