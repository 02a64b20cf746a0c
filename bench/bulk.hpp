// Loops specialised for a case: whole rows, whole runs, tiles.
#ifndef BENCH_BULK_HPP
#define BENCH_BULK_HPP

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "loops.hpp"

namespace bench::loops::bulk {

template <class Act, class T>
inline void move_row(T* __restrict row, T* __restrict direct, std::int64_t elements) {
  for (std::int64_t s = 0; s < elements; ++s) Act::apply(row[s], direct[s]);
}

template <class T>
inline std::size_t bytes_of(std::int64_t elements) {
  return static_cast<std::size_t>(elements) * sizeof(T);
}

template <class Act, class T>
inline void move_bulk(T* row, T* direct, std::int64_t elements) {
  if constexpr (std::is_same_v<Act, read>)
    std::memcpy(direct, row, bytes_of<T>(elements));
  else if constexpr (std::is_same_v<Act, write>)
    std::memcpy(row, direct, bytes_of<T>(elements));
  else
    move_row<Act>(row, direct, elements);
}

template <class Act, class T, class I>
bool along_axis(const loop& by, const memory& operands) {
  const bound<Act, T, I> at(by, operands);
  const I* indices = at.indices;
  T* direct = at.direct;
  for (std::int64_t o = 0; o < by.outer; ++o, indices += by.index_step)
    for (std::int64_t j = 0; j < by.count; ++j, direct += by.inner)
      move_bulk<Act>(at.table + (o * by.extent + indices[j]) * by.inner, direct, by.inner);
  return true;
}

// The indices are one run of consecutive values.
template <class Act, class T, class I>
bool run(const loop& by, const memory& operands) {
  const bound<Act, T, I> at(by, operands);
  move_bulk<Act>(at.table + at.indices[0] * by.inner, at.direct, by.count * by.inner);
  return true;
}

// The index is repeated along each row: it is read once, and the row is moved as a whole.
template <class Act, class T, class I>
bool elements(const loop& by, const memory& operands) {
  const bound<Act, T, I> at(by, operands);
  for (std::int64_t o = 0; o < by.outer; ++o)
    for (std::int64_t j = 0; j < by.count; ++j) {
      const std::int64_t row = (o * by.count + j) * by.inner;
      move_bulk<Act>(at.table + (o * by.extent + at.indices[row]) * by.inner, at.direct + row, by.inner);
    }
  return true;
}

template <class Act, class T, class I>
bool row_of_each(const loop& by, const memory& operands) {
  const bound<Act, T, I> at(by, operands);
  for (std::int64_t o = 0; o < by.outer; ++o)
    move_bulk<Act>(at.table + (o * by.extent + at.indices[o]) * by.inner, at.direct + o * by.inner, by.inner);
  return true;
}

template <class T>
bool copy_rows(const loop& by, const memory& operands) {
  const T* from = static_cast<const T*>(operands.data);
  T* to = static_cast<T*>(operands.output);
  for (std::int64_t a = 0; a < by.extents[0]; ++a)
    for (std::int64_t b = 0; b < by.extents[1]; ++b, to += by.extents[2])
      std::memcpy(to, from + a * by.strides[0] + b * by.strides[1], bytes_of<T>(by.extents[2]));
  return true;
}

inline bool copy_whole(const loop& by, const memory& operands) {
  std::memcpy(operands.output, operands.data, static_cast<std::size_t>(by.table_bytes));
  return true;
}

template <class T>
void copy_tile(const loop& by, const T* __restrict from, T* __restrict to, std::int64_t b, std::int64_t c,
               std::int64_t side) {
  const std::int64_t b_end = std::min(b + side, by.extents[1]);
  const std::int64_t c_end = std::min(c + side, by.extents[2]);
  for (std::int64_t y = b; y < b_end; ++y)
    for (std::int64_t x = c; x < c_end; ++x) to[y * by.extents[2] + x] = from[y * by.strides[1] + x * by.strides[2]];
}

template <class T>
bool copy_tiles(const loop& by, const memory& operands) {
  constexpr std::int64_t side = 64 / sizeof(T);
  const T* from = static_cast<const T*>(operands.data);
  T* to = static_cast<T*>(operands.output);
  for (std::int64_t a = 0; a < by.extents[0]; ++a, from += by.strides[0], to += by.extents[1] * by.extents[2])
    for (std::int64_t b = 0; b < by.extents[1]; b += side)
      for (std::int64_t c = 0; c < by.extents[2]; c += side) copy_tile(by, from, to, b, c, side);
  return true;
}

}  // namespace bench::loops::bulk

#endif
