// Views: the memory layout of an operand. A view owns nothing and copies no element.
#ifndef STREW_VIEW_HPP
#define STREW_VIEW_HPP

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "strew/config.hpp"
#include "strew/dtype.hpp"
#include "strew/error.hpp"
#include "strew/numbers.hpp"
#include "strew/range.hpp"
#include "strew/strew.h"
#include "strew/tensor.hpp"

namespace STREW_NAMESPACE {

namespace detail {

// Byte strides of a packed row-major array. Throws status::size if they do not fit in 63 bits.
inline std::vector<std::int64_t> packed_strides(list extents, std::uint64_t element_bytes) {
  std::vector<std::int64_t> strides(extents.size());
  std::int64_t stride = static_cast<std::int64_t>(element_bytes);
  for (std::size_t i = extents.size(); i-- > 0;) {
    strides[i] = stride;
    const std::int64_t extent = extents[i] > 1 ? extents[i] : 1;
    if (stride > INT64_MAX / extent) {
      sentence why;
      why << "the strides of " << extents << " overflow";
      refuse(error_record(status::size, why.view()));
    }
    stride *= extent;
  }
  return strides;
}

// False if the product does not fit. A division would take longer than the rest of a view.
inline bool multiply(std::uint64_t& product, std::int64_t extent) noexcept {
#if defined(__GNUC__)
  return !__builtin_mul_overflow(product, extent, &product);
#else
  if (extent != 0 && product > UINT64_MAX / static_cast<std::uint64_t>(extent)) return false;
  product *= static_cast<std::uint64_t>(extent);
  return true;
#endif
}

// Whether a range of `count` elements has exactly as many as `extents` require.
inline bool fills(list extents, std::uint64_t count) noexcept {
  std::uint64_t product = 1;
  bool is_empty = false, is_more = false;
  for (const std::int64_t extent : extents) {
    if (extent < 0) return false;
    is_empty = is_empty || extent == 0;
    is_more = is_more || !multiply(product, extent);
  }
  return is_empty ? count == 0 : !is_more && product == count;
}

[[noreturn]] inline void refuse_range(std::uint64_t count, list extents) {
  sentence why;
  why << "a range of " << count << " elements was given for extents " << extents;
  refuse(error_record(status::shape, why.view()));
}

[[noreturn]] inline void refuse_strides(list strides, list extents) {
  sentence why;
  why << "strides " << strides << " were given for extents " << extents;
  refuse(error_record(status::shape, why.view()));
}

[[noreturn]] inline void refuse_element_strides(list strides) {
  sentence why;
  why << "the element strides " << strides << " overflow";
  refuse(error_record(status::size, why.view()));
}

[[noreturn]] inline void refuse_order(list order, std::uint64_t rank) {
  sentence why;
  why << order << " is not an order of " << rank << " dimensions";
  refuse(error_record(status::attribute, why.view()));
}

[[noreturn]] inline void refuse_broadcast(list from, list to) {
  sentence why;
  why << "extents " << from << " do not broadcast to " << to;
  refuse(error_record(status::shape, why.view()));
}

}  // namespace detail

// Strides in elements, where strides are otherwise in bytes: strew::view(pointer, {3, 4}, strew::element_strides{4,
// 1}). Of any integers, in braces or as a range.
class element_strides {
 public:
  element_strides(const detail::numbers& values) : values_(values.begin(), values.end()) {}
  element_strides(std::initializer_list<detail::number> values) : element_strides(detail::numbers(values)) {}

  // In bytes. Throws status::size if they do not fit in 63 bits.
  std::vector<std::int64_t> in_bytes(std::uint64_t element_bytes) const {
    std::vector<std::int64_t> bytes = values_;
    const auto width = static_cast<std::int64_t>(element_bytes);
    for (std::int64_t& stride : bytes) {
      if (stride > INT64_MAX / width || stride < INT64_MIN / width) {
        detail::refuse_element_strides({values_.data(), values_.size()});
      }
      stride *= width;
    }
    return bytes;
  }

 private:
  std::vector<std::int64_t> values_;
};

// An operand: a pointer, an element type, extents in elements and strides in bytes. Any rank, any strides; without
// strides it is packed row-major. The pointer refers to the first element of the view. Extents and strides are integers
// of any type, in braces or as a vector, array or span. The operators check shapes and strides and report errors; the
// constructors do not check them.
template <class Void>
class basic_view {
  using numbers = detail::numbers;

 public:
  // No operand: for those that an execution of a plan does not need.
  basic_view() noexcept requires(std::is_const_v<Void>) = default;

  // strew::view(pointer, {3, 4}): packed, the type deduced. A strew::view does not take a pointer to const.
  template <detail::viewable<Void> T>
  basic_view(T* data, const numbers& extents) : about_(writable(data), type_of<T>(), sizeof(T), extents) {}

  // strew::view(pointer, {3, 4}, {64, 4}): strides in bytes. Throws status::shape if there is not one for each extent.
  template <detail::viewable<Void> T>
  basic_view(T* data, const numbers& extents, const numbers& strides)
      : about_(writable(data), type_of<T>(), sizeof(T), extents, matching(strides, extents)) {}

