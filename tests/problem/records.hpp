// The records of what an interpreter, or anyone else, finds of a plan's indices, by strew_plan_index_error and
// strew_plan_duplicate_error.
#pragma once

#include <strew/problem.h>

#include <cstdint>
#include <vector>

#include "problem/interpreter.hpp"

namespace strew::testing {

using tuple_values = std::vector<std::uint64_t>;

// The tuples of all positions, in their order.
inline std::vector<tuple_values> tuples_of(const interpreter& elsewhere) {
  std::vector<tuple_values> all;
  interpreter::for_each(elsewhere.extents_of_positions(),
                        [&](const std::vector<std::int64_t>& x) { all.push_back(elsewhere.tuple_at(x)); });
  return all;
}

struct position_pair {
  std::uint64_t position = 0;
  std::uint64_t other = 0;
};

inline strew_status record_of(const strew_plan* plan, const bad_index& found, strew_error& error) {
  strew_problem_bad_index given = STREW_PROBLEM_BAD_INDEX_INIT;
  given.operand = found.operand;
  given.position = found.position;
  given.bad_count = found.count;
  given.tuple_depth = found.tuple.size();
  given.tuple = found.tuple.data();
  return strew_plan_index_error(plan, &given, &error);
}

inline strew_status record_of(const strew_plan* plan, const position_pair& found,
                              const std::vector<tuple_values>& tuples, strew_error& error) {
  strew_problem_duplicate given = STREW_PROBLEM_DUPLICATE_INIT;
  given.position = found.position;
  given.other_position = found.other;
  given.tuple_depth = tuples[found.position].size();
  given.tuple = tuples[found.position].data();
  given.other_tuple = tuples[found.other].data();
  return strew_plan_duplicate_error(plan, &given, &error);
}

}  // namespace strew::testing
