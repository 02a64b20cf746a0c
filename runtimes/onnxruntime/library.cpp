// The functions that the runtime looks up in the library: CreateEpFactories and ReleaseEpFactory of
// onnxruntime_ep_c_api.h, and RegisterCustomOps of onnxruntime_c_api.h.
#include <cstddef>
#include <string>

#include "export.hpp"
#include "onnxruntime/abi.hpp"
#include "onnxruntime/factory.hpp"
#include "onnxruntime/failure.hpp"
#include "onnxruntime/own_operators.hpp"

namespace strew::onnxruntime {
namespace {

// Before this version there is no registry of kernels for providers outside the runtime. A status can be made by the
// first version of the API, which every runtime has.
abi::status* refuse(const abi::base& from) {
  const abi::host oldest{from.get_api(1), nullptr};
  return guarded(oldest, [&] {
    const std::string why = std::string("strew needs ONNX Runtime 1.24 or later, and this is ") + from.get_version();
    return abi::create_status(oldest, abi::code_fail, why.c_str());
  });
}

// What `use` makes of the tables of this runtime.
template <class Use>
abi::status* with_host(const abi::base& from, const Use& use) {
  const abi::entry* const general = from.get_api(abi::version);
  if (general == nullptr) return refuse(from);
  abi::host at{general, nullptr};
  at.providers = abi::get_provider_api(at);
  return guarded(at, [&] { return use(at); });
}

abi::status* make_factory(const abi::base& from, abi::factory** made) {
  return with_host(from, [&](const abi::host& at) -> abi::status* {
    *made = new factory(at);
    return nullptr;
  });
}

abi::status* add_own_domain(const abi::base& from, abi::session_options* to) {
  return with_host(from, [&](const abi::host& at) -> abi::status* {
    abi::custom_domain* domain = nullptr;
    STREW_TRY(find_own_domain(at, &domain));
    return abi::add_domain(at, to, domain);
  });
}

}  // namespace
}  // namespace strew::onnxruntime

extern "C" {

STREW_RUNTIME_EXPORT strew::onnxruntime::abi::status* CreateEpFactories(
    const char*, const strew::onnxruntime::abi::base* base, const strew::onnxruntime::abi::logger*,
    strew::onnxruntime::abi::factory** factories, std::size_t room, std::size_t* count) {
  *count = 0;
  if (room == 0) return nullptr;
  strew::onnxruntime::abi::status* const failure = strew::onnxruntime::make_factory(*base, factories);
  *count = failure == nullptr ? 1 : 0;
  return failure;
}

STREW_RUNTIME_EXPORT strew::onnxruntime::abi::status* RegisterCustomOps(
    strew::onnxruntime::abi::session_options* options, const strew::onnxruntime::abi::base* base) {
  return strew::onnxruntime::add_own_domain(*base, options);
}

STREW_RUNTIME_EXPORT strew::onnxruntime::abi::status* ReleaseEpFactory(
    strew::onnxruntime::abi::factory* factory) {
  delete static_cast<strew::onnxruntime::factory*>(factory);
  return nullptr;
}
}
