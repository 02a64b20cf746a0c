// Whether two positions write one cell, from their tuples alone.
#pragma once

#include <cstdint>

#include "base/status.hpp"
#include "problem/destinations.hpp"

namespace strew::engine {

// A tuple has a value for each member, none of which is an index error.
struct tuple_of_position {
  std::uint64_t position;
  const index_tuple& tuple;
};

bool meet(const destinations& where, const tuple_of_position& left, const tuple_of_position& right);

}  // namespace strew::engine
