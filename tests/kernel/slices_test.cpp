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

// Values of slices of `count` units with one more after each, which no kernel may use.
raw_values without_gaps(const raw_values& values, std::size_t count) {
  raw_values made = {values.width, {}};
  for (std::size_t i = 0; i < values.size(); ++i)
    if (i % (count + 1) != count) made.bytes.insert(made.bytes.end(), values.at(i), values.at(i + 1));
  return made;
}

void put_back(raw_values& values, const raw_values& found, std::size_t count) {
  for (std::size_t i = 0, next = 0; i < values.size(); ++i)
    if (i % (count + 1) != count) std::memcpy(values.at(i), found.at(next++), values.width);
}

// What the checks have to know of a type, a reduction and the type of weights.
struct slice_types {
  raw_values (*elements)(std::size_t count, random_engine& draw);
  raw_values (*weights)(std::size_t count, random_engine& draw);
  // Elements multiplied by the weights of their slices, one or one for each unit; they have the accumulator's type.
  raw_values (*products)(const raw_values& updates, const raw_values& weights, std::size_t count, bool is_for_each);
  reduction reduce, reduce_products;
  std::size_t accumulator_bytes, weight_bytes;
  bool is_mean;
};

// The slots of slices, in order; each has at least one.
std::vector<std::size_t> any_slots(std::size_t slices, bool is_sorted, random_engine& draw) {
  std::vector<std::size_t> made;
  for (std::size_t s = 0; s < slices; ++s) made.push_back(s < slots ? s : draw() % slots);
  if (is_sorted) std::sort(made.begin(), made.end());
  return made;
}

// The elements of the slots and the updates of slices, all with gaps.
struct slice_elements {
  std::size_t count;
  std::vector<std::size_t> slot_of;
  raw_values old, updates;
  bool first_replaces;

  slice_elements(std::size_t units, bool is_sorted, const slice_types& types, random_engine& draw)
      : count(units),
        slot_of(any_slots(slots + draw() % 30, is_sorted, draw)),
        old(types.elements(slots * (count + 1), draw)),
        updates(types.elements(slot_of.size() * (count + 1), draw)),
        first_replaces(draw() % 2 == 0) {}

  [[nodiscard]] raw_values expected(reduction reduce, const raw_values& each, bool is_mean) const {
    std::vector<std::size_t> at;
    for (const std::size_t slot : slot_of)
      for (std::size_t i = 0; i < count; ++i) at.push_back(slot * count + i);
    raw_values made = old;
    put_back(made, reduce(without_gaps(old, count), without_gaps(each, count), at, is_mean, first_replaces), count);
    return made;
  }
};

// Where slots and slices are: those whose units take the place of an accumulator, and the rest.
struct slice_places {
  places cells, firsts, rest;
  std::vector<std::int64_t> first_weights, rest_weights;
  std::vector<std::uint64_t> divisors;

  slice_places(const slice_elements& of, std::size_t accumulator_bytes, std::ptrdiff_t pitch,
               std::ptrdiff_t update_pitch, std::size_t weight_bytes)
      : divisors(slots, of.first_replaces ? 0 : 1) {
    for (std::size_t slot = 0; slot < slots; ++slot) cells.add(slot, slot, of.count, accumulator_bytes, pitch);
    for (std::size_t s = 0; s < of.slot_of.size(); ++s) {
      const bool is_first = of.first_replaces && divisors[of.slot_of[s]] == 0;
      (is_first ? firsts : rest).add(of.slot_of[s], s, of.count, accumulator_bytes, update_pitch);
      (is_first ? first_weights : rest_weights).push_back(static_cast<std::int64_t>(s * (of.count + 1) * weight_bytes));
      ++divisors[of.slot_of[s]];
    }
  }
};

memory accumulators_of(const kernel::slice_kernels& kernels, std::size_t count, random_engine& draw) {
  const auto bytes = static_cast<std::ptrdiff_t>(kernels.accumulator_bytes);
  return {reach(kernels.accumulator_bytes).along(slots * count, bytes), draw() % 16, draw};
}

