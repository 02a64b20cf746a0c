// How a file that is written takes its place among the names of its folder, and room on its disk. What fails is false:
// errno says why.
#pragma once

#include <cstdint>
#include <string>

namespace strew::files {

// What bears the name `to` is replaced. Where the system can, the new file keeps what it says of the old one.
bool rename_over(int folder, const char* from, const char* to);
// EEXIST: something bears the name. If the kernel or the file system cannot rename without replacing, it is replaced.
bool rename_to_free_name(int folder, const char* from, const char* to);
// Whether a file is closed before it gets another name.
extern const bool are_renamed_closed;

// Room for so many bytes, so that a full disk is detected before gigabytes are written. EOPNOTSUPP: the file system
// has to be told by writing.
bool reserve_quickly(int file, std::uint64_t bytes);

// Whether two paths lead to one file, or would.
bool lead_to_one_file(const std::string& one, const std::string& other);
// Whether a file can be replaced that this process has mapped.
extern const bool are_mapped_replaced;

}  // namespace strew::files
