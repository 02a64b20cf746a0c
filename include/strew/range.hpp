// What a view can be made of, and why not of the rest: parameters of deleted constructors have types whose names are
// the sentences that a compiler prints, on the line of the constructor.
#ifndef STREW_RANGE_HPP
#define STREW_RANGE_HPP

#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include "strew/config.hpp"
#include "strew/dtype.hpp"
#include "strew/numbers.hpp"

namespace STREW_NAMESPACE::detail {

template <class R>
concept iterable = requires(R& range) {
  *std::begin(range);
  std::end(range);
};

// A vector, array, span or C array, but not a vector of bool.
template <class R>
concept contiguous = iterable<R> && requires(R& range) {
  { std::size(range) } -> std::convertible_to<std::size_t>;
  requires std::same_as<decltype(*std::begin(range)), decltype(*std::data(range))>;
};

// It outlives the expression that creates a view of it.
template <class R>
concept lasting = std::is_lvalue_reference_v<R> || std::ranges::enable_borrowed_range<std::remove_cvref_t<R>>;

template <class T, class Void>
concept viewable = element<T> && std::convertible_to<T*, Void*>;

// The type of its elements, with const.
template <class R>
using element_of = std::remove_reference_t<decltype(*std::data(std::declval<R&>()))>;

template <class R, class Void>
concept viewable_range = contiguous<R> && lasting<R> && viewable<element_of<R>, Void>;

// One element: std::mdspan then has no strides.
template <class M>
concept scalar_mdspan = requires {
  requires std::bool_constant<M::rank() == 0>::value;
};

template <class M>
concept strided_mdspan = requires(const M& span, std::size_t dimension) {
  requires integer<decltype(span.extent(dimension))>;
  requires integer<decltype(span.stride(dimension))>;
  requires M::is_always_strided();
};

// std::mdspan, and what has its members, with a layout that strides can describe and an accessor that yields the
// elements themselves: the operators do not call it.
template <class M>
concept mdspan_like = (scalar_mdspan<M> || strided_mdspan<M>)&&requires(const M& span) {
  requires std::is_pointer_v<decltype(span.data_handle())>;
  requires std::same_as<typename M::reference, decltype(*span.data_handle())>;
  { span.rank() } -> std::convertible_to<std::size_t>;
};

namespace refused {

// A pointer without the extents of what it points to.
template <class R>
concept bare_pointer = std::is_pointer_v<std::remove_cvref_t<R>>;

template <class R>
concept temporary = contiguous<R> && !lasting<R>;
template <class R>
concept scattered = iterable<R> && !contiguous<R>;
template <class T, class Void>
concept read_only = element<T> && !std::convertible_to<T*, Void*>;
template <class R, class Void>
concept read_only_range = contiguous<R> && lasting<R> && read_only<element_of<R>, Void>;
template <class T>
concept compound = std::is_object_v<T> && !element<T>;
template <class R>
concept compound_range = contiguous<R> && lasting<R> && compound<element_of<R>>;

// Of an mdspan whose layout may have no strides, or whose accessor computes the elements.
template <class M>
concept unstrided_mdspan = !mdspan_like<M> && requires(const M& span) {
  span.data_handle();
  span.mapping();
  span.rank();
};
template <class M, class Void>
concept read_only_mdspan =
    mdspan_like<M> && read_only<std::remove_reference_t<decltype(*std::declval<const M&>().data_handle())>, Void>;

}  // namespace refused

namespace because {

struct the_elements_of_a_temporary_would_be_gone {};
struct a_deque_list_or_vector_of_bool_is_not_contiguous {};
struct an_output_cannot_be_const {};
struct an_mdspan_is_always_strided_with_the_default_accessor {};
struct a_gather_returns_nothing_its_third_argument_is_the_output {};
// Not made of numbers in braces, which after a pointer are its extents.
enum class only { one };
inline constexpr only said = only::one;
struct a_pointer_needs_extents_in_braces_after_it {
  a_pointer_needs_extents_in_braces_after_it(only) {}
};
struct an_element_is_trivially_copyable_and_no_pointer {};

}  // namespace because

}  // namespace STREW_NAMESPACE::detail

#endif
