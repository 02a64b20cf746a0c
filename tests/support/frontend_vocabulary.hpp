// What all frontends ask of a call before they can say it.
#pragma once

#include <vector>

#include "support/frontend_call.hpp"

namespace strew::support {

uint64_t width_of(const strew_tensor& t);  // 0 where it is unknown or contradicts itself
std::vector<int64_t> strides_of(const strew_tensor& t);

// No extent below 1, none beyond `most`.
bool has_extents_up_to(const strew_tensor& t, int64_t most);

// Data, updates and output have one type. Types that a frontend carries as others would hide where they differ.
bool has_one_type(const frontend_call& call);

// Ranks are what the operator makes of those of data and indices, so that no leading 1 could correct a wrong one.
bool has_fitting_ranks(const frontend_call& call);

// The same number is written for a type and for the type it is carried as.
bool has_plain_fill(const frontend_call& call);

// The axis counted from the front; nothing if it is below -rank.
std::optional<uint64_t> axis_from_front(const frontend_call& call);

}  // namespace strew::support
