// strew::directml::ComPtr: a com_ptr with the names of Microsoft::WRL::ComPtr, which it is where there is no WRL.
#ifndef STREW_DIRECTML_WRL_COM_PTR_HPP
#define STREW_DIRECTML_WRL_COM_PTR_HPP

#include <cstddef>
#include <type_traits>
#include <utility>

#include "strew/directml/com_ptr.hpp"
#include "strew/directml/interface_ids.hpp"

namespace strew {
namespace directml {

// &pointer: becomes the place for a new object, for which the pointer releases its own.
template <class Pointer>
class ComPtrRef {
 public:
  using InterfaceType = typename Pointer::InterfaceType;

  explicit ComPtrRef(Pointer* pointer) noexcept : pointer_(pointer) {}

  operator InterfaceType**() const noexcept { return pointer_->ReleaseAndGetAddressOf(); }
  operator void**() const noexcept { return reinterpret_cast<void**>(pointer_->ReleaseAndGetAddressOf()); }
  operator Pointer*() const noexcept {
    pointer_->Reset();
    return pointer_;
  }
  // The object as it is, of which IID_PPV_ARGS takes the type.
  InterfaceType* operator*() const noexcept { return pointer_->Get(); }
  InterfaceType** ReleaseAndGetAddressOf() const noexcept { return pointer_->ReleaseAndGetAddressOf(); }
  InterfaceType* const* GetAddressOf() const noexcept { return pointer_->GetAddressOf(); }

 private:
  Pointer* pointer_;
};

template <class Interface>
class ComPtr : private com_ptr<Interface> {
  using base = com_ptr<Interface>;

 public:
  using InterfaceType = Interface;

  ComPtr() noexcept = default;
  ComPtr(std::nullptr_t) noexcept {}
  // Adds a reference.
  ComPtr(Interface* object) noexcept {
    if (object != nullptr) object->AddRef();
    Attach(object);
  }
  template <class Other, class = std::enable_if_t<std::is_convertible<Other*, Interface*>::value>>
  ComPtr(const ComPtr<Other>& other) noexcept : ComPtr(static_cast<Interface*>(other.Get())) {}

  Interface* Get() const noexcept { return base::get(); }
  using base::operator->;
  using base::operator bool;

  ComPtrRef<ComPtr> operator&() noexcept { return ComPtrRef<ComPtr>(this); }
  Interface** GetAddressOf() noexcept { return &this->object_; }
  Interface* const* GetAddressOf() const noexcept { return &this->object_; }
  Interface** ReleaseAndGetAddressOf() noexcept { return base::put(); }

  // Takes over the caller's reference.
  void Attach(Interface* object) noexcept { *base::put() = object; }
  // The caller releases the reference.
  Interface* Detach() noexcept { return std::exchange(this->object_, nullptr); }
  // References left to the object, as far as its Release tells.
  unsigned long Reset() noexcept {
    Interface* object = Detach();
    return object == nullptr ? 0 : object->Release();
  }
  void Swap(ComPtr& other) noexcept { std::swap(this->object_, other.object_); }

  template <class Other>
  HRESULT As(ComPtrRef<ComPtr<Other>> other) const noexcept {
    return Get()->QueryInterface(interface_id<Other>, other);
  }
  template <class Other>
  HRESULT CopyTo(Other** other) const noexcept {
    return Get()->QueryInterface(interface_id<Other>, detail::ppv(other));
  }
  HRESULT CopyTo(REFIID riid, void** other) const noexcept { return Get()->QueryInterface(riid, other); }
};

template <class Left, class Right>
bool operator==(const ComPtr<Left>& left, const ComPtr<Right>& right) noexcept {
  return left.Get() == right.Get();
}
template <class Left, class Right>
bool operator!=(const ComPtr<Left>& left, const ComPtr<Right>& right) noexcept {
  return !(left == right);
}
template <class Interface>
bool operator==(const ComPtr<Interface>& left, std::nullptr_t) noexcept {
  return left.Get() == nullptr;
}
template <class Interface>
bool operator!=(const ComPtr<Interface>& left, std::nullptr_t) noexcept {
  return left.Get() != nullptr;
}

}  // namespace directml
}  // namespace strew

// Where the Windows types are declared elsewhere, so may be WRL.
#if defined(STREW_DIRECTML_NAMES) && !defined(STREW_DIRECTML_HAS_WINDOWS_TYPES)
namespace Microsoft {
namespace WRL {
using ::strew::directml::ComPtr;
}  // namespace WRL
}  // namespace Microsoft
#endif

#endif
