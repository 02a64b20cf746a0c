// Codes of a few bits in bytes, and the scales and zero points of their blocks: one of each, as a float.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "kernel/fetch.hpp"
#include "kernel/kernel.hpp"
#include "kernel/portable/bytes.hpp"
#include "kernel/portable/prefetch.hpp"
#include "kernel/portable/scalar.hpp"

namespace strew::kernel {

// Exact: powers of two down to 2^-127, which is no normal number.
inline float power_of_two(std::uint8_t exponent) {
  constexpr std::uint8_t nan = 255;
  constexpr std::uint32_t least = std::uint32_t{1} << 22U;
  if (exponent == nan) return std::numeric_limits<float>::quiet_NaN();
  return bits_as<float>(exponent == 0 ? least : std::uint32_t{exponent} << 23U);
}

inline float scale_at(const std::byte* at, scale_type type) {
  switch (type) {
    case scale_type::f16:
      return widen(read<half>(at));
    case scale_type::bf16:
      return widen(read<brain>(at));
    case scale_type::e8m0:
      return power_of_two(read<std::uint8_t>(at));
    default:
      return read<float>(at);
  }
}

// Code c of those that are packed low first.
inline unsigned code_at(const std::byte* codes, std::ptrdiff_t step, int bits, std::int64_t c) {
  const std::int64_t per_byte = 8 / bits;
  const auto byte = std::to_integer<unsigned>(codes[(c / per_byte) * step]);
  return byte >> static_cast<unsigned>(c % per_byte * bits) & ((1U << static_cast<unsigned>(bits)) - 1);
}
// Code c of a row whose blocks are packed in halves.
inline unsigned code_in_halves(const std::byte* codes, std::ptrdiff_t step, std::int64_t block, std::int64_t c) {
  const std::int64_t half = block / 2, in_block = c % block;
  const auto byte = std::to_integer<unsigned>(codes[(c / block * half + in_block % half) * step]);
  return in_block < half ? byte & 15U : byte >> 4U;
}

// A code with this bit turned is the number it stands for, more by this bit: so signed ones are subtracted without
// their sign.
inline unsigned sign_bit_of(const code_rows& work) {
  return work.is_signed ? 1U << static_cast<unsigned>(work.bits - 1) : 0U;
}

// A row, by its places, and a block of it: columns [first, last).
struct code_row {
  const std::byte* codes;
  const std::byte* scales;
  const std::byte* zeros;
  std::byte* values;
  std::int64_t first = 0;  // the column whose value is there
};
struct code_block {
  std::int64_t first;
  std::int64_t last;
  float scale;
  float zero;  // of codes whose sign bit was turned
};

// Calls visit(row) for each row that is not skipped.
template <class Visit>
[[gnu::always_inline]] inline void for_each_row(const code_rows& work, const Visit& visit) {
  const auto row_bytes = static_cast<std::size_t>((work.last - work.first) * work.bits / 8);
  const std::size_t ahead = positions_ahead(row_bytes), fetched = std::min(row_bytes, row_begin);
  const std::ptrdiff_t begin = work.first * work.bits / 8 * work.code_step;
  for (std::size_t p = 0; p < work.positions; ++p) {
    if (p + ahead < work.positions) {
      prefetch(work.codes + work.code_offsets[p + ahead] + begin, fetched);
      fetch_line(work.scales + work.scale_offsets[p + ahead]);
    }
    if (work.skip_mask != nullptr && work.skip_mask[p] != 0) continue;
    const auto number = static_cast<std::ptrdiff_t>(p);
    code_row row{work.codes + work.code_offsets[p], work.scales + work.scale_offsets[p],
                 work.zeros == nullptr ? nullptr : work.zeros + work.zero_offsets[p],
                 work.values + number * work.values_stride, work.origin};
    for (std::size_t u = 0; u < work.units; ++u) {
      visit(row);
      row.codes += work.unit_codes;
      row.scales += work.unit_scales;
      if (row.zeros != nullptr) row.zeros += work.unit_zeros;
      row.values += work.unit_values;
    }
  }
}

// Calls visit(block) for the blocks of a row.
template <class Visit>
[[gnu::always_inline]] inline void for_each_code_block(const code_rows& work, const code_row& row, const Visit& visit) {
  const unsigned sign = sign_bit_of(work);
  std::int64_t n = work.first / work.block;
  for (std::int64_t first = work.first; first < work.last; ++n) {
    const std::int64_t last = std::min((n + 1) * work.block, work.last);
    const unsigned zero = row.zeros == nullptr ? sign : code_at(row.zeros, work.zero_step, work.bits, n) ^ sign;
    visit(code_block{first, last, scale_at(row.scales + n * work.scale_step, work.scale), static_cast<float>(zero)});
    first = last;
  }
}

template <class T>
inline void put_value(std::byte* at, float value) {
  const float canonical = std::isnan(value) ? std::numeric_limits<float>::quiet_NaN() : value;
  if constexpr (std::is_same_v<T, float>) {
    put(at, canonical);
  } else {
    put(at, narrow_to<T>(canonical));
  }
}

// Columns [first, last) of a block, one by one.
template <class T>
inline void decode_each(const code_rows& work, const code_row& row, const code_block& block) {
  const unsigned sign = sign_bit_of(work);
  for (std::int64_t c = block.first; c < block.last; ++c) {
    const unsigned code = work.order == code_order::halves ? code_in_halves(row.codes, work.code_step, work.block, c)
                                                           : code_at(row.codes, work.code_step, work.bits, c);
    const float number = work.codebook == nullptr ? static_cast<float>(code ^ sign) - block.zero : work.codebook[code];
    put_value<T>(row.values + (c - row.first) * work.value_step, number * block.scale);
  }
}

}  // namespace strew::kernel
