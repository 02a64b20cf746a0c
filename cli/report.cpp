#include "report.hpp"

#include <array>
#include <cstdio>
#include <span>

#include "escape.hpp"
#include "files/output.hpp"
#include "formatted.hpp"

namespace strew::cli {

// Nothing is left to tell it to if the standard error does not take it.
void put(std::string_view text) {
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
}

void say(std::string_view line) {
  put(escaped(line, escapes::words) + "\n");
}

outcome print_text(const std::string& text) {
  const std::array<std::span<const std::byte>, 1> parts{std::as_bytes(std::span(text))};
  if (auto error = files::write_file("-", parts)) return file_diagnostic("standard output", *error);
  return std::nullopt;
}

outcome print_json(const json_object& object) {
  return print_text(object.text() + "\n");
}

json_object diagnostic_json(const diagnostic& said) {
  json_object object;
  object.add("status", "error").add("exit_code", said.code).add("kind", said.kind);
  if (!said.file.empty()) object.add("file", said.file);
  object.add("message", said.message);
  if (!said.hint.empty()) object.add("hint", said.hint);
  return object.add_members(said.details);
}

int report(const diagnostic& said, const common_options& options) {
  say(said.file.empty() ? formatted("strew: {}", said.message) : formatted("strew: {}: {}", said.file, said.message));
  if (!said.hint.empty() && !options.quiet) say(formatted("hint: {}", said.hint));
  if (options.json) {
    if (const outcome error = print_json(diagnostic_json(said)))
      say(formatted("strew: {}: {}", error->file, error->message));
  }
  return said.code;
}

std::string shape_text(std::span<const std::int64_t> extents) {
  return formatted("[{}]", join(extents, ", "));
}

}  // namespace strew::cli
