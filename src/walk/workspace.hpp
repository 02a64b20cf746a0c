// Lines of the cache, and places in a workspace, each part of which begins at one.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strew::engine {

// Bytes that a solver requires more than its parts have: a caller's workspace has any alignment.
constexpr std::uint64_t cache_line = 64;

// Bytes of workspace that need not be justified by indices and updates.
constexpr std::uint64_t usual_workspace = std::uint64_t{16} << 20;

inline std::byte* aligned_workspace(std::byte* memory) {
  return memory + (cache_line - reinterpret_cast<std::uintptr_t>(memory) % cache_line) % cache_line;
}

// The bytes of the lines that `bytes` take. They are fewer than 2^64 - 64.
constexpr std::uint64_t whole_lines(std::uint64_t bytes) {
  return (bytes + cache_line - 1) / cache_line * cache_line;
}

}  // namespace strew::engine
