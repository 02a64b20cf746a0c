// One value as a tensor of any extents.
#ifndef STREW_FILLED_HPP
#define STREW_FILLED_HPP

#include "strew/config.hpp"
#include "strew/dtype.hpp"
#include "strew/numbers.hpp"
#include "strew/strew.h"
#include "strew/tensor.hpp"
#include "strew/view.hpp"

namespace STREW_NAMESPACE {

// strew::filled(value, {3, 4}): an input operand whose elements are all `value`, with strides 0: no array is made. For
// example the zeros of a histogram as data of a scatter, and its ones as updates. The type of the value is the element
// type: strew::filled<std::uint64_t>(0, {k}).
//
// It owns the value that its views refer to: as an argument it lives until the end of the call, but a stored
// const_view, or the pointer data() passed to a plan, must not outlive it or be used after it moved.
template <element T>
class filled {
 public:
  filled(T value, const detail::numbers& extents) : value_(value), extents_(nullptr, STREW_DTYPE_OPAQUE, 0, extents) {}

  operator const_view() const { return const_view(&value_, {}).broadcast(extents_.extents()); }

  // A pointer to the value, for strew::buffers.
  const T* data() const noexcept { return &value_; }

 private:
  T value_;
  detail::tensor extents_;
};

}  // namespace STREW_NAMESPACE

#endif
