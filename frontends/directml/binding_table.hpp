// IDMLBindingTable: the operands of a dispatch.
#pragma once

#include <string_view>

#include "directml/dispatchable.hpp"
#include "strew/directml.h"

namespace strew::frontends::directml {

class binding_table final : public own_child<binding_table, IDMLBindingTable, IDMLBindingTable> {
 public:
  static constexpr object_kind kind = object_kind::binding_table;

  using own_child::own_child;

  const dispatchable* target() const noexcept { return target_.get(); }
  const bound& contents() const noexcept { return contents_; }
  // DM1, DM24: the dispatchable of `desc`, which may be null.
  maybe_failure set_target(const DML_BINDING_TABLE_DESC* desc);

  HRESULT STREW_DIRECTML_CALL BindInputs(UINT count, const DML_BINDING_DESC* bindings) noexcept override;
  HRESULT STREW_DIRECTML_CALL BindOutputs(UINT count, const DML_BINDING_DESC* bindings) noexcept override;
  HRESULT STREW_DIRECTML_CALL BindTemporaryResource(const DML_BINDING_DESC* given) noexcept override;
  HRESULT STREW_DIRECTML_CALL BindPersistentResource(const DML_BINDING_DESC* given) noexcept override;
  HRESULT STREW_DIRECTML_CALL Reset(const DML_BINDING_TABLE_DESC* desc) noexcept override;

 private:
  ~binding_table() override = default;

  maybe_failure bind(UINT count, const DML_BINDING_DESC* bindings, bool are_outputs);
  HRESULT bind_all(std::string_view method, UINT count, const DML_BINDING_DESC* bindings, bool are_outputs) noexcept;
  HRESULT bind_resource(std::string_view method, const DML_BINDING_DESC* given, binding& to) noexcept;

  com_ptr<dispatchable> target_;
  bound contents_;
};

}  // namespace strew::frontends::directml
