// Columns of index values, and their meaning as specified in kernel.hpp, in integers that cannot overflow.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "kernels.hpp"
#include "memory.hpp"

namespace strew::testing {

__extension__ typedef __int128 wide;

// Calls visit.template operator()<T>() with the type for this value.
template <class Visit>
void with_type(kernel::index_type type, const Visit& visit) {
  switch (type) {
#define STREW_INDEX_TYPE(name, type)   \
  case kernel::index_type::name:       \
    visit.template operator()<type>(); \
    break;
#include "kernel/kernels.def"
#undef STREW_INDEX_TYPE
  }
}

// A column of tuples, whose values are given one tuple after the other. Its memory ends at the end of the last value.
class column {
 public:
  template <class T>
  column(const std::vector<T>& values, std::ptrdiff_t stride, std::size_t misalignment, std::size_t members = 1) {
    const std::size_t count = values.size() / members;
    const std::size_t steps = count == 0 ? 0 : count - 1;
    const std::size_t span = steps * static_cast<std::size_t>(stride < 0 ? -stride : stride);
    bytes_ = std::make_unique<std::byte[]>(misalignment + span + members * sizeof(T));
    std::byte* const first = bytes_.get() + misalignment + (stride < 0 ? span : 0);
    for (std::size_t i = 0; i < count; ++i)
      std::memcpy(first + static_cast<std::ptrdiff_t>(i) * stride, &values[i * members], members * sizeof(T));
    as_given = {first, stride, count};
  }
  kernel::index_column as_given;

 private:
  std::unique_ptr<std::byte[]> bytes_;
};

// A stride for values of this size; 0 repeats one value.
inline std::ptrdiff_t any_stride(std::size_t size, random_engine& draw) {
  const auto width = static_cast<std::ptrdiff_t>(size);
  return pick<std::ptrdiff_t>(draw, {width, width, -width, 2 * width, width + 3, -3 * width, 0});
}

// A stride for tuples of several members; mostly without gaps.
template <class T>
std::ptrdiff_t any_tuple_stride(std::size_t members, random_engine& draw) {
  if (members == 1) return any_stride(sizeof(T), draw);
  const auto width = static_cast<std::ptrdiff_t>(members * sizeof(T));
  return pick<std::ptrdiff_t>(draw, {width, width, width, -width, width + 3, 0});
}

// Column k of tuples.
template <class T>
std::vector<T> member_of(const std::vector<T>& tuples, std::size_t k, std::size_t members) {
  std::vector<T> made;
  for (std::size_t i = k; i < tuples.size(); i += members) made.push_back(tuples[i]);
  return made;
}

inline wide counted_from_end(wide value, const kernel::coordinate_rule& rule) {
  return rule.from_end && value < 0 && value >= -wide{rule.extent} ? value + rule.extent : value;
}

inline bool is_start(wide value, const kernel::coordinate_rule& rule) {
  return value >= 0 && value <= wide{rule.extent} - rule.window;
}

inline wide modulo(wide value, wide extent) {
  return ((value % extent) + extent) % extent;
}

inline std::optional<std::int64_t> start_of(wide value, kernel::mode outside, const kernel::coordinate_rule& rule) {
  if (outside == kernel::mode::wrap) {
    if (rule.extent < 1) return std::nullopt;
    return static_cast<std::int64_t>(modulo(value, rule.extent));
  }
  const wide start = counted_from_end(value, rule);
  const wide last = wide{rule.extent} - rule.window;
  if (is_start(start, rule)) return static_cast<std::int64_t>(start);
  if (outside == kernel::mode::skip || last < 0) return std::nullopt;
  return start < 0 ? 0 : static_cast<std::int64_t>(last);
}

inline kernel::coordinate_rule any_rule(random_engine& draw, std::int64_t max_window) {
  kernel::coordinate_rule rule;
  rule.extent = pick<std::int64_t>(draw, {0, 1, 2, 7, 40, 127, 128, 300});
  rule.window = between(draw, 1, max_window);
  rule.from_end = draw() % 2 == 0;
  return rule;
}

// Mostly near the extent, sometimes any value of the type.
template <class T>
T any_index(const kernel::coordinate_rule& rule, random_engine& draw) {
  if (draw() % 16 == 0)
    return pick<T>(draw, {std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), static_cast<T>(draw())});
  const bool is_near = draw() % 4 == 0;
  const std::int64_t low = is_near ? -rule.extent - 3 : 0;
  const std::int64_t high = is_near ? rule.extent + 3 : std::max<std::int64_t>(rule.extent - rule.window, 0);
  const std::int64_t value = between(draw, low, high);
  return std::in_range<T>(value) ? static_cast<T>(value) : T{0};
}

template <class T>
std::vector<T> any_indices(std::size_t count, std::ptrdiff_t stride, const kernel::coordinate_rule& rule,
                           random_engine& draw) {
  std::vector<T> values(count, any_index<T>(rule, draw));
  for (T& value : values)
    if (stride != 0) value = any_index<T>(rule, draw);
  return values;
}

// Some values one after the other become the first of them.
template <class T>
void repeat_some(std::vector<T>& values, random_engine& draw) {
  if (values.empty()) return;
  const std::size_t first = draw() % 2 == 0 ? 0 : draw() % values.size();
  const std::size_t last = draw() % 2 == 0 ? values.size() : first + 1 + draw() % (values.size() - first);
  std::fill(values.begin() + static_cast<std::ptrdiff_t>(first), values.begin() + static_cast<std::ptrdiff_t>(last),
            values[first]);
}

}  // namespace strew::testing