template <class P, class T, class W>
P product_with(T update, W weight) {
  if constexpr (is_small<T>) {
    return to_element<P>(combine_unit<combination::mul>(to_accumulator<float>(update), to_accumulator<float>(weight)));
  } else {
    return combine_unit<combination::mul>(to_accumulator<P>(update), to_accumulator<P>(weight));
  }
}

template <class T, class A, class W>
raw_values products_of(const raw_values& updates, const raw_values& weights, std::size_t count, bool is_for_each) {
  const std::vector<T> each = values_of<T>(updates);
  const std::vector<W> by = values_of<W>(weights);
  std::vector<A> made;
  for (std::size_t i = 0; i < each.size(); ++i)
    made.push_back(product_with<A>(each[i], by[is_for_each ? i : i - i % (count + 1)]));
  return raw_values_of(made);
}

// Without weights W is T.
template <class T, class A, combination How, class W>
slice_types slice_types_of(bool is_mean) {
  return {any_raw_values<T>,
          any_raw_values<W>,
          products_of<T, A, W>,
          reduced<T, A, How, T>,
          reduced<T, A, How, A>,
          sizeof(A),
          sizeof(W),
          is_mean};
}

void check_products_of(const kernel::slice_kernels& kernels, const kernel::product_kernels& products,
                       const slice_types& types, std::size_t count, random_engine& draw, record& calls) {
  const bool is_sorted = draw() % 2 == 0, is_for_each = draw() % 2 == 0;
  const slice_elements all(count, is_sorted, types, draw);
  const raw_values weights = types.weights(all.updates.size(), draw);
  const auto unit = static_cast<std::ptrdiff_t>(all.old.width);
  const std::ptrdiff_t update_pitch = any_pitch(all.updates.width, draw);
  const slice_places at(all, kernels.accumulator_bytes, unit, update_pitch, types.weight_bytes);
  random_engine same_guards(draw());
  random_engine same_again = same_guards;
  memory operand = operand_of(all.old, unit, 3, same_guards);
  const raw_values products_made = types.products(all.updates, weights, count, is_for_each);
  const memory right =
      operand_of(all.expected(types.reduce_products, products_made, types.is_mean), unit, 3, same_again);
  memory given = operand_of(all.updates, update_pitch, draw() % 16, draw);
  memory kept = accumulators_of(kernels, count, draw);
  const auto each = at.divisors.data();
  const auto weighted = [&](const places& of, const std::vector<std::int64_t>& by) {
    kernel::slice_block made = slices_of(kept.origin(), given.origin(), of, count, update_pitch, each);
    made.weights = weights.bytes.data();
    made.weight_of = by.data();
    made.weight_step = is_for_each ? static_cast<std::ptrdiff_t>(types.weight_bytes) : 0;
    return made;
  };
  if (all.first_replaces)
    calls.called(products.load)(weighted(at.firsts, at.first_weights));
  else
    kernels.load(slices_of(kept.origin(), operand.origin(), at.cells, count, unit, each));
  calls.called(products.accumulate)(weighted(at.rest, at.rest_weights));
  kernels.store(slices_of(kept.origin(), operand.origin(), at.cells, count, unit, each));
  ASSERT_TRUE(operand == right) << count << " units, the first product "
                                << (all.first_replaces ? "replaces" : "is added");
}

