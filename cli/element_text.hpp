// One element as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "strew/strew.h"

namespace strew::cli {

// "1", "-0.5", "nan", "true", "1+2i"; bytes of a record as "0x00ff", in the order of the file.
std::string element_text(strew_dtype dtype, const std::byte* bytes, std::uint64_t element_bytes);

// The same if JSON can represent it: not for complex numbers, records, infinities and NaN.
bool is_json(strew_dtype dtype, const std::string& text);

}  // namespace strew::cli
