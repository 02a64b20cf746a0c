// All kernels of one target. All code takes kernels from a set, so that a set for another target replaces them all.
#pragma once

#include <array>
#include <cstddef>

#include "kernel/kernel.hpp"
#include "kernel/tuning.hpp"

namespace strew::kernel {

// The names of an axis's values, in the order of the list.
template <class Axis>
struct names_of;
template <>
struct names_of<index_type> {
  static constexpr std::array all = {
#define STREW_INDEX_TYPE(name, type) #name,
#include "kernel/kernels.def"
#undef STREW_INDEX_TYPE
  };
};
template <>
struct names_of<mode> {
  static constexpr std::array all = {
#define STREW_MODE(name) #name,
#include "kernel/kernels.def"
#undef STREW_MODE
  };
};
template <>
struct names_of<form> {
  static constexpr std::array all = {
#define STREW_FORM(name) #name,
#include "kernel/kernels.def"
#undef STREW_FORM
  };
};
template <>
struct names_of<scalar> {
  static constexpr std::array all = {
#define STREW_SCALAR(name, storage, wide) #name,
#include "kernel/kernels.def"
#undef STREW_SCALAR
  };
};
template <>
struct names_of<combination> {
  static constexpr std::array all = {
#define STREW_COMBINE(name) #name,
#include "kernel/kernels.def"
#undef STREW_COMBINE
  };
};
template <>
struct names_of<width_class> {
  static constexpr std::array all = {
#define STREW_WIDTH(bytes) #bytes,
#include "kernel/kernels.def"
#undef STREW_WIDTH
      "any"};
};
template <>
struct names_of<direction> {
  static constexpr std::array all = {"read", "write"};
};
template <>
struct names_of<outcome> {
  static constexpr std::array all = {"value", "mean", "position"};
};
template <>
struct names_of<accumulator> {
  static constexpr std::array all = {"native", "wide"};
};

// An entry for each combination of values; empty for invalid combinations.
template <class Entry, class... Axes>
class kernel_table {
 public:
  static constexpr std::size_t size = (std::size_t{1} * ... * names_of<Axes>::all.size());

  const Entry& operator()(Axes... values) const { return entries_[number_of(values...)]; }
  Entry& operator()(Axes... values) { return entries_[number_of(values...)]; }
  [[nodiscard]] const std::array<Entry, size>& all() const { return entries_; }

  // Puts find(values...) into every place.
  template <class Find>
  void fill(const Find& find) {
    fill_from<Axes...>(find);
  }

 private:
  static std::size_t number_of(Axes... values) {
    std::size_t number = 0;
    ((number = number * names_of<Axes>::all.size() + static_cast<std::size_t>(values)), ...);
    return number;
  }

  template <class... Rest, class Find, class... Chosen>
  void fill_from(const Find& find, Chosen... chosen) {
    if constexpr (sizeof...(Rest) == 0) {
      (*this)(chosen...) = find(chosen...);
    } else {
      fill_next<Rest...>(find, chosen...);
    }
  }
  template <class First, class... Rest, class Find, class... Chosen>
  void fill_next(const Find& find, Chosen... chosen) {
    for (std::size_t n = 0; n < names_of<First>::all.size(); ++n)
      fill_from<Rest...>(find, chosen..., static_cast<First>(n));
  }

  std::array<Entry, size> entries_{};
};

struct kernel_set {
  const char* target = "";
  kernel::tuning tuning;
#define STREW_KERNEL(name, signature, ...) kernel_table<signature __VA_OPT__(, ) __VA_ARGS__> name;
#include "kernel/kernels.def"
#undef STREW_KERNEL
};

// Complete, and available on every machine.
const kernel_set& portable();

}  // namespace strew::kernel
