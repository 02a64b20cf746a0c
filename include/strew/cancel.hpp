// The function that an execution asks whether to stop.
#ifndef STREW_CANCEL_HPP
#define STREW_CANCEL_HPP

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "strew/config.hpp"

namespace STREW_NAMESPACE {

// Any function bool(), such as a lambda or a std::function<bool()>, of which it owns a copy; or none.
class cancel_function {
 public:
  cancel_function() noexcept = default;
  cancel_function(std::nullptr_t) noexcept {}
  template <class F>
  requires(!std::same_as<F, cancel_function> && std::copy_constructible<F> && std::is_invocable_r_v<bool, F&>)
      cancel_function(F asked) {
    if (is_set(asked)) copy_ = new holder<F>(std::move(asked));
  }
  cancel_function(const cancel_function& other) : copy_(other.copy_ != nullptr ? other.copy_->clone() : nullptr) {}
  cancel_function(cancel_function&& other) noexcept : copy_(std::exchange(other.copy_, nullptr)) {}
  cancel_function& operator=(cancel_function other) noexcept {
    std::swap(copy_, other.copy_);
    return *this;
  }
  ~cancel_function() { delete copy_; }

  explicit operator bool() const noexcept { return copy_ != nullptr; }

  // The callback of the C ABI; the context is a cancel_function. An exception counts as true.
  static int poll(void* context) noexcept {
    const cancel_function& self = *static_cast<const cancel_function*>(context);
#if STREW_HAS_EXCEPTIONS
    try {
      return self.copy_->ask() ? 1 : 0;
    } catch (...) {
      return 1;
    }
#else
    return self.copy_->ask() ? 1 : 0;
#endif
  }

 private:
  struct held {
    virtual ~held() = default;
    virtual held* clone() const = 0;
    virtual bool ask() const = 0;
  };
  template <class F>
  struct holder final : held {
    explicit holder(F from) : function(std::move(from)) {}
    held* clone() const override { return new holder(*this); }
    bool ask() const override { return function(); }
    mutable F function;
  };

  // An empty std::function or a null pointer is none.
  template <class F>
  static bool is_set(const F& asked) {
    if constexpr (std::is_pointer_v<F> || requires { asked.operator bool(); }) {
      return static_cast<bool>(asked);
    } else {
      return true;
    }
  }

  const held* copy_ = nullptr;
};

}  // namespace STREW_NAMESPACE

#endif
