// Output: data to the standard output, messages to the standard error.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "diagnostic.hpp"
#include "options.hpp"

namespace strew::cli {

// A line on the standard error, escaped: it may contain external text.
void say(std::string_view line);

// Bytes on the standard error, unchanged.
void put(std::string_view text);

// Text on the standard output, unchanged: external text is already escaped. Detects a full disk.
outcome print_text(const std::string& text);
outcome print_json(const json_object& object);

// The diagnostic as a JSON object: {"status": "error", "exit_code": ..., "kind": ..., "file": ..., "message": ...,
// ...}.
json_object diagnostic_json(const diagnostic& made);

// Prints the diagnostic on the standard error, and with --json as an object on the standard output. Returns its exit
// code.
int report(const diagnostic& made, const common_options& options);

// "[2, 3]", "[5]", "[]".
std::string shape_text(std::span<const std::int64_t> extents);

}  // namespace strew::cli
