// Ownership of an object of the C ABI.
#ifndef STREW_HANDLE_HPP
#define STREW_HANDLE_HPP

#include <utility>

#include "strew/config.hpp"

namespace STREW_NAMESPACE::detail {

// Destroys what it owns, if anything. It can be moved, not copied.
template <class T, void (*Destroy)(T*)>
class handle {
 public:
  explicit handle(T* owned = nullptr) noexcept : owned_(owned) {}
  handle(handle&& other) noexcept : owned_(std::exchange(other.owned_, nullptr)) {}
  handle& operator=(handle&& other) noexcept {
    handle taken(std::move(other));
    std::swap(owned_, taken.owned_);
    return *this;
  }
  ~handle() {
    if (owned_ != nullptr) Destroy(owned_);
  }

  T* get() const noexcept { return owned_; }

 private:
  T* owned_;
};

}  // namespace STREW_NAMESPACE::detail

#endif