void check_slices_of(const kernel::slice_kernels& kernels, const slice_types& types, std::size_t count,
                     random_engine& draw, record& calls) {
  const slice_elements all(count, false, types, draw);
  const std::ptrdiff_t pitch = any_pitch(all.old.width, draw);
  const std::ptrdiff_t update_pitch = any_pitch(all.updates.width, draw);
  const slice_places at(all, kernels.accumulator_bytes, pitch, update_pitch, types.weight_bytes);
  const std::size_t misalignment = draw() % 16;
  random_engine same_guards(draw());
  random_engine same_again = same_guards;
  memory operand = operand_of(all.old, pitch, misalignment, same_guards);
  const memory right =
      operand_of(all.expected(types.reduce, all.updates, types.is_mean), pitch, misalignment, same_again);
  memory given = operand_of(all.updates, update_pitch, draw() % 16, draw);
  const memory given_before = given;
  memory kept = accumulators_of(kernels, count, draw);
  const auto each = at.divisors.data();
  calls.called(kernels.load)(all.first_replaces
                                 ? slices_of(kept.origin(), given.origin(), at.firsts, count, update_pitch, each)
                                 : slices_of(kept.origin(), operand.origin(), at.cells, count, pitch, each));
  calls.called(kernels.accumulate)(slices_of(kept.origin(), given.origin(), at.rest, count, update_pitch, each));
  calls.called(kernels.store)(slices_of(kept.origin(), operand.origin(), at.cells, count, pitch, each));
  ASSERT_TRUE(operand == right) << count << " units, the first update "
                                << (all.first_replaces ? "replaces" : "is added");
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

// Offsets of slots, and of the units and weights of slices.
struct reduction_places {
  std::vector<std::int64_t> cells, units, weights;

  reduction_places(const slice_elements& of, std::size_t weight_bytes) {
    const auto offset = [&](std::size_t slice, std::size_t width) {
      return static_cast<std::int64_t>(slice * (of.count + 1) * width);
    };
    for (std::size_t n = 0; n < slots; ++n) cells.push_back(offset(n, of.old.width));
    for (std::size_t s = 0; s < of.slot_of.size(); ++s) {
      units.push_back(offset(s, of.updates.width));
      weights.push_back(offset(s, weight_bytes));
    }
  }
};

// Weights one after the other have a stride in place of offsets.
struct given_weights {
  const std::byte* first;
  std::ptrdiff_t stride;
};

// Calls the kernel for the slices before the border, and for those from it on.
void reduce_blocks(kernel::reduction_kernel reduce, kernel::reduction_block work, const run_blocks& blocks,
                   const reduction_places& at, const given_weights& weights, std::size_t border, record& calls) {
  const auto run = [&](const std::vector<kernel::slice_run>& runs, std::size_t first) {
    const bool is_moved = weights.first != nullptr && weights.stride != 0 && first < at.weights.size();
    work.weights = is_moved ? weights.first + at.weights[first] : weights.first;
    work.weight_stride = weights.stride;
    work.runs = runs.data();
    work.run_count = runs.size();
    work.listed = at.units.size() - first;
    work.from = at.units.data() + first;
    work.weight_of = weights.stride != 0 ? nullptr : at.weights.data() + first;
    if (!runs.empty()) calls.called(reduce)(work);
  };
  work.goes_on = blocks.hands_on;
  run(blocks.before, 0);
  work.continues = blocks.hands_on;
  work.goes_on = false;
  run(blocks.after, border);
}

void check_reduction_of(kernel::reduction_kernel reduce, const slice_types& types, bool is_weighted, std::size_t count,
                        random_engine& draw, record& calls) {
  const slice_elements all(count, true, types, draw);
  const raw_values weights = types.weights(all.updates.size(), draw);
  const reduction_places at(all, types.weight_bytes);
  const raw_values expected =
      is_weighted
          ? all.expected(types.reduce_products, types.products(all.updates, weights, count, false), types.is_mean)
          : all.expected(types.reduce, all.updates, types.is_mean);
  random_engine same_guards(draw());
  random_engine same_again = same_guards;
  kernel::reduction_block work;
  work.streams = draw() % 2 == 0;
  const std::size_t misalignment = work.streams ? 0 : draw() % 16;
  const auto unit = static_cast<std::ptrdiff_t>(all.old.width);
  memory operand = operand_of(all.old, unit, misalignment, same_guards);
  const memory right = operand_of(expected, unit, misalignment, same_again);
  memory given = operand_of(all.updates, unit, draw() % 16, draw);
  const memory given_before = given;
  const auto accumulator = static_cast<std::ptrdiff_t>(types.accumulator_bytes);
  memory kept(reach(types.accumulator_bytes).along(count, accumulator), draw() % 16, draw);
  const std::size_t border = draw() % (all.slot_of.size() + 1);
  const run_blocks blocks(all.slot_of, at.cells, border, all.first_replaces, draw);
  work.table = operand.origin();
  work.units = given.origin();
  work.count = count;
  work.accumulators = kept.origin();
  work.first_replaces = all.first_replaces;
  work.is_distant = draw() % 2 == 0;
  const bool are_even = draw() % 2 == 0;
  const auto stride = static_cast<std::ptrdiff_t>((count + 1) * types.weight_bytes);
  reduce_blocks(reduce, work, blocks, at, {is_weighted ? weights.bytes.data() : nullptr, are_even ? stride : 0}, border,
                calls);
  ASSERT_TRUE(operand == right) << count << " units, " << border << " slices in the first block, the first one "
                                << (all.first_replaces ? "replaces" : "is added");
  ASSERT_TRUE(given == given_before);
}

void check_reductions_of(kernel::reduction_kernel reduce, const slice_types& types, bool is_weighted, record& calls) {
  if (reduce == nullptr) return;
  random_engine draw(14);
  for (std::size_t count = kernel::min_reduced_row; count <= 300 && is_good_so_far(); count += count < 80 ? 1 : 23)
    check_reduction_of(reduce, types, is_weighted, count, draw, calls);
}

}  // namespace