  // strew::view(pointer, {3, 4}, strew::element_strides{16, 1}). Throws status::size too if they overflow.
  template <detail::viewable<Void> T, std::same_as<element_strides> Strides>
  basic_view(T* data, const numbers& extents, const Strides& strides)
      : basic_view(data, extents, strides.in_bytes(sizeof(T))) {}

  // strew::view(values): a vector, array or span as one dimension. Temporaries that own their elements do not compile.
  template <class R>
  requires detail::viewable_range<R, Void> basic_view(R&& values)
      : basic_view(std::data(values), {std::size(values)}) {}

  // strew::view(values, {3, 4}): the same as packed rows. Throws status::shape if there are more or fewer elements.
  template <class R>
  requires detail::viewable_range<R, Void> basic_view(R&& values, const numbers& extents)
      : basic_view(std::data(values), extents) {
    if (!detail::fills(extents.values(), std::size(values))) detail::refuse_range(std::size(values), extents.values());
  }

  // std::mdspan, and what has its members: reference, data_handle(), rank(), extent(i) and, in elements, stride(i).
  template <detail::mdspan_like M>
  requires detail::viewable<std::remove_reference_t<decltype(*std::declval<const M&>().data_handle())>, Void>
  basic_view(const M& span) : basic_view(span, span.data_handle()) {}

  // For types known only at run time. element_bytes: 0 = the width of `type`; needed for dtype::opaque.
  template <std::same_as<strew::dtype> Type>
  basic_view(Void* data, Type type, const numbers& extents, std::uint64_t element_bytes = 0)
      : about_(writable(data), static_cast<strew_dtype>(type), element_bytes, extents) {}
  // Throws status::shape if there is not one stride for each extent.
  template <std::same_as<strew::dtype> Type>
  basic_view(Void* data, Type type, const numbers& extents, const numbers& strides, std::uint64_t element_bytes = 0)
      : about_(writable(data), static_cast<strew_dtype>(type), element_bytes, extents, matching(strides, extents)) {}

  // A writable operand is also readable.
  template <class Other>
  requires(std::is_const_v<Void> && !std::is_const_v<Other>) basic_view(const basic_view<Other>& other)
      : about_(other.about_) {}

  // What cannot be viewed, and why.
  template <detail::refused::temporary R>
  basic_view(R&&, detail::because::the_elements_of_a_temporary_would_be_gone = {}) = delete;
  template <detail::refused::temporary R>
  basic_view(R&&, const numbers&, detail::because::the_elements_of_a_temporary_would_be_gone = {}) = delete;
  template <detail::refused::scattered R>
  basic_view(R&&, detail::because::a_deque_list_or_vector_of_bool_is_not_contiguous = {}) = delete;
  template <detail::refused::scattered R>
  basic_view(R&&, const numbers&, detail::because::a_deque_list_or_vector_of_bool_is_not_contiguous = {}) = delete;
  template <detail::refused::read_only_range<Void> R>
  basic_view(R&&, detail::because::an_output_cannot_be_const = {}) = delete;
  template <detail::refused::read_only_range<Void> R>
  basic_view(R&&, const numbers&, detail::because::an_output_cannot_be_const = {}) = delete;
  template <detail::refused::compound_range R>
  basic_view(R&&, detail::because::an_element_is_trivially_copyable_and_no_pointer = {}) = delete;
  template <detail::refused::compound_range R>
  basic_view(R&&, const numbers&, detail::because::an_element_is_trivially_copyable_and_no_pointer = {}) = delete;
  template <detail::refused::read_only<Void> T>
  basic_view(T*, const numbers&, detail::because::an_output_cannot_be_const = {}) = delete;
  template <detail::refused::compound T>
  basic_view(T*, const numbers&, detail::because::an_element_is_trivially_copyable_and_no_pointer = {}) = delete;
  template <detail::refused::bare_pointer R>
  basic_view(R&&, detail::because::a_pointer_needs_extents_in_braces_after_it = detail::because::said) = delete;
  template <detail::refused::unstrided_mdspan M>
  basic_view(const M&, detail::because::an_mdspan_is_always_strided_with_the_default_accessor = {}) = delete;
  template <detail::integer T>
  basic_view(std::initializer_list<T>, detail::because::the_elements_of_a_temporary_would_be_gone = {}) = delete;
  template <detail::refused::read_only_mdspan<Void> M>
  basic_view(const M&, detail::because::an_output_cannot_be_const = {}) = delete;

  Void* data() const noexcept { return about_.native().data; }
  strew::dtype dtype() const noexcept { return static_cast<strew::dtype>(about_.native().dtype); }
  std::size_t rank() const noexcept { return about_.rank(); }
  std::span<const std::int64_t> extents() const noexcept { return {about_.native().extents, rank()}; }

  // Width of one element in bytes; 0 only for an opaque element of unknown width.
  std::uint64_t element_bytes() const noexcept {
    const std::uint64_t given = about_.native().element_bytes;
    return given != 0 ? given : width(dtype());
  }

