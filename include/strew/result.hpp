// A value or an error.
#ifndef STREW_RESULT_HPP
#define STREW_RESULT_HPP

#include <type_traits>
#include <utility>
#include <variant>

#include "strew/error.hpp"

namespace strew {

// Returned by the try_ forms. T may be void. value() of a failed result throws what the throwing form would have
// thrown; error() requires a failed result.
template <class T>
class [[nodiscard]] result {
  using stored = std::conditional_t<std::is_void_v<T>, std::monostate, T>;

 public:
  using value_type = T;

  result() noexcept requires(std::is_void_v<T>) = default;
  result(stored value) noexcept requires(!std::is_void_v<T>) : state_(std::in_place_index<0>, std::move(value)) {}
  result(const error_record& failure) noexcept : state_(std::in_place_index<1>, failure) {}

  bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  // status::ok, or the kind of failure.
  status code() const noexcept { return has_value() ? status::ok : error().code(); }

  // The error. Undefined if there is a value.
  const error_record& error() const noexcept { return *std::get_if<1>(&state_); }

  // Throws index_error or error if there is no value.
  void value() const& requires(std::is_void_v<T>) { require(); }
  const stored& value() const& requires(!std::is_void_v<T>) {
    require();
    return *std::get_if<0>(&state_);
  }
  stored value() && requires(!std::is_void_v<T>) {
    require();
    return std::move(*std::get_if<0>(&state_));
  }

 private:
  void require() const {
    if (!has_value()) raise(error());
  }

  std::variant<stored, error_record> state_;
};

namespace detail {

// Makes one call of the C ABI that takes an error record, and converts its status into a result.
template <class Call>
result<void> attempt(Call&& call) noexcept {
  strew_error record = STREW_ERROR_INIT;
  const strew_status outcome = std::forward<Call>(call)(&record);
  if (outcome == STREW_STATUS_OK) return {};
  record.status = outcome;
  return error_record(record);
}

// The same for call(&made, record), which makes a Handle. The Owner takes it over.
template <class Owner, class Handle, class Call>
result<Owner> take_over(Call&& call) noexcept {
  Handle* made = nullptr;
  const auto outcome = attempt([&](strew_error* failure) { return std::forward<Call>(call)(&made, failure); });
  if (!outcome) return outcome.error();
  return Owner(made);
}

}  // namespace detail

}  // namespace strew

#endif
