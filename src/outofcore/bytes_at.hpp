// Bytes of open files, all of them or an error.
#pragma once

#include <cstddef>
#include <cstdint>

#include "outofcore/outcome.hpp"

namespace strew::engine::outofcore {

outcome read_at(int file, std::uint64_t offset, std::byte* to, std::uint64_t bytes);
outcome write_at(int file, std::uint64_t offset, const std::byte* from, std::uint64_t bytes);
outcome bring_to_the_disk(int file);
// As write_at; where the system can, it begins to bring them to the disk, so that less is left to wait for.
outcome write_through_at(int file, std::uint64_t offset, const std::byte* from, std::uint64_t bytes);

// Of whole words and of what is left; equal bytes have equal ones.
std::uint64_t digest_of(const std::byte* from, std::uint64_t bytes);

}  // namespace strew::engine::outofcore
