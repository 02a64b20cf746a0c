#include "directml/recorder.hpp"

#include <new>

#include "directml/binding_table.hpp"
#include "directml/device.hpp"

namespace strew::frontends::directml {
namespace {

// Sets `who` to the name with which a message begins.
maybe_failure run(const device& on, ID3D12CommandList* commands, IDMLDispatchable* given, IDMLBindingTable* bindings,
                  object_name& who) {
  com_ptr<dispatchable> target;
  com_ptr<binding_table> table;
  if (auto bad = find_own(given, on, "the dispatchable", target)) return bad;
  if (const object_name label = target->label(); label.text[0] != '\0') who = label;
  if (auto bad = find_own(bindings, on, "the binding table", table)) return bad;
  if (table->target() != target.get()) {
    return invalid(STREW_STATUS_POINTER, STREW_OPERAND_NONE, "DM24", "the binding table is of another dispatchable");
  }
  if (commands == nullptr && on.records()) return null_pointer(STREW_OPERAND_NONE, "the command list");
  return target->dispatch(table->contents(), commands);
}

}  // namespace

HRESULT STREW_DIRECTML_CALL recorder::RecordDispatch(ID3D12CommandList* commands, IDMLDispatchable* dispatchable,
                                                     IDMLBindingTable* bindings) noexcept try {
  object_name who = name();
  const maybe_failure bad = run(owner(), commands, dispatchable, bindings, who);
  return bad ? owner().report_removal({"IDMLCommandRecorder::RecordDispatch"}, who, *bad) : S_OK;
} catch (const std::bad_alloc&) {
  return owner().report_removal({"IDMLCommandRecorder::RecordDispatch"}, name(), out_of_memory());
}

}  // namespace strew::frontends::directml
