#include "bench/units.hpp"

#include <cstddef>
#include <span>

#include "formatted.hpp"

namespace strew::cli {
namespace {

constexpr const char* time_units[] = {"ns", "us", "ms", "s"};
constexpr const char* byte_units[] = {"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};

std::string three_digits(double value) {
  return formatted("{:.{}f}", value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

std::string in_unit(double value, std::span<const char* const> units, const char* after) {
  constexpr double step = 1000;
  constexpr double rounded_up = 999.5;
  std::size_t unit = 0;
  for (; unit + 1 < units.size() && value >= rounded_up; ++unit) value /= step;
  return formatted("{} {}{}", three_digits(value), units[unit], after);
}

}  // namespace

std::string time_text(double nanoseconds) {
  return in_unit(nanoseconds, time_units, "");
}

std::string bytes_text(std::uint64_t bytes) {
  if (bytes < 1000) return formatted("{} byte{}", bytes, bytes == 1 ? "" : "s");
  return in_unit(static_cast<double>(bytes), byte_units, "");
}

std::string speed_text(double bytes_per_second) {
  return in_unit(bytes_per_second, byte_units, "/s");
}

std::string ratio_text(double ratio) {
  return three_digits(ratio);
}

std::string count_text(std::uint64_t count) {
  constexpr std::size_t group = 3;
  std::string text = std::to_string(count);
  for (std::size_t end = text.size(); end > group; end -= group) text.insert(end - group, ",");
  return text;
}

}  // namespace strew::cli
