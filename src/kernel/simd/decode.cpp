// Rows of codes whose bytes and values lie side by side, eight values at a time; others are left to the portable
// kernel.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/codes.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/scalar.hpp"
#include "kernel/portable/stream.hpp"
#include "kernel/simd/families.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/simd/decode.cpp"
#include "kernel/simd/highway.hpp"

#include "kernel/simd/floats.hpp"
#include "kernel/simd/vectors.hpp"

HWY_BEFORE_NAMESPACE();
namespace strew::kernel::HWY_NAMESPACE {
namespace {

// The codes of a vector fit in a word of 32 bits, if they have at most four.
using number_tag = hn::CappedTag<float, 8>;
using code_tag = hn::Rebind<std::uint32_t, number_tag>;
using code_vector = hn::VFromD<code_tag>;
using number_vector = hn::VFromD<number_tag>;
constexpr std::size_t at_once = lanes_of<number_tag>;

// `column` begins a byte.
template <int Bits, bool InHalves>
HWY_INLINE code_vector codes_at(const std::byte* codes, std::int64_t column, std::int64_t block) {
  const code_tag d;
  if constexpr (InHalves) {
    const std::int64_t half = block / 2, in_block = column % block;
    const std::int64_t byte = column / block * half + in_block % half;
    const auto bytes = hn::PromoteTo(d, load(hn::Rebind<std::uint8_t, code_tag>(), codes + byte));
    return in_block < half ? hn::And(bytes, hn::Set(d, 15)) : hn::ShiftRight<4>(bytes);
  } else if constexpr (Bits == 8) {
    return hn::PromoteTo(d, load(hn::Rebind<std::uint8_t, code_tag>(), codes + column));
  } else {
    std::uint32_t word = 0;
    std::memcpy(&word, codes + column * Bits / 8, at_once * Bits / 8);
    const auto shifts = hn::Mul(hn::Iota(d, 0), hn::Set(d, Bits));
    return hn::And(hn::Shr(hn::Set(d, word), shifts), hn::Set(d, (1U << Bits) - 1));
  }
}

template <class T>
HWY_INLINE void store_values(number_vector values, std::byte* at) {
  if constexpr (std::is_same_v<T, float>) {
    store(number_tag(), values, at);
  } else {
    store(hn::Rebind<std::uint16_t, number_tag>(), narrowed(number_tag(), T{}, values), at);
  }
}

// Only a codebook, or a scale that is not finite, makes a NaN.
template <class T, int Bits, bool InHalves, bool HasCodebook>
HWY_INLINE void decode_vectors(const code_rows& work, const code_row& row, const code_block& block) {
  const number_tag d;
  const auto sign = hn::Set(code_tag(), sign_bit_of(work));
  const auto zero = hn::Set(d, block.zero);
  const auto scale = hn::Set(d, block.scale);
  // In halves a vector stays in one half: the rest of it is left to the loop.
  const std::int64_t half = work.block / 2;
  std::int64_t end = InHalves ? block.first / half * half : block.last;
  code_block rest = block;
  for (std::int64_t c = block.first; c < block.last; c = end) {
    if constexpr (InHalves) end = std::min(end + half, block.last);
    for (; c + static_cast<std::int64_t>(at_once) <= end; c += static_cast<std::int64_t>(at_once)) {
      const auto codes = codes_at<Bits, InHalves>(row.codes, c, work.block);
      number_vector values;
      if constexpr (HasCodebook) {
        const auto numbers =
            hn::GatherIndex(d, work.codebook, hn::BitCast(hn::Rebind<std::int32_t, number_tag>(), codes));
        values = with_canonical_nan(d, hn::Mul(numbers, scale));
      } else {
        const auto numbers =
            hn::ConvertTo(d, hn::BitCast(hn::Rebind<std::int32_t, number_tag>(), hn::Xor(codes, sign)));
        values = hn::Mul(hn::Sub(numbers, zero), scale);
      }
      store_values<T>(values, row.values + (c - row.first) * static_cast<std::int64_t>(sizeof(T)));
    }
    rest.first = c;
    rest.last = end;
    if (c < rest.last) decode_each<T>(work, row, rest);
  }
}

template <class T, int Bits, bool InHalves, bool HasCodebook>
HWY_INLINE void decode_row(const code_rows& work, const code_row& row) {
  for_each_code_block(work, row, [&](const code_block& block) HWY_ATTR {
    const bool begins_byte = block.first * Bits % 8 == 0;
    const bool is_finite = block.scale - block.scale == 0;
    if (begins_byte && (HasCodebook || is_finite)) {
      decode_vectors<T, Bits, InHalves, HasCodebook>(work, row, block);
    } else {
      decode_each<T>(work, row, block);
    }
  });
}

constexpr std::int64_t staged_columns = 1024;  // values that are made beside the processor before they are stored

// Columns of a row that are stored past the cache at once; 0: rows are not such that they can be.
template <class T>
std::int64_t streamed_columns(const code_rows& work) {
  const auto whole = [](std::ptrdiff_t bytes) { return bytes % static_cast<std::ptrdiff_t>(stream_bytes) == 0; };
  constexpr auto width = static_cast<std::int64_t>(sizeof(T));
  const bool are_streamable = work.streams && is_streamable(work.values) && whole(work.values_stride) &&
                              whole(work.unit_values) && whole(work.first * width) && whole(work.last * width);
  if (!are_streamable) return 0;
  const std::int64_t grain = work.order == code_order::halves ? work.block : staged_columns;
  const std::int64_t columns = staged_columns / grain * grain;
  return whole(columns * width) ? columns : 0;
}

template <class T, int Bits, bool InHalves, bool HasCodebook>
void stream_rows(const code_rows& work, std::int64_t columns) {
  alignas(64) std::byte values[staged_columns * sizeof(T)];
  code_rows piece = work;
  for_each_row(work, [&](const code_row& row) HWY_ATTR {
    for (piece.first = work.first; piece.first < work.last; piece.first = piece.last) {
      piece.last = std::min(piece.first + columns, work.last);
      code_row staged = row;
      staged.values = values;
      staged.first = piece.first;
      decode_row<T, Bits, InHalves, HasCodebook>(piece, staged);
      stream(row.values + piece.first * static_cast<std::int64_t>(sizeof(T)), values,
             static_cast<std::size_t>(piece.last - piece.first) * sizeof(T));
    }
  });
}

template <class T, int Bits, bool InHalves, bool HasCodebook>
void decode_rows(const code_rows& work) {
  const std::int64_t columns = streamed_columns<T>(work);
  if (columns != 0) return stream_rows<T, Bits, InHalves, HasCodebook>(work, columns);
  for_each_row(work, [&](const code_row& row) HWY_ATTR { decode_row<T, Bits, InHalves, HasCodebook>(work, row); });
}

template <class T, int Bits, bool InHalves>
void decode_packed(const code_rows& work) {
  work.codebook == nullptr ? decode_rows<T, Bits, InHalves, false>(work) : decode_rows<T, Bits, InHalves, true>(work);
}

template <class T>
void decode(const code_rows& work) {
  if (work.code_step != 1 || work.value_step != static_cast<std::ptrdiff_t>(sizeof(T)))
    return portable_kernels::find_decode(scalar_of<T>())(work);
  if (work.order == code_order::halves) return decode_packed<T, 4, true>(work);
  if (work.bits == 8) return decode_packed<T, 8, false>(work);
  if (work.bits == 4) return decode_packed<T, 4, false>(work);
  decode_packed<T, 2, false>(work);
}

}  // namespace

void set_decode(kernel_set& kernels) {
  kernels.decode(scalar::f16) = &decode<half>;
  kernels.decode(scalar::bf16) = &decode<brain>;
  kernels.decode(scalar::f32) = &decode<float>;
}

}  // namespace strew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
