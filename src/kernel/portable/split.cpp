// Distributes the units of a line to the lists of the owners of their cells.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernel/kernel.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/index.hpp"

namespace strew::kernel {
namespace {

// Every list gets the update at its end, and counts it if it is its own: without branches that depend on the value.
template <std::size_t Width>
void append(std::int64_t start, const std::byte* unit, owner_list* owners, std::size_t owner_count) {
  for (std::size_t n = 0; n < owner_count; ++n) {
    owner_list& one = owners[n];
    one.starts[one.count] = static_cast<std::int32_t>(start);
    std::memcpy(one.units + one.count * Width, unit, Width);
    one.count += static_cast<std::uint32_t>(start) - one.low <= one.last ? 1 : 0;
  }
}

template <class Index, std::size_t Width>
bool split(const index_column& column, const coordinate_rule& rule, const std::byte* units, owner_list* owners,
           std::size_t owner_count) {
  bool skips = false;
  for (std::size_t p = 0; p < column.count; ++p, units += Width) {
    const std::int64_t start = from_end(load_once<Index>(column.first + p * sizeof(Index)), rule);
    if (is_valid_start(start, rule)) {
      append<Width>(start, units, owners, owner_count);
    } else {
      skips = true;
    }
  }
  return skips;
}

}  // namespace

namespace portable_kernels {

split_kernel find_split(index_type type, width_class width) {
  const bool is_narrow = width == width_class::bytes_4;
  if (!is_narrow && width != width_class::bytes_8) return nullptr;
  if (type == index_type::i32) return is_narrow ? &split<std::int32_t, 4> : &split<std::int32_t, 8>;
  if (type == index_type::i64) return is_narrow ? &split<std::int64_t, 4> : &split<std::int64_t, 8>;
  return nullptr;
}

}  // namespace portable_kernels
}  // namespace strew::kernel
