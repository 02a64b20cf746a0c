// A value or a failure.
#pragma once

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

#include "base/assert.hpp"

namespace strew::engine {

// Never copied: a lowered operation has kilobytes and is constructed in place.
template <class T, class Failure>
class [[nodiscard]] basic_result {
  static_assert(std::is_nothrow_move_constructible_v<Failure> && !std::is_convertible_v<Failure, T>);

 public:
  template <class From>
  requires(std::convertible_to<From, T> && !std::same_as<std::remove_cvref_t<From>, basic_result>)
      // NOLINTNEXTLINE(bugprone-forwarding-reference-overload): excludes results, as required above
      basic_result(From&& value)
      : value_(std::forward<From>(value)), has_value_(true) {}
  basic_result(Failure error) noexcept : error_(std::move(error)), has_value_(false) {}
  template <class... Arguments>
  explicit basic_result(std::in_place_t, Arguments&&... arguments)
      : value_(std::forward<Arguments>(arguments)...), has_value_(true) {}
  basic_result(basic_result&& other) noexcept(std::is_nothrow_move_constructible_v<T>) : has_value_(other.has_value_) {
    if (has_value_) {
      std::construct_at(&value_, std::move(other.value_));
    } else {
      std::construct_at(&error_, std::move(other.error_));
    }
  }
  basic_result& operator=(basic_result&&) = delete;
  ~basic_result() { destroy(); }

  // Discards the value made so far.
  void fail(Failure error) noexcept {
    destroy();
    std::construct_at(&error_, std::move(error));
    has_value_ = false;
  }

  explicit operator bool() const { return has_value_; }
  [[nodiscard]] bool failed() const { return !has_value_; }

  // Requires success.
  T& value() & {
    STREW_ASSERT(has_value_);
    return value_;
  }
  const T& value() const& {
    STREW_ASSERT(has_value_);
    return value_;
  }
  T&& value() && {
    STREW_ASSERT(has_value_);
    return std::move(value_);
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  // Requires failure.
  const Failure& error() const& {
    STREW_ASSERT(!has_value_);
    return error_;
  }
  Failure&& error() && {
    STREW_ASSERT(!has_value_);
    return std::move(error_);
  }

 private:
  void destroy() {
    if (has_value_) {
      std::destroy_at(&value_);
    } else {
      std::destroy_at(&error_);
    }
  }

  union {
    T value_;
    Failure error_;
  };
  bool has_value_;
};

}  // namespace strew::engine
