// accumulators: load, accumulate and store of reductions that keep state. The layout of an accumulator is private to
// the kernels; only the stored elements are checked.
#include "accumulators.hpp"

namespace strew::testing {
namespace {

constexpr std::size_t elements = 20;

// One position with one unit for each offset.
kernel::block positions_of(std::byte* table, std::byte* direct, const std::vector<std::int64_t>& offsets,
                           std::ptrdiff_t direct_stride, std::size_t width, bool first_replaces) {
  kernel::block work;
  work.table = table;
  work.direct = direct;
  work.offsets = offsets.data();
  work.positions = offsets.size();
  work.direct_stride = direct_stride;
  work.width = width;
  work.first_replaces = first_replaces;
  return work;
}

// Accumulators, which of them each update meets, and a pass over each.
struct accumulator_places {
  std::vector<std::size_t> at;
  std::vector<std::int64_t> every, met;

  accumulator_places(std::size_t updates, std::size_t bytes, random_engine& draw) {
    for (std::size_t i = 0; i < elements; ++i) every.push_back(static_cast<std::int64_t>(i * bytes));
    for (std::size_t n = 0; n < updates; ++n) {
      at.push_back(draw() % (elements / 2));  // the others remain unchanged
      met.push_back(every[at.back()]);
    }
  }
};

// The kernels, the elements and updates that they are given, and what these become.
void check_accumulators_of(const kernel::accumulator_kernels& kernels, const raw_values& old, const raw_values& updates,
                           reduction reduce, bool is_mean, random_engine& draw, record& calls) {
  const bool first_replaces = draw() % 2 == 0;
  const std::size_t bytes = kernels.accumulator_bytes;
  const accumulator_places places(updates.size(), bytes, draw);
  const std::ptrdiff_t pitch = any_pitch(old.width, draw);
  const std::size_t misalignment = draw() % 16;
  random_engine same_guards(draw());
  random_engine same_again = same_guards;
  memory operand = operand_of(old, pitch, misalignment, same_guards);
  const memory right =
      operand_of(reduce(old, updates, places.at, is_mean, first_replaces), pitch, misalignment, same_again);
  const std::ptrdiff_t update_pitch = any_pitch(updates.width, draw);
  memory given = operand_of(updates, update_pitch, draw() % 16, draw);
  const memory given_before = given;
  memory accumulators(reach(bytes).along(elements, static_cast<std::ptrdiff_t>(bytes)), 0, draw);
  const auto pass = [&](kernel::block_kernel made, memory& direct, const std::vector<std::int64_t>& offsets,
                        std::ptrdiff_t stride, std::size_t width) {
    calls.called(made)(positions_of(accumulators.origin(), direct.origin(), offsets, stride, width, first_replaces));
  };
  pass(kernels.load, operand, places.every, pitch, old.width);
  pass(kernels.accumulate, given, places.met, update_pitch, updates.width);
  pass(kernels.store, operand, places.every, pitch, old.width);
  ASSERT_TRUE(operand == right) << updates.size() << " updates, the first "
                                << (first_replaces ? "replaces" : "is added");
  ASSERT_TRUE(given == given_before);
}

// Whether an update takes the place of an older value: NaN that of any number, -0 is below +0.
template <combination How, class A>
bool takes_place(A update, A old) {
  if constexpr (is_small<A>) {
    return takes_place<How>(update.value(), old.value());
  } else if constexpr (std::is_same_v<A, truth>) {
    const int one = update.byte != 0 ? 1 : 0, before = old.byte != 0 ? 1 : 0;
    return How == combination::bit_or ? one > before : one < before;
  } else if constexpr (std::is_floating_point_v<A>) {
    if (std::isnan(old)) return false;
    if (std::isnan(update)) return true;
    if (update != old) return How == combination::min ? update < old : update > old;
    return How == combination::min ? std::signbit(update) && !std::signbit(old)
                                   : !std::signbit(update) && std::signbit(old);
  } else {
    return How == combination::min ? update < old : update > old;
  }
}

// Elements, updates with their positions, and the positions that are to be stored: -1 where no update took the place.
struct positioned {
  raw_values old, updates;
  std::vector<std::int64_t> expected;
};

template <class T, class A, combination How>
positioned any_positioned(const std::vector<std::size_t>& at, bool first_replaces, random_engine& draw) {
  const std::vector<T> old = any_values<T>(elements, draw);
  std::vector<placed<A>> updates, kept;
  for (const T& value : old) kept.push_back({to_accumulator<A>(value), -1});
  for (const T& value : any_values<T>(at.size(), draw)) {
    placed<A>& cell = kept[at[updates.size()]];
    updates.push_back({to_accumulator<A>(value), static_cast<std::int64_t>(100 + updates.size())});
    const bool is_first = first_replaces && cell.position < 0;
    if (is_first || takes_place<How>(updates.back().value, cell.value)) cell = updates.back();
  }
  std::vector<std::int64_t> expected;
  for (const placed<A>& cell : kept) expected.push_back(cell.position);
  return {raw_values_of(old), raw_values_of(updates), expected};
}

using positioned_of = positioned (*)(const std::vector<std::size_t>& at, bool first_replaces, random_engine& draw);

void check_positions_of(const kernel::accumulator_kernels& kernels, positioned_of make, std::size_t count,
                        random_engine& draw, record& calls) {
  const bool first_replaces = draw() % 2 == 0;
  const std::size_t bytes = kernels.accumulator_bytes;
  const accumulator_places places(count, bytes, draw);
  positioned given = make(places.at, first_replaces, draw);
  ASSERT_EQ(bytes, given.updates.width);
  std::vector<std::byte> records(elements * bytes);
  std::vector<std::int64_t> positions(elements, 7);
  const auto pass = [&](kernel::block_kernel made, std::byte* direct, const std::vector<std::int64_t>& offsets,
                        std::size_t width) {
    calls.called(made)(
        positions_of(records.data(), direct, offsets, static_cast<std::ptrdiff_t>(width), width, first_replaces));
  };
  pass(kernels.load, given.old.bytes.data(), places.every, given.old.width);
  pass(kernels.accumulate, given.updates.bytes.data(), places.met, bytes);
  pass(kernels.store, reinterpret_cast<std::byte*>(positions.data()), places.every, sizeof(std::int64_t));
  for (std::size_t i = 0; i < elements; ++i)
    ASSERT_EQ(positions[i], given.expected[i] < 0 ? 7 : given.expected[i]) << i << " of " << count;
}

void check_positions(const kernel::accumulator_kernels& kernels, positioned_of make, record& calls) {
  random_engine draw(15);
  for (std::size_t count = 0; count <= most && is_good_so_far(); ++count)
    check_positions_of(kernels, make, count, draw, calls);
}

void check_all_positions(const kernel::kernel_set& set, record& calls) {
  for_each_kernel(set.accumulators, [&](const kernel::accumulator_kernels& kernels, kernel::scalar type, combination op,
                                        kernel::outcome stored, kernel::accumulator kept) {
    if (stored != kernel::outcome::position) return;
    SCOPED_TRACE(std::string(name_of(type)) + " " + name_of(op) + " " + name_of(kept));
    with_scalar(type, [&]<class Scalar>() {
      using value = typename Scalar::value;
      using wide_value = typename Scalar::wide_value;
      with_combination(op, [&]<combination How>() {
        constexpr bool is_ordering = How == combination::min || How == combination::max;
        constexpr bool is_of_truths = How == combination::bit_and || How == combination::bit_or;
        if constexpr (is_pair<value> || (std::is_same_v<value, truth> ? !is_of_truths : !is_ordering)) {
          ADD_FAILURE() << "these do not go together";
        } else {
          const bool is_wide = kept == kernel::accumulator::wide && is_small<value>;
          check_positions(kernels, is_wide ? any_positioned<value, wide_value, How> : any_positioned<value, value, How>,
                          calls);
        }
      });
    });
  });
}

}  // namespace

void check_accumulators(const kernel::kernel_set& set, record& calls) {
  check_all_positions(set, calls);
  for_each_reduction(set.accumulators, [&]<class T, class A, combination How>(
                                           const kernel::accumulator_kernels& kernels, bool is_mean) {
    random_engine draw(12);
    for (std::size_t count = 0; count <= most && is_good_so_far(); ++count) {
      const raw_values old = any_raw_values<T>(elements, draw);
      check_accumulators_of(kernels, old, any_raw_values<T>(count, draw), reduced<T, A, How, T>, is_mean, draw, calls);
    }
  });
}

// The same with updates that have the accumulator's type.
void check_products(const kernel::kernel_set& set, record& calls) {
  for_each_reduction(set.products, [&]<class T, class A, combination How>(kernel::block_kernel accumulate, bool is_mean,
                                                                          const reduction_entry& of) {
    kernel::accumulator_kernels kernels = set.accumulators(of.type, of.op, of.stored, of.kept);
    kernels.accumulate = calls.called(accumulate);
    record others;  // those of the table of accumulators
    random_engine draw(13);
    for (std::size_t count = 0; count <= most && is_good_so_far(); ++count) {
      const raw_values old = any_raw_values<T>(elements, draw);
      std::vector<A> updates;
      for (const T& value : any_values<T>(count, draw)) updates.push_back(to_accumulator<A>(value));
      check_accumulators_of(kernels, old, raw_values_of(updates), reduced<T, A, How, A>, is_mean, draw, others);
    }
  });
}

}  // namespace strew::testing
