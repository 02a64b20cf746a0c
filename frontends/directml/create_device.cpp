// Creation of a device, and the record of the last failure.
#include <cstring>
#include <new>

#include "common/vocabulary.hpp"
#include "directml/device.hpp"

namespace strew::frontends::directml {
namespace {

// Reports a failure before there is a device, to the message function of the options.
HRESULT report_early(const settings& with, const failure& bad) {
  return report_failure(with, true, {"DMLCreateDevice1"}, {}, bad);
}

maybe_failure check_backend(const strew_directml_options* options, const strew_directml_backend& given) {
  if (given.address_of == nullptr || given.compile == nullptr || given.destroy == nullptr ||
      given.dispatch == nullptr || given.copy == nullptr)
    return null_pointer(STREW_OPERAND_NONE, "a function of the backend");
  if (options == nullptr || options->execution == nullptr) return {};
  return invalid(STREW_STATUS_ATTRIBUTE, STREW_OPERAND_NONE, "DM26",
                 "the options have an execution, which a device that is not the processor does not use");
}

maybe_failure open(const strew_directml_options* options, const strew_directml_backend& given) {
  if (auto bad = check_backend(options, given)) return bad;
  if (given.open == nullptr) return {};
  strew_error error = STREW_ERROR_INIT;
  error.status = given.open(given.context, &error);
  return from_engine(error);
}

// `backend` is null for the processor. It is released by the device, or here.
HRESULT create(const strew_directml_options* options, const strew_directml_backend* backend, const void* interface_id,
               void** made) {
  settings with;
  maybe_failure bad = read_settings(options, with);
  if (!bad && interface_id == nullptr) bad = null_pointer(STREW_OPERAND_NONE, "riid");
  if (!bad && made == nullptr) bad = null_pointer(STREW_OPERAND_NONE, "ppv");
  if (!bad && backend != nullptr) bad = open(options, *backend);
  device* object = bad ? nullptr : new (std::nothrow) device(with, backend);
  if (object == nullptr) {
    if (backend != nullptr && backend->release != nullptr) backend->release(backend->context);
    return report_early(with, bad ? *bad : out_of_memory());
  }
  GUID id;
  std::memcpy(&id, interface_id, sizeof id);
  return object->give(static_cast<IDMLDevice*>(object), "DMLCreateDevice1", id, made);
}

}  // namespace
}  // namespace strew::frontends::directml

using namespace strew::frontends::directml;  // NOLINT(google-build-using-namespace): the functions below are its C API

std::int32_t strew_directml_create_device(const strew_directml_options* options, const void* interface_id,
                                          void** made) {
  if (made != nullptr) *made = nullptr;
  return create(options, nullptr, interface_id, made);
}

std::int32_t strew_directml_create_device_on(const strew_directml_options* options,
                                             const strew_directml_backend* backend, const void* interface_id,
                                             void** made) {
  if (made != nullptr) *made = nullptr;
  if (backend == nullptr) return report_early({}, null_pointer(STREW_OPERAND_NONE, "the backend"));
  if (strew::frontends::is_known(*backend)) return create(options, backend, interface_id, made);
  return report_early({}, invalid(STREW_STATUS_POINTER, STREW_OPERAND_NONE, "DM26",
                                  "strew_directml_backend has size {} and version {}; this library knows size {} and "
                                  "version 1",
                                  backend->struct_size, backend->version, sizeof *backend));
}

std::int32_t strew_directml_last_error(strew_error* record) {
  return strew::frontends::copy_record(last_error(), record) ? S_OK : E_INVALIDARG;
}
