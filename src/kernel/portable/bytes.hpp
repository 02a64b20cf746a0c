// Copies of a few bytes, as loads and stores instead of a call. Source and destination share no byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace strew::kernel {

constexpr std::size_t any_width = 0;

// A value at any address.
template <class Value>
inline Value read(const std::byte* at) {
  Value value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

template <class Value>
inline void put(std::byte* at, const Value& value) {
  std::memcpy(at, &value, sizeof value);
}

// So many bytes as one value: compilers also store arrays of bytes that are only passed on.
template <std::size_t Bytes>
struct piece_of;
template <>
struct piece_of<1> {
  using type = std::uint8_t;
};
template <>
struct piece_of<2> {
  using type = std::uint16_t;
};
template <>
struct piece_of<4> {
  using type = std::uint32_t;
};
template <>
struct piece_of<8> {
  using type = std::uint64_t;
};
template <>
struct piece_of<16> {
  using type [[gnu::vector_size(16)]] = std::uint64_t;
};

// Two copies of Half bytes that may overlap each other: any length in [Half, 2 * Half].
template <std::size_t Half>
inline void copy_ends(std::byte* to, const std::byte* from, std::size_t length) {
  using piece = typename piece_of<Half>::type;
  const auto head = read<piece>(from);
  const auto tail = read<piece>(from + length - Half);
  put(to, head);
  put(to + length - Half, tail);
}

// Four copies of Quarter bytes, two from each end: any length in [2 * Quarter, 4 * Quarter].
template <std::size_t Quarter>
inline void copy_quarters(std::byte* to, const std::byte* from, std::size_t length) {
  using piece = typename piece_of<Quarter>::type;
  const std::size_t tail = length - 2 * Quarter;
  const auto first = read<piece>(from);
  const auto second = read<piece>(from + Quarter);
  const auto third = read<piece>(from + tail);
  const auto last = read<piece>(from + tail + Quarter);
  put(to, first);
  put(to + Quarter, second);
  put(to + tail, third);
  put(to + tail + Quarter, last);
}

// The copy functions for rows, each for a range of lengths.
enum class row_length { up_to_2, up_to_4, up_to_8, up_to_16, up_to_32, up_to_64, any };

template <row_length Length>
inline void copy_row(std::byte* to, const std::byte* from, std::size_t length) {
  if constexpr (Length == row_length::up_to_2) return copy_ends<1>(to, from, length);
  if constexpr (Length == row_length::up_to_4) return copy_ends<2>(to, from, length);
  if constexpr (Length == row_length::up_to_8) return copy_ends<4>(to, from, length);
  if constexpr (Length == row_length::up_to_16) return copy_ends<8>(to, from, length);
  if constexpr (Length == row_length::up_to_32) return copy_ends<16>(to, from, length);
  if constexpr (Length == row_length::up_to_64) return copy_quarters<16>(to, from, length);
  std::memcpy(to, from, length);
}

// Calls work.template operator()<Length>() with the copy function for this length, chosen once for many rows.
template <class Work>
inline void with_row_length(std::size_t length, const Work& work) {
  if (length > 64) return work.template operator()<row_length::any>();
  if (length > 32) return work.template operator()<row_length::up_to_64>();
  if (length > 16) return work.template operator()<row_length::up_to_32>();
  if (length > 8) return work.template operator()<row_length::up_to_16>();
  if (length > 4) return work.template operator()<row_length::up_to_8>();
  if (length > 2) return work.template operator()<row_length::up_to_4>();
  if (length > 0) return work.template operator()<row_length::up_to_2>();
}

}  // namespace strew::kernel
