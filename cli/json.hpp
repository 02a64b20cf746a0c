// One JSON object, built incrementally. Texts may contain any bytes (escape.hpp).
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace strew::cli {

class json_object {
 public:
  json_object& add(std::string_view name, std::string_view text);
  json_object& add(std::string_view name, const char* text) { return add(name, std::string_view(text)); }
  json_object& add(std::string_view name, std::same_as<bool> auto value) {
    return add_raw(name, value ? "true" : "false");
  }
  template <std::integral Integer>
  requires(!std::same_as<Integer, bool>) json_object& add(std::string_view name, Integer value) {
    return add_raw(name, std::to_string(value));
  }
  json_object& add(std::string_view name, double value);
  json_object& add(std::string_view name, std::span<const std::int64_t> values);
  json_object& add(std::string_view name, std::span<const std::string> values);
  json_object& add(std::string_view name, std::span<const json_object> values);
  json_object& add(std::string_view name, const json_object& value) { return add_raw(name, value.text()); }

  // A value that is already JSON.
  json_object& add_raw(std::string_view name, std::string_view value);
  // The members of another object.
  json_object& add_members(const json_object& other);

  std::string text() const { return "{" + members_ + "}"; }

 private:
  std::string members_;
};

}  // namespace strew::cli
