#include "directml/binding_table.hpp"

#include <new>
#include <utility>

#include "directml/device.hpp"

namespace strew::frontends::directml {
namespace {

constexpr binding_shape one_buffer{DML_BINDING_TYPE_BUFFER, 1};

}  // namespace

maybe_failure binding_table::set_target(const DML_BINDING_TABLE_DESC* desc) {
  com_ptr<dispatchable> found;
  if (desc != nullptr) {
    if (auto bad = find_own(desc->Dispatchable, owner(), "Dispatchable", found)) return bad;
    target_ = found;
  }
  contents_ = {};
  return {};
}

maybe_failure binding_table::bind(UINT count, const DML_BINDING_DESC* bindings, bool are_outputs) {
  std::vector<binding>& to = are_outputs ? contents_.outputs : contents_.inputs;
  to.clear();  // a rejected list leaves nothing bound
  if (!target_) return invalid(STREW_STATUS_POINTER, STREW_OPERAND_NONE, "DM24", "the table has no dispatchable");
  const std::uint32_t expected = are_outputs ? target_->output_count() : target_->input_count();
  if (count != expected) {
    return invalid(STREW_STATUS_ATTRIBUTE, STREW_OPERAND_NONE, "DM20", "{} bindings are given for {} {}", count,
                   expected, are_outputs ? "outputs" : "inputs");
  }
  if (count > 0 && bindings == nullptr) return null_pointer(STREW_OPERAND_NONE, "the list of bindings");
  std::vector<binding> made(count);
  for (UINT i = 0; i < count; ++i) {
    const std::int32_t operand = are_outputs ? STREW_OPERAND_OUTPUT : target_->input_operand(i);
    const binding_shape shape = are_outputs ? one_buffer : target_->input_shape(i);
    if (auto bad = read_binding(owner().runs_on(), bindings[i], shape, operand, made[i])) return bad;
    if (auto bad = are_outputs ? target_->check_output(i, made[i]) : target_->check_input(i, made[i])) return bad;
  }
  to = std::move(made);
  return {};
}

HRESULT binding_table::bind_all(std::string_view method, UINT count, const DML_BINDING_DESC* bindings,
                                bool are_outputs) noexcept try {
  const maybe_failure bad = bind(count, bindings, are_outputs);
  return bad ? owner().report_removal({method}, name(), *bad) : S_OK;
} catch (const std::bad_alloc&) {
  return owner().report_removal({method}, name(), out_of_memory());
}

HRESULT STREW_DIRECTML_CALL binding_table::BindInputs(UINT count, const DML_BINDING_DESC* bindings) noexcept {
  return bind_all("IDMLBindingTable::BindInputs", count, bindings, false);
}

HRESULT STREW_DIRECTML_CALL binding_table::BindOutputs(UINT count, const DML_BINDING_DESC* bindings) noexcept {
  return bind_all("IDMLBindingTable::BindOutputs", count, bindings, true);
}

// The size is checked at dispatch, where it is known whether the resource is needed.
HRESULT binding_table::bind_resource(std::string_view method, const DML_BINDING_DESC* given, binding& to) noexcept try {
  to = {};
  if (given == nullptr) return S_OK;
  binding made;
  const maybe_failure bad = read_binding(owner().runs_on(), *given, one_buffer, STREW_OPERAND_NONE, made);
  if (bad) return owner().report_removal({method}, name(), *bad);
  to = std::move(made);
  return S_OK;
} catch (const std::bad_alloc&) {
  return owner().report_removal({method}, name(), out_of_memory());
}

HRESULT STREW_DIRECTML_CALL binding_table::BindTemporaryResource(const DML_BINDING_DESC* given) noexcept {
  return bind_resource("IDMLBindingTable::BindTemporaryResource", given, contents_.temporary);
}

HRESULT STREW_DIRECTML_CALL binding_table::BindPersistentResource(const DML_BINDING_DESC* given) noexcept {
  return bind_resource("IDMLBindingTable::BindPersistentResource", given, contents_.persistent);
}

HRESULT STREW_DIRECTML_CALL binding_table::Reset(const DML_BINDING_TABLE_DESC* desc) noexcept {
  const maybe_failure bad = set_target(desc);
  return bad ? owner().report({"IDMLBindingTable::Reset"}, name(), *bad) : S_OK;
}

}  // namespace strew::frontends::directml
