// A strict reader of JSON text, token by token: the caller knows which ones may come, so that nothing nests deeper than
// the caller's own functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "files/result.hpp"

namespace strew::files {

class json_cursor {
 public:
  explicit json_cursor(std::string_view text) : text_(text) {}

  // The next byte that is not blank, 0 at the end.
  char peek();
  // Takes this byte if it is the next one.
  bool take(char wanted);
  maybe_failure expect(char wanted);
  // A string of valid UTF-8, with its escapes replaced.
  result<std::string> string();
  // Not negative, without fraction and exponent, below 2^63.
  result<std::int64_t> integer();
  // Nothing but blanks may be left.
  maybe_failure expect_end();

  template <class... Values>
  failure unexpected(engine::sentence<Values...> text, const Values&... values) const {
    return refused("header byte {}: {}", at_, engine::formatted(text, values...));
  }

 private:
  maybe_failure escape(std::string& into);
  result<std::uint32_t> code_unit();

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace strew::files
