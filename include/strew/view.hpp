// Views: the memory layout of an operand. A view owns nothing and copies no element.
#ifndef STREW_VIEW_HPP
#define STREW_VIEW_HPP

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "strew/dimensions.hpp"
#include "strew/dtype.hpp"
#include "strew/error.hpp"
#include "strew/strew.h"

namespace strew {

namespace detail {

// A contiguous range that outlives the expression that creates a view of it.
template <class R>
concept viewable_range = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
    (std::is_lvalue_reference_v<R> || std::ranges::borrowed_range<R>);

inline std::string list_text(std::span<const std::int64_t> values) {
  std::string text = "[";
  for (const std::int64_t value : values) text += (text.size() > 1 ? ", " : "") + std::to_string(value);
  return text + "]";
}

[[noreturn]] inline void refuse_view(status code, const std::string& sentence) {
  raise(error_record(code, sentence));
}

// Byte strides of a packed row-major array. Throws status::size if they do not fit in 63 bits.
inline std::vector<std::int64_t> packed_strides(std::span<const std::int64_t> extents, std::uint64_t element_bytes) {
  std::vector<std::int64_t> strides(extents.size());
  std::int64_t stride = static_cast<std::int64_t>(element_bytes);
  for (std::size_t i = extents.size(); i-- > 0;) {
    strides[i] = stride;
    const std::int64_t extent = extents[i] > 1 ? extents[i] : 1;
    if (stride > INT64_MAX / extent) refuse_view(status::size, "the strides of " + list_text(extents) + " overflow");
    stride *= extent;
  }
  return strides;
}

// Whether a range of `count` elements has exactly as many as `extents` require.
inline bool fills(std::span<const std::int64_t> extents, std::uint64_t count) noexcept {
  std::uint64_t product = 1;
  for (const std::int64_t extent : extents) {
    if (extent < 0) return false;
    if (extent == 0) return count == 0;
  }
  for (const std::int64_t extent : extents) {
    if (product > UINT64_MAX / static_cast<std::uint64_t>(extent)) return false;
    product *= static_cast<std::uint64_t>(extent);
  }
  return product == count;
}

}  // namespace detail

// An operand: a pointer, an element type, extents in elements and strides in bytes. Any rank, any strides; without
// strides it is packed row-major. The pointer refers to the first element of the view. The operators check shapes and
// strides and report errors; the constructors do not check them.
template <class Void>
class basic_view {
  using integers = std::span<const std::int64_t>;
  using integer_list = std::initializer_list<std::int64_t>;

 public:
  // strew::view(pointer, {3, 4}): packed, the type deduced. A strew::view does not take a pointer to const.
  template <element T>
  requires std::convertible_to<T*, Void*> basic_view(T* data, integers extents)
      : basic_view(data, dtype_of<T>, extents, sizeof(T)) {}
  template <element T>
  requires std::convertible_to<T*, Void*> basic_view(T* data, integer_list extents)
      : basic_view(data, integers(extents.begin(), extents.size())) {}

  // strew::view(pointer, {3, 4}, {64, 4}): strides in bytes.
  template <element T>
  requires std::convertible_to<T*, Void*> basic_view(T* data, integers extents, integers strides)
      : basic_view(data, dtype_of<T>, extents, strides, sizeof(T)) {}
  template <element T>
  requires std::convertible_to<T*, Void*> basic_view(T* data, integer_list extents, integer_list strides)
      : basic_view(data, integers(extents.begin(), extents.size()), integers(strides.begin(), strides.size())) {}

  // strew::view(values): a vector, array or span as one dimension. Temporaries that own their elements do not compile.
  template <detail::viewable_range R>
  requires std::convertible_to<decltype(std::ranges::data(std::declval<R&>())), Void*> &&
      element<std::ranges::range_value_t<R>>
      basic_view(R&& values)
      : basic_view(std::ranges::data(values), {static_cast<std::int64_t>(std::ranges::size(values))}) {}

  // strew::view(values, {3, 4}): the same as packed rows. Throws status::shape if there are more or fewer elements.
  template <detail::viewable_range R>
  requires std::convertible_to<decltype(std::ranges::data(std::declval<R&>())), Void*> &&
      element<std::ranges::range_value_t<R>>
      basic_view(R&& values, integers extents) : basic_view(std::ranges::data(values), extents) {
    if (!detail::fills(extents, std::ranges::size(values))) {
      detail::refuse_view(status::shape, "a range of " + std::to_string(std::ranges::size(values)) +
                                             " elements was given for extents " + detail::list_text(extents));
    }
  }
  template <detail::viewable_range R>
  requires std::convertible_to<decltype(std::ranges::data(std::declval<R&>())), Void*> &&
      element<std::ranges::range_value_t<R>>
      basic_view(R&& values, integer_list extents)
      : basic_view(std::forward<R>(values), integers(extents.begin(), extents.size())) {}

