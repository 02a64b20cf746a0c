// Reductions that keep state for each element: accumulators wider than the element, counts of a mean, a first update
// that replaces the old value.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "kernel/portable/accumulator.hpp"
#include "kernel/portable/bytes.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/positions.hpp"

namespace strew::kernel {
namespace {

// Calls visit(place in the table, place in the direct operand) for each unit of the block.
template <class Visit>
void for_each_unit(const block& work, const Visit& visit) {
  const std::size_t count = work.count;
  const std::ptrdiff_t table_step = work.table_step;
  const std::ptrdiff_t direct_step = work.direct_step;
  for_each_position(work, [&](std::byte* table, std::byte* direct) {
    for (std::size_t i = 0; i < count; ++i, table += table_step, direct += direct_step) visit(table, direct);
  });
}

template <class T, class A, class Count>
void load(const block& work) {
  for_each_unit(work, [](std::byte* table, const std::byte* direct) {
    const counted_value<A, Count> made{to_accumulator<A>(read<T>(direct)), 0};
    std::memcpy(table, &made, sizeof made);
  });
}

template <class T, class A, class Count, combination How>
void accumulate(const block& work) {
  const bool first_replaces = work.first_replaces;
  for_each_unit(work, [first_replaces](std::byte* table, const std::byte* direct) {
    auto kept = read<counted_value<A, Count>>(table);
    const A update = to_accumulator<A>(read<T>(direct));
    kept.value = first_replaces && kept.count == 0 ? update : combine<How>(kept.value, update);
    kept.count = sizeof(Count) == 8 ? static_cast<Count>(kept.count + 1) : Count{1};
    std::memcpy(table, &kept, sizeof kept);
  });
}

template <class T, class A, class Count, bool IsMean>
T element_of(const counted_value<A, Count>& made, [[maybe_unused]] bool first_replaced) {
  if constexpr (IsMean) {
    return mean_of<T>(made.value, made.count + (first_replaced ? 0U : 1U));
  } else if constexpr (std::is_same_v<T, truth>) {
    return truth_of(made.value.byte != 0);
  } else {
    return to_element<T>(made.value);
  }
}

template <class T, class A, class Count, bool IsMean>
void store(const block& work) {
  const bool first_replaced = work.first_replaces;
  for_each_unit(work, [first_replaced](const std::byte* table, std::byte* direct) {
    const auto made = read<counted_value<A, Count>>(table);
    if (made.count == 0) return;
    const T stored = element_of<T, A, Count, IsMean>(made, first_replaced);
    std::memcpy(direct, &stored, sizeof stored);
  });
}

template <class T, class A, combination How, bool IsMean>
accumulator_kernels accumulators_with() {
  if constexpr (!knows<A>(How) || (IsMean && (is_complex<T> || std::is_same_v<T, truth>))) {
    return {};
  } else {
    using Count = std::conditional_t<IsMean, std::uint64_t, std::uint32_t>;
    return {sizeof(counted_value<A, Count>), &load<T, A, Count>, &accumulate<T, A, Count, How>,
            &store<T, A, Count, IsMean>};
  }
}

template <class T, class A>
void load_placed(const block& work) {
  for_each_unit(work, [](std::byte* table, const std::byte* direct) {
    const placed_value<A> made{to_accumulator<A>(read<T>(direct)), -1};
    std::memcpy(table, &made, sizeof made);
  });
}

// NaN precedes every number and is preceded by none, as combine() has it; of truths the other one precedes.
template <combination How, class A>
bool precedes(A update, A old) {
  if constexpr (std::is_same_v<A, truth>) {
    return (How == combination::bit_or) == (update.byte != 0) && (update.byte != 0) != (old.byte != 0);
  } else if constexpr (is_small_real<A>) {
    return precedes<How>(widen(update), widen(old));
  } else if constexpr (std::is_floating_point_v<A>) {
    if (std::isnan(old) || std::isnan(update)) return !std::isnan(old);
    const A made = combine<How>(old, update);
    return made != old || std::signbit(made) != std::signbit(old);
  } else {
    return combine<How>(old, update) != old;
  }
}

template <class A, combination How>
void accumulate_placed(const block& work) {
  const bool first_replaces = work.first_replaces;
  for_each_unit(work, [first_replaces](std::byte* table, const std::byte* direct) {
    const auto kept = read<placed_value<A>>(table);
    const auto update = read<placed_value<A>>(direct);
    const bool is_first = first_replaces && kept.position < 0;
    if (is_first || precedes<How>(update.value, kept.value)) std::memcpy(table, &update, sizeof update);
  });
}

template <class A>
void store_positions(const block& work) {
  for_each_unit(work, [](const std::byte* table, std::byte* direct) {
    const std::int64_t position = read<placed_value<A>>(table).position;
    if (position >= 0) std::memcpy(direct, &position, sizeof position);
  });
}

// Of minima and maxima, which truths have as conjunctions and disjunctions.
template <class T, class A, combination How>
accumulator_kernels placed_with() {
  constexpr bool is_of_truths = How == combination::bit_and || How == combination::bit_or;
  if constexpr (is_complex<T> || (std::is_same_v<T, truth> ? !is_of_truths : !is_ordering(How))) {
    return {};
  } else {
    return {sizeof(placed_value<A>), &load_placed<T, A>, &accumulate_placed<A, How>, &store_positions<A>};
  }
}

template <class T, class Wide, combination How>
accumulator_kernels placed_of(bool wide) {
  if constexpr (is_small_real<T>) {
    if (wide) return placed_with<T, Wide, How>();
  }
  return placed_with<T, T, How>();
}

template <class T, class Wide>
accumulator_kernels placed_of(combination op, bool wide) {
  switch (op) {
#define STREW_COMBINE(name) \
  case combination::name:   \
    return placed_of<T, Wide, combination::name>(wide);
#include "kernel/kernels.def"
#undef STREW_COMBINE
  }
  return {};
}

// Signed and unsigned integers share the kernels of every combination but min, max and the mean.
template <class T, combination How>
accumulator_kernels plain_accumulators() {
  if constexpr (std::is_integral_v<T> && !is_ordering(How)) {
    using U = std::make_unsigned_t<T>;
    return accumulators_with<U, U, How, false>();
  } else {
    return accumulators_with<T, T, How, false>();
  }
}

template <class T, class Wide, combination How>
accumulator_kernels accumulators_of(bool wide) {
  if constexpr (is_small_real<T>) {
    if (wide) return accumulators_with<T, Wide, How, false>();
  }
  return plain_accumulators<T, How>();
}

template <class T, class Wide>
accumulator_kernels accumulators_of(combination op, bool is_mean, bool wide) {
  if (is_mean)
    return wide ? accumulators_with<T, Wide, combination::add, true>()
                : accumulators_with<T, T, combination::add, true>();
  switch (op) {
#define STREW_COMBINE(name) \
  case combination::name:   \
    return accumulators_of<T, Wide, combination::name>(wide);
#include "kernel/kernels.def"
#undef STREW_COMBINE
  }
  return {};
}

template <class T, class Wide>
block_kernel products_of(combination op, bool is_mean, bool wide) {
  if constexpr (std::is_same_v<T, truth>) {
    return nullptr;
  } else {
    const bool is_wider = wide && (is_mean || is_small_real<T>);
    return is_wider ? accumulators_of<Wide, Wide>(op, is_mean, false).accumulate
                    : accumulators_of<T, T>(op, is_mean, false).accumulate;
  }
}

}  // namespace

namespace portable_kernels {

block_kernel find_products(scalar type, combination op, outcome stored, accumulator kept) {
  const bool is_mean = stored == outcome::mean;
  const bool wide = kept == accumulator::wide;
  if (stored == outcome::position) return nullptr;
  switch (type) {
#define STREW_SCALAR(name, storage, wider) \
  case scalar::name:                       \
    return products_of<storage, wider>(op, is_mean, wide);
#include "kernel/kernels.def"
#undef STREW_SCALAR
  }
  return nullptr;
}

accumulator_kernels find_accumulators(scalar type, combination op, outcome stored, accumulator kept) {
  const bool is_mean = stored == outcome::mean;
  const bool wide = kept == accumulator::wide;
  switch (type) {
#define STREW_SCALAR(name, storage, wider)                                   \
  case scalar::name:                                                         \
    return stored == outcome::position ? placed_of<storage, wider>(op, wide) \
                                       : accumulators_of<storage, wider>(op, is_mean, wide);
#include "kernel/kernels.def"
#undef STREW_SCALAR
  }
  return {};
}

}  // namespace portable_kernels
}  // namespace strew::kernel
