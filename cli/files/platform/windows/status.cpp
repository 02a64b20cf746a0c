#include "files/platform/status.hpp"

#include <cstring>

#include "platform/windows/handles.hpp"
#include "platform/windows/refusal.hpp"
#include "platform/windows/wide.hpp"

namespace strew::files {
namespace {

namespace windows = platform::windows;

std::uint64_t joined(DWORD high, DWORD low) {
  return std::uint64_t{high} << 32U | low;
}

// Of 100 nanoseconds since 1601.
file_time time_of(const LARGE_INTEGER& from) {
  constexpr std::int64_t in_a_second = 10000000, before_1970 = 11644473600;
  return {from.QuadPart / in_a_second - before_1970, from.QuadPart % in_a_second * 100};
}

// File systems of old have numbers of 64 bits, which are not those of FileIdInfo.
std::array<std::uint64_t, 3> identity_of(HANDLE handle) {
  FILE_ID_INFO about = {};
  std::array<std::uint64_t, 3> made = {};
  static_assert(sizeof about.FileId == 2 * sizeof made[0]);
  if (GetFileInformationByHandleEx(handle, FileIdInfo, &about, sizeof about) != 0) {
    made[0] = about.VolumeSerialNumber;
    std::memcpy(&made[1], &about.FileId, sizeof about.FileId);
    return made;
  }
  BY_HANDLE_FILE_INFORMATION old = {};
  if (GetFileInformationByHandle(handle, &old) == 0) return made;
  return {old.dwVolumeSerialNumber, joined(old.nFileIndexHigh, old.nFileIndexLow), 0};
}

// Other reparse points are the file system's own business: files that are elsewhere until they are read, for example.
bool is_link(HANDLE handle) {
  FILE_ATTRIBUTE_TAG_INFO about = {};
  if (GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &about, sizeof about) == 0) return false;
  return (about.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
         (about.ReparseTag == IO_REPARSE_TAG_SYMLINK || about.ReparseTag == IO_REPARSE_TAG_MOUNT_POINT);
}

bool take_file(HANDLE handle, file_status& status) {
  constexpr unsigned anybody_reads = 0444, anybody_writes_too = 0666;
  FILE_BASIC_INFO basic = {};
  FILE_STANDARD_INFO about = {};
  if (!windows::is_done(GetFileInformationByHandleEx(handle, FileBasicInfo, &basic, sizeof basic))) return false;
  if (!windows::is_done(GetFileInformationByHandleEx(handle, FileStandardInfo, &about, sizeof about))) return false;
  const bool is_read_only = (basic.FileAttributes & FILE_ATTRIBUTE_READONLY) != 0;
  const bool is_folder = about.Directory != FALSE;
  status.kind = is_link(handle) ? file_kind::link : is_folder ? file_kind::folder : file_kind::regular;
  status.bytes = static_cast<std::uint64_t>(about.EndOfFile.QuadPart);
  status.written = time_of(basic.LastWriteTime);
  status.names = about.NumberOfLinks;
  status.identity = identity_of(handle);
  status.mode = is_read_only ? anybody_reads : anybody_writes_too;
  return true;
}

bool take(HANDLE handle, file_status& status) {
  SetLastError(ERROR_SUCCESS);
  switch (GetFileType(handle)) {
    case FILE_TYPE_DISK:
      return take_file(handle, status);
    case FILE_TYPE_PIPE:
      status.kind = file_kind::pipe;
      return true;
    case FILE_TYPE_CHAR:
      status.kind = file_kind::device;
      return true;
    default:
      return windows::refused(GetLastError() == ERROR_SUCCESS ? ERROR_INVALID_HANDLE : GetLastError()) == 0;
  }
}

// Whether a path names a device or a pipe: that is not opened to be looked at, since a pipe then has a reader.
bool take_device(const std::wstring& path, file_status& status) {
  const std::wstring full = windows::full_path(path);
  if (full.compare(0, 4, LR"(\\.\)") != 0) return false;
  status.kind = full.compare(0, 9, LR"(\\.\pipe\)") == 0 ? file_kind::pipe : file_kind::device;
  return true;
}

bool examine_path(const std::string& text, DWORD flags, file_status& status) {
  const std::wstring path = windows::wide_path(text.c_str());
  if (take_device(path, status)) return true;
  const windows::owned_handle file(windows::open_handle(path, FILE_READ_ATTRIBUTES, windows::shared_by_all,
                                                        OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | flags));
  if (!file.is_open()) return windows::refused() == 0;
  return take(file.get(), status);
}

}  // namespace

bool examine(int file, file_status& status) {
  return take(windows::handle_of(file), status);
}

bool examine(const std::string& path, file_status& status) {
  return examine_path(path, 0, status);
}

bool examine_link(const std::string& path, file_status& status) {
  return examine_path(path, FILE_FLAG_OPEN_REPARSE_POINT, status);
}

std::string real_path(const std::string& path) {
  const windows::owned_handle file(windows::open_handle(windows::wide_path(path.c_str()), 0, windows::shared_by_all,
                                                        OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS));
  const std::wstring found = file.is_open() ? windows::path_of_handle(file.get()) : std::wstring();
  if (found.empty()) windows::refused();
  return windows::narrow(windows::without_prefix(found));
}

// Not every link tells that it is one: those of another system beneath do not. Not every file system tells a path.
std::string replaced_path(const std::string& path, const file_status& link) {
  const std::string found = real_path(path);
  return found.empty() && link.kind != file_kind::link ? path : found;
}

}  // namespace strew::files
