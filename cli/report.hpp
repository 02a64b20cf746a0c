// Where words go: data to the standard output, messages to the standard error.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "complaint.hpp"
#include "options.hpp"

namespace strew::cli {

// A line on the standard error. Control bytes, which a file name or a header may contain, are shown as \xNN.
void say(std::string_view line);

// The same bytes, unchanged and without a newline.
void put(std::string_view text);

// Text on the standard output; a full disk is noticed.
outcome print_text(const std::string& text);
outcome print_json(const json_object& object);

// The complaint as a JSON object: {"status": "error", "exit_code": ..., "kind": ..., "file": ..., "message": ..., ...}.
json_object complaint_json(const complaint& said);

// Says the complaint on the standard error, and with --json as an object on the standard output. Returns its exit code.
int report(const complaint& said, const common_options& options);

// "[2, 3]", "[5]", "[]".
std::string shape_text(std::span<const std::int64_t> extents);

}  // namespace strew::cli
