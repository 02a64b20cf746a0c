// slices: accumulators side by side, loaded from units, combined with the units of many slices, stored as units.
#include <algorithm>

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
  kernel::slice_block made;
  made.accumulators = accumulators;
  made.units = units;
  made.to = at.accumulators.data();
  made.from = at.units.data();
  made.slices = at.units.size();
  made.count = count;
  made.step = step;
  made.divisors = divisors;
  return made;
}

// Weights of each slice, one or one for each unit.
template <class W>
struct slice_weights {
  std::vector<W> values;
  std::vector<std::int64_t> firsts, rest;  // where those of slices are
  std::ptrdiff_t step;
};

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

template <class P, class T, class W>
P product_with(T update, W weight) {
  if constexpr (is_small<T>) {
    return to_element<P>(combine_unit<combination::mul>(to_accumulator<float>(update), to_accumulator<float>(weight)));
  } else {
    return combine_unit<combination::mul>(to_accumulator<P>(update), to_accumulator<P>(weight));
  }
}

// Elements multiplied by the weights of their slices; W is T where there are none.
template <class T, class A, class W>
std::vector<A> products_of(const std::vector<T>& updates, const slice_weights<W>& by, std::size_t count) {
  std::vector<A> made;
  for (std::size_t s = 0; s * (count + 1) < updates.size(); ++s) {
    for (std::size_t i = 0; i <= count; ++i)
      made.push_back(
          product_with<A>(updates[s * (count + 1) + i], by.values[s * (count + 1) + (by.step == 0 ? 0 : i)]));
  }
  return made;
}

