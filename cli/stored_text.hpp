// The elements of a file as NumPy means them: numbers, text, dates, records.
#pragma once

#include <cstddef>
#include <string>

#include "files/npy_type.hpp"

namespace strew::cli {

enum class text_form { words, json };

// "f32", "str (5 characters)", "datetime64[ns]", "record (12 bytes)", "opaque (12 bytes)".
std::string stored_type_text(const files::npy_type& type);

// Whether the bytes mean more than bytes.
bool is_meaningful(const files::npy_type& type);

// "\"abc\"", "2026-11-22T10:30", "5 s", "{a: 1, b: [2, 3]}"; with `json` always JSON.
std::string stored_text(const files::npy_type& type, const std::byte* bytes, text_form form);

}  // namespace strew::cli
