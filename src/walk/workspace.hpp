// Places in a workspace: each part of it begins at a line of the cache.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strew::engine {

// Bytes that a solver requires more than its parts have: a caller's workspace has any alignment.
constexpr std::uint64_t workspace_line = 64;

inline std::byte* aligned_workspace(std::byte* memory) {
  return memory + (workspace_line - reinterpret_cast<std::uintptr_t>(memory) % workspace_line) % workspace_line;
}

// The bytes of the lines that `bytes` take. They are fewer than 2^64 - 64.
constexpr std::uint64_t whole_lines(std::uint64_t bytes) {
  return (bytes + workspace_line - 1) / workspace_line * workspace_line;
}

}  // namespace strew::engine
