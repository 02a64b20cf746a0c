#include "report.hpp"

#include <array>
#include <span>

#include "files/escape.hpp"
#include "files/output.hpp"
#include "formatted.hpp"
#include "platform/process.hpp"

namespace strew::cli {

void put(std::string_view text) {
  put_message(text);
}

void say(std::string_view line) {
  put(files::escaped(line, files::escapes::words) + "\n");
}

outcome print_text(const std::string& text) {
  const std::array<std::span<const std::byte>, 1> parts{std::as_bytes(std::span(text))};
  if (auto error = files::write_file("-", parts)) return file_diagnostic("standard output", *error);
  return std::nullopt;
}

outcome print_json(const json_object& object) {
  return print_text(object.text() + "\n");
}

json_object diagnostic_json(const diagnostic& made) {
  json_object object;
  object.add("status", "error").add("exit_code", made.code).add("kind", made.kind);
  if (!made.file.empty()) object.add("file", made.file);
  object.add("message", made.message);
  if (!made.hint.empty()) object.add("hint", made.hint);
  return object.add_members(made.details);
}

int report(const diagnostic& made, const common_options& options) {
  say(made.file.empty() ? formatted("strew: {}", made.message) : formatted("strew: {}: {}", made.file, made.message));
  if (!made.hint.empty() && !options.quiet) say(formatted("hint: {}", made.hint));
  if (options.json) {
    if (const outcome error = print_json(diagnostic_json(made)))
      say(formatted("strew: {}: {}", error->file, error->message));
  }
  return made.code;
}

std::string shape_text(std::span<const std::int64_t> extents) {
  return formatted("[{}]", join(extents, ", "));
}

}  // namespace strew::cli
