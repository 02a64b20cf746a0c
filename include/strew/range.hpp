// What a view can be made of, and what it says of the rest: the types of deleted parameters are the sentences that a
// compiler prints.
#ifndef STREW_RANGE_HPP
#define STREW_RANGE_HPP

#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include "strew/dtype.hpp"
#include "strew/numbers.hpp"

namespace strew::detail {

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

// std::mdspan, and what has its members, with a layout that strides can describe.
template <class M>
concept mdspan_like = requires(const M& span, std::size_t dimension) {
  *span.data_handle();
  { span.rank() } -> std::convertible_to<std::size_t>;
  requires integer<decltype(span.extent(dimension))>;
  requires integer<decltype(span.stride(dimension))>;
  requires M::is_always_strided();
};

namespace refused {

template <class R>
concept temporary = contiguous<R> && !lasting<R>;
template <class R>
concept scattered = iterable<R> && !contiguous<R>;
template <class T, class Void>
concept read_only = element<T> && !std::convertible_to<T*, Void*>;
template <class T>
concept compound = std::is_object_v<T> && !element<T>;

struct the_elements_of_a_temporary_would_be_gone_keep_it_in_a_variable {};
struct the_elements_are_not_contiguous_in_memory_as_in_a_deque_a_list_or_a_vector_of_bool {};
struct an_output_cannot_be_const {};
struct an_element_is_trivially_copyable_and_not_a_pointer {};

}  // namespace refused

}  // namespace strew::detail

#endif
