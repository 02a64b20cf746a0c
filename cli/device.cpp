#include "device.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "library_text.hpp"

namespace strew::cli {

#if defined(STREW_CLI_VULKAN)

namespace {

constexpr std::string_view refused_mark = "; refused: ";

// What no device can do is a limit of the machine; all else is said as the processor would.
diagnostic device_diagnostic(const strew_error& error, const call_info& info) {
  const std::string rule = error.rule;
  if (!rule.starts_with("VK")) return library_diagnostic(error, info);
  std::string_view message = error.message;
  if (message.starts_with(rule + ": ")) message.remove_prefix(rule.size() + 2);
  diagnostic made;
  made.code = exit_resources;
  made.kind = "resources";
  made.message = std::string(message) + " (" + rule + ")";
  made.details.add("rule", rule);
  return made;
}

// "0: NAME, DRIVER; refused: WHY".
listed_device device_of(const std::string& line) {
  const std::size_t colon = line.find(": "), mark = line.find(refused_mark);
  listed_device made;
  made.number = static_cast<std::uint32_t>(std::stoul(line));
  made.name = line.substr(colon + 2, mark == std::string::npos ? mark : mark - colon - 2);
  if (mark != std::string::npos) made.refused = line.substr(mark + refused_mark.size());
  return made;
}

}  // namespace

void host_deleter::operator()(strew_vulkan_host* host) const {
  strew_vulkan_host_destroy(host);
}

outcome check_device(const operator_options& options) {
  if (!options.device) return std::nullopt;
  const char* const other = options.memory ? "--memory" : options.arg ? "--arg" : options.count ? "--count" : nullptr;
  if (other == nullptr) return std::nullopt;
  return usage_diagnostic(std::string("--device vulkan executes calls in memory, with one result, and cannot be "
                                      "combined with ") +
                          other);
}

outcome open_device(const operator_options& options, unique_host& made) {
  if (!options.device) return std::nullopt;
  strew_vulkan_host_options how = STREW_VULKAN_HOST_OPTIONS_INIT;
  how.device = options.device->number.value_or(0);
  strew_vulkan_host* host = nullptr;
  strew_error error = STREW_ERROR_INIT;
  if (strew_vulkan_host_make(options.device->number ? &how : nullptr, &host, &error) != STREW_STATUS_OK)
    return device_diagnostic(error, {});
  made.reset(host);
  return std::nullopt;
}

// The first line is "device: NAME, DRIVER".
std::string device_text(const strew_vulkan_host& host) {
  const strew_vulkan_device* const device = strew_vulkan_host_device(&host);
  const std::string text = library_text(
      [&](char* place, std::size_t capacity) { return strew_vulkan_device_describe(device, place, capacity); });
  const std::size_t begin = text.find(": ") + 2;
  return text.substr(begin, text.find('\n') - begin);
}

outcome execute_on(strew_vulkan_host& host, const strew_plan& plan, const strew_operand_places& at,
                   const call_info& info) {
  strew_error error = STREW_ERROR_INIT;
  if (strew_vulkan_host_execute(&host, &plan, &at, &error) == STREW_STATUS_OK) return std::nullopt;
  return device_diagnostic(error, info);
}

outcome list_devices(std::vector<listed_device>& made) {
  std::string text(std::size_t{1} << 16U, '\0');
  std::size_t length = 0;
  strew_error error = STREW_ERROR_INIT;
  if (strew_vulkan_devices(text.data(), text.size(), &length, &error) != STREW_STATUS_OK)
    return device_diagnostic(error, {});
  text.resize(std::min(length, text.size() - 1));
  for (const std::vector<std::string>& line : lines_of(text, 0)) made.push_back(device_of(line[0]));
  return std::nullopt;
}

#else

namespace {

diagnostic built_without() {
  return usage_diagnostic("this strew was built without devices of Vulkan",
                          "CMake's option STREW_BUILD_VULKAN builds them");
}

}  // namespace

void host_deleter::operator()(strew_vulkan_host* /*host*/) const {}

outcome check_device(const operator_options& options) {
  return options.device ? outcome(built_without()) : std::nullopt;
}

outcome open_device(const operator_options& /*options*/, unique_host& /*made*/) {
  return std::nullopt;
}

std::string device_text(const strew_vulkan_host& /*host*/) {
  return {};
}

outcome execute_on(strew_vulkan_host& /*host*/, const strew_plan& /*plan*/, const strew_operand_places& /*at*/,
                   const call_info& /*info*/) {
  return built_without();
}

outcome list_devices(std::vector<listed_device>& /*made*/) {
  return built_without();
}

#endif

}  // namespace strew::cli
