// What the operands of a call are to its operator, by number: what is done with each of them is written once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "strew/strew.h"

namespace strew::python {

enum class role : std::uint8_t {
  data,
  indices,
  updates,
  output,
  segments,
  weights,
  base,
  right,
  scales,
  zero_points,
  codebook,
  arg,
  count
};

struct role_entry {
  role which;
  const char* name;  // in messages
  const strew_tensor* strew_operands::*view;
};

constexpr role_entry all_roles[] = {{role::data, "data", &strew_operands::data},
                                    {role::indices, "indices", &strew_operands::indices},
                                    {role::updates, "updates", &strew_operands::updates},
                                    {role::output, "output", &strew_operands::output},
                                    {role::segments, "segments", &strew_operands::segments},
                                    {role::weights, "weights", &strew_operands::weights},
                                    {role::base, "base", &strew_operands::base},
                                    {role::right, "right", &strew_operands::right},
                                    {role::scales, "scales", &strew_operands::scales},
                                    {role::zero_points, "zero_points", &strew_operands::zero_points},
                                    {role::codebook, "codebook", &strew_operands::codebook},
                                    {role::arg, "arg", &strew_operands::arg},
                                    {role::count, "count", &strew_operands::count}};
constexpr std::size_t role_count = sizeof all_roles / sizeof *all_roles;

// Those before are operands of gathers and scatters; those from here on only of operators with more.
constexpr role first_further = role::segments;
constexpr std::size_t further_count = role_count - static_cast<std::size_t>(first_further);

constexpr bool is_further(role which) {
  return which >= first_further;
}
// Results beside the output.
constexpr bool is_written_beside(role which) {
  return which == role::arg || which == role::count;
}

// A value for each role from `first` on.
template <class Value, role first = role::data>
class by_role {
 public:
  Value& operator[](role which) { return all_[number(which)]; }
  const Value& operator[](role which) const { return all_[number(which)]; }
  [[nodiscard]] auto begin() const { return all_; }
  [[nodiscard]] auto end() const { return all_ + (role_count - static_cast<std::size_t>(first)); }

 private:
  static std::size_t number(role which) { return static_cast<std::size_t>(which) - static_cast<std::size_t>(first); }

  Value all_[role_count - static_cast<std::size_t>(first)] = {};
};

}  // namespace strew::python