  // Strides in bytes. Throws status::size if those of a packed view do not fit in 63 bits.
  std::vector<std::int64_t> strides() const {
    const std::int64_t* given = about_.native().strides;
    if (given == nullptr) return detail::packed_strides(about_.extents(), element_bytes());
    return {given, given + rank()};
  }

  // The same elements with dimension order[i] as dimension i. Throws status::attribute if `order` is not a permutation.
  basic_view permute(const numbers& order) const {
    if (order.size() != rank()) detail::refuse_order(order.values(), rank());
    const std::vector<std::int64_t> old_strides = strides();
    basic_view made = with_rank(rank());
    std::int64_t* const new_extents = made.about_.numbers_of();
    std::int64_t* const new_strides = made.about_.add_strides();
    for (std::size_t i = 0; i < rank(); ++i) {
      const std::int64_t from = order[i];
      const std::int64_t* const same = find(order, from);
      if (from < 0 || static_cast<std::size_t>(from) >= rank() || same != order.begin() + i) {
        detail::refuse_order(order.values(), rank());
      }
      new_extents[i] = about_.extents()[static_cast<std::size_t>(from)];
      new_strides[i] = old_strides[static_cast<std::size_t>(from)];
    }
    return made;
  }

  // The same elements with the dimensions in reverse order.
  basic_view transpose() const {
    std::vector<std::int64_t> order(rank());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int64_t>(rank() - 1 - i);
    return permute(order);
  }

  // Broadcasts with stride 0, dimensions aligned at the right as in NumPy: each extent must be 1, missing or equal.
  // Read-only. Throws status::shape if they do not match.
  basic_view broadcast(const numbers& to) const requires(std::is_const_v<Void>) {
    if (to.size() < rank()) detail::refuse_broadcast(about_.extents(), to.values());
    const std::vector<std::int64_t> old_strides = strides();
    const std::size_t added = to.size() - rank();
    basic_view made = with_rank(to.size());
    std::int64_t* const new_extents = made.about_.numbers_of();
    std::int64_t* const new_strides = made.about_.add_strides();
    for (std::size_t i = 0; i < to.size(); ++i) {
      const std::int64_t extent = to[i];
      const bool is_repeated = i < added || about_.extents()[i - added] == 1;
      if (!is_repeated && about_.extents()[i - added] != extent)
        detail::refuse_broadcast(about_.extents(), to.values());
      new_extents[i] = extent;
      new_strides[i] = is_repeated ? 0 : old_strides[i - added];
    }
    return made;
  }

  // The tensor of the C ABI. It borrows from this view, which must stay alive and must not be moved.
  const strew_tensor& native() const noexcept { return about_.native(); }

  // Whether this is no operand.
  bool is_none() const noexcept { return about_.is_none(); }

 protected:
  // The same operand, with the extents and strides that `of` owns: for an argument that does not outlive it.
  basic_view(detail::borrowed_numbers borrows, const basic_view& of) noexcept : about_(borrows, of.about_) {}

 private:
  template <class>
  friend class basic_view;

  template <class T>
  static constexpr strew_dtype type_of() noexcept {
    return static_cast<strew_dtype>(dtype_of<T>);
  }

  // One struct serves inputs and outputs.
  static void* writable(Void* data) noexcept { return const_cast<void*>(static_cast<const void*>(data)); }

  static const numbers& matching(const numbers& strides, const numbers& extents) {
    if (strides.size() != extents.size()) detail::refuse_strides(strides.values(), extents.values());
    return strides;
  }

  static const std::int64_t* find(const numbers& in, std::int64_t wanted) noexcept {
    const std::int64_t* at = in.begin();
    while (at != in.end() && *at != wanted) ++at;
    return at;
  }

  // The same elements with another rank; extents and strides are to be set.
  basic_view with_rank(std::size_t rank) const {
    return basic_view(detail::tensor(native().data, native().dtype, native().element_bytes, rank));
  }
  explicit basic_view(detail::tensor about) noexcept : about_(std::move(about)) {}

  template <detail::mdspan_like M, class T>
  basic_view(const M& span, T* data) : about_(writable(data), type_of<T>(), sizeof(T), span.rank()) {
    if constexpr (!detail::scalar_mdspan<M>) {
      std::int64_t* const extents = about_.numbers_of();
      std::int64_t* const strides = about_.add_strides();
      for (std::size_t i = 0; i < rank(); ++i) {
        extents[i] = detail::cast<std::int64_t>(span.extent(i));
        strides[i] = detail::cast<std::int64_t>(span.stride(i)) * static_cast<std::int64_t>(sizeof(T));
      }
    }
  }

  detail::tensor about_;
};

// A writable operand: strew::view(pointer, {3, 4}).
using view = basic_view<void>;

// A read-only operand: strew::const_view(pointer, {3, 4}). A strew::view converts to it implicitly.
using const_view = basic_view<const void>;

}  // namespace STREW_NAMESPACE

#endif