template <class T, class A, combination How, class W>
void check_products_of(const kernel::slice_kernels& kernels, const kernel::product_kernels& products, bool is_mean,
                       std::size_t count, random_engine& draw, record& calls) {
  std::vector<std::size_t> slot_of = any_slots(slots + draw() % 30, draw);
  if (draw() % 2 == 0) std::sort(slot_of.begin(), slot_of.end());
  const std::vector<T> old = any_values<T>(slots * (count + 1), draw);
  const std::vector<T> updates = any_values<T>(slot_of.size() * (count + 1), draw);
  slice_weights<W> weights{any_values<W>(updates.size(), draw), {}, {}, 0};
  if (draw() % 2 == 0) weights.step = sizeof(W);
  const bool first_replaces = draw() % 2 == 0;
  const std::ptrdiff_t update_pitch = any_pitch(sizeof(T), draw);
  places cells, firsts, rest;
  std::vector<std::uint64_t> divisors(slots, first_replaces ? 0 : 1);
  for (std::size_t slot = 0; slot < slots; ++slot) cells.add(slot, slot, count, kernels.accumulator_bytes, sizeof(T));
  for (std::size_t s = 0; s < slot_of.size(); ++s) {
    const bool is_first = first_replaces && divisors[slot_of[s]] == 0;
    (is_first ? firsts : rest).add(slot_of[s], s, count, kernels.accumulator_bytes, update_pitch);
    (is_first ? weights.firsts : weights.rest).push_back(static_cast<std::int64_t>(s * (count + 1) * sizeof(W)));
    ++divisors[slot_of[s]];
  }
  std::vector<std::size_t> at;
  for (const std::size_t slot : slot_of)
    for (std::size_t i = 0; i < count; ++i) at.push_back(slot * count + i);
  std::vector<T> expected = old;
  put_back(expected,
           reduced<T, A, How>(without_gaps(old, count), without_gaps(products_of<T, A>(updates, weights, count), count),
                              at, is_mean, first_replaces),
           count);
  random_engine same_guards(draw());
  random_engine same_again = same_guards;
  memory operand = operand_of(old, sizeof(T), 3, same_guards);
  const memory right = operand_of(expected, sizeof(T), 3, same_again);
  memory given = operand_of(updates, update_pitch, draw() % 16, draw);
  memory kept(
      reach(kernels.accumulator_bytes).along(slots * count, static_cast<std::ptrdiff_t>(kernels.accumulator_bytes)),
      draw() % 16, draw);
  const auto each = divisors.data();
  const auto weighted = [&](const places& of, const std::vector<std::int64_t>& by) {
    kernel::slice_block made = slices_of(kept.origin(), given.origin(), of, count, update_pitch, each);
    made.weights = reinterpret_cast<const std::byte*>(weights.values.data());
    made.weight_of = by.data();
    made.weight_step = weights.step;
    return made;
  };
  if (first_replaces)
    calls.called(products.load)(weighted(firsts, weights.firsts));
  else
    kernels.load(slices_of(kept.origin(), operand.origin(), cells, count, sizeof(T), each));
  calls.called(products.accumulate)(weighted(rest, weights.rest));
  kernels.store(slices_of(kept.origin(), operand.origin(), cells, count, sizeof(T), each));
  ASSERT_TRUE(operand == right) << count << " units, the first product " << (first_replaces ? "replaces" : "is added");
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

// Blocks of runs that follow one another: the slices before the border and those from it on, which may have none of the
// run that the first block hands on.
struct run_blocks {
  std::vector<kernel::slice_run> before, after;
  bool hands_on = false;

  run_blocks(const std::vector<std::size_t>& slot_of, const std::vector<std::int64_t>& cells, std::size_t border,
             bool first_replaces, random_engine& draw) {
    std::vector<std::uint64_t> divisors(slots, first_replaces ? 0 : 1);
    for (std::size_t s = 0; s < slot_of.size(); ++s) ++divisors[slot_of[s]];
    const bool cuts = border > 0 && border < slot_of.size() && slot_of[border] == slot_of[border - 1];
    hands_on = cuts || (border > 0 && draw() % 2 == 0);
    if (hands_on && !cuts) after.push_back({cells[slot_of[border - 1]], 0, divisors[slot_of[border - 1]]});
    for (std::size_t s = 0; s < slot_of.size(); ++s) {
      std::vector<kernel::slice_run>& made = s < border ? before : after;
      const bool is_last = s + 1 == slot_of.size() || s + 1 == border || slot_of[s + 1] != slot_of[s];
      if (is_last) made.push_back({cells[slot_of[s]], s + 1 - (s < border ? 0 : border), divisors[slot_of[s]]});
    }
  }
};

template <class T, class A, combination How, class W>
void check_reduction_of(kernel::reduction_kernel reduce, bool is_mean, bool is_weighted, std::size_t count,
                        random_engine& draw, record& calls) {
  std::vector<std::size_t> slot_of = any_slots(slots + draw() % 30, draw);
  std::sort(slot_of.begin(), slot_of.end());
  const std::vector<T> old = any_values<T>(slots * (count + 1), draw);
  const std::vector<T> updates = any_values<T>(slot_of.size() * (count + 1), draw);
  const slice_weights<W> weights{any_values<W>(updates.size(), draw), {}, {}, 0};
  const bool first_replaces = draw() % 2 == 0;
  std::vector<std::int64_t> cells, units, weight_of;
  std::vector<std::size_t> at;
  for (std::size_t n = 0; n < slots; ++n) cells.push_back(static_cast<std::int64_t>(n * (count + 1) * sizeof(T)));
  for (std::size_t s = 0; s < slot_of.size(); ++s) {
    units.push_back(static_cast<std::int64_t>(s * (count + 1) * sizeof(T)));
    weight_of.push_back(static_cast<std::int64_t>(s * (count + 1) * sizeof(W)));
    for (std::size_t i = 0; i < count; ++i) at.push_back(slot_of[s] * count + i);
  }
  std::vector<T> expected = old;
  const std::vector<T> before = without_gaps(old, count);
  put_back(expected,
           is_weighted ? reduced<T, A, How>(before, without_gaps(products_of<T, A>(updates, weights, count), count), at,
                                            is_mean, first_replaces)
                       : reduced<T, A, How>(before, without_gaps(updates, count), at, is_mean, first_replaces),
           count);
  random_engine same_guards(draw());
  random_engine same_again = same_guards;
  const bool streams = draw() % 2 == 0;
  const std::size_t misalignment = streams ? 0 : draw() % 16;
  memory operand = operand_of(old, sizeof(T), misalignment, same_guards);
  const memory right = operand_of(expected, sizeof(T), misalignment, same_again);
  memory given = operand_of(updates, sizeof(T), draw() % 16, draw);
  const memory given_before = given;
  memory kept(reach(sizeof(A)).along(count, sizeof(A)), draw() % 16, draw);
  const std::size_t border = draw() % (slot_of.size() + 1);
  const run_blocks blocks(slot_of, cells, border, first_replaces, draw);
  kernel::reduction_block work;
  work.table = operand.origin();
  work.units = given.origin();
  work.count = count;
  work.accumulators = kept.origin();
  work.first_replaces = first_replaces;
  work.streams = streams;
  work.is_distant = draw() % 2 == 0;
  const bool are_even = draw() % 2 == 0;
  const std::byte* const weights_at = is_weighted ? reinterpret_cast<const std::byte*>(weights.values.data()) : nullptr;
  if (are_even) work.weight_stride = static_cast<std::ptrdiff_t>((count + 1) * sizeof(W));
  const auto run = [&](const std::vector<kernel::slice_run>& runs, std::size_t first) {
    const bool has_slices = first < weight_of.size();
    work.weights = is_weighted && are_even && has_slices ? weights_at + weight_of[first] : weights_at;
    work.runs = runs.data();
    work.run_count = runs.size();
    work.listed = units.size() - first;
    work.from = units.data() + first;
    work.weight_of = are_even ? nullptr : weight_of.data() + first;
    if (!runs.empty()) calls.called(reduce)(work);
  };
  work.goes_on = blocks.hands_on;
  run(blocks.before, 0);
  work.continues = blocks.hands_on;
  work.goes_on = false;
  run(blocks.after, border);
  ASSERT_TRUE(operand == right) << count << " units, " << border << " slices in the first block, the first one "
                                << (first_replaces ? "replaces" : "is added");
  ASSERT_TRUE(given == given_before);
}

template <class T, class A, combination How, class W>
void check_reductions_of(kernel::reduction_kernel reduce, bool is_mean, bool is_weighted, record& calls) {
  if (reduce == nullptr) return;
  random_engine draw(14);
  for (std::size_t count = kernel::min_reduced_row; count <= 300 && is_good_so_far(); count += count < 80 ? 1 : 23)
    check_reduction_of<T, A, How, W>(reduce, is_mean, is_weighted, count, draw, calls);
}

}  // namespace

