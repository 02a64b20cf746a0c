// IDMLOperatorInitializer: copies the inputs that are OWNED_BY_DML into persistent resources.
#pragma once

#include <cstdint>
#include <vector>

#include "directml/compiled_operator.hpp"
#include "directml/dispatchable.hpp"
#include "strew/directml.h"

namespace strew::frontends::directml {

class initializer final : public dispatchable_child<initializer, IDMLOperatorInitializer> {
 public:
  static constexpr object_kind kind = object_kind::initializer;

  using dispatchable_child::dispatchable_child;

  // DM1, DM24. Throws std::bad_alloc.
  maybe_failure set_operators(UINT count, IDMLCompiledOperator* const* operators);

  HRESULT STREW_DIRECTML_CALL Reset(UINT count, IDMLCompiledOperator* const* operators) noexcept override;
  DML_BINDING_PROPERTIES properties() const noexcept override { return {0, 0, 0}; }
  std::uint32_t input_count() const noexcept override { return static_cast<std::uint32_t>(operators_.size()); }
  std::uint32_t output_count() const noexcept override { return input_count(); }
  std::int32_t input_operand(std::uint32_t) const noexcept override { return STREW_OPERAND_NONE; }
  object_name label() override { return name(); }
  binding_shape input_shape(std::uint32_t number) const noexcept override;
  maybe_failure check_input(std::uint32_t number, const binding& given) const override;
  maybe_failure check_output(std::uint32_t number, const binding& given) const override;
  maybe_failure dispatch(const bound& with, void* commands) override;

 private:
  ~initializer() override = default;

  maybe_failure check_all(const bound& with) const;

  std::vector<com_ptr<compiled_operator>> operators_;
};

}  // namespace strew::frontends::directml
