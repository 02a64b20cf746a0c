#include "date_text.hpp"

#include <charconv>
#include <chrono>
#include <limits>

#include "formatted.hpp"

namespace strew::cli {
namespace {

constexpr std::int64_t not_a_time = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t day_seconds = 86400;

struct time_unit {
  std::int64_t count = 1;
  std::string_view name;
};

time_unit parse_unit(std::string_view text) {
  time_unit unit;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), unit.count);
  if (status != std::errc()) unit.count = 1;
  unit.name = text.substr(status == std::errc() ? static_cast<std::size_t>(end - text.data()) : 0);
  return unit;
}

struct divided {
  std::int64_t quotient;
  std::int64_t rest;  // from 0 on
};

divided floor_divide(std::int64_t value, std::int64_t by) {
  const std::int64_t rest = ((value % by) + by) % by;
  return {(value / by) - (value % by < 0 ? 1 : 0), rest};
}

// The calendar of the standard has the years from -32767 to 32767.
constexpr std::int64_t most_days = 11'000'000, most_years = 30'000;

bool is_within(std::int64_t value, std::int64_t most) {
  return -most <= value && value <= most;
}

std::string year_text(std::int64_t year) {
  return formatted("{:04}", year);
}

// For days since 1970-01-01.
std::string day_text(std::int64_t days) {
  const std::chrono::year_month_day date = std::chrono::sys_days(std::chrono::days(days));
  return formatted("{}-{:02}-{:02}", year_text(static_cast<int>(date.year())), static_cast<unsigned>(date.month()),
                   static_cast<unsigned>(date.day()));
}

// Decimal digits of a second that a unit counts; -1 for units of a second and longer.
int digits_of(std::string_view name) {
  constexpr std::string_view names[] = {"ms", "us", "ns", "ps", "fs", "as"};
  for (int i = 0; i < 6; ++i) {
    if (names[i] == name) return 3 * (i + 1);
  }
  return -1;
}

std::int64_t power_of_ten(int exponent) {
  std::int64_t power = 1;
  for (int i = 0; i < exponent; ++i) power *= 10;
  return power;
}

std::string clock_text(std::int64_t second_of_day, std::string_view name) {
  const std::int64_t hour = second_of_day / 3600;
  const std::int64_t minute = second_of_day / 60 % 60;
  if (name == "h") return formatted("T{:02}", hour);
  if (name == "m") return formatted("T{:02}:{:02}", hour, minute);
  return formatted("T{:02}:{:02}:{:02}", hour, minute, second_of_day % 60);
}

// Empty: no such unit, or out of the calendar.
std::string calendar_text(std::int64_t value, std::string_view name) {
  if (name == "Y") return is_within(value, most_years) ? year_text(1970 + value) : "";
  if (name == "M") {
    const auto [years, month] = floor_divide(value, 12);
    return is_within(years, most_years) ? formatted("{}-{:02}", year_text(1970 + years), month + 1) : "";
  }
  const std::int64_t days_of_unit = name == "W" ? 7 : 1;
  if (name == "D" || name == "W")
    return is_within(value, most_days / days_of_unit) ? day_text(value * days_of_unit) : "";
  if (const int digits = digits_of(name); digits > 0) {
    const auto [seconds, fraction] = floor_divide(value, power_of_ten(digits));
    const std::string whole = calendar_text(seconds, "s");
    return whole.empty() ? "" : formatted("{}.{:0{}}", whole, fraction, digits);
  }
  const std::int64_t per_day = name == "h" ? 24 : name == "m" ? 1440 : name == "s" ? day_seconds : 0;
  if (per_day == 0) return "";
  const auto [days, rest] = floor_divide(value, per_day);
  return is_within(days, most_days) ? day_text(days) + clock_text(rest * (day_seconds / per_day), name) : "";
}

}  // namespace

std::string date_text(std::int64_t value, std::string_view unit) {
  if (value == not_a_time) return "NaT";
  const time_unit parsed = parse_unit(unit);
  std::int64_t scaled = 0;
  const bool is_counted = !__builtin_mul_overflow(value, parsed.count, &scaled);
  const std::string text = is_counted ? calendar_text(scaled, parsed.name) : "";
  return text.empty() ? duration_text(value, unit) : text;
}

std::string duration_text(std::int64_t value, std::string_view unit) {
  if (value == not_a_time) return "NaT";
  const time_unit parsed = parse_unit(unit);
  std::int64_t scaled = 0;
  if (parsed.name.empty()) return formatted("{}", value);
  if (__builtin_mul_overflow(value, parsed.count, &scaled)) return formatted("{} x {}", value, unit);
  return formatted("{} {}", scaled, parsed.name);
}

}  // namespace strew::cli
