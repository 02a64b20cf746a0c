// Who may write a file.
#pragma once

#include <string>

#include "files/platform/status.hpp"
#include "files/result.hpp"

namespace strew::files {

constexpr unsigned anybody_writes = 0222;  // bits of a mode

// "its mode lets nobody write".
extern const char* const why_nobody_writes;

// Of a file that is replaced: a failure of kind protected_file if nobody may write it, or this user may not.
maybe_failure check_rights(const std::string& path, const file_status& status);

// Of a file that will be opened to be written, where the system would not say why it refuses that.
maybe_failure check_before_writing(const file_status& status);

}  // namespace strew::files
