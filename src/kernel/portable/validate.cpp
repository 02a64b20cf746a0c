// Checks whether all indices are valid. It runs before anything is written.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/index.hpp"

namespace strew::kernel {
namespace {

// A plain load: if another thread modifies the value meanwhile, only the result of the check is affected.
template <class T>
T load_plain(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// One value at a time, for any rule.
template <class T>
bool validate_each(const index_column& column, const coordinate_rule& rule) {
  bool bad = false;
  const std::byte* at = column.first;
  for (std::size_t p = 0; p < column.count; ++p, at += column.stride) {
    const std::int64_t value = as_signed(load_plain<T>(at));
    bad |= value < rule.lowest || value > rule.highest || (rule.has_hole && value < 0 && value > -rule.window);
  }
  return bad;
}

// In 64-bit arithmetic: a value below low or above high sets a sign bit, without the 64-bit comparison that older
// vector units lack. Differences do not wrap into the range as long as low and high fit in 62 bits.
template <class T>
bool validate_wide(const index_column& column, const coordinate_rule& rule) {
  const auto low = std::is_signed_v<T> ? static_cast<std::uint64_t>(rule.lowest) : 0;
  const auto high = static_cast<std::uint64_t>(rule.highest);
  std::uint64_t signs = 0;
  if (column.stride == sizeof(T)) {
    for (std::size_t p = 0; p < column.count; ++p) {
      const auto value = static_cast<std::uint64_t>(load_plain<T>(column.first + p * sizeof(T)));
      signs |= (value - low) | (high - value);
    }
  } else {
    const std::byte* at = column.first;
    for (std::size_t p = 0; p < column.count; ++p, at += column.stride) {
      const auto value = static_cast<std::uint64_t>(load_plain<T>(at));
      signs |= (value - low) | (high - value);
    }
  }
  return (signs >> 63U) != 0;
}

// Narrower types: the range is compared in the type itself.
template <class T>
bool validate_narrow(const index_column& column, const coordinate_rule& rule) {
  constexpr auto lowest = static_cast<std::int64_t>(std::numeric_limits<T>::min());
  constexpr auto highest = static_cast<std::int64_t>(std::numeric_limits<T>::max());
  const auto low = static_cast<T>(std::max(rule.lowest, lowest));
  const auto high = static_cast<T>(std::min(rule.highest, highest));
  unsigned bad = 0;
  if (column.stride == sizeof(T)) {
    for (std::size_t p = 0; p < column.count; ++p) {
      const T value = load_plain<T>(column.first + p * sizeof(T));
      bad |= static_cast<unsigned>(value < low) | static_cast<unsigned>(value > high);
    }
  } else {
    const std::byte* at = column.first;
    for (std::size_t p = 0; p < column.count; ++p, at += column.stride) {
      const T value = load_plain<T>(at);
      bad |= static_cast<unsigned>(value < low) | static_cast<unsigned>(value > high);
    }
  }
  return bad != 0;
}

template <class T>
bool validate_member(const index_column& column, const coordinate_rule& rule) {
  constexpr std::int64_t most = std::int64_t{1} << 61U;
  if (rule.has_hole || rule.highest < 0) return validate_each<T>(column, rule);
  if constexpr (sizeof(T) < sizeof(std::int64_t)) {
    return validate_narrow<T>(column, rule);
  } else if (rule.lowest < -most || rule.highest > most) {
    return validate_each<T>(column, rule);
  } else {
    return validate_wide<T>(column, rule);
  }
}

template <class T>
bool validate(const index_column& column, const coordinate_rule* rules, std::size_t members) {
  for (std::size_t k = 0; k < members; ++k) {
    if (validate_member<T>({column.first + k * sizeof(T), column.stride, column.count}, rules[k])) return true;
  }
  return false;
}

template <class T>
bool ascends(const index_column& column) {
  bool descends = false;
  const std::byte* at = column.first;
  for (std::size_t p = 1; p < column.count; ++p, at += column.stride)
    descends |= load_plain<T>(at + column.stride) < load_plain<T>(at);
  return !descends;
}

template <class T>
std::uint64_t load(const std::byte* index) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(load_once<T>(index)));
}

template <>
std::uint64_t load<std::uint64_t>(const std::byte* index) {
  return load_once<std::uint64_t>(index);
}

}  // namespace

namespace portable_kernels {

validate_kernel find_validate(index_type type) {
  constexpr std::array table = {
#define STREW_INDEX_TYPE(name, type) &validate<type>,
#include "kernel/kernels.def"
#undef STREW_INDEX_TYPE
  };
  return table[static_cast<std::size_t>(type)];
}

ascends_kernel find_ascends(index_type type) {
  constexpr std::array table = {
#define STREW_INDEX_TYPE(name, type) &ascends<type>,
#include "kernel/kernels.def"
#undef STREW_INDEX_TYPE
  };
  return table[static_cast<std::size_t>(type)];
}

load_kernel find_load(index_type type) {
  constexpr std::array table = {
#define STREW_INDEX_TYPE(name, type) &load<type>,
#include "kernel/kernels.def"
#undef STREW_INDEX_TYPE
  };
  return table[static_cast<std::size_t>(type)];
}

}  // namespace portable_kernels
}  // namespace strew::kernel
