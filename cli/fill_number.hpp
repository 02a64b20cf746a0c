// A number from the command line, without loss: an integer if it is written as one, else the nearest double.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "strew/strew.h"

namespace strew::cli {

class fill_number {
 public:
  explicit fill_number(std::int64_t value) : value_(value) {}
  explicit fill_number(std::uint64_t value) : value_(value) {}
  explicit fill_number(double value) : value_(value) {}

  strew_dtype dtype() const {
    constexpr strew_dtype types[] = {STREW_DTYPE_I64, STREW_DTYPE_U64, STREW_DTYPE_F64};
    return types[value_.index()];
  }
  // The number's bytes; they live as long as this object.
  const void* bytes() const {
    return std::visit([](const auto& value) -> const void* { return &value; }, value_);
  }
  double as_double() const {
    return std::visit([](auto value) { return static_cast<double>(value); }, value_);
  }
  std::int64_t as_i64() const { return std::get<std::int64_t>(value_); }

 private:
  std::variant<std::int64_t, std::uint64_t, double> value_;
};

// "-3", "18446744073709551615", "0.5", "1e-3", "inf", "nan". Empty for anything else, and for integers beyond 64 bits.
std::optional<fill_number> parse_fill_number(std::string_view text);

}  // namespace strew::cli
