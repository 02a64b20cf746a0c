#include <fcntl.h>
#include <unistd.h>

#include "platform/files.hpp"

namespace strew::platform {

bool sync(int file) {
  return ::fsync(file) == 0;
}

bool sync_content(int file) {
  return ::fdatasync(file) == 0;
}

void begin_sync(int file, std::uint64_t offset, std::uint64_t bytes) {
  static_cast<void>(
      ::sync_file_range(file, static_cast<off_t>(offset), static_cast<off_t>(bytes), SYNC_FILE_RANGE_WRITE));
}

int reserve(int file, std::uint64_t bytes) {
  return ::posix_fallocate(file, 0, static_cast<off_t>(bytes));
}

}  // namespace strew::platform
