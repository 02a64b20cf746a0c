// Sums and products of 16-bit floats that keep a float of 32 bits for each cell, {value, count}: only whether the count
// is 0 matters. The portable kernels do all others, and updates of which the first replaces the old value.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/arithmetic.hpp"
#include "kernel/portable/bytes.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/positions.hpp"
#include "kernel/simd/families.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/simd/accumulators.cpp"
#include "kernel/simd/highway.hpp"

#include "kernel/simd/floats.hpp"
#include "kernel/simd/vectors.hpp"

HWY_BEFORE_NAMESPACE();
namespace strew::kernel::HWY_NAMESPACE {
namespace {

// A vector of states, and what is in it.
using states_tag = hn::ScalableTag<std::uint64_t>;
using words_tag = hn::Rebind<std::uint32_t, states_tag>;
using values_tag = hn::Rebind<float, states_tag>;
using units_tag = hn::Rebind<std::uint16_t, states_tag>;
using value_tag = hn::CappedTag<float, 1>;
using unit_tag = hn::Rebind<std::uint16_t, value_tag>;

constexpr std::size_t lanes = lanes_of<states_tag>;
constexpr std::size_t state_bytes = sizeof(std::uint64_t);
constexpr std::size_t unit_bytes = sizeof(std::uint16_t);

template <class T>
constexpr scalar type_of = std::is_same_v<T, half> ? scalar::f16 : scalar::bf16;

template <class T, combination How>
accumulator_kernels portable() {
  return portable_kernels::find_accumulators(type_of<T>, How, outcome::value, accumulator::wide);
}

bool is_side_by_side(const block& work) {
  return work.count == 1 || (work.table_step == static_cast<std::ptrdiff_t>(state_bytes) &&
                             work.direct_step == static_cast<std::ptrdiff_t>(unit_bytes));
}

template <class T>
HWY_INLINE float value_of(const std::byte* unit) {
  return hn::GetLane(widened(value_tag(), T{}, load(unit_tag(), unit)));
}

template <class T>
void load_states(const block& work) {
  if (!is_side_by_side(work)) return portable<T, combination::add>().load(work);
  for_each_position(work, [count = work.count](std::byte* states, const std::byte* units) HWY_ATTR {
    const std::size_t whole = count - count % lanes;
    for (std::size_t i = 0; i < whole; i += lanes) {
      const auto values = widened(values_tag(), T{}, load(units_tag(), units + i * unit_bytes));
      store(states_tag(), hn::PromoteTo(states_tag(), hn::BitCast(words_tag(), values)), states + i * state_bytes);
    }
    for (std::size_t i = whole; i < count; ++i) {
      put(states + i * state_bytes, value_of<T>(units + i * unit_bytes));
      put(states + i * state_bytes + sizeof(float), std::uint32_t{0});
    }
  });
}

// Sums and products may keep any NaN until they are stored.
template <class T, combination How>
void accumulate(const block& work) {
  if (work.first_replaces) return portable<T, How>().accumulate(work);
  const std::size_t count = work.count;
  const std::ptrdiff_t state_step = work.table_step, unit_step = work.direct_step;
  for_each_row(work, state_bytes, [&](std::byte* state, const std::byte* unit) HWY_ATTR {
    for (std::size_t i = 0; i < count; ++i, state += state_step, unit += unit_step) {
      put(state, calculate<How>(read<float>(state), value_of<T>(unit)));
      put(state + sizeof(float), std::uint32_t{1});
    }
  });
}

template <class T>
HWY_INLINE void store_one(const std::byte* state, std::byte* unit) {
  if (read<std::uint32_t>(state + sizeof(float)) == 0) return;
  const auto value = with_canonical_nan(value_tag(), hn::Set(value_tag(), read<float>(state)));
  put(unit, hn::GetLane(narrowed(value_tag(), T{}, value)));
}

// Cells without updates keep their bits, a NaN that no reduction stores among them.
template <class T>
void store_states(const block& work) {
  if (!is_side_by_side(work)) return portable<T, combination::add>().store(work);
  for_each_position(work, [count = work.count](const std::byte* states, std::byte* units) HWY_ATTR {
    const std::size_t whole = count - count % lanes;
    for (std::size_t i = 0; i < whole; i += lanes) {
      const auto made = load(states_tag(), states + i * state_bytes);
      const auto values = hn::BitCast(values_tag(), hn::TruncateTo(words_tag(), made));
      const auto units_made = narrowed(values_tag(), T{}, with_canonical_nan(values_tag(), values));
      const auto counts = hn::TruncateTo(units_tag(), hn::ShiftRight<32>(made));  // 0 or 1
      const auto is_untouched = hn::Eq(counts, hn::Zero(units_tag()));
      const auto old = load(units_tag(), units + i * unit_bytes);
      store(units_tag(), hn::IfThenElse(is_untouched, old, units_made), units + i * unit_bytes);
    }
    for (std::size_t i = whole; i < count; ++i) store_one<T>(states + i * state_bytes, units + i * unit_bytes);
  });
}

template <class T, combination How>
void set_one(kernel_set& kernels) {
  accumulator_kernels& made = kernels.accumulators(type_of<T>, How, outcome::value, accumulator::wide);
  made = {state_bytes, &load_states<T>, &accumulate<T, How>, &store_states<T>};
}

template <class T>
void set_all(kernel_set& kernels) {
  set_one<T, combination::add>(kernels);
  set_one<T, combination::sub>(kernels);
  set_one<T, combination::mul>(kernels);
}

}  // namespace

void set_accumulators(kernel_set& kernels) {
  set_all<half>(kernels);
  set_all<brain>(kernels);
}

}  // namespace strew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
