#include "platform/small_file.hpp"

#include <fcntl.h>
#include <io.h>

#include <cerrno>

#include "platform/windows/api.hpp"

namespace strew::platform {
namespace {

// Closed at the end of the scope.
class opened_file {
 public:
  explicit opened_file(const char* path) : number_(_open(path, _O_RDONLY | _O_BINARY | _O_NOINHERIT)) {}
  opened_file(const opened_file&) = delete;
  opened_file& operator=(const opened_file&) = delete;
  ~opened_file() {
    if (number_ >= 0) _close(number_);
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

}  // namespace

reading read_small_file(const char* path, std::size_t most, std::string& bytes, int& error) {
  const opened_file file(path);
  error = errno;
  if (file.number() < 0) {  // a folder is refused as if it were protected
    const DWORD attributes = GetFileAttributesA(path);
    const bool is_folder = attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    return is_folder ? reading::not_regular : reading::not_opened;
  }
  if (GetFileType(reinterpret_cast<HANDLE>(_get_osfhandle(file.number()))) != FILE_TYPE_DISK)
    return reading::not_regular;
  bytes.resize(most);
  std::size_t length = 0;
  while (length < most) {
    const int got = _read(file.number(), bytes.data() + length, static_cast<unsigned>(most - length));
    error = errno;
    if (got < 0) return reading::not_read;
    if (got == 0) break;
    length += static_cast<std::size_t>(got);
  }
  bytes.resize(length);
  return reading::done;
}

}  // namespace strew::platform
