// The values that reductions with state are to store, and operands for their kernels.
#pragma once

#include "blocks.hpp"
#include "scalars.hpp"

namespace strew::testing {

template <class A, class T>
A to_accumulator(T value) {
  if constexpr (is_small<T> && !std::is_same_v<A, T>) {
    return value.value();
  } else if constexpr (is_integer<T>) {
    return static_cast<A>(value);
  } else {
    return value;
  }
}

template <class T, class A>
T to_element(A value) {
  if constexpr (std::is_same_v<T, truth>) {
    return {static_cast<std::uint8_t>(value.byte != 0)};
  } else if constexpr (is_small<T>) {
    if constexpr (is_small<A>)
      return T::of(value.value());
    else
      return T::of(value);
  } else if constexpr (is_pair<T>) {
    return {with_one_nan(value.re), with_one_nan(value.im)};
  } else if constexpr (std::is_floating_point_v<T>) {
    return with_one_nan(value);
  } else {
    return static_cast<T>(value);
  }
}

// For integers the floor of the quotient; for 16-bit floats the quotient in float, rounded once.
template <class T, class A>
T mean_of(A sum, std::uint64_t count) {
  if constexpr (is_small<A>) {
    return T::of(sum.value() / static_cast<float>(count));
  } else if constexpr (std::is_floating_point_v<A>) {
    return to_element<T>(static_cast<A>(sum / static_cast<A>(count)));
  } else if constexpr (A(-1) > A(0)) {
    return static_cast<T>(sum / count);
  } else {
    const auto whole = static_cast<wide>(sum);
    const auto divisor = static_cast<wide>(count);
    return static_cast<T>((whole - modulo(whole, divisor)) / divisor);
  }
}

// Elements of one type as bytes: what only moves them is compiled once for all types.
struct raw_values {
  std::size_t width;
  std::vector<std::byte> bytes;

  [[nodiscard]] std::size_t size() const { return bytes.size() / width; }
  [[nodiscard]] const std::byte* at(std::size_t place) const { return bytes.data() + place * width; }
  std::byte* at(std::size_t place) { return bytes.data() + place * width; }
};

template <class T>
raw_values raw_values_of(const std::vector<T>& values) {
  const auto* first = reinterpret_cast<const std::byte*>(values.data());
  return {sizeof(T), {first, first + values.size() * sizeof(T)}};
}

template <class T>
std::vector<T> values_of(const raw_values& elements) {
  std::vector<T> made(elements.size());
  if (!made.empty()) std::memcpy(made.data(), elements.bytes.data(), elements.bytes.size());
  return made;
}

// The expected elements after all of their updates, the n-th of which is for the element at[n].
using reduction = raw_values (*)(const raw_values& old, const raw_values& updates, const std::vector<std::size_t>& at,
                                 bool is_mean, bool first_replaces);

// Updates are elements or have the accumulator's type.
template <class T, class A, combination How, class U>
raw_values reduced(const raw_values& old, const raw_values& updates, const std::vector<std::size_t>& at, bool is_mean,
                   bool first_replaces) {
  std::vector<T> made = values_of<T>(old);
  const std::vector<U> each = values_of<U>(updates);
  std::vector<A> kept;
  std::vector<std::uint64_t> counts(made.size());
  for (const T& value : made) kept.push_back(to_accumulator<A>(value));
  for (std::size_t n = 0; n < each.size(); ++n) {
    const A update = to_accumulator<A>(each[n]);
    A& value = kept[at[n]];
    value = first_replaces && counts[at[n]] == 0 ? update : combine_unit<How>(value, update);
    ++counts[at[n]];
  }
  for (std::size_t i = 0; i < made.size(); ++i) {
    if (counts[i] == 0) continue;
    made[i] = to_element<T>(kept[i]);
    if constexpr (!is_pair<A> && !std::is_same_v<A, truth>) {
      if (is_mean) made[i] = mean_of<T>(kept[i], counts[i] + (first_replaces ? 0 : 1));
    }
  }
  return raw_values_of(made);
}

template <class T>
std::vector<T> any_values(std::size_t count, random_engine& draw) {
  std::vector<T> made;
  for (std::size_t i = 0; i < count; ++i) made.push_back(any_value<T>(draw));
  return made;
}

template <class T>
raw_values any_raw_values(std::size_t count, random_engine& draw) {
  return raw_values_of(any_values<T>(count, draw));
}

// Elements in memory at a stride in bytes.
inline memory operand_of(const raw_values& elements, std::ptrdiff_t stride, std::size_t misalignment,
                         random_engine& draw) {
  memory made(reach(elements.width).along(elements.size(), stride), misalignment, draw);
  for (std::size_t i = 0; i < elements.size(); ++i)
    std::memcpy(made.at(static_cast<std::ptrdiff_t>(i) * stride), elements.at(i), elements.width);
  return made;
}

inline std::ptrdiff_t any_pitch(std::size_t width, random_engine& draw) {
  const auto unit = static_cast<std::ptrdiff_t>(width);
  return pick<std::ptrdiff_t>(draw, {unit, unit + 3, -unit});
}

// Where a table of reductions with state has kernels.
struct reduction_entry {
  kernel::scalar type;
  combination op;
  kernel::outcome stored;
  kernel::accumulator kept;
};

template <class T, class A, combination How, class Visit, class Kernels>
void visit_entry(const Visit& visit, const Kernels& kernels, bool is_mean, const reduction_entry& entry) {
  if constexpr (requires { visit.template operator()<T, A, How>(kernels, is_mean, entry); }) {
    visit.template operator()<T, A, How>(kernels, is_mean, entry);
  } else {
    visit.template operator()<T, A, How>(kernels, is_mean);
  }
}

// A value and the position of the update that it is, as the kernels of positions keep it.
template <class A>
struct placed {
  A value;
  std::int64_t position;
};

// Calls visit<T, A, How>(kernels, is_mean), or with the entry as well, for the kernels of each type and combination in
// such a table, but those of positions.
template <class Table, class Visit>
void for_each_reduction(const Table& table, const Visit& visit) {
  for_each_kernel(table, [&](const auto& kernels, kernel::scalar type, combination op, kernel::outcome stored,
                             kernel::accumulator kept) {
    if (stored == kernel::outcome::position) return;
    SCOPED_TRACE(std::string(name_of(type)) + " " + name_of(op) + " " + name_of(stored) + " " + name_of(kept));
    const bool is_mean = stored == kernel::outcome::mean;
    with_scalar(type, [&]<class Scalar>() {
      using value = typename Scalar::value;
      using wide_value = typename Scalar::wide_value;
      with_combination(is_mean ? combination::add : op, [&]<combination How>() {
        if constexpr (knows<value>(How)) {
          // Only means of integers and arithmetic of 16-bit floats require the wider accumulator.
          const bool is_wide = kept == kernel::accumulator::wide && (is_mean || is_small<value>);
          const reduction_entry entry{type, op, stored, kept};
          is_wide ? visit_entry<value, wide_value, How>(visit, kernels, is_mean, entry)
                  : visit_entry<value, value, How>(visit, kernels, is_mean, entry);
        } else {
          ADD_FAILURE() << "these do not go together";
        }
      });
    });
  });
}

}  // namespace strew::testing
