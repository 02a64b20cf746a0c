#include "directml/compiled_operator.hpp"

namespace strew::frontends::directml {

// Owned inputs are stored one after the other, each with the alignment of a persistent buffer.
compiled_operator::compiled_operator(device& owner, com_ptr<operator_object> of) noexcept
    : dispatchable_child(owner), of_(std::move(of)), workspace_(work().plan.workspace()) {
  constexpr std::uint64_t alignment = DML_PERSISTENT_BUFFER_ALIGNMENT;
  for (std::uint32_t i = 0; i < input_count(); ++i) {
    if (!work().inputs[i].is_owned) continue;
    offsets_[i] = persistent_bytes_;
    persistent_bytes_ += (work().inputs[i].used_bytes + alignment - 1) / alignment * alignment;
  }
}

DML_BINDING_PROPERTIES STREW_DIRECTML_CALL compiled_operator::GetBindingProperties() noexcept {
  return {0, workspace_, persistent_bytes_};
}

object_name compiled_operator::label() {
  const object_name own = name();
  return own.text[0] != '\0' ? own : of_->name();
}

maybe_failure compiled_operator::check_input(std::uint32_t number, const binding& given) const {
  return check_tensor_binding(given, work().inputs[number]);
}

maybe_failure compiled_operator::check_output(std::uint32_t, const binding& given) const {
  return check_tensor_binding(given, work().output);
}

maybe_failure compiled_operator::check_bound(const bound& with) const {
  if (with.inputs.size() != input_count()) {
    return invalid(STREW_STATUS_POINTER, STREW_OPERAND_NONE, "DM20", "the {} inputs of the operator are not bound",
                   input_count());
  }
  if (with.outputs.size() != output_count())
    return invalid(STREW_STATUS_POINTER, STREW_OPERAND_OUTPUT, "DM20", "it is not bound");
  if (auto bad = check_resource(with.temporary, workspace_, "the temporary resource")) return bad;
  if (auto bad = check_resource(with.persistent, persistent_bytes_, "the persistent resource")) return bad;
  if (persistent_bytes_ == 0 || is_initialized_) return {};
  return invalid(STREW_STATUS_ATTRIBUTE, STREW_OPERAND_NONE, "DM23",
                 "inputs are OWNED_BY_DML and the operator was not initialized");
}

std::byte* compiled_operator::input_data(const bound& with, std::uint32_t number) const {
  return work().inputs[number].is_owned ? with.persistent.ranges[0].data + offsets_[number]
                                        : with.inputs[number].ranges[0].data;
}

maybe_failure compiled_operator::dispatch(const bound& with) {
  if (auto bad = check_bound(with)) return bad;
  strew_execution execution = owner().with().execution;
  if (workspace_ > 0) {
    execution.workspace = with.temporary.ranges[0].data;
    execution.workspace_bytes = with.temporary.ranges[0].bytes;
  }
  strew_error error = STREW_ERROR_INIT;
  error.status = strew_execute(work().plan.native(), input_data(with, 0), input_data(with, 1),
                               work().is_scatter() ? input_data(with, 2) : nullptr, with.outputs[0].ranges[0].data,
                               &execution, &error);
  return from_engine(error);
}

}  // namespace strew::frontends::directml
