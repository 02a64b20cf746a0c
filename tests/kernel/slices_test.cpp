// slices: accumulators side by side, loaded from units, combined with the units of many slices, stored as units.
#include "accumulators.hpp"

namespace strew::testing {
namespace {

constexpr std::size_t slots = 5;

// Offsets of slices of `count` units: in accumulators one after the other, in the operand a unit apart.
struct places {
  std::vector<std::int64_t> accumulators;
  std::vector<std::int64_t> units;
  void add(std::size_t slot, std::size_t slice, std::size_t count, std::size_t accumulator_bytes, std::ptrdiff_t step) {
    accumulators.push_back(static_cast<std::int64_t>(slot * count * accumulator_bytes));
    units.push_back(static_cast<std::ptrdiff_t>(slice * (count + 1)) * step);
  }
};

kernel::slice_block slices_of(std::byte* accumulators, std::byte* units, const places& at, std::size_t count,
                              std::ptrdiff_t step, const std::uint64_t* divisors) {
  return {accumulators, units, at.accumulators.data(), at.units.data(), at.units.size(), count, step, divisors};
}

// The slots of slices, in order; each has at least one.
std::vector<std::size_t> any_slots(std::size_t slices, random_engine& draw) {
  std::vector<std::size_t> made;
  for (std::size_t s = 0; s < slices; ++s) made.push_back(s < slots ? s : draw() % slots);
  return made;
}

// Values of slices of `count` units with one more after each, which no kernel may use.
template <class T>
std::vector<T> without_gaps(const std::vector<T>& values, std::size_t count) {
  std::vector<T> made;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (i % (count + 1) != count) made.push_back(values[i]);
  return made;
}

template <class T>
void put_back(std::vector<T>& values, const std::vector<T>& found, std::size_t count) {
  for (std::size_t i = 0, next = 0; i < values.size(); ++i)
    if (i % (count + 1) != count) values[i] = found[next++];
}

template <class T, class A, combination How>
std::vector<T> reduced_slices(const std::vector<T>& old, const std::vector<T>& updates,
                              const std::vector<std::size_t>& slot_of, std::size_t count, bool is_mean,
                              bool first_replaces) {
  std::vector<std::size_t> at;
  for (const std::size_t slot : slot_of)
    for (std::size_t i = 0; i < count; ++i) at.push_back(slot * count + i);
  std::vector<T> made = old;
  put_back(made,
           reduced<T, A, How>(without_gaps(old, count), without_gaps(updates, count), at, is_mean, first_replaces),
           count);
  return made;
}

template <class T, class A, combination How>
void check_slices_of(const kernel::slice_kernels& kernels, bool is_mean, std::size_t count, random_engine& draw,
                     record& calls) {
  const std::vector<std::size_t> slot_of = any_slots(slots + draw() % 30, draw);
  const std::vector<T> old = any_values<T>(slots * (count + 1), draw);
  const std::vector<T> updates = any_values<T>(slot_of.size() * (count + 1), draw);
  const bool first_replaces = draw() % 2 == 0;
  const std::ptrdiff_t pitch = any_pitch(sizeof(T), draw);
  const std::ptrdiff_t update_pitch = any_pitch(sizeof(T), draw);
  places cells, firsts, rest;
  std::vector<std::uint64_t> divisors(slots, first_replaces ? 0 : 1);
  for (std::size_t slot = 0; slot < slots; ++slot) cells.add(slot, slot, count, kernels.accumulator_bytes, pitch);
  for (std::size_t s = 0; s < slot_of.size(); ++s) {
    const bool is_first = first_replaces && divisors[slot_of[s]] == 0;
    (is_first ? firsts : rest).add(slot_of[s], s, count, kernels.accumulator_bytes, update_pitch);
    ++divisors[slot_of[s]];
  }
  const std::size_t misalignment = draw() % 16;
  random_engine same_guards(draw());
  random_engine same_again = same_guards;
  memory operand = operand_of(old, pitch, misalignment, same_guards);
  const memory right = operand_of(reduced_slices<T, A, How>(old, updates, slot_of, count, is_mean, first_replaces),
                                  pitch, misalignment, same_again);
  memory given = operand_of(updates, update_pitch, draw() % 16, draw);
  const memory given_before = given;
  memory kept(
      reach(kernels.accumulator_bytes).along(slots * count, static_cast<std::ptrdiff_t>(kernels.accumulator_bytes)),
      draw() % 16, draw);
  const auto each = divisors.data();
  calls.called(kernels.load)(first_replaces
                                 ? slices_of(kept.origin(), given.origin(), firsts, count, update_pitch, each)
                                 : slices_of(kept.origin(), operand.origin(), cells, count, pitch, each));
  calls.called(kernels.accumulate)(slices_of(kept.origin(), given.origin(), rest, count, update_pitch, each));
  calls.called(kernels.store)(slices_of(kept.origin(), operand.origin(), cells, count, pitch, each));
  ASSERT_TRUE(operand == right) << count << " units, the first update " << (first_replaces ? "replaces" : "is added");
  ASSERT_TRUE(given == given_before);
}

}  // namespace

void check_slices(const kernel::kernel_set& set, record& calls) {
  for_each_reduction(set.slices,
                     [&]<class T, class A, combination How>(const kernel::slice_kernels& kernels, bool is_mean) {
                       random_engine draw(12);
                       for (std::size_t count = 1; count <= most && is_good_so_far(); count += count < 10 ? 1 : 12)
                         check_slices_of<T, A, How>(kernels, is_mean, count, draw, calls);
                     });
}

}  // namespace strew::testing
