// One case on the processor and on a Vulkan device: all bytes of all buffers, guards included, and the error records.
#pragma once

#include <strew/vulkan.h>

#include <string>

#include "cases/test_case.hpp"

namespace strew::vulkan_tests {

enum class outcome { equal, refused_alike, left_out, different };

struct comparison {
  outcome what = outcome::left_out;
  std::string text;  // of a difference: what, and the case; of one that is left out: the rule
};

// `is_bound`: the indices are prepared on the host and bound to the plan.
comparison compare(const cases::test_case& p, strew_vulkan_host* host, bool is_bound);

// Numbers and message of two records; "" if they are equal.
std::string records_differ(const strew_error& is, const strew_error& should_be);

}  // namespace strew::vulkan_tests
