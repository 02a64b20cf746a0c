// Distributes the units of a line to the lists of the owners of their cells.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernel/kernel.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/index.hpp"

namespace strew::kernel {
namespace {

// The ends of some lists while they are filled. Every one gets each update, and counts it if it is its own: without
// branches that depend on the value, and without a count in memory, which the next update would wait for.
template <std::size_t Width, std::size_t Owners>
class appender {
 public:
  explicit appender(const owner_list* owners) {
    for (std::size_t n = 0; n < Owners; ++n) {
      low_[n] = owners[n].low;
      last_[n] = owners[n].last;
      starts_[n] = reinterpret_cast<std::byte*>(owners[n].starts + owners[n].count);
      units_[n] = owners[n].units + owners[n].count * Width;
    }
  }
  void append(std::uint32_t start, const std::byte* unit) {
    for (std::size_t n = 0; n < Owners; ++n) {
      std::memcpy(starts_[n], &start, sizeof start);
      std::memcpy(units_[n], unit, Width);
      const std::size_t is_mine = start - low_[n] <= last_[n] ? 1 : 0;
      starts_[n] += is_mine * sizeof start;
      units_[n] += is_mine * Width;
    }
  }
  void finish(owner_list* owners) const {
    for (std::size_t n = 0; n < Owners; ++n)
      owners[n].count = static_cast<std::size_t>(units_[n] - owners[n].units) / Width;
  }

 private:
  std::uint32_t low_[Owners], last_[Owners];
  std::byte* starts_[Owners];
  std::byte* units_[Owners];
};

// The lists of some owners.
template <class Index, std::size_t Width, std::size_t Owners>
bool split_among(const index_column& column, const coordinate_rule& rule, const std::byte* units, owner_list* owners) {
  appender<Width, Owners> all(owners);
  bool skips = false;
  for (std::size_t p = 0; p < column.count; ++p, units += Width) {
    const std::int64_t start = from_end(load_once<Index>(column.first + p * sizeof(Index)), rule);
    if (is_valid_start(start, rule)) {
      all.append(static_cast<std::uint32_t>(start), units);
    } else {
      skips = true;
    }
  }
  all.finish(owners);
  return skips;
}

// Two owners at a time.
template <class Index, std::size_t Width>
bool split(const index_column& column, const coordinate_rule& rule, const std::byte* units, owner_list* owners,
           std::size_t owner_count) {
  bool skips = false;
  std::size_t n = 0;
  for (; n + 2 <= owner_count; n += 2) skips |= split_among<Index, Width, 2>(column, rule, units, owners + n);
  if (n < owner_count) skips |= split_among<Index, Width, 1>(column, rule, units, owners + n);
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
