// From the types of a case to an instance of a loop: Find::find<Act, T, I>(about), or Find::copy<T>(about) at depth 0.
#ifndef BENCH_DISPATCH_HPP
#define BENCH_DISPATCH_HPP

#include "loops.hpp"

namespace bench {

inline bool is_last_axis(const description& about) {
  return about.axis == static_cast<std::int64_t>(about.data.size()) - 1;
}

template <class Find, class Act, class T>
baseline by_index(const description& about) {
  return about.index == STREW_DTYPE_I32 ? Find::template find<Act, T, std::int32_t>(about)
                                        : Find::template find<Act, T, std::int64_t>(about);
}

template <class Find, class T>
baseline by_direction(const description& about) {
  return is_scatter(about.op) ? by_index<Find, loops::write, T>(about) : by_index<Find, loops::read, T>(about);
}

// Unsigned types, since sums of strew wrap; all values are positive. There is no loop for the small floats.
template <class Find, class Act>
baseline find_reduction(const description& about) {
  switch (about.element) {
    case STREW_DTYPE_F32:
      return by_index<Find, Act, float>(about);
    case STREW_DTYPE_F64:
      return by_index<Find, Act, double>(about);
    case STREW_DTYPE_I32:
      return by_index<Find, Act, std::uint32_t>(about);
    default:
      return nullptr;
  }
}

template <class Find, class T>
baseline find_move(const description& about) {
  return about.indices.back() == 0 ? Find::template copy<T>(about) : by_direction<Find, T>(about);
}

template <class Find>
baseline dispatch(const description& about) {
  if (about.reduction == STREW_REDUCTION_ADD) return find_reduction<Find, loops::add>(about);
  if (about.reduction == STREW_REDUCTION_MAX) return find_reduction<Find, loops::maximum>(about);
  if (about.reduction != STREW_REDUCTION_NONE) return nullptr;
  switch (strew_dtype_bytes(about.element)) {
    case 1:
      return find_move<Find, std::uint8_t>(about);
    case 2:
      return find_move<Find, std::uint16_t>(about);
    case 4:
      return find_move<Find, std::uint32_t>(about);
    default:
      return find_move<Find, std::uint64_t>(about);
  }
}

}  // namespace bench

#endif
