// One small call of each operator, of which every question is a variation.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "caps_grid.hpp"
#include "strew/strew.h"

namespace strew::cli {

struct operator_spec;

// What is asked for: the smallest call unless a member says otherwise.
struct question {
  strew_dtype dtype = STREW_F32;
  std::uint64_t element_bytes = 0;
  strew_dtype index_dtype = STREW_I64;
  strew_options options = STREW_OPTIONS_INIT;
};

struct call_extents {
  std::span<const std::int64_t> data, indices, direct;  // direct: the output of a gather, updates otherwise
};

// An operator that can be asked. Here a tuple covers a window wherever the operator allows that.
struct subject {
  operator_kind kind;
  std::int32_t operation;     // STREW_OPERATOR_GATHER, ...
  const operator_spec* spec;  // null: not on the command line
  call_extents extents;

  // Of the C function without strew_.
  [[nodiscard]] const char* name() const { return strew_operator_name(operation); }
};

std::span<const subject> subjects();

struct reply {
  std::string rule;  // that refused; empty: a plan was made
  std::string plan;  // all that the plan says of itself

  answer as_answer() const { return rule.empty() ? "ok" : rule; }
};

reply ask(const subject& asked, const question& how);

}  // namespace strew::cli
