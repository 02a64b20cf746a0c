// Shared by all objects: a reference count, the supported interfaces, private data of the caller, a name.
#pragma once

#include <atomic>
#include <cstdint>

#include "directml/private_data.hpp"
#include "directml/private_id.hpp"
#include "strew/directml.h"

namespace strew::frontends::directml {

class device;

// Supports IUnknown, IDMLObject and `Interfaces`, each of them Interface or a base of it.
template <class Interface, class... Interfaces>
class object : public Interface {
 public:
  object() = default;
  object(const object&) = delete;
  object& operator=(const object&) = delete;

  HRESULT STREW_DIRECTML_CALL QueryInterface(REFIID riid, void** ppv) noexcept override {
    if (ppv == nullptr) return E_INVALIDARG;
    *ppv = nullptr;
    if (!answers_to(riid)) return E_NOINTERFACE;
    *ppv = static_cast<Interface*>(this);
    this->AddRef();
    return S_OK;
  }
  ULONG STREW_DIRECTML_CALL AddRef() noexcept override { return ++references_; }
  ULONG STREW_DIRECTML_CALL Release() noexcept override {
    const ULONG left = --references_;
    if (left == 0) delete this;
    return left;
  }

  HRESULT STREW_DIRECTML_CALL GetPrivateData(REFGUID guid, UINT* size, void* data) noexcept override {
    return private_.get(guid, size, data);
  }
  HRESULT STREW_DIRECTML_CALL SetPrivateData(REFGUID guid, UINT size, const void* data) noexcept override {
    return private_.set(guid, size, data);
  }
  HRESULT STREW_DIRECTML_CALL SetPrivateDataInterface(REFGUID guid, IUnknown* data) noexcept override {
    return private_.set_interface(guid, data);
  }
  HRESULT STREW_DIRECTML_CALL SetName(PCWSTR name) noexcept override {
    private_.set_name(name);
    return S_OK;
  }

  object_name name() { return private_.name(); }

 protected:
  virtual ~object() = default;

  static bool answers_to(REFIID riid) {
    return is_same_id(riid, interface_id<IUnknown>) || is_same_id(riid, interface_id<IDMLObject>) ||
           (is_same_id(riid, interface_id<Interfaces>) || ...);
  }

 private:
  std::atomic<ULONG> references_{1};
  private_data private_;
};

// An object that holds a reference to its device.
template <class Interface, class... Interfaces>
class device_child : public object<Interface, IDMLDeviceChild, Interfaces...> {
  using base = object<Interface, IDMLDeviceChild, Interfaces...>;

 public:
  explicit device_child(device& owner) noexcept;

  HRESULT STREW_DIRECTML_CALL GetDevice(REFIID riid, void** ppv) noexcept override;

  device& owner() const noexcept { return *owner_.get(); }

 private:
  com_ptr<device> owner_;
};

// A child that supports private_id(Class::kind) and returns its own class for it.
template <class Class, class Interface, class... Interfaces>
class own_child : public device_child<Interface, Interfaces...> {
  using base = device_child<Interface, Interfaces...>;

 public:
  using base::base;

  HRESULT STREW_DIRECTML_CALL QueryInterface(REFIID riid, void** ppv) noexcept override {
    if (ppv == nullptr || !is_same_id(riid, private_id(Class::kind))) return base::QueryInterface(riid, ppv);
    *ppv = static_cast<Class*>(this);
    this->AddRef();
    return S_OK;
  }
};

// DM1, DM24: `given` as its implementation class, if it was created by this library and this device.
template <class Class>
maybe_failure find_own(IUnknown* given, const device& of, const char* name, com_ptr<Class>& found) {
  if (given == nullptr) return null_pointer(STREW_OPERAND_NONE, name);
  void* raw = nullptr;
  const bool is_ours = SUCCEEDED(given->QueryInterface(private_id(Class::kind), &raw)) && raw != nullptr;
  if (is_ours) *found.put() = static_cast<Class*>(raw);
  if (is_ours && &found->owner() == &of) return {};
  return invalid(STREW_STATUS_POINTER, STREW_OPERAND_NONE, "DM24", "{} is {}", name,
                 is_ours ? "of another device" : "not an object of this kind");
}

}  // namespace strew::frontends::directml
