#include "platform/errors.hpp"

#include <cerrno>
#include <system_error>

#include "platform/windows/refusal.hpp"
#include "platform/windows/wide.hpp"

namespace strew::platform {
namespace {

constexpr int first_own = 0x20000;  // errors of the system that errno does not have

struct known_error {
  DWORD error;
  int number;
};

constexpr known_error known_errors[] = {
    {ERROR_FILE_NOT_FOUND, ENOENT},
    {ERROR_PATH_NOT_FOUND, ENOENT},
    {ERROR_INVALID_DRIVE, ENOENT},
    {ERROR_BAD_NETPATH, ENOENT},
    {ERROR_BAD_NET_NAME, ENOENT},
    {ERROR_ACCESS_DENIED, EACCES},
    {ERROR_PRIVILEGE_NOT_HELD, EPERM},
    {ERROR_WRITE_PROTECT, EROFS},
    {ERROR_FILE_EXISTS, EEXIST},
    {ERROR_ALREADY_EXISTS, EEXIST},
    {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},
    {ERROR_DIRECTORY, ENOTDIR},
    {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
    {ERROR_CANT_RESOLVE_FILENAME, ELOOP},
    {ERROR_HANDLE_DISK_FULL, ENOSPC},
    {ERROR_DISK_FULL, ENOSPC},
    {ERROR_FILE_TOO_LARGE, EFBIG},
    {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
    {ERROR_OUTOFMEMORY, ENOMEM},
    {ERROR_COMMITMENT_LIMIT, ENOMEM},
    {ERROR_NO_SYSTEM_RESOURCES, ENOMEM},
    {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
    {ERROR_BROKEN_PIPE, EPIPE},
    {ERROR_NO_DATA, EPIPE},
    {ERROR_PIPE_NOT_CONNECTED, EPIPE},
    {ERROR_OPERATION_ABORTED, EINTR},
    {ERROR_INVALID_HANDLE, EBADF},
    {ERROR_INVALID_PARAMETER, EINVAL},
    {ERROR_INVALID_FUNCTION, ENOTSUP},
    {ERROR_NOT_SUPPORTED, ENOTSUP},
    {ERROR_CALL_NOT_IMPLEMENTED, ENOTSUP},
    {ERROR_CRC, EIO},
    {ERROR_IO_DEVICE, EIO},
    {ERROR_WRITE_FAULT, EIO},
    {ERROR_READ_FAULT, EIO},
};

bool is_open_elsewhere(DWORD error) {
  return error == ERROR_SHARING_VIOLATION || error == ERROR_LOCK_VIOLATION || error == ERROR_USER_MAPPED_FILE ||
         error == ERROR_UNABLE_TO_REMOVE_REPLACED;
}

std::string own_text(DWORD error) {
  if (is_open_elsewhere(error)) return "it is open in another program";
  wchar_t text[512];
  constexpr DWORD from = FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS;
  constexpr DWORD english = 0x409;
  DWORD letters = FormatMessageW(from, nullptr, error, english, text, ARRAYSIZE(text), nullptr);
  if (letters == 0) letters = FormatMessageW(from, nullptr, error, 0, text, ARRAYSIZE(text), nullptr);
  while (letters > 0 && (text[letters - 1] <= L' ' || text[letters - 1] == L'.')) --letters;
  if (letters == 0) return "error " + std::to_string(error) + " of the system";
  return windows::narrow({text, letters});
}

}  // namespace

namespace windows {

int number_of_error(DWORD error) {
  for (const known_error& one : known_errors)
    if (one.error == error) return one.number;
  return first_own + static_cast<int>(error);
}

int refused(DWORD error) {
  errno = number_of_error(error);
  return -1;
}

bool is_done(BOOL done) {
  if (done == FALSE) refused();
  return done != FALSE;
}

}  // namespace windows

// Those that the C library has numbers for, but no words.
std::string error_text(int number) {
  if (number >= first_own) return own_text(static_cast<DWORD>(number - first_own));
  switch (number) {
    case EWOULDBLOCK:
      return "Resource temporarily unavailable";
    case ENOTSUP:
      return "Operation not supported";
    case ELOOP:
      return "Too many levels of symbolic links";
    default:
      return std::generic_category().message(number);
  }
}

const int quota_exceeded = first_own + 1295;  // ERROR_DISK_QUOTA_EXCEEDED

}  // namespace strew::platform
