// segment_reduce, sddmm and gather_block_quantized on the processor and on a Vulkan device, as comparison.hpp does it
// for the other operators.
#pragma once

#include "vulkan/comparison.hpp"

namespace strew::vulkan_tests {

comparison compare_segments(std::uint64_t seed, bool is_sddmm, strew_vulkan_host* host);
comparison compare_quantized(std::uint64_t seed, strew_vulkan_host* host);

}  // namespace strew::vulkan_tests
