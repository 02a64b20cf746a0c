// The checks that all operators share.
#pragma once

#include <utility>

#include "lower/builder.hpp"
#include "lower/lower.hpp"
#include "problem/accumulators.hpp"
#include "problem/canonical.hpp"

namespace strew::engine {
namespace lower {

status check_types(const operands& ops, const operator_options& options);       // TY2 to TY4
status check_index_type(const tensor& view, operand where);                     // TY3
status check_reduction(const tensor& view, operand where, reduction reduce);    // TY4
status check_weights(dtype type, reduction reduce, dtype weights);              // PB4
status check_attributes(const operands& ops, const operator_options& options);  // AT2 to AT4
status check_extents(const operands& ops);                                      // EX1, EX2 of every operand
status check_output_extents(const operands& ops);                               // OU1
status check_sizes(const operands& ops);                                        // SZ1 to SZ3

type_words words_of(const tensor& view, operand where);

// The first check that fails.
template <class Last>
status first_of(const Last& last) {
  return last();
}
template <class Check, class... Others>
status first_of(const Check& check, const Others&... others) {
  if (auto bad = check()) return bad;
  return first_of(others...);
}

// Compares the required extents of the direct operand, or the earlier failure, with the actual ones.
status check_direct(const operands& ops, result<extents_list> expected, rule number);

// The axis counted from 0; a value in [-r, -1] counts from the end.
std::int64_t from_start(std::int64_t axis, std::size_t rank);
status check_axis(std::int64_t axis, std::size_t rank, rule number);

// The first b extents of data and indices are equal.
status check_batch_extents(const tensor& data, const tensor& indices, std::size_t b, rule number);

// Sets direction, width, type, reduction, policy and fill of a problem; axes and coordinates are the operator's.
void start_problem(const operands& ops, const operator_options& options, problem& made);

// Every lowering: checks in the order of the contract, then axes and coordinates. `constraints` are the operator's own
// numbered ones; `build` gets a builder.
template <class Constraints, class Build>
result<operation> lower(const operands& ops, const operator_options& options, const Constraints& constraints,
                        const Build& build) {
  result<operation> made(std::in_place);  // the only variable that is returned, so that it is not moved
  if (auto bad = first_of([&] { return check_types(ops, options); }, [&] { return check_attributes(ops, options); },
                          [&] { return check_extents(ops); }, constraints, [&] { return check_output_extents(ops); },
                          [&] { return check_sizes(ops); })) {
    made.fail(*std::move(bad));
    return made;
  }
  start_problem(ops, options, made->main);
  builder rows(*made);
  build(rows);
  made->has_raw = !options.is_once || may_have_state(made->main);
  if (made->has_raw) made->raw = made->main;
  make_canonical(made->main);
  return made;
}

}  // namespace lower
}  // namespace strew::engine
