#include "onnxruntime/factory.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

#include "onnxruntime/failure.hpp"
#include "onnxruntime/own_operators.hpp"
#include "onnxruntime/provider.hpp"
#include "strew/strew.h"

namespace strew::onnxruntime {
namespace {

const abi::host& host_of(const abi::factory* self) {
  return static_cast<const factory*>(self)->host();
}

// The processor, which the runtime lists once.
abi::status* find_devices(abi::factory* self, const abi::hardware_device* const* given, std::size_t count,
                          abi::device** devices, std::size_t room, std::size_t* found) noexcept {
  const abi::host& at = host_of(self);
  *found = 0;
  for (std::size_t i = 0; i < count && *found < room; ++i) {
    if (abi::get_device_type(at, given[i]) != abi::cpu_device) continue;
    STREW_TRY(abi::create_device(at, self, given[i], nullptr, nullptr, &devices[*found]));
    ++*found;
  }
  return nullptr;
}

abi::status* make_provider(abi::factory* self, const abi::hardware_device* const*, const abi::pairs* const*,
                           std::size_t, const abi::session_options*, const abi::logger*,
                           abi::provider** made) noexcept {
  return guarded(host_of(self), [&]() -> abi::status* {
    *made = std::make_unique<provider>(host_of(self)).release();
    return nullptr;
  });
}

void destroy_provider(abi::factory*, abi::provider* given) noexcept {
  delete static_cast<provider*>(given);
}

// OrtCompiledModelCompatibility: not applicable, nothing is compiled.
abi::status* compare_nothing(abi::factory*, const abi::hardware_device* const*, std::size_t, const char*,
                             std::int32_t* outcome) noexcept {
  *outcome = 0;
  return nullptr;
}

// Memory and its transfer are those of the processor: null means the runtime's own.
template <class Made, class... Given>
abi::status* give_none(abi::factory*, Given..., Made** made) noexcept {
  *made = nullptr;
  return nullptr;
}

abi::status* give_own_domain(abi::factory* self, abi::custom_domain** to, std::size_t room) noexcept {
  const abi::host& at = host_of(self);
  return room == 0 ? nullptr : guarded(at, [&] { return find_own_domain(at, to); });
}

}  // namespace

// The runtime calls some functions that are optional in its documentation without asking whether they are null
// (create_allocator, release_allocator, create_data_transfer): all are set.
factory::factory(const abi::host& at) noexcept : at_(at) {
  get_name = [](const abi::factory*) noexcept { return provider_name; };
  get_vendor = [](const abi::factory*) noexcept { return "strew"; };
  get_vendor_id = [](const abi::factory*) noexcept { return std::uint32_t{0}; };
  get_version = [](const abi::factory*) noexcept { return strew_version(); };
  get_devices = find_devices;
  create_provider = make_provider;
  release_provider = destroy_provider;
  validate_compiled = compare_nothing;
  create_allocator = give_none<abi::allocator, const abi::memory_info*, const abi::pairs*>;
  release_allocator = [](abi::factory*, abi::allocator*) noexcept {};
  create_data_transfer = give_none<abi::data_transfer>;
  is_stream_aware = [](const abi::factory*) noexcept { return false; };
  create_sync_stream = give_none<abi::sync_stream, const abi::memory_device*, const abi::pairs*>;
  get_incompatibility = [](abi::factory*, const abi::hardware_device*, abi::incompatibility*) noexcept -> abi::status* {
    return nullptr;
  };
  create_resource_importer = give_none<abi::resource_importer, const abi::device*>;
  count_custom_domains = [](abi::factory*, std::size_t* count) noexcept -> abi::status* {
    *count = 1;
    return nullptr;
  };
  get_custom_domains = give_own_domain;
}

}  // namespace strew::onnxruntime
