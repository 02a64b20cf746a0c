#include "conformance/new_folder.hpp"

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "files/descriptor.hpp"
#include "files/temporary.hpp"
#include "platform/files.hpp"
#include "platform/paths.hpp"

namespace strew::cli::conformance {
namespace {

namespace fs = std::filesystem;

constexpr int attempts = 64;
constexpr unsigned file_mode = 0666;

std::string parent_of(std::string path) {
  while (path.size() > 1 && platform::separators.find(path.back()) != std::string_view::npos) path.pop_back();
  return platform::split(path).folder;
}

// With the folders before the last slash.
files::maybe_failure make_folders(const std::string& path) {
  std::error_code code;
  fs::create_directories(platform::path_of(path).parent_path(), code);
  return code ? files::maybe_failure(
                    files::system_failure("no folder can be made", code.default_error_condition().value()))
              : std::nullopt;
}

files::maybe_failure put_bytes(int file, std::string_view content) {
  while (!content.empty()) {
    const std::int64_t done = platform::write_some(file, content.data(), content.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return files::system_failure("cannot be written", errno);
    content.remove_prefix(static_cast<std::size_t>(done));
  }
  return std::nullopt;
}

files::maybe_failure renamed(const std::string& from, const std::string& to) {
  if (platform::rename_in(platform::working_folder, from.c_str(), to.c_str())) return std::nullopt;
  return files::system_failure("cannot be put in its place", errno);
}

}  // namespace

new_folder::~new_folder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(platform::path_of(path_), ignored);
}

files::maybe_failure new_folder::create_beside(const std::string& target) {
  std::error_code code;
  const std::string parent = parent_of(target);
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const std::string path = parent + "/" + files::temporary_name();
    if (fs::create_directory(platform::path_of(path), code)) {
      path_ = path;
      return std::nullopt;
    }
    if (code && code != std::errc::file_exists) break;
  }
  return files::system_failure("no folder can be made beside it",
                               code ? code.default_error_condition().value() : EEXIST);
}

files::maybe_failure new_folder::write(const std::string& name, std::string_view content) {
  const std::string path = path_ + "/" + name;
  if (auto error = make_folders(path)) return error;
  files::descriptor file(files::uninterrupted([&] {
    return platform::open_file(path.c_str(), {platform::rights::write, platform::making::only_new, file_mode});
  }));
  if (file.get() < 0) return files::system_failure("cannot be made", errno);
  if (auto error = put_bytes(file.get(), content)) return error;
  if (!file.close_now()) return files::system_failure("cannot be closed", errno);
  return std::nullopt;
}

files::maybe_failure new_folder::move_to(const std::string& target) {
  if (auto error = renamed(path_, target)) return error;
  path_.clear();
  return std::nullopt;
}

files::maybe_failure new_folder::move_entry_to(const std::string& target, const std::string& name) {
  const std::string place = target + "/" + name;
  const std::string old = path_ + "/old-" + name;
  if (!platform::rename_in(platform::working_folder, place.c_str(), old.c_str()) && errno != ENOENT)
    return files::system_failure("cannot be replaced", errno);
  return renamed(path_ + "/" + name, place);
}

}  // namespace strew::cli::conformance
