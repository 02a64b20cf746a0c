// JSON, built incrementally. Texts may contain any bytes (escape.hpp).
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace strew::cli {

class json_object {
 public:
  // Whatever json_value takes.
  template <class Value>
  json_object& add(std::string_view name, const Value& value);
  // A value that is JSON already.
  json_object& add_raw(std::string_view name, std::string_view value);
  // The members of another object.
  json_object& add_members(const json_object& other);

  std::string text() const { return "{" + members_ + "}"; }

 private:
  std::string members_;
};

std::string json_value(std::string_view text);
std::string json_value(double value);
std::string json_value(const json_object& value);
std::string json_value(std::span<const std::int64_t> values);
std::string json_value(std::span<const std::string> values);
std::string json_value(std::span<const json_object> values);
inline std::string json_value(const char* text) {
  return json_value(std::string_view(text));
}
template <std::integral Integer>
std::string json_value(Integer value) {
  if constexpr (std::same_as<Integer, bool>) return value ? "true" : "false";
  return std::to_string(value);
}

template <class Value>
json_object& json_object::add(std::string_view name, const Value& value) {
  return add_raw(name, json_value(value));
}

}  // namespace strew::cli
