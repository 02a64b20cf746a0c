// Every kernel of a set against a plain loop. Each row of kernels.def has a check of its name here, so that a new row
// does not compile before it has one; a check calls kernels through a record, which finally verifies that none
// was left out.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <tuple>

#include "kernel/kernel_set.hpp"

namespace strew::testing {

class record {
 public:
  template <class Kernel>
  Kernel called(Kernel kernel) {
    seen_.insert(reinterpret_cast<void*>(kernel));
    return kernel;
  }
  [[nodiscard]] const std::set<void*>& all() const { return seen_; }

 private:
  std::set<void*> seen_;
};

inline bool is_there(const kernel::accumulator_kernels& entry) {
  return entry.load != nullptr;
}
inline bool is_there(const kernel::slice_kernels& entry) {
  return entry.load != nullptr;
}
inline bool is_there(const kernel::product_kernels& entry) {
  return entry.load != nullptr;
}
template <class Kernel>
bool is_there(Kernel* entry) {
  return entry != nullptr;
}

// Calls visit(entry, values...) for each kernel that the table has.
template <class Entry, class Visit>
void for_each_kernel(const kernel::kernel_table<Entry>& table, const Visit& visit) {
  if (is_there(table())) visit(table());
}
template <class Entry, class First, class... Rest, class Visit>
void for_each_kernel(const kernel::kernel_table<Entry, First, Rest...>& table, const Visit& visit) {
  const auto each = [&](const auto& self, auto... chosen) {
    if constexpr (sizeof...(chosen) == 1 + sizeof...(Rest)) {
      if (is_there(table(chosen...))) visit(table(chosen...), chosen...);
    } else {
      using axis = std::tuple_element_t<sizeof...(chosen), std::tuple<First, Rest...>>;
      for (std::size_t n = 0; n < kernel::names_of<axis>::all.size(); ++n) self(self, chosen..., static_cast<axis>(n));
    }
  };
  each(each);
}

#define STREW_KERNEL(name, ...) void check_##name(const kernel::kernel_set& set, record& calls);
#include "kernel/kernels.def"
#undef STREW_KERNEL

// A check stops after its first failure.
inline bool is_good_so_far() {
  return !::testing::Test::HasFatalFailure();
}

template <class Axis>
const char* name_of(Axis value) {
  return kernel::names_of<Axis>::all[static_cast<std::size_t>(value)];
}

}  // namespace strew::testing
