// strew::directml::com_ptr: owns one reference of an object.
#ifndef STREW_DIRECTML_COM_PTR_HPP
#define STREW_DIRECTML_COM_PTR_HPP

#include <utility>

namespace strew {
namespace directml {

template <class Interface>
class com_ptr {
 public:
  com_ptr() noexcept = default;
  com_ptr(const com_ptr& other) noexcept : object_(other.object_) {
    if (object_ != nullptr) object_->AddRef();
  }
  com_ptr(com_ptr&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  com_ptr& operator=(com_ptr other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~com_ptr() { reset(); }

  void reset() noexcept {
    if (Interface* object = std::exchange(object_, nullptr)) object->Release();
  }
  // Output parameter for a new object: device->CreateOperator(&desc, IID_PPV_ARGS(op.put())).
  Interface** put() noexcept {
    reset();
    return &object_;
  }
  Interface* get() const noexcept { return object_; }
  Interface* operator->() const noexcept { return object_; }
  explicit operator bool() const noexcept { return object_ != nullptr; }

 protected:
  Interface* object_ = nullptr;
};

}  // namespace directml
}  // namespace strew

#endif
