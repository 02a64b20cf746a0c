// A case as a call of the C ABI.
#pragma once

#include "cases/arguments.hpp"

namespace strew::cases {

struct c_call {
  strew_operator op = STREW_OPERATOR_INIT;
  const strew_tensor* data = nullptr;
  const strew_tensor* indices = nullptr;
  const strew_tensor* updates = nullptr;  // of scatters only
  const strew_tensor* output = nullptr;
  const strew_options* options = nullptr;
};

c_call call_of(const test_case& p, const arguments& with);

strew_status run(const c_call& call, const strew_execution* execution, strew_error* error);
// At the site of the operator's calls.
strew_status run_at_site(const c_call& call, const strew_execution* execution, strew_error* error);
strew_status make_plan(const c_call& call, strew_plan** plan, strew_error* error);

}  // namespace strew::cases
