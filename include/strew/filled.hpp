// One value that reads as a tensor of any extents.
#ifndef STREW_FILLED_HPP
#define STREW_FILLED_HPP

#include <cstdint>
#include <initializer_list>
#include <span>

#include "strew/dimensions.hpp"
#include "strew/dtype.hpp"
#include "strew/view.hpp"

namespace strew {

// strew::filled(value, {3, 4}): an operand to read whose elements are all `value`, by stride 0: no array is made.
// As data of a scatter it is the zeros of a histogram, as updates its ones. The type of the value is the element type:
// strew::filled<std::uint64_t>(0, {k}).
//
// It owns the value, and views of it read that: as an argument it lives as long as the call, but a const_view that is
// kept, or the pointer data() given to a plan, must not outlive it or its place.
template <element T>
class filled {
 public:
  filled(T value, std::span<const std::int64_t> extents) : value_(value), extents_(extents) {}
  filled(T value, std::initializer_list<std::int64_t> extents)
      : filled(value, std::span<const std::int64_t>(extents.begin(), extents.size())) {}

  operator const_view() const { return const_view(&value_, {}).broadcast(extents_.values()); }

  // The value; what strew::buffers take.
  const T* data() const noexcept { return &value_; }

 private:
  T value_;
  detail::dimensions extents_;
};

}  // namespace strew

#endif
