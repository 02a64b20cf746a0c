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

}  // namespace

void check_accumulators(const kernel::kernel_set& set, record& calls) {
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
