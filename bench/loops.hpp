// Shared by all loops: the operation on a cell, and the addresses of the operands.
#ifndef BENCH_LOOPS_HPP
#define BENCH_LOOPS_HPP

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "baselines.hpp"

namespace bench::loops {

// `element` points into the operand that is traversed in order, `cell` into the table.
struct read {
  template <class T>
  static void apply(T& cell, T& element) {
    element = cell;
  }
};
struct write {
  template <class T>
  static void apply(T& cell, T& element) {
    cell = element;
  }
};
struct add {
  template <class T>
  static void apply(T& cell, T& element) {
    cell = static_cast<T>(cell + element);
  }
};
struct maximum {
  template <class T>
  static void apply(T& cell, T& element) {
    cell = cell < element ? element : cell;
  }
};

// Table, direct operand and indices of one run of a loop. A scatter that is not in place first copies data.
template <class Act, class T, class I>
struct bound {
  bound(const loop& by, const memory& operands)
      : table(static_cast<T*>(std::is_same_v<Act, read> ? operands.data : operands.output)),
        direct(static_cast<T*>(std::is_same_v<Act, read> ? operands.output : operands.updates)),
        indices(static_cast<const I*>(operands.indices)) {
    if (!std::is_same_v<Act, read> && operands.data != operands.output)
      std::memcpy(operands.output, operands.data, static_cast<std::size_t>(by.table_bytes));
  }
  T* table;
  T* direct;
  const I* indices;
};

}  // namespace bench::loops

#endif
