// Reads indices and says whether all are good. Nothing has been written when this runs.
#include <array>
#include <cstddef>
#include <cstdint>

#include "kernel/index.hpp"
#include "kernel/kernel.hpp"

namespace strew::kernel {
namespace {

template <class T>
bool judge(const index_column& column, const coordinate_rule& rule) {
  bool bad = false;
  const std::byte* at = column.first;
  for (std::size_t p = 0; p < column.count; ++p, at += column.stride) {
    const std::int64_t value = as_signed(load_once<T>(at));
    const bool outside = !rule.accepts_outside && !is_valid_start(from_end(value, rule), rule);
    bad |= outside || (rule.refuses_negative && value < 0);
  }
  return bad;
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

judge_kernel find_judge(index_type type) {
  constexpr std::array table = {
#define STREW_INDEX_TYPE(name, type) &judge<type>,
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

}  // namespace strew::kernel
