// Which arrays the calls of a plan take, by place and by name: those of its operator's calls.
#pragma once

#include <span>
#include <string>

#include "call_spec.hpp"
#include "roles.hpp"

namespace strew::python {

// In the order of the operator's parameters.
std::span<const role> by_place(std::int32_t op);
std::span<const role> by_name(std::int32_t op);

// The parameter of an operand that is given by name; ids and offsets are one operand.
const char* keyword_of(role which, const call_spec& spec);

}  // namespace strew::python
