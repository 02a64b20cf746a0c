// The usual loops in C, with and without a check of each index.
#ifndef BENCH_SERIAL_HPP
#define BENCH_SERIAL_HPP

#include <cstdint>

#include "loops.hpp"

namespace bench::loops::serial {

template <bool is_checked, class I>
inline bool place(I value, std::int64_t extent, std::int64_t& at) {
  at = value;
  if constexpr (is_checked) {
    if (at < 0) at += extent;
    return at >= 0 && at < extent;
  }
  return true;
}

template <class Act, class T>
inline void move_row(T* __restrict row, T* __restrict direct, std::int64_t elements) {
  for (std::int64_t s = 0; s < elements; ++s) Act::apply(row[s], direct[s]);
}

template <class Act, class T, class I, bool is_checked>
bool along_axis_elements(const loop& by, const memory& operands) {
  const bound<Act, T, I> at(by, operands);
  const I* __restrict indices = at.indices;
  T* __restrict direct = at.direct;
  for (std::int64_t o = 0; o < by.outer; ++o, indices += by.index_step) {
    T* __restrict table = at.table + o * by.extent;
    for (std::int64_t j = 0; j < by.count; ++j) {
      std::int64_t i = 0;
      if (!place<is_checked>(indices[j], by.extent, i)) return false;
      Act::apply(table[i], direct[j]);
    }
    direct += by.count;
  }
  return true;
}

template <class Act, class T, class I, bool is_checked>
bool along_axis_rows(const loop& by, const memory& operands) {
  const bound<Act, T, I> at(by, operands);
  const I* indices = at.indices;
  T* direct = at.direct;
  for (std::int64_t o = 0; o < by.outer; ++o, indices += by.index_step) {
    for (std::int64_t j = 0; j < by.count; ++j, direct += by.inner) {
      std::int64_t i = 0;
      if (!place<is_checked>(indices[j], by.extent, i)) return false;
      move_row<Act>(at.table + (o * by.extent + i) * by.inner, direct, by.inner);
    }
  }
  return true;
}

template <class Act, class T, class I, bool is_checked>
bool elements(const loop& by, const memory& operands) {
  const bound<Act, T, I> at(by, operands);
  const I* __restrict indices = at.indices;
  T* __restrict direct = at.direct;
  for (std::int64_t o = 0; o < by.outer; ++o) {
    T* __restrict table = at.table + o * by.extent * by.inner;
    for (std::int64_t j = 0; j < by.count; ++j, indices += by.inner, direct += by.inner) {
      for (std::int64_t s = 0; s < by.inner; ++s) {
        std::int64_t i = 0;
        if (!place<is_checked>(indices[s], by.extent, i)) return false;
        Act::apply(table[i * by.inner + s], direct[s]);
      }
    }
  }
  return true;
}

template <class Act, class T, class I, bool is_checked>
bool elements_of_last(const loop& by, const memory& operands) {
  const bound<Act, T, I> at(by, operands);
  const I* __restrict indices = at.indices;
  T* __restrict direct = at.direct;
  for (std::int64_t o = 0; o < by.outer; ++o, indices += by.count, direct += by.count) {
    T* __restrict table = at.table + o * by.extent;
    for (std::int64_t j = 0; j < by.count; ++j) {
      std::int64_t i = 0;
      if (!place<is_checked>(indices[j], by.extent, i)) return false;
      Act::apply(table[i], direct[j]);
    }
  }
  return true;
}

template <class Act, class T, class I, bool is_checked, int depth>
bool nd(const loop& by, const memory& operands) {
  const bound<Act, T, I> at(by, operands);
  const I* __restrict tuple = at.indices;
  T* direct = at.direct;
  for (std::int64_t m = 0; m < by.count; ++m, tuple += depth, direct += by.inner) {
    std::int64_t offset = 0;
    for (unsigned k = 0; k < depth; ++k) {
      std::int64_t i = 0;
      if (!place<is_checked>(tuple[k], by.extents[k], i)) return false;
      offset += i * by.strides[k];
    }
    if (by.inner == 1)
      Act::apply(at.table[offset], *direct);
    else
      move_row<Act>(at.table + offset, direct, by.inner);
  }
  return true;
}

// One row of each batch entry is written.
template <class Act, class T, class I, bool is_checked>
bool row_of_each(const loop& by, const memory& operands) {
  const bound<Act, T, I> at(by, operands);
  for (std::int64_t o = 0; o < by.outer; ++o) {
    std::int64_t i = 0;
    if (!place<is_checked>(at.indices[o], by.extent, i)) return false;
    move_row<Act>(at.table + (o * by.extent + i) * by.inner, at.direct + o * by.inner, by.inner);
  }
  return true;
}

template <class T>
bool copy(const loop& by, const memory& operands) {
  const T* __restrict from = static_cast<const T*>(operands.data);
  T* __restrict to = static_cast<T*>(operands.output);
  for (std::int64_t a = 0; a < by.extents[0]; ++a)
    for (std::int64_t b = 0; b < by.extents[1]; ++b)
      for (std::int64_t c = 0; c < by.extents[2]; ++c)
        *to++ = from[a * by.strides[0] + b * by.strides[1] + c * by.strides[2]];
  return true;
}

}  // namespace bench::loops::serial

#endif
