#include "differential/crash.hpp"

#if defined(_WIN32)
#include <io.h>
#else
#include <unistd.h>
#endif

#include <array>
#include <csignal>
#include <utility>

#if defined(_WIN32)

namespace strew::differential {
namespace {

std::string running;

// The fault is raised again when this returns: without a handler it ends the process.
void on_signal(int number) {
  (void)!_write(1, running.data(), static_cast<unsigned>(running.size()));
  std::signal(number, SIG_DFL);
}

}  // namespace

void prepare_for_crash(std::string line) {
  for (const int number : {SIGSEGV, SIGFPE, SIGILL, SIGABRT}) std::signal(number, on_signal);
  running = std::move(line);
}

}  // namespace strew::differential

#else

#if defined(__APPLE__)
#include <dlfcn.h>
#else
extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));
#endif

namespace strew::differential {
namespace {

// Null unless a sanitizer is linked, whose reports end the process without a signal. Apple's linker leaves nothing
// undefined.
auto find_death_callback() {
#if defined(__APPLE__)
  return reinterpret_cast<void (*)(void (*)())>(dlsym(RTLD_DEFAULT, "__sanitizer_set_death_callback"));
#else
  return &__sanitizer_set_death_callback;
#endif
}

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
  if (auto* const set_death_callback = find_death_callback(); set_death_callback != nullptr)
    set_death_callback(print_running);
}

}  // namespace

void prepare_for_crash(std::string line) {
  static const bool installed = (install(), true);
  (void)installed;
  running = std::move(line);
}

}  // namespace strew::differential

#endif
