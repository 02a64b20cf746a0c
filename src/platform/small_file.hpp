// Small files, read as a whole.
#pragma once

#include <cstddef>
#include <string>

namespace strew::platform {

enum class reading { done, not_opened, not_regular, not_read };

// The bytes of a regular file, at most `most` of them, or why not: then `error` is the errno of not_opened and
// not_read. Nobody is kept waiting by a pipe without a writer.
reading read_small_file(const char* path, std::size_t most, std::string& bytes, int& error);

}  // namespace strew::platform
