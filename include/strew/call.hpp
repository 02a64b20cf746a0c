// Calls of the C ABI from the operators of the C++ API.
#ifndef STREW_CALL_HPP
#define STREW_CALL_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "strew/options.hpp"
#include "strew/plan.hpp"
#include "strew/result.hpp"
#include "strew/strew.h"
#include "strew/view.hpp"

namespace strew::detail {

// An optional struct that is passed to one call of the C ABI by pointer; null if absent.
template <class Struct>
class passed {
 public:
  explicit passed(const Struct& made) noexcept : struct_(made) {}
  explicit passed(std::nullopt_t) noexcept {}
  operator const Struct*() const noexcept { return struct_ ? &*struct_ : nullptr; }

 private:
  std::optional<Struct> struct_;
};

// Converts an argument for the C ABI: numbers and enums by value, types with native() by pointer to the result.
template <class Given>
auto pass(const Given& given) noexcept {
  if constexpr (std::is_integral_v<Given>) {
    return given;
  } else if constexpr (std::is_enum_v<Given>) {
    return static_cast<std::underlying_type_t<Given>>(given);
  } else {
    return passed(given.native());
  }
}
inline passed<strew_tensor> pass(const std::optional<const_view>& given) noexcept {
  return given ? passed(given->native()) : passed<strew_tensor>(std::nullopt);
}

// function(arguments..., error record)
template <class Function, class... Arguments>
result<void> call(Function function, const Arguments&... given) noexcept {
  return attempt([&](strew_error* failure) { return function(pass(given)..., failure); });
}

// function(arguments..., pointer to the plan, error record)
template <class Function, class... Arguments>
result<plan> make(Function function, const Arguments&... given) noexcept {
  strew_plan* made = nullptr;
  const auto outcome = attempt([&](strew_error* failure) { return function(pass(given)..., &made, failure); });
  if (!outcome) return outcome.error();
  return plan(made);
}

// An operator with numbers only, without dimension lists.
inline strew_operator numbered(std::int32_t kind, std::int64_t axis, std::int64_t batch_dims) noexcept {
  strew_operator made = STREW_OPERATOR_INIT;
  made.kind = kind;
  made.axis = axis;
  made.batch_dims = batch_dims;
  return made;
}

// The extents of the direct operand, at most `max_rank` of them.
inline std::vector<std::int64_t> shape(const strew_operator& op, std::size_t max_rank, const const_view& data,
                                       const const_view& indices) {
  const strew_tensor d = data.native();
  const strew_tensor i = indices.native();
  std::vector<std::int64_t> extents(max_rank);
  std::uint64_t rank = 0;
  attempt([&](strew_error* failure) {
    return strew_shape(&op, &d, &i, extents.size(), extents.data(), &rank, failure);
  }).value();
  extents.resize(rank);
  return extents;
}

}  // namespace strew::detail

#endif
