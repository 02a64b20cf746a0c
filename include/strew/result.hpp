// A value or an error.
#ifndef STREW_RESULT_HPP
#define STREW_RESULT_HPP

#include <concepts>
#include <new>
#include <type_traits>
#include <utility>

#include "strew/config.hpp"
#include "strew/error.hpp"

namespace STREW_NAMESPACE {

template <class T>
class result;

namespace detail {

// Makes one call of the C ABI that takes an error record, and converts its status into a result.
template <class Call>
result<void> attempt(const Call& call) noexcept;

template <class T>
inline constexpr bool is_result = false;
template <class T>
inline constexpr bool is_result<result<T>> = true;

// f(value), or f() where the value is void, as a result: of what f returns, or of its error.
template <class F, class... Value>
auto transformed(F&& f, Value&&... value) {
  using returned = std::remove_cvref_t<decltype(std::forward<F>(f)(std::forward<Value>(value)...))>;
  if constexpr (std::is_void_v<returned>) {
    std::forward<F>(f)(std::forward<Value>(value)...);
    return result<returned>();
  } else {
    return result<returned>(std::forward<F>(f)(std::forward<Value>(value)...));
  }
}

template <class F, class... Value>
auto continued(F&& f, Value&&... value) {
  using returned = std::remove_cvref_t<decltype(std::forward<F>(f)(std::forward<Value>(value)...))>;
  static_assert(is_result<returned>, "the function of and_then returns a strew::result");
  return std::forward<F>(f)(std::forward<Value>(value)...);
}

}  // namespace detail

// Returned by the try_ forms; the functions have the names and meanings of std::expected's. value() of a failed result
// throws what the throwing form would have thrown; error(), and * and -> of a result without that value, are undefined.
template <class T>
class [[nodiscard]] result {
 public:
  using value_type = T;
  using error_type = error_record;

  result(T value) noexcept : value_(std::move(value)), has_value_(true) {}
  result(const error_record& failure) noexcept : error_(failure), has_value_(false) {}
  result(const result& other) requires std::copy_constructible<T> : has_value_(other.has_value_) { take(other); }
  result(result&& other) noexcept : has_value_(other.has_value_) { take(std::move(other)); }
  result& operator=(result other) noexcept {
    destroy();
    has_value_ = other.has_value_;
    take(std::move(other));
    return *this;
  }
  ~result() { destroy(); }

  bool has_value() const noexcept { return has_value_; }
  explicit operator bool() const noexcept { return has_value_; }

  // status::ok, or the kind of failure.
  status code() const noexcept { return has_value_ ? status::ok : error_.code(); }

  const error_record& error() const noexcept { return error_; }

  const T& operator*() const& noexcept { return value_; }
  T& operator*() & noexcept { return value_; }
  T&& operator*() && noexcept { return std::move(value_); }
  const T* operator->() const noexcept { return &value_; }
  T* operator->() noexcept { return &value_; }

#if STREW_HAS_EXCEPTIONS
  // Throws index_error or error if there is no value.
  const T& value() const& {
    require();
    return value_;
  }
  T value() && {
    require();
    return std::move(value_);
  }
#endif

  template <std::convertible_to<T> U>
  T value_or(U&& otherwise) const& {
    return has_value_ ? value_ : static_cast<T>(std::forward<U>(otherwise));
  }
  template <std::convertible_to<T> U>
  T value_or(U&& otherwise) && {
    return has_value_ ? std::move(value_) : static_cast<T>(std::forward<U>(otherwise));
  }

  // f(value), which returns a result; or the error.
  template <class F>
  auto and_then(F&& f) const& -> decltype(detail::continued(std::forward<F>(f), std::declval<const T&>())) {
    if (!has_value_) return error_;
    return detail::continued(std::forward<F>(f), value_);
  }
  template <class F>
  auto and_then(F&& f) && -> decltype(detail::continued(std::forward<F>(f), std::declval<T&&>())) {
    if (!has_value_) return error_;
    return detail::continued(std::forward<F>(f), std::move(value_));
  }

  // A result of f(value); or the error.
  template <class F>
  auto transform(F&& f) const& -> decltype(detail::transformed(std::forward<F>(f), std::declval<const T&>())) {
    if (!has_value_) return error_;
    return detail::transformed(std::forward<F>(f), value_);
  }
  template <class F>
  auto transform(F&& f) && -> decltype(detail::transformed(std::forward<F>(f), std::declval<T&&>())) {
    if (!has_value_) return error_;
    return detail::transformed(std::forward<F>(f), std::move(value_));
  }

 private:
#if STREW_HAS_EXCEPTIONS
  void require() const {
    if (!has_value_) raise(error_);
  }
#endif

  template <class Other>
  void take(Other&& other) {
    if (has_value_) {
      ::new (static_cast<void*>(&value_)) T(std::forward<Other>(other).value_);
    } else {
      ::new (static_cast<void*>(&error_)) error_record(other.error_);
    }
  }
  void destroy() noexcept {
    if (has_value_) value_.~T();
  }

  union {
    T value_;
    error_record error_;
  };
  bool has_value_;
};

template <>
class [[nodiscard]] result<void> {
 public:
  using value_type = void;
  using error_type = error_record;

  result() noexcept : record_(error_record::of_no_failure{}) {}
  result(const error_record& failure) noexcept : record_(failure) {}
  result(const result& other) noexcept : result() { *this = other; }
  // A success sets no more of its record than the status.
  result& operator=(const result& other) noexcept {
    if (other) {
      record_.record_.status = STREW_STATUS_OK;
    } else {
      record_ = other.record_;
    }
    return *this;
  }
  ~result() = default;

  bool has_value() const noexcept { return record_.code() == status::ok; }
  explicit operator bool() const noexcept { return has_value(); }

  // status::ok, or the kind of failure.
  status code() const noexcept { return record_.code(); }

  const error_record& error() const noexcept { return record_; }

  void operator*() const noexcept {}

#if STREW_HAS_EXCEPTIONS
  // Throws index_error or error if the call failed.
  void value() const {
    if (!has_value()) raise(record_);
  }
#endif

  // f(), which returns a result; or the error.
  template <class F>
  auto and_then(F&& f) const -> decltype(detail::continued(std::forward<F>(f))) {
    if (!has_value()) return record_;
    return detail::continued(std::forward<F>(f));
  }

  // A result of f(); or the error.
  template <class F>
  auto transform(F&& f) const -> decltype(detail::transformed(std::forward<F>(f))) {
    if (!has_value()) return record_;
    return detail::transformed(std::forward<F>(f));
  }

 private:
  template <class Call>
  friend result<void> detail::attempt(const Call& call) noexcept;

  template <class Call>
  void set_by(const Call& call) noexcept {
    const strew_status outcome = call(&record_.record_);
    record_.record_.status = outcome;
  }

  error_record record_;
};

namespace detail {

template <class Call>
result<void> attempt(const Call& call) noexcept {
  result<void> made;
  made.set_by(call);
  return made;
}

// The same for call(&made, record), which makes a Handle.
template <class Owner, class Handle, class Call>
result<Owner> take_over(const Call& call) noexcept {
  Handle* made = nullptr;
  const result<void> outcome = attempt([&](strew_error* failure) { return call(&made, failure); });
  if (!outcome) return outcome.error();
  return Owner(made);
}

}  // namespace detail

}  // namespace STREW_NAMESPACE

#endif
