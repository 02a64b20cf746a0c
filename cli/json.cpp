#include "json.hpp"

#include <fmt/format.h>

#include "escape.hpp"

namespace strew::cli {
namespace {

std::string in_quotes(std::string_view text) {
  return fmt::format("\"{}\"", escaped(text, escapes::json));
}

}  // namespace

json_object& json_object::add_raw(std::string_view name, std::string_view value) {
  if (!members_.empty()) members_ += ", ";
  members_ += in_quotes(name);
  members_ += ": ";
  members_ += value;
  return *this;
}

json_object& json_object::add_members(const json_object& other) {
  if (!members_.empty() && !other.members_.empty()) members_ += ", ";
  members_ += other.members_;
  return *this;
}

json_object& json_object::add(std::string_view name, std::string_view text) {
  return add_raw(name, in_quotes(text));
}

json_object& json_object::add(std::string_view name, double value) {
  return add_raw(name, fmt::format("{:.6f}", value));
}

json_object& json_object::add(std::string_view name, std::span<const std::int64_t> values) {
  return add_raw(name, fmt::format("[{}]", fmt::join(values, ", ")));
}

json_object& json_object::add(std::string_view name, std::span<const std::string> values) {
  std::string text;
  for (const std::string& value : values) text += (text.empty() ? "" : ", ") + in_quotes(value);
  return add_raw(name, "[" + text + "]");
}

json_object& json_object::add(std::string_view name, std::span<const json_object> values) {
  std::string text;
  for (const json_object& value : values) text += (text.empty() ? "" : ", ") + value.text();
  return add_raw(name, "[" + text + "]");
}

}  // namespace strew::cli
