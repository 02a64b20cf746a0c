// The lines of explain() that say what an execution does: each entry of a schedule prints itself.
#pragma once

#include <string>
#include <string_view>

#include "plan/plan.hpp"

namespace strew::engine {

// One line: a key and what is to be said.
void add_line(std::string& text, std::string_view key, std::string_view value);

// Checks, steps with the choice of their solvers, and what follows an index that is found to be bad on the way; in the
// order of an execution that may use so many threads as `label` has, in the words of its operator.
void add_schedule(std::string& text, const plan& p, const plan_label& label);

}  // namespace strew::engine
