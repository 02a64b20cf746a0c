// What completes a scatter, as bytes.
#pragma once

#include <cstddef>
#include <vector>

#include "outofcore/scatter_call.hpp"

namespace strew::engine::outofcore {

std::vector<std::byte> plan_bytes(const scatter_call& call, const partition& of);
// False if they are no such bytes, or others than were written. The files are the caller's to open.
bool read_plan(const std::vector<std::byte>& from, scatter_call& call, partition& of);

}  // namespace strew::engine::outofcore
