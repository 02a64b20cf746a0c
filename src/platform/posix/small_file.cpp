#include "platform/small_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace strew::platform {
namespace {

// Closed at the end of the scope.
class opened_file {
 public:
  explicit opened_file(const char* path) : number_(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  opened_file(const opened_file&) = delete;
  opened_file& operator=(const opened_file&) = delete;
  ~opened_file() {
    if (number_ >= 0) close(number_);
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

reading failed(reading why, int& error) {
  error = errno;
  return why;
}

}  // namespace

reading read_small_file(const char* path, std::size_t most, std::string& bytes, int& error) {
  const opened_file file(path);
  struct stat about = {};
  if (file.number() < 0 || fstat(file.number(), &about) != 0) return failed(reading::not_opened, error);
  if (!S_ISREG(about.st_mode)) return reading::not_regular;
  bytes.resize(most);
  std::size_t length = 0;
  while (length < most) {
    const ssize_t got = read(file.number(), bytes.data() + length, most - length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failed(reading::not_read, error);
    if (got == 0) break;
    length += static_cast<std::size_t>(got);
  }
  bytes.resize(length);
  return reading::done;
}

}  // namespace strew::platform
