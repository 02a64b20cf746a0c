#include "conformance/new_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <random>
#include <system_error>

#include "files/descriptor.hpp"
#include "formatted.hpp"

namespace strew::cli::conformance {
namespace {

namespace fs = std::filesystem;

constexpr int attempts = 64;
constexpr mode_t folder_mode = 0777;
constexpr mode_t file_mode = 0666;

std::string parent_of(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// With the folders before the last slash.
files::maybe_failure make_folders(const std::string& path) {
  std::error_code code;
  fs::create_directories(fs::path(path).parent_path(), code);
  return code ? files::maybe_failure(files::system_failure("no folder can be made", code.value())) : std::nullopt;
}

files::maybe_failure put_bytes(int file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t done = ::write(file, content.data(), content.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return files::system_failure("cannot be written", errno);
    content.remove_prefix(static_cast<std::size_t>(done));
  }
  return std::nullopt;
}

files::maybe_failure renamed(const std::string& from, const std::string& to) {
  if (::rename(from.c_str(), to.c_str()) == 0) return std::nullopt;
  return files::system_failure("cannot be put in its place", errno);
}

}  // namespace

new_folder::~new_folder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

files::maybe_failure new_folder::create_beside(const std::string& target) {
  std::random_device source;
  const std::string parent = parent_of(target);
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const std::uint64_t bits = (std::uint64_t{source()} << 32U) | source();
    const std::string path = formatted("{}/.strew-{:016x}.tmp", parent, bits);
    if (::mkdir(path.c_str(), folder_mode) == 0) {
      path_ = path;
      return std::nullopt;
    }
    if (errno != EEXIST) break;
  }
  return files::system_failure("no folder can be made beside it", errno);
}

files::maybe_failure new_folder::write(const std::string& name, std::string_view content) {
  const std::string path = path_ + "/" + name;
  if (auto error = make_folders(path)) return error;
  files::descriptor file(files::uninterrupted(
      [&] { return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, file_mode); }));
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
  if (::rename(place.c_str(), (path_ + "/old-" + name).c_str()) != 0 && errno != ENOENT) {
    return files::system_failure("cannot be replaced", errno);
  }
  return renamed(path_ + "/" + name, place);
}

}  // namespace strew::cli::conformance
