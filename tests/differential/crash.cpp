#include "differential/crash.hpp"

#include <unistd.h>

#include <array>
#include <csignal>
#include <utility>

// Defined only if a sanitizer is linked; its reports end the process without a signal.
extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));

namespace strew::differential {
namespace {

constexpr std::array signals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

std::string running;
std::array<struct sigaction, signals.size()> previous;

// Calls only async-signal-safe functions.
void print_running() {
  (void)!write(STDOUT_FILENO, running.data(), running.size());
}

// The fault is raised again when this returns, and is handled by the previous handler.
void on_signal(int number) {
  print_running();
  for (size_t i = 0; i < signals.size(); ++i) {
    if (signals[i] == number) sigaction(number, &previous[i], nullptr);
  }
}

void install() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  for (size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &action, &previous[i]);
  if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(print_running);
}

}  // namespace

void prepare_for_crash(std::string line) {
  static const bool installed = (install(), true);
  (void)installed;
  running = std::move(line);
}

}  // namespace strew::differential
