// Dates and durations of NumPy as text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace strew::cli {

// A datetime64 of this unit, "ns" or "25s", in ISO 8601: as precise as the unit is. "NaT" where it is none; a number
// with its unit for years beyond what a calendar is for.
std::string date_text(std::int64_t value, std::string_view unit);

// A timedelta64: "5 s".
std::string duration_text(std::int64_t value, std::string_view unit);

}  // namespace strew::cli
