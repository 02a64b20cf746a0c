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

}  // namespace
}  // namespace strew::frontends::directml

using namespace strew::frontends::directml;  // NOLINT(google-build-using-namespace): the functions below are its C API

std::int32_t strew_directml_create_device(const strew_directml_options* options, const void* interface_id,
                                          void** made) {
  if (made != nullptr) *made = nullptr;
  settings with;
  maybe_failure bad = read_settings(options, with);
  if (!bad && interface_id == nullptr) bad = null_pointer(STREW_OPERAND_NONE, "riid");
  if (!bad && made == nullptr) bad = null_pointer(STREW_OPERAND_NONE, "ppv");
  if (bad) return report_early(with, *bad);
  auto* object = new (std::nothrow) device(with);
  if (object == nullptr) return report_early(with, out_of_memory());
  GUID id;
  std::memcpy(&id, interface_id, sizeof id);
  return object->give(static_cast<IDMLDevice*>(object), "DMLCreateDevice1", id, made);
}

std::int32_t strew_directml_last_error(strew_error* record) {
  return strew::frontends::copy_record(last_error(), record) ? S_OK : E_INVALIDARG;
}