void check_slices(const kernel::kernel_set& set, record& calls) {
  for_each_reduction(set.slices,
                     [&]<class T, class A, combination How>(const kernel::slice_kernels& kernels, bool is_mean) {
                       random_engine draw(12);
                       for (std::size_t count = 1; count <= most && is_good_so_far(); count += count < 10 ? 1 : 12)
                         check_slices_of<T, A, How>(kernels, is_mean, count, draw, calls);
                       check_reductions_of<T, A, How, T>(kernels.reduce, is_mean, false, calls);
                     });
}

void check_slice_products(const kernel::kernel_set& set, record& calls) {
  const auto check = [&]<class T, class A, combination How, class W>(const reduction_entry& of,
                                                                     kernel::accumulator weights) {
    const kernel::product_kernels products = set.slice_products(of.type, of.op, of.stored, of.kept, weights);
    ASSERT_EQ(products.load == nullptr, products.accumulate == nullptr);
    if (products.load == nullptr) return;
    const kernel::slice_kernels kernels = set.slices(of.type, of.op, of.stored, of.kept);
    random_engine draw(13);
    for (std::size_t count = 1; count <= most && is_good_so_far(); count += count < 10 ? 1 : 12)
      check_products_of<T, A, How, W>(kernels, products, of.stored == kernel::outcome::mean, count, draw, calls);
    check_reductions_of<T, A, How, W>(products.reduce, of.stored == kernel::outcome::mean, true, calls);
  };
  for_each_reduction(set.slices, [&]<class T, class A, combination How>(const kernel::slice_kernels&, bool,
                                                                        const reduction_entry& entry) {
    constexpr bool is_logic = How == combination::bit_and || How == combination::bit_or || How == combination::bit_xor;
    const auto products = [&](kernel::accumulator weights) {
      return set.slice_products(entry.type, entry.op, entry.stored, entry.kept, weights);
    };
    if constexpr (std::is_same_v<T, truth> || is_logic) {
      EXPECT_EQ(products(kernel::accumulator::native).load, nullptr);
    } else {
      EXPECT_NE(products(kernel::accumulator::native).load, nullptr);
      check.template operator()<T, A, How, T>(entry, kernel::accumulator::native);
      if constexpr (is_small<T>) check.template operator()<T, A, How, float>(entry, kernel::accumulator::wide);
      EXPECT_EQ(products(kernel::accumulator::wide).load != nullptr, is_small<T>);
    }
  });
}

}  // namespace strew::testing
