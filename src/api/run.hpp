// One-shot calls: the part that all have in common.
#pragma once

#include "api/convert.hpp"
#include "api/site.hpp"
#include "strew/site.h"

namespace strew::engine::api {

// Memory for an output that the caller has not made yet.
struct output_maker {
  void* context = nullptr;
  strew_make_output make = nullptr;  // null: there is an output
};

// A call as it was made: nothing of it is checked yet.
struct made_call {
  const strew_operator* op;
  view_list views;
  const strew_options* options;
  const strew_execution* execution;
  output_maker maker = {};
};

status run(const made_call& call, const site& at);

}  // namespace strew::engine::api
