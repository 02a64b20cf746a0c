// What each rank tells every other one before anything moves, and what all of them conclude from it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/status.hpp"
#include "exchange/indices.hpp"
#include "strew/exchange.h"

namespace strew::engine::exchange {

struct greeting {
  std::uint64_t digest = 0;     // of the call and the layout
  std::uint64_t positions = 0;  // of the rank
  std::uint64_t most = 0;       // entries that it sends to any rank
  std::uint64_t budget = 0;     // 0: any number
  bad_positions bad;
};

strew_hello hello_of(const greeting& said, std::uint64_t entries);
// Of a rank that cannot take part.
strew_hello hello_of(rule broken);

struct agreement {
  std::vector<std::uint64_t> entries;  // of each rank, for this one
  std::uint64_t positions = 0;         // of all ranks
  std::uint64_t most = 0;              // entries that any rank sends to any other one
  std::uint64_t budget = 0;            // the smallest one; 0: any number
  bad_positions bad;                   // of all ranks: the first one by its number through all of them

  // XC3, the same at all ranks: the first one that failed, then the first one that makes another call. Bad positions
  // are no failure here.
  status read(const strew_hello* hellos, std::uint64_t ranks);
};

}  // namespace strew::engine::exchange
