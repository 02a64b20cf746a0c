#include "platform/threads.hpp"

#include <csignal>
#include <initializer_list>

namespace strew::platform {
namespace {

class blocked_signals {
 public:
  blocked_signals() {
    sigset_t blocked;
    sigfillset(&blocked);
    for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS}) sigdelset(&blocked, own);
    pthread_sigmask(SIG_SETMASK, &blocked, &before_);
  }
  ~blocked_signals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  blocked_signals(const blocked_signals&) = delete;
  blocked_signals& operator=(const blocked_signals&) = delete;

 private:
  sigset_t before_ = {};
};

}  // namespace

void start_without_signals(void (*start)(void* context), void* context) {
  const blocked_signals meanwhile;
  start(context);
}

}  // namespace strew::platform
