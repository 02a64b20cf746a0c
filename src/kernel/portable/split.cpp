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

// The lists of many owners, of which each unit is stored in one. A table has how many ranges begin up to the beginning
// of each of some hundred parts of all starts; seldom more than one begins within a part.
template <class Index, std::size_t Width>
class many_owners {
 public:
  many_owners(owner_list* owners, std::size_t count, std::uint32_t extent) : owners_(owners), count_(count) {
    while ((extent >> shift_) >= parts) ++shift_;
    std::size_t lowest = 0;
    for (std::size_t n = 1; n < count; ++n)
      if (owners[n].low < owners[lowest].low) lowest = n;
    // What is below all lows belongs to the last range, which goes round.
    for (std::size_t rank = 0; rank <= count; ++rank)
      numbers_[rank] = static_cast<std::uint8_t>((lowest + rank + count - 1) % count);
    for (std::size_t rank = 0; rank < count; ++rank) lows_[rank] = owners[(lowest + rank) % count].low;
    lows_[count] = ~std::uint32_t{0};
    std::size_t rank = 0;
    for (std::size_t part = 0; part < parts; ++part) {
      while (lows_[rank] <= part << shift_) ++rank;
      ranks_[part] = static_cast<std::uint8_t>(rank);
    }
    for (std::size_t n = 0; n < count; ++n) filled_[n] = owners[n].count;
  }

  bool split(const index_column& column, const coordinate_rule& rule, const std::byte* units) {
    bool skips = false;
    for (std::size_t p = 0; p < column.count; ++p, units += Width) {
      const std::int64_t start = from_end(load_once<Index>(column.first + p * sizeof(Index)), rule);
      if (is_valid_start(start, rule)) {
        append(static_cast<std::uint32_t>(start), units);
      } else {
        skips = true;
      }
    }
    for (std::size_t n = 0; n < count_; ++n) owners_[n].count = filled_[n];
    return skips;
  }

 private:
  static constexpr std::uint32_t parts = 256;

  void append(std::uint32_t start, const std::byte* unit) {
    std::size_t rank = ranks_[start >> shift_];
    while (start >= lows_[rank]) ++rank;
    const std::size_t owner = numbers_[rank];
    const std::size_t place = filled_[owner]++;
    std::memcpy(owners_[owner].starts + place, &start, sizeof start);
    std::memcpy(owners_[owner].units + place * Width, unit, Width);
  }

  owner_list* owners_;
  std::size_t count_;
  unsigned shift_ = 0;
  std::uint8_t ranks_[parts];
  std::uint32_t lows_[max_split_owners + 1];  // ascending
  std::uint8_t numbers_[max_split_owners + 1];
  std::size_t filled_[max_split_owners];
};

// Few owners two at a time.
template <class Index, std::size_t Width>
bool split(const index_column& column, const coordinate_rule& rule, const std::byte* units, owner_list* owners,
           std::size_t owner_count) {
  if (owner_count > few_owners)
    return many_owners<Index, Width>(owners, owner_count, static_cast<std::uint32_t>(rule.extent))
        .split(column, rule, units);
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
