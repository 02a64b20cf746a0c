#include "platform/windows/wide.hpp"

#include "platform/windows/api.hpp"

namespace strew::platform::windows {
namespace {

// Of a folder in which a file with a short name shall fit: MAX_PATH without 8.3 and what ends them.
constexpr std::size_t longest_plain = 248;

bool begins(const std::wstring& text, std::wstring_view with) {
  return text.compare(0, with.size(), with) == 0;
}

}  // namespace

std::wstring wide(std::string_view text) {
  const int bytes = static_cast<int>(text.size());
  const int count = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text.data(), bytes, nullptr, 0);
  std::wstring made(static_cast<std::size_t>(count), L'\0');
  MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text.data(), bytes, made.data(), count);
  return made;
}

std::string narrow(std::wstring_view text) {
  const int letters = static_cast<int>(text.size());
  const int count = WideCharToMultiByte(CP_UTF8, 0, text.data(), letters, nullptr, 0, nullptr, nullptr);
  std::string made(static_cast<std::size_t>(count), '\0');
  WideCharToMultiByte(CP_UTF8, 0, text.data(), letters, made.data(), count, nullptr, nullptr);
  return made;
}

std::wstring full_path(const std::wstring& path) {
  const DWORD needed = GetFullPathNameW(path.c_str(), 0, nullptr, nullptr);
  std::wstring made(needed, L'\0');
  made.resize(GetFullPathNameW(path.c_str(), needed, made.data(), nullptr));
  return made.empty() ? path : made;
}

std::wstring wide_path(const char* path) {
  std::wstring made = wide(path);
  if (begins(made, LR"(\\?\)") || begins(made, LR"(\\.\)")) return made;
  const std::wstring full = full_path(made);
  if (full.size() < longest_plain) return made;
  return begins(full, LR"(\\)") ? LR"(\\?\UNC\)" + full.substr(2) : LR"(\\?\)" + full;
}

std::wstring without_prefix(std::wstring path) {
  if (begins(path, LR"(\\?\UNC\)")) return LR"(\\)" + path.substr(8);
  return begins(path, LR"(\\?\)") ? path.substr(4) : path;
}

}  // namespace strew::platform::windows
