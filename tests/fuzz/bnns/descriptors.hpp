// An independent implementation of Apple's documentation of descriptors, which verifies the frontend.
#pragma once

#include <cstdint>
#include <iterator>
#include <vector>

#include "fuzz/shared/choices.hpp"
#include "strew/bnns.h"

namespace strew::fuzz {

// The order in which a layout lists sizes and strides.
enum class order : std::uint8_t {
  last,     // logical dimension d: size[d], stride[d]
  first,    // size[d], stride[rank - 1 - d]
  named,    // size[rank - 1 - d], stride[rank - 1 - d]
  rotated,  // the same, with the last two dimensions reversed
  refused
};

struct layout_value {
  std::uint32_t value;
  std::size_t rank;
  order listed;
};

constexpr layout_value layout_values[] = {
    {0x10000, 1, order::last},    {0x18000, 1, order::last},    {0x18001, 1, order::first},
    {0x20000, 2, order::named},   {0x20001, 2, order::last},    {0x28000, 2, order::last},
    {0x28001, 2, order::first},   {0x30000, 3, order::named},   {0x30001, 3, order::named},
    {0x30002, 3, order::named},   {0x38000, 3, order::last},    {0x38001, 3, order::first},
    {0x40000, 4, order::named},   {0x40001, 4, order::rotated}, {0x40002, 4, order::rotated},
    {0x48000, 4, order::last},    {0x48001, 4, order::first},   {0x58000, 5, order::last},
    {0x58001, 5, order::first},   {0x68000, 6, order::last},    {0x68001, 6, order::first},
    {0x78000, 7, order::last},    {0x78001, 7, order::first},   {0x88000, 8, order::last},
    {0x88001, 8, order::first},   {0x21001, 0, order::refused}, {0x30003, 0, order::refused},
    {0x40010, 0, order::refused},
};

struct type_value {
  std::uint32_t value;
  strew_dtype dtype;
};

constexpr type_value type_values[] = {
    {0x10020, STREW_DTYPE_F32},   {0x10010, STREW_DTYPE_F16}, {0x18010, STREW_DTYPE_BF16}, {0x20008, STREW_DTYPE_I8},
    {0x20010, STREW_DTYPE_I16},   {0x20020, STREW_DTYPE_I32}, {0x20040, STREW_DTYPE_I64},  {0x40008, STREW_DTYPE_U8},
    {0x40010, STREW_DTYPE_U16},   {0x40020, STREW_DTYPE_U32}, {0x40040, STREW_DTYPE_U64},  {0x80008, STREW_DTYPE_U8},
    {0x100008, STREW_DTYPE_BOOL},
};

template <class Word, std::size_t Count>
const Word* find_value(const Word (&words)[Count], std::uint32_t value) {
  for (const Word& one : words) {
    if (one.value == value) return &one;
  }
  return nullptr;
}

// A descriptor as an operand of strew, if it is valid by the rules BN1 to BN4.
struct meaning {
  bool is_good = false;
  strew_dtype dtype = STREW_DTYPE_OPAQUE;
  numbers extents;
  numbers strides;          // bytes
  std::int64_t shift = 0;   // of the logical first element, in bytes
  std::int64_t needed = 0;  // bytes from `data` on
};

// False on overflow of 63 bits.
inline bool read_places(const BNNSNDArrayDescriptor& from, const layout_value& layout, std::uint64_t width,
                        meaning& made) {
  __extension__ typedef unsigned __int128 wide;
  constexpr wide beyond = wide{1} << 63;
  wide packed = 1, last = 0;
  for (std::size_t t = 0; t < layout.rank; ++t) {
    const std::size_t d = layout.listed == order::last ? t : layout.rank - 1 - t;
    const wide size = from.size[layout.listed == order::first ? d : t];
    const wide stride = from.stride[t] != 0 ? from.stride[t] : packed;
    if (size == 0 || stride * width >= beyond) return false;
    last += (size - 1) * stride;
    if ((last + 1) * width >= beyond) return false;
    packed = stride * size;
    made.extents[d] = static_cast<std::int64_t>(size);
    made.strides[d] = static_cast<std::int64_t>(stride * width);
    if (layout.listed != order::rotated || d + 2 < layout.rank) continue;
    made.shift += static_cast<std::int64_t>((size - 1) * stride * width);
    made.strides[d] = -made.strides[d];
  }
  made.needed = static_cast<std::int64_t>((last + 1) * width);
  return true;
}

inline meaning meaning_of(const BNNSNDArrayDescriptor& from) {
  meaning made;
  const layout_value* const layout = find_value(layout_values, from.layout);
  const type_value* const type = find_value(type_values, from.data_type);
  if (layout == nullptr || layout->listed == order::refused || type == nullptr) return made;
  made.dtype = type->dtype;
  made.extents.resize(layout->rank);
  made.strides.resize(layout->rank);
  made.is_good = read_places(from, *layout, strew_dtype_bytes(type->dtype), made);
  return made;
}

// The reduction of a reduce function, -1 if there is none.
inline std::int32_t reduction_of(std::uint32_t reduce) {
  switch (reduce) {
    case 0:
      return STREW_REDUCTION_MAX;
    case 1:
      return STREW_REDUCTION_MIN;
    case 6:
      return STREW_REDUCTION_ADD;
    case 10:
      return STREW_REDUCTION_OR;
    case 11:
      return STREW_REDUCTION_AND;
    case 14:
      return STREW_REDUCTION_MUL;
    case 15:
      return STREW_REDUCTION_NONE;
    default:
      return -1;
  }
}

constexpr std::uint32_t reduce_values[] = {15, 6, 14, 0, 1, 10, 11};  // those that have a reduction

}  // namespace strew::fuzz
