// One element: from the text of a case file, and between bytes and numbers.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "oracle/real_format.hpp"
#include "strew/strew.h"

namespace strew::conformance {

using json = nlohmann::json;

// STREW_DTYPE_OPAQUE for types that only move.
strew_dtype dtype_of(const std::string& name);

// Real or complex; a complex number is two parts.
bool is_float(strew_dtype type);
uint64_t parts_of(strew_dtype type);
oracle::real_format format_of(strew_dtype type);

uint64_t bits_of(std::span<const unsigned char> stored);
// Throws std::invalid_argument for a value that the type cannot hold.
void write_element(strew_dtype type, const json& value, std::span<unsigned char> target);
std::string text_of(strew_dtype type, std::span<const unsigned char> stored);

}  // namespace strew::conformance
