// The update computations of a StableHLO scatter, under the names of its operations: as constants,
// {.reduction = strew::stablehlo::update_computation::multiply}, or as text.
#ifndef STREW_STABLEHLO_UPDATE_COMPUTATION_HPP
#define STREW_STABLEHLO_UPDATE_COMPUTATION_HPP

#include <string_view>

#include "strew/config.hpp"
#include "strew/error.hpp"
#include "strew/options.hpp"
#include "strew/result.hpp"
#include "strew/sentence.hpp"

namespace STREW_NAMESPACE::stablehlo {

// The operation whose result the computation returns; none: it returns the update. Those named with an underscore are
// keywords of C++ otherwise.
namespace update_computation {

inline constexpr reduction none = reduction::none;
inline constexpr reduction add = reduction::add;
inline constexpr reduction subtract = reduction::sub;
inline constexpr reduction multiply = reduction::mul;
inline constexpr reduction minimum = reduction::min;
inline constexpr reduction maximum = reduction::max;
inline constexpr reduction and_ = reduction::logic_and;
inline constexpr reduction or_ = reduction::logic_or;
inline constexpr reduction xor_ = reduction::logic_xor;

}  // namespace update_computation

namespace detail {

struct named_computation {
  std::string_view name;
  reduction value;
};

// A mean is no operation; its name is empty.
inline constexpr named_computation named_computations[] = {
#define STREW_REDUCTION(number, C, cpp, word, numpy, torch, stablehlo) {stablehlo, reduction::cpp},
#include "strew/words.def"
};

}  // namespace detail

// The reduction of an operation by its name, "maximum" or "stablehlo.maximum". Throws status::attribute for one that is
// no reduction of this library.
inline result<reduction> try_find_update_computation(std::string_view name) noexcept {
  constexpr std::string_view dialect = "stablehlo.";
  const std::string_view operation = name.substr(name.starts_with(dialect) ? dialect.size() : 0);
  for (const detail::named_computation& one : detail::named_computations) {
    if (!operation.empty() && operation == one.name) return one.value;
  }
  strew::detail::sentence why;
  why << "update_computation '" << name << "' is none of";
  std::string_view separator = " ";
  for (const detail::named_computation& one : detail::named_computations) {
    if (one.name.empty()) continue;
    why << separator << one.name;
    separator = ", ";
  }
  return error_record(status::attribute, why.view());
}

#if STREW_HAS_EXCEPTIONS
inline reduction find_update_computation(std::string_view name) {
  return try_find_update_computation(name).value();
}
#endif

}  // namespace STREW_NAMESPACE::stablehlo

#endif
