#include "solve/reduction_kernels.hpp"

#include <array>
#include <cstdint>

#include "kernel/fetch.hpp"
#include "walk/workspace.hpp"

namespace strew::engine {

kernel::reduction_kernel reduction_kernels::whole_kernel(std::size_t count) const {
  const auto unit = static_cast<std::ptrdiff_t>(width);
  const bool is_dense = table_step == unit && direct_step == unit && weight_step == 0;
  if (are_updates_wider || !is_dense || count < kernel::min_reduced_row) return nullptr;
  return whole_kernel_of(slices, products);
}

std::size_t reduction_kernels::slices_ahead(std::size_t count, bool is_distant) const {
  return whole_kernel(count) == nullptr ? 0 : kernel::slices_ahead(count * width, is_distant);
}

void reduction_kernels::reduce(const kernel::reduction_block& work) const {
  const kernel::reduction_kernel whole = whole_kernel(work.count);
  whole == nullptr ? reduce_by_parts(work) : whole(work);
}

// All updates are on their way before the first of them is taken.
void reduction_kernels::reduce_by_parts(const kernel::reduction_block& work) const {
  const std::size_t bytes = work.count * width;
  const std::size_t listed = work.runs[work.run_count - 1].end;
  if (direct_step == static_cast<std::ptrdiff_t>(width) && bytes <= max_fetched_row) {
    for (std::size_t s = 0; s < listed; ++s) kernel::fetch_lines(work.units + work.from[s], bytes);
  }
  for (std::size_t r = 0; r < work.run_count; ++r) reduce_run(work, r);
}

void reduction_kernels::reduce_run(const kernel::reduction_block& work, std::size_t r) const {
  static constexpr std::array<std::int64_t, reduced_at_once> at_begin{};
  const kernel::slice_run& run = work.runs[r];
  std::size_t first = r == 0 ? 0 : work.runs[r - 1].end;
  const auto call = [&](kernel::slice_kernel alone, kernel::slice_kernel of_products, std::size_t count) {
    kernel::slice_block made;
    made.accumulators = work.accumulators;
    made.units = const_cast<std::byte*>(work.units);  // which both kernels only read
    made.to = at_begin.data();
    made.from = work.from + first;
    made.slices = count;
    made.count = work.count;
    made.step = direct_step;
    first += count;
    if (of_products == nullptr) return alone(made);
    made.weights = work.weights;
    made.weight_of = work.weight_of + first - count;
    made.weight_step = weight_step;
    of_products(made);
  };
  kernel::slice_block cell;
  cell.accumulators = work.accumulators;
  cell.units = work.table;
  cell.to = at_begin.data();
  cell.from = &run.cell;
  cell.slices = 1;
  cell.count = work.count;
  cell.step = table_step;
  cell.divisors = &run.divisor;
  const bool continues = r == 0 && work.continues;
  if (!continues && work.first_replaces) call(updates.load, products.load, 1);
  if (!continues && !work.first_replaces) slices.load(cell);
  if (first < run.end) call(updates.accumulate, products.accumulate, run.end - first);
  if (r + 1 < work.run_count || !work.goes_on) slices.store(cell);
}

}  // namespace strew::engine
