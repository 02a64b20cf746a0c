// What several solvers ask about a problem.
#pragma once

#include <cstddef>
#include <cstdint>

#include "solve/solver.hpp"

namespace strew::engine {

std::size_t count_outer(const problem& p);  // axes that choose positions
std::int64_t count_points(const axis* axes, std::size_t count);
std::uint64_t unit_bytes(
    const problem& p);  // of all units that move, each once; the largest number where there are more

// Windows that lie on the table in part.
bool has_cut_windows(const problem& p);
// Windows of different positions overlap: there a position's whole window comes before the next position.
bool has_overlapping_windows(const situation& in);

// It has indices, and so many positions that a look at a sample of them costs nothing beside the move.
bool is_worth_a_sample(const situation& in);

// Why a problem cannot be solved in blocks of positions with whole slices; null if it can.
const char* refuse_blocks(const situation& in);

// What happens to units of that form: they are moved, combined, or pass through accumulators.
kernel::block_kernel unit_kernel(const situation& in, kernel::form shape);
kernel::accumulator_kernels accumulators_of(const problem& p, const kernel::kernel_set& kernels);

}  // namespace strew::engine
