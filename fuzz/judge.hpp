// What a problem must come to, whichever way it is run.
#pragma once

#include <cstdint>
#include <vector>

#include "bytes.hpp"
#include "problem.hpp"

namespace strew::fuzz {

// What the one call with default settings came to; every other way is compared with it.
struct verdict {
  strew_status status = STREW_OK;
  strew_error error = STREW_ERROR_INIT;
  std::vector<std::uint8_t> before;  // the output
  std::vector<std::uint8_t> after;
};

verdict judge_call(problem& of);
void judge_again(problem& of, const verdict& expected);  // the same call comes to the same

// The plan was made of the problem; each leaves the output as `of.before` again.
void judge_plan(problem& of, const verdict& expected, const strew_plan* plan, bytes& in);
void judge_execution(problem& of, const verdict& expected, const strew_plan* plan, bytes& in);
void judge_prepared(problem& of, const verdict& expected, const strew_plan* plan, bytes& in);
void judge_solver(problem& of, const verdict& expected, bytes& in);

// The output after a run with this status: the expected bytes, or what it was.
void judge_output(problem& of, const verdict& expected, strew_status status);

// Under these options the order of updates, or what comes of indices that the caller promised not to give, is free.
bool has_one_result(const problem& of);

}  // namespace strew::fuzz
