// The checks that all operators share.
#pragma once

#include <utility>

#include "lower/builder.hpp"
#include "lower/lower.hpp"

namespace strew::engine {
namespace lower {

status check_types(const operands& ops, const operator_options& options);       // TY2 to TY4
status check_attributes(const operands& ops, const operator_options& options);  // AT2 to AT4
status check_extents(const operands& ops);                                      // EX1, EX2 of every operand
status check_output_extents(const operands& ops);                               // OU1
status check_sizes(const operands& ops);                                        // SZ1 to SZ3

// The first check that fails.
template <class... Checks>
status first_of(const Checks&... checks) {
  status found;
  (void)((found = checks(), found.has_value()) || ...);
  return found;
}

// Compares the required extents of the direct operand, or the earlier failure, with the actual ones.
status check_direct(const operands& ops, result<extents_list> expected, rule number);

// The axis counted from 0; a value in [-r, -1] counts from the end.
std::int64_t from_start(std::int64_t axis, std::size_t rank);
status check_axis(std::int64_t axis, std::size_t rank, rule number);

// The first b extents of data and indices are equal.
status check_batch_extents(const tensor& data, const tensor& indices, std::size_t b, rule number);

// direction, width, type, reduction, policy and fill of the problem; axes and coordinates are the operator's.
problem start_problem(const operands& ops, const operator_options& options);

// Canonicalises the operator's problem into the caller's object.
void finish(builder&& built, operation& made);

// Every lowering: checks in the order of the contract, then axes and coordinates. `constraints` are the operator's own
// numbered ones; `build` gets a builder.
template <class Constraints, class Build>
result<operation> lower(const operands& ops, const operator_options& options, const Constraints& constraints,
                        const Build& build) {
  if (auto bad = first_of([&] { return check_types(ops, options); }, [&] { return check_attributes(ops, options); },
                          [&] { return check_extents(ops); }, constraints, [&] { return check_output_extents(ops); },
                          [&] { return check_sizes(ops); })) {
    return std::move(*bad);
  }
  builder made(start_problem(ops, options));
  build(made);
  result<operation> all(std::in_place);
  finish(std::move(made), *all);
  return all;
}

}  // namespace lower
}  // namespace strew::engine
