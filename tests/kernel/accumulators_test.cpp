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

template <class T, class A, combination How, class U>
void check_accumulators_of(const kernel::accumulator_kernels& kernels, bool is_mean, const std::vector<U>& updates,
                           random_engine& draw, record& calls) {
  const std::size_t count = updates.size();
  const std::vector<T> old = any_values<T>(elements, draw);
  const bool first_replaces = draw() % 2 == 0;
  const auto accumulator_bytes = static_cast<std::ptrdiff_t>(kernels.accumulator_bytes);
  std::vector<std::size_t> at;
  std::vector<std::int64_t> every_accumulator;
  std::vector<std::int64_t> met_cells;
  for (std::size_t i = 0; i < elements; ++i)
    every_accumulator.push_back(static_cast<std::ptrdiff_t>(i) * accumulator_bytes);
  for (std::size_t n = 0; n < count; ++n) {
    at.push_back(draw() % (elements / 2));  // the others remain unchanged
    met_cells.push_back(every_accumulator[at.back()]);
  }
  const std::ptrdiff_t pitch = any_pitch(sizeof(T), draw);
  const std::size_t misalignment = draw() % 16;
  random_engine same_guards(draw());
  random_engine same_again = same_guards;
  memory operand = operand_of(old, pitch, misalignment, same_guards);
  const memory right =
      operand_of(reduced<T, A, How>(old, updates, at, is_mean, first_replaces), pitch, misalignment, same_again);
  const std::ptrdiff_t update_pitch = any_pitch(sizeof(U), draw);
  memory given = operand_of(updates, update_pitch, draw() % 16, draw);
  const memory given_before = given;
  memory accumulators(reach(kernels.accumulator_bytes).along(elements, accumulator_bytes), 0, draw);
  calls.called(kernels.load)(
      positions_of(accumulators.origin(), operand.origin(), every_accumulator, pitch, sizeof(T), first_replaces));
  calls.called(kernels.accumulate)(
      positions_of(accumulators.origin(), given.origin(), met_cells, update_pitch, sizeof(U), first_replaces));
  calls.called(kernels.store)(
      positions_of(accumulators.origin(), operand.origin(), every_accumulator, pitch, sizeof(T), first_replaces));
  ASSERT_TRUE(operand == right) << count << " updates, the first " << (first_replaces ? "replaces" : "visit");
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

template <class T, class A, combination How>
void check_positions_of(const kernel::accumulator_kernels& kernels, std::size_t count, random_engine& draw,
                        record& calls) {
  const std::vector<T> old = any_values<T>(elements, draw);
  const bool first_replaces = draw() % 2 == 0;
  std::vector<placed<A>> updates, expected;
  for (const T& value : old) expected.push_back({to_accumulator<A>(value), -1});
  std::vector<std::int64_t> every, met;
  for (std::size_t i = 0; i < elements; ++i) every.push_back(static_cast<std::int64_t>(i * sizeof(placed<A>)));
  for (const T& value : any_values<T>(count, draw)) {
    const std::size_t cell = draw() % (elements / 2);
    updates.push_back({to_accumulator<A>(value), static_cast<std::int64_t>(100 + updates.size())});
    met.push_back(every[cell]);
    placed<A>& kept = expected[cell];
    const bool is_first = first_replaces && kept.position < 0;
    if (is_first || takes_place<How>(updates.back().value, kept.value)) kept = updates.back();
  }
  std::vector<placed<A>> records(elements);
  std::vector<std::int64_t> positions(elements, 7);
  std::vector<T> cells = old;
  const auto bytes_of = [](auto& list) { return reinterpret_cast<std::byte*>(list.data()); };
  calls.called(kernels.load)(
      positions_of(bytes_of(records), bytes_of(cells), every, sizeof(T), sizeof(T), first_replaces));
  calls.called(kernels.accumulate)(
      positions_of(bytes_of(records), bytes_of(updates), met, sizeof(placed<A>), sizeof(placed<A>), first_replaces));
  calls.called(kernels.store)(
      positions_of(bytes_of(records), bytes_of(positions), every, sizeof(std::int64_t), 8, first_replaces));
  for (std::size_t i = 0; i < elements; ++i)
    ASSERT_EQ(positions[i], expected[i].position < 0 ? 7 : expected[i].position) << i << " of " << count;
}

template <class T, class A, combination How>
void check_positions(const kernel::accumulator_kernels& kernels, record& calls) {
  ASSERT_EQ(kernels.accumulator_bytes, sizeof(placed<A>));
  random_engine draw(15);
  for (std::size_t count = 0; count <= most && is_good_so_far(); ++count)
    check_positions_of<T, A, How>(kernels, count, draw, calls);
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
          is_wide ? check_positions<value, wide_value, How>(kernels, calls)
                  : check_positions<value, value, How>(kernels, calls);
        }
      });
    });
  });
}

}  // namespace

void check_accumulators(const kernel::kernel_set& set, record& calls) {
  check_all_positions(set, calls);
  for_each_reduction(set.accumulators,
                     [&]<class T, class A, combination How>(const kernel::accumulator_kernels& kernels, bool is_mean) {
                       random_engine draw(12);
                       for (std::size_t count = 0; count <= most && is_good_so_far(); ++count)
                         check_accumulators_of<T, A, How>(kernels, is_mean, any_values<T>(count, draw), draw, calls);
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
      std::vector<A> updates;
      for (const T& value : any_values<T>(count, draw)) updates.push_back(to_accumulator<A>(value));
      check_accumulators_of<T, A, How>(kernels, is_mean, updates, draw, others);
    }
  });
}

}  // namespace strew::testing
