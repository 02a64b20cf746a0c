// What became of dispatches that were recorded.
#include <new>

#include "directml/compiled_operator.hpp"
#include "strew/directml/backend.hpp"

namespace strew::frontends::directml {
namespace {

constexpr subject of_result{"strew_directml_dispatch_result"};

// The object whatever its device is, since no device is named.
maybe_failure find_compiled(IDMLDispatchable* given, com_ptr<compiled_operator>& found) {
  if (given == nullptr) return null_pointer(STREW_OPERAND_NONE, "the compiled operator");
  void* raw = nullptr;
  const bool is_ours = SUCCEEDED(given->QueryInterface(private_id(compiled_operator::kind), &raw)) && raw != nullptr;
  if (is_ours) *found.put() = static_cast<compiled_operator*>(raw);
  if (is_ours && found->owner().records()) return {};
  return invalid(
      STREW_STATUS_POINTER, STREW_OPERAND_NONE, "DM24", "the compiled operator is {}",
      is_ours ? "of a device that executes at once: RecordDispatch returned the result" : "not an object of this kind");
}

}  // namespace
}  // namespace strew::frontends::directml

std::int32_t strew_directml_dispatch_result(IDMLDispatchable* compiled, const void* record) {
  using namespace strew::frontends::directml;  // NOLINT(google-build-using-namespace): the C side of this namespace
  com_ptr<compiled_operator> found;
  if (const maybe_failure bad = find_compiled(compiled, found)) return report_failure({}, true, of_result, {}, *bad);
  const maybe_failure bad = record == nullptr ? null_pointer(STREW_OPERAND_NONE, "the record") : found->result(record);
  return bad ? found->owner().report_removal(of_result, found->label(), *bad) : S_OK;
}
