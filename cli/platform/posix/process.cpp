#include "platform/process.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstdio>

namespace strew::cli {
namespace {

void (*told)(int number) = nullptr;

void tell(int number) {
  told(number);
}

// Without SA_RESTART: a blocked read or write returns with EINTR.
void handle(int number, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  ::sigaction(number, &action, nullptr);
}

}  // namespace

process_words::process_words(int count, char** words) : words_(words, static_cast<std::size_t>(count)) {}

// open returns the lowest free descriptor. The null device is opened in the opposite direction, so that reading a
// closed standard input and writing a closed standard output stay errors, and messages to a closed standard error
// are discarded.
void prepare_streams() {
  constexpr int flags[] = {O_WRONLY, O_RDONLY, O_WRONLY};
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; ++number) {
    if (::fcntl(number, F_GETFD) == -1) ::open("/dev/null", flags[number]);
  }
}

void hear_requests_to_end(void (*arrived)(int number)) {
  told = arrived;
  handle(SIGPIPE, SIG_IGN);
  handle(SIGXFSZ, SIG_IGN);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before = {};
    if (::sigaction(number, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    handle(number, tell);
  }
}

void end_as_asked(int number) {
  handle(number, SIG_DFL);
  ::kill(::getpid(), number);
}

void put_message(std::string_view text) {
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
}

bool draws_lines() {
  return ::isatty(STDERR_FILENO) != 0;
}

}  // namespace strew::cli