void check_slices(const kernel::kernel_set& set, record& calls) {
  for_each_reduction(set.slices,
                     [&]<class T, class A, combination How>(const kernel::slice_kernels& kernels, bool is_mean) {
                       const slice_types types = slice_types_of<T, A, How, T>(is_mean);
                       random_engine draw(12);
                       for (std::size_t count = 1; count <= most && is_good_so_far(); count += count < 10 ? 1 : 12)
                         check_slices_of(kernels, types, count, draw, calls);
                       check_reductions_of(kernels.reduce, types, false, calls);
                     });
}

void check_slice_products(const kernel::kernel_set& set, record& calls) {
  const auto check = [&](const slice_types& types, const reduction_entry& of, kernel::accumulator weights) {
    const kernel::product_kernels products = set.slice_products(of.type, of.op, of.stored, of.kept, weights);
    ASSERT_EQ(products.load == nullptr, products.accumulate == nullptr);
    if (products.load == nullptr) return;
    const kernel::slice_kernels kernels = set.slices(of.type, of.op, of.stored, of.kept);
    random_engine draw(13);
    for (std::size_t count = 1; count <= most && is_good_so_far(); count += count < 10 ? 1 : 12)
      check_products_of(kernels, products, types, count, draw, calls);
    check_reductions_of(products.reduce, types, true, calls);
  };
  for_each_reduction(set.slices, [&]<class T, class A, combination How>(const kernel::slice_kernels&, bool is_mean,
                                                                        const reduction_entry& entry) {
    constexpr bool is_logic = How == combination::bit_and || How == combination::bit_or || How == combination::bit_xor;
    const auto products = [&](kernel::accumulator weights) {
      return set.slice_products(entry.type, entry.op, entry.stored, entry.kept, weights);
    };
    if constexpr (std::is_same_v<T, truth> || is_logic) {
      EXPECT_EQ(products(kernel::accumulator::native).load, nullptr);
    } else {
      EXPECT_NE(products(kernel::accumulator::native).load, nullptr);
      check(slice_types_of<T, A, How, T>(is_mean), entry, kernel::accumulator::native);
      if constexpr (is_small<T>) check(slice_types_of<T, A, How, float>(is_mean), entry, kernel::accumulator::wide);
      EXPECT_EQ(products(kernel::accumulator::wide).load != nullptr, is_small<T>);
    }
  });
}

}  // namespace strew::testing
