// What a case must come to, whichever way it is run.
#pragma once

#include "fuzz/operators/fixture.hpp"

namespace strew::fuzz {

// What the one call with default settings came to; every other way is compared with it.
struct verdict {
  strew_status status = STREW_STATUS_OK;
  strew_error error = STREW_ERROR_INIT;
  fixture::contents before;
  fixture::contents after;
};

verdict verify_call(fixture& of);
void verify_again(fixture& of, const verdict& expected);  // the same call comes to the same

// The plan was made of the case; each leaves the memory as it was.
void verify_plan(fixture& of, const verdict& expected, const strew_plan* plan, choices& in);
void verify_execution(fixture& of, const verdict& expected, const strew_plan* plan, choices& in);
void verify_prepared(fixture& of, const verdict& expected, const strew_plan* plan, choices& in);
void verify_solver(fixture& of, const verdict& expected, choices& in);

// The memory after a run with this status: the expected bytes, or what it was.
void verify_memory(fixture& of, const verdict& expected, strew_status status);

// A call without a plan sees missing memory before anything else, a plan never.
bool finds_pointers_first(const verdict& expected);

}  // namespace strew::fuzz
