// --device: plans that are executed on a Vulkan device, on operands in memory. A program that was built without the
// backend knows the option, and says so.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "diagnostic.hpp"
#include "options.hpp"
#include "strew/strew.h"
#include "strew/vulkan.h"

namespace strew::cli {

struct host_deleter {
  void operator()(strew_vulkan_host* host) const;
};
using unique_host = std::unique_ptr<strew_vulkan_host, host_deleter>;

// What cannot be combined with a device, or that there is none in this build.
outcome check_device(const operator_options& options);

// Null where the processor is to execute.
outcome open_device(const operator_options& options, unique_host& made);

// Its name and its driver.
std::string device_text(const strew_vulkan_host& host);

// As strew_execute_at.
outcome execute_on(strew_vulkan_host& host, const strew_plan& plan, const strew_operand_places& at,
                   const call_info& info);

struct listed_device {
  std::uint32_t number = 0;
  std::string name;
  std::string refused;  // why; empty: it is not
};

outcome list_devices(std::vector<listed_device>& made);

}  // namespace strew::cli
