#include "conformance/folders.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "formatted.hpp"
#include "interrupt.hpp"
#include "platform/paths.hpp"

namespace strew::cli::conformance {
namespace {

namespace fs = std::filesystem;

files::failure unlisted(const std::error_code& code) {
  return files::system_failure("cannot be listed", code.value());
}

// The names in a folder, in order.
files::maybe_failure list_names(const std::string& folder, std::vector<std::string>& names) {
  std::error_code code;
  fs::directory_iterator at(platform::path_of(folder), code);
  for (; !code && at != fs::directory_iterator(); at.increment(code))
    names.push_back(platform::text_of(at->path().filename()));
  if (code) return unlisted(code);
  std::sort(names.begin(), names.end());
  return std::nullopt;
}

bool has_model(const std::string& folder) {
  std::error_code code;
  return fs::exists(fs::symlink_status(platform::path_of(folder + "/" + model_name), code));
}

bool ends_in_separator(const std::string& folder) {
  return !folder.empty() && platform::separators.find(folder.back()) != std::string_view::npos;
}

files::maybe_failure add_tests(const std::string& folder, std::vector<std::string>& found) {
  if (is_interrupted()) return files::failure{files::failure_kind::interrupted, "interrupted"};
  if (has_model(folder)) {
    found.push_back(folder);
    return std::nullopt;
  }
  std::vector<std::string> names;
  if (auto error = list_names(folder, names)) return error;
  for (const std::string& name : names) {
    const std::string inner = formatted("{}{}{}", folder, ends_in_separator(folder) ? "" : "/", name);
    std::error_code code;
    if (fs::symlink_status(platform::path_of(inner), code).type() != fs::file_type::directory) continue;
    if (auto error = add_tests(inner, found)) return error;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> number_in(std::string_view name, std::string_view prefix, std::string_view suffix) {
  if (name.size() <= prefix.size() + suffix.size() || !name.starts_with(prefix) || !name.ends_with(suffix)) {
    return std::nullopt;
  }
  const std::string_view digits = name.substr(prefix.size(), name.size() - prefix.size() - suffix.size());
  std::uint32_t number = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (code != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

}  // namespace

files::maybe_failure find_tests(const std::string& root, std::vector<std::string>& found) {
  const std::size_t before = found.size();
  if (auto error = add_tests(root, found)) return error;
  if (found.size() > before) return std::nullopt;
  return files::failure{files::failure_kind::format, "is no test folder, and has none: there is no model.onnx"};
}

files::maybe_failure numbered_entries(const std::string& folder, std::string_view prefix, std::string_view suffix,
                                      numbered_names& found) {
  std::vector<std::string> names;
  if (auto error = list_names(folder, names)) return error;
  for (const std::string& name : names) {
    if (const auto number = number_in(name, prefix, suffix)) found.emplace(*number, name);
  }
  return std::nullopt;
}

}  // namespace strew::cli::conformance
