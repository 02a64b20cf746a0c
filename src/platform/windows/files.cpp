#include "platform/files.hpp"

#include <io.h>

#include <cerrno>

#include "platform/windows/handles.hpp"
#include "platform/windows/refusal.hpp"
#include "platform/windows/wide.hpp"

namespace strew::platform {
namespace {

using windows::handle_of;
using windows::is_done;
using windows::refused;

DWORD access_of(rights to) {
  if (to == rights::read) return GENERIC_READ;
  return to == rights::write ? GENERIC_WRITE : GENERIC_READ | GENERIC_WRITE;
}

DWORD disposition_of(making makes) {
  switch (makes) {
    case making::if_missing:
      return OPEN_ALWAYS;
    case making::emptied:
      return CREATE_ALWAYS;
    case making::only_new:
      return CREATE_NEW;
    default:
      return OPEN_EXISTING;
  }
}

int open_wide(const std::wstring& path, const opening& how) {
  // A link that leads nowhere is not followed to make a file there.
  const DWORD flags = how.makes == making::only_new ? FILE_FLAG_OPEN_REPARSE_POINT : FILE_ATTRIBUTE_NORMAL;
  return windows::number_of(
      windows::open_handle(path, access_of(how.to), windows::shared_by_all, disposition_of(how.makes), flags));
}

int number_of_folder(HANDLE folder, const char* path) {
  const int made = windows::number_of(folder);
  BY_HANDLE_FILE_INFORMATION about = {};
  if (made < 0) return made;
  const bool is_known = is_done(GetFileInformationByHandle(folder, &about));
  if (is_known && (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0) {
    windows::remember_folder(made, windows::wide_path(path));
    return made;
  }
  const int why = is_known ? ENOTDIR : errno;
  _close(made);
  errno = why;
  return -1;
}

HANDLE folder_handle(const char* path, DWORD access, DWORD sharing) {
  return windows::open_handle(windows::wide_path(path), access, sharing, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
}

}  // namespace

int open_file(const char* path, const opening& how) {
  return open_wide(windows::wide_path(path), how);
}

int open_in(int folder, const char* name, const opening& how) {
  return open_wide(windows::path_in(folder, name), how);
}

// Only who may write to a folder may bring it to the disk.
int open_folder(const char* path) {
  HANDLE folder = folder_handle(path, GENERIC_READ | GENERIC_WRITE, windows::shared_by_all);
  if (folder == INVALID_HANDLE_VALUE) folder = folder_handle(path, GENERIC_READ, windows::shared_by_all);
  return number_of_folder(folder, path);
}

// Others may look at it and remove it, but not open it for writing, as this does.
int open_folder_alone(const char* path, bool& is_held) {
  const HANDLE folder = folder_handle(path, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE);
  is_held = folder == INVALID_HANDLE_VALUE && GetLastError() == ERROR_SHARING_VIOLATION;
  if (!is_held) return number_of_folder(folder, path);
  errno = EWOULDBLOCK;
  return -1;
}

int copy_of(int file) {
  HANDLE made = INVALID_HANDLE_VALUE;
  const HANDLE own = GetCurrentProcess();
  if (!is_done(DuplicateHandle(own, handle_of(file), own, &made, 0, FALSE, DUPLICATE_SAME_ACCESS))) return -1;
  return windows::number_of(made);
}

bool close_file(int file) {
  windows::remember_folder(file, {});
  return _close(file) == 0;
}

bool go_to(int file, std::uint64_t offset) {
  LARGE_INTEGER to = {};
  to.QuadPart = static_cast<LONGLONG>(offset);
  return is_done(SetFilePointerEx(handle_of(file), to, nullptr, FILE_BEGIN));
}

std::int64_t place_in(int file) {
  LARGE_INTEGER at = {};
  if (GetFileType(handle_of(file)) != FILE_TYPE_DISK) return refused(ERROR_INVALID_FUNCTION);
  return is_done(SetFilePointerEx(handle_of(file), {}, &at, FILE_CURRENT)) ? at.QuadPart : -1;
}

std::int64_t size_of(int file) {
  LARGE_INTEGER bytes = {};
  return is_done(GetFileSizeEx(handle_of(file), &bytes)) ? bytes.QuadPart : -1;
}

std::int64_t size_in(int folder, const char* name) {
  const int file = open_in(folder, name, {});
  if (file < 0) return -1;
  const std::int64_t bytes = size_of(file);
  _close(file);
  return bytes;
}

bool exists(const char* path) {
  const HANDLE found = folder_handle(path, 0, windows::shared_by_all);  // a file too
  if (found == INVALID_HANDLE_VALUE) return is_done(FALSE);
  CloseHandle(found);
  return true;
}

bool make_folder(const char* path) {
  return is_done(CreateDirectoryW(windows::wide_path(path).c_str(), nullptr));
}

bool remove_in(int folder, const char* name) {
  return is_done(DeleteFileW(windows::path_in(folder, name).c_str()));
}

bool remove_folder(const char* path) {
  return is_done(RemoveDirectoryW(windows::wide_path(path).c_str()));
}

bool rename_in(int folder, const char* from, const char* to) {
  constexpr DWORD how = MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH;
  return is_done(MoveFileExW(windows::path_in(folder, from).c_str(), windows::path_in(folder, to).c_str(), how));
}

bool sync(int file) {
  return is_done(FlushFileBuffers(handle_of(file)));
}

bool sync_content(int file) {
  return sync(file);
}

// File systems, and folders that only others may write to, refuse this. Names were brought there when they were given,
// by MOVEFILE_WRITE_THROUGH; ReplaceFile does not say when it does.
bool sync_folder(int folder) {
  return sync(folder) || errno == EACCES || errno == ENOTSUP || errno == EINVAL || errno == EBADF;
}

void begin_sync(int /*file*/, std::uint64_t /*offset*/, std::uint64_t /*bytes*/) {}

int reserve(int file, std::uint64_t bytes) {
  const auto wanted = static_cast<LONGLONG>(bytes);
  if (size_of(file) >= wanted) return 0;
  if (!windows::allocate(handle_of(file), wanted) && errno != ENOTSUP && errno != EINVAL) return errno;
  FILE_END_OF_FILE_INFO end = {};
  end.EndOfFile.QuadPart = wanted;
  return is_done(SetFileInformationByHandle(handle_of(file), FileEndOfFileInfo, &end, sizeof end)) ? 0 : errno;
}

bool is_regular(int file) {
  return GetFileType(handle_of(file)) == FILE_TYPE_DISK;  // folders are not opened like this
}

bool is_terminal(int file) {
  DWORD mode = 0;
  return GetConsoleMode(handle_of(file), &mode) != 0;
}

}  // namespace strew::platform
