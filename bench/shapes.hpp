// The shapes of a case, and the case as nested loops.
#ifndef BENCH_SHAPES_HPP
#define BENCH_SHAPES_HPP

#include <array>
#include <cstdint>
#include <vector>

#include "cases.hpp"

namespace bench {

// Extents of the direct operand: output of a gather, updates of a scatter.
std::vector<std::int64_t> direct_extents(const description& about);

// Strides of data, in elements.
std::vector<std::int64_t> data_strides(const description& about);

// Elements spanned by data, including those between its rows.
std::int64_t data_elements(const description& about);

std::int64_t product(const std::vector<std::int64_t>& extents, std::size_t begin = 0,
                     std::size_t end = static_cast<std::size_t>(-1));

// Strides are in elements.
struct loop {
  std::int64_t outer = 1;       // product of the dimensions before the addressed one
  std::int64_t count = 1;       // indices, or tuples
  std::int64_t inner = 1;       // elements that one index moves, or columns of an element operator
  std::int64_t index_step = 0;  // indices between those of one outer and the next: batch entries have their own
  std::int64_t extent = 1;      // of the addressed dimension
  std::array<std::int64_t, 3> extents{};  // of all addressed dimensions (nd), of the copy (depth 0)
  std::array<std::int64_t, 3> strides{};
  std::int64_t table_bytes = 0;
  std::int64_t moves = 0;         // number of moved slices: times per index are divided by it
  std::int64_t useful_bytes = 0;  // that must be read and written: indices, updates, the cells addressed
  std::int64_t far_lines = 0;     // random accesses beyond the caches
};

loop make_loop(const description& about);

}  // namespace bench

#endif
