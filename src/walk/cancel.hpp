// A caller's wish to stop.
#pragma once

namespace strew {
inline namespace engine {

// Polled between blocks, maybe from several threads; true means stop.
struct cancellation {
  int (*asked)(void*) = nullptr;
  void* context = nullptr;

  [[nodiscard]] bool is_asked() const { return asked != nullptr && asked(context) != 0; }
};

}  // namespace engine
}  // namespace strew
