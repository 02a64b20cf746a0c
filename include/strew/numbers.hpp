// Integers of any type as extents and strides.
#ifndef STREW_NUMBERS_HPP
#define STREW_NUMBERS_HPP

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>  // std::data, std::size
#include <type_traits>

#include "strew/config.hpp"

namespace STREW_NAMESPACE::detail {

template <class T>
concept character = std::same_as<T, char> || std::same_as<T, wchar_t> || std::same_as<T, char8_t> ||
    std::same_as<T, char16_t> || std::same_as<T, char32_t>;

template <class T>
concept integer = std::integral<T> && !std::same_as<T, bool> && !character<T>;

// static_cast, without the warning about a cast to the type that it already has on some platforms.
template <class To, class From>
constexpr To cast(From from) noexcept {
  if constexpr (std::same_as<To, From>) {
    return from;
  } else {
    return static_cast<To>(from);
  }
}

// Any integer: in braces, {rows, 4} needs no cast. What does not fit in 63 bits becomes negative, which is refused.
class number {
 public:
  template <integer T>
  constexpr number(T value) noexcept : value_(detail::cast<std::int64_t>(value)) {}
  constexpr operator std::int64_t() const noexcept { return value_; }

 private:
  std::int64_t value_;
};

// A vector, array, span or C array of integers.
template <class R>
concept integer_range = requires(const R& range) {
  { std::size(range) } -> std::convertible_to<std::size_t>;
  requires integer<std::remove_cvref_t<decltype(*std::data(range))>>;
};

// Borrowed numbers. Less to compile than a std::span.
struct list {
  const std::int64_t* first;
  std::size_t count;

  const std::int64_t* begin() const noexcept { return first; }
  const std::int64_t* end() const noexcept { return first + count; }
  const std::int64_t* data() const noexcept { return first; }
  std::size_t size() const noexcept { return count; }
  const std::int64_t& operator[](std::size_t i) const noexcept { return first[i]; }
};

// What may be read as std::int64_t: of long and long long, which may both have 64 bits, only one.
template <class T>
concept borrowed = std::same_as<std::make_signed_t<T>, std::int64_t>;

// An argument: extents or strides, in braces or as a range of integers, from which it borrows if it can. It is alive as
// long as they are: until the end of the call.
class numbers {
 public:
  numbers() noexcept {}
  numbers(std::initializer_list<number> values) noexcept
      : first_(reinterpret_cast<const std::int64_t*>(values.begin())), size_(values.size()) {}
  template <integer_range R>
  numbers(const R& values) : size_(std::size(values)) {
    using T = std::remove_cvref_t<decltype(*std::data(values))>;
    if constexpr (borrowed<T>) {
      first_ = reinterpret_cast<const std::int64_t*>(std::data(values));
    } else {
      converted_ = new std::int64_t[size_];
      for (std::size_t i = 0; i < size_; ++i) converted_[i] = detail::cast<std::int64_t>(std::data(values)[i]);
      first_ = converted_;
    }
  }
  numbers(const numbers&) = delete;
  numbers& operator=(const numbers&) = delete;
  ~numbers() { delete[] converted_; }

  std::size_t size() const noexcept { return size_; }
  const std::int64_t* begin() const noexcept { return first_; }
  const std::int64_t* end() const noexcept { return first_ + size_; }
  const std::int64_t& operator[](std::size_t i) const noexcept { return first_[i]; }
  list values() const noexcept { return {first_, size_}; }

 private:
  static_assert(sizeof(number) == sizeof(std::int64_t) && std::is_standard_layout_v<number>);

  const std::int64_t* first_ = nullptr;
  std::size_t size_ = 0;
  std::int64_t* converted_ = nullptr;
};

}  // namespace STREW_NAMESPACE::detail

#endif
