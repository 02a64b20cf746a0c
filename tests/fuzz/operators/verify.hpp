// Checks that a case has the same result in all ways of running it.
#pragma once

#include "fuzz/operators/fixture.hpp"

namespace strew::fuzz {

// The result of the one-shot call with default settings, with which all others are compared.
struct verdict {
  strew_status status = STREW_STATUS_OK;
  strew_error error = STREW_ERROR_INIT;
  fixture::contents before;
  fixture::contents after;
};

verdict verify_call(fixture& of);
void verify_again(fixture& of, const verdict& expected);  // the same call has the same result

// The plan was made from the case; each function restores the memory.
void verify_plan(fixture& of, const verdict& expected, const strew_plan* plan, choices& in);
void verify_execution(fixture& of, const verdict& expected, const strew_plan* plan, choices& in);
void verify_prepared(fixture& of, const verdict& expected, const strew_plan* plan, choices& in);
void verify_solver(fixture& of, const verdict& expected, choices& in);

// The memory after a run with this status: the expected bytes, or unchanged.
void verify_memory(fixture& of, const verdict& expected, strew_status status);

// A one-shot call checks the pointers first; a plan has none.
bool finds_pointers_first(const verdict& expected);

}  // namespace strew::fuzz
