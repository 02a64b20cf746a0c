// Results of a call beside its output: which position each element of a minimum or maximum is of, and how many
// positions each segment has. Each is an operation of its own, on the operands of the call and with its indices.
#pragma once

#include <cstdint>

#include "base/operands.hpp"
#include "problem/operation.hpp"

namespace strew::engine {

enum class further_kind : std::uint8_t { positions, counts };

struct further_result {
  further_kind kind = further_kind::counts;
  std::int64_t absent = 0;  // the element of data, one for all: what is left where no position has part
  engine::operation operation;
  operands ops;  // data: `absent`; updates: those of the call, or one for all
};

}  // namespace strew::engine
