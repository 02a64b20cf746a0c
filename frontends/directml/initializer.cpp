#include "directml/initializer.hpp"

#include <new>
#include <span>
#include <utility>

#include "directml/device.hpp"

namespace strew::frontends::directml {
namespace {

// DM21, DM23: an input has memory if and only if it is owned.
maybe_failure check_owned(const planned_operator& of, const binding& given) {
  for (std::uint32_t i = 0; i < of.input_count; ++i) {
    const tensor& input = of.inputs[i];
    const bool is_bound = given.ranges[i].buffer != nullptr;
    if (is_bound != input.is_owned) {
      return invalid(STREW_STATUS_ATTRIBUTE, input.operand, "DM23",
                     "it is {}OWNED_BY_DML and {}bound to the initializer", input.is_owned ? "" : "not ",
                     is_bound ? "" : "not ");
    }
    if (!is_bound) continue;
    if (auto bad = check_tensor_range(given.ranges[i], input)) return bad;
  }
  return {};
}

maybe_failure copy_owned(const compiled_operator& of, void* commands, const binding& from, const binding& to) {
  const strew_directml_backend& at = of.owner().runs_on();
  for (std::uint32_t i = 0; i < of.work().input_count; ++i) {
    const tensor& input = of.work().inputs[i];
    if (!input.is_owned) continue;
    const strew_directml_range source = part_of(from.ranges[i], 0, input.used_bytes);
    const strew_directml_range copied = of.persistent_part(to.ranges[0], i);
    strew_error error = STREW_ERROR_INIT;
    error.status = at.copy(at.context, commands, &source, &copied, &error);
    if (auto bad = from_engine(error)) return bad;
  }
  return {};
}

// Memory that is read or written for one of the operators.
struct use {
  std::size_t number;  // of the operator
  bool is_written;
  std::uint64_t address;
  std::uint64_t bytes;
};

std::vector<use> uses_of(std::span<const com_ptr<compiled_operator>> operators, const bound& with) {
  std::vector<use> uses;
  for (std::size_t n = 0; n < operators.size(); ++n) {
    if (operators[n]->persistent_bytes() == 0) continue;
    uses.push_back({n, true, with.outputs[n].ranges[0].address, operators[n]->persistent_bytes()});
    for (std::uint32_t i = 0; i < operators[n]->input_count(); ++i) {
      const tensor& input = operators[n]->work().inputs[i];
      if (input.is_owned) uses.push_back({n, false, with.inputs[n].ranges[i].address, input.used_bytes});
    }
  }
  return uses;
}

// DM22: no persistent resource overlaps another one or memory that is copied.
maybe_failure check_apart(std::span<const com_ptr<compiled_operator>> operators, const bound& with) {
  const std::vector<use> uses = uses_of(operators, with);
  for (std::size_t i = 0; i < uses.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const use &a = uses[j], &b = uses[i];
      if ((!a.is_written && !b.is_written) || !do_overlap(a.address, a.bytes, b.address, b.bytes)) continue;
      return invalid(STREW_STATUS_OVERLAP, STREW_OPERAND_NONE, "DM22",
                     "the persistent resource of operator {} shares bytes with {} of operator {}",
                     a.is_written ? a.number : b.number, a.is_written && b.is_written ? "that" : "an input",
                     a.is_written ? b.number : a.number);
    }
  }
  return {};
}

}  // namespace

maybe_failure initializer::set_operators(UINT count, IDMLCompiledOperator* const* operators) {
  if (count > 0 && operators == nullptr) return null_pointer(STREW_OPERAND_NONE, "the list of operators");
  std::vector<com_ptr<compiled_operator>> made(count);
  for (UINT i = 0; i < count; ++i) {
    if (auto bad = find_own(operators[i], owner(), "an operator to initialize", made[i])) return bad;
  }
  operators_ = std::move(made);
  return {};
}

HRESULT STREW_DIRECTML_CALL initializer::Reset(UINT count, IDMLCompiledOperator* const* operators) noexcept try {
  const maybe_failure bad = set_operators(count, operators);
  return bad ? owner().report({"IDMLOperatorInitializer::Reset"}, name(), *bad) : S_OK;
} catch (const std::bad_alloc&) {
  return owner().report({"IDMLOperatorInitializer::Reset"}, name(), out_of_memory());
}

binding_shape initializer::input_shape(std::uint32_t number) const noexcept {
  return {DML_BINDING_TYPE_BUFFER_ARRAY, operators_[number]->work().input_count};
}

maybe_failure initializer::check_input(std::uint32_t number, const binding& given) const {
  return given.type == DML_BINDING_TYPE_NONE ? maybe_failure{} : check_owned(operators_[number]->work(), given);
}

maybe_failure initializer::check_output(std::uint32_t number, const binding& given) const {
  return check_resource(given, operators_[number]->persistent_bytes(), "the persistent resource");
}

// The bindings were checked against the operators that the initializer had at that time.
maybe_failure initializer::check_all(const bound& with) const {
  for (std::uint32_t i = 0; i < input_count(); ++i) {
    const compiled_operator& one = *operators_[i].get();
    if (one.persistent_bytes() == 0) continue;
    const bool is_bound = with.inputs.size() == input_count() && with.outputs.size() == input_count() &&
                          with.inputs[i].ranges.size() == one.input_count();
    if (!is_bound) {
      return invalid(STREW_STATUS_ATTRIBUTE, STREW_OPERAND_NONE, "DM23",
                     "operator {} has inputs that are OWNED_BY_DML; they or its persistent resource are not bound", i);
    }
    if (auto bad = check_input(i, with.inputs[i])) return bad;
    if (auto bad = check_output(i, with.outputs[i])) return bad;
  }
  return check_apart(operators_, with);
}

maybe_failure initializer::dispatch(const bound& with, void* commands) {
  if (auto bad = check_all(with)) return bad;
  for (std::uint32_t i = 0; i < input_count(); ++i) {
    if (operators_[i]->persistent_bytes() > 0) {
      if (auto bad = copy_owned(*operators_[i].get(), commands, with.inputs[i], with.outputs[i])) return bad;
    }
    operators_[i]->set_initialized();
  }
  return {};
}

}  // namespace strew::frontends::directml
