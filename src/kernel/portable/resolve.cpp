// Resolves index values to byte offsets. A value that became invalid after validation, or was never validated, cannot
// address memory outside the operand: it is skipped or clamped, according to the mode.
#include <array>
#include <cstddef>
#include <cstdint>

#include "kernel/kernel.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/index.hpp"

namespace strew::kernel {
namespace {

constexpr std::int64_t no_start = -1;

// The start for a value that is not a valid one; `last` is the last valid start, below 0 if there is none.
template <mode How>
std::int64_t outside(std::int64_t value, std::int64_t last) {
  if (How == mode::skip || last < 0) return no_start;
  return value < 0 ? 0 : last;
}

// `reports` is set where a start is clamped that is to be reported.
template <class T, mode How>
std::int64_t start_of(T stored, const coordinate_rule& rule, std::int64_t added, std::int64_t last, bool& reports) {
  if constexpr (How == mode::wrap) {
    return rule.extent < 1 ? no_start : modulo(stored, rule.extent);
  } else {
    std::int64_t value = as_signed(stored);
    value += value < 0 ? added : 0;  // values below -extent stay negative
    if (value >= 0 && value <= last) return value;
    if constexpr (How == mode::checked) reports = true;
    return outside<How>(value, last);
  }
}

template <class T, mode How>
bool resolve_member(const index_column& column, const coordinate_rule& rule, std::int64_t* offsets,
                    std::uint8_t* skip_mask) {
  const std::int64_t added = rule.from_end ? rule.extent : 0;
  const std::int64_t last = rule.extent - rule.window;
  const std::int64_t table_stride = rule.table_stride;
  const coordinate_rule local = rule;  // a local copy, which offsets cannot alias
  const std::ptrdiff_t stride = column.stride;
  const std::byte* at = column.first;
  bool skips = false;
  for (std::size_t p = 0; p < column.count; ++p, at += stride) {
    const std::int64_t start = start_of<T, How>(load_once<T>(at), local, added, last, skips);
    if (start != no_start) {
      offsets[p] += start * table_stride;
    } else {
      skip_mask[p] = 1;
      skips = true;
    }
  }
  return skips;
}

template <class T, mode How>
bool resolve(const index_column& column, const coordinate_rule* rules, std::size_t members, std::int64_t* offsets,
             std::uint8_t* skip_mask) {
  bool skips = false;
  for (std::size_t k = 0; k < members; ++k)
    skips |= resolve_member<T, How>({column.first + k * sizeof(T), column.stride, column.count}, rules[k], offsets,
                                    skip_mask);
  return skips;
}

template <class T>
std::size_t cut(const std::byte* index, const coordinate_rule& rule, bool wraps, run runs[2]) {
  const T stored = load_once<T>(index);
  if (!wraps) {
    const std::int64_t value = from_end(as_signed(stored), rule);
    if (value >= rule.extent || value <= -rule.window) return 0;
    const std::int64_t room = rule.extent - value;
    runs[0] = {value < 0 ? -value : 0, rule.window < room ? rule.window : room, value};
    return runs[0].low < runs[0].high ? 1 : 0;
  }
  if (rule.extent < rule.window || rule.extent < 1) return 0;
  const std::int64_t start = modulo(stored, rule.extent);
  const std::int64_t room = rule.extent - start;
  if (rule.window <= room) {
    runs[0] = {0, rule.window, start};
    return 1;
  }
  runs[0] = {0, room, start};
  runs[1] = {room, rule.window, start - rule.extent};
  return 2;
}

}  // namespace

namespace portable_kernels {

resolve_kernel find_resolve(index_type type, mode outside) {
  constexpr std::array table = {
#define STREW_INDEX_TYPE(name, type)                                                              \
  std::array{&resolve<type, mode::skip>, &resolve<type, mode::clamp>, &resolve<type, mode::wrap>, \
             &resolve<type, mode::checked>},
#include "kernel/kernels.def"
#undef STREW_INDEX_TYPE
  };
  return table[static_cast<std::size_t>(type)][static_cast<std::size_t>(outside)];
}

cut_kernel find_cut(index_type type) {
  constexpr std::array table = {
#define STREW_INDEX_TYPE(name, type) &cut<type>,
#include "kernel/kernels.def"
#undef STREW_INDEX_TYPE
  };
  return table[static_cast<std::size_t>(type)];
}

}  // namespace portable_kernels
}  // namespace strew::kernel
