// Accumulators that are combined with updates, and whose values on the way are results.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/accumulator.hpp"
#include "kernel/portable/bytes.hpp"
#include "kernel/portable/find.hpp"

namespace strew::kernel {
namespace {

template <class A>
using kept_value = counted_value<A, std::uint32_t>;

template <class T, class A>
void write_value(const A& value, std::byte* to) {
  T stored;
  if constexpr (std::is_same_v<T, truth>) {
    stored = truth_of(value.byte != 0);
  } else {
    stored = to_element<T>(value);
  }
  std::memcpy(to, &stored, sizeof stored);
}

struct unit_steps {
  std::ptrdiff_t cell, unit, trace;
};

// The units of a position, whose accumulators all have updates already, or none: cells of one slice, none twice.
template <class T, class A, combination How, bool IsFirst, bool TracesBefore>
void scan_units(std::byte* cell, const std::byte* unit, std::byte* to, std::size_t count, const unit_steps& by) {
  for (std::size_t i = 0; i < count; ++i) {
    const A before = read<A>(cell);
    const A update = to_accumulator<A>(read<T>(unit));
    const A value = IsFirst ? update : combine<How>(before, update);
    write_value<T>(TracesBefore ? before : value, to);
    std::memcpy(cell, &value, sizeof value);
    if constexpr (IsFirst) {
      const std::uint32_t one = 1;
      std::memcpy(cell + offsetof(kept_value<A>, count), &one, sizeof one);
    }
    cell += by.cell;
    unit += by.unit;
    to += by.trace;
  }
}

// With steps that the compiler knows where units lie side by side.
template <class T, class A, combination How, bool TracesBefore>
void scan_position(std::byte* cell, const std::byte* unit, std::byte* to, std::size_t count, const unit_steps& by) {
  constexpr unit_steps dense = {sizeof(kept_value<A>), sizeof(T), sizeof(T)};
  if (read<kept_value<A>>(cell).count == 0) {
    scan_units<T, A, How, true, TracesBefore>(cell, unit, to, count, by);
  } else if (by.cell == dense.cell && by.unit == dense.unit && by.trace == dense.trace) {
    scan_units<T, A, How, false, TracesBefore>(cell, unit, to, count, dense);
  } else {
    scan_units<T, A, How, false, TracesBefore>(cell, unit, to, count, by);
  }
}

template <class T, class A, combination How, bool TracesBefore>
void scan_block(const block& work) {
  const scan_trace& trace = *work.trace;
  const unit_steps by = {work.table_step, work.direct_step, trace.step};
  for (std::size_t p = 0; p < work.positions; ++p) {
    if (work.skip_mask != nullptr && work.skip_mask[p] != 0) continue;
    const std::size_t place = work.places == nullptr ? p : work.places[p];
    scan_position<T, A, How, TracesBefore>(
        work.table + work.offsets[p], work.direct + static_cast<std::ptrdiff_t>(p) * work.direct_stride,
        trace.first + static_cast<std::ptrdiff_t>(place) * trace.stride, work.count, by);
  }
}

template <class T, class A, combination How>
void scan(const block& work) {
  work.trace->is_before ? scan_block<T, A, How, true>(work) : scan_block<T, A, How, false>(work);
}

template <class T, class A, combination How>
block_kernel scan_with() {
  if constexpr (!knows<A>(How)) {
    return nullptr;
  } else {
    return &scan<T, A, How>;
  }
}

template <class T>
constexpr bool is_scanned(combination how) {
  if (std::is_same_v<T, truth>) return how == combination::bit_or || how == combination::bit_and;
  return how == combination::add || how == combination::mul || is_ordering(how);
}

// As for accumulators, signed and unsigned integers share kernels.
template <class T, class Wide, combination How>
block_kernel scan_of([[maybe_unused]] bool wide) {
  if constexpr (!is_scanned<T>(How)) {
    return nullptr;
  } else if constexpr (is_small_real<T>) {
    return wide ? scan_with<T, Wide, How>() : scan_with<T, T, How>();
  } else if constexpr (std::is_integral_v<T> && !is_ordering(How)) {
    using U = std::make_unsigned_t<T>;
    return scan_with<U, U, How>();
  } else {
    return scan_with<T, T, How>();
  }
}

template <class T, class Wide>
block_kernel scan_of(combination op, bool wide) {
  switch (op) {
#define STREW_COMBINE(name) \
  case combination::name:   \
    return scan_of<T, Wide, combination::name>(wide);
#include "kernel/kernels.def"
#undef STREW_COMBINE
  }
  return nullptr;
}

}  // namespace

namespace portable_kernels {

block_kernel find_scan(scalar type, combination op, accumulator kept) {
  const bool wide = kept == accumulator::wide;
  switch (type) {
#define STREW_SCALAR(name, storage, wider) \
  case scalar::name:                       \
    return scan_of<storage, wider>(op, wide);
#include "kernel/kernels.def"
#undef STREW_SCALAR
  }
  return nullptr;
}

}  // namespace portable_kernels
}  // namespace strew::kernel
