// The system's handles behind the numbers of open files.
#pragma once

#include <string>

#include "platform/windows/api.hpp"

namespace strew::platform::windows {

// INVALID_HANDLE_VALUE of a number that is none.
HANDLE handle_of(int file);

// The number of a handle, which becomes its owner. -1: errno says why not; the handle is closed.
int number_of(HANDLE handle);

// Others may read, write, rename and remove what this opens, and no started program inherits it.
constexpr DWORD shared_by_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
HANDLE open_handle(const std::wstring& path, DWORD access, DWORD sharing, DWORD disposition, DWORD flags);

// Of an open file or folder, with all links resolved; empty where the system does not say.
std::wstring path_of_handle(HANDLE handle);
// Of a name in an open folder, or in the working folder.
std::wstring path_in(int folder, const char* name);
// Under which path an open folder was opened, for file systems that do not say. Empty: it is closed.
void remember_folder(int folder, std::wstring path);

// Room on the disk; the length of the file stays.
bool allocate(HANDLE file, LONGLONG bytes);

class owned_handle {
 public:
  explicit owned_handle(HANDLE handle) : handle_(handle) {}
  owned_handle(const owned_handle&) = delete;
  owned_handle& operator=(const owned_handle&) = delete;
  ~owned_handle() {
    if (is_open()) CloseHandle(handle_);
  }
  [[nodiscard]] bool is_open() const { return handle_ != INVALID_HANDLE_VALUE; }
  [[nodiscard]] HANDLE get() const { return handle_; }

 private:
  HANDLE handle_;
};

}  // namespace strew::platform::windows
