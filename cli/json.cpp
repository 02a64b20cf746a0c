#include "json.hpp"

#include "files/escape.hpp"
#include "formatted.hpp"

namespace strew::cli {
namespace {

template <class Values>
std::string array(const Values& values) {
  std::string text;
  for (const auto& value : values) text += (text.empty() ? "" : ", ") + json_value(value);
  return "[" + text + "]";
}

}  // namespace

json_object& json_object::add_raw(std::string_view name, std::string_view value) {
  if (!members_.empty()) members_ += ", ";
  members_ += json_value(name);
  members_ += ": ";
  members_ += value;
  return *this;
}

json_object& json_object::add_members(const json_object& other) {
  if (!members_.empty() && !other.members_.empty()) members_ += ", ";
  members_ += other.members_;
  return *this;
}

std::string json_value(std::string_view text) {
  return formatted("\"{}\"", files::escaped(text, files::escapes::json));
}

std::string json_value(double value) {
  return formatted("{:.6f}", value);
}

std::string json_value(const json_object& value) {
  return value.text();
}

std::string json_value(std::span<const std::int64_t> values) {
  return array(values);
}

std::string json_value(std::span<const std::string> values) {
  return array(values);
}

std::string json_value(std::span<const json_object> values) {
  return array(values);
}

}  // namespace strew::cli
