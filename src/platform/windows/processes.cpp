#include "platform/processes.hpp"

#include "platform/windows/api.hpp"

namespace strew::platform {

std::uint32_t this_process() {
  return GetCurrentProcessId();
}

// No process there is forked.
bool is_forked() {
  return false;
}

void wait_for_ever() {
  Sleep(INFINITE);
}

}  // namespace strew::platform
