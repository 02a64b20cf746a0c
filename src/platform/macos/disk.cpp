#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "platform/files.hpp"

namespace strew::platform {

// fsync leaves what was written in the memory of the disk. File systems that cannot do more than that say so.
bool sync(int file) {
  if (::fcntl(file, F_FULLFSYNC) == 0) return true;
  return errno != EINTR && ::fsync(file) == 0;
}

bool sync_content(int file) {
  return sync(file);
}

void begin_sync(int /*file*/, std::uint64_t /*offset*/, std::uint64_t /*bytes*/) {}

int reserve(int file, std::uint64_t bytes) {
  fstore_t room = {F_ALLOCATEALL, F_PEOFPOSMODE, 0, static_cast<off_t>(bytes), 0};
  const bool has_room = ::fcntl(file, F_PREALLOCATE, &room) == 0 || errno == ENOTSUP || errno == EINVAL;
  if (!has_room) return errno;
  if (size_of(file) >= static_cast<std::int64_t>(bytes)) return 0;
  return ::ftruncate(file, static_cast<off_t>(bytes)) == 0 ? 0 : errno;
}

}  // namespace strew::platform
