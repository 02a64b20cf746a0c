// The sentences of the C++ API's own refusals, composed in the memory of an error record's message.
#ifndef STREW_SENTENCE_HPP
#define STREW_SENTENCE_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "strew/config.hpp"
#include "strew/numbers.hpp"
#include "strew/strew.h"

namespace STREW_NAMESPACE::detail {

// A text of at most as many bytes as a message; what is longer is cut by the record.
class sentence {
 public:
  sentence& operator<<(std::string_view words) noexcept {
    for (const char letter : words) append(letter);
    return *this;
  }
  sentence& operator<<(std::uint64_t number) noexcept {
    char digits[20];
    std::size_t count = 0;
    do {
      digits[count++] = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number != 0);
    while (count > 0) append(digits[--count]);
    return *this;
  }
  sentence& operator<<(std::int64_t number) noexcept {
    if (number >= 0) return *this << static_cast<std::uint64_t>(number);
    append('-');
    return *this << std::uint64_t{0} - static_cast<std::uint64_t>(number);
  }
  sentence& operator<<(list numbers) noexcept {
    append('[');
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (i > 0) *this << std::string_view(", ");
      *this << numbers[i];
    }
    append(']');
    return *this;
  }

  std::string_view view() const noexcept { return {letters_, size_}; }

 private:
  void append(char letter) noexcept {
    if (size_ < sizeof letters_) letters_[size_++] = letter;
  }

  char letters_[sizeof(strew_error::message)];
  std::size_t size_ = 0;
};

}  // namespace STREW_NAMESPACE::detail

#endif
