#include "interrupt.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <csignal>

namespace strew::cli {
namespace {

std::atomic<int> arrived{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

void remember(int number) {
  arrived.store(number);
}

// Without SA_RESTART: a blocked read or write returns with EINTR.
void handle(int number, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  ::sigaction(number, &action, nullptr);
}

// open returns the lowest free descriptor. The null device is opened in the opposite direction, so that reading a
// closed standard input and writing a closed standard output stay errors, and messages to a closed standard error
// are discarded.
void occupy_standard_descriptors() {
  constexpr int flags[] = {O_WRONLY, O_RDONLY, O_WRONLY};
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; ++number) {
    if (::fcntl(number, F_GETFD) == -1) ::open("/dev/null", flags[number]);
  }
}

}  // namespace

void prepare_process() {
  occupy_standard_descriptors();
  handle(SIGPIPE, SIG_IGN);
  handle(SIGXFSZ, SIG_IGN);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before = {};
    // A signal that was ignored when the program was started (nohup) stays ignored.
    if (::sigaction(number, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    handle(number, remember);
  }
}

bool is_interrupted() {
  return arrived.load() != 0;
}

void end_if_interrupted() {
  const int number = arrived.load();
  if (number == 0) return;
  handle(number, SIG_DFL);
  ::kill(::getpid(), number);
}

}  // namespace strew::cli
