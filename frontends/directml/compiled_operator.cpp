#include "directml/compiled_operator.hpp"

namespace strew::frontends::directml {

// Owned inputs are stored one after the other, each with the alignment of a persistent buffer.
compiled_operator::compiled_operator(device& owner, com_ptr<operator_object> of) noexcept
    : dispatchable_child(owner), of_(std::move(of)) {
  constexpr std::uint64_t alignment = DML_PERSISTENT_BUFFER_ALIGNMENT;
  for (std::uint32_t i = 0; i < input_count(); ++i) {
    if (!work().inputs[i].is_owned) continue;
    offsets_[i] = persistent_bytes_;
    persistent_bytes_ += (work().inputs[i].used_bytes + alignment - 1) / alignment * alignment;
  }
}

compiled_operator::~compiled_operator() {
  const strew_directml_backend& at = owner().runs_on();
  if (compiled_ != nullptr) at.destroy(at.context, compiled_);
}

maybe_failure compiled_operator::compile() {
  const strew_directml_backend& at = owner().runs_on();
  strew_error error = STREW_ERROR_INIT;
  error.status = at.compile(at.context, work().plan.native(), &compiled_, &temporary_bytes_, &error);
  return from_engine(error);
}

maybe_failure compiled_operator::result(const void* record) const {
  const strew_directml_backend& at = owner().runs_on();
  strew_error error = STREW_ERROR_INIT;
  error.status = at.result(at.context, compiled_, record, &error);
  return from_engine(error);
}

DML_BINDING_PROPERTIES compiled_operator::properties() const noexcept {
  return {0, temporary_bytes_, persistent_bytes_};
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
  if (auto bad = check_resource(with.temporary, temporary_bytes_, "the temporary resource")) return bad;
  if (auto bad = check_resource(with.persistent, persistent_bytes_, "the persistent resource")) return bad;
  if (persistent_bytes_ == 0 || is_initialized_) return {};
  return invalid(STREW_STATUS_ATTRIBUTE, STREW_OPERAND_NONE, "DM23",
                 "inputs are OWNED_BY_DML and the operator was not initialized");
}

strew_directml_range compiled_operator::persistent_part(const strew_directml_range& resource,
                                                        std::uint32_t input) const noexcept {
  return part_of(resource, offsets_[input], work().inputs[input].used_bytes);
}

strew_directml_operands compiled_operator::operands_of(const bound& with) const {
  strew_directml_operands made = {};
  for (std::uint32_t i = 0; i < input_count(); ++i) {
    made.inputs[i] =
        work().inputs[i].is_owned ? persistent_part(with.persistent.ranges[0], i) : with.inputs[i].ranges[0];
  }
  made.output = with.outputs[0].ranges[0];
  if (temporary_bytes_ > 0) made.temporary = with.temporary.ranges[0];
  return made;
}

// OV3 of what is recorded: the engine finds it where it executes, and sees addresses of operands alone elsewhere.
maybe_failure compiled_operator::check_apart(const strew_directml_operands& on) const {
  if (!owner().records()) return {};
  const auto check = [&](const strew_directml_range& range, const tensor& of) -> maybe_failure {
    if (!do_overlap(on.temporary.address, temporary_bytes_, range.address, of.used_bytes)) return {};
    return invalid(STREW_STATUS_OVERLAP, of.operand, "OV3", "it shares bytes with the temporary resource");
  };
  for (std::uint32_t i = 0; i < input_count(); ++i) {
    if (auto bad = check(on.inputs[i], work().inputs[i])) return bad;
  }
  return check(on.output, work().output);
}

maybe_failure compiled_operator::dispatch(const bound& with, void* commands) {
  if (auto bad = check_bound(with)) return bad;
  const strew_directml_operands on = operands_of(with);
  if (auto bad = check_apart(on)) return bad;
  const strew_directml_backend& at = owner().runs_on();
  strew_error error = STREW_ERROR_INIT;
  error.status = at.dispatch(at.context, compiled_, commands, &on, &error);
  return from_engine(error);
}

}  // namespace strew::frontends::directml
