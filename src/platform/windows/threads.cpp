#include "platform/threads.hpp"

namespace strew::platform {

// Signals there reach no thread of a library: Ctrl-C has a thread of its own.
void start_without_signals(void (*start)(void* context), void* context) {
  start(context);
}

}  // namespace strew::platform
