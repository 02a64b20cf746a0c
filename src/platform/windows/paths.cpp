#include "platform/paths.hpp"

#include <system_error>

#include "platform/windows/handles.hpp"
#include "platform/windows/wide.hpp"

namespace strew::platform {

const std::string_view separators = R"(\/)";

// What follows a drive alone is in its own working folder.
split_path split(const std::string& path) {
  const std::size_t last = path.find_last_of(R"(\/:)");
  if (last == std::string::npos) return {".", path};
  const std::string name = path.substr(last + 1);
  if (path[last] == ':') return {path.substr(0, last + 1) + ".", name};
  const bool is_root = last == 0 || path[last - 1] == ':';
  return {path.substr(0, is_root ? last + 1 : last), name};
}

std::filesystem::path path_of(const std::string& text) {
  return windows::wide(text);
}

std::string text_of(const std::filesystem::path& path) {
  return windows::narrow(path.wstring());
}

std::filesystem::path resolved(const std::string& text) {
  const windows::owned_handle there(windows::open_handle(windows::wide_path(text.c_str()), 0, windows::shared_by_all,
                                                         OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS));
  const std::wstring found = there.is_open() ? windows::path_of_handle(there.get()) : std::wstring();
  if (!found.empty()) return windows::without_prefix(found);
  const std::filesystem::path full = windows::full_path(windows::wide(text));
  if (full.filename().empty() || full.parent_path() == full) return full;
  return resolved(text_of(full.parent_path())) / full.filename();
}

}  // namespace strew::platform
