#include "vulkan.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <string>

#include "execution.hpp"
#include "failure.hpp"
#include "option_values.hpp"
#include "plan.hpp"
#include "strew/vulkan.h"

namespace strew::python {

#if defined(STREW_PYTHON_VULKAN)

namespace {

class vulkan_device : public plan_device {
 public:
  explicit vulkan_device(strew_vulkan_host* made) : host_(made, &strew_vulkan_host_destroy) {}

  // Without the GIL. One thread at a time executes on a host.
  strew_status execute(const strew_plan* plan, const strew_operand_places& at, strew_error& record) override {
    const std::lock_guard lock(one_at_a_time_);
    return strew_vulkan_host_execute(host_.get(), plan, &at, &record);
  }

  [[nodiscard]] nb::object describe() const {
    const strew_vulkan_device* const device = strew_vulkan_host_device(host_.get());
    std::string text(strew_vulkan_device_describe(device, nullptr, 0) + 1, '\0');
    text.resize(strew_vulkan_device_describe(device, text.data(), text.size()));
    return nb::str(text.data(), text.size());
  }

 private:
  std::unique_ptr<strew_vulkan_host, decltype(&strew_vulkan_host_destroy)> host_;
  std::mutex one_at_a_time_;
};

// Of a call that takes long, as finding drivers does.
template <class Work>
void run_long(const Work& work) {
  empty_record record;
  const strew_status status =
      run(execution_settings{}, long_call, [&](const strew_execution&) { return work(record); });
  if (status != STREW_STATUS_OK) raise(record);
}

nb::object open_device(nb::handle number, std::int32_t arithmetic) {
  strew_vulkan_host_options options = STREW_VULKAN_HOST_OPTIONS_INIT;
  options.arithmetic = arithmetic;
  if (!number.is_none()) {
    const std::int64_t given = read_integer(number, "number");
    if (given < 0 || given > std::numeric_limits<std::uint32_t>::max())
      raise(rule::PY8, nullptr, "number=" + std::to_string(given) + " is the number of no device");
    options.device = static_cast<std::uint32_t>(given);
  }
  strew_vulkan_host* made = nullptr;
  run_long([&](strew_error& record) {
    return strew_vulkan_host_make(number.is_none() ? nullptr : &options, &made, &record);
  });
  return nb::cast(new vulkan_device(made), nb::rv_policy::take_ownership);
}

nb::object list_devices() {
  std::string text(std::size_t{1} << 16U, '\0');
  std::size_t length = 0;
  run_long([&](strew_error& record) { return strew_vulkan_devices(text.data(), text.size(), &length, &record); });
  return nb::str(text.data(), std::min(length, text.size() - 1));
}

nb::object execute_on(vulkan_device& device, const plan& made, const nb::args& given, const nb::kwargs& options) {
  return made.call_on(&device, given, options);
}

}  // namespace

void add_vulkan(nb::module_& module) {
  [[maybe_unused]] const nb::class_<vulkan_device> kept(module, "_VulkanDevice");
  module.def("_has_vulkan", [] { return true; });
  module.def("_vulkan_open", &open_device, nb::arg("number").none(), nb::arg("arithmetic"));
  module.def("_vulkan_devices", &list_devices);
  module.def("_vulkan_describe", [](const vulkan_device& device) { return device.describe(); });
  module.def("_vulkan_execute", &execute_on);
}

#else

void add_vulkan(nb::module_& module) {
  module.def("_has_vulkan", [] { return false; });
  for (const char* name : {"_vulkan_open", "_vulkan_devices", "_vulkan_describe", "_vulkan_execute"})
    module.def(name, [](const nb::args&, const nb::kwargs&) -> nb::object { return nb::none(); });
}

#endif

}  // namespace strew::python
