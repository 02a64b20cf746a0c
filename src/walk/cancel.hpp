// Cancellation by the caller.
#pragma once

namespace strew::engine {

// Polled between blocks, possibly from several threads; true means stop.
struct cancellation {
  int (*requested)(void*) = nullptr;
  void* context = nullptr;

  [[nodiscard]] bool is_requested() const { return requested != nullptr && requested(context) != 0; }
};

}  // namespace strew::engine
