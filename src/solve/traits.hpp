// Properties of a problem that several solvers use.
#pragma once

#include <cstddef>
#include <cstdint>

#include "problem/points.hpp"
#include "solve/solver.hpp"

namespace strew::engine {

std::uint64_t unit_bytes(const problem& p);  // of all moved units, each counted once; saturates

// The table offsets of all points, windows included, lie in [low, low + size).
struct offset_reach {
  std::int64_t low = 0;
  std::uint64_t size = 1;
};
offset_reach reach_of(const problem& p);

// Whether tasks may divide this axis: each output element of a read is written once, and colliding points of a write
// differ only along its ordered axes and along windows, which overlap.
bool can_split(const problem& p, bool collides, const axis& a);
// The axis of slices whose points lie in lines of their own, where positions share theirs: parts of the positions would
// each read the whole table. no_axis: there is none.
std::size_t find_apart(const problem& p);
// Bytes of the pieces into which tasks may divide units; 0: they may not.
std::int64_t unit_grain(const problem& p);

// True if windows may be partly outside the table.
bool has_cut_windows(const problem& p);

// True if it has indices and so many positions that the cost of a sample is negligible.
bool is_worth_a_sample(const situation& in);
// True if it has so much to do that choosing among candidates and numbers of tasks costs little.
bool has_a_choice(const situation& in);

// The reason why a problem cannot be solved slice by slice; null if it can.
const char* refuse_slices(const situation& in);
// The same for blocks of positions whose slices are moved at once.
const char* refuse_blocks(const situation& in);
// The reason why a problem is not moved unit by unit; null if it is.
const char* refuse_units(const situation& in);

// The kernel for units of that form: it moves, combines or accumulates them.
kernel::block_kernel unit_kernel(const situation& in, kernel::form shape);
kernel::accumulator_kernels accumulators_of(const problem& p, const kernel::kernel_set& kernels);
// Of a problem with weights: the kernel that multiplies, the one that sums products of rows, and the bytes of a
// product.
kernel::weigh_kernel weigh_kernel_of(const problem& p, const kernel::kernel_set& kernels);
kernel::dot_kernel dots_of(const problem& p, const kernel::kernel_set& kernels);
std::size_t product_bytes(const problem& p);
// Whether updates are brought side by side in the type of the accumulator: products, or values of codes.
bool makes_accumulated(const problem& p);
// Values of codes that are wider than an element, as are weights once the kernel has widened them; null: they are.
bool has_wide_values(const problem& p);
kernel::slice_kernel widening_of(const problem& p, const kernel::kernel_set& kernels);
kernel::slice_kernels slices_of(const problem& p, const kernel::kernel_set& kernels);
// Of these the ones that read updates, where these are of another type than the cells.
kernel::slice_kernels slices_of_updates(const problem& p, const kernel::kernel_set& kernels);
// The same of a problem with weights; null where there are none.
kernel::product_kernels slice_products_of(const problem& p, const kernel::kernel_set& kernels);

}  // namespace strew::engine
