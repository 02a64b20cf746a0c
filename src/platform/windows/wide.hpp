// The program's text is UTF-8, the system's is UTF-16.
#pragma once

#include <string>
#include <string_view>

namespace strew::platform::windows {

// Empty of what is no UTF-8.
std::wstring wide(std::string_view text);
std::string narrow(std::wstring_view text);

// A path as the system's functions take it: one that is long only with \\?\ before it, absolute.
std::wstring wide_path(const char* path);
// What the system calls the path: absolute; \\.\NAME of a device.
std::wstring full_path(const std::wstring& path);
// Without the \\?\ that the system's answers begin with.
std::wstring without_prefix(std::wstring path);

}  // namespace strew::platform::windows
