// An optional value on the heap that is copied and compared with its owner: rare parts of structs that are copied
// often. Whoever has none pays for a null pointer only, in code too.
#pragma once

#include <utility>

namespace strew::engine {

template <class T>
class boxed {
 public:
  boxed() noexcept = default;
  boxed(const boxed& other) {
    if (other.value_ != nullptr) value_ = copy_of(*other.value_);
  }
  boxed(boxed&& other) noexcept : value_(std::exchange(other.value_, nullptr)) {}
  boxed& operator=(const boxed& other) {
    if (this != &other && (value_ != nullptr || other.value_ != nullptr)) assign(other);
    return *this;
  }
  boxed& operator=(boxed&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~boxed() {
    if (value_ != nullptr) destroy(value_);
  }

  T& emplace() {
    reset();
    value_ = new T();
    return *value_;
  }
  void reset() {
    if (value_ != nullptr) destroy(std::exchange(value_, nullptr));
  }

  explicit operator bool() const { return value_ != nullptr; }
  [[nodiscard]] T* operator->() { return value_; }
  [[nodiscard]] const T* operator->() const { return value_; }
  [[nodiscard]] T& operator*() { return *value_; }
  [[nodiscard]] const T& operator*() const { return *value_; }

  friend bool operator==(const boxed& left, const boxed& right) {
    return left && right ? *left == *right : !left && !right;
  }

 private:
  [[gnu::cold, gnu::noinline]] static T* copy_of(const T& value) { return new T(value); }
  [[gnu::cold, gnu::noinline]] static void destroy(T* value) { delete value; }
  [[gnu::cold, gnu::noinline]] void assign(const boxed& other) {
    T* const made = other.value_ == nullptr ? nullptr : new T(*other.value_);
    reset();
    value_ = made;
  }

  T* value_ = nullptr;
};

}  // namespace strew::engine
