// The indices of a call: a view of them, or the numbers themselves in braces.
#ifndef STREW_INDEX_ARGUMENT_HPP
#define STREW_INDEX_ARGUMENT_HPP

#include <initializer_list>

#include "strew/config.hpp"
#include "strew/numbers.hpp"
#include "strew/view.hpp"

namespace STREW_NAMESPACE::detail {

// A type of its own that a view of indices can be made of by one conversion, as strew::filled.
template <class T>
concept converted = requires(const T& from) {
  from.operator const_view();
};

// What a const_view is made of, and a list: strew::gather(table, {0, 3, 1}, output, 0). A list is one dimension, of the
// type of its integers. Its array lives until the end of the call that it is written in, so a const_view, which may be
// stored, is not made of a list, and an argument cannot be copied.
class index_argument : public const_view {
 public:
  using const_view::const_view;

  index_argument() noexcept = default;
  index_argument(const const_view& of) noexcept : const_view(borrowed_numbers{}, of) {}
  template <integer T>
  index_argument(std::initializer_list<T> values) noexcept : const_view(values.begin(), {values.size()}) {}
  template <converted T>
  index_argument(const T& of) : const_view(of.operator const_view()) {}

  index_argument(const index_argument&) = delete;
  index_argument& operator=(const index_argument&) = delete;
};

}  // namespace STREW_NAMESPACE::detail

#endif
