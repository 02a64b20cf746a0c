// Measured numbers for people: three digits, and the unit that they are read best in.
#pragma once

#include <cstdint>
#include <string>

namespace strew::cli {

// "54.1 ns", "1.21 ms".
std::string time_text(double nanoseconds);
// "40 bytes", "520 MB": powers of 1000.
std::string bytes_text(std::uint64_t bytes);
// "15.3 GB/s".
std::string speed_text(double bytes_per_second);
// "2.78".
std::string ratio_text(double ratio);
// "1,000,000".
std::string count_text(std::uint64_t count);

}  // namespace strew::cli