  // For types known only at run time. element_bytes: 0 = the width of `type`; needed for dtype::opaque.
  basic_view(Void* data, strew::dtype type, integers extents, std::uint64_t element_bytes = 0)
      : data_(data), type_(type), element_bytes_(element_bytes), extents_(extents) {}
  // Throws status::shape if there is not one stride for each extent.
  basic_view(Void* data, strew::dtype type, integers extents, integers strides, std::uint64_t element_bytes = 0)
      : basic_view(data, type, extents, element_bytes) {
    if (strides.size() != extents.size()) {
      detail::refuse_view(status::shape, "strides " + detail::list_text(strides) + " were given for extents " +
                                             detail::list_text(extents));
    }
    strides_ = detail::dimensions(strides);
    is_packed_ = false;
  }

  // A writable operand is also readable.
  template <class Other>
  requires(std::is_const_v<Void> && !std::is_const_v<Other>) basic_view(const basic_view<Other>& other)
      : data_(other.data_),
        type_(other.type_),
        element_bytes_(other.element_bytes_),
        is_packed_(other.is_packed_),
        extents_(other.extents_),
        strides_(other.strides_) {}

  Void* data() const noexcept { return data_; }
  strew::dtype dtype() const noexcept { return type_; }
  std::size_t rank() const noexcept { return extents_.size(); }
  std::span<const std::int64_t> extents() const noexcept { return extents_.values(); }

  // Width of one element in bytes; 0 only for an opaque element of unknown width.
  std::uint64_t element_bytes() const noexcept { return element_bytes_ != 0 ? element_bytes_ : width(type_); }

  // Strides in bytes. Throws status::size if those of a packed view do not fit in 63 bits.
  std::vector<std::int64_t> strides() const {
    if (is_packed_) return detail::packed_strides(extents(), element_bytes());
    return {strides_.values().begin(), strides_.values().end()};
  }

  // The same elements with dimension order[i] as dimension i. Throws status::attribute if `order` is not a permutation.
  basic_view permute(std::span<const std::int64_t> order) const {
    const std::vector<std::int64_t> old_strides = strides();
    std::vector<bool> is_taken(rank(), false);
    std::vector<std::int64_t> new_extents, new_strides;
    for (const std::int64_t from : order) {
      const std::size_t dimension = static_cast<std::size_t>(from);
      if (from < 0 || dimension >= rank() || is_taken[dimension]) refuse_order(order);
      is_taken[dimension] = true;
      new_extents.push_back(extents()[dimension]);
      new_strides.push_back(old_strides[dimension]);
    }
    if (order.size() != rank()) refuse_order(order);
    return basic_view(data_, type_, new_extents, new_strides, element_bytes_);
  }
  basic_view permute(std::initializer_list<std::int64_t> order) const {
    return permute(integers(order.begin(), order.size()));
  }

  // The same elements with the dimensions in reverse order.
  basic_view transpose() const {
    std::vector<std::int64_t> order(rank());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int64_t>(rank() - 1 - i);
    return permute(order);
  }

  // Broadcasts with stride 0, dimensions aligned at the right as in NumPy: each extent must be 1, missing or equal.
  // Read-only. Throws status::shape if they do not match.
  basic_view broadcast(std::span<const std::int64_t> to) const requires std::is_const_v<Void> {
    const std::vector<std::int64_t> old_strides = strides();
    std::vector<std::int64_t> new_strides(to.size(), 0);
    if (to.size() < rank()) refuse_broadcast(to);
    for (std::size_t i = 0; i < rank(); ++i) {
      const std::size_t at = to.size() - rank() + i;
      if (extents()[i] != 1 && extents()[i] != to[at]) refuse_broadcast(to);
      new_strides[at] = extents()[i] == 1 ? 0 : old_strides[i];
    }
    return basic_view(data_, type_, to, new_strides, element_bytes_);
  }
  basic_view broadcast(std::initializer_list<std::int64_t> to) const requires std::is_const_v<Void> {
    return broadcast(integers(to.begin(), to.size()));
  }

  // The tensor of the C ABI. It borrows from this view, which must stay alive and must not be moved.
  strew_tensor native() const noexcept {
    strew_tensor made = STREW_TENSOR_INIT;
    made.dtype = static_cast<strew_dtype>(type_);
    made.data = const_cast<void*>(static_cast<const void*>(data_));
    made.element_bytes = element_bytes_;
    made.rank = extents_.size();
    made.extents = extents_.data();
    made.strides = is_packed_ ? nullptr : strides_.data();
    return made;
  }

 private:
  template <class>
  friend class basic_view;

  [[noreturn]] void refuse_order(integers order) const {
    detail::refuse_view(status::attribute,
                        detail::list_text(order) + " is not an order of " + std::to_string(rank()) + " dimensions");
  }
  [[noreturn]] void refuse_broadcast(integers to) const {
    detail::refuse_view(status::shape,
                        "extents " + detail::list_text(extents()) + " do not broadcast to " + detail::list_text(to));
  }

  Void* data_;
  strew::dtype type_;
  std::uint64_t element_bytes_;
  bool is_packed_ = true;
  detail::dimensions extents_;
  detail::dimensions strides_;
};

// A writable operand: strew::view(pointer, {3, 4}).
using view = basic_view<void>;

// A read-only operand: strew::const_view(pointer, {3, 4}). A strew::view converts to it implicitly.
using const_view = basic_view<const void>;

}  // namespace strew

#endif
