// A number as given by the caller, and its conversion to an element: rounded once, to nearest even, or refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/dtype.hpp"
#include "base/small_vector.hpp"

namespace strew::engine {

struct number {
  enum class number_kind : std::uint8_t { signed_integer, unsigned_integer, real };
  number_kind kind = number_kind::signed_integer;
  std::int64_t i = 0;
  std::uint64_t u = 0;
  double f = 0;
};

// As digits that read back as the same number.
std::string to_text(const number& value);

using element_bytes = small_vector<std::byte, 16>;

// Empty if the type is a record, or an integer type or bool that cannot represent the number exactly. For a complex
// element the number is the real part.
std::optional<element_bytes> encode(const number& value, dtype type);

}  // namespace strew::engine
