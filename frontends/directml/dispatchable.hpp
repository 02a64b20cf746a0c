// The interface of compiled operators and initializers for binding tables and recorders.
#pragma once

#include <cstdint>
#include <vector>

#include "directml/binding.hpp"
#include "directml/device.hpp"
#include "strew/directml.h"

namespace strew::frontends::directml {

// The contents of a binding table. Lists that were not bound are empty.
struct bound {
  std::vector<binding> inputs;
  std::vector<binding> outputs;
  binding temporary;
  binding persistent;
};

class dispatchable {
 public:
  static constexpr object_kind kind = object_kind::dispatchable;

  virtual ULONG STREW_DIRECTML_CALL AddRef() noexcept = 0;
  virtual ULONG STREW_DIRECTML_CALL Release() noexcept = 0;
  virtual device& owner() const noexcept = 0;

  virtual DML_BINDING_PROPERTIES properties() const noexcept = 0;
  virtual std::uint32_t input_count() const noexcept = 0;
  virtual std::uint32_t output_count() const noexcept = 0;
  virtual std::int32_t input_operand(std::uint32_t number) const noexcept = 0;
  // Its name in messages.
  virtual object_name label() = 0;
  // DM20 to DM23: the checks of a single binding.
  virtual maybe_failure check_input(std::uint32_t number, const binding& given) const = 0;
  virtual maybe_failure check_output(std::uint32_t number, const binding& given) const = 0;
  virtual binding_shape input_shape(std::uint32_t number) const noexcept = 0;
  // Executes, or records into `commands` if the device's backend does, or returns a failure; then nothing is written,
  // except after E_ABORT, nor recorded. Throws std::bad_alloc before the first write.
  virtual maybe_failure dispatch(const bound& with, void* commands) = 0;

 protected:
  ~dispatchable() = default;
};

// A dispatchable object of COM.
template <class Class, class Interface>
class dispatchable_child : public own_child<Class, Interface, IDMLPageable, IDMLDispatchable, Interface>,
                           public dispatchable {
  using base = own_child<Class, Interface, IDMLPageable, IDMLDispatchable, Interface>;

 public:
  using base::base;

  HRESULT STREW_DIRECTML_CALL QueryInterface(REFIID riid, void** ppv) noexcept override {
    if (ppv == nullptr || !is_same_id(riid, private_id(object_kind::dispatchable)))
      return base::QueryInterface(riid, ppv);
    *ppv = static_cast<dispatchable*>(this);
    AddRef();
    return S_OK;
  }
  ULONG STREW_DIRECTML_CALL AddRef() noexcept override { return base::AddRef(); }
  ULONG STREW_DIRECTML_CALL Release() noexcept override { return base::Release(); }
  device& owner() const noexcept override { return base::owner(); }
#if defined(STREW_DIRECTML_EXPLICIT_AGGREGATES)
  DML_BINDING_PROPERTIES* STREW_DIRECTML_CALL GetBindingProperties(DML_BINDING_PROPERTIES* result) noexcept override {
    *result = this->properties();
    return result;
  }
#else
  DML_BINDING_PROPERTIES STREW_DIRECTML_CALL GetBindingProperties() noexcept override {
    return this->properties();
  }
#endif
};

}  // namespace strew::frontends::directml
