#include "platform/paths.hpp"

#include <system_error>

namespace strew::platform {

const std::string_view separators = "/";

split_path split(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return {".", path};
  return {slash == 0 ? "/" : path.substr(0, slash), path.substr(slash + 1)};
}

std::filesystem::path path_of(const std::string& text) {
  return text;
}

std::string text_of(const std::filesystem::path& path) {
  return path.string();
}

std::filesystem::path resolved(const std::string& text) {
  std::error_code refused;
  std::filesystem::path found = std::filesystem::weakly_canonical(text, refused);
  return refused ? std::filesystem::path() : found;
}

}  // namespace strew::platform
