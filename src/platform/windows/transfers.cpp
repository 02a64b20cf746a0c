// Bytes to and from open files.
#include <algorithm>
#include <cerrno>
#include <string_view>

#include "platform/files.hpp"
#include "platform/windows/handles.hpp"
#include "platform/windows/refusal.hpp"
#include "platform/windows/wide.hpp"

namespace strew::platform {
namespace {

using windows::handle_of;
using windows::refused;

DWORD at_once(std::size_t bytes) {
  constexpr std::size_t most = std::size_t{1} << 30U;
  return static_cast<DWORD>(std::min(bytes, most));
}

OVERLAPPED at_offset(std::uint64_t offset) {
  OVERLAPPED at = {};
  at.Offset = static_cast<DWORD>(offset);
  at.OffsetHigh = static_cast<DWORD>(offset >> 32U);
  return at;
}

bool is_end(DWORD error) {
  return error == ERROR_BROKEN_PIPE || error == ERROR_HANDLE_EOF;
}

// A terminal takes letters, whatever its code page is. Whole ones: the last may not be cut. What is no UTF-8 becomes
// letters that say so. Nothing is allocated: it may be the news that there is no memory.
std::int64_t write_letters(HANDLE terminal, std::string_view text) {
  constexpr std::size_t most = 4096;  // a letter has a byte at least
  std::size_t bytes = std::min(text.size(), most);
  while (bytes > 1 && bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) --bytes;
  wchar_t letters[most];
  const int count = MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(bytes), letters, most);
  DWORD done = 0;
  if (WriteConsoleW(terminal, letters, static_cast<DWORD>(count), &done, nullptr) == 0) return refused();
  return static_cast<std::int64_t>(bytes);
}

}  // namespace

std::int64_t read_some(int file, void* to, std::size_t bytes) {
  DWORD done = 0;
  SetLastError(ERROR_SUCCESS);
  const BOOL is_read = ReadFile(handle_of(file), to, at_once(bytes), &done, nullptr);
  const DWORD error = GetLastError();
  // Of a terminal whose user ends the program nothing is read, which is no failure there.
  if (is_read != 0) return done == 0 && error == ERROR_OPERATION_ABORTED ? refused(error) : std::int64_t{done};
  return is_end(error) ? 0 : refused(error);
}

std::int64_t write_some(int file, const void* from, std::size_t bytes) {
  if (is_terminal(file)) return write_letters(handle_of(file), {static_cast<const char*>(from), bytes});
  DWORD done = 0;
  if (WriteFile(handle_of(file), from, at_once(bytes), &done, nullptr) == 0) return refused();
  return done == 0 && bytes != 0 ? refused(ERROR_WRITE_FAULT) : std::int64_t{done};
}

std::int64_t read_at(int file, std::uint64_t offset, void* to, std::size_t bytes) {
  DWORD done = 0;
  OVERLAPPED at = at_offset(offset);
  if (ReadFile(handle_of(file), to, at_once(bytes), &done, &at) != 0) return done;
  const DWORD error = GetLastError();
  return is_end(error) ? 0 : refused(error);
}

std::int64_t write_at(int file, std::uint64_t offset, const void* from, std::size_t bytes) {
  DWORD done = 0;
  OVERLAPPED at = at_offset(offset);
  if (WriteFile(handle_of(file), from, at_once(bytes), &done, &at) == 0) return refused();
  return done == 0 && bytes != 0 ? refused(ERROR_WRITE_FAULT) : std::int64_t{done};
}

}  // namespace strew::platform
