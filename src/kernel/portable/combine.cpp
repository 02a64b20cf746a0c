// Combines updates with the values of the table, in order; one kernel per form, type and combination.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/arithmetic.hpp"
#include "kernel/portable/bytes.hpp"
#include "kernel/portable/combined_unit.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/positions.hpp"

namespace strew::kernel {
namespace {

template <class T>
inline void write(std::byte* at, const T& value) {
  std::memcpy(at, &value, sizeof value);
}

template <class T, combination How>
void combine_elements(const block& work) {
  for_each_position(work,
                    [](std::byte* table, const std::byte* direct) { combined_unit<T, How>::apply(table, direct); });
}

// The two rows do not overlap, so that the compiler can vectorise the loop.
template <class T, combination How>
inline void combine_row(std::byte* __restrict table, const std::byte* __restrict direct, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i, table += sizeof(T), direct += sizeof(T))
    write(table, combine<How>(read<T>(table), read<T>(direct)));
}

template <class T, combination How>
void combine_rows(const block& work) {
  const std::size_t count = work.count;
  for_each_row(work, count * sizeof(T),
               [count](std::byte* table, const std::byte* direct) { combine_row<T, How>(table, direct, count); });
}

// All units address one cell, whose value is kept in a register.
template <class T, combination How>
inline void combine_into_one(std::byte* cell, const std::byte* direct, std::ptrdiff_t step, std::size_t count) {
  T value = read<T>(cell);
  if constexpr (can_wait_for_nan<How, T>) {
    for (std::size_t i = 0; i < count; ++i, direct += step) value = calculate<How>(value, read<T>(direct));
    if (count > 0) value = canonical_nan(value);
  } else {
    for (std::size_t i = 0; i < count; ++i, direct += step)
      value = combined_unit<T, How>::combined(value, read<T>(direct));
  }
  write(cell, value);
}

template <class T, combination How>
void combine_strided(const block& work) {
  constexpr auto width = static_cast<std::ptrdiff_t>(sizeof(T));
  const std::size_t count = work.count;
  const std::ptrdiff_t table_step = work.table_step;
  const std::ptrdiff_t direct_step = work.direct_step;
  const bool is_dense = table_step == width && direct_step == width;
  for_each_position(work, [=](std::byte* table, const std::byte* direct) {
    if (is_dense) return combine_row<T, How>(table, direct, count);
    if (table_step == 0) return combine_into_one<T, How>(table, direct, direct_step, count);
    for (std::size_t i = 0; i < count; ++i, table += table_step, direct += direct_step)
      combined_unit<T, How>::apply(table, direct);
  });
}

template <class T, combination How>
block_kernel kernel_of(form shape) {
  switch (shape) {
    case form::elements:
      return &combine_elements<T, How>;
    case form::rows:
      return &combine_rows<T, How>;
    default:
      return &combine_strided<T, How>;
  }
}

// Only min and max depend on the signedness of integers; signed and unsigned types share all other kernels.
template <class T, combination How>
block_kernel known_kernel_of(form shape) {
  if constexpr (!knows<T>(How)) {
    return nullptr;
  } else if constexpr (std::is_integral_v<T> && !is_ordering(How)) {
    return kernel_of<std::make_unsigned_t<T>, How>(shape);
  } else {
    return kernel_of<T, How>(shape);
  }
}

template <class T>
block_kernel kernel_of(form shape, combination op) {
  switch (op) {
#define STREW_COMBINE(name) \
  case combination::name:   \
    return known_kernel_of<T, combination::name>(shape);
#include "kernel/kernels.def"
#undef STREW_COMBINE
  }
  return nullptr;
}

}  // namespace

namespace portable_kernels {

block_kernel find_combine(form shape, scalar type, combination op) {
  switch (type) {
#define STREW_SCALAR(name, storage, wide) \
  case scalar::name:                      \
    return kernel_of<storage>(shape, op);
#include "kernel/kernels.def"
#undef STREW_SCALAR
  }
  return nullptr;
}

}  // namespace portable_kernels
}  // namespace strew::kernel
