#include "platform/windows/handles.hpp"

#include <fcntl.h>
#include <io.h>

#include <cerrno>
#include <map>
#include <mutex>
#include <utility>

#include "platform/files.hpp"
#include "platform/windows/refusal.hpp"
#include "platform/windows/wide.hpp"

namespace strew::platform::windows {
namespace {

struct folder_paths {
  std::mutex lock;
  std::map<int, std::wstring> paths;
};

folder_paths& known_folders() {
  static folder_paths all;
  return all;
}

std::wstring remembered_path(int folder) {
  const std::lock_guard alone(known_folders().lock);
  const auto found = known_folders().paths.find(folder);
  return found == known_folders().paths.end() ? std::wstring() : found->second;
}

}  // namespace

HANDLE handle_of(int file) {
  const std::intptr_t none = -2;  // of a standard stream that the caller closed
  if (file < 0) return INVALID_HANDLE_VALUE;
  const std::intptr_t found = _get_osfhandle(file);
  return found == none ? INVALID_HANDLE_VALUE : reinterpret_cast<HANDLE>(found);
}

int number_of(HANDLE handle) {
  if (handle == INVALID_HANDLE_VALUE) return refused();
  const int made = _open_osfhandle(reinterpret_cast<std::intptr_t>(handle), _O_BINARY | _O_NOINHERIT);
  if (made < 0) CloseHandle(handle);
  return made;
}

HANDLE open_handle(const std::wstring& path, DWORD access, DWORD sharing, DWORD disposition, DWORD flags) {
  return CreateFileW(path.c_str(), access, sharing, nullptr, disposition, flags, nullptr);
}

std::wstring path_of_handle(HANDLE handle) {
  const DWORD needed = GetFinalPathNameByHandleW(handle, nullptr, 0, FILE_NAME_NORMALIZED);
  std::wstring made(needed, L'\0');
  const DWORD letters = needed == 0 ? 0 : GetFinalPathNameByHandleW(handle, made.data(), needed, FILE_NAME_NORMALIZED);
  made.resize(letters < needed ? letters : 0);
  return made;
}

void remember_folder(int folder, std::wstring path) {
  const std::lock_guard alone(known_folders().lock);
  if (path.empty())
    known_folders().paths.erase(folder);
  else
    known_folders().paths[folder] = std::move(path);
}

std::wstring path_in(int folder, const char* name) {
  if (folder == working_folder) return wide_path(name);
  std::wstring path = path_of_handle(handle_of(folder));
  if (path.empty()) path = remembered_path(folder);
  if (path.empty()) return path;  // of no folder, which every call refuses
  if (path.back() != L'\\') path += L'\\';
  return path + wide(name);
}

bool allocate(HANDLE file, LONGLONG bytes) {
  FILE_ALLOCATION_INFO room = {};
  room.AllocationSize.QuadPart = bytes;
  return is_done(SetFileInformationByHandle(file, FileAllocationInfo, &room, sizeof room));
}

}  // namespace strew::platform::windows
