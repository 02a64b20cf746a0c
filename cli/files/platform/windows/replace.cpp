#include "files/platform/replace.hpp"

#include <cerrno>

#include "platform/files.hpp"
#include "platform/paths.hpp"
#include "platform/windows/handles.hpp"
#include "platform/windows/refusal.hpp"

namespace strew::files {
namespace {

namespace windows = platform::windows;

// A file that is read-only is not replaced: for a moment it is not.
class writable_meanwhile {
 public:
  explicit writable_meanwhile(const std::wstring& path) : path_(path), before_(GetFileAttributesW(path.c_str())) {
    if (is_read_only()) SetFileAttributesW(path_.c_str(), before_ & ~DWORD{FILE_ATTRIBUTE_READONLY});
  }
  writable_meanwhile(const writable_meanwhile&) = delete;
  writable_meanwhile& operator=(const writable_meanwhile&) = delete;
  // Of the new file, which has the name now, or of the old one.
  ~writable_meanwhile() {
    if (is_read_only()) SetFileAttributesW(path_.c_str(), before_);
  }

 private:
  [[nodiscard]] bool is_read_only() const {
    return before_ != INVALID_FILE_ATTRIBUTES && (before_ & FILE_ATTRIBUTE_READONLY) != 0;
  }

  const std::wstring& path_;
  DWORD before_;
};

// The file was removed meanwhile, by another program or by the call itself before it failed, or its file system has
// nothing that could be kept.
bool is_plain_rename(DWORD error) {
  return error == ERROR_FILE_NOT_FOUND || error == ERROR_UNABLE_TO_MOVE_REPLACEMENT ||
         error == ERROR_UNABLE_TO_MOVE_REPLACEMENT_2 || error == ERROR_NOT_SUPPORTED ||
         error == ERROR_INVALID_FUNCTION || error == ERROR_CALL_NOT_IMPLEMENTED;
}

}  // namespace

const bool are_renamed_closed = true;
// The system does not let go of a mapped file.
const bool are_mapped_replaced = false;

// ReplaceFile gives the new file attributes, access control list, streams and the date of creation of the old one.
bool rename_over(int folder, const char* from, const char* to) {
  const std::wstring old_path = windows::path_in(folder, to), new_path = windows::path_in(folder, from);
  const writable_meanwhile old(old_path);
  if (ReplaceFileW(old_path.c_str(), new_path.c_str(), nullptr, 0, nullptr, nullptr) != 0) return true;
  const DWORD why = GetLastError();
  if (is_plain_rename(why)) return platform::rename_in(folder, from, to);
  return windows::refused(why) == 0;
}

bool rename_to_free_name(int folder, const char* from, const char* to) {
  return windows::is_done(MoveFileExW(windows::path_in(folder, from).c_str(), windows::path_in(folder, to).c_str(),
                                      MOVEFILE_WRITE_THROUGH));
}

bool reserve_quickly(int file, std::uint64_t bytes) {
  return windows::allocate(windows::handle_of(file), static_cast<LONGLONG>(bytes));
}

// Letters of either case are the same ones in a name.
bool lead_to_one_file(const std::string& one, const std::string& other) {
  const std::wstring left = platform::resolved(one).wstring(), right = platform::resolved(other).wstring();
  const auto size_of = [](const std::wstring& text) { return static_cast<int>(text.size()); };
  return CompareStringOrdinal(left.c_str(), size_of(left), right.c_str(), size_of(right), TRUE) == CSTR_EQUAL;
}

}  // namespace strew::files
